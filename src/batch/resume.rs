//! Resuming: what the journal says about earlier runs, and which of their rows are still valid.

use super::fingerprints::Fingerprints;
use super::paths::minimized;
use super::places::Places;
use super::row_past::{Deaths, OpenReduction, Reduction, RowPast};
use crate::command::command_line;
use crate::corpus::{Planned, Settings};
use crate::event::{
    Event, PackedRow, Provenance, RowKey, SharedText, Side, SolverSearch, Spent, Status,
};
use crate::input;
use jiff::Timestamp;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// What the journal says about earlier runs.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// The version of smelt that last ran.
    smelt: String,
    /// What it says of each row.
    rows: HashMap<RowKey, Box<RowPast>>,
    /// Where the files of rows are.
    places: Places,
    /// When the run began that the events are from, if that is known.
    now: Option<Timestamp>,
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
            Event::TakenUp { key } => {
                let known = self.rows.get_mut(key);
                if let Some(build) = known.and_then(|row| row.build.as_mut()) {
                    build.at = self.now;
                }
            }
            Event::Begun {
                key,
                config,
                source,
            } => self.of_row(key).begins(Reduction {
                config: config.into(),
                source: source.into(),
            }),
            Event::Planned { .. }
            | Event::Merged { .. }
            | Event::Compares { .. }
            | Event::Kept { .. }
            | Event::LeftOut { .. }
            | Event::Measured { .. } => {}
            Event::Died { key } => {
                if let Some(open) = self.rows.get_mut(key).and_then(|row| row.last_begun()) {
                    open.deaths.settle();
                }
            }
            Event::Spent { key, spent } => self.of_row(key).has_spent(*spent),
            Event::SetAside(result) => {
                let row = self.of_row(&result.key);
                let earlier = &mut row.side_mut(result.side).set_aside;
                earlier.retain(|other| other.file != result.file);
                earlier.push(result.clone());
            }
            Event::Searching {
                key,
                side,
                provenance,
            } => {
                let now = self.now;
                let row = self.of_row(key);
                let author = Arc::new(provenance.clone());
                row.is_worked_on(&author, now);
                row.side_mut(*side).author = Some(author);
            }
            Event::GoldenCpu {
                key,
                source,
                fingerprint,
                cpu,
            } => self.of_row(key).keep_golden(source, fingerprint, cpu),
            Event::Finished { config, row } => self.finishes(config, row),
        }
    }

    /// What is known of a row, which may be nothing so far.
    fn of_row(&mut self, key: &RowKey) -> &mut RowPast {
        self.rows.entry(key.clone()).or_default()
    }

    /// A row is finished.
    fn finishes(&mut self, config: &str, packed: &PackedRow) {
        let now = self.now;
        let past = self.of_row(packed.key());
        let row = packed.row();
        let author = Arc::new(Provenance::of(config, &row));
        if row.is_measured() {
            let side = past.side_mut(row.side());
            side.author = Some(Arc::clone(&author));
            side.ended = Some(Arc::clone(&author));
        }
        if row.status.is_done() {
            past.is_worked_on(&author, now);
            past.judge(row.status, author);
            past.is_done(&Reduction {
                config: config.into(),
                source: row.source_blake3.into(),
            });
        } else {
            // The start has ended with a row, though the reduction is not done. After a death in a process apart, the
            // row `failed` is no such end.
            if let Some(open) = past.last_begun()
                && open.deaths.is_begun
            {
                open.deaths = Deaths::default();
            }
            past.has_spent(Spent::of(&row));
        }
        past.row = Some((config.into(), packed.clone()));
    }

    /// A run of this version of smelt starts, so the last run is over: reductions without an end have died. The deaths
    /// of another version are forgotten, because this one may not die in the same place.
    fn starts(&mut self, smelt: &str) {
        self.settle_deaths();
        if self.smelt != smelt {
            smelt.clone_into(&mut self.smelt);
            for open in self.rows.values_mut().flat_map(|row| row.all_open()) {
                open.deaths = Deaths::default();
            }
        }
    }

    /// Counts what has begun and not ended as a death, where there are no more events.
    pub(super) fn settle_deaths(&mut self) {
        for open in self.rows.values_mut().flat_map(|row| row.all_open()) {
            open.deaths.settle();
        }
    }

    /// What is known of a row, if anything is.
    pub(super) fn known(&self, key: &RowKey) -> Option<&RowPast> {
        self.rows.get(key).map(Box::as_ref)
    }

    /// What is known of the row of a case, if the case has usable settings and anything is.
    fn of_case<'p>(&self, planned: &'p Planned) -> Option<(&'p Settings, &RowPast)> {
        let settings = planned.settings.as_ref().ok()?;
        Some((settings, self.known(&key(planned, settings))?))
    }

    /// The author of the minimized file of a row on this side: the reduction that last worked on it.
    pub(super) fn author(&self, key: &RowKey, side: Side) -> Option<&Provenance> {
        self.known(key)?.side(side)?.author.as_deref()
    }

    /// If a case was last worked on with another build of a solver: that solver, and when the run began that did so, if
    /// that is known.
    pub(super) fn other_build(
        &self,
        planned: &Planned,
        fingerprints: &mut Fingerprints<'_>,
    ) -> Option<(String, Option<Timestamp>)> {
        let (settings, past) = self.of_case(planned)?;
        let build = past.build.as_ref()?;
        if build.author.config != settings.digest() {
            return None;
        }
        let now = fingerprints.of(settings, planned.case.path())?;
        let mut pairs = build.author.fingerprint.split(' ').zip(now.split(' '));
        let name = match pairs.position(|(then, now)| then != now)? {
            0 => settings.solver.clone(),
            other => command_line(settings.others.get(other - 1)?),
        };
        Some((name, build.at))
    }

    /// Whether the last row of a case is that of a search which an earlier run with the same settings has cut.
    pub(super) fn is_unfinished(&self, planned: &Planned, settings: &Settings) -> bool {
        let past = self.known(&key(planned, settings));
        let last = past.and_then(|past| past.row.as_ref());
        last.is_some_and(|(config, packed)| {
            let row = packed.row();
            row.status == Status::Stopped
                && *config == settings.digest()
                && row.source_blake3 == source_digest(planned)
        })
    }

    /// The key whose minimized file has the plain place of a case: the first that had a result.
    pub(super) fn owner(&self, case: &str) -> Option<RowKey> {
        self.places.owner(case)
    }

    /// The places of all rows' files.
    pub(super) fn into_places(self) -> Places {
        self.places
    }

    /// The place of a row's files below `minimized` and other directories.
    pub(super) fn place(&self, key: &RowKey) -> String {
        self.places.of(key)
    }

    /// The digest of the configuration with which a row was made.
    pub(super) fn config(&self, key: &RowKey) -> Option<&str> {
        let (config, _) = self.known(key)?.row.as_ref()?;
        Some(config)
    }

    /// Whether no reduction was ever started.
    pub(super) fn is_empty(&self) -> bool {
        let mut rows = self.rows.values();
        !rows.any(|past| past.begun.is_some() || past.row.is_some())
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
        let author = self.author(&key, Side::Usual)?;
        let is_same = author.config == settings.digest()
            && author.source == source_digest(planned)
            && fingerprints
                .of(settings, planned.case.path())
                .is_none_or(|now| author.fingerprint == now);
        let path = minimized(root, &self.place(&key), Side::Usual);
        let bytes = planned.case.file.result(path).length().ok()?;
        (is_same && bytes < planned.case.bytes).then_some(bytes)
    }

    /// This reduction, if it was started before and has not ended.
    pub(super) fn open(&self, key: &RowKey, config: &str, source: &str) -> Option<&OpenReduction> {
        self.known(key)?.open(&Reduction {
            config: config.into(),
            source: source.into(),
        })
    }

    /// The order in which cases begin, the least first: new ones, and then those that have most left to gain.
    pub(super) fn order(&self, planned: &Planned) -> (bool, Reverse<u64>) {
        let bytes = planned.case.bytes;
        let past = self.of_case(planned);
        match past.and_then(|(_, past)| past.row.as_ref()) {
            None => (false, Reverse(bytes)),
            Some((_, row)) => (true, Reverse(row.row().bytes_after.unwrap_or(bytes))),
        }
    }

    /// How often smelt died while it worked on a case.
    pub(super) fn deaths(&self, planned: &Planned) -> u64 {
        let past = self.of_case(planned);
        let begun = past.and_then(|(settings, past)| Some((settings, past, past.begun.as_ref()?)));
        let Some((settings, past, begun)) = begun else {
            return 0;
        };
        let count = past.open(begun).map_or(0, |open| open.deaths.count);
        // smelt dies in few cases, so the files of most need not be read.
        if count == 0 {
            return 0;
        }
        let Reduction { config, source } = begun;
        let is_same = *config == settings.digest() && *source == source_digest(planned);
        if is_same { count } else { 0 }
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
        let (config, packed) = self.known(&key)?.row.as_ref()?;
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

/// The key of a case's row.
pub(super) fn key(planned: &Planned, settings: &Settings) -> RowKey {
    RowKey {
        case: planned.case.id.clone(),
        made_by: SolverSearch {
            solver: (&settings.solver).into(),
            strategy: settings.strategy.name.into(),
            minimiser: settings.other_minimiser().map(SharedText::from),
            effort: settings.effort.name().into(),
        }
        .shared(),
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
