//! The output directory of a batch: locked, with its journal, its minimized files and its reports.

use super::earlier_runs::EarlierRuns;
use super::lock::{self, Lock};
use super::paths::{below, minimized, within};
use super::{BatchError, Journal, marker, nonce};
use crate::disk::{check_below, make_directories, remove, replace_with};
use crate::event::{
    Call, Event, JOURNAL_VERSION, PackedRow, Provenance, RowKey, Side, SolverSearch,
};
use crate::reduction::Stopwatch;
use crate::report::{self, Columns, Comparison, Earlier, Frame, Rows, Selection, WarmSearch};
use crate::sync::Mutex;
use jiff::tz::TimeZone;
use jiff::{RoundMode, Timestamp, TimestampRound, Unit};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An output directory, locked for as long as this value lives.
#[derive(Debug)]
pub struct Output {
    root: PathBuf,
    /// None if the process that started this one holds the lock.
    lock: Option<Lock>,
    journal: Mutex<Journal>,
    /// The start of this run, until something else is recorded. A run that is refused has not happened.
    start: Mutex<Option<Event>>,
    /// The rows according to the journal; the reports show these.
    rows: Mutex<Rows>,
    /// What was known before this run.
    before: Rows,
    /// The total time spent on writing the journal and the reports.
    written: Stopwatch,
    /// What earlier runs have left, until it is taken.
    earlier: Mutex<EarlierRuns>,
    /// The random number for opaque commands, drawn by the first run.
    pub nonce: [u8; 32],
    /// The number of unreadable journal lines; the work that they recorded is done again.
    pub unreadable: usize,
}

impl Output {
    /// Creates the directory if there is none, locks it, and records the start of a run. How smelt was called is not
    /// recorded, so the run cannot be repeated.
    pub fn open(root: &Path) -> Result<Output, BatchError> {
        Output::open_for(root, None)
    }

    /// Creates the directory if there is none, locks it, and begins a run of a batch. How smelt was called is recorded.
    ///
    /// # Errors
    /// The directory cannot be used, or has a comparison of tools.
    pub fn open_for(root: &Path, call: Option<Call>) -> Result<Output, BatchError> {
        Output::begin(root, call, |earlier| {
            (!earlier.compared.is_empty()).then(|| BatchError::OfComparison(root.to_owned()))
        })
    }

    /// The same for a comparison of tools.
    ///
    /// # Errors
    /// The directory cannot be used, or has the results of a batch.
    pub(crate) fn open_to_compare(root: &Path, call: Option<Call>) -> Result<Output, BatchError> {
        Output::begin(root, call, |earlier| {
            earlier
                .is_of_batch
                .then(|| BatchError::OfBatch(root.to_owned()))
        })
    }

    fn begin(
        root: &Path,
        call: Option<Call>,
        refusal: impl Fn(&EarlierRuns) -> Option<BatchError>,
    ) -> Result<Output, BatchError> {
        if root.exists() && !root.is_dir() {
            return Err(BatchError::NotADirectory(root.to_owned()));
        }
        make_directories(root).map_err(BatchError::open(root))?;
        marker::claim(root)?;
        let lock = lock::lock(root)?;
        let mut opened = Opened::with(root, EarlierRuns::see)?;
        if let Some(refused) = refusal(&opened.earlier) {
            return Err(refused);
        }
        let is_first = opened.earlier.nonce.is_none();
        let nonce = match opened.earlier.nonce {
            Some(nonce) => nonce,
            None => nonce::draw().map_err(BatchError::open(root))?,
        };
        let start = Event::Start {
            version: JOURNAL_VERSION,
            smelt: env!("CARGO_PKG_VERSION").to_owned(),
            nonce: nonce::to_text(nonce),
            call,
            at: Some(now()),
        };
        opened.earlier.history.see(&start);
        if is_first {
            opened.journal.append(&start)?;
        } else {
            opened.start = Some(start);
        }
        Ok(opened.output(root, Some(lock), nonce))
    }

