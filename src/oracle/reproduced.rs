//! What the golden runs show; or why they do not show what the rule needs.
//!
//! Invariant: a run that could not be started or was stopped early never counts as the behaviour to keep.

use super::which::Which;
use super::{Evidence, NotMore, NotSlow, NotWrong};
use crate::observation::{End, Failure, FailureRank, Limit, Limits, Observation, Sighting, Stream};
use crate::outcome::Outcome;
use std::fmt;

/// What the golden runs show and candidates must show too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reproduced {
    /// The failure in one line, for reports: the compared failure, or else the most telling one, or else how the run
    /// ended.
    pub signature: String,
    /// All failures that the solver under test reports, the most telling first.
    pub failures: Vec<Failure>,
    /// The index in `failures` of the one that candidates must show; none if the rule compares something else.
    pub compared: Option<usize>,
    /// What a candidate must do besides showing the compared failure, in clauses, for `smelt check`.
    pub demands: Vec<String>,
    /// The line by which the solver may only say that it does not understand the file or an option, if no failure is
    /// compared.
    pub doubt: Option<String>,
}

impl Reproduced {
    /// What a golden run shows under a rule that does not compare failures.
    pub(super) fn by(golden: &Evidence, demands: Vec<String>) -> Reproduced {
        Reproduced {
            signature: golden.signature(),
            failures: golden.failures.to_vec(),
            compared: None,
            demands,
            doubt: None,
        }
    }

    /// What a candidate must do, in clauses: the compared failure is one of them.
    pub(super) fn all_demands(&self) -> Vec<String> {
        let failure = self.compared.and_then(|number| self.failures.get(number));
        let shown = failure.map(|failure| format!("the solver fails with `{}`", failure.signature));
        shown.into_iter().chain(self.demands.clone()).collect()
    }

    /// What another build of the solver can be compared with.
    pub fn sighting(&self) -> Sighting<'_> {
        let without_stack = Sighting {
            signature: &self.signature,
            callers: &[],
        };
        self.failure().map_or(without_stack, Failure::sighting)
    }

    /// Whether the solver has checked its answer, such as a model, and found it to be wrong. An answer that it only compares
    /// with the `:status` of the text does not count.
    pub fn is_of_checked_answer(&self) -> bool {
        self.failure().is_some_and(|failure| {
            failure.is_found_by_itself && failure.rank != FailureRank::StatusAnnotation
        })
    }

    /// The failure of the signature, unless that says how the run ended.
    fn failure(&self) -> Option<&Failure> {
        let mut failures = self.failures.iter();
        failures.find(|failure| failure.signature == self.signature)
    }

    /// The result for a rule that ignores failures: a single demand, and a signature for reports.
    pub fn without_failure(signature: String, demand: String) -> Reproduced {
        Reproduced {
            demands: vec![demand],
            signature,
            failures: Vec::new(),
            compared: None,
            doubt: None,
        }
    }
}

/// Why the golden runs do not show what the rule needs, in terms that the user can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReproduced {
    /// There is no usable result: the run was not made, or the wall limit or somebody else ended it.
    NotTold(Which),
    /// The program did not start: exit code 126 or 127, or the loader's error. With its message.
    NotStarted(Which, String),
    /// This limit ended the run.
    Stopped(Which, Limit, Limits),
    /// The run ended with exit code 0 and shows no failure.
    NoFailure,
    /// An answer-set solver gives an answer, and nothing shows that it is wrong.
    NoWrongAnswer,
    /// A stream does not contain the phrase that candidates must contain.
    NoMatch {
        /// The solver whose stream it is.
        which: Which,
        /// `standard output` or `standard error`.
        stream: &'static str,
        /// The phrase.
        pattern: String,
        /// Whether only the first and last part of the stream is kept, so that the phrase may be in between.
        cut: bool,
    },
    /// The output contains no `sat` or `unsat`.
    NoAnswers(Which),
    /// Only the first and last part of the output is kept, and the rest matters.
    NotKept(Which),
    /// The solvers gave different numbers of answers, which cannot be compared one by one.
    AnswerCounts(usize, End, usize),
    /// No query is answered `sat` by one and `unsat` by the other.
    NoDifference,
    /// This further solver answers as the solver under test does, against the reference.
    Rejected(Which),
    /// This solver should pass, but shows this failure or refuses the file with this message.
    FailsToo(Which, String),
    /// The failure is not shown with enough seeds.
    NotSeeded {
        /// The failure.
        signature: String,
        /// With how many seeds it must be shown.
        at_least: u32,
        /// How many there are.
        seeds: usize,
        /// Whether a limit has stopped runs on which it depends.
        is_open: bool,
    },
    /// This rule should not hold, but does.
    Holds(String),
    /// The run does not take enough for a rule about amounts.
    NotMore(NotMore),
    /// The run is not slow enough for a rule about time.
    NotSlow(NotSlow),
    /// No answer of an answer-set solver is shown to be wrong.
    NotWrong(NotWrong),
    /// The solver refuses the file or the command: this is its error message.
    Refused(String),
    /// The interestingness script does not exit with code 0.
    ScriptRefuses {
        /// How the run ended.
        end: End,
        /// The first line of its output.
        said: Option<String>,
    },
}

