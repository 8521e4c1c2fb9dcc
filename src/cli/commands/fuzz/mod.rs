//! `smelt fuzz`: random programs, written to files or tried on solvers.

mod emit;
mod solve;

use crate::cli::args::{FuzzArgs, FuzzAspArgs, FuzzLanguage};
use crate::cli::error::CliError;
use crate::fuzz::{Parameters, ProgramClass, Recipe};

pub(super) fn run(args: &FuzzArgs) -> Result<u8, CliError> {
    let FuzzLanguage::Asp(args) = &args.language;
    let recipes = recipes(args);
    match args.emit {
        Some(count) => emit::run(args, &recipes, count.get()),
        None => solve::run(args, &recipes),
    }
}

/// A recipe for each class. Classes take turns: which one a program has follows from its number.
fn recipes(args: &FuzzAspArgs) -> Vec<Recipe> {
    let usual = [ProgramClass::Mixed];
    let classes = match &args.class[..] {
        [] => &usual,
        classes => classes,
    };
    let recipe = |&class| {
        let mut parameters = Parameters::of(args.preset, class);
        for &(parameter, interval) in &args.parameters.0 {
            parameters.set(parameter, interval);
        }
        Recipe {
            class,
            parameters,
            seed: args.seed,
        }
    };
    classes.iter().map(recipe).collect()
}
