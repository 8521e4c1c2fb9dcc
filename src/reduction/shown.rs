//! What the solvers of a case do on a text, for a report to their developers: one new run of each.

use super::limits::fixed_cpu;
use super::prepare::client;
use super::{NotReduced, ReductionContext, Task};
use crate::checker::{CheckError, SolverClient};
use crate::language::has_code;
use crate::observation::Observation;
use crate::oracle::Evidence;
use crate::solver::{Slot, asked_version, starts_others};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// What a solver does on a text.
#[derive(Debug)]
pub(crate) struct Shown {
    /// What its program prints for `--version`, if that can be asked.
    pub version: Option<String>,
    /// The run; none if it gave no usable result.
    pub run: Option<Arc<Observation>>,
    /// What the run shows, in one line.
    pub signature: Option<String>,
    /// Whether that is a failure. Of an exit code alone, this is not known.
    pub fails: bool,
}

/// Runs each solver of a case on a text, the solver under test first.
///
/// # Errors
/// A solver cannot be run, or the text has code and the case does not allow that.
pub(crate) fn show(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    text: &[u8],
) -> Result<Vec<Shown>, NotReduced> {
    if !task.settings.allow_code && has_code(text) {
        return Err(NotReduced::failed("The text has code, which is not run."));
    }
    let mut shown = Vec::new();
    for (number, command) in task.settings.commands().iter().enumerate() {
        let mut client = client(task, context, command, fixed_cpu(task.settings, number))?;
        let evidence = client.run(text)?;
        let fails = |evidence: &Evidence| !evidence.failures.is_empty();
        shown.push(Shown {
            version: version(&client, command)?,
            signature: evidence.as_ref().map(Evidence::signature),
            fails: evidence.as_ref().is_some_and(fails),
            run: evidence.map(|evidence| evidence.observation),
        });
    }
    Ok(shown)
}

/// What the program prints for `--version`. That of a pipeline is not asked: which of its programs fails is not known.
fn version(client: &SolverClient, command: &[OsString]) -> Result<Option<String>, NotReduced> {
    let program = command.first().map(Path::new).and_then(Path::file_name);
    if program.is_some_and(starts_others) || command.iter().any(|word| word == "|") {
        return Ok(None);
    }
    let mut slot = Slot::new().map_err(CheckError::from)?;
    let invocation = &client.solver().invocation;
    Ok(asked_version(invocation, client.limits().memory, &mut slot))
}
