//! The command of a tool as a template: words with places that each call fills.

use crate::command::quoted;
use crate::solver::place;
use regex::Regex;
use std::ffi::{OsStr, OsString};
use std::sync::LazyLock;

/// The case.
pub(super) const INPUT: &str = "{input}";

/// Where the tool is to put what it makes of the case. A tool without it changes the case in its place.
pub(super) const OUTPUT: &str = "{output}";

/// The solver and its arguments.
pub(super) const SOLVER: &str = "{solver}";

/// The rule of the case, as options that smelt and ddSMT share.
pub(super) const MATCH: &str = "{match}";

/// A program that exits with 0 if a text still fails by the rule of the case.
pub(super) const SCRIPT: &str = "{script}";

/// All places.
pub(super) const PLACES: [&str; 5] = [INPUT, OUTPUT, SOLVER, MATCH, SCRIPT];

/// What looks like a place: letters in braces.
static PLACE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{[A-Za-z]+\}").expect("a constant pattern"));

/// What looks like a place in a word and is none.
pub(super) fn unknown_place(word: &OsStr) -> Option<&str> {
    let mut places = PLACE.find_iter(word.to_str()?).map(|place| place.as_str());
    places.find(|place| !PLACES.contains(place))
}

/// The words with their places filled: one that stands alone by its words, others by their text.
pub(super) fn filled(words: &[OsString], values: &[(&str, Vec<OsString>)]) -> Vec<OsString> {
    let lines: Vec<OsString> = values.iter().map(|(_, value)| line(value)).collect();
    let texts = values.iter().zip(&lines);
    let texts: Vec<(&str, &OsStr)> = texts.map(|((place, _), line)| (*place, &**line)).collect();
    let mut all = Vec::new();
    for word in words {
        match values.iter().find(|(place, _)| word == place) {
            Some((_, value)) => all.extend(value.iter().cloned()),
            None => all.push(place::filled(word, &texts)),
        }
    }
    all
}

/// Words in one: as they are typed into a shell, if there are several.
fn line(words: &[OsString]) -> OsString {
    match words {
        [word] => word.clone(),
        words => quoted(words).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{filled, unknown_place};
    use std::ffi::{OsStr, OsString};

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn letters_in_braces_are_a_place_that_must_be_known() {
        for (word, found) in [
            ("{ouput}", Some("{ouput}")),
            ("-o={input}{x}", Some("{x}")),
            ("{{out}", Some("{out}")),
            ("{input}", None),
            ("{} { {1} {a b} {é}", None),
        ] {
            assert_eq!(unknown_place(OsStr::new(word)), found, "{word}");
        }
    }

    #[test]
    fn a_place_alone_gives_words_and_one_in_a_word_gives_text() {
        let values = [
            ("{input}", words("a.smt2")),
            ("{match}", words("--match-err x;y")),
            ("{solver}", Vec::new()),
        ];
        for (template, expected) in [
            (
                "t {match} {input}",
                &["t", "--match-err", "x;y", "a.smt2"][..],
            ),
            ("t {solver} -o={input}", &["t", "-o=a.smt2"]),
            ("t in={match}", &["t", "in=--match-err 'x;y'"]),
            ("t {other}", &["t", "{other}"]),
        ] {
            assert_eq!(filled(&words(template), &values), expected, "{template}");
        }
    }

    #[test]
    fn what_is_filled_in_has_no_places() {
        let values = [
            ("{match}", words("--match-err {script}")),
            ("{script}", words("s")),
        ];
        for (template, expected) in [
            ("{match}", &["--match-err", "{script}"][..]),
            ("in={match}", &["in=--match-err {script}"]),
        ] {
            assert_eq!(filled(&words(template), &values), expected, "{template}");
        }
    }
}
