//! Rewrites bounds as sums with non-negative weights, the only sums that the numeric formats have.
//!
//! A sum with negative weights may no longer reach its bound when an atom is added. It is not enough to shift the bound
//! and to count the complement `not a` of an atom `a` with a negative weight: the answer sets differ where `a` depends
//! on the sum. We follow Alviano, Faber & Gebser (TPLP 2015, "Rewriting recursive aggregates in answer set programming:
//! back to monotonicity"), as gringo does. Let the atom `s` stand for the bound. For each such `a`, there is an atom
//! `f`, its complement with respect to the reduct:
//!
//! `f :- not a.  f :- s.  a | f :- not not s.`
//!
//! If `s` holds in an answer set, a smaller model without `s` must have `f` where it lacks `a`, and can lack `f` where
//! it has `a`. So such a model exists if and only if it does not reach the bound. `!=` is a bound with two sums, one of
//! which must be reached; both share `s`.

use super::bounds::{Bound, GroundLiteral, WeightedLiterals, with_weights};
use super::ground::Ground;
use super::ground_rule::Body;
use rustc_hash::FxHashMap;

/// The body that holds where a sum without negative weights is reached. The format of smodels has no negative bounds.
fn at_least(least: i64, elements: WeightedLiterals) -> Body {
    Body::Sum(least.max(0), elements)
}

impl Ground {
    /// The body that holds where a bound is kept, if it is a single sum that never falls.
    pub(super) fn plain(bound: &Bound) -> Option<Body> {
        let [only] = &bound[..] else { return None };
        let never_falls = only.elements.iter().all(|&(_, weight)| weight >= 0);
        never_falls.then(|| at_least(only.least, only.elements.clone()))
    }

    /// A literal that holds where the bound is kept. None if a number is too large.
    pub(super) fn kept(&mut self, bound: &Bound) -> Option<GroundLiteral> {
        if let Some(body) = Ground::plain(bound) {
            return Some(self.defined(body));
        }
        // A sum that never rises is reached unless that of the negated weights is too large.
        if let [only] = &bound[..]
            && only.elements.iter().all(|&(_, weight)| weight <= 0)
        {
            let positive = with_weights(&only.elements, i64::checked_neg)?;
            let least = 1_i64.checked_sub(only.least)?;
            return Some(-self.defined(at_least(least, positive)));
        }
        self.reached(bound)
    }

    /// An atom that holds where one of the sums is reached.
    fn reached(&mut self, bound: &Bound) -> Option<GroundLiteral> {
        let reached = self.fresh();
        let unreached = self.defined(Body::Literals(vec![-reached]));
        let mut complements = FxHashMap::default();
        for sum in bound {
            let mut least = sum.least;
            let mut elements = WeightedLiterals::new();
            for &(literal, weight) in &sum.elements {
                if weight >= 0 {
                    elements.push((literal, weight));
                    continue;
                }
                // -w for `a` is w for its complement, if the bound is shifted by w.
                let weight = weight.checked_neg()?;
                least = least.checked_add(weight)?;
                let complement = *complements
                    .entry(literal)
                    .or_insert_with(|| self.complement(literal, reached, unreached));
                elements.push((complement, weight));
            }
            self.add(false, vec![reached], at_least(least, elements));
        }
        Some(reached)
    }

    /// The complement of a literal in the bound that `reached` stands for: the atom `f` at the head of this file.
    fn complement(
        &mut self,
        literal: GroundLiteral,
        reached: GroundLiteral,
        unreached: GroundLiteral,
    ) -> GroundLiteral {
        if literal < 0 {
            return self.negation(literal);
        }
        let complement = self.fresh();
        self.add(false, vec![complement], Body::Literals(vec![-literal]));
        self.add(false, vec![complement], Body::Literals(vec![reached]));
        let either = vec![literal, complement];
        self.add(false, either, Body::Literals(vec![-unreached]));
        complement
    }
}
