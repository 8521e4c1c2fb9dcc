//! `smelt man`: manual pages, generated from the definition of the command line.

use crate::cli::error::CliError;
use crate::cli::{definition, exit, output};
use crate::disk::{OwnFile, make_directories};
use clap::Command;
use clap_mangen::Man;
use std::io;
use std::path::Path;

/// Prints smelt(1), or writes a page for each subcommand and prints the paths of the files.
pub(super) fn run(directory: Option<&Path>) -> Result<u8, CliError> {
    let definition = definition::definition();
    match directory {
        None => output::bytes(&page(definition).map_err(|error| unmade(&error))?)?,
        Some(directory) => {
            let written = write_all(definition, directory)?;
            output::data(&written)?;
        }
    }
    Ok(exit::DONE)
}

fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}

/// Writes the page of a command and those of its subcommands. Each is named after the full command: `smelt-cache-gc.1`.
fn write_all(mut definition: Command, directory: &Path) -> Result<String, CliError> {
    definition = definition.disable_help_subcommand(true);
    definition.build();
    make_directories(directory).map_err(|error| unwritten(directory, &error))?;
    let mut written = String::new();
    let mut left = vec![definition];
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().cloned());
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = directory.join(format!("{name}.1"));
        let page = page(command.clone()).map_err(|error| unmade(&error))?;
        OwnFile::create(&path)
            .and_then(|mut file| file.append(&page))
            .map_err(|error| unwritten(&path, &error))?;
        written.push_str(&path.to_string_lossy());
        written.push('\n');
    }
    Ok(written)
}

fn unmade(error: &io::Error) -> CliError {
    let message = format!("cannot make a manual page: {error}");
    CliError::new(exit::INTERNAL, message, "")
}

fn unwritten(path: &Path, error: &io::Error) -> CliError {
    CliError::usage(
        format!("cannot write `{}`: {error}", path.display()),
        "check the permissions, or choose another directory",
    )
}
