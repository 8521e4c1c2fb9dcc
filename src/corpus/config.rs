//! `smelt.toml`: solvers by name, and globs that say which cases are theirs.
//!
//! Everything is checked when the file is read, so that a night's run does not end at a typing error in its
//! hundredth case. A wrong file is an error that names the line and what is known instead.

use super::settings::{Source, settings};
use super::{CaseOptions, CorpusError, Settings};
use globset::{Glob, GlobBuilder, GlobMatcher};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The name of the file at the root of a corpus.
pub const CONFIG_NAME: &str = "smelt.toml";

/// What the file holds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Tables {
    defaults: CaseOptions,
    solver: BTreeMap<String, Spanned<CaseOptions>>,
    case: Vec<Spanned<CaseOptions>>,
}

/// A configuration that was read and found right.
#[derive(Debug)]
pub struct Config {
    path: PathBuf,
    base: PathBuf,
    tables: Tables,
    globs: Vec<GlobMatcher>,
}

impl Config {
    /// Reads a configuration file.
    pub fn read(path: &Path) -> Result<Config, CorpusError> {
        let text = std::fs::read_to_string(path).map_err(|source| CorpusError::Read {
            path: path.to_owned(),
            source,
        })?;
        Config::parse(path, &text)
    }

    /// The configuration at the root of a directory, if it has one.
    pub fn of_directory(directory: &Path) -> Result<Option<Config>, CorpusError> {
        let path = directory.join(CONFIG_NAME);
        if path.exists() {
            Config::read(&path).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The configuration that a text is. Relative paths in it start at the directory of `path`.
    pub fn parse(path: &Path, text: &str) -> Result<Config, CorpusError> {
        let wrong = |span: Option<Range<usize>>, what: String| CorpusError::Config {
            path: path.to_owned(),
            line: span.map(|span| line_of(text, span.start)),
            what,
        };
        let tables: Tables = toml::from_str(text)
            .map_err(|error| wrong(error.span(), error.message().replace('\n', " ")))?;
        let mut config = Config {
            path: path.to_owned(),
            base: path.parent().unwrap_or(Path::new("")).to_owned(),
            tables,
            globs: Vec::new(),
        };
        config.globs = config.checked().map_err(|(span, what)| wrong(span, what))?;
        Ok(config)
    }

    /// The file that it was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The command of a solver by its name.
    pub(super) fn solver_command(&self, name: &str) -> Option<Vec<OsString>> {
        let solver = self.tables.solver.get(name)?.get_ref();
        let mut words = solver.command.as_ref()?.below(&self.base);
        words.extend(solver.arguments.iter().map(OsString::from));
        Some(words)
    }

    /// What holds for every case.
    pub(super) fn defaults(&self) -> Source<'_> {
        self.source(&self.tables.defaults)
    }

    /// The settings of a case by its path below the corpus' root: those of the first `[[case]]` whose glob matches,
    /// with what is nearer (`options`) before them. None if no glob matches.
    pub(super) fn settings(
        &self,
        relative: &Path,
        options: &CaseOptions,
    ) -> Option<Result<Settings, CorpusError>> {
        let index = self.globs.iter().position(|glob| matches(glob, relative))?;
        Some(self.resolve(self.tables.case[index].get_ref(), options))
    }

    /// The settings of the cases of one table.
    fn resolve(&self, case: &CaseOptions, options: &CaseOptions) -> Result<Settings, CorpusError> {
        let name = case.solver.as_deref().unwrap_or_default();
        let solver = self.tables.solver.get(name).map(Spanned::get_ref);
        let mut command = self.solver_command(name).unwrap_or_default();
        command.extend(case.arguments.iter().map(OsString::from));
        let mut sources = vec![
            Source {
                options,
                base: Path::new(""),
            },
            self.source(case),
        ];
        sources.extend(solver.map(|solver| self.source(solver)));
        sources.push(self.defaults());
        settings(name, command, &sources, Some(self))
    }

    fn source<'a>(&'a self, options: &'a CaseOptions) -> Source<'a> {
        Source {
            options,
            base: &self.base,
        }
    }

    /// Checks what the shape of the tables does not say; the globs of the cases.
    fn checked(&self) -> Result<Vec<GlobMatcher>, (Option<Range<usize>>, String)> {
        let none = CaseOptions::default();
        misplaced(
            "[defaults]",
            &self.tables.defaults,
            &["command", "arguments", "case_arguments", "glob", "solver"],
        )
        .map_err(|what| (None, what))?;
        let defaults = settings("", Vec::new(), &[self.defaults()], Some(self));
        defaults.map_err(|error| (None, format!("in `[defaults]`: {}", said(&error))))?;
        for (name, solver) in &self.tables.solver {
            let wrong = |what| (Some(solver.span()), what);
            self.check_solver(name, solver.get_ref()).map_err(wrong)?;
        }
        let mut globs = Vec::new();
        for case in &self.tables.case {
            let wrong = |what| (Some(case.span()), what);
            globs.push(self.check_case(case.get_ref()).map_err(wrong)?);
            self.resolve(case.get_ref(), &none)
                .map_err(|error| wrong(said(&error)))?;
        }
        Ok(globs)
    }

    fn check_solver(&self, name: &str, solver: &CaseOptions) -> Result<(), String> {
        let table = format!("[solver.{name}]");
        misplaced(&table, solver, &["glob", "solver"])?;
        if solver.command.is_none() {
            return Err(format!("`{table}` has no `command`"));
        }
        let resolved = settings(name, Vec::new(), &[self.source(solver)], Some(self));
        resolved
            .map(|_| ())
            .map_err(|error| format!("in `{table}`: {}", said(&error)))
    }

    fn check_case(&self, case: &CaseOptions) -> Result<GlobMatcher, String> {
        misplaced("[[case]]", case, &["command", "case_arguments"])?;
        let Some(glob) = &case.glob else {
            return Err("a `[[case]]` has no `glob`".to_owned());
        };
        let Some(solver) = &case.solver else {
            return Err(format!("the `[[case]]` of `{glob}` has no `solver`"));
        };
        if !self.tables.solver.contains_key(solver) {
            let names: Vec<&str> = self.tables.solver.keys().map(String::as_str).collect();
            let known = if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            };
            return Err(format!(
                "unknown solver `{solver}`; there is no `[solver.{solver}]`, known are: {known}"
            ));
        }
        let glob = GlobBuilder::new(glob).literal_separator(true).build();
        glob.map(|glob| glob.compile_matcher())
            .map_err(|error| error.to_string())
    }
}

/// What an error says, with its hint, in one line.
fn said(error: &CorpusError) -> String {
    format!("{error}; {}", error.hint())
}

/// Refuses keys in a table where they mean nothing.
fn misplaced(table: &str, options: &CaseOptions, keys: &[&str]) -> Result<(), String> {
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
    ];
    for (key, is_given, place) in given {
        if is_given && keys.contains(&key) {
            return Err(format!(
                "`{key}` means nothing in `{table}`; it stands in `{place}`"
            ));
        }
    }
    Ok(())
}

/// A glob without `/` is compared with the file's name, wherever it lies; any other with the path below the root.
fn matches(glob: &GlobMatcher, relative: &Path) -> bool {
    let text = Glob::glob(glob.glob());
    if text.contains('/') {
        return glob.is_match(relative);
    }
    relative.file_name().is_some_and(|name| glob.is_match(name))
}

/// The line of a byte of a text, from 1.
fn line_of(text: &str, at: usize) -> usize {
    1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..at.min(text.len())]).count()
}
