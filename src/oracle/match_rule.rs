//! How the runs of one solver are compared with its golden run, according to options.

use super::{Given, RuleError};

/// What a stream must contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamPattern {
    /// These bytes.
    Text(Vec<u8>),
    /// A match of this regular expression (bytes, multi-line off).
    Regex(String),
}

/// How the runs of one solver are compared with its golden run. By default, the failure is compared: the same end and
/// the same signature. If any field but the last is set, ddSMT's rule replaces this: exit codes are equal, a matched
/// stream contains its pattern, an ignored stream is not compared, and any other stream equals that of the golden run
/// after normalisation.
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
    /// How many innermost functions on the stack of a crash are compared. None for the default: one if the failure is
    /// compared, otherwise zero.
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

    /// The same, but instead of byte for byte, everything (`whole`) or the failure is compared after normalisation.
    pub(super) fn in_place_of_exact(&self, whole: bool) -> MatchRule {
        MatchRule {
            exact: false,
            whole: self.whole || self.exact && whole,
            ..self.clone()
        }
    }

    /// The comparison for the solver under test according to the options.
    ///
    /// # Errors
    /// They contradict each other.
    pub(super) fn of_solver(given: &Given) -> Result<MatchRule, RuleError> {
        for (ones, other) in CONTRADICTIONS {
            if given.has_any(ones) && given.has(other) {
                return Err(RuleError::contradiction(ones[0], other));
            }
        }
        if given.has_any(&PATTERNS) && given.has("ignore-output") {
            return Err(RuleError::contradiction("match-*", "ignore-output"));
        }
        let ignores_both = given.has("ignore-output");
        Ok(MatchRule {
            whole: false,
            exact: given.text("match").as_deref() == Some("exact"),
            out: pattern(given, "match-out"),
            err: pattern(given, "match-err"),
            ignore_out: ignores_both || given.has("ignore-out"),
            ignore_err: ignores_both || given.has("ignore-err"),
            ignore_exit: given.has("ignore-exit"),
            same_stack: None,
        })
    }

    /// Checks the regular expressions.
    ///
    /// # Errors
    /// One of them is invalid.
    pub(super) fn check_patterns(&self) -> Result<(), RuleError> {
        for pattern in [&self.out, &self.err].into_iter().flatten() {
            if let StreamPattern::Regex(regex) = pattern
                && let Err(error) = regex::bytes::Regex::new(regex)
            {
                return Err(RuleError::options(
                    format!("cannot use the regular expression `{regex}`: {error}"),
                    "correct the expression, or match plain text with `--match-out` or `--match-err`",
                ));
            }
        }
        Ok(())
    }

    /// The comparison for the second solver according to the options.
    ///
    /// # Errors
    /// They contradict each other.
    pub(super) fn of_second(given: &Given) -> Result<MatchRule, RuleError> {
        let ignores_both = given.has("ignore-output-cc");
        if ignores_both && given.has_any(&["match-out-cc", "match-err-cc"]) {
            return Err(RuleError::contradiction("match-*-cc", "ignore-output-cc"));
        }
        Ok(MatchRule {
            out: pattern(given, "match-out-cc"),
            err: pattern(given, "match-err-cc"),
            ignore_out: ignores_both,
            ignore_err: ignores_both,
            ..MatchRule::default()
        })
    }

    /// What is compared, in the words of the options.
    pub(super) fn shown(&self) -> String {
        if self.exact {
            return "exact".to_owned();
        }
        let mut words = Vec::new();
        for (name, pattern) in [("match-out", &self.out), ("match-err", &self.err)] {
            match pattern {
                Some(StreamPattern::Text(text)) => {
                    words.push(format!("{name} {:?}", String::from_utf8_lossy(text)));
                }
                Some(StreamPattern::Regex(regex)) => words.push(format!("{name}-regex {regex:?}")),
                None => {}
            }
        }
        for (name, is_ignored) in [
            ("ignore-out", self.ignore_out),
            ("ignore-err", self.ignore_err),
            ("ignore-exit", self.ignore_exit),
        ] {
            if is_ignored {
                words.push(name.to_owned());
            }
        }
        let own = if words.is_empty() {
            "the same failure".to_owned()
        } else {
            words.join(", ")
        };
        match self.same_stack {
            None => own,
            Some(depth) => format!("{own}, same-stack {depth}"),
        }
    }
}

/// The options that name what a stream of the solver under test must contain.
const PATTERNS: [&str; 4] = [
    "match-out",
    "match-err",
    "match-out-regex",
    "match-err-regex",
];

/// Options that contradict another one. The first stands for all of them in the message.
const CONTRADICTIONS: [(&[&str], &str); 4] = [
    (&["match-out"], "match-out-regex"),
    (&["match-err"], "match-err-regex"),
    (&["match-out", "match-out-regex"], "ignore-out"),
    (&["match-err", "match-err-regex"], "ignore-err"),
];

/// What a stream must contain according to the option `key`, or to `key-regex`.
fn pattern(given: &Given, key: &str) -> Option<StreamPattern> {
    if let Some(text) = given.text(key) {
        return Some(StreamPattern::Text(text.into_bytes()));
    }
    given
        .text(&format!("{key}-regex"))
        .map(StreamPattern::Regex)
}
