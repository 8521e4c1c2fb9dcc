//! Why a rule is unusable.

use std::fmt;

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
    /// The options contradict each other or are incomplete, or one has an impossible value.
    Options {
        /// What is wrong.
        what: String,
        /// What to do.
        hint: String,
    },
}

impl RuleError {
    /// A mistake in the options, and what to do.
    pub fn options(what: impl Into<String>, hint: impl Into<String>) -> RuleError {
        let (what, hint) = (what.into(), hint.into());
        RuleError::Options { what, hint }
    }

    /// Two options that cannot be used together. Either may stand for several, with backticks between them.
    pub(super) fn contradiction(one: &str, other: &str) -> RuleError {
        RuleError::options(
            format!("options `{one}` and `{other}` cannot be used together"),
            "use one of them; `smelt help match` explains each",
        )
    }

    /// What to do.
    pub fn hint(&self) -> &str {
        match self {
            RuleError::Options { hint, .. } => hint,
            RuleError::Regex { .. } | RuleError::EmptyPattern | RuleError::NothingCompared => {
                "`smelt help match` explains each option"
            }
        }
    }
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
            RuleError::Options { what, .. } => f.write_str(what),
        }
    }
}

impl std::error::Error for RuleError {}
