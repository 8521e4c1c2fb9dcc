//! The plan of a batch: each case with its settings.

use super::settings::{Source, settings};
use super::{Case, CaseOptions, CommandLine, Config, CorpusError, Settings};
use std::path::Path;

/// A case with its settings, or why it has none.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The case.
    pub case: Case,
    /// How it is configured; the reason where no solver is known for it.
    pub settings: Result<Settings, String>,
}

/// Plans cases: `[[case]]` tables say what solver is whose, and the command is for all others. `configs` has one
/// element a directory, or one for all of them.
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
    let planned = cases.into_iter().map(|case| {
        let settings = settings_of(&case, of(case.directory), options, command)?;
        Ok(Planned { case, settings })
    });
    planned.collect()
}

fn settings_of(
    case: &Case,
    config: Option<&Config>,
    options: &CaseOptions,
    command: Option<&CommandLine>,
) -> Result<Result<Settings, String>, CorpusError> {
    if let Some(found) = config.and_then(|config| config.settings(&case.relative, options)) {
        return found.map(Ok);
    }
    let Some(command) = command else {
        let file = config.map_or("no smelt.toml".to_owned(), |config| {
            format!("no glob of `{}`", config.path().display())
        });
        return Ok(Err(format!(
            "no solver is known for the case: {file} says one, and no command is given after `--`"
        )));
    };
    let mut sources = vec![Source {
        options,
        base: Path::new(""),
    }];
    sources.extend(config.map(Config::defaults));
    settings(&command.base_name(), command.0.clone(), &sources, config).map(Ok)
}
