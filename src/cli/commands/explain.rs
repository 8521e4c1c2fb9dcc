//! `smelt check --explain`: shows where every setting of a case comes from.

use super::preparation::command;
use crate::cli::args::CheckArgs;
use crate::cli::error::CliError;
use crate::cli::{exit, output};
use crate::corpus::{Case, Config, explain};
use crate::reduction::after_colon;
use std::path::Path;

pub(super) fn run(args: &CheckArgs, input: &Path) -> Result<u8, CliError> {
    let case = Case::of_file(input)?;
    let config = match &args.common.run.config {
        Some(file) => Some(Config::read(file)?),
        None => Config::of_directory(case.root())?,
    };
    let hint = "put the solver and its arguments after the file";
    let command = command(&args.command, hint)?;
    let options = args.common.options();
    match explain(&case, config.as_ref(), &options, command.as_ref())? {
        Ok(explained) => {
            output::data(&explained.to_string())?;
            Ok(exit::DONE)
        }
        Err(why) => {
            output::say(&format!("error: {}", after_colon(&why)));
            Ok(exit::CASES)
        }
    }
}
