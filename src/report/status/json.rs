//! The status as JSON.

use super::Frame;
use crate::event::{RowKey, Side, Status};
use crate::report::numbers::sensible;
use crate::report::{Comparison, Entry, Since};
use serde_json::{Value, json};

/// Where the minimized file of a row is below the output directory, on this side, if that is known.
type Place<'p> = dyn Fn(&RowKey, Side) -> Option<String> + 'p;

/// The whole document: what is compared, the numbers, and an object for each case, in the order of the report.
///
/// # Errors
/// It cannot be written as JSON.
pub fn status_json(
    comparison: &Comparison,
    frame: &Frame,
    place: &Place<'_>,
) -> Result<Vec<u8>, serde_json::Error> {
    let (kind, since) = match &frame.since {
        Since::Nothing => ("nothing", Value::Null),
        Since::RunBefore(time) => ("run before", json!(time)),
        Since::Time(time) => ("time", json!(time)),
        Since::Output(output) => ("output", json!(output)),
    };
    let counts = comparison.counts().into_iter();
    let counts: serde_json::Map<String, Value> = counts
        .map(|(standing, count)| (standing.name().to_owned(), json!(count)))
        .collect();
    let entries = comparison.entries.iter();
    let cases: Vec<Value> = entries.map(|one| entry(one, place)).collect();
    let document = json!({
        "output": frame.output,
        "run": frame.run,
        "since": { "kind": kind, "value": since },
        "counts": counts,
        "waiting": comparison.waiting,
        "cases": cases,
    });
    let mut text = serde_json::to_vec_pretty(&document)?;
    text.push(b'\n');
    Ok(text)
}

fn entry(entry: &Entry, place: &Place<'_>) -> Value {
    let minimized = entry.minimized.as_ref();
    json!({
        "case": entry.case,
        "solver": entry.solver,
        "search": entry.search,
        "standing": entry.standing.name(),
        "is_open": entry.standing.is_open(),
        "status": entry.status.map(Status::name),
        "status_then": entry.status_then.map(Status::name),
        "bytes_before": entry.status.map(|_| entry.bytes_before),
        "bytes_after": entry.bytes_after,
        "minimized": minimized.and_then(|(key, side)| place(key, *side)),
        "bytes_then": entry.bytes_then,
        "reduction_percent": entry.reduction_percent.map(sensible),
        "taken_up": entry.is_taken_up,
        "runs": entry.runs,
        "wall_seconds": sensible(entry.wall_seconds),
        "signature": entry.signature,
        "same_bug_as": entry.same_bug_as,
        "signature_after": entry.other_signature.as_ref().or(entry.signature.as_ref()),
        "signature_then": entry.signature_then,
        "detail": entry.detail,
    })
}
