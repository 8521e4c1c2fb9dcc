//! Plans a batch: each case with its settings.

use super::case_sources::CaseSourceReader;
use super::precedence::{OrderedSources, order};
use super::settings::settings;
use super::source::Source;
use super::{Case, CaseOptions, CommandLine, Config, CorpusError, Settings, script};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A case and its settings.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The case.
    pub case: Case,
    /// The settings; or the reason why there are none: no solver is known for the case, or its configuration is wrong.
    /// Cases next to each other share them if they are equal.
    pub settings: Result<Arc<Settings>, String>,
}

/// Gives each case its settings. `[[case]]` tables and more specific sources name the solver; the command is for all
/// other cases. `configs` has one element per directory, or a single one for all.
pub fn plan(
    cases: Vec<Case>,
    configs: &[Option<Config>],
    options: &CaseOptions,
    command: Option<&CommandLine>,
) -> Result<Vec<Planned>, CorpusError> {
    plan_under(&CaseOptions::default(), cases, configs, options, command)
}

/// The same, but these options come before all others.
pub fn plan_under(
    first: &CaseOptions,
    cases: Vec<Case>,
    configs: &[Option<Config>],
    options: &CaseOptions,
    command: Option<&CommandLine>,
) -> Result<Vec<Planned>, CorpusError> {
    check_command_line(first, command)?;
    check_command_line(options, command)?;
    let mut sources = OrderedCases {
        configs,
        lines: [first, options],
        command,
        readers: BTreeMap::new(),
    };
    let mut planned: Vec<Planned> = Vec::new();
    let mut last: Option<(usize, OrderedSources)> = None;
    for case in cases {
        let config = config_of(configs, case.directory);
        let ordered = sources.of(&case);
        let ordered = ordered.map(|ordered| (case.directory, ordered));
        let settings = match (&ordered, planned.last()) {
            (Err(why), _) => Err(why.clone()),
            // The same sources give the same settings.
            (Ok(ordered), Some(before)) if last.as_ref() == Some(ordered) => {
                before.settings.clone()
            }
            (Ok((_, ordered)), _) => {
                let settings = ordered.settings(config);
                settings.map(Arc::new).map_err(|error| error.to_string())
            }
        };
        last = ordered.ok();
        planned.push(Planned { case, settings });
    }
    Ok(planned)
}

/// The configuration for the cases of a directory: there is one for each directory, or a single one for all.
pub(super) fn config_of(configs: &[Option<Config>], directory: usize) -> Option<&Config> {
    configs
        .get(directory)
        .or(configs.last())
        .and_then(Option::as_ref)
}

/// Refuses wrong options before looking at any case: they are the user's error, not one of a case.
pub(super) fn check_command_line(
    options: &CaseOptions,
    command: Option<&CommandLine>,
) -> Result<(), CorpusError> {
    script::check_alone(options, command.is_some())?;
    let source = Source::command_line(options);
    settings("", Vec::new(), &[source], None).map(|_| ())
}

/// Stands for the solver of a case that has none. No program has this name.
const NONE: &str = "\u{0}";

/// For each case of a directory, whether no configuration names a solver or a script for it. A case whose configuration
/// cannot be read has one.
pub fn without_solver(cases: &[Case], config: &Config) -> Vec<bool> {
    let none = CommandLine(vec![NONE.into()]);
    let (configs, options) = ([Some(config.clone())], CaseOptions::default());
    let mut sources = OrderedCases {
        configs: &configs,
        lines: [&options, &options],
        command: Some(&none),
        readers: BTreeMap::new(),
    };
    let has_none = cases.iter().map(|case| {
        let ordered = sources.of(case);
        ordered.is_ok_and(|ordered| ordered.command.first() == none.0.first())
    });
    has_none.collect()
}

/// Orders the sources of one case after the other. What is beside cases of the same directory is read once.
struct OrderedCases<'a> {
    configs: &'a [Option<Config>],
    /// The options on the command line, the stronger ones first.
    lines: [&'a CaseOptions; 2],
    command: Option<&'a CommandLine>,
    readers: BTreeMap<usize, CaseSourceReader<'a>>,
}

impl OrderedCases<'_> {
    fn of(&mut self, case: &Case) -> Result<OrderedSources, String> {
        let config = config_of(self.configs, case.directory);
        let [_, options] = self.lines;
        let reader = self
            .readers
            .entry(case.directory)
            .or_insert_with(|| CaseSourceReader::new(case.root(), config, options));
        let found = reader.of(case)?;
        order(case, config, found, self.lines, self.command)
    }
}
