//! The result in another format of its language (`--lift`), where it fails in that format too.
//!
//! Numbers are what a solver reads, and text is what people read. A result that was converted is another text, on which
//! the solver may do something else. So it is delivered only if it fails in the same way, and beside the result, which
//! stays what it is. Where the solver does not read the format, `--lift-with` names a program that does, such as a
//! grounder: what that prints is given to each of the commands.

use super::delivery::Delivery;
use super::language_tools::LanguageTools;
use super::not_reduced::unwritable;
use super::prepare::client_for;
use super::{NoMemory, NotReduced, ReductionContext, Task};
use crate::checker::{CheckError, Checker, SolverClient};
use crate::disk::remove;
use crate::input::InputFile;
use crate::language::{Conversions, TestCase};
use crate::outcome::Outcome;
use crate::solver::piped;
use std::ffi::OsString;
use std::path::Path;

/// What became of the result in the other format.
#[derive(Default)]
pub(super) struct Lifted {
    /// In words, if it was wanted.
    pub(super) note: Option<String>,
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
    let conversions = tools.language.conversions();
    let has_format = |conversions: &dyn Conversions| conversions.format(result) == Some(format);
    if context.rerun.is_some() || conversions.is_some_and(has_format) {
        return Ok(Lifted::default());
    }
    let lifted = conversions.map_or_else(
        || Err(format!("`{}` has one format only", tools.language)),
        |conversions| conversions.convert(result, format),
    );
    let lifted = lifted.map_err(|why| format!("it cannot be converted ({why})"));
    let tried = lifted.map(|text| {
        let fails = fails(task, context, checker, &text);
        (text, fails)
    });
    let mut is_interrupted = false;
    let lacking = match tried {
        Ok((text, Ok(true))) => {
            deliver(path, &text)?;
            let name = path.file_name().unwrap_or_default().display();
            return Ok(Lifted {
                note: Some(format!("also in the format `{format}`, in `{name}`")),
                is_interrupted,
            });
        }
        Ok((_, Err(LiftError::Check(CheckError::Interrupted)))) => {
            is_interrupted = true;
            "there was no time left to run it".to_owned()
        }
        Ok((_, Ok(false))) if task.settings.lift_with.is_none() => {
            "it does not fail in the same way there; where the solver does not read this format, use `--lift-with`"
                .to_owned()
        }
        Ok((_, Ok(false))) => "it does not fail in the same way there".to_owned(),
        Ok((_, Err(LiftError::Check(error)))) => error.to_string(),
        Ok((_, Err(LiftError::Prepare(not_reduced)))) => not_reduced.detail,
        Err(why) => why,
    };
    // What an earlier reduction has left there belongs to another result.
    remove(path).map_err(|error| unwritable(path, &error))?;
    Ok(Lifted {
        note: Some(format!(
            "there is no text in the format `{format}`: {lacking}"
        )),
        is_interrupted,
    })
}

/// Why it is not known whether a text fails.
enum LiftError {
    Prepare(NotReduced),
    Check(CheckError),
}

fn deliver(path: &Path, text: &[u8]) -> Result<(), NotReduced> {
    let delivered = Delivery::to(InputFile::own(path), &NoMemory)
        .and_then(|mut delivery| delivery.finish(text));
    delivered.map_err(|error| unwritable(path, &error))
}

/// Whether the converted text fails, according to the store if that knows, and in one more run like every result.
fn fails(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    checker: &mut Checker,
    text: &[u8],
) -> Result<bool, LiftError> {
    let Some(through) = &task.settings.lift_with else {
        return fails_twice(checker, text).map_err(LiftError::Check);
    };
    let clients = clients(task, context, checker, through).map_err(LiftError::Prepare)?;
    let mut through = checker.with_clients(clients);
    let fails = fails_twice(&mut through, text);
    checker.add(through.counts());
    fails.map_err(LiftError::Check)
}

fn fails_twice(checker: &mut Checker, text: &[u8]) -> Result<bool, CheckError> {
    let (outcome, _) = checker.probe(text)?;
    Ok(outcome == Outcome::Interesting && checker.check_afresh(text)?.0 == Outcome::Interesting)
}

/// Clients for the same commands, each of which reads what `through` prints. The limits stay as they are.
fn clients(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    checker: &Checker,
    through: &[OsString],
) -> Result<Vec<SolverClient>, NotReduced> {
    let commands = task.settings.commands();
    let mut clients = Vec::new();
    for (command, limits) in commands.iter().zip(checker.limits()) {
        let mut client = client_for(task, context, &piped(through, command))?;
        client.set_limits(limits);
        clients.push(client);
    }
    Ok(clients)
}
