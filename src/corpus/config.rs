//! A configuration file. The one at the root of a corpus has solvers by name, and globs that assign cases to them; only
//! that file can define programs.

use super::CaseOptions;
use super::source::Source;
use super::tables::{ConfigTables, matches};
use globset::GlobMatcher;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// A configuration that was read and checked.
#[derive(Clone, Debug)]
pub struct Config {
    pub(super) path: PathBuf,
    pub(super) base: PathBuf,
    pub(super) tables: ConfigTables,
    pub(super) globs: Vec<GlobMatcher>,
}

impl Config {
    /// The file that it was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The table of a solver.
    fn solver_options(&self, name: &str) -> Option<&CaseOptions> {
        self.tables.solver.get(name).map(Spanned::get_ref)
    }

    /// The command of a solver by its name.
    pub(super) fn solver_command(&self, name: &str) -> Option<Vec<OsString>> {
        let solver = self.solver_options(name)?;
        let mut words = solver.command.as_ref()?.below(&self.base);
        words.extend(solver.arguments.iter().map(OsString::from));
        Some(words)
    }

    /// The solvers by name, each with its command.
    pub fn solvers(&self) -> impl Iterator<Item = (&str, Vec<OsString>)> {
        let names = self.tables.solver.keys();
        names.filter_map(|name| Some((name.as_str(), self.solver_command(name)?)))
    }

    /// The tools that are compared, by name, each with its command.
    pub fn tools(&self) -> impl Iterator<Item = (&str, Vec<OsString>)> {
        let tools = self.tables.tool.iter();
        tools.map(|(name, tool)| (name.as_str(), tool.get_ref().command.below(&self.base)))
    }

    /// Whether more specific configuration may add arguments to those of a solver.
    pub(super) fn allows_arguments(&self, name: &str) -> bool {
        let solver = self.solver_options(name);
        solver.is_some_and(|solver| solver.case_arguments == Some(true))
    }

    /// Whether a solver reads candidates as its standard input.
    pub(super) fn reads_stdin(&self, name: &str) -> bool {
        self.solver_options(name).is_some_and(|solver| solver.stdin)
    }

    /// Refuses the name of a solver that has no table.
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

    /// The options of all tables.
    pub(super) fn options(&self) -> impl Iterator<Item = &CaseOptions> {
        let ConfigTables {
            defaults,
            solver,
            case,
            build: _,
            tool: _,
        } = &self.tables;
        defaults
            .iter()
            .chain(solver.values())
            .chain(case)
            .map(Spanned::get_ref)
    }

    /// The options for every case.
    pub(super) fn defaults(&self) -> Option<Source> {
        let defaults = self.tables.defaults.as_ref()?;
        Some(self.source(defaults.get_ref(), "[defaults]"))
    }

    /// The options for the cases of a solver.
    pub(super) fn solver(&self, name: &str) -> Option<Source> {
        let solver = self.solver_options(name)?;
        Some(self.source(solver, &format!("[solver.{name}]")))
    }

    /// The options of the first `[[case]]` whose glob matches a case, given by its path below the directory of the file.
    pub(super) fn case(&self, relative: &Path) -> Option<Source> {
        let case = self.case_options(relative)?;
        Some(self.source(case, &named(case)))
    }

    /// The first `[[case]]` whose glob matches a case, given by its path below the directory of the file.
    pub(super) fn case_options(&self, relative: &Path) -> Option<&CaseOptions> {
        let index = self.globs.iter().position(|glob| matches(glob, relative))?;
        self.tables.case.get(index).map(Spanned::get_ref)
    }

    /// Where the first `[[case]]` begins in the text; none if there is none.
    pub fn begin_of_cases(&self) -> Option<usize> {
        let cases = self.tables.case.iter();
        cases.map(|case| case.span().start).min()
    }

    /// The options of a table with this heading, as a source.
    pub(super) fn source(&self, options: &CaseOptions, table: &str) -> Source {
        let from = format!("{}, {table}", self.path.display());
        Source::root(options, &self.base, from)
    }
}

/// A name for a `[[case]]`, with its glob.
pub(super) fn named(case: &CaseOptions) -> String {
    let glob = case.glob.as_deref().unwrap_or_default();
    format!("[[case]] '{glob}'")
}
