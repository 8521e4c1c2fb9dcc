//! Proves the results of a batch 1-minimal, from its journal, its minimized files and the store. Nothing is run, and
//! the output is not changed.

use super::journal::Journalled;
use super::paths::minimized;
use super::resume::{self, Past};
use super::row_past::RowPast;
use crate::corpus::Planned;
use crate::event::Row;
use crate::input::InputFile;
use crate::reduction::{
    Memory, NotReduced, Progress, Proof, ReductionContext, Task, after_colon, prove,
};
use crate::report::Rows;
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

/// What became of the proof for one row.
#[derive(Debug)]
pub(crate) struct RowProof {
    /// The row of the journal.
    pub row: Row,
    /// Whether its minimized file differs from the one that the batch delivered.
    pub is_foreign: bool,
    /// What the store says of the file, or why there is nothing to say.
    pub proof: Result<Proof, String>,
}

impl RowProof {
    /// Whether the file is proved to be 1-minimal, whoever made it.
    pub(crate) fn is_proved(&self) -> bool {
        self.proof.as_ref().is_ok_and(Proof::is_complete)
    }

    /// Whether the file is refused: it is refuted, or it is foreign and not proved.
    pub(crate) fn is_refused(&self) -> bool {
        let is_refuted = self.proof.as_ref().is_ok_and(Proof::is_refuted);
        is_refuted || self.is_foreign && !self.is_proved()
    }
}

/// Looks for proofs for all rows of the latest run, in the order of reports. Ends early when the run is stopped.
pub(crate) fn prove_rows(
    journalled: &Journalled,
    planned: &[Planned],
    root: &Path,
    context: &ReductionContext<'_>,
) -> Vec<RowProof> {
    let past = Past::of(&journalled.events);
    let cases: HashMap<(&str, &str), &Planned> = planned
        .iter()
        .filter_map(|planned| {
            let settings = planned.settings.as_ref().ok()?;
            Some(((&*planned.case.id, &*settings.solver), planned))
        })
        .collect();
    let mut proofs = Vec::new();
    for row in Rows::of(&journalled.events).current().iter() {
        if context.stop.is_winding_up() {
            break;
        }
        let path = minimized(root, &past.place(&row.key()), row.side());
        let delivered = InputFile::own(&path)
            .bytes()
            .map_err(|error| format!("cannot read `{}`: {error}", path.display()));
        let is_foreign = match (&delivered, &row.minimized_blake3) {
            (Ok(text), Some(expected)) => *blake3::hash(text).to_hex() != **expected,
            _ => false,
        };
        // A case may be run on several builds.
        let on_build = cases.get(&(&*row.case, &*row.solver));
        let of_case = || planned.iter().find(|planned| planned.case.id == row.case);
        let proof = match on_build.copied().or_else(of_case) {
            Some(planned) => row_proof(&row, planned, delivered, &past, context),
            None => Err("the case is gone".to_owned()),
        };
        proofs.push(RowProof {
            row,
            is_foreign,
            proof,
        });
    }
    proofs
}

/// Looks for the proof of one row. `delivered` is the text of its minimized file.
fn row_proof(
    row: &Row,
    planned: &Planned,
    delivered: Result<Vec<u8>, String>,
    past: &Past,
    context: &ReductionContext<'_>,
) -> Result<Proof, String> {
    if row.minimized_blake3.is_none() || row.status.is_done() && !row.is_measured() {
        return Err(format!("there is no result ({})", row.status));
    }
    let settings = planned.settings.as_ref().map_err(|why| after_colon(why))?;
    let key = resume::key(planned, settings);
    if past.config(&key) != Some(&*settings.digest()) {
        return Err("its configuration has changed since the batch".to_owned());
    }
    if resume::source_digest(planned) != row.source_blake3 {
        return Err("its file has changed since the batch".to_owned());
    }
    let delivered = delivered?;
    let progress = Progress::unseen();
    let task = Task {
        memory: &Golden {
            past: past.known(&key),
            source: &row.source_blake3,
        },
        ..Task::unrecorded(&row.case, &planned.case.file, settings, &progress)
    };
    prove(&task, context, &delivered).map_err(|NotReduced { detail, .. }| after_colon(&detail))
}

/// A memory that has the golden CPU times of the journal and keeps nothing.
struct Golden<'a> {
    past: Option<&'a RowPast>,
    source: &'a str,
}

impl Memory for Golden<'_> {
    fn golden_cpu(&self, fingerprint: &str) -> Option<Vec<Duration>> {
        let kept = self.past?.golden(self.source, fingerprint)?;
        Some(kept.to_vec())
    }
}
