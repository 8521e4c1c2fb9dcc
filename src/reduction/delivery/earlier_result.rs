//! An earlier result that is at the output when a reduction begins, and its provenance.
//!
//! A minimized file belongs with its row, its source, its solver and its failure. The result of an earlier run of the
//! same reduction is continued. Any other result is renamed before the first text is written, and removed when the new
//! reduction has a result; until then, the row says where it is.

use super::file::{Delivery, aside, set_aside};
use crate::event::{Provenance, Row};
use crate::reduction::rows::{append_note, describe_delivered};
use crate::reduction::task::Task;
use std::fs;
use std::io;

/// Claims the output for a reduction that is about to search. Returns whether the file at the output is its own work.
///
/// # Errors
/// The file at the output cannot be set aside.
pub(in crate::reduction) fn claim(
    task: &Task<'_>,
    delivery: &Delivery,
    own: &Provenance,
    original: &[u8],
) -> io::Result<bool> {
    let authors = task.memory.authors();
    let mut is_own = authors.last() == Some(own);
    if !is_own {
        // A copy of the original need not be kept.
        if delivery.standing().is_some_and(|text| text != original) {
            set_aside(task.output, authors.last())?;
        }
        is_own = authors.contains(own) && delivery.take_back(own)?;
    }
    task.memory.begin_search(own);
    Ok(is_own)
}

/// Removes the results that were set aside, because this reduction has a result. [`note_set_aside`] reports those that
/// cannot be removed.
pub(in crate::reduction) fn forget_set_aside(task: &Task<'_>) {
    for author in authors(task) {
        let _ = fs::remove_file(aside(task.output, author.as_ref()));
    }
}

/// Notes which results of other reductions are set aside.
pub(in crate::reduction) fn note_set_aside(task: &Task<'_>, own: &Provenance, notes: &mut String) {
    for author in authors(task) {
        let path = aside(task.output, author.as_ref());
        let Ok(found) = fs::metadata(&path) else {
            continue;
        };
        let name = path.file_name().unwrap_or_default().display();
        let from = author.map_or("unknown origin".to_owned(), |author| {
            own.difference(&author)
        });
        append_note(
            notes,
            &format!(
                "an earlier result of {} bytes (from {from}) is kept as `{name}` until this reduction is done",
                found.len()
            ),
        );
    }
}

/// All provenances that a result set aside may have; none stands for an unknown one.
fn authors(task: &Task<'_>) -> impl Iterator<Item = Option<Provenance>> {
    let known = task.memory.authors().into_iter();
    known.map(Some).chain([None])
}

/// Describes the file at the output, and its provenance, for a reduction that has delivered nothing.
pub(in crate::reduction) fn describe_standing(task: &Task<'_>, row: &mut Row) {
    let authors = task.memory.authors();
    let (Some(author), Ok(text)) = (authors.last(), fs::read(task.output)) else {
        return;
    };
    describe_delivered(row, &text);
    if author.source != row.source_blake3 {
        row.reduction_percent = None;
    }
    row.signature_after = Some(author.signature.clone());
    let own = provenance(task, row);
    append_note(
        &mut row.notes,
        &format!("the minimized file is from {}", own.difference(author)),
    );
}

/// The provenance of a reduction, as far as its row knows it.
pub(in crate::reduction) fn provenance(task: &Task<'_>, row: &Row) -> Provenance {
    Provenance::of(task.settings.digest(), row)
}