impl fmt::Display for NotReproduced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTold(which) => write!(
                f,
                "{which} hit its wall time limit or was stopped from outside. Raise `--timeout`, or use a machine with less load."
            ),
            Self::NotStarted(which, why) => {
                write!(
                    f,
                    "{which} did not start: {why}. Check that its command works in a shell and that `--memout` leaves it enough memory."
                )
            }
            Self::Stopped(which, limit, limits) => stopped(f, *which, *limit, limits),
            Self::NoFailure => f.write_str(
                "The solver exits 0 on this file and reports no failure. Is an option missing, such as one that checks models? For a wrong answer use `--differs-from SOLVER`; for a particular message use `--match-out TEXT`; for an interestingness script use `--script FILE`.",
            ),
            Self::NoWrongAnswer => f.write_str(
                "The solver answers, and reports no failure. If the answer is wrong, name a solver to compare with: `--models-differ-from`, `--invalid-model`, `--incorrect` or `--outvoted-by`; if the solver takes too long, use `--hangs`; for a particular output use `--match-out TEXT`.",
            ),
            Self::NoMatch { which, stream, pattern, cut: false } => {
                write!(f, "{stream} of {which} does not contain `{pattern}`.")
            }
            Self::NoMatch { which, stream, pattern, cut: true } => write!(
                f,
                "The first and the last 32 KiB of {stream} of {which} do not contain `{pattern}`, and the rest is not kept. Make the solver less verbose."
            ),
            Self::NoAnswers(which) => {
                write!(f, "The output of {which} has no line `sat` or `unsat`.")
            }
            Self::NotKept(which) => write!(
                f,
                "The output of {which} is too long to be kept completely, and the rest matters. Make it less verbose."
            ),
            Self::AnswerCounts(first, end, second) => write!(
                f,
                "The answers are compared one by one, so both solvers must give the same number. The solver ends with {end} and gives {first}; the second solver gives {second}."
            ),
            Self::NoDifference => f.write_str(
                "The solvers agree: there is no query that one answers with sat and the other with unsat.",
            ),
            Self::Rejected(which) => write!(
                f,
                "The difference is no evidence: {which} answers as the solver does, so it may be the reference that is wrong."
            ),
            Self::FailsToo(which, said) => write!(
                f,
                "{which} should pass, but it fails too: `{said}`. Name a solver that handles this file."
            ),
            Self::NotSeeded { signature, at_least, seeds, .. } => write!(
                f,
                "`{signature}` is not shown with {at_least} of {seeds} seeds. Give a smaller number with `--at-least`, or more `--seeds`."
            ),
            Self::Holds(words) => write!(f, "What `not` excludes holds on this file: {words}."),
            Self::NotMore(why) => why.fmt(f),
            Self::NotSlow(why) => why.fmt(f),
            Self::NotWrong(why) => why.fmt(f),
            Self::Refused(message) => write!(
                f,
                "The solver refuses this file or one of its options, and that is no failure: `{message}`. {} To reduce it all the same, name the message with `--match-out` or `--match-err`.",
                remedy(message)
            ),
            Self::ScriptRefuses { end, said } => {
                write!(f, "The script does not accept this file: it ended with {end}")?;
                if let Some(said) = said {
                    write!(f, " and said `{said}`")?;
                }
                f.write_str(
                    ". Exit code 0 means interesting. The script runs in a fresh directory that holds only the file, \
                     with PATH and little else of your environment: name what it needs with `--depends FILE` and `--env NAME`.",
                )
            }
        }
    }
}

impl std::error::Error for NotReproduced {}

impl NotReproduced {
    /// Whether the runs leave open whether the rule holds.
    pub(crate) fn is_open(&self) -> bool {
        self.of_opposite() == Outcome::Unresolved
    }

