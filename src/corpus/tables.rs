//! The tables of a `smelt.toml` in any directory: their types, and where something is in the text.

use super::unknown_key::unknown_key;
use super::{CaseOptions, CommandLine, CorpusError};
use globset::{Glob, GlobBuilder, GlobMatcher};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// The name of a configuration file in a directory of a corpus.
pub const CONFIG_NAME: &str = "smelt.toml";

/// The contents of such a file.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ConfigTables {
    /// For every case, unless something more specific overrides it.
    #[schemars(with = "Option<CaseOptions>")]
    pub(super) defaults: Option<Spanned<CaseOptions>>,
    /// The solvers, by the names that appear in reports. Only in the file at the root of a corpus.
    #[schemars(with = "BTreeMap<String, CaseOptions>")]
    pub(super) solver: BTreeMap<String, Spanned<CaseOptions>>,
    /// The first one whose `glob` matches a case applies to it.
    #[schemars(with = "Vec<CaseOptions>")]
    pub(super) case: Vec<Spanned<CaseOptions>>,
    /// Programs of builds by name. Only at the root.
    #[schemars(with = "BTreeMap<String, CommandLine>")]
    pub(super) build: BTreeMap<String, Spanned<CommandLine>>,
    /// What `smelt compare` compares, by name. Only at the root.
    #[schemars(with = "BTreeMap<String, ToolTable>")]
    pub(super) tool: BTreeMap<String, Spanned<ToolTable>>,
}

/// A tool that `smelt compare` compares with others.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ToolTable {
    /// `smelt` and its options; or a command with the places {input}, {output}, {solver}, {match} and {script}.
    pub(super) command: CommandLine,
}

/// What is wrong with a text, and where, if that is known.
pub(super) type Wrong = (Option<Range<usize>>, String);

/// Parses a text.
pub(super) fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Wrong> {
    toml::from_str(text).map_err(|error| {
        let message = error.message();
        let what = unknown_key(message).unwrap_or_else(|| plainly(message));
        (error.span(), what)
    })
}

/// A deserializer's message in one line, without the names of Rust types.
fn plainly(message: &str) -> String {
    let words = [
        ("\n", " "),
        ("expected f64", "expected a number"),
        (
            "expected u64",
            "expected a whole number that is not negative",
        ),
        ("floating point `", "number `"),
    ];
    let mut text = message.to_owned();
    for (rust, plain) in words {
        text = text.replace(rust, plain);
    }
    text
}

/// The error for a file.
pub(super) fn error(path: &Path, text: &str, (span, what): Wrong) -> CorpusError {
    CorpusError::Config {
        path: path.to_owned(),
        line: span.map(|span| line_of(text, span.start)),
        what,
    }
}

/// The position of a key in the table that begins at `begin`, if a simple search finds it.
pub(super) fn key_at(text: &str, begin: usize, key: &str) -> Option<Range<usize>> {
    let mut at = begin;
    for line in text[begin..].split_inclusive('\n') {
        if at > begin && line.trim_start().starts_with('[') {
            return None; // the next table
        }
        let rest = line.trim_start().strip_prefix(key);
        if rest.is_some_and(|rest| rest.trim_start().starts_with('=')) {
            return Some(at..at + line.len());
        }
        at += line.len();
    }
    None
}

/// An error with its hint in one line.
pub(super) fn said(error: &CorpusError) -> String {
    format!("{error}; {}", error.hint())
}

/// Refuses keys in a table where they have no effect.
pub(super) fn misplaced(table: &str, options: &CaseOptions, keys: &[&str]) -> Result<(), String> {
    let given = [
        ("command", options.command.is_some(), "[solver.NAME]"),
        (
            "arguments",
            !options.arguments.is_empty(),
            "[solver.NAME]` and `[[case]]",
        ),
        (
            "case_arguments",
            options.case_arguments.is_some(),
            "[solver.NAME]",
        ),
        ("glob", options.glob.is_some(), "[[case]]"),
        ("solver", options.solver.is_some(), "[[case]]"),
        (
            "script",
            options.script.is_some(),
            "[defaults]` and `[[case]]",
        ),
    ];
    for (key, is_given, table_of_key) in given {
        if is_given && keys.contains(&key) {
            return Err(format!(
                "`{key}` has no effect in `{table}`; it belongs in `{table_of_key}`"
            ));
        }
    }
    Ok(())
}

/// The glob of a `[[case]]`, compiled. One that cannot match the path of any case is refused.
pub(super) fn compiled(glob: &str) -> Result<GlobMatcher, String> {
    if ["/", "./", "../"]
        .iter()
        .any(|begin| glob.starts_with(begin))
    {
        return Err(format!(
            "`{glob}` matches no case: a glob is compared with the path below the directory, which does not begin like this"
        ));
    }
    GlobBuilder::new(glob)
        .literal_separator(true)
        .build()
        .map(|glob| glob.compile_matcher())
        .map_err(|error| error.to_string())
}

/// Matches a glob: without a `/`, it is compared with the file name; otherwise with the path below the root.
pub(super) fn matches(glob: &GlobMatcher, relative: &Path) -> bool {
    let text = Glob::glob(glob.glob());
    if text.contains('/') {
        return glob.is_match(relative);
    }
    relative.file_name().is_some_and(|name| glob.is_match(name))
}

/// The line of a position in a text, from 1.
fn line_of(text: &str, at: usize) -> usize {
    1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..at.min(text.len())]).count()
}
