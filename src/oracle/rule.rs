//! Rules: what makes a candidate interesting, according to the configuration of its case.

use std::fmt;
use std::time::Duration;

/// What a stream must contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamPattern {
    /// These bytes.
    Text(Vec<u8>),
    /// A match of this regular expression (bytes, multi-line off).
    Regex(String),
}

/// How the runs of one solver are compared with its golden run. By default, the failure is compared: the same end and
/// the same signature. If any field but the last is set, this is replaced by ddSMT's rule: exit codes are equal, a matched stream
/// contains its pattern, an ignored stream is not compared, and any other stream equals that of the golden run after
/// normalisation.
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchRule {
    /// Exit code and both streams equal, byte for byte (`--match exact`).
    pub exact: bool,
    /// Exit code and both streams are equal after normalisation, whatever failure they show.
    pub whole: bool,
    /// What standard output must contain.
    pub out: Option<StreamPattern>,
    /// What standard error must contain.
    pub err: Option<StreamPattern>,
    /// Standard output is not compared.
    pub ignore_out: bool,
    /// Standard error is not compared.
    pub ignore_err: bool,
    /// The exit code is not compared.
    pub ignore_exit: bool,
    /// How many innermost functions on the stack of a crash are compared. None for as many as the rule usually does: one
    /// if the failure is compared, else none.
    pub same_stack: Option<u32>,
}

impl MatchRule {
    /// Whether the failure is compared.
    pub fn is_same_failure(&self) -> bool {
        let plain = MatchRule {
            same_stack: self.same_stack,
            ..MatchRule::default()
        };
        *self == plain
    }

    /// Whether there is a message to look for.
    pub fn names_message(&self) -> bool {
        self.out.is_some() || self.err.is_some()
    }

    fn in_place_of_exact(&self, whole: bool) -> MatchRule {
        MatchRule {
            exact: false,
            whole: self.whole || self.exact && whole,
            ..self.clone()
        }
    }
}

/// What the second solver must do besides, under a rule about time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondRule {
    /// It behaves as in its golden run (`--cross-check`).
    Behaves(MatchRule),
    /// It finds an answer, whichever it is (`--solved-by`).
    Solves,
}

impl SecondRule {
    fn in_place_of_exact(&self, whole: bool) -> SecondRule {
        match self {
            SecondRule::Behaves(rule) => SecondRule::Behaves(rule.in_place_of_exact(whole)),
            SecondRule::Solves => SecondRule::Solves,
        }
    }
}

/// What makes a candidate interesting.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// The solver behaves as in its golden run.
    Same(MatchRule),
    /// The solver behaves as in its golden run, and so does a second one (`--cross-check`).
    CrossCheck(MatchRule, MatchRule),
    /// A query is answered `sat` by one of two solvers and `unsat` by the other (`--differs-from`).
    Differs {
        /// Whether it does not matter who says `sat` (`--either-direction`).
        either_direction: bool,
        /// How many further solvers may reject the difference (`--reject`).
        rejecters: usize,
    },
    /// Two answer-set solvers differ in satisfiability, optimum, models or consequences (`--models-differ-from`).
    ModelsDiffer,
    /// A trusted solver refutes a model of an answer-set program (`--invalid-model`).
    InvalidModel,
    /// The solver finds no answer set where a trusted solver has one (`--incorrect`).
    Incorrect {
        /// Whether a second trusted solver must accept that answer set (`--verified-by`).
        is_verified: bool,
    },
    /// More than half of the voters contradict the answer of an answer-set solver (`--outvoted-by`).
    Outvoted {
        /// How many voters there are.
        voters: usize,
    },
    /// The solver reaches its CPU or idle limit (`--hangs`), and the second solver, if there is one, keeps its rule.
    Hangs(Option<SecondRule>),
    /// The solver takes more CPU time than this (`--slower-than`), and the second solver, if there is one, keeps its
    /// rule.
    SlowerThan(Duration, Option<SecondRule>),
    /// The solver takes at least this many times the CPU time of a reference (`--slower-than-factor`).
    SlowerThanFactor(f64),
    /// The command is an interestingness script, and it exits with code 0 (`--script`).
    Script,
}

impl Rule {
    /// The same rule, but it compares so many functions of the stack of a crash, where it compares what a solver did. None
    /// changes nothing.
    #[must_use]
    pub fn with_same_stack(self, same_stack: Option<u32>) -> Rule {
        let with = |rule: MatchRule| MatchRule { same_stack, ..rule };
        match self {
            Rule::Same(rule) => Rule::Same(with(rule)),
            Rule::CrossCheck(first, second) => Rule::CrossCheck(with(first), second),
            other => other,
        }
    }

    /// Two weaker rules, of which one must hold if the same text is run in different directories, where positions and
    /// the file's name may differ. In place of a comparison byte for byte, one compares after normalisation, and the
    /// other compares failures.
    #[must_use]
    pub fn without_positions(&self) -> [Rule; 2] {
        [true, false].map(|whole| match self {
            Rule::Same(rule) => Rule::Same(rule.in_place_of_exact(whole)),
            Rule::CrossCheck(first, second) => Rule::CrossCheck(
                first.in_place_of_exact(whole),
                second.in_place_of_exact(whole),
            ),
            Rule::Hangs(second) => Rule::Hangs(
                second
                    .as_ref()
                    .map(|second| second.in_place_of_exact(whole)),
            ),
            Rule::SlowerThan(time, second) => Rule::SlowerThan(
                *time,
                second
                    .as_ref()
                    .map(|second| second.in_place_of_exact(whole)),
            ),
            other @ (Rule::Differs { .. }
            | Rule::ModelsDiffer
            | Rule::InvalidModel
            | Rule::Incorrect { .. }
            | Rule::Outvoted { .. }
            | Rule::SlowerThanFactor(_)
            | Rule::Script) => other.clone(),
        })
    }
}

/// Why a rule is unusable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// A pattern is not a regular expression.
    Regex {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
    /// A pattern is empty, so that every output contains it.
    EmptyPattern,
    /// Everything is ignored, so that every candidate would be interesting.
    NothingCompared,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleError::Regex { pattern, why } => {
                write!(f, "`{pattern}` is not a valid regular expression: {why}")
            }
            RuleError::EmptyPattern => f.write_str(
                "the pattern to match is empty, so every output contains it; leave out the option, or use `--ignore-out` or `--ignore-err`",
            ),
            RuleError::NothingCompared => f.write_str(
                "the exit code and both streams are ignored, so every candidate would be interesting; leave out one of the `--ignore` options",
            ),
        }
    }
}

impl std::error::Error for RuleError {}
