//! The place for a seed in a command.

use super::CorpusError;
use crate::oracle::{Rule, Seeds};
use crate::solver::place;
use std::ffi::OsString;

/// Stands for the seed, anywhere in a word of the command.
pub(crate) const PLACE: &str = "{seed}";

/// The command with this seed.
pub(super) fn with_seed(command: &[OsString], seed: u32) -> Vec<OsString> {
    let seed = OsString::from(seed.to_string());
    let words = command.iter();
    words
        .map(|word| place::filled(word, &[(PLACE, &seed)]))
        .collect()
}

/// The rule for as many seeds as are given, if they are: `others` is how many other solvers it has.
pub(super) fn seeded(
    rule: Rule,
    others: usize,
    (seeds, at_least): (Option<u32>, Option<u32>),
    command: &[OsString],
) -> Result<Rule, CorpusError> {
    // Without a command, one source of several is looked at: others may say the rest.
    if !command.is_empty() {
        check(seeds, at_least, command)?;
    }
    Ok(match seeds {
        None => rule,
        Some(seeds) => Rule::of(Seeds {
            rule,
            others,
            seeds,
            at_least: at_least.unwrap_or(1),
        }),
    })
}

/// Checks that seeds and their place are given together.
fn check(
    seeds: Option<u32>,
    at_least: Option<u32>,
    command: &[OsString],
) -> Result<(), CorpusError> {
    let has_place = command.iter().any(|word| place::has(word, PLACE));
    let error = |what: String, hint| Err(CorpusError::options(what, hint));
    match (seeds, at_least) {
        (None, Some(_)) => error(
            "`at-least` is given without `seeds`".to_owned(),
            "say with `seeds` how many seeds there are",
        ),
        (None, None) if has_place => error(
            "the command has `{seed}`, but `seeds` is not given".to_owned(),
            "say with `seeds` how many seeds there are, such as `--seeds 10 --at-least 3`",
        ),
        (Some(_), _) if !has_place => error(
            "`seeds` is given, but the command has no `{seed}`".to_owned(),
            "put `{seed}` where the solver takes its seed, such as `--seed={seed}`",
        ),
        (Some(seeds), Some(least)) if least > seeds => error(
            format!("`at-least` is {least}, but there are only {seeds} seeds"),
            "give a smaller number, or more seeds",
        ),
        _ => Ok(()),
    }
}
