//! Which cases have no solver yet.

use super::{Case, CaseOptions, CommandLine, Config, CorpusError, plan};

/// Stands for the solver of a case that has none. No program has this name.
const NONE: &str = "\u{0}";

/// For each case of a directory, whether no configuration names a solver or a script for it. A case whose configuration
/// is wrong has one.
///
/// # Errors
/// None, but for errors that `plan` finds in options.
pub fn without_solver(cases: &[Case], config: &Config) -> Result<Vec<bool>, CorpusError> {
    let none = CommandLine(vec![NONE.into()]);
    let planned = plan(
        cases.to_vec(),
        &[Some(config.clone())],
        &CaseOptions::default(),
        Some(&none),
    )?;
    let has_none = planned.iter().map(|planned| {
        let settings = planned.settings.as_ref().ok();
        settings.is_some_and(|settings| settings.command.first() == none.0.first())
    });
    Ok(has_none.collect())
}