    /// Continues the run of the process that started this one, which holds the lock and writes nothing meanwhile.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn join(root: &Path) -> Result<Output, BatchError> {
        let opened = Opened::with(root, EarlierRuns::see)?;
        let nonce = opened.earlier.nonce.unwrap_or_default();
        Ok(opened.output(root, None, nonce))
    }

    /// Opens the output of a batch that is not running, and records nothing: its reports can be written again.
    ///
    /// # Errors
    /// Another run is using the directory, it is not smelt's, or its journal cannot be read.
    pub(crate) fn reopen(root: &Path) -> Result<Output, BatchError> {
        marker::claim(root)?;
        let lock = lock::lock(root)?;
        // Reports need the rows, and nothing else that earlier runs have left.
        let opened = Opened::with(root, EarlierRuns::see_rows)?;
        let nonce = opened.earlier.nonce.unwrap_or_default();
        Ok(opened.output(root, Some(lock), nonce))
    }

    /// Whether this process only works on a part of the run of another one.
    pub(super) fn is_joined(&self) -> bool {
        self.lock.is_none()
    }

    /// Takes the events of an earlier comparison of tools. A second call returns none.
    pub(crate) fn take_compared(&self) -> Vec<Event> {
        self.take_earlier().compared
    }

    /// Takes what earlier runs have left, because it needs much memory. A second call returns nothing.
    pub(super) fn take_earlier(&self) -> EarlierRuns {
        let mut earlier = self.earlier.lock();
        std::mem::take(&mut earlier)
    }

    /// Reads the events that another process has appended to the journal since this one last read or wrote it, and
    /// applies them to the rows.
    pub(super) fn catch_up(&self) -> Result<Vec<Event>, BatchError> {
        let mut journal = self.journal.lock();
        let events = journal.catch_up()?;
        let mut seen = self.rows.lock();
        for event in &events {
            seen.see(event);
        }
        Ok(events)
    }

    /// The directory.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The time spent so far on writing the journal and the reports.
    pub fn time_written(&self) -> Duration {
        self.written.total()
    }

    /// Appends an event to the journal, and then applies it to the rows.
    pub(crate) fn append(&self, event: &Event) -> Result<(), BatchError> {
        self.written.time(|| self.append_untimed(event))
    }

    fn append_untimed(&self, event: &Event) -> Result<(), BatchError> {
        let mut journal = self.journal.lock();
        let start = self.start.lock().take();
        if let Some(start) = start {
            journal.append(&start)?;
        }
        journal.append(event)?;
        self.rows.lock().see(event);
        Ok(())
    }

    /// The rows of this run.
    pub(super) fn rows(&self) -> Selection {
        self.rows.lock().current()
    }

    /// The row of this key in this run.
    pub(super) fn row(&self, key: &RowKey) -> Option<PackedRow> {
        self.rows.lock().current_row(key).cloned()
    }

    /// What became of the cases since the run before, and the heading of that.
    pub fn status(&self) -> (Comparison, Frame) {
        let seen = self.rows.lock();
        let output = self.root.display().to_string();
        let frame = Frame::of_last_run(output, &seen, TimeZone::system());
        (Comparison::of(&seen, Earlier::State(&self.before)), frame)
    }

    /// Reads the rows of this run, and those before it.
    pub(super) fn with_rows<T>(&self, read: impl FnOnce(&Rows, &Rows) -> T) -> T {
        read(&self.rows.lock(), &self.before)
    }

    /// The searches of this run whose questions other searches of this output had asked before.
    pub fn warm_searches(&self) -> Vec<WarmSearch> {
        WarmSearch::of(&self.rows.lock(), &self.before)
    }

    /// Where the minimized text with this place goes, on this side. A place never leads out of the directory.
    pub(super) fn minimized(&self, place: &str, side: Side) -> PathBuf {
        minimized(&self.root, place, side)
    }

    /// Where a result that has made way for another one is kept, by its name in the journal.
    pub(super) fn earlier(&self, file: &str) -> PathBuf {
        below(&self.root, file)
    }

    /// Makes the directory of the minimized text with this place, after checking that the paths of all files of the
    /// place lead through no link.
    ///
    /// # Errors
    /// One of them does, or the directory cannot be made.
    pub(super) fn prepare(&self, place: &str) -> io::Result<()> {
        let place = Path::new(place);
        let above = place.parent().unwrap_or(Path::new(""));
        for side in [Side::Usual, Side::Beside] {
            for area in ["minimized", "trace", "lifted"] {
                check_below(&self.root, &Path::new(within(side)).join(area).join(above))?;
            }
        }
        // These have a directory for each place.
        for area in ["earlier", "chain"] {
            check_below(&self.root, &Path::new(area).join(place))?;
        }
        check_below(&self.root, Path::new("launches"))?;
        make_directories(&self.root.join("minimized").join(above))
    }

    /// Where the chain of a result with this place and provenance goes.
    pub(super) fn chain(&self, place: &str, author: &Provenance) -> PathBuf {
        self.chains(place).join(chain_name(author))
    }

    fn chains(&self, place: &str) -> PathBuf {
        below(&self.root.join("chain"), place)
    }

    /// Removes the chains with this place that are not those of these results. One that cannot be removed is only in the
    /// way.
    pub(super) fn keep_chains(&self, place: &str, authors: &[&Provenance]) {
        let kept: Vec<String> = authors.iter().map(|author| chain_name(author)).collect();
        let Ok(entries) = self.chains(place).read_dir() else {
            return;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.ends_with(CHAIN) && !kept.contains(&name.into_owned()) {
                let _ = remove(&entry.path());
            }
        }
    }

    /// Where the starts of solvers are counted for a reduction: of this row, with these digests of settings and file.
    pub(super) fn launches(&self, key: &RowKey, config: &str, source: &str) -> PathBuf {
        let name = blake3::hash(reduction_name(key, config, source).as_bytes()).to_hex();
        self.root.join("launches").join(&name[..16])
    }

    /// Writes `results.csv`, `groups.csv`, `mutators.csv` and `summary.md`, unless another process has the lock and does so: two
    /// processes that write at once would use the same temporary files.
    pub(super) fn write_reports(&self) -> Result<(), BatchError> {
        if self.is_joined() {
            return Ok(());
        }
        self.written.time(|| self.write_reports_untimed())
    }

    fn write_reports_untimed(&self) -> Result<(), BatchError> {
        // Unpacking the rows takes time, and no worker should wait for it.
        let (rows, groups, pending, earlier) = {
            let seen = self.rows.lock();
            let earlier = report::earlier(seen.set_aside());
            (seen.all(), seen.groups(), seen.pending(), earlier)
        };
        self.write_report("results.csv", |file| {
            report::results(&rows, Columns::All).write_csv(file)
        })?;
        self.write_report("groups.csv", |file| {
            report::groups_table(&groups).write_csv(file)
        })?;
        self.write_report("mutators.csv", |file| {
            report::mutators(&rows, Columns::All).write_csv(file)
        })?;
        // Of this run, and of the results that other solvers and searches had for its cases before.
        self.write_report("summary.md", |file| {
            report::write_summary(&rows, pending, Columns::All, file)?;
            file.write_all(earlier.as_bytes())
        })
    }

    /// Writes `report.html`, whose bytes `page` writes.
    pub(super) fn write_page(
        &self,
        page: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), BatchError> {
        self.written.time(|| self.write_report("report.html", page))
    }

    fn write_report(
        &self,
        name: &str,
        report: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), BatchError> {
        let path = self.root.join(name);
        replace_with(&path, report).map_err(BatchError::write(&path))
    }
}

