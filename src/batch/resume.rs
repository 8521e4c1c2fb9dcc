//! Resuming: what the journal says about earlier runs, and which of their rows are still valid.

use super::fingerprints::Fingerprints;
use super::open_reduction::{Deaths, OpenReduction};
use super::paths::minimized;
use super::places::Places;
use crate::corpus::{Planned, Settings, quoted};
use crate::event::{Event, PackedRow, Provenance, RowKey, SetAside, Side, Spent, Status};
use crate::input;
use crate::reduction::Verdict;
use jiff::Timestamp;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

/// What the journal says about earlier runs.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// The version of smelt that last ran.
    smelt: String,
    /// The last finished row of each key, with the digest of its configuration.
    rows: HashMap<RowKey, (String, PackedRow)>,
    /// The reductions (key, configuration, source) that were started and have not ended.
    open: HashMap<(RowKey, String, String), OpenReduction>,
    /// The reduction that last began for each key.
    begun: HashMap<RowKey, (RowKey, String, String)>,
    /// Where the files of rows are.
    places: Places,
    /// The authors of each minimized file: the reductions that produced it, the latest last.
    authors: HashMap<(RowKey, Side), Vec<Provenance>>,
    /// The last of them whose reduction has ended.
    ended: HashMap<(RowKey, Side), Provenance>,
    /// The results that have made way for others, the latest last.
    set_aside: HashMap<(RowKey, Side), Vec<SetAside>>,
    /// What was last found out about the failure of each key.
    verdicts: HashMap<RowKey, Verdict>,
    /// The builds that each key was last worked on with.
    builds: HashMap<RowKey, Build>,
    /// When the run began that the events are from, if that is known.
    now: Option<Timestamp>,
    /// The golden CPU times of each reduction (key, source, fingerprint), as first measured.
    golden: HashMap<(RowKey, String, String), Vec<Duration>>,
}

/// The builds of the solvers that a case was worked on with.
#[derive(Debug)]
struct Build {
    /// The digest of the configuration, in hexadecimal.
    config: String,
    /// The fingerprints of the commands, in hexadecimal.
    fingerprint: String,
    /// When the run began that last did so, if that is known.
    at: Option<Timestamp>,
}

impl Past {
    /// The state after these events.
    pub(super) fn of(events: &[Event]) -> Past {
        let mut past = Past::default();
        for event in events {
            past.see(event);
        }
        past.settle_deaths();
        past
    }

    /// Takes note of the next event.
    pub(super) fn see(&mut self, event: &Event) {
        self.places.see(event);
        match event {
            Event::Start { smelt, at, .. } => {
                self.now = *at;
                self.starts(smelt);
            }
            Event::TakenUp { key } => self.is_taken_up(key),
            Event::Begun {
                key,
                config,
                source,
            } => {
                let reduction = (key.clone(), config.clone(), source.clone());
                let open = self.open.entry(reduction.clone()).or_default();
                open.starts += 1;
                open.deaths.begins();
                self.begun.insert(key.clone(), reduction);
            }
            Event::Planned { .. }
            | Event::Merged { .. }
            | Event::Compares { .. }
            | Event::Kept { .. }
            | Event::Measured { .. } => {}
            Event::Died { key } => self.has_died(key),
            Event::Spent { key, spent } => self.has_spent(key, *spent),
            Event::SetAside(result) => {
                let reduction = (result.key.clone(), result.side);
                let earlier = self.set_aside.entry(reduction).or_default();
                earlier.retain(|other| other.file != result.file);
                earlier.push(result.clone());
            }
            Event::Searching {
                key,
                side,
                provenance,
            } => {
                self.add_author(key, *side, provenance);
                self.is_worked_on(key, provenance);
            }
            Event::GoldenCpu {
                key,
                source,
                fingerprint,
                cpu,
            } => {
                self.golden
                    .entry((key.clone(), source.clone(), fingerprint.clone()))
                    .or_insert_with(|| cpu.clone());
            }
            Event::Finished { config, row } => {
                let packed = row;
                let (key, row) = (packed.key().clone(), packed.row());
                let author = Provenance::of(config.clone(), &row);
                if row.is_measured() {
                    self.add_author(&key, row.side(), &author);
                    let reduction = (key.clone(), row.side());
                    self.ended.insert(reduction, author.clone());
                }
                if row.status.is_done() {
                    self.is_worked_on(&key, &author);
                    self.judge(&key, row.status, author);
                    let source = row.source_blake3.clone();
                    self.open.remove(&(key.clone(), config.clone(), source));
                } else {
                    self.has_ended(&key);
                    self.has_spent(&key, Spent::of(&row));
                }
                self.rows.insert(key, (config.clone(), packed.clone()));
            }
        }
    }

    /// A run of this version of smelt starts, so the last run is over: reductions without an end have died. The deaths
    /// of another version are forgotten, because this one may not die in the same place.
    fn starts(&mut self, smelt: &str) {
        self.settle_deaths();
        if self.smelt != smelt {
            smelt.clone_into(&mut self.smelt);
            for open in self.open.values_mut() {
                open.deaths = Deaths::default();
            }
        }
    }

