//! The wording of a signature: what of a message stays when the input is renamed, moved or cut.
//!
//! Of a place in the solver's source the base name and the line stay. Elsewhere addresses, paths and numbers
//! become `#`, and text of the input becomes `…`. Digits behind a letter belong to a name (`cvc5`, `fpa2bv`).

use super::phrases::Quotes;
use regex::Captures as Parts;
use regex::bytes::{Captures, Regex};
use std::sync::LazyLock;

/// Characters of a signature; longer ones are cut.
const LONGEST: usize = 300;

/// What is looked at as one: names are consumed, so that nothing inside of them is taken for something else.
static PARTS: LazyLock<regex::Regex> = LazyLock::new(|| {
    regex::Regex::new(
        r#"(?x)
        (?P<quoted> "[^"\n]*" | `[^`'\n]*' | '[^'\n]*' )
        | (?P<path> (?: [^\s"'`(),;:]* / )? ) (?P<base> [A-Za-z_][\w+-]* (?: \.[A-Za-z+]+ )? ) : (?P<line> \d+ ) (?: :\d+ )? \b
        | (?P<number> 0[xX][0-9a-fA-F]+ | \#x[0-9a-fA-F]+ | \#b[01]+ | @[0-9a-f]{4,} | [0-9]+ (?: \.[0-9]+ )* )
        | (?P<slashes> [\w.~<>+-]* (?: / [\w.<>+-]+ )+ )
        | (?P<name> [A-Za-z][A-Za-z0-9]* (?: '[A-Za-z]+ )? )"#,
    )
    .expect("a constant pattern")
});

/// Endings of the files that solvers are made of.
const SOURCES: [&str; 22] = [
    "c", "cc", "cpp", "cxx", "C", "h", "hh", "hpp", "hxx", "def", "inc", "y", "l", "ypp", "lpp",
    "g", "rs", "go", "java", "scala", "ml", "py",
];

/// The groups of a match, in the wording of a signature. A group called `line` is the line in the file that the
/// group before it names.
pub(super) fn of(regex: &Regex, captures: &Captures<'_>, quotes: Quotes) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (name, group) in regex.capture_names().zip(captures.iter()).skip(1) {
        let Some(group) = group else { continue };
        let text = String::from_utf8_lossy(group.as_bytes());
        match (name, parts.last_mut()) {
            (Some("line"), Some(file)) => {
                file.push(':');
                file.push_str(&text);
            }
            _ => parts.push(text.into_owned()),
        }
    }
    let parts = parts.iter().map(|part| plain(part, quotes));
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    let joined = parts.join(": ");
    match joined.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &joined[..end]),
        None => joined,
    }
}

fn plain(message: &str, quotes: Quotes) -> String {
    let message = match quotes {
        Quotes::Input => without_terms(message),
        Quotes::Code => message.to_owned(),
    };
    let worded = PARTS.replace_all(&message, |part: &Parts<'_>| word(part, quotes));
    let words: Vec<&str> = worded.split_whitespace().collect();
    let line = words.join(" ");
    // What closes SMT-LIB's `(error "…")` is no part of the message.
    let line = line.strip_suffix("\")").unwrap_or(&line);
    line.trim_end_matches([':', '.', ',', ' ']).to_owned()
}

/// What becomes of one part.
fn word(part: &Parts<'_>, quotes: Quotes) -> String {
    let whole = &part[0];
    if let (Some(base), Some(line)) = (part.name("base"), part.name("line")) {
        let path = part.name("path").map_or("", |path| path.as_str());
        return if is_source(path, base.as_str()) {
            format!("{}:{}", base.as_str(), line.as_str())
        } else {
            "#".to_owned()
        };
    }
    if part.name("quoted").is_some() && quotes == Quotes::Input {
        return "…".to_owned();
    }
    if part.name("number").is_some()
        || part
            .name("slashes")
            .is_some_and(|path| is_path(path.as_str()))
    {
        return "#".to_owned();
    }
    whole.to_owned()
}

/// Whether a place is one in a solver's source: by its ending, or, without one, below some directory.
fn is_source(path: &str, base: &str) -> bool {
    match base.rsplit_once('.') {
        Some((_, ending)) => SOURCES.contains(&ending),
        None => path.contains('/'),
    }
}

/// Whether slashes make a path of it, unlike in `and/or`.
fn is_path(text: &str) -> bool {
    text.starts_with(['/', '.', '~', '<']) || text.contains('.')
}

/// The message with each term in parentheses as `…`; of a list that is not closed, all the rest. Parentheses
/// right behind a name are a call in the solver's source and stay.
fn without_terms(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut depth = 0usize;
    let mut before = ' ';
    for char in message.chars() {
        match char {
            '(' if depth > 0 => depth += 1,
            '(' if before.is_whitespace() => {
                depth = 1;
                out.push('…');
            }
            ')' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ => out.push(char),
        }
        before = char;
    }
    out
}
