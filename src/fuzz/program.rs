//! A generated program, before it is written in a dialect.

/// An atom. `-x1` and `x1` are different atoms, which cannot both be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    /// Its number, from 1: it is printed as `x1`.
    pub number: u32,
    /// Whether it is classically negated: `-x1`.
    pub is_negated: bool,
}

/// An atom or its default negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The atom.
    pub atom: Atom,
    /// Whether it is negated by default: `not x1`.
    pub is_negated: bool,
}

/// A weight atom or a cardinality atom. No number of an atom occurs twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    /// Whether it is printed with weights. If not, all weights are 1.
    pub has_weights: bool,
    /// The literals and their weights.
    pub elements: Vec<(Literal, u32)>,
    /// The smallest sum for which it holds.
    pub lower: Option<u32>,
    /// The largest sum for which it holds.
    pub upper: Option<u32>,
}

/// The head of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// At least one of these is true; empty for an integrity constraint.
    Atoms(Vec<Atom>),
    /// Any subset of these is true.
    Choice(Vec<Atom>),
    /// Any subset of the atoms is true with which the aggregate holds.
    Aggregate(Aggregate),
}

/// An element of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyLiteral {
    /// A literal.
    Literal(Literal),
    /// An aggregate.
    Aggregate(Aggregate),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A rule.
    Rule {
        /// Its head.
        head: Head,
        /// Its body; empty for a fact.
        body: Vec<BodyLiteral>,
    },
    /// Minimize the sum of the weights of the literals that hold.
    Minimize {
        /// The highest priority counts most.
        priority: u32,
        /// The literals and their weights.
        elements: Vec<(Literal, u32)>,
    },
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The statements in order.
    pub statements: Vec<Statement>,
    /// The largest number of an atom that may occur.
    pub atoms: u32,
}

impl Program {
    pub(super) fn rule(&mut self, head: Head, body: Vec<BodyLiteral>) {
        self.statements.push(Statement::Rule { head, body });
    }

    /// All atoms that occur, in the order of their numbers.
    pub fn occurring(&self) -> Vec<Atom> {
        let mut atoms = Vec::new();
        for statement in &self.statements {
            match statement {
                Statement::Rule { head, body } => {
                    match head {
                        Head::Atoms(heads) | Head::Choice(heads) => atoms.extend(heads),
                        Head::Aggregate(aggregate) => atoms.extend(atoms_of(&aggregate.elements)),
                    }
                    for literal in body {
                        match literal {
                            BodyLiteral::Literal(literal) => atoms.push(literal.atom),
                            BodyLiteral::Aggregate(aggregate) => {
                                atoms.extend(atoms_of(&aggregate.elements));
                            }
                        }
                    }
                }
                Statement::Minimize { elements, .. } => atoms.extend(atoms_of(elements)),
            }
        }
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }
}

fn atoms_of(elements: &[(Literal, u32)]) -> impl Iterator<Item = Atom> {
    elements.iter().map(|(literal, _)| literal.atom)
}
