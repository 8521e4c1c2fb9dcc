//! `smelt completions`: a script that completes arguments in a shell, generated from the definition of the command
//! line.

use crate::cli::error::CliError;
use crate::cli::{definition, exit, output};
use clap_complete::Shell;

pub(super) fn run(shell: Shell) -> Result<u8, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition::visible(), "smelt", &mut script);
    output::bytes(&script)?;
    Ok(exit::DONE)
}
