//! Reads a file for subcommands that run no solver.

use super::preparation::check_input;
use crate::cli::dash::FileOrStream;
use crate::cli::error::CliError;
use crate::corpus::did_you_mean;
use crate::input::{self, InputFile, LARGEST_FILE, plain_name};
use crate::language::{
    LANGUAGES, Language, TestCase, language, language_of_extension, parse_or_lines,
};
use std::path::Path;

/// The error for a name that is not among the known ones.
pub(super) fn unknown(what: &str, name: &str, known: &[&str]) -> CliError {
    let hint = did_you_mean(name, known)
        .unwrap_or_else(|| format!("`smelt list {what}s` shows all of them"));
    CliError::usage(format!("unknown {what} `{name}`"), hint)
}

/// The language with this name, or that of the file's extension.
fn chosen_language(input: &Path, name: Option<&str>) -> Result<&'static dyn Language, CliError> {
    if let Some(name) = name {
        let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name()).collect();
        return language(name).ok_or_else(|| unknown("language", name, &names));
    }
    Ok(plain_name(input)
        .extension()
        .and_then(|extension| extension.to_str())
        .and_then(language_of_extension)
        .unwrap_or(LANGUAGES[0]))
}

/// Reads a file, or standard input for `-`, in the language with this name, or that of its extension, or else as lines.
pub(super) fn read(
    name: &Path,
    language: Option<&str>,
) -> Result<(TestCase, &'static dyn Language), CliError> {
    let chosen = chosen_language(name, language)?;
    let any_bytes = language.is_some() && chosen.takes_any_bytes();
    let input = FileOrStream::input(name, LARGEST_FILE)?;
    let file = InputFile::named(input.path());
    check_input(&file)?;
    let name = name.display();
    let input = input::read(&file, any_bytes)
        .map_err(|error| CliError::usage(format!("`{name}`: {error}"), ""))?;
    let (language, parsed, _) = parse_or_lines(chosen, &input.text)
        .map_err(|error| CliError::usage(format!("cannot read `{name}`: {error}"), ""))?;
    Ok((TestCase::new(language, parsed), language))
}
