//! The solver that a golden run was made with.

use std::fmt;

/// The solver that a golden run was made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The solver under test.
    Solver,
    /// The cross-check or reference.
    Second,
    /// A further solver, by its number: 2 is the third.
    Other(usize),
    /// The checker of proofs.
    Checker,
    /// The interestingness script.
    Script,
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Which::Solver => f.write_str("the solver"),
            Which::Second => f.write_str("the second solver"),
            Which::Other(number) => write!(f, "solver number {}", number + 1),
            Which::Checker => f.write_str("the checker"),
            Which::Script => f.write_str("the script"),
        }
    }
}
