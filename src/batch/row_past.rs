//! What earlier runs have left of one row: its last result, the reductions that were begun for it, and who made its files.

use crate::event::{PackedRow, Provenance, SetAside, SharedText, Side, Spent, Status};
use crate::reduction::Verdict;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;

/// What earlier runs have left of one row.
#[derive(Debug, Default)]
pub(super) struct RowPast {
    /// The last finished row, with the digest of its configuration.
    pub(super) row: Option<(SharedText, PackedRow)>,
    /// The reduction that last began.
    pub(super) begun: Option<Reduction>,
    /// The reductions that were started and have not ended.
    open: Vec<(Reduction, OpenReduction)>,
    usual: SidePast,
    /// Few rows have one.
    beside: Option<Box<SidePast>>,
    /// What was last found out about the failure.
    pub(super) verdict: Option<Verdict>,
    /// The builds that it was last worked on with.
    pub(super) build: Option<Build>,
    /// The golden CPU times of each reduction, as first measured.
    golden: Vec<Golden>,
}

/// A reduction of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reduction {
    /// The digest of the configuration, in hexadecimal.
    pub(super) config: SharedText,
    /// That of the source.
    pub(super) source: SharedText,
}

/// A reduction that has not ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenReduction {
    /// How many times it was started.
    pub(super) starts: u64,
    /// What that has cost, as far as it was recorded.
    pub(super) spent: Spent,
    /// How many times smelt died while it worked on it.
    pub(super) deaths: Deaths,
}

/// How many times smelt died in the middle of a reduction: it was killed (perhaps because memory was short), or it
/// crashed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Deaths {
    /// The deaths since a start of the reduction last ended with a row.
    pub(super) count: u64,
    /// Whether the last start has no end so far.
    pub(super) is_begun: bool,
}

impl Deaths {
    /// The reduction begins. If the last start has no end, smelt has died in it.
    pub(super) fn begins(&mut self) {
        self.settle();
        self.is_begun = true;
    }

    /// Counts a last start without an end as a death.
    pub(super) fn settle(&mut self) {
        self.count += u64::from(std::mem::take(&mut self.is_begun));
    }
}

/// What earlier runs have left of one side of a row.
#[derive(Debug, Default)]
pub(super) struct SidePast {
    /// The author of the minimized file: the reduction that last worked on it.
    pub(super) author: Option<Arc<Provenance>>,
    /// The last author whose reduction has ended.
    pub(super) ended: Option<Arc<Provenance>>,
    /// The results that have made way for others, the latest last.
    pub(super) set_aside: Vec<SetAside>,
}

/// The builds of the solvers that a case was worked on with.
#[derive(Debug)]
pub(super) struct Build {
    /// The reduction that knows their fingerprints.
    pub(super) author: Arc<Provenance>,
    /// When the run began that last did so, if that is known.
    pub(super) at: Option<Timestamp>,
}

/// The golden CPU times of a reduction with these commands.
#[derive(Debug)]
struct Golden {
    source: SharedText,
    fingerprint: SharedText,
    cpu: Vec<Duration>,
}

impl RowPast {
    /// One side of the row, if anything is known of it.
    pub(super) fn side(&self, side: Side) -> Option<&SidePast> {
        match side {
            Side::Usual => Some(&self.usual),
            Side::Beside => self.beside.as_deref(),
        }
    }

    /// The same, to be changed.
    pub(super) fn side_mut(&mut self, side: Side) -> &mut SidePast {
        match side {
            Side::Usual => &mut self.usual,
            Side::Beside => self.beside.get_or_insert_default(),
        }
    }

    /// A reduction begins.
    pub(super) fn begins(&mut self, reduction: Reduction) {
        if self.open(&reduction).is_none() {
            let open = OpenReduction::default();
            self.open.reserve_exact(1);
            self.open.push((reduction.clone(), open));
        }
        self.begun = Some(reduction);
        if let Some(open) = self.last_begun() {
            open.starts += 1;
            open.deaths.begins();
        }
    }

    /// A reduction is done.
    pub(super) fn is_done(&mut self, reduction: &Reduction) {
        self.open.retain(|(open, _)| open != reduction);
        self.open.shrink_to_fit();
    }

    /// This reduction, if it was started before and has not ended.
    pub(super) fn open(&self, reduction: &Reduction) -> Option<&OpenReduction> {
        let mut open = self.open.iter();
        let (_, found) = open.find(|(open, _)| open == reduction)?;
        Some(found)
    }

    /// All that were started and have not ended.
    pub(super) fn all_open(&mut self) -> impl Iterator<Item = &mut OpenReduction> {
        self.open.iter_mut().map(|(_, open)| open)
    }

    /// The reduction that last began, if it has not ended.
    pub(super) fn last_begun(&mut self) -> Option<&mut OpenReduction> {
        let begun = self.begun.as_ref()?;
        let (_, found) = self.open.iter_mut().find(|(open, _)| open == begun)?;
        Some(found)
    }

    /// What the reduction that last began has cost so far.
    pub(super) fn has_spent(&mut self, spent: Spent) {
        if let Some(open) = self.last_begun() {
            open.spent = spent;
        }
    }

    /// Whoever made the last result worked with these builds, if they are known.
    pub(super) fn is_worked_on(&mut self, author: &Arc<Provenance>, at: Option<Timestamp>) {
        if !author.fingerprint.is_empty() {
            self.build = Some(Build {
                author: Arc::clone(author),
                at,
            });
        }
    }

    /// Remembers what a row says of the failure. One that could not be worked on, or where nothing was seen reliably, says
    /// nothing.
    pub(super) fn judge(&mut self, status: Status, provenance: Arc<Provenance>) {
        match status {
            Status::NotReproduced | Status::Flaky | Status::Stopped | Status::Failed => {}
            Status::Reduced
            | Status::AlreadyMinimal
            | Status::Fixed
            | Status::Regressed
            | Status::Changed => self.verdict = Some(Verdict { status, provenance }),
        }
    }

    /// Keeps the golden CPU times of a reduction, unless they were measured before.
    pub(super) fn keep_golden(&mut self, source: &str, fingerprint: &str, cpu: &[Duration]) {
        if self.golden(source, fingerprint).is_none() {
            self.golden.reserve_exact(1);
            self.golden.push(Golden {
                source: source.into(),
                fingerprint: fingerprint.into(),
                cpu: cpu.to_vec(),
            });
        }
    }

    /// The golden CPU times of a reduction with these commands, if they were measured before.
    pub(super) fn golden(&self, source: &str, fingerprint: &str) -> Option<&[Duration]> {
        let is_it =
            |golden: &&Golden| golden.source == *source && golden.fingerprint == *fingerprint;
        Some(&self.golden.iter().find(is_it)?.cpu)
    }
}
