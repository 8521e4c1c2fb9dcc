//! The list of all languages.

use super::asp::Asp;
use super::lines::Lines;
use super::smtlib::SmtLib;
use super::{Language, ParseError, Parsed, Syntax};

/// All languages. The first one is used for files with an unknown extension.
pub const LANGUAGES: &[&dyn Language] = &[&SmtLib, &Asp, &Lines];

/// The language with this name.
pub fn language(name: &str) -> Option<&'static dyn Language> {
    LANGUAGES
        .iter()
        .copied()
        .find(|language| language.name() == name)
}

/// The language of files with this extension.
pub fn language_of_extension(extension: &str) -> Option<&'static dyn Language> {
    LANGUAGES.iter().copied().find(|language| {
        let mut extensions = language.extensions().iter();
        extensions.any(|known| known.eq_ignore_ascii_case(extension))
    })
}

/// Reads a text in a language. If that fails, reads it as plain lines and also returns why it failed.
///
/// # Errors
/// The text cannot be read as lines either.
pub fn parse_or_lines(
    language: &'static dyn Language,
    text: &[u8],
) -> Result<(&'static dyn Language, Parsed, Option<ParseError>), ParseError> {
    match language.parse(text) {
        Ok(parsed) => Ok((language, parsed, None)),
        Err(error) => Ok((&Lines, Lines.parse(text)?, Some(error))),
    }
}
