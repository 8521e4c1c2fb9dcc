//! The journals of shards, read as that of one run of all cases.
//!
//! The merged journal is a function of the shards' journals: what was before the last run of each, as one run, and then
//! the last run of each, as another one. Within these, the events are sorted by the rows that they are about.
//!
//! Of a hundred thousand cases, the events do not fit into memory. So a journal is read once to see which of its lines are
//! about which row, and then the lines are read in the new order.

use super::BatchError;
use super::journal::{Journalled, Line, each_line};
use crate::event::{Call, Event, JOURNAL_VERSION, Part, RowKey};
use crate::input::InputFile;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// The options of a call that say which shard it was for.
const OF_SHARD: [&str; 3] = ["--shard", "--shard-mode", "--costs"];

/// The journal of a shard, of which each line is known and none is kept.
pub(super) struct ShardJournal {
    /// The output.
    pub(super) root: PathBuf,
    /// How many cases the last run had, and which part of all cases they were.
    pub(super) planned: Option<(usize, Option<Part>)>,
    /// The version of smelt that began the last run.
    pub(super) smelt: Option<String>,
    /// What there is besides events.
    pub(super) besides: Journalled,
    path: PathBuf,
    file: File,
    before: Runs,
    last: Runs,
}

/// Some runs of a shard.
#[derive(Default)]
struct Runs {
    /// Whether there is anything.
    is_any: bool,
    /// The first start: the version of smelt, the nonce and the call.
    start: Option<(String, String, Option<Call>)>,
    /// When the first one began, if that is known of any.
    at: Option<Timestamp>,
    on_builds: bool,
    /// The lines about each row, in order.
    rows: BTreeMap<RowKey, Vec<Line>>,
}

impl ShardJournal {
    /// Reads the journal of an output, which is neither locked nor changed.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(super) fn read(root: &Path) -> Result<ShardJournal, BatchError> {
        let (mut planned, mut smelt) = (None, None);
        let (mut before, mut last) = (Runs::default(), Runs::default());
        let besides = each_line(root, &mut |event, line| {
            match &event {
                Event::Start { smelt: version, .. } => {
                    before.append(std::mem::take(&mut last));
                    smelt = Some(version.clone());
                }
                Event::Planned { cases, part, .. } => planned = Some((*cases, part.clone())),
                _ => {}
            }
            last.see(event, line);
        })?;
        let path = root.join("journal.jsonl");
        let opened = InputFile::own(&path).at_most(u64::MAX).open();
        let (file, _) = opened.map_err(BatchError::open(&path))?;
        Ok(ShardJournal {
            root: root.to_owned(),
            planned,
            smelt,
            besides,
            path,
            file,
            before,
            last,
        })
    }

    /// The cases on which the last run has worked, or which it has taken up.
    pub(super) fn cases(&self) -> BTreeSet<&str> {
        self.last.rows.keys().map(|key| &*key.case).collect()
    }

    /// The event in a line.
    fn event(&self, line: Line) -> Result<Event, BatchError> {
        let mut bytes = vec![0; line.length];
        let read = self.file.read_exact_at(&mut bytes, line.begin);
        let event = read.and_then(|()| Ok(serde_json::from_slice(&bytes)?));
        event.map_err(|source| BatchError::Read {
            path: self.path.clone(),
            source,
        })
    }
}

impl Runs {
    fn see(&mut self, event: Event, line: Line) {
        self.is_any = true;
        if let Some(key) = event.key() {
            self.rows.entry(key).or_default().push(line);
            return;
        }
        match event {
            Event::Start {
                smelt,
                nonce,
                call,
                at,
                ..
            } => {
                self.start.get_or_insert((smelt, nonce, call));
                self.at = earlier(self.at, at);
            }
            Event::Planned { on_builds, .. } => self.on_builds |= on_builds,
            _ => {}
        }
    }

    /// Adds later runs.
    fn append(&mut self, later: Runs) {
        self.is_any |= later.is_any;
        self.start = self.start.take().or(later.start);
        self.at = earlier(self.at, later.at);
        self.on_builds |= later.on_builds;
        for (key, lines) in later.rows {
            self.rows.entry(key).or_default().extend(lines);
        }
    }
}

/// The earlier of two times, as far as they are known.
fn earlier(one: Option<Timestamp>, other: Option<Timestamp>) -> Option<Timestamp> {
    one.into_iter().chain(other).min()
}