/// An open journal, and what it says.
struct Opened {
    journal: Journal,
    /// What is to be recorded before anything else.
    start: Option<Event>,
    earlier: EarlierRuns,
    unreadable: usize,
}

impl Opened {
    /// Opens the journal of an output, with what `see` takes from it.
    fn with(root: &Path, see: fn(&mut EarlierRuns, &Event)) -> Result<Opened, BatchError> {
        let mut earlier = EarlierRuns::default();
        let path = root.join("journal.jsonl");
        let (journal, unreadable) = Journal::open(&path, &mut |event| see(&mut earlier, &event))?;
        Ok(Opened {
            journal,
            start: None,
            earlier,
            unreadable,
        })
    }

    fn output(mut self, root: &Path, lock: Option<Lock>, nonce: [u8; 32]) -> Output {
        let history = std::mem::take(&mut self.earlier.history);
        Output {
            root: root.to_owned(),
            lock,
            journal: Mutex::new(self.journal),
            start: Mutex::new(self.start),
            rows: Mutex::new(history.now),
            before: history.before,
            earlier: Mutex::new(self.earlier),
            written: Stopwatch::default(),
            nonce,
            unreadable: self.unreadable,
        }
    }
}

/// The time, in whole seconds that have passed: rounded up, what has happened would lie in the future.
pub(super) fn now() -> Timestamp {
    let now = Timestamp::now();
    let whole = TimestampRound::new()
        .smallest(Unit::Second)
        .mode(RoundMode::Trunc);
    now.round(whole).unwrap_or(now)
}

