//! What a reduction of a batch remembers from its earlier starts and keeps for later ones, in the journal.

use super::Output;
use super::costs::Costs;
use super::families::Families;
use super::output::set_aside;
use super::resume::Past;
use super::row_past::RowPast;
use crate::event::{BugMarks, Event, Provenance, RowKey, SetAside, Side, Spent};
use crate::reduction::{EarlierResult, Memory, ResultOnBuild, Verdict};
use crate::sync::Mutex;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The memory of a reduction.
pub(super) struct JournalMemory<'a> {
    past: &'a Past,
    /// What is known of the row.
    known: Option<&'a RowPast>,
    output: &'a Output,
    key: &'a RowKey,
    source: &'a str,
    side: Side,
    costs: &'a Costs,
    families: &'a Families,
    /// The results of the case on earlier builds of this run.
    pub(super) on_builds_before: Vec<ResultOnBuild>,
    /// Appends to the journal.
    append: &'a (dyn Fn(&Event) + Sync),
    results: Mutex<Results>,
}

struct Results {
    /// The reduction that last worked on the minimized file.
    author: Option<Provenance>,
    /// The results that have made way for it.
    earlier: Vec<EarlierResult>,
}

impl<'a> JournalMemory<'a> {
    /// The memory of the reduction for this row, source and side, after these events.
    pub(super) fn of(
        (past, output, families): (&'a Past, &'a Output, &'a Families),
        (key, source, side): (&'a RowKey, &'a str, Side),
        costs: &'a Costs,
        append: &'a (dyn Fn(&Event) + Sync),
    ) -> JournalMemory<'a> {
        let known = past.known(key);
        let known_side = known.and_then(|known| known.side(side));
        let earlier = known_side.map_or(&[][..], |side| &side.set_aside).iter();
        let results = Results {
            author: known_side.and_then(|side| side.author.as_deref().cloned()),
            earlier: earlier
                .map(|result| earlier_result(output, result))
                .collect(),
        };
        JournalMemory {
            past,
            known,
            output,
            key,
            source,
            side,
            costs,
            families,
            on_builds_before: Vec::new(),
            append,
            results: Mutex::new(results),
        }
    }
}

fn earlier_result(output: &Output, result: &SetAside) -> EarlierResult {
    EarlierResult {
        path: output.earlier(&result.file),
        name: result.file.clone(),
        bytes: result.bytes,
        provenance: result.provenance.clone(),
    }
}

impl Memory for JournalMemory<'_> {
    fn author(&self) -> Option<Provenance> {
        self.results.lock().author.clone()
    }

    fn begin_search(&self, author: &Provenance) {
        self.results.lock().author = Some(author.clone());
        (self.append)(&Event::Searching {
            key: self.key.clone(),
            side: self.side,
            provenance: author.clone(),
        });
    }

    fn has_ended(&self, author: &Provenance) -> bool {
        let side = self.known.and_then(|known| known.side(self.side));
        side.is_some_and(|side| side.ended.as_deref() == Some(author))
    }

    fn verdict(&self) -> Option<Verdict> {
        self.known?.verdict.clone()
    }

    fn chain(&self, author: &Provenance) -> Option<PathBuf> {
        Some(self.output.chain(&self.past.place(self.key), author))
    }

    fn on_builds_before(&self) -> Vec<ResultOnBuild> {
        self.on_builds_before.clone()
    }

    fn set_aside(&self, _: &Path, text: &[u8], author: Option<&Provenance>) -> PathBuf {
        let result = SetAside {
            key: self.key.clone(),
            side: self.side,
            file: set_aside(&self.past.place(self.key), text),
            bytes: text.len() as u64,
            provenance: author.cloned(),
        };
        let earlier = earlier_result(self.output, &result);
        (self.append)(&Event::SetAside(result));
        let path = earlier.path.clone();
        let mut results = self.results.lock();
        results.earlier.retain(|other| other.path != path);
        results.earlier.push(earlier);
        path
    }

    fn earlier(&self) -> Vec<EarlierResult> {
        self.results.lock().earlier.clone()
    }

    fn golden_cpu(&self, fingerprint: &str) -> Option<Vec<Duration>> {
        let kept = self.known?.golden(self.source, fingerprint)?;
        Some(kept.to_vec())
    }

    fn keep_golden_cpu(&self, fingerprint: &str, cpu: &[Duration]) {
        (self.append)(&Event::GoldenCpu {
            key: self.key.clone(),
            source: self.source.to_owned(),
            fingerprint: fingerprint.to_owned(),
            cpu: cpu.to_vec(),
        });
    }

    fn known_texts(&self, marks: &BugMarks, fingerprint: &str) -> Vec<Vec<u8>> {
        let group = marks.group(&self.key.made_by.solver, fingerprint);
        group.map_or(Vec::new(), |(_, group)| {
            self.families.texts(&group, self.key)
        })
    }

    fn keeps_version(&self) -> bool {
        true
    }

    fn launches(&self) -> Option<PathBuf> {
        Some(self.costs.launches().to_owned())
    }

    fn keep_spent(&self, spent: Spent) {
        (self.append)(&Event::Spent {
            key: self.key.clone(),
            spent: self.costs.with(spent),
        });
    }
}
