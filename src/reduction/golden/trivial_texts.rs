//! Refuses a failure that does not depend on the input, because an empty or trivial text shows it too.
//!
//! Such a failure is nearly always a mistake in the command, such as an option that the solver does not know. Without
//! this test the case would be "reduced" to nothing, and the report would call that a success. If a search for such a
//! failure tries to erase everything, it ends with next to nothing. So trivial texts are checked only after a search
//! that ends like that, was cut short or does not try to erase everything. For most sound cases this costs nothing.

use crate::checker::{CheckError, Checker};
use crate::command::command_line;
use crate::language::{Dialect, Language};
use crate::oracle::Answer;
use crate::outcome::Outcome;
use crate::reduction::{NotReduced, Phase, Task};
use crate::tree::Tree;

/// How many characters of the solver's output are quoted.
const QUOTED: usize = 300;

/// If the failure does not depend on the input, a 1-minimal text has at most this many cells.
const TINY: usize = 8;

/// Whether a search has left so little that it may have found a failure that does not depend on the input.
pub(in crate::reduction) fn may_be_trivial(result: &Tree) -> bool {
    result.cells().len() <= TINY
}

/// Checks the trivial texts of the golden text's dialect that have fewer bytes than it. Returns why the failure does not
/// depend on the input, if one of them fails in the same way.
///
/// # Errors
/// One of them could not be checked.
pub(in crate::reduction) fn refuse_trivial(
    task: &Task<'_>,
    checker: &mut Checker,
    language: &dyn Language,
    (dialect, golden_bytes): (Dialect, usize),
) -> Result<Option<NotReduced>, CheckError> {
    if task.settings.allow_trivial {
        return Ok(None);
    }
    task.progress.phase(Phase::TrivialTexts);
    for text in language.trivial_texts(dialect) {
        if text.len() >= golden_bytes {
            continue;
        }
        let (outcome, answers) = checker.probe(text)?;
        if outcome == Outcome::Interesting {
            return Ok(Some(trivial(task, text, &answers)));
        }
    }
    Ok(None)
}

fn trivial(task: &Task<'_>, text: &[u8], answers: &[Answer]) -> NotReduced {
    let file = match text.trim_ascii() {
        b"" => "an empty file".to_owned(),
        text => format!(
            "a file with nothing but `{}`",
            String::from_utf8_lossy(text)
        ),
    };
    let command = command_line(&task.settings.command);
    if task.settings.rule.is_script() {
        return NotReduced::failed(format!(
            "The script does not depend on the input: `{command}` exits with code 0 on {file} too. Make it look at the \
             file; use `--allow-trivial` to reduce the file anyway."
        ));
    }
    let said = said(answers).unwrap_or_default();
    NotReduced::failed(format!(
        "The failure does not depend on the input: `{command}` fails in the same way on {file}{said}. Check the command \
         and its options; use `--allow-trivial` to reduce the file anyway."
    ))
}

/// What the solver under test did: the first line of its standard error, else of its standard output, else how it
/// ended.
fn said(answers: &[Answer]) -> Option<String> {
    let run = &answers.first()?.evidence.as_ref()?.observation;
    Some(
        match run.err.first_line().or_else(|| run.out.first_line()) {
            Some(line) => {
                let quoted: String = line.chars().take(QUOTED).collect();
                format!(" and says: {quoted}")
            }
            None => format!(" (it ends with {})", run.end),
        },
    )
}
