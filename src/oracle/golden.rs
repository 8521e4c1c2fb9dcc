//! What the golden runs show, or why they do not show what is to be kept.
//!
//! Invariant: a run that could not be started or was stopped is never a golden behaviour.

use super::Evidence;
use crate::observation::{End, Failure, Limit, Observation, Stream};
use std::fmt;

/// The golden runs show what is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reproduced {
    /// The failure in one line, for reports: the failure that is compared, else the most telling, else how the
    /// run ended.
    pub signature: String,
    /// All failures that the solver under test tells of, the most telling first.
    pub failures: Vec<Failure>,
    /// Which of `failures` candidates must show; none where the rule compares something else.
    pub compared: Option<usize>,
    /// What a candidate must do, a clause each, for `smelt check`.
    pub demands: Vec<String>,
}

impl Reproduced {
    /// What a run shows, under a rule that compares no failure.
    pub(super) fn by(golden: &Evidence, demands: Vec<String>) -> Reproduced {
        let signature = match golden.failures.first() {
            Some(failure) => failure.signature.clone(),
            None => golden.observation.end.to_string(),
        };
        Reproduced {
            signature,
            failures: golden.failures.to_vec(),
            compared: None,
            demands,
        }
    }
}

/// Whose golden run it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The solver under test.
    Solver,
    /// The cross-check or reference.
    Second,
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Which::Solver => "the solver",
            Which::Second => "the second solver",
        })
    }
}

/// Why the golden runs do not show what is to be kept, in words a user can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReproduced {
    /// The run was not made, or was stopped by the wall clock or from outside.
    NotTold(Which),
    /// The program did not start: exit code 126 or 127, or the loader's error. With what it said.
    NotStarted(Which, String),
    /// The run was stopped at this limit.
    Stopped(Which, Limit),
    /// It ended with exit code 0 and tells of no failure.
    NoFailure,
    /// A stream does not contain the phrase that candidates must contain.
    NoMatch {
        /// Whose stream.
        which: Which,
        /// `standard output` or `standard error`.
        stream: &'static str,
        /// The phrase.
        pattern: String,
        /// Whether only the first and last part of the stream is kept, so that it may be in between.
        cut: bool,
    },
    /// An output holds no `sat` or `unsat`, or only a part of it is kept.
    NoAnswers(Which),
    /// The solvers gave so many answers, which cannot be compared one by one.
    AnswerCounts(usize, usize),
    /// No query is answered `sat` by one and `unsat` by the other.
    NoDifference,
}

impl fmt::Display for NotReproduced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTold(which) => write!(
                f,
                "{which} was stopped by the wall clock or from outside; try a longer --timeout, or a machine with less load"
            ),
            Self::NotStarted(which, why) => {
                write!(f, "{which} did not start: {why}; see whether its command runs by itself")
            }
            Self::Stopped(which, limit) => {
                write!(f, "{which} was stopped at its {limit} limit; {}", remedy(*limit))
            }
            Self::NoFailure => f.write_str(
                "The solver exits 0 on this file and reports no failure. For a wrong answer use `--differs-from SOLVER`; for a particular message use `--match-out TEXT`.",
            ),
            Self::NoMatch { which, stream, pattern, cut: false } => {
                write!(f, "{stream} of {which} does not contain `{pattern}`")
            }
            Self::NoMatch { which, stream, pattern, cut: true } => write!(
                f,
                "what is kept of {stream} of {which} does not contain `{pattern}`: the first and the last 32 KiB; make the solver less verbose"
            ),
            Self::NoAnswers(which) => write!(
                f,
                "the output of {which} holds no line `sat` or `unsat`, or is too long to be kept whole"
            ),
            Self::AnswerCounts(first, second) => write!(
                f,
                "the solver answers {first} times and the second {second} times; answers are compared one by one"
            ),
            Self::NoDifference => f.write_str(
                "the solvers do not differ: no query is answered sat by one and unsat by the other",
            ),
        }
    }
}

impl std::error::Error for NotReproduced {}

fn remedy(limit: Limit) -> &'static str {
    match limit {
        Limit::Cpu | Limit::Wall => "try a longer --timeout",
        Limit::Idle => "it waits for something: does it read its standard input?",
        Limit::Output => "make it less verbose",
    }
}

/// That a golden run was made, and ran to its own end.
pub(super) fn ran(golden: &Evidence, which: Which) -> Result<(), NotReproduced> {
    let observation = &golden.observation;
    match observation.end {
        End::LimitHit(Limit::Wall) => Err(NotReproduced::NotTold(which)),
        End::LimitHit(limit) => Err(NotReproduced::Stopped(which, limit)),
        End::Exited(code @ (126 | 127)) => Err(not_started(observation, which, code)),
        End::Exited(code) if code != 0 && loader_error(&observation.err) => {
            Err(not_started(observation, which, code))
        }
        End::Exited(_) | End::Signaled(_) => Ok(()),
    }
}

fn loader_error(err: &Stream) -> bool {
    [
        "error while loading shared libraries",
        "cannot execute",
        "Exec format error",
    ]
    .iter()
    .any(|phrase| memchr::memmem::find(&err.head, phrase.as_bytes()).is_some())
}

fn not_started(observation: &Observation, which: Which, code: i32) -> NotReproduced {
    let err = String::from_utf8_lossy(&observation.err.head);
    let said = err.lines().map(str::trim).find(|line| !line.is_empty());
    let why = said.map_or_else(
        || format!("exit code {code}"),
        |line| format!("exit code {code}, {line}"),
    );
    NotReproduced::NotStarted(which, why)
}
