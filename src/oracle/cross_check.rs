//! The cross-check: one rule for the solver under test and another for a second solver, which is run only on candidates
//! that satisfy the first rule.

use super::entry::OracleEntry;
use super::failure::compare;
use super::passes::{self, Passes};
use super::single::{Compare, Compared};
use super::solves::Solves;
use super::{Given, MatchRule, Oracle, Otherwise, RuleError};

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "cross-check",
    about: "A second solver behaves as in its golden run, too",
    options: &[
        "cross-check",
        "match-out-cc",
        "match-err-cc",
        "ignore-output-cc",
        "solved-by",
    ],
    choice: None,
};

/// The options that name a second solver, which has a rule of its own.
pub(super) const COMMANDS: &[&str] = &["cross-check", SOLVED_BY, passes::OPTION];

/// The option that names a solver that must find an answer.
pub(super) const SOLVED_BY: &str = "solved-by";

/// The options that say how the cross-check is compared.
const COMPARED: &[&str] = &["match-out-cc", "match-err-cc", "ignore-output-cc"];

/// What a second solver must do in addition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondRule {
    /// It behaves as in its golden run (`--cross-check`).
    Behaves(MatchRule),
    /// It finds an answer, whichever it is (`--solved-by`).
    Solves,
    /// It passes (`--passes-on`).
    Passes,
}

impl SecondRule {
    /// The same, but what the second solver did is compared in another way.
    pub(super) fn comparing(&self, otherwise: Otherwise<'_>) -> SecondRule {
        match self {
            SecondRule::Behaves(rule) => SecondRule::Behaves(otherwise(1, rule)),
            SecondRule::Solves => SecondRule::Solves,
            SecondRule::Passes => SecondRule::Passes,
        }
    }
}

/// A rule and that of the second solver, if there is one, in the words of the options.
pub(super) fn shown_with_second(own: String, second: Option<&SecondRule>) -> String {
    match second {
        None => own,
        Some(SecondRule::Behaves(rule)) => format!("{own}; cross-check: {}", rule.shown()),
        Some(SecondRule::Solves) => format!("{own}; solved-by"),
        Some(SecondRule::Passes) => format!("{own}; passes-on"),
    }
}

/// The rule of the second solver according to the options, if there is one.
///
/// # Errors
/// They contradict each other.
pub(super) fn read(given: &Given) -> Result<Option<SecondRule>, RuleError> {
    let rule = MatchRule::of_second(given)?;
    let mut chosen = COMMANDS.iter().filter(|option| given.has(option));
    match (chosen.next(), chosen.next()) {
        (Some(one), Some(other)) => Err(RuleError::contradiction(other, one)),
        (Some(&SOLVED_BY), None) => Ok(Some(SecondRule::Solves)),
        (Some(&passes::OPTION), None) => Ok(Some(SecondRule::Passes)),
        (Some(_), None) => Ok(Some(SecondRule::Behaves(rule))),
        (None, _) => Ok(None),
    }
}

/// Checks that no option about the cross-check is given without it.
pub(super) fn none_is_alone(given: &Given) -> Result<(), RuleError> {
    if given.has_any(COMPARED) && !given.has("cross-check") {
        return Err(RuleError::options(
            "an option of the cross-check is given without `cross-check`",
            "give the second command with `--cross-check CMD`",
        ));
    }
    Ok(())
}

/// The oracle with this name for a rule on one run, and that of the second solver if there is one.
pub(super) fn with_second(
    name: &'static str,
    first: Box<dyn Compare>,
    second: Option<&SecondRule>,
) -> Result<Box<dyn Oracle>, RuleError> {
    let (name, second): (_, Option<Box<dyn Compare>>) = match second {
        None => (name, None),
        Some(SecondRule::Behaves(rule)) => (ORACLE.name, Some(compare(rule)?.1)),
        Some(SecondRule::Solves) => (ORACLE.name, Some(Box::new(Solves))),
        Some(SecondRule::Passes) => (passes::OPTION, Some(Box::new(Passes))),
    };
    Ok(Box::new(Compared {
        name,
        first,
        second,
    }))
}
