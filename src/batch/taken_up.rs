//! Rows of earlier runs that a run takes up: those that are still valid when it begins, and in the end those of cases that
//! it has not come to.

use super::BatchError;
use super::fingerprints::Fingerprints;
use super::output::Output;
use super::resume::{Past, key};
use super::watch::{OtherBuilds, Watch};
use crate::corpus::Planned;
use crate::event::Event;

/// Keeps the rows that are still valid, and returns the cases that have none.
pub(super) fn take_up<'a>(
    (planned, watch): (&'a [Planned], &dyn Watch),
    output: &Output,
    past: &Past,
    fingerprints: &mut Fingerprints<'_>,
) -> Result<Vec<&'a Planned>, BatchError> {
    let (mut rows, mut todo) = (Vec::new(), Vec::new());
    let mut others = OtherBuilds::new();
    for planned in planned {
        let settings = planned.settings.as_ref().ok();
        let row =
            settings.and_then(|settings| past.row(planned, settings, output.root(), fingerprints));
        if let Some(row) = row {
            rows.push(row);
            continue;
        }
        todo.push(planned);
        if let Some((solver, at)) = past.other_build(planned, fingerprints) {
            let latest = others.entry(solver).or_default();
            *latest = at.max(*latest);
        }
    }
    if !others.is_empty() {
        watch.other_builds(&others);
    }
    if !past.is_empty() {
        let done = rows.iter().filter_map(|row| row.row().bytes_after);
        let cut = todo
            .iter()
            .filter_map(|planned| past.cut(planned, output.root(), fingerprints));
        let kept = (rows.len(), done.chain(cut).sum());
        // That nothing is taken up has been explained then.
        if others.is_empty() || kept != (0, 0) {
            watch.resumes(kept.0, kept.1);
        }
    }
    for row in rows {
        // If this process works on one case of a run, the run may have its other builds already.
        if output.row(row.key()).is_none() {
            output.append(&Event::TakenUp {
                key: row.key().clone(),
            })?;
        }
        watch.row(&row.row(), true);
    }
    Ok(todo)
}

/// Takes up what earlier runs have left of cases that this one has not come to, before it was to end: what is known of them
/// does not vanish from the reports.
///
/// # Errors
/// The journal cannot be written.
pub(super) fn take_up_unfinished<'a>(
    todo: impl Iterator<Item = &'a Planned>,
    past: &Past,
    output: &Output,
) -> Result<(), BatchError> {
    for planned in todo {
        let Ok(settings) = &planned.settings else {
            continue;
        };
        let key = key(planned, settings);
        if output.row(&key).is_none() && past.is_unfinished(planned, settings) {
            output.append(&Event::TakenUp { key })?;
        }
    }
    Ok(())
}
