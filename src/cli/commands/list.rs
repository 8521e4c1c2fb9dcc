//! `smelt list`: prints the names that options take, from the lists that the program itself uses.

use super::help;
use crate::cli::args::ListWhat;
use crate::cli::error::CliError;
use crate::cli::fit::wrapped;
use crate::cli::{exit, output};
use crate::language::LANGUAGES;
use crate::mutator::{ByDefault, MUTATORS, Mutator, Profile, THEORIES, Theory};
use crate::oracle::ORACLES;
use crate::search::{MINIMISERS, OutlineLine, STRATEGIES, ddmin_stages, outline};

pub(super) fn run(what: ListWhat) -> Result<u8, CliError> {
    let lines: Vec<(&str, String)> = match what {
        ListWhat::Stages => {
            output::data(&stages())?;
            return Ok(exit::DONE);
        }
        ListWhat::Columns => return help::run(&["columns".to_owned()]),
        ListWhat::Strategies => STRATEGIES
            .iter()
            .map(|strategy| (strategy.name, strategy.about.to_owned()))
            .collect(),
        ListWhat::Minimisers => MINIMISERS
            .iter()
            .map(|minimiser| (minimiser.name, minimiser.about.to_owned()))
            .collect(),
        ListWhat::Mutators => MUTATORS
            .iter()
            .map(|mutator| (mutator.name(), in_columns(mutator.profile())))
            .collect(),
        ListWhat::Theories => THEORIES
            .iter()
            .map(|theory| (theory.name, about(theory)))
            .collect(),
        ListWhat::Oracles => ORACLES
            .iter()
            .map(|oracle| (oracle.name, oracle.about.to_owned()))
            .collect(),
        ListWhat::Languages => LANGUAGES
            .iter()
            .map(|language| {
                let ends = language.extensions().join(" .");
                (language.name(), format!("{} (.{ends})", language.about()))
            })
            .collect(),
    };
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines: Vec<String> = lines
        .iter()
        .map(|(name, about)| format!("{name:width$}  {about}\n"))
        .collect();
    output::data(&lines.concat())?;
    Ok(exit::DONE)
}

/// The most columns of a line of an outline, unless a single word is longer.
const COLUMNS: usize = 100;

/// The outlines of all strategies.
fn stages() -> String {
    let mut text = String::new();
    for strategy in STRATEGIES {
        text.push_str(strategy.name);
        text.push_str(":\n");
        for OutlineLine { depth, text: words } in outline(strategy) {
            let indent = 2 * depth + 2;
            text.push_str(&wrapped(&words, indent, indent + 4, Some(COLUMNS)));
        }
    }
    text
}

/// The theory, the stages and the description of a mutator.
fn in_columns(profile: &Profile) -> String {
    let longest = |length: fn(&Profile) -> usize| {
        let lengths = MUTATORS.iter().map(|mutator| length(mutator.profile()));
        lengths.max().unwrap_or(0)
    };
    let theories = longest(|profile| profile.theory.len());
    let stages = longest(|profile| ddmin_stages(profile.name).len());
    let (theory, stage) = (profile.theory, ddmin_stages(profile.name));
    let when = match profile.by_default {
        ByDefault::On => "",
        ByDefault::InThoroughSearches => " (not with auto, unless with --effort deep)",
        ByDefault::InDeepSearches => " (with --effort deep)",
        ByDefault::InLastRound => " (in the last round)",
    };
    let about = profile.about;
    format!("{theory:theories$}  {stage:stages$}  {about}{when}")
}

/// The description of a theory, and its mutators.
fn about(theory: &Theory) -> String {
    let names: Vec<&str> = theory.mutators().map(Mutator::name).collect();
    format!("{}: {}", theory.about, names.join(", "))
}
