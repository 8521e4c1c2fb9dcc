//! `smelt fuzz`: random programs, written to files or tried on solvers.

mod emit;
mod solve;

use crate::cli::args::{FuzzAspArgs, FuzzLanguage};
use crate::cli::error::CliError;
use crate::fuzz::{Parameters, ProgramClass, Recipe};

pub(super) fn run(language: &FuzzLanguage) -> Result<u8, CliError> {
    let FuzzLanguage::Asp(args) = language;
    let recipes = recipes(args);
    match args.emit {
        Some(count) => emit::run(args, &recipes, count.get()),
        None => solve::run(args, &recipes),
    }
}

/// A recipe for each class. Classes take turns: the class of a program follows from its number.
fn recipes(args: &FuzzAspArgs) -> Vec<Recipe> {
    let usual = [ProgramClass::Mixed];
    let classes = match &args.class[..] {
        [] => &usual,
        classes => classes,
    };
    let mut recipes = Vec::new();
    for &class in classes {
        let mut parameters = Parameters::of(args.preset, class);
        for &(parameter, interval) in &args.parameters.0 {
            parameters.set(parameter, interval);
        }
        recipes.push(Recipe {
            class,
            parameters,
            seed: args.seed,
        });
    }
    recipes
}
