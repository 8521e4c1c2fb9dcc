//! The plan of a batch: each case with its settings.

use super::case_sources::{CaseSourceReader, CaseSources};
use super::precedence::order;
use super::settings::settings;
use super::source::Source;
use super::{Case, CaseOptions, CommandLine, Config, CorpusError, Settings, script};
use std::collections::BTreeMap;

/// A case with its settings, or why it has none.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The case.
    pub case: Case,
    /// How it is configured; the reason where no solver is known for it, or something beside it is wrong.
    pub settings: Result<Settings, String>,
}

/// Plans cases: `[[case]]` tables and what is nearer say what solver is whose, and the command is for all others.
/// `configs` has one element a directory, or one for all of them.
pub fn plan(
    cases: Vec<Case>,
    configs: &[Option<Config>],
    options: &CaseOptions,
    command: Option<&CommandLine>,
) -> Result<Vec<Planned>, CorpusError> {
    let of = |directory: usize| {
        configs
            .get(directory)
            .or(configs.last())
            .and_then(Option::as_ref)
    };
    check_command_line(options, command)?;
    let roots: BTreeMap<usize, _> = cases
        .iter()
        .map(|case| (case.directory, case.root().to_owned()))
        .collect();
    let mut readers: BTreeMap<usize, CaseSourceReader<'_>> = roots
        .iter()
        .map(|(directory, root)| {
            (
                *directory,
                CaseSourceReader::new(root, of(*directory), options),
            )
        })
        .collect();
    let planned = cases.into_iter().map(|case| {
        let config = of(case.directory);
        let found = readers
            .get_mut(&case.directory)
            .map_or_else(|| Ok(CaseSources::default()), |reader| reader.of(&case));
        let settings = found
            .and_then(|found| order(&case, config, found, options, command))
            .and_then(|ordered| ordered.settings(config).map_err(|error| error.to_string()));
        Planned { case, settings }
    });
    Ok(planned.collect())
}

/// Refuses wrong options before any case is looked at: they are the user's to mend, and no case's fault.
pub(super) fn check_command_line(
    options: &CaseOptions,
    command: Option<&CommandLine>,
) -> Result<(), CorpusError> {
    script::check_alone(options, command.is_some())?;
    let source = Source::command_line(options);
    settings("", Vec::new(), &[source], None).map(|_| ())
}
