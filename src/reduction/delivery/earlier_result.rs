//! An earlier result that is at the output when a reduction begins, and its provenance.
//!
//! The provenance of a minimized file says what it was made from: the settings, the source, the solver and the failure.
//! A result with the provenance of this reduction is continued. Any other one makes way before the first text is
//! written, and is kept; if this reduction has no result, it is put back. Nothing is deleted, and the row says where
//! everything is.

use super::file::Delivery;
use crate::event::{Provenance, Row};
use crate::input::InputFile;
use crate::reduction::memory::Memory;
use crate::reduction::prepare::read;
use crate::reduction::rows::Delivered;
use crate::reduction::task::Task;
use std::io;

/// Claims the output for a reduction that is about to search. Returns whether the file at the output is now a result of
/// an earlier run of the same reduction.
///
/// # Errors
/// The file at the output cannot be read or make way.
pub(in crate::reduction) fn claim(
    task: &Task<'_>,
    delivery: &mut Delivery<'_>,
    own: &Provenance,
    original: &[u8],
) -> io::Result<bool> {
    let mut is_own = task.memory.author().as_ref() == Some(own);
    if !is_own {
        // A copy of the original need not be kept.
        if delivery.standing()?.is_some_and(|text| text != original) {
            delivery.make_way()?;
        }
        is_own = delivery.take_back(own)?;
    }
    task.memory.begin_search(own);
    Ok(is_own)
}

/// Restores the output after a reduction that was not interrupted and has no result: what it has written makes way, and
/// the result that it has displaced is put back. Returns whether there was such a result.
///
/// # Errors
/// A file cannot be written.
pub(in crate::reduction) fn give_back(task: &Task<'_>, own: &Provenance) -> io::Result<bool> {
    if task.memory.author().as_ref() != Some(own) {
        return Ok(false);
    }
    let Some(displaced) = displaced(task.memory, own) else {
        return Ok(false);
    };
    let mut delivery = Delivery::to(task.result(), task.memory)?;
    // A copy of the original need not be kept.
    let original = read(task).ok().map(|input| input.text);
    if delivery.standing()? != original {
        delivery.make_way()?;
    }
    let is_back = delivery.take_back(&displaced)?;
    task.memory.begin_search(&displaced);
    Ok(is_back)
}

/// The provenance of the last result that has made way and is of another reduction.
fn displaced(memory: &dyn Memory, own: &Provenance) -> Option<Provenance> {
    memory
        .earlier()
        .into_iter()
        .rev()
        .filter_map(|earlier| earlier.provenance)
        .find(|provenance| provenance != own)
}

/// The remark that says where the result that has made way for this reduction is kept; none if that file is gone or equal
/// to this one.
pub(in crate::reduction) fn displaced_note(task: &Task<'_>, own: &Provenance) -> Option<String> {
    if task.memory.author().as_ref() != Some(own) {
        return None;
    }
    let earlier = task
        .memory
        .earlier()
        .into_iter()
        .rev()
        .find(|earlier| earlier.provenance.as_ref() != Some(own))?;
    let kept = task.input.result(earlier.path).bytes().ok()?;
    if task.result().bytes().is_ok_and(|now| now == kept) {
        return None;
    }
    let from = earlier
        .provenance
        .as_ref()
        .map_or("unknown origin".to_owned(), |author| own.difference(author));
    Some(format!(
        "an earlier result of {} bytes (from {from}) is kept as `{}`",
        earlier.bytes, earlier.name
    ))
}

/// The row of a reduction with this configuration that has delivered nothing. If a file of this author is kept at the
/// output, the row describes that.
pub(crate) fn with_kept(
    row: Row,
    output: &InputFile,
    author: Option<&Provenance>,
    config: &str,
) -> Row {
    let (Some(author), Ok(text)) = (author, output.bytes()) else {
        return row;
    };
    let from = Provenance::of(config, &row).difference(author);
    let kept = Delivered::bytes(&text);
    let reduction_percent = kept.percent_of(row.bytes_before);
    Row {
        bytes_after: Some(kept.bytes),
        minimized_blake3: Some(kept.digest),
        // The percentage would mean nothing if the result was made from another version of the file.
        reduction_percent: reduction_percent.filter(|_| author.source == row.source_blake3),
        tokens_after: None,
        sexprs_after: None,
        commands_after: None,
        well_formed: None,
        canonical_hash: None,
        one_minimal: None,
        signature_after: Some(author.signature.to_string()),
        ..row
    }
    .noting(&format!("kept: {} bytes from {from}", text.len()))
}