    /// Counts what has begun and not ended as a death, where there are no more events.
    pub(super) fn settle_deaths(&mut self) {
        for open in self.open.values_mut() {
            open.deaths.settle();
        }
    }

    fn has_died(&mut self, key: &RowKey) {
        if let Some(reduction) = self.last_begun(key) {
            reduction.deaths.settle();
        }
    }

    /// A start has ended with a row, though the reduction is not done. After a death in a process apart, the row
    /// `failed` is no such end.
    fn has_ended(&mut self, key: &RowKey) {
        if let Some(reduction) = self.last_begun(key)
            && reduction.deaths.is_begun
        {
            reduction.deaths = Deaths::default();
        }
    }

    /// The reduction that last began for a key, if it has not ended.
    fn last_begun(&mut self, key: &RowKey) -> Option<&mut OpenReduction> {
        let begun = self.begun.get(key)?;
        self.open.get_mut(begun)
    }

    fn has_spent(&mut self, key: &RowKey, spent: Spent) {
        if let Some(reduction) = self.last_begun(key) {
            reduction.spent = spent;
        }
    }

    /// The minimized file of a row is now the work of this author.
    fn add_author(&mut self, key: &RowKey, side: Side, author: &Provenance) {
        make_last(self.authors.entry((key.clone(), side)).or_default(), author);
    }

    fn is_worked_on(&mut self, key: &RowKey, author: &Provenance) {
        if author.fingerprint.is_empty() {
            return;
        }
        let build = Build {
            config: author.config.clone(),
            fingerprint: author.fingerprint.clone(),
            at: self.now,
        };
        self.builds.insert(key.clone(), build);
    }

    fn is_taken_up(&mut self, key: &RowKey) {
        if let Some(build) = self.builds.get_mut(key) {
            build.at = self.now;
        }
    }

    /// Remembers what a row says of the failure. One that could not be worked on, or where nothing was seen reliably, says
    /// nothing.
    fn judge(&mut self, key: &RowKey, status: Status, provenance: Provenance) {
        match status {
            Status::NotReproduced | Status::Flaky | Status::Stopped | Status::Failed => {}
            Status::Reduced
            | Status::AlreadyMinimal
            | Status::Fixed
            | Status::Regressed
            | Status::Changed => {
                let verdict = Verdict { status, provenance };
                self.verdicts.insert(key.clone(), verdict);
            }
        }
    }

    /// The authors of the minimized file of a row on this side, the latest last.
    pub(super) fn authors(&self, key: &RowKey, side: Side) -> &[Provenance] {
        let authors = self.authors.get(&(key.clone(), side));
        authors.map_or(&[], Vec::as_slice)
    }

    /// The last author of the minimized file of a row on this side whose reduction has ended.
    pub(super) fn ended(&self, key: &RowKey, side: Side) -> Option<&Provenance> {
        self.ended.get(&(key.clone(), side))
    }

    /// The results of a row on this side that have made way for others, the latest last.
    pub(super) fn set_aside(&self, key: &RowKey, side: Side) -> &[SetAside] {
        let earlier = self.set_aside.get(&(key.clone(), side));
        earlier.map_or(&[], Vec::as_slice)
    }

    /// What was last found out about the failure of a row.
    pub(super) fn verdict(&self, key: &RowKey) -> Option<&Verdict> {
        self.verdicts.get(key)
    }

    /// If a case was last worked on with another build of a solver: that solver, and when the run began that did so, if
    /// that is known.
    pub(super) fn other_build(
        &self,
        planned: &Planned,
        fingerprints: &mut Fingerprints<'_>,
    ) -> Option<(String, Option<Timestamp>)> {
        let settings = planned.settings.as_ref().ok()?;
        let build = self.builds.get(&key(planned, settings))?;
        if build.config != settings.digest() {
            return None;
        }
        let now = fingerprints.of(settings, planned.case.path())?;
        let mut pairs = build.fingerprint.split(' ').zip(now.split(' '));
        let name = match pairs.position(|(then, now)| then != now)? {
            0 => settings.solver.clone(),
            other => quoted(settings.others.get(other - 1)?),
        };
        Some((name, build.at))
    }

    /// The key whose minimized file has the plain place of a case: the first that had a result.
    pub(super) fn owner(&self, case: &str) -> Option<&RowKey> {
        self.places.owner(case)
    }

    /// The place of a row's files below `minimized` and other directories.
    pub(super) fn place(&self, key: &RowKey) -> String {
        self.places.of(key)
    }

    /// The digest of the configuration with which a row was made.
    pub(super) fn config(&self, key: &RowKey) -> Option<&str> {
        self.rows.get(key).map(|(config, _)| &**config)
    }

