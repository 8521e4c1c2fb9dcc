//! Why the golden runs of answer-set solvers do not show that an answer is wrong.

use super::which::Which;
use std::fmt;

/// Why the golden runs of answer-set solvers do not show that an answer is wrong, in terms that the user can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWrong {
    /// A solver has no answer.
    Unanswered {
        /// The solver.
        which: Which,
        /// What it says instead.
        said: String,
    },
    /// The solvers give the same answer.
    Agree {
        /// What both say.
        said: String,
        /// Whether their models might differ, because one has not printed all of them.
        lacks_models: bool,
    },
    /// The answer of the solver under test should be `unsatisfiable`, but is this one.
    NotUnsat(String),
    /// The solver under test prints no model, and says this.
    NoModel(String),
    /// The model cannot be checked.
    Unchecked,
    /// The solver under test prints no unsatisfiable core.
    NoCore,
    /// The trusted solver satisfies no core.
    CoreHolds,
    /// The solver under test prints no proof.
    NoProof,
    /// The checker does not reject the proof. With how it ended.
    ProofHolds(String),
    /// The trusted solver accepts every model.
    NotRefuted,
    /// The other trusted solver does not accept the model of the first.
    NotVerified,
    /// Not more than half of the voters contradict the solver.
    NotOutvoted {
        /// How many contradict it.
        against: usize,
        /// How many there are.
        voters: usize,
    },
}

impl fmt::Display for NotWrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotWrong::Unanswered { which, said } => write!(
                f,
                "No answer `SATISFIABLE`, `UNSATISFIABLE` or `OPTIMUM FOUND`, or `sat` or `unsat`, is read from the output of \
                 {which}, but: {said}."
            ),
            NotWrong::Agree { said, lacks_models } => {
                write!(f, "The solvers agree: both say {said}.")?;
                if *lacks_models {
                    f.write_str(
                        " Their models were not compared, because one of them does not say that it has found all. To compare \
                         all models, give both commands the argument that makes them look for all; for clasp and clingo it is \
                         `-n 0`.",
                    )?;
                }
                Ok(())
            }
            NotWrong::NotUnsat(said) => {
                write!(f, "The solver should say unsatisfiable, but it says {said}.")
            }
            NotWrong::NoModel(said) => {
                write!(f, "The solver says {said}, but prints no model that could be checked.")
            }
            NotWrong::Unchecked => f.write_str(
                "The model cannot be checked: the format of the file is not known well enough, what is shown need not be \
                 atoms (`#show` with a term), or the run was stopped from outside.",
            ),
            NotWrong::NoCore => f.write_str(
                "The solver prints no unsatisfiable core after an answer `unsat`. The file must set \
                 `:produce-unsat-cores`, name its assertions and have `(get-unsat-core)`.",
            ),
            NotWrong::CoreHolds => {
                f.write_str("The trusted solver does not satisfy any core that the solver prints.")
            }
            NotWrong::NoProof => f.write_str(
                "The solver prints no proof after an answer `unsat`. Is an option missing, such as `--dump-proofs`, or \
                 `(get-proof)`?",
            ),
            NotWrong::ProofHolds(end) => {
                write!(f, "The checker does not reject the proof: it ended with {end}.")
            }
            NotWrong::NotRefuted => {
                f.write_str("The trusted solver accepts every model that the solver prints.")
            }
            NotWrong::NotVerified => {
                f.write_str("The other trusted solver does not accept the model of the first.")
            }
            NotWrong::NotOutvoted { against, voters } => write!(
                f,
                "Not more than half of the voters contradict the solver: {against} of {voters} do."
            ),
        }
    }
}