/// The name of this machine.
pub(super) fn host() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}

/// The ending of a file with a chain.
const CHAIN: &str = ".chain.zst";

/// The name of the chain of a result with this provenance. The text that is hashed must not change when the type does, or
/// chains in outputs that there are already would be lost.
fn chain_name(author: &Provenance) -> String {
    let Provenance {
        config,
        source,
        fingerprint,
        signature,
        callers,
    } = author;
    let text = format!(
        "Provenance {{ config: {config:?}, source: {source:?}, fingerprint: {fingerprint:?}, \
         signature: {signature:?}, callers: {callers:?} }}"
    );
    let digest = blake3::hash(text.as_bytes()).to_hex();
    format!("{}{CHAIN}", &digest[..16])
}

/// The name below the output directory of a text that makes way for another one with this place. It contains a hash of
/// the text, so that different texts have different names.
pub(super) fn set_aside(place: &str, text: &[u8]) -> String {
    let digest = blake3::hash(text).to_hex();
    let name = &digest[..16];
    match Path::new(place).extension() {
        Some(extension) => format!("earlier/{place}/{name}.{}", extension.to_string_lossy()),
        None => format!("earlier/{place}/{name}"),
    }
}

/// What a reduction is known by in the names of files. The names stand in outputs that there are already, so they must not
/// change when the types do.
fn reduction_name(key: &RowKey, config: &str, source: &str) -> String {
    let case = &key.case;
    let SolverSearch {
        solver,
        strategy,
        minimiser,
        effort,
    } = &*key.made_by;
    format!(
        "RowKey {{ case: {case:?}, solver: {solver:?}, strategy: {strategy:?}, minimiser: {minimiser:?}, \
         effort: {effort:?} }} {config} {source}"
    )
}

#[cfg(test)]
mod tests {
    use super::{chain_name, reduction_name};
    use crate::event::Provenance;

    #[test]
    fn a_chain_has_the_name_that_it_had_in_the_first_outputs() {
        let plain = Provenance::default();
        let with_callers = Provenance {
            config: "c".into(),
            source: "s".into(),
            fingerprint: "f".into(),
            signature: "Fatal \"failure\"".into(),
            callers: vec!["f(int)".to_owned(), "main".to_owned()],
        };
        for (author, name) in [
            (plain, "9c8a6da7d2215686.chain.zst"),
            (with_callers, "9bf8eb4a8af64bd4.chain.zst"),
        ] {
            assert_eq!(chain_name(&author), name, "{author:?}");
        }
    }

    #[test]
    fn a_reduction_is_known_by_the_words_by_which_the_first_outputs_knew_it() {
        for (key, name) in [
            (
                r#"{"case":"a\"b","solver":"z3","strategy":"auto"}"#,
                r#"RowKey { case: "a\"b", solver: "z3", strategy: "auto", minimiser: None, effort: "normal" } c s"#,
            ),
            (
                r#"{"case":"a","solver":"z3","strategy":"auto","minimiser":"cdd","effort":"deep"}"#,
                r#"RowKey { case: "a", solver: "z3", strategy: "auto", minimiser: Some("cdd"), effort: "deep" } c s"#,
            ),
        ] {
            let key = serde_json::from_str(key).expect("a key");
            assert_eq!(reduction_name(&key, "c", "s"), name);
        }
    }
}
