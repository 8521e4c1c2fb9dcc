//! The latest run of the batch of an output directory, as its journal has it: the cases and the options.

use super::cases::{Cases, discovered};
use super::outputs::compares_tools;
use crate::batch::{Journalled, read_journal};
use crate::cli::args::{BatchArgs, Command};
use crate::cli::definition::parse;
use crate::cli::error::CliError;
use crate::command::quoted;
use crate::corpus::{Case, Planned};
use crate::event::Call;
use crate::report::ComparedTools;
use std::ffi::OsString;
use std::path::Path;

/// A batch as it was last called.
pub(super) struct JournalledBatch {
    /// What the journal contains.
    pub(super) journalled: Journalled,
    /// The arguments.
    pub(super) batch: BatchArgs,
    /// The cases with their settings, as they are now.
    pub(super) planned: Vec<Planned>,
}

impl JournalledBatch {
    /// Reads the journal of an output directory, and looks for the cases. The current directory is then the one where
    /// the batch was called, because its relative paths start there; `root` must be absolute.
    pub(super) fn of(root: &Path) -> Result<JournalledBatch, CliError> {
        let journalled = read_journal(root)?;
        if ComparedTools::of(&journalled.events).is_some() {
            return Err(compares_tools(root));
        }
        let unknown = || {
            let root = root.display();
            CliError::usage(
                format!("the journal of `{root}` does not say how the batch was called"),
                "call the batch again; its finished cases are kept",
            )
        };
        let call = journalled.call().ok_or_else(unknown)?;
        let batch = repeat(call).ok_or_else(unknown)?;
        go_to(call)?;
        let Cases { planned, .. } = Cases::of_batch(&batch)
            .map_err(|error| error.in_context(&as_called(root, call), CALL_AGAIN))?;
        Ok(JournalledBatch {
            journalled,
            batch,
            planned,
        })
    }
}

/// What to do if the cases of a batch are no longer what they were.
const CALL_AGAIN: &str = "mend the configuration, or call the batch again as it should be now; its finished cases are kept";

/// What is being done when the cases of a batch are looked for: what is wrong then is in its call or its configuration, not
/// in what the user has typed now.
fn as_called(root: &Path, call: &Call) -> String {
    let words = call.words();
    let arguments = quoted(words.get(1..).unwrap_or_default());
    format!(
        "cannot find the cases of `{}` as its batch was called, with `smelt {arguments}`",
        root.display()
    )
}

/// The files that the latest run would find as cases now, whatever their settings; none if it is not known how it was
/// called, or its directories are gone. The current directory is then the one where it was called, if there is one.
pub(super) fn cases_now(call: Option<&Call>) -> Vec<Case> {
    let find = || {
        let call = call?;
        let batch = repeat(call)?;
        go_to(call).ok()?;
        discovered(&batch.directories, &batch.common).ok()
    };
    find().map_or_else(Vec::new, |found| found.cases)
}

/// How this program was called, to be read from the journal later.
pub(super) fn this_call() -> Option<Call> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let directory = std::env::current_dir().ok()?;
    Some(Call::new(&directory, &words))
}

/// The arguments of a call of `smelt batch`; none if the call was another one or is no longer valid.
fn repeat(call: &Call) -> Option<BatchArgs> {
    match parse(&call.words()).ok()?.command {
        Command::Batch(args) => Some(args),
        _ => None,
    }
}

/// Changes to the directory where the call was made, because its relative paths start there.
fn go_to(call: &Call) -> Result<(), CliError> {
    let directory = call.directory();
    std::env::set_current_dir(&directory).map_err(|error| {
        let name = Path::new(&directory).display().to_string();
        CliError::usage(
            format!("cannot go to `{name}`, where the batch was called: {error}"),
            "call the batch again where its cases are now; its finished cases are kept",
        )
    })
}
