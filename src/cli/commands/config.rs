//! `smelt config`: about `smelt.toml`.

use crate::cli::args::ConfigCommand;
use crate::cli::error::CliError;
use crate::cli::{exit, output};
use crate::corpus::schema;

pub(super) fn run(command: &ConfigCommand) -> Result<u8, CliError> {
    match command {
        ConfigCommand::Schema => output::data(&format!("{:#}\n", schema()))?,
    }
    Ok(exit::DONE)
}
