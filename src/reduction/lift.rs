//! The result in another format of its language (`--lift`), if it fails in that format too.
//!
//! Some formats are made for solvers, such as lists of numbers, and others for people. A converted result is another
//! text, on which the solver may behave differently. So it is delivered only if it fails in the same way, in a second
//! file beside the result. If the solver does not read the format, `--lift-with` names a program that does, such as a
//! grounder: what this program prints is given to each of the commands.

use super::delivery::Delivery;
use super::language_tools::LanguageTools;
use super::not_reduced::unwritable;
use super::prepare::client;
use super::{NoMemory, NotReduced, ReductionContext, Task};
use crate::checker::{CheckError, Checker, SolverClient};
use crate::disk::remove;
use crate::event::Status;
use crate::input::InputFile;
use crate::language::TestCase;
use crate::outcome::Outcome;
use crate::solver::piped;
use std::ffi::OsString;
use std::path::Path;

/// What became of the result in the other format.
#[derive(Default)]
pub(super) struct Lifted {
    /// What became of it in words, if it was wanted.
    pub(super) note: Option<String>,
    /// Whether the run was interrupted before it was known whether the text fails.
    pub(super) is_interrupted: bool,
}

/// Delivers the result in the other format if that is wanted and it fails there too.
///
/// # Errors
/// The file cannot be written.
pub(super) fn lift(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    checker: &mut Checker,
    tools: &LanguageTools,
    result: &TestCase,
) -> Result<Lifted, NotReduced> {
    let (Some(format), Some(path)) = (&task.settings.lift, task.lifted) else {
        return Ok(Lifted::default());
    };
    // A replay only asks what the search asked.
    let has_format = tools.language.format(result) == Some(format);
    if context.rerun.is_some() || has_format {
        return Ok(Lifted::default());
    }
    let converted = tools.language.convert(result, format);
    let mut is_interrupted = false;
    let why_not = match converted {
        Err(why) => format!("it cannot be converted ({why})"),
        Ok(text) => match fails(task, context, checker, &text) {
            Ok(true) => {
                deliver(path, &text)?;
                let name = path.file_name().unwrap_or_default().display();
                return Ok(Lifted {
                    note: Some(format!("also in the format `{format}`, in `{name}`")),
                    is_interrupted,
                });
            }
            Ok(false) if task.settings.lift_with.is_none() => {
                "it does not fail in the same way there; where the solver does not read this format, use `--lift-with`"
                    .to_owned()
            }
            Ok(false) => "it does not fail in the same way there".to_owned(),
            Err(why) if why.status == Status::Stopped => {
                is_interrupted = true;
                "there was no time left to run it".to_owned()
            }
            Err(why) => why.detail,
        },
    };
    // A file that an earlier reduction has left there belongs to another result.
    remove(path).map_err(|error| unwritable(path, &error))?;
    Ok(Lifted {
        note: Some(format!(
            "there is no text in the format `{format}`: {why_not}"
        )),
        is_interrupted,
    })
}

fn deliver(path: &Path, text: &[u8]) -> Result<(), NotReduced> {
    Delivery::to(InputFile::own(path), &NoMemory)
        .and_then(|mut delivery| delivery.finish(text))
        .map_err(|error| unwritable(path, &error))
}

/// Whether the converted text fails: in a check, which the store may answer, and like every result in a new run.
fn fails(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    checker: &mut Checker,
    text: &[u8],
) -> Result<bool, NotReduced> {
    let Some(through) = &task.settings.lift_with else {
        return Ok(fails_twice(checker, text)?);
    };
    let clients = clients(task, context, checker, through)?;
    let mut through = checker.with_clients(clients);
    let fails = fails_twice(&mut through, text);
    checker.add(through.counts());
    Ok(fails?)
}

fn fails_twice(checker: &mut Checker, text: &[u8]) -> Result<bool, CheckError> {
    let (outcome, _) = checker.probe(text)?;
    Ok(outcome == Outcome::Interesting && checker.check_afresh(text)?.0 == Outcome::Interesting)
}

/// Clients for the commands of the case, each of which reads what `through` prints, under the limits of this checker.
fn clients(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    checker: &Checker,
    through: &[OsString],
) -> Result<Vec<SolverClient>, NotReduced> {
    let commands = task.settings.commands();
    let mut clients = Vec::new();
    for (command, limits) in commands.iter().zip(checker.limits()) {
        let mut client = client(task, context, &piped(through, command), None)?;
        client.set_limits(limits);
        clients.push(client);
    }
    Ok(clients)
}
