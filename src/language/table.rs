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

/// The language with this name; if there is none, that of any text.
pub(crate) fn language_or_plain(name: &str) -> &'static dyn Language {
    language(name).unwrap_or(&Lines)
}

/// The language of files with this extension.
pub(crate) fn language_of_extension(extension: &str) -> Option<&'static dyn Language> {
    LANGUAGES.iter().copied().find(|language| {
        let mut extensions = language.extensions().iter();
        extensions.any(|known| known.eq_ignore_ascii_case(extension))
    })
}

/// Whether a text contains code in any language. The language of the case does not say which one the solver reads.
pub fn has_code(text: &[u8]) -> bool {
    LANGUAGES.iter().any(|language| language.has_code(text))
}

/// Whether a text may make a solver leave a file in the current directory, in any language.
pub(crate) fn leaves_files(text: &[u8]) -> bool {
    LANGUAGES.iter().any(|language| language.leaves_files(text))
}

/// Whether a candidate made of the tokens of this text may have code, although the text has none.
pub(crate) fn may_gain_code(text: &[u8]) -> bool {
    LANGUAGES
        .iter()
        .any(|language| language.may_gain_code(text))
}

/// Reads a text in a language. If that fails, reads it as plain lines, and also returns the error.
///
/// # Errors
/// The text cannot be read as lines either.
pub(crate) fn parse_or_lines(
    language: &'static dyn Language,
    text: &[u8],
) -> Result<(&'static dyn Language, Parsed, Option<ParseError>), ParseError> {
    match language.parse(text) {
        Ok(parsed) => Ok((language, parsed, None)),
        Err(error) => Ok((&Lines, Lines.parse(text)?, Some(error))),
    }
}
