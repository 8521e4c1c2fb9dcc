//! Bounds as sums whose weights are not negative, the only ones that the numeric formats have.
//!
//! A sum with negative weights may be lost when an atom is added. To shift the bound and count the complement `not a`
//! of an atom `a` with a negative weight is not enough: the answer sets differ where `a` depends on the sum. We follow
//! Alviano, Faber & Gebser (TPLP 2015, "Rewriting recursive aggregates in answer set programming: back to
//! monotonicity"), as gringo does. Let the atom `s` stand for the bound. For `a` there is an atom `f`, its complement
//! as the reduct sees it:
//!
//! `f :- not a.  f :- s.  a | f :- not not s.`
//!
//! Where `s` holds in an answer set, a smaller model without `s` must have `f` where it lacks `a`, and can lack `f`
//! where it has `a`. So it exists if and only if it does not reach the bound. `!=` is a bound that one of two sums
//! reaches; both share `s`.

use super::bounds::{Bound, GroundLiteral, Reached, WeightedLiterals, with_weights};
use super::ground::Ground;
use super::ground_rule::Body;
use rustc_hash::FxHashMap;

/// How a sum changes when more atoms hold.
enum Monotonicity {
    /// It never falls.
    Up,
    /// It never rises.
    Down,
    Both,
}

impl Reached {
    fn change(&self) -> Monotonicity {
        let mut weights = self.elements.iter().map(|(_, weight)| *weight);
        if weights.clone().all(|weight| weight >= 0) {
            Monotonicity::Up
        } else if weights.all(|weight| weight <= 0) {
            Monotonicity::Down
        } else {
            Monotonicity::Both
        }
    }
}

/// That a sum without negative weights is reached. The format of smodels has no negative bounds.
fn at_least(least: i64, elements: WeightedLiterals) -> Body {
    Body::Sum(least.max(0), elements)
}

impl Ground {
    /// The body that holds where a bound is kept, if it is a single sum that never falls.
    pub(super) fn plain(bound: &Bound) -> Option<Body> {
        match &bound[..] {
            [only] if matches!(only.change(), Monotonicity::Up) => {
                Some(at_least(only.least, only.elements.clone()))
            }
            _ => None,
        }
    }

    /// A literal that holds where the bound is kept. None if a number is too large.
    pub(super) fn kept(&mut self, bound: &Bound) -> Option<GroundLiteral> {
        if let Some(body) = Ground::plain(bound) {
            return Some(self.defined(body));
        }
        match &bound[..] {
            // The negated sum is too small.
            [only] if matches!(only.change(), Monotonicity::Down) => {
                let positive = with_weights(&only.elements, i64::checked_neg)?;
                let least = 1_i64.checked_sub(only.least)?;
                Some(-self.defined(at_least(least, positive)))
            }
            _ => self.reached(bound),
        }
    }

    /// An atom that holds where one of the sums is reached.
    fn reached(&mut self, bound: &Bound) -> Option<GroundLiteral> {
        let reached = self.fresh();
        let unreached = self.defined(Body::Literals(vec![-reached]));
        let mut complements = FxHashMap::default();
        for one in bound {
            let mut least = one.least;
            let mut elements = WeightedLiterals::new();
            for &(literal, weight) in &one.elements {
                if weight >= 0 {
                    elements.push((literal, weight));
                    continue;
                }
                let weight = weight.checked_neg()?;
                least = least.checked_add(weight)?;
                let known = complements.get(&literal).copied();
                let complement =
                    known.unwrap_or_else(|| self.complement(literal, reached, unreached));
                complements.insert(literal, complement);
                elements.push((complement, weight));
            }
            self.add(false, vec![reached], at_least(least, elements));
        }
        Some(reached)
    }

    /// The complement of a literal in the bound that `reached` stands for.
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
