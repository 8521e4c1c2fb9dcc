//! How solvers complain about a file or an option that they do not understand.
//!
//! A complaint is no failure, so it is looked for only in runs that show none: a solver that refuses some commands may
//! still crash or give a wrong model. Phrases marked as unseen were not checked against a release of the solver.

use crate::observation::{Observation, Stream, quoted_line};
use regex::bytes::{Regex, RegexBuilder};
use std::sync::LazyLock;

/// The beginnings of messages that refuse the file, one of its commands, or an option of the command line. Those of
/// answer-set solvers are read with their answers.
const REFUSALS: [&[&str]; 6] = [Z3, CVC, YICES, BITWUZLA, MATHSAT, GENERAL];

const Z3: &[&str] = &[
    r#"\(error "line \d+ column \d+: (?:unknown|unsupported|unexpected|unbalanced|[Ii]nvalid|incorrect|ambiguous|expecting) "#,
    r#"\(error "line \d+ column \d+: (?:Parsing function declaration|Sort mismatch|Sorts \S|Wrong number|Argument \S|named expression|operator is applied|declared arity)"#,
    r#"\(error "line \d+ column \d+: [^\n]*(?:already (?:declared|defined)|does not match|(?:expected|missing)"\)$|is not enabled|is not available|cannot be (?:set|modified)|must be|expects |is not well.sorted|is not supported|logic does not support)"#,
    // What the parts for each theory say of sorts, parameters and patterns.
    r#"\(error "line \d+ column \d+: [^\n]*(?:\b[Ee]xpect(?:ed|ing)?\b|sorts? miss?match|cannot be (?:a |variables|quantif)|not permitted|out of bounds)"#,
    r#"\(error "line \d+ column \d+: [^\n]*(?:\btakes (?:no|only|at least|precisely|one|two) |\brequires \w+ (?:argument|sort|function|datatype)|\bno arguments )"#,
    r"^(?:ERROR|Error): (?:unknown parameter|invalid (?:parameter|command line option)|Expected values)",
];

/// cvc4 and cvc5.
const CVC: &[&str] = &[
    r#"\(error "(?:Parse Error: |Error in option parsing|Expected |[Ee]xpecting |Subexpressions must have |Cannot |A non-linear |Quantifier used )"#,
    r#"\(error "[^\n]*(?:not supported in default mode|\btry --[a-z])"#,
    r"^Error in option parsing: ",
    // On an input in another language than SMT-LIB.
    r"^Parse Error: [^\n]*:\d+\.\d+: ",
];

const YICES: &[&str] = &[
    r#"\(error "at line \d+, column \d+: "#,
    r#"\(error "(?:no logic set|option :|not supported: |type error |[^\n]* (?:is|are) not allowed)"#,
    r"^\S+: invalid option: ",
];

/// Boolector and Bitwuzla, unseen.
const BITWUZLA: &[&str] = &[
    r"^(?:boolector|bitwuzla): [^\s:]*:\d+[:.]\d+: ",
    r"^\[error\] (?:[^\s:]*:\d+[:.]\d+: |invalid option)",
];

/// MathSAT, unseen.
const MATHSAT: &[&str] = &[r#"\(error "[^\n]*\(line: \d+\)"#];

/// OpenSMT and others, unseen.
const GENERAL: &[&str] = &[
    r#"\(error "(?i:(?:parse|parser|syntax) error|(?:unknown|undeclared|undefined|unsupported) |[^\n]* not (?:declared|supported)\b)"#,
];

/// Remarks on commands and logics that are passed over.
const REMARKS: &[&str] = &[r"^; [^\n]* line: \d+ position: \d+$", r"^unsupported$"];

/// Words that suggest that a message of an unknown solver is a complaint: they name a line of the input, or speak of
/// its syntax. A line `unknown` is an answer.
const WORDS: &[&str] = &[
    r"(?i)\bline:? \d+|:\d+(?::|\.\d)|\b(?:syntax|pars(?:e|ing)|unsupported|undeclared|expected)\b",
    r"(?i)[^\n]\bunknown\b|\bunknown\b[^\n]",
];

/// An error in SMT-LIB's form. Where it was found is not part of the message.
const ERROR: &[&str] = &[
    r#"\(error "(?:(?:at )?line \d+,? column \d+: |Parse Error: (?:[^\s:]*:\d+\.\d+: )?)?([^\n]+)"#,
];

static REFUSED: LazyLock<Regex> = LazyLock::new(|| one_of(&REFUSALS.concat()));
static REMARKED: LazyLock<Regex> = LazyLock::new(|| one_of(REMARKS));
static DOUBTED: LazyLock<Regex> = LazyLock::new(|| one_of(WORDS));
static ERRED: LazyLock<Regex> = LazyLock::new(|| one_of(ERROR));

/// The line in which a run refuses the file or one of its options, if there is one and the run reports no other error.
/// The run must not show a failure.
pub(super) fn refusal(run: &Observation) -> Option<String> {
    let complaint = first(run, &REFUSED)?;
    let only_refuses = texts(run)
        .flat_map(|text| text.split(|&byte| byte == b'\n'))
        .filter(|line| ERRED.is_match(line))
        .all(|error| REFUSED.is_match(error));
    only_refuses.then_some(complaint)
}

/// Whether a run only refuses its input or its command.
pub(crate) fn is_refused(run: &Observation) -> bool {
    refusal(run).is_some()
}

/// Whether a run refuses a part of its input or its command, whatever else it does.
pub(crate) fn complains(run: &Observation) -> bool {
    first(run, &REFUSED).is_some()
}

/// The line in which a run says that it has passed over a command or a logic, if there is one.
pub(super) fn passed_over(run: &Observation) -> Option<String> {
    first(run, &REMARKED)
}

/// The line by which a run of an unknown solver may only say that it does not understand the file or an option.
pub(super) fn doubt(run: &Observation) -> Option<String> {
    first(run, &DOUBTED)
}

/// The first error that a run reports in SMT-LIB's form, without the place in the input.
pub(super) fn first_error(run: &Observation) -> Option<String> {
    texts(run).find_map(|text| {
        let captures = ERRED.captures(text)?;
        let message = String::from_utf8_lossy(captures.get(1)?.as_bytes());
        Some(message.trim_end_matches("\")").to_owned())
    })
}

/// The first line of a run that complains in these words.
fn first(run: &Observation, words: &Regex) -> Option<String> {
    texts(run).find_map(|text| {
        let complaint = words.find(text)?;
        Some(quoted_line(text, complaint.range()))
    })
}

/// The lines of both streams that are kept whole, standard error first.
fn texts(run: &Observation) -> impl Iterator<Item = &[u8]> {
    [&run.err, &run.out].into_iter().flat_map(whole_lines)
}

/// The lines that are kept whole: one text before the gap of a long stream, and one after it.
fn whole_lines(stream: &Stream) -> [&[u8]; 2] {
    let (head, tail) = (stream.head.as_slice(), stream.tail.as_slice());
    if tail.is_empty() {
        return [head, tail];
    }
    let end = memchr::memrchr(b'\n', head).unwrap_or_default();
    let begin = memchr::memchr(b'\n', tail).unwrap_or(tail.len());
    [&head[..end], &tail[begin..]]
}

/// An expression for any of these; `^` and `$` match at line ends.
fn one_of(patterns: &[&str]) -> Regex {
    RegexBuilder::new(&patterns.join("|"))
        .unicode(false)
        .multi_line(true)
        .build()
        .expect("the patterns of the table are tested")
}

#[cfg(test)]
mod tests;
