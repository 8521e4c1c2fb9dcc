//! Why a golden run does not take more of something than a rule about amounts demands.

use super::which::Which;
use std::fmt;

/// Why a golden run does not take as much as the rule demands, in terms that the user can act on. Amounts are in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotMore {
    /// The output of a solver does not tell the amount.
    Untold {
        /// The solver.
        which: Which,
        /// What is looked for.
        unit: String,
        /// Whether only the first and last part of the output is kept, so that it may be in between.
        cut: bool,
    },
    /// The solver takes no more than the bound.
    NotEnough {
        /// What it takes.
        took: String,
        /// What it must exceed.
        least: String,
    },
    /// The solver does not take that many times as much as the reference.
    NotByFactor {
        /// What it takes.
        took: String,
        /// What the reference takes.
        reference: String,
        /// The least that is enough.
        least: String,
    },
}

impl fmt::Display for NotMore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMore::Untold {
                which,
                unit,
                cut: false,
            } => write!(
                f,
                "The output of {which} does not tell {unit}. Does it print its statistics, as z3 does with `-st` and cvc5 \
                 with `--stats`? A name is one of its statistics; for another form give `/REGEX/` with one group."
            ),
            NotMore::Untold {
                which,
                unit,
                cut: true,
            } => write!(
                f,
                "The first and the last 32 KiB of the output of {which} do not tell {unit}, and the rest is not kept. Make \
                 the solver less verbose."
            ),
            NotMore::NotEnough { took, least } => write!(
                f,
                "The solver took {took}, and must take more than {least}. Give a smaller bound."
            ),
            NotMore::NotByFactor {
                took,
                reference,
                least,
            } => write!(
                f,
                "The solver took {took} and the reference {reference}; the factor requires at least {least}. Give a \
                 smaller factor."
            ),
        }
    }
}
