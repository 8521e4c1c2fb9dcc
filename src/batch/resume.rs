//! Resuming: which rows of earlier runs are still valid.

use super::Output;
use super::reduce::Reduce;
use crate::corpus::{Planned, Settings};
use crate::event::{Event, Provenance, Row, RowKey};
use crate::input::{self, plain_name};
use crate::reduction::ReductionContext;
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

/// What the journal says about earlier runs.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// The last finished row of each key, with the digest of its configuration.
    rows: HashMap<RowKey, (String, Row)>,
    /// How many times each reduction (key, configuration, source) was started.
    starts: HashMap<(RowKey, String, String), u64>,
    /// The authors of each case's minimized file: the reductions that produced it, the latest last.
    authors: HashMap<String, Vec<Provenance>>,
    /// The golden CPU times of each reduction (key, source, fingerprint), as first measured.
    golden: HashMap<(RowKey, String, String), Vec<Duration>>,
}

impl Past {
    /// The state after these events.
    pub(super) fn of(events: &[Event]) -> Past {
        let mut past = Past::default();
        for event in events {
            match event {
                Event::Start { .. } | Event::Planned { .. } | Event::TakenUp { .. } => {}
                Event::Begun {
                    key,
                    config,
                    source,
                } => {
                    *past
                        .starts
                        .entry((key.clone(), config.clone(), source.clone()))
                        .or_default() += 1;
                }
                Event::Searching { key, provenance } => {
                    past.is_now_by(&key.case, provenance);
                }
                Event::GoldenCpu {
                    key,
                    source,
                    fingerprint,
                    cpu,
                } => {
                    past.golden
                        .entry((key.clone(), source.clone(), fingerprint.clone()))
                        .or_insert_with(|| cpu.clone());
                }
                Event::Finished { config, row } => {
                    if row.status.is_measured() {
                        past.is_now_by(&row.case, &Provenance::of(config.clone(), row));
                    }
                    past.rows
                        .insert(row.key(), (config.clone(), (**row).clone()));
                }
            }
        }
        past
    }

    fn is_now_by(&mut self, case: &str, author: &Provenance) {
        make_last(self.authors.entry(case.to_owned()).or_default(), author);
    }

    /// The authors of a case's minimized file, the latest last.
    pub(super) fn authors(&self, case: &str) -> &[Provenance] {
        self.authors.get(case).map_or(&[], Vec::as_slice)
    }

    /// The digest of the configuration with which a row was made.
    pub(super) fn config(&self, key: &RowKey) -> Option<&str> {
        self.rows.get(key).map(|(config, _)| &**config)
    }

    /// Whether no reduction was ever started.
    pub(super) fn is_empty(&self) -> bool {
        self.starts.is_empty() && self.rows.is_empty()
    }

    /// The bytes of the result that an interrupted run has left for a case: the file at the output is its work, and
    /// smaller than the case.
    pub(super) fn cut(
        &self,
        planned: &Planned,
        output: &Output,
        fingerprints: &mut Fingerprints<'_>,
    ) -> Option<u64> {
        let settings = planned.settings.as_ref().ok()?;
        let author = self.authors(&planned.case.id).last()?;
        let is_cut = author.config == settings.digest()
            && author.source == source_digest(planned)
            && fingerprints
                .of(settings, &planned.case.path)
                .is_none_or(|now| now == author.fingerprint);
        let left = std::fs::metadata(output.minimized(&planned.case.id)).ok()?;
        (is_cut && left.len() < planned.case.bytes).then_some(left.len())
    }

    /// How many times this reduction was started before.
    pub(super) fn starts(&self, key: &RowKey, config: &str, source: &str) -> u64 {
        let reduction = (key.clone(), config.to_owned(), source.to_owned());
        self.starts.get(&reduction).copied().unwrap_or(0)
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
        output: &Output,
        fingerprints: &mut Fingerprints<'_>,
    ) -> Option<&Row> {
        let (config, row) = self.rows.get(&key(planned, settings))?;
        let valid = row.status.is_done()
            && *config == settings.digest()
            && row.source_blake3 == source_digest(planned)
            && row
                .minimized_blake3
                .as_ref()
                .is_none_or(|digest| *digest == delivered(&row.case, output))
            && fingerprints.agree(row, settings, &planned.case.path);
        valid.then_some(row)
    }
}

/// The fingerprints of commands; each is determined once per run.
pub(super) struct Fingerprints<'a> {
    /// By everything that a fingerprint depends on.
    known: HashMap<String, Option<String>>,
    reduce: &'a dyn Reduce,
    context: &'a ReductionContext<'a>,
}

impl<'a> Fingerprints<'a> {
    pub(super) fn new(
        reduce: &'a dyn Reduce,
        context: &'a ReductionContext<'a>,
    ) -> Fingerprints<'a> {
        Fingerprints {
            known: HashMap::new(),
            reduce,
            context,
        }
    }

    /// Whether the command is still the one that the row was made with, as far as both are known.
    fn agree(&mut self, row: &Row, settings: &Settings, input: &Path) -> bool {
        let Some(then) = &row.fingerprint else {
            return true;
        };
        let now = self.of(settings, input);
        now.is_none_or(|now| now == then)
    }

    /// The fingerprint of a case's commands, if it can be determined.
    pub(super) fn of(&mut self, settings: &Settings, input: &Path) -> Option<&str> {
        let Settings {
            command,
            others,
            depends,
            env,
            cwd,
            absolute_path,
            ..
        } = settings;
        let name = plain_name(input);
        let name = settings.candidate_name(name).or(name.extension());
        let files = (depends, env, cwd, absolute_path, name);
        let parts = format!("{command:?} {others:?} {files:?}");
        let known = self.known.entry(parts);
        let now = known.or_insert_with(|| self.reduce.fingerprint(settings, input, self.context));
        now.as_deref()
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
    }
}

/// The blake3 digest of what a case's file holds; empty if the file cannot be read.
pub(super) fn source_digest(planned: &Planned) -> String {
    input::digest(&planned.case.path).map_or(String::new(), |digest| digest.to_hex().to_string())
}

fn delivered(id: &str, output: &Output) -> String {
    std::fs::read(output.minimized(id)).map_or(String::new(), |bytes| {
        blake3::hash(&bytes).to_hex().to_string()
    })
}