    /// Whether no reduction was ever started.
    pub(super) fn is_empty(&self) -> bool {
        self.begun.is_empty() && self.rows.is_empty()
    }

    /// The size in bytes of the result that an interrupted run has left for a case, if the file at the output is the
    /// work of the same reduction and smaller than the case.
    pub(super) fn cut(
        &self,
        planned: &Planned,
        root: &Path,
        fingerprints: &mut Fingerprints<'_>,
    ) -> Option<u64> {
        let settings = planned.settings.as_ref().ok()?;
        let key = key(planned, settings);
        let author = self.authors(&key, Side::Usual).last()?;
        let is_same = author.config == settings.digest()
            && author.source == source_digest(planned)
            && fingerprints
                .of(settings, planned.case.path())
                .is_none_or(|now| now == author.fingerprint);
        let path = minimized(root, &self.place(&key), Side::Usual);
        let bytes = planned.case.file.result(path).length().ok()?;
        (is_same && bytes < planned.case.bytes).then_some(bytes)
    }

    /// This reduction, if it was started before and has not ended.
    pub(super) fn open(&self, key: &RowKey, config: &str, source: &str) -> Option<&OpenReduction> {
        let reduction = (key.clone(), config.to_owned(), source.to_owned());
        self.open.get(&reduction)
    }

    /// The order in which cases begin, the least first: new ones, and then those that have most left to gain.
    pub(super) fn order(&self, planned: &Planned) -> (bool, Reverse<u64>) {
        let bytes = planned.case.bytes;
        let settings = planned.settings.as_ref().ok();
        let row = settings.and_then(|settings| self.rows.get(&key(planned, settings)));
        match row {
            None => (false, Reverse(bytes)),
            Some((_, row)) => (true, Reverse(row.row().bytes_after.unwrap_or(bytes))),
        }
    }

    /// How often smelt died while it worked on a case.
    pub(super) fn deaths(&self, planned: &Planned) -> u64 {
        let Ok(settings) = &planned.settings else {
            return 0;
        };
        let Some(reduction) = self.begun.get(&key(planned, settings)) else {
            return 0;
        };
        let count = self.open.get(reduction).map_or(0, |open| open.deaths.count);
        // smelt dies in few cases, so the files of most need not be read.
        if count == 0 {
            return 0;
        }
        let (_, config, source) = reduction;
        let is_same = *config == settings.digest() && *source == source_digest(planned);
        if is_same { count } else { 0 }
    }

    /// The golden CPU times of a reduction with these commands, if they were measured before.
    pub(super) fn golden(
        &self,
        key: &RowKey,
        source: &str,
        fingerprint: &str,
    ) -> Option<&[Duration]> {
        let reduction = (key.clone(), source.to_owned(), fingerprint.to_owned());
        self.golden.get(&reduction).map(Vec::as_slice)
    }

    /// The row of a case for which nothing is left to do: its reduction has ended, and source, configuration, solver
    /// and minimized file have not changed.
    pub(super) fn row(
        &self,
        planned: &Planned,
        settings: &Settings,
        root: &Path,
        fingerprints: &mut Fingerprints<'_>,
    ) -> Option<&PackedRow> {
        let key = key(planned, settings);
        let (config, packed) = self.rows.get(&key)?;
        let row = packed.row();
        let place = self.place(&key);
        // If the result of the earlier failure is taken away, the other one may have its place.
        let is_beside_another = || minimized(root, &place, Side::Usual).is_file();
        let valid = row.status.is_done()
            && *config == settings.digest()
            && row.source_blake3 == source_digest(planned)
            && (!row.is_beside || is_beside_another())
            && row.minimized_blake3.as_ref().is_none_or(|digest| {
                *digest == delivered(planned, &minimized(root, &place, row.side()))
            })
            && fingerprints.agree(&row, settings, planned.case.path());
        valid.then_some(packed)
    }
}

/// Moves an author to the end of the list, or appends it.
pub(super) fn make_last(authors: &mut Vec<Provenance>, author: &Provenance) {
    authors.retain(|other| other != author);
    authors.push(author.clone());
}

/// The key of a case's row.
pub(super) fn key(planned: &Planned, settings: &Settings) -> RowKey {
    RowKey {
        case: planned.case.id.clone(),
        solver: settings.solver.clone(),
        strategy: settings.strategy.name.to_owned(),
        minimiser: settings.other_minimiser(),
        effort: settings.effort.name().to_owned(),
    }
}

/// The blake3 digest of what a case's file holds; empty if the file cannot be read.
pub(super) fn source_digest(planned: &Planned) -> String {
    input::digest(&planned.case.file).map_or(String::new(), |digest| digest.to_hex().to_string())
}

/// The blake3 digest of a minimized file; empty if the file cannot be read.
fn delivered(planned: &Planned, path: &Path) -> String {
    match planned.case.file.result(path).bytes() {
        Ok(bytes) => blake3::hash(&bytes).to_hex().to_string(),
        Err(_) => String::new(),
    }
}
