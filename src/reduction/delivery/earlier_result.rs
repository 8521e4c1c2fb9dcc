//! What stands at the output when a reduction begins, and whose work that is.
//!
//! A minimized file, its row, its source, its solver and its failure belong together. The work of an earlier run of the
//! same reduction is gone on with. Any other is set aside under a name of its own before the first text is written, and
//! removed when the new reduction has a result; until then the row says where it is.

use super::file::{Delivery, aside, set_aside};
use crate::event::{Provenance, Row};
use crate::reduction::rows::{append_note, describe_delivered};
use crate::reduction::task::Task;
use std::fs;
use std::io;

/// Claims the output for a reduction that begins to search; whether what stands there is its own work.
///
/// # Errors
/// What stands there cannot be set aside.
pub(in crate::reduction) fn claim(
    task: &Task<'_>,
    delivery: &Delivery,
    own: &Provenance,
    original: &[u8],
) -> io::Result<bool> {
    let authors = task.memory.authors();
    let mut is_own = authors.last() == Some(own);
    if !is_own {
        // The original can always be had again.
        if delivery.standing().is_some_and(|text| text != original) {
            set_aside(task.output, authors.last())?;
        }
        is_own = authors.contains(own) && delivery.take_back(own)?;
    }
    task.memory.begin_search(own);
    Ok(is_own)
}

/// Removes what was set aside: this reduction has a result. [`note_set_aside`] names what cannot be removed.
pub(in crate::reduction) fn forget_set_aside(task: &Task<'_>) {
    for author in authors(task) {
        let _ = fs::remove_file(aside(task.output, author.as_ref()));
    }
}

/// Notes the work of others that is set aside.
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

/// All whose work may be set aside: those that are known, and somebody unknown.
fn authors(task: &Task<'_>) -> impl Iterator<Item = Option<Provenance>> {
    let known = task.memory.authors().into_iter();
    known.map(Some).chain([None])
}

/// Describes what stands at the output of a reduction that has delivered nothing, and says whose work it is.
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

/// What a row tells of its reduction's provenance so far.
pub(in crate::reduction) fn provenance(task: &Task<'_>, row: &Row) -> Provenance {
    Provenance::of(task.settings.digest(), row)
}
