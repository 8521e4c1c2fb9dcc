//! `smelt list`: prints the names that options take, from the lists that the program itself uses.

use crate::cli::args::ListWhat;
use crate::cli::error::CliError;
use crate::cli::{exit, output};
use crate::language::LANGUAGES;
use crate::mutator::{ByDefault, MUTATORS, Mutator, Profile, THEORIES, Theory};
use crate::oracle::ORACLES;
use crate::search::{MINIMISERS, STRATEGIES};

pub(super) fn run(what: ListWhat) -> Result<u8, CliError> {
    let lines: Vec<(&str, String)> = match what {
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
            .map(|(name, about)| (*name, (*about).to_owned()))
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

/// The theory, the stages and the description of a mutator.
fn in_columns(profile: &Profile) -> String {
    let longest = |len: fn(&Profile) -> usize| {
        let lens = MUTATORS.iter().map(|mutator| len(mutator.profile()));
        lens.max().unwrap_or(0)
    };
    let theories = longest(|of| of.theory.len());
    let stages = longest(|of| of.stages().len());
    let (theory, stage) = (profile.theory, profile.stages());
    let when = match profile.by_default {
        ByDefault::On => "",
        ByDefault::InThoroughSearches => " (not with auto, unless with --effort deep)",
        ByDefault::InDeepSearches => " (with --effort deep)",
        ByDefault::Off => " (off by default)",
    };
    format!(
        "{theory:theories$}  {stage:stages$}  {}{when}",
        profile.about
    )
}

/// The description of a theory, and its mutators.
fn about(theory: &Theory) -> String {
    let names: Vec<&str> = theory.mutators().map(Mutator::name).collect();
    format!("{}: {}", theory.about, names.join(", "))
}
