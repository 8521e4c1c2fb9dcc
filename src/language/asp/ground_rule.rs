//! A rule of a ground program.

use super::bounds::{GroundLiteral, WeightedLiterals};

/// A rule over numbered atoms. Without heads, it is a constraint.
#[derive(Debug)]
pub(super) struct GroundRule {
    pub(super) is_choice: bool,
    pub(super) heads: Vec<GroundLiteral>,
    pub(super) body: Body,
}

/// What a rule depends on.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// All of these literals hold.
    Literals(Vec<GroundLiteral>),
    /// The sum of the weights of the literals that hold is at least this number.
    Sum(i64, WeightedLiterals),
}

impl Body {
    /// The literal, if it is only one.
    pub(super) fn literal(&self) -> Option<GroundLiteral> {
        match self {
            Body::Literals(literals) if literals.len() == 1 => Some(literals[0]),
            Body::Literals(_) | Body::Sum(..) => None,
        }
    }

    /// Its atoms, with repetitions.
    pub(super) fn atoms(&self) -> impl Iterator<Item = GroundLiteral> {
        let (plain, weighted): (&[GroundLiteral], &[_]) = match self {
            Body::Literals(literals) => (literals, &[]),
            Body::Sum(_, elements) => (&[], elements),
        };
        plain
            .iter()
            .chain(weighted.iter().map(|(literal, _)| literal))
            .map(|literal| literal.abs())
    }
}
