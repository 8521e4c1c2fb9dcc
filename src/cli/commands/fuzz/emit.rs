//! `smelt fuzz asp --emit`: writes programs and runs nothing.

use crate::cli::args::FuzzAspArgs;
use crate::cli::error::CliError;
use crate::cli::{exit, output};
use crate::disk::{OwnFile, make_directories};
use crate::fuzz::Recipe;
use std::io;
use std::path::Path;

/// Writes `count` programs, each to a file of its own; a single one to standard output if there is no directory.
pub(super) fn run(args: &FuzzAspArgs, recipes: &[Recipe], count: u64) -> Result<u8, CliError> {
    let numbers = args.first..args.first.saturating_add(count);
    match &args.out {
        Some(out) => {
            let cannot = |error: io::Error, path: &Path| {
                let message = format!("cannot write `{}`: {error}", path.display());
                CliError::new(
                    exit::CASES,
                    message,
                    "choose another directory with `--out`",
                )
            };
            make_directories(out).map_err(|error| cannot(error, out))?;
            for number in numbers {
                let recipe = Recipe::in_turn(recipes, number);
                let text = args.dialect.print(&recipe.program(number));
                let path = out.join(recipe.file_name(number, args.dialect));
                OwnFile::create(&path)
                    .and_then(|mut file| file.append(text.as_bytes()))
                    .map_err(|error| cannot(error, &path))?;
            }
        }
        None if count == 1 => {
            let recipe = Recipe::in_turn(recipes, args.first);
            output::bytes(args.dialect.print(&recipe.program(args.first)).as_bytes())?;
        }
        None => {
            return Err(CliError::usage(
                "several programs need a directory",
                "add `--out DIR`, or write one program with `--emit 1`",
            ));
        }
    }
    Ok(exit::DONE)
}
