//! The formats of answer-set programs: which one a text has, and how it is read and printed.

use super::analysis::Analysis;
use super::aspif::{HEADERS, parse_aspif, print_aspif};
use super::normal::{negative_first, negative_numbers};
use super::print_text::print_text;
use super::smodels::{parse_smodels, print_smodels};
use super::term::{is_number, is_variable};
use super::text::parse_text;
use crate::language::{Analysed, Dialect, ParseError, Parsed, Printed, Syntax};
use crate::tree::{Edit, Symbol, Tree};

/// The name of the language.
pub const NAME: &str = "asp";

/// gringo's text format.
pub const GRINGO: Dialect = Dialect(0);
/// lparse's text format.
pub const LPARSE: Dialect = Dialect(1);
/// The numeric format of lparse and smodels.
pub const SMODELS: Dialect = Dialect(2);
/// aspif with its first header; the dialects with the following numbers are for its other headers.
pub const ASPIF: Dialect = Dialect(3);

/// Whether a dialect is one of the text formats.
pub(super) fn is_text(dialect: Dialect) -> bool {
    matches!(dialect, GRINGO | LPARSE)
}

/// The kinds of formats, each with a reader of its own.
pub(super) enum FormatKind {
    Text,
    Smodels,
    Aspif,
}

/// Which reader a text needs.
pub(super) fn kind(text: &[u8]) -> FormatKind {
    let first = text.trim_ascii_start();
    if first.starts_with(b"asp ") {
        FormatKind::Aspif
    } else if first.first().is_some_and(u8::is_ascii_digit) && is_numeric(first) {
        FormatKind::Smodels
    } else {
        FormatKind::Text
    }
}

/// Answer-set programs in all their formats.
#[derive(Debug)]
pub struct Asp;

impl Syntax for Asp {
    fn parse(&self, text: &[u8]) -> Result<Parsed, ParseError> {
        let (tree, dialect) = match kind(text) {
            FormatKind::Text => {
                let program = parse_text(text)?;
                let dialect = if program.is_lparse { LPARSE } else { GRINGO };
                (program.tree, dialect)
            }
            FormatKind::Smodels => (parse_smodels(text)?, SMODELS),
            FormatKind::Aspif => {
                let (tree, header) = parse_aspif(text)?;
                let dialect = Dialect(ASPIF.0 + u8::try_from(header).unwrap_or(0));
                (tree, dialect)
            }
        };
        Ok(Parsed { tree, dialect })
    }

    fn parse_as(&self, text: &[u8], dialect: Dialect) -> Result<Tree, ParseError> {
        match dialect {
            GRINGO | LPARSE => parse_text(text).map(|program| program.tree),
            SMODELS => parse_smodels(text),
            _ => parse_aspif(text).map(|(tree, _)| tree),
        }
    }

    fn print(&self, tree: &Tree, dialect: Dialect) -> Option<Printed> {
        Some(match dialect {
            GRINGO | LPARSE => print_text(tree, dialect == LPARSE),
            SMODELS => print_smodels(tree).into(),
            Dialect(number) => {
                print_aspif(tree, usize::from(number - ASPIF.0).min(HEADERS.len() - 1))
            }
        })
    }

    /// Zero and one are minimal constants.
    fn rank(&self, token: Symbol) -> u8 {
        match token.bytes() {
            b"0" | b"1" | b"#true" | b"#false" => 0,
            bytes if is_number(bytes) || bytes.starts_with(b"\"") => 1,
            // Variables rank highest, so that a variable may become any constant.
            bytes if is_variable(bytes) => 3,
            _ => 2,
        }
    }

    fn analyse(&self, tree: &Tree) -> Analysed {
        Box::new(Analysis::of(tree))
    }

    fn normalize(&self, tree: &Tree, dialect: Dialect) -> Option<Edit> {
        match dialect {
            GRINGO | LPARSE => negative_numbers(tree),
            SMODELS => negative_first(tree),
            _ => None,
        }
    }
}

/// Whether the first line consists of numbers, and what follows the first number is one, too, as in the numeric format.
/// In text, a number at the beginning is a bound, and no number follows it.
fn is_numeric(text: &[u8]) -> bool {
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_numbers = line
        .iter()
        .all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
    let mut words = text
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    is_numbers && words.nth(1).is_none_or(|word| word[0].is_ascii_digit())
}
