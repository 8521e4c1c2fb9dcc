//! The journals of shards, read as that of one run of all cases.
//!
//! The merged journal is a function of the shards' journals: what was before the last run of each, as one run, and then
//! the last run of each, as another one. A run that goes on where others were killed is one with them. Within these, the
//! events are sorted by the cases that they are about; those of a case keep their order, by which its searches have their
//! places.
//!
//! Of a hundred thousand cases, the events do not fit into memory. So a journal is read once to see which of its lines are
//! about which row, and then the lines are read in the new order.

use super::BatchError;
use super::journal::{Journalled, Line, each_event};
use super::places::Places;
use super::result_places::ResultPlaces;
use crate::event::{Call, Event, JOURNAL_VERSION, Part, RowKey, SharedText};
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
    /// A start: the version of smelt, the nonce and the call. Of runs that go on where others were killed, the last one.
    start: Option<(String, String, Option<Call>)>,
    /// Where the line of the last start begins.
    began: u64,
    /// When the first one began, if that is known of any.
    at: Option<Timestamp>,
    on_builds: bool,
    /// The lines about each row, in order.
    rows: BTreeMap<RowKey, Vec<Line>>,
    /// What the last of them has begun and not finished, and the line that says so.
    running: BTreeMap<RowKey, Line>,
}

impl ShardJournal {
    /// Reads the journal of an output, which is neither locked nor changed.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(super) fn read(root: &Path) -> Result<ShardJournal, BatchError> {
        ShardJournal::read_with(root, &mut |_| ())
    }

    /// The same, but `see` is called with each event, too.
    fn read_with(root: &Path, see: &mut dyn FnMut(&Event)) -> Result<ShardJournal, BatchError> {
        let (mut planned, mut smelt) = (None, None);
        let (mut before, mut last) = (Runs::default(), Runs::default());
        let besides = each_event(root, &mut |event, line| {
            see(&event);
            match &event {
                Event::Start { smelt: version, .. } => {
                    if !last.was_killed() {
                        before.append(std::mem::take(&mut last));
                    }
                    last.end_killed();
                    smelt = Some(version.clone());
                }
                Event::Planned { cases, part, .. } => planned = Some((*cases, part.clone())),
                _ => {}
            }
            last.see(event, line);
        })?;
        // What a killed run has left and the last one has not come to belongs to what was before.
        before.append(last.take_earlier());
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
    pub(super) fn cases(&self) -> BTreeSet<SharedText> {
        self.last.rows.keys().map(|key| key.case.clone()).collect()
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
        match &event {
            Event::Begun { key, .. } => {
                self.running.insert(key.clone(), line);
            }
            Event::Finished { row, .. } => {
                self.running.remove(row.key());
            }
            _ => {}
        }
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
                self.start = Some((smelt, nonce, call));
                self.began = line.begin;
                self.on_builds = false;
                self.at = earlier(self.at, at);
            }
            Event::Planned { on_builds, .. } => self.on_builds |= on_builds,
            _ => {}
        }
    }

    /// Whether the last of them was killed, if there are no more events of it: it has not ended what it had begun.
    fn was_killed(&self) -> bool {
        !self.running.is_empty()
    }

    /// Leaves out what a killed run had begun, because another one starts. Where the events are sorted by cases, they do
    /// not show that the reduction ended there.
    fn end_killed(&mut self) {
        for (key, begun) in std::mem::take(&mut self.running) {
            if let Some(lines) = self.rows.get_mut(&key) {
                lines.retain(|line| line.begin != begun.begin);
            }
        }
    }

    /// Takes the rows of which there is nothing since the last start.
    fn take_earlier(&mut self) -> Runs {
        let is_present = |lines: &Vec<Line>| {
            let last = lines.last();
            last.is_some_and(|line| line.begin >= self.began)
        };
        let (rows, earlier) = std::mem::take(&mut self.rows)
            .into_iter()
            .partition(|(_, lines)| is_present(lines));
        self.rows = rows;
        if earlier.is_empty() {
            return Runs::default();
        }
        Runs {
            is_any: true,
            start: self.start.clone(),
            at: self.at,
            rows: earlier,
            ..Runs::default()
        }
    }

    /// Adds later runs, all of which have ended.
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
    let mut by_case: BTreeMap<&str, Vec<(usize, &[Line])>> = BTreeMap::new();
    for (nth, shard) in shards.iter().enumerate() {
        for (key, lines) in &runs(shard).rows {
            by_case.entry(&key.case).or_default().push((nth, lines));
        }
    }
    for rows in by_case.into_values() {
        let lines = rows.into_iter();
        let mut lines: Vec<(usize, Line)> = lines
            .flat_map(|(nth, lines)| lines.iter().map(move |line| (nth, *line)))
            .collect();
        lines.sort_unstable_by_key(|(nth, line)| (*nth, line.begin));
        for (nth, line) in lines {
            see(shards[nth].event(line)?)?;
        }
    }
    Ok(())
}

