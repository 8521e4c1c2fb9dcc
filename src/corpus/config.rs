//! The root file: solvers by name, and globs that say which cases are theirs. It alone defines programs.
//!
//! Everything is checked when the file is read, so that a night's run does not end at a typing error in its
//! hundredth case. A wrong file is an error that names the line and what is known instead.

use super::settings::settings;
use super::source::Source;
use super::tables::{
    CONFIG_NAME, Tables, Wrong, compiled, error, key_at, matches, misplaced, parsed, said,
};
use super::{CaseOptions, CorpusError};
use globset::GlobMatcher;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::Spanned;

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
        let wrong = |wrong| error(path, text, wrong);
        let mut config = Config {
            path: path.to_owned(),
            base: path.parent().unwrap_or(Path::new("")).to_owned(),
            tables: parsed(text).map_err(wrong)?,
            globs: Vec::new(),
        };
        config.globs = config.checked(text).map_err(wrong)?;
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

    /// Whether configuration nearer to a case may add arguments to those of a solver.
    pub(super) fn allows_arguments(&self, name: &str) -> bool {
        let solver = self.tables.solver.get(name);
        solver.is_some_and(|solver| solver.get_ref().case_arguments == Some(true))
    }

    /// Refuses a solver that there is no table of.
    pub(super) fn known_solver(&self, name: &str) -> Result<(), String> {
        if self.tables.solver.contains_key(name) {
            return Ok(());
        }
        let names: Vec<&str> = self.tables.solver.keys().map(String::as_str).collect();
        let known = if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        };
        Err(format!(
            "unknown solver `{name}`: there is no `[solver.{name}]` in `{}` (known solvers: {known})",
            self.path.display()
        ))
    }

    /// What is said in all tables.
    pub(super) fn options(&self) -> impl Iterator<Item = &CaseOptions> {
        let Tables {
            defaults,
            solver,
            case,
        } = &self.tables;
        let tables = defaults.iter().chain(solver.values()).chain(case);
        tables.map(Spanned::get_ref)
    }

    /// What holds for every case.
    pub(super) fn defaults(&self) -> Option<Source> {
        let defaults = self.tables.defaults.as_ref()?;
        Some(self.source(defaults.get_ref(), "[defaults]"))
    }

    /// What holds for the cases of a solver.
    pub(super) fn solver(&self, name: &str) -> Option<Source> {
        let solver = self.tables.solver.get(name)?;
        Some(self.source(solver.get_ref(), &format!("[solver.{name}]")))
    }

    /// What the first `[[case]]` says whose glob matches a case, by the case's path below the corpus' root.
    pub(super) fn case(&self, relative: &Path) -> Option<Source> {
        let index = self.globs.iter().position(|glob| matches(glob, relative))?;
        let case = self.tables.case[index].get_ref();
        Some(self.source(case, &named(case)))
    }

    fn source(&self, options: &CaseOptions, table: &str) -> Source {
        let from = format!("{}, {table}", self.path.display());
        Source::root(options, &self.base, from)
    }

    /// Checks what the shape of the tables does not say; the globs of the cases.
    fn checked(&self, text: &str) -> Result<Vec<GlobMatcher>, Wrong> {
        if let Some(defaults) = &self.tables.defaults {
            let wrong = |what| (Some(defaults.span()), what);
            misplaced(
                "[defaults]",
                defaults.get_ref(),
                &["command", "arguments", "case_arguments", "glob", "solver"],
            )
            .map_err(wrong)?;
            self.check_values("[defaults]", defaults.get_ref())
                .map_err(wrong)?;
        }
        for (name, solver) in &self.tables.solver {
            self.check_solver(name, solver.get_ref())
                .map_err(|what| (Some(solver.span()), what))?;
        }
        let cases = self.tables.case.iter();
        cases
            .map(|case: &Spanned<CaseOptions>| {
                self.check_case(case.get_ref()).map_err(|(key, what)| {
                    let at = key.and_then(|key| key_at(text, case.span().start, key));
                    (Some(at.unwrap_or(case.span())), what)
                })
            })
            .collect()
    }

    fn check_solver(&self, name: &str, solver: &CaseOptions) -> Result<(), String> {
        let table = format!("[solver.{name}]");
        misplaced(&table, solver, &["glob", "solver", "script"])?;
        if solver.command.is_none() {
            return Err(format!("`{table}` has no `command`"));
        }
        self.check_values(&table, solver)
    }

    /// The glob of a `[[case]]`; or the key that is wrong, where it is one, and what is wrong.
    fn check_case(
        &self,
        case: &CaseOptions,
    ) -> Result<GlobMatcher, (Option<&'static str>, String)> {
        let table = |what| (None, what);
        misplaced("[[case]]", case, &["command", "case_arguments"]).map_err(table)?;
        let Some(glob) = &case.glob else {
            return Err(table("a `[[case]]` has no `glob`".to_owned()));
        };
        match (&case.solver, &case.script) {
            (Some(solver), None) => self
                .known_solver(solver)
                .map_err(|what| (Some("solver"), what))?,
            (None, Some(_)) if case.arguments.is_empty() => {}
            (None, Some(_)) => {
                let what = format!(
                    "the `[[case]]` of `{glob}` has `arguments`, but a script gets only the file name"
                );
                return Err((Some("arguments"), what));
            }
            (Some(_), Some(_)) => {
                let what = format!(
                    "the `[[case]]` of `{glob}` has both a `solver` and a `script`; leave out one of them"
                );
                return Err((Some("script"), what));
            }
            (None, None) => {
                let what = format!("the `[[case]]` of `{glob}` has no `solver`");
                return Err(table(what));
            }
        }
        self.check_values(&named(case), case).map_err(table)?;
        compiled(glob).map_err(|what| (Some("glob"), what))
    }

    /// Refuses values that no run could take.
    fn check_values(&self, table: &str, options: &CaseOptions) -> Result<(), String> {
        let source = self.source(options, table);
        let resolved = settings("", Vec::new(), &[source], Some(self));
        resolved
            .map(|_| ())
            .map_err(|error| format!("in `{table}`: {}", said(&error)))
    }
}

/// A `[[case]]` by its glob.
fn named(case: &CaseOptions) -> String {
    let glob = case.glob.as_deref().unwrap_or_default();
    format!("[[case]] '{glob}'")
}
