//! Precedence among the sources of a case's configuration. The most specific source wins; arguments add up.

use super::case_sources::CaseSources;
use super::settings::settings;
use super::source::{Source, SourceKind};
use super::trust::harm;
use super::{Case, CaseOptions, CommandLine, Config, CorpusError, Settings, quoted, script};
use std::ffi::OsString;

/// The sources of one case in order, and the solver that they choose.
#[derive(PartialEq)]
pub(super) struct OrderedSources {
    /// The solver's name.
    pub(super) solver: String,
    /// The source that chose it.
    pub(super) solver_from: String,
    /// The solver with all its arguments.
    pub(super) command: Vec<OsString>,
    /// The sources of the program and its arguments.
    pub(super) command_from: Vec<String>,
    /// All sources, the most specific first.
    pub(super) sources: Vec<Source>,
    /// Remarks on what is not used.
    pub(super) notes: Vec<String>,
}

impl OrderedSources {
    /// The settings according to these sources.
    pub(super) fn settings(&self, config: Option<&Config>) -> Result<Settings, CorpusError> {
        settings(&self.solver, self.command.clone(), &self.sources, config)
    }
}

/// Orders the sources of a case and chooses its solver: the most specific one, or else the command. `lines` are the
/// options on the command line, those that come first before the others.
pub(super) fn order(
    case: &Case,
    config: Option<&Config>,
    found: CaseSources,
    lines: [&CaseOptions; 2],
    command: Option<&CommandLine>,
) -> Result<OrderedSources, String> {
    // From the command line to the `[[case]]` of the root file.
    let mut sources = lines.map(Source::command_line).to_vec();
    sources.extend(found.sources);
    sources.extend(config.and_then(|config| config.case(&case.relative)));
    let mut defaults = config.and_then(Config::defaults);
    // A script replaces the solver.
    if let Some(source) = nearest_script(&sources, defaults.as_ref())?
        && let Some((solver, command)) = script::of(source)
    {
        let solver_from = source.from.clone();
        sources.extend(defaults);
        return Ok(OrderedSources {
            solver,
            command,
            command_from: vec![solver_from.clone()],
            solver_from,
            sources,
            notes: found.notes,
        });
    }
    for source in sources.iter_mut().chain(&mut defaults) {
        script::leave_out(source);
    }
    // The most specific source that names a solver chooses it.
    let chosen = sources.iter().find_map(|source| {
        let name = source.options.solver.clone()?;
        Some((name, source.from.clone()))
    });
    let (name, from, command) = match (chosen, command) {
        (Some((name, from)), _) => {
            let command = config.and_then(|config| config.solver_command(&name));
            (Some(name), from, command.unwrap_or_default())
        }
        (None, Some(command)) => (None, "command line".to_owned(), command.0.clone()),
        (None, None) => return Err(no_solver(config)),
    };
    // Its table is less specific than all sources but the `[defaults]`.
    let table = config
        .zip(name.as_ref())
        .and_then(|(config, name)| config.solver(name));
    let mut ordered = OrderedSources {
        solver: name
            .clone()
            .unwrap_or_else(|| CommandLine(command.clone()).base_name()),
        solver_from: from,
        command,
        command_from: Vec::new(),
        sources,
        notes: found.notes,
    };
    let command_from = table
        .as_ref()
        .map_or(&ordered.solver_from, |table| &table.from);
    ordered.command_from.push(command_from.clone());
    ordered.add_arguments(name.as_deref(), config)?;
    ordered.sources.extend(table);
    ordered.sources.extend(defaults);
    Ok(ordered)
}

/// The source of the script that decides, if one is named by a more specific source than any solver.
///
/// # Errors
/// A still more specific source says what is interesting.
fn nearest_script<'a>(
    sources: &'a [Source],
    defaults: Option<&'a Source>,
) -> Result<Option<&'a Source>, String> {
    let says_what_runs =
        |source: &&Source| source.options.script.is_some() || source.options.solver.is_some();
    let nearest = sources.iter().chain(defaults).find(says_what_runs);
    let Some(script) = nearest.filter(|source| source.options.script.is_some()) else {
        return Ok(None);
    };
    let contradicting = sources
        .iter()
        .take_while(|other| other.options.script.is_none())
        .find(|other| other.options.says_rule());
    match contradicting {
        None => Ok(Some(script)),
        Some(other) => Err(format!(
            "{}: this rule contradicts the script of {}, which alone decides what is interesting; leave out one of them",
            other.from, script.from
        )),
    }
}

impl OrderedSources {
    /// Adds the arguments for this solver, those of the least specific source first. Arguments for another solver,
    /// which a more specific source has replaced, are left out.
    fn add_arguments(&mut self, name: Option<&str>, config: Option<&Config>) -> Result<(), String> {
        let allowed = config
            .zip(name)
            .is_some_and(|(config, name)| config.allows_arguments(name));
        let allows_code = self.sources.iter().any(|source| source.options.allow_code);
        let mut solver = None;
        for source in self.sources.iter().rev() {
            solver = source.options.solver.as_deref().or(solver);
            let arguments = &source.options.arguments;
            if arguments.is_empty() {
                continue;
            }
            // A header of cvc5 names no solver, so its arguments are for any.
            if source.kind != SourceKind::Regression
                && let Some(other) = solver.filter(|other| Some(*other) != name)
            {
                let (from, given) = (&source.from, quoted(arguments));
                self.notes
                    .push(format!("{from}: the arguments `{given}` are for `{other}`"));
                continue;
            }
            let is_near = matches!(source.kind, SourceKind::Near | SourceKind::Regression);
            if is_near && !allowed {
                let why = refusal(source, &self.solver, name.and(config));
                if source.kind == SourceKind::Near {
                    return Err(why);
                }
                self.notes.push(why);
                continue;
            }
            if is_near && let Some(harm) = harm(arguments, allows_code) {
                return Err(format!("{}: {harm}", source.from));
            }
            self.command.extend(arguments.iter().map(OsString::from));
            self.command_from.push(source.from.clone());
        }
        Ok(())
    }
}

/// Why the arguments of a source are not used.
fn refusal(source: &Source, solver: &str, config: Option<&Config>) -> String {
    let from = &source.from;
    let given = quoted(&source.options.arguments);
    let fix = match config {
        Some(config) => format!(
            "to allow it, set `case_arguments = true` in `[solver.{solver}]` of `{}`",
            config.path().display()
        ),
        None => {
            "only the smelt.toml at the root of the corpus can allow it, for a solver defined there"
                .to_owned()
        }
    };
    format!("{from}: the arguments `{given}` may not be added to those of `{solver}`; {fix}")
}

fn no_solver(config: Option<&Config>) -> String {
    let file = config.map_or("no smelt.toml".to_owned(), |config| {
        format!("no glob of `{}`", config.path().display())
    });
    format!(
        "No solver is configured for this case: {file} names one, and there is no command on the command line."
    )
}