/// Sees what the shards below a directory (`shard-1` and so on) have come to, as one run of all cases; of those that have
/// begun. Returns what there is besides events, and where the minimized files are; none if no shard has begun.
///
/// # Errors
/// A journal cannot be read.
pub(super) fn each_event_of_shards(
    directory: &Path,
    see: &mut dyn FnMut(Event),
) -> Result<Option<(Journalled, ResultPlaces)>, BatchError> {
    let mut found: Vec<(u32, ShardJournal, Places)> = Vec::new();
    for entry in directory.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("shard-"));
        let Some(Ok(shard)) = number.map(str::parse::<u32>) else {
            continue;
        };
        let mut places = Places::default();
        match ShardJournal::read_with(&entry.path(), &mut |event| places.see(event)) {
            Err(BatchError::NoOutput(_)) => {}
            read => found.push((shard, read?, places)),
        }
    }
    found.sort_by_key(|(shard, ..)| *shard);
    let shards = found
        .into_iter()
        .map(|(_, journal, places)| (journal, places));
    let (shards, places): (Vec<ShardJournal>, Vec<Places>) = shards.unzip();
    let part = |shard: &ShardJournal| Some(shard.planned.as_ref()?.1.as_ref()?.all);
    let Some(cases) = shards.iter().find_map(part) else {
        return Ok(None);
    };
    each_merged_event(&shards, cases, &mut |event| {
        see(event);
        Ok(())
    })?;
    let besides = shards.iter().map(|shard| &shard.besides);
    let besides = Journalled {
        events: Vec::new(),
        unreadable: besides.clone().map(|besides| besides.unreadable).sum(),
        torn: besides.clone().any(|besides| besides.torn),
    };
    let places = shards.into_iter().zip(places).map(|(shard, places)| {
        let name = shard.root.file_name().unwrap_or_default();
        let rows = shard.last.rows.into_keys().collect();
        (PathBuf::from(name), places, rows)
    });
    Ok(Some((besides, ResultPlaces::of_shards(places))))
}

#[cfg(test)]
mod tests {
    use super::{BatchError, ShardJournal, each_event_of_shards};
    use crate::event::{Event, JOURNAL_VERSION, PackedRow, Part, Row};
    use crate::report::{History, Rows};
    use jiff::Timestamp;
    use std::fs;
    use std::path::Path;

    /// This day and hour of a month.
    fn at(time: &str) -> Timestamp {
        let time = format!("2026-11-{time}:00:00Z");
        time.parse().expect("a time")
    }

    fn start(time: &str) -> Event {
        Event::Start {
            version: JOURNAL_VERSION,
            smelt: String::new(),
            nonce: String::new(),
            call: None,
            at: Some(at(time)),
        }
    }

    fn planned() -> Event {
        Event::Planned {
            cases: 1,
            on_builds: false,
            part: Some(Part {
                shard: 1,
                of: 3,
                all: 3,
                corpus: String::new(),
            }),
        }
    }

    fn row(case: &str) -> Row {
        Row {
            case: case.to_owned(),
            ..Row::default()
        }
    }

    fn begun(case: &str) -> Event {
        Event::Begun {
            key: row(case).key(),
            config: String::new(),
            source: String::new(),
        }
    }

