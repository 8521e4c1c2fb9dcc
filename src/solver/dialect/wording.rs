//! The wording of a signature: the part of a message that stays the same when the input is renamed, moved or reduced.
//!
//! A location in the solver's source keeps its base name and line. Elsewhere, addresses, paths and numbers become `#`,
//! and text of the input becomes `…`. Digits after a letter belong to a name (`cvc5`, `fpa2bv`).

use super::phrases::Quotes;
use regex::Captures as Parts;
use regex::bytes::{Captures, Regex};
use std::sync::LazyLock;

/// The longest signature, in characters; longer ones are cut.
const LONGEST: usize = 300;

/// The parts of a message. Whole names are matched, so that nothing inside them is taken for something else. Names and
/// numbers are ASCII, because the classes of Unicode take ten times as long to compile.
static PARTS: LazyLock<regex::Regex> = LazyLock::new(|| {
    regex::Regex::new(
        r#"(?x-u)
        (?P<quoted> (?u: "[^"\n]*" | `[^`'\n]*' | '[^'\n]*' ) )
        | (?P<path> (?: (?u: [^\s"'`(),;:]* ) / )? ) (?P<base> [A-Za-z_][\w+-]* (?: \.[A-Za-z+]+ )? ) : (?P<line> \d+ ) (?: :\d+ )? \b
        | (?P<number> 0[xX][0-9a-fA-F]+ | \#x[0-9a-fA-F]+ | \#b[01]+ | @[0-9a-f]{4,} | [0-9]+[a-f][0-9a-f]{5,} \b | [0-9]+ (?: \.[0-9]+ )* )
        | (?P<slashes> [\w.~<>+-]* (?: / [\w.<>+-]+ )+ )
        | (?P<name> [A-Za-z][A-Za-z0-9]* (?: '[A-Za-z]+ )? )"#,
    )
    .expect("a constant pattern")
});

/// The extensions of source files.
const SOURCES: [&str; 22] = [
    "c", "cc", "cpp", "cxx", "C", "h", "hh", "hpp", "hxx", "def", "inc", "y", "l", "ypp", "lpp",
    "g", "rs", "go", "java", "scala", "ml", "py",
];

/// The wording of a match in a signature, made from its groups. A group called `line` is the line number in the file of
/// the group before it.
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
    let joined = parts
        .iter()
        .map(|part| plain(part, quotes))
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(": ");
    match joined.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &joined[..end]),
        None => joined,
    }
}

/// The wording of one group, in a single line.
fn plain(message: &str, quotes: Quotes) -> String {
    let message = match quotes {
        Quotes::Input => without_terms(message),
        Quotes::Code => message.to_owned(),
    };
    let worded = PARTS.replace_all(&message, |part: &Parts<'_>| word(part, quotes));
    let words: Vec<&str> = worded.split_whitespace().collect();
    let line = words.join(" ");
    // The end of SMT-LIB's `(error "…")` is not part of the message.
    let line = line.strip_suffix("\")").unwrap_or(&line);
    line.trim_end_matches([':', '.', ',', ' ']).to_owned()
}

/// The wording of one part.
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

/// Whether a path is one of a solver's source files: by its extension or, without one, because it is in some directory.
fn is_source(path: &str, base: &str) -> bool {
    match base.rsplit_once('.') {
        Some((_, ending)) => SOURCES.contains(&ending),
        None => path.contains('/'),
    }
}

/// Whether the slashes in a text make it a path, unlike those in `and/or`.
fn is_path(text: &str) -> bool {
    text.starts_with(['/', '.', '~', '<']) || text.contains('.')
}

/// The message with every parenthesized term replaced by `…`; if a parenthesis is not closed, everything after it is.
/// Parentheses directly after a name are a call in the solver's source, and are kept.
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