    /// The outcome of the opposite rule on these runs. It is interesting if they show that the rule does not hold, and
    /// unresolved if they leave that open. Runs that did not start or that a limit stopped show nothing.
    pub(super) fn of_opposite(&self) -> Outcome {
        match self {
            Self::NotStarted(..) | Self::Stopped(..) => Outcome::Uninteresting,
            Self::NotTold(_)
            | Self::NotKept(_)
            | Self::NotSeeded { is_open: true, .. }
            | Self::NoMatch { cut: true, .. }
            | Self::NotMore(NotMore::Untold { cut: true, .. })
            | Self::NotSlow(NotSlow::LimitTooLow { .. })
            | Self::NotWrong(NotWrong::Unchecked) => Outcome::Unresolved,
            Self::NoFailure
            | Self::NoWrongAnswer
            | Self::NoMatch { cut: false, .. }
            | Self::NoAnswers(_)
            | Self::AnswerCounts(..)
            | Self::NoDifference
            | Self::Rejected(_)
            | Self::FailsToo(..)
            | Self::Holds(_)
            | Self::NotSeeded { is_open: false, .. }
            | Self::NotMore(_)
            | Self::NotSlow(_)
            | Self::NotWrong(_)
            | Self::Refused(_)
            | Self::ScriptRefuses { .. } => Outcome::Interesting,
        }
    }
}

/// The commands of SyGuS about which solvers that do not know it complain first.
const SYGUS: [&str; 3] = ["synth-fun", "synth-inv", "check-synth"];

/// What to try where a solver refuses its input with this message.
fn remedy(message: &str) -> &'static str {
    if SYGUS.iter().any(|command| message.contains(command)) {
        "The file is a synthesis problem (SyGuS): use a solver that reads it, such as `cvc5 --lang=sygus2`."
    } else {
        "Is an option missing or wrong, or is the file for another solver?"
    }
}

/// The limit that ended a golden run, and what to try.
fn stopped(f: &mut fmt::Formatter<'_>, which: Which, limit: Limit, limits: &Limits) -> fmt::Result {
    let (name, option) = match which {
        Which::Solver => ("The solver", "--timeout"),
        Which::Second => ("The second solver", "--timeout-cc"),
        Which::Other(_) => ("Another solver", "--timeout-cc"),
        Which::Checker => ("The checker", "--timeout-cc"),
        Which::Script => ("The script", "--timeout"),
    };
    let cpu = limits.cpu.as_secs_f64();
    let idle = limits.idle.as_secs_f64();
    match (limit, which) {
        (Limit::Cpu, Which::Solver) => write!(
            f,
            "{name} hit the {cpu} s CPU limit. If the hang is the bug, add `--hangs`; otherwise raise `{option}`."
        ),
        (Limit::Cpu, Which::Second | Which::Other(_) | Which::Checker | Which::Script) => {
            write!(f, "{name} hit the {cpu} s CPU limit. Raise `{option}`.")
        }
        (Limit::Idle, Which::Solver) => write!(
            f,
            "{name} hit the {idle} s idle limit: it used no CPU time, and may be waiting for its standard input: `--stdin` \
             gives it the file there. If the hang is the bug, add `--hangs`; otherwise raise `--idle`."
        ),
        (Limit::Idle, Which::Second | Which::Other(_) | Which::Checker | Which::Script) => write!(
            f,
            "{name} hit the {idle} s idle limit: it used no CPU time, and may be waiting for its standard input. \
             Raise `--idle` if this is expected."
        ),
        (Limit::Wall, _) => write!(f, "{name} hit its wall time limit. Raise `{option}`."),
        (Limit::Output, _) => write!(
            f,
            "{name} hit its output limit of {} MB. Make it less verbose.",
            limits.output >> 20
        ),
    }
}

/// Checks that a golden run was made and ended by itself.
pub(super) fn ran(golden: &Evidence, which: Which) -> Result<(), NotReproduced> {
    let observation = &golden.observation;
    match observation.end {
        End::LimitHit(Limit::Wall) => Err(NotReproduced::NotTold(which)),
        End::LimitHit(limit) => Err(NotReproduced::Stopped(which, limit, observation.limits)),
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
    let why = observation.err.first_line().map_or_else(
        || format!("exit code {code}"),
        |line| format!("exit code {code}, {line}"),
    );
    NotReproduced::NotStarted(which, why)
}