    fn taken_up(case: &str) -> Event {
        Event::TakenUp {
            key: row(case).key(),
        }
    }

    fn finished(case: &str, time: &str) -> Event {
        Event::Finished {
            config: String::new(),
            row: PackedRow::of(&Row {
                ended: Some(at(time)),
                ..row(case)
            }),
        }
    }

    /// Writes the journal of a shard.
    fn write(root: &Path, shard: &str, events: &[Event]) {
        let line = |event: &Event| serde_json::to_string(event).expect("JSON") + "\n";
        let shard = root.join(shard);
        fs::create_dir(&shard).expect("a directory");
        let journal = events.iter().map(line).collect::<String>();
        fs::write(shard.join("journal.jsonl"), journal).expect("a journal");
    }

    /// The history of the shards, with the rows at this time.
    fn read(root: &Path, time: Option<&str>) -> History {
        let mut history = History::with(time.map(at));
        let read = each_event_of_shards(root, &mut |event| history.see(&event));
        assert!(matches!(read, Ok(Some(_))));
        history
    }

    fn cases(rows: &Rows) -> Vec<String> {
        let rows = rows.current();
        rows.iter().map(|row| row.case).collect()
    }

    #[test]
    fn a_shard_whose_journal_cannot_be_read_is_told_and_one_that_has_not_begun_is_left_out() {
        let root = tempfile::tempdir().expect("a directory");
        let root = root.path();
        write(root, "shard-1", &[planned()]);
        fs::create_dir(root.join("shard-2")).expect("a directory");
        read(root, None);
        let newer = Event::Start {
            version: JOURNAL_VERSION + 1,
            smelt: String::new(),
            nonce: String::new(),
            call: None,
            at: None,
        };
        write(root, "shard-3", &[newer]);
        let read = each_event_of_shards(root, &mut |_| ());
        assert!(matches!(read, Err(BatchError::Newer(_))));
    }

    #[test]
    fn a_run_that_goes_on_where_one_was_killed_is_compared_with_what_was_before_that_one() {
        let root = tempfile::tempdir().expect("a directory");
        let root = root.path();
        let night = [
            start("24T01"),
            planned(),
            begun("a"),
            finished("a", "24T02"),
        ];
        let killed = [start("25T01"), planned(), begun("a")];
        let goes_on = [start("25T02"), begun("a"), finished("a", "25T03")];
        write(root, "shard-1", &[&night[..], &killed, &goes_on].concat());
        // Where the run after the killed one does not come to the case.
        let killed = [start("24T01"), planned(), begun("b")];
        let ended = [start("24T02"), begun("c"), finished("c", "24T03")];
        let last = [start("25T01"), taken_up("c")];
        write(root, "shard-2", &[&killed[..], &ended, &last].concat());
        // Where the killed run has ended a case that the next one does not have any more.
        let killed = [
            start("24T01"),
            begun("d"),
            finished("d", "24T02"),
            begun("e"),
        ];
        let goes_on = [
            start("24T03"),
            planned(),
            begun("e"),
            finished("e", "24T04"),
        ];
        write(root, "shard-3", &[&killed[..], &goes_on].concat());
        let history = read(root, None);
        assert_eq!(cases(&history.before), ["a", "c", "d"]);
        assert_eq!(cases(&history.now), ["a", "c", "e"]);
        let shard = ShardJournal::read(&root.join("shard-3")).expect("a journal");
        assert_eq!(shard.cases().into_iter().collect::<Vec<_>>(), ["e"]);
    }

    #[test]
    fn shards_say_what_was_known_of_each_case_at_any_time() {
        let root = tempfile::tempdir().expect("a directory");
        let root = root.path();
        for (shard, case, time) in [("shard-1", "a", "24T05"), ("shard-2", "b", "24T03")] {
            let night = [start("24T01"), planned(), begun(case), finished(case, time)];
            write(root, shard, &night);
        }
        for (time, known) in [
            ("24T02", vec![]),
            ("24T04", vec!["b"]),
            ("24T05", vec!["a", "b"]),
        ] {
            let history = read(root, Some(time));
            assert_eq!(cases(history.then().expect("times")), known);
        }
    }
}
