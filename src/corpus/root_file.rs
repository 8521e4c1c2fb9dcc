//! Reads the root file; its parser reads those of directories, too, whose tables are checked in `case_sources`.
//!
//! The whole file is checked when it is read, so that a typing error does not surface at the hundredth case of a long
//! run. Errors name the line, and the names that are known.

use super::config::named;
use super::settings::settings;
use super::tables::{CONFIG_NAME, Wrong, compiled, error, key_at, misplaced, parsed, said};
use super::{CaseOptions, Config, CorpusError};
use crate::input::InputFile;
use globset::GlobMatcher;
use std::io;
use std::path::Path;

impl Config {
    /// Reads a configuration file.
    pub fn read(path: &Path) -> Result<Config, CorpusError> {
        let unread = CorpusError::read(path);
        let bytes = InputFile::named(path).bytes().map_err(&unread)?;
        let text = String::from_utf8(bytes).map_err(|error| unread(io::Error::other(error)))?;
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

    /// Parses the text of a configuration. Relative paths in it start at the directory of `path`.
    pub fn parse(path: &Path, text: &str) -> Result<Config, CorpusError> {
        Config::parse_with(path, text, |config| config.checked(text))
    }

    /// The same with another check of the tables, which returns the globs of the cases.
    pub(super) fn parse_with(
        path: &Path,
        text: &str,
        check: impl FnOnce(&Config) -> Result<Vec<GlobMatcher>, Wrong>,
    ) -> Result<Config, CorpusError> {
        let wrong = |wrong| error(path, text, wrong);
        let mut config = Config {
            path: path.to_owned(),
            base: path.parent().unwrap_or(Path::new("")).to_owned(),
            tables: parsed(text).map_err(wrong)?,
            globs: Vec::new(),
        };
        config.globs = check(&config).map_err(wrong)?;
        Ok(config)
    }

    /// Checks what the types of the tables do not ensure. Returns the globs of the cases.
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
        for (name, build) in &self.tables.build {
            if build.get_ref().name().is_none() {
                let what = format!("`{name}` in `[build]` is not the path of a single program");
                return Err((Some(build.span()), what));
            }
        }
        let mut globs = Vec::new();
        for case in &self.tables.case {
            let glob = self.check_case(case.get_ref()).map_err(|(key, what)| {
                let at = key.and_then(|key| key_at(text, case.span().start, key));
                (Some(at.unwrap_or(case.span())), what)
            })?;
            globs.push(glob);
        }
        Ok(globs)
    }

    fn check_solver(&self, name: &str, solver: &CaseOptions) -> Result<(), String> {
        let table = format!("[solver.{name}]");
        misplaced(&table, solver, &["glob", "solver", "script"])?;
        if solver.command.is_none() {
            return Err(format!("`{table}` has no `command`"));
        }
        self.check_values(&table, solver)
    }

    /// The glob of a `[[case]]`; or what is wrong, and the key that is to blame if it is a single one.
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

    /// Refuses values that no run could use.
    pub(super) fn check_values(&self, table: &str, options: &CaseOptions) -> Result<(), String> {
        let source = self.source(options, table);
        settings("", Vec::new(), &[source], Some(self))
            .map(|_| ())
            .map_err(|error| format!("in `{table}`: {}", said(&error)))
    }
}