/// Sees the events of the merged journal of these shards, in its order. `cases` is how many all have.
///
/// # Errors
/// A journal cannot be read any more, or what `see` returns.
pub(super) fn each_merged_event(
    shards: &[ShardJournal],
    cases: usize,
    see: &mut dyn FnMut(Event) -> Result<(), BatchError>,
) -> Result<(), BatchError> {
    if shards.iter().any(|shard| shard.before.is_any) {
        each_event_of(shards, |shard| &shard.before, cases, see)?;
    }
    each_event_of(shards, |shard| &shard.last, cases, see)
}

/// The same for these runs of the shards, as one run.
fn each_event_of(
    shards: &[ShardJournal],
    runs: fn(&ShardJournal) -> &Runs,
    cases: usize,
    see: &mut dyn FnMut(Event) -> Result<(), BatchError>,
) -> Result<(), BatchError> {
    let all = || shards.iter().map(runs);
    if let Some((smelt, nonce, call)) = all().find_map(|runs| runs.start.as_ref()) {
        see(Event::Start {
            version: JOURNAL_VERSION,
            smelt: smelt.clone(),
            nonce: nonce.clone(),
            call: call.as_ref().map(|call| call.without(&OF_SHARD)),
            at: all().filter_map(|runs| runs.at).min(),
        })?;
    }
    see(Event::Merged {
        shards: u32::try_from(shards.len()).unwrap_or(u32::MAX),
    })?;
    see(Event::Planned {
        cases,
        on_builds: all().any(|runs| runs.on_builds),
        part: None,
    })?;
    let mut by_row: BTreeMap<&RowKey, Vec<(&ShardJournal, &[Line])>> = BTreeMap::new();
    for shard in shards {
        for (key, lines) in &runs(shard).rows {
            by_row.entry(key).or_default().push((shard, lines));
        }
    }
    for (shard, lines) in by_row.into_values().flatten() {
        for line in lines {
            see(shard.event(*line)?)?;
        }
    }
    Ok(())
}

/// Sees what the shards below a directory (`shard-1` and so on) have come to, as one run of all cases; of those that have
/// begun. Returns what there is besides events; none if no shard has begun.
///
/// # Errors
/// A journal cannot be read.
pub(super) fn each_event_of_shards(
    directory: &Path,
    see: &mut dyn FnMut(Event),
) -> Result<Option<Journalled>, BatchError> {
    let mut found: Vec<(u32, ShardJournal)> = Vec::new();
    for entry in directory.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("shard-"));
        let Some(Ok(shard)) = number.map(str::parse::<u32>) else {
            continue;
        };
        match ShardJournal::read(&entry.path()) {
            Err(BatchError::NoOutput(_)) => {}
            read => found.push((shard, read?)),
        }
    }
    found.sort_by_key(|(shard, _)| *shard);
    let shards: Vec<ShardJournal> = found.into_iter().map(|(_, journal)| journal).collect();
    let part = |shard: &ShardJournal| Some(shard.planned.as_ref()?.1.as_ref()?.all);
    let Some(cases) = shards.iter().find_map(part) else {
        return Ok(None);
    };
    each_merged_event(&shards, cases, &mut |event| {
        see(event);
        Ok(())
    })?;
    let besides = shards.iter().map(|shard| &shard.besides);
    Ok(Some(Journalled {
        events: Vec::new(),
        unreadable: besides.clone().map(|besides| besides.unreadable).sum(),
        torn: besides.clone().any(|besides| besides.torn),
    }))
}

#[cfg(test)]
mod tests {
    use super::{BatchError, each_event_of_shards};
    use crate::event::{Event, Part};
    use std::fs;

    #[test]
    fn a_shard_whose_journal_cannot_be_read_is_told_and_one_that_has_not_begun_is_left_out() {
        let root = tempfile::tempdir().expect("a directory");
        let write = |shard: &str, line: &str| {
            let shard = root.path().join(shard);
            fs::create_dir(&shard).expect("a directory");
            fs::write(shard.join("journal.jsonl"), format!("{line}\n")).expect("a journal");
        };
        let planned = Event::Planned {
            cases: 1,
            on_builds: false,
            part: Some(Part {
                shard: 1,
                of: 3,
                all: 3,
                corpus: String::new(),
            }),
        };
        write("shard-1", &serde_json::to_string(&planned).expect("JSON"));
        fs::create_dir(root.path().join("shard-2")).expect("a directory");
        let read = || each_event_of_shards(root.path(), &mut |_| ());
        assert!(matches!(read(), Ok(Some(_))));
        write("shard-3", r#"{"event":"start","version":99}"#);
        assert!(matches!(read(), Err(BatchError::Newer(_))));
    }
}
