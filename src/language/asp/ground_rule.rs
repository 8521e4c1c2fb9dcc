//! A rule of a ground program.

use super::bounds::{Literal, Weighted};

/// A rule over numbered atoms. Without heads, it is a constraint.
#[derive(Debug)]
pub(super) struct GroundRule {
    pub(super) is_choice: bool,
    pub(super) heads: Vec<Literal>,
    pub(super) body: Body,
}

/// What a rule depends on.
#[derive(Clone, Debug)]
pub(super) enum Body {
    Literals(Vec<Literal>),
    /// The weights of the literals that hold have at least this sum.
    Sum(i64, Weighted),
}

impl Body {
    /// Its literals, as often as they stand there.
    pub(super) fn literals_mut(&mut self) -> impl Iterator<Item = &mut Literal> {
        let (plain, weighted): (&mut [Literal], &mut [_]) = match self {
            Body::Literals(literals) => (literals, &mut []),
            Body::Sum(_, elements) => (&mut [], elements),
        };
        plain
            .iter_mut()
            .chain(weighted.iter_mut().map(|(literal, _)| literal))
    }

    /// Its atoms, as often as they stand there.
    pub(super) fn atoms(&self) -> impl Iterator<Item = Literal> {
        let (plain, weighted): (&[Literal], &[_]) = match self {
            Body::Literals(literals) => (literals, &[]),
            Body::Sum(_, elements) => (&[], elements),
        };
        let literals = plain
            .iter()
            .chain(weighted.iter().map(|(literal, _)| literal));
        literals.map(|literal| literal.abs())
    }
}
