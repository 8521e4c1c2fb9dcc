//! The rows of an output beside those of an earlier state, or of another output.

use super::selection::Selected;
use super::standing::Then;
use super::{Rows, Selection, Standing};
use crate::event::{Row, RowKey, SharedText, Side, Status};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How the detail of a fixed case begins. Under the heading it says nothing.
const NO_LONGER: &str = "With this build of the solver it no longer fails: ";

/// How the sentence about the failure of before begins there. The failure itself is known.
const EARLIER: &str = ". An earlier one showed `";

/// What became of the cases of an output.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// By standing; of each, the widest gain first.
    pub entries: Vec<Entry>,
    /// How many cases of the run have not begun.
    pub waiting: usize,
}

/// What became of one case with one solver and search.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it is since then.
    pub standing: Standing,
    /// The case.
    pub case: SharedText,
    /// The name of the solver.
    pub solver: SharedText,
    /// The search.
    pub search: SharedText,
    /// Its row's status; none if it has no row.
    pub status: Option<Status>,
    /// Bytes of the original.
    pub bytes_before: u64,
    /// Bytes of the minimized file.
    pub bytes_after: Option<u64>,
    /// Whose minimized file it is, and on which side; none if there is no file.
    pub minimized: Option<(RowKey, Side)>,
    /// The status of its row then.
    pub status_then: Option<Status>,
    /// Bytes of the minimized file then.
    pub bytes_then: Option<u64>,
    /// How much smaller the minimized file is than the original, in percent.
    pub reduction_percent: Option<f64>,
    /// Whether its row was made in an earlier run, so that this one has spent nothing on it.
    pub is_taken_up: bool,
    /// Solver runs of the row.
    pub runs: u64,
    /// Wall time of the row in seconds.
    pub wall_seconds: f64,
    /// The failure; none if there is none now.
    pub signature: Option<SharedText>,
    /// The case with the smallest result that probably shows the same bug, if it is another one.
    pub same_bug_as: Option<SharedText>,
    /// The failure of the minimized file, where it is another one.
    pub other_signature: Option<SharedText>,
    /// The failure then.
    pub signature_then: Option<SharedText>,
    /// The reason for the status, if there is more to say.
    pub detail: String,
}

/// What is compared with.
#[derive(Clone, Copy, Debug)]
pub enum Earlier<'a> {
    /// An earlier state of the same output.
    State(&'a Rows),
    /// Another output. Its solvers and searches may have other names.
    Output(&'a Rows),
}

impl Comparison {
    /// The rows of the current run beside the earlier ones. What other solvers and searches have found before is not of
    /// today.
    pub fn of(now: &Rows, earlier: Earlier<'_>) -> Comparison {
        let beside = Beside::of(now, earlier);
        let mut entries: Vec<Entry> = beside.entries().map(|(entry, _)| entry).collect();
        entries.sort_unstable_by(|one, other| one.place().cmp(&other.place()));
        Comparison {
            entries,
            waiting: beside.waiting(),
        }
    }

    /// The entries of a standing.
    pub fn with(&self, standing: Standing) -> impl Iterator<Item = &Entry> {
        let is_it = move |entry: &&Entry| entry.standing == standing;
        self.entries.iter().filter(is_it)
    }

    /// The number of entries of each standing that occurs, in the order of reports.
    pub fn counts(&self) -> Vec<(Standing, usize)> {
        counts(self.entries.iter().map(|entry| entry.standing))
    }

    /// How the solver and the search of an entry are named among the others: not at all if all have the same, and by the
    /// solver alone if all have the same search.
    pub fn naming(&self) -> Naming {
        let differ = |part: fn(&Entry) -> &str| {
            // What has no solver, because its configuration is wrong, is named by its case.
            let with_solver = |entry: &&Entry| !entry.solver.is_empty();
            let mut parts = self.entries.iter().filter(with_solver).map(part);
            let first = parts.next();
            parts.any(|part| Some(part) != first)
        };
        if differ(|entry| &entry.search) {
            Naming::SolverAndSearch
        } else if differ(|entry| &entry.solver) {
            Naming::Solver
        } else {
            Naming::Nothing
        }
    }

    /// The numbers in a sentence: `23 cases: 2 new, 1 fixed, 20 still open, 3 waiting`.
    pub fn counted(&self) -> String {
        counted(&self.counts(), self.waiting)
    }
}

/// How often each of these standings occurs, in the order of reports.
pub(super) fn counts(standings: impl Iterator<Item = Standing>) -> Vec<(Standing, usize)> {
    let mut counts: BTreeMap<Standing, usize> = BTreeMap::new();
    for standing in standings {
        *counts.entry(standing).or_default() += 1;
    }
    counts.into_iter().collect()
}

/// These numbers, and that of the cases that have not begun, in a sentence.
pub(super) fn counted(counts: &[(Standing, usize)], waiting: usize) -> String {
    let all = counts.iter().map(|(_, count)| count).sum::<usize>() + waiting;
    let cases = if all == 1 { "case" } else { "cases" };
    let counts = counts.iter();
    let mut parts: Vec<String> = counts
        .map(|(standing, count)| format!("{count} {standing}"))
        .collect();
    if waiting > 0 {
        parts.push(format!("{waiting} waiting"));
    }
    if parts.is_empty() {
        return format!("{all} {cases}");
    }
    format!("{all} {cases}: {}", parts.join(", "))
}

/// What of solver and search is named beside a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Neither.
    Nothing,
    /// The solver.
    Solver,
    /// Both.
    SolverAndSearch,
}

impl Naming {
    /// What is named of this entry, if anything.
    pub fn of(self, entry: &Entry) -> Option<String> {
        match self {
            _ if entry.solver.is_empty() => None,
            Naming::Nothing => None,
            Naming::Solver => Some(entry.solver.to_string()),
            Naming::SolverAndSearch => Some(entry.made_by()),
        }
    }
}

impl Entry {
    /// By how many bytes the minimized file is smaller: than then, where it has become smaller since, or else than the
    /// original.
    pub fn gain(&self) -> u64 {
        let before = match self.standing {
            Standing::Smaller => self.bytes_then.unwrap_or(self.bytes_before),
            _ => self.bytes_before,
        };
        before.saturating_sub(self.bytes_after.unwrap_or(before))
    }

    /// Whether somebody has to look at the case who knew the earlier state.
    pub fn needs_a_look(&self) -> bool {
        match self.standing {
            Standing::New
            | Standing::Regressed
            | Standing::Changed
            | Standing::NoLongerReproduced => true,
            Standing::Flaky | Standing::Failed => self.status_then != self.status,
            Standing::Fixed
            | Standing::Smaller
            | Standing::StillOpen
            | Standing::FixedBefore
            | Standing::NotReproduced
            | Standing::Unfinished
            | Standing::Gone => false,
        }
    }

    /// What there is to say in a line: the failure, and the one then if it is another; or the reason for the status.
    pub fn what(&self) -> String {
        let (now, then) = (self.signature.as_deref(), self.signature_then.as_deref());
        let words = match (self.standing, now) {
            (standing, Some(now)) if standing.is_open() || standing == Standing::Unfinished => {
                let other = self
                    .other_signature
                    .as_deref()
                    .filter(|_| standing != Standing::Changed);
                match (standing, other, then) {
                    (Standing::Changed, _, Some(then)) if then != now => {
                        format!("{now}; it was {then}")
                    }
                    (_, Some(after), _) => format!("{after} (original: {now})"),
                    _ => now.to_owned(),
                }
            }
            (Standing::Gone, _) => then.unwrap_or_default().to_owned(),
            (Standing::Unfinished, None) if self.status.is_none() => {
                "begun and not ended".to_owned()
            }
            (Standing::Fixed | Standing::FixedBefore, _) => self.answer_now(),
            _ => self.detail.clone(),
        };
        let mut words = words.replace('\n', " ");
        if self.status == Some(Status::Stopped) && self.standing.is_open() {
            words.push_str("; its reduction is unfinished");
        }
        match &self.same_bug_as {
            Some(other) if self.standing == Standing::New => format!("as {other}: {words}"),
            _ => words,
        }
    }

    /// What a fixed case does now, and what it did.
    fn answer_now(&self) -> String {
        let said = self.detail.strip_prefix(NO_LONGER).unwrap_or(&self.detail);
        match (said.rsplit_once(EARLIER), &self.signature_then) {
            (Some((now, _)), Some(then)) => format!("{now}; it was {then}"),
            _ => said.to_owned(),
        }
    }

    /// The solver and the search: `z3+auto`.
    pub fn made_by(&self) -> String {
        format!("{}+{}", self.solver, self.search)
    }

    fn place(&self) -> (Standing, Reverse<u64>, &str, &str, &str) {
        let gain = Reverse(self.gain());
        (self.standing, gain, &self.case, &self.solver, &self.search)
    }
}

/// By the name of a group of several cases, the case with the smallest result.
fn smallest_of_groups(rows: &Rows) -> FxHashMap<String, SharedText> {
    let groups = rows.groups().into_iter().filter(|group| group.cases() > 1);
    let smallest = groups.filter_map(|group| {
        let case = group.representative()?.key().case.clone();
        Some((group.name, case))
    });
    smallest.collect()
}

/// Rows beside those of an earlier state. It makes the entry of each when it is asked, because there may be many thousand.
pub(super) struct Beside<'a> {
    now: &'a Rows,
    /// The rows of the current run.
    current: Selection,
    then: EarlierRows<'a>,
    /// By the name of a group of several cases, the case with the smallest result.
    smallest: FxHashMap<String, SharedText>,
}

impl<'a> Beside<'a> {
    pub(super) fn of(now: &'a Rows, earlier: Earlier<'a>) -> Beside<'a> {
        Beside {
            now,
            current: now.current(),
            then: EarlierRows::of(earlier, now),
            smallest: smallest_of_groups(now),
        }
    }

    /// All entries in no particular order, each with its row, if it has one.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Entry, Option<Selected<'_>>)> {
        let rows = self.current.selected();
        // What the run is working on again is outdated.
        let rows = rows.filter(|(row, _)| !self.now.running().contains(&row.key()));
        let rows = rows.map(|(row, selected)| (self.entry(row), Some(selected)));
        let others = self.without_rows().into_iter();
        rows.chain(others.map(|entry| (entry, None)))
    }

    /// The entry of a row that is not outdated.
    pub(super) fn entry(&self, row: Row) -> Entry {
        let group = row.group.as_ref();
        let smallest = group.and_then(|group| self.smallest.get(group));
        let began = row.ended.zip(self.now.began());
        Entry {
            same_bug_as: smallest.filter(|case| **case != row.case).cloned(),
            is_taken_up: began.is_some_and(|(at, began)| at < began),
            ..self.then.compare(row)
        }
    }

    /// The entries of what has no row, or an outdated one.
    fn without_rows(&self) -> Vec<Entry> {
        let running = self.now.running().iter();
        let running = running.map(|key| self.without_row(key, Standing::Unfinished));
        let gone = (self.now.pending() == 0).then(|| self.gone());
        running.chain(gone.into_iter().flatten()).collect()
    }

    /// What the earlier run found and this one has not: no row has the case.
    fn gone(&self) -> Vec<Entry> {
        let found = self.then.rows.current_keys();
        let gone = found.filter(|key| !self.now.has_begun(&key.case));
        gone.map(|key| self.without_row(key, Standing::Gone))
            .collect()
    }

    fn without_row(&self, key: &RowKey, standing: Standing) -> Entry {
        Entry::without_row(key, standing, self.then.find(key).as_ref())
    }

    /// How many cases of the run have not begun.
    pub(super) fn waiting(&self) -> usize {
        let running = self.now.running().len();
        self.now.pending().saturating_sub(running)
    }
}

/// The first key of each case whose keys are all of one solver.
fn of_one_solver<'a>(keys: impl Iterator<Item = &'a RowKey>) -> FxHashMap<&'a str, &'a RowKey> {
    let mut first: FxHashMap<&str, Option<&RowKey>> = FxHashMap::default();
    for key in keys {
        let known = first.entry(&key.case).or_insert(Some(key));
        *known = known.filter(|known| known.made_by.solver == key.made_by.solver);
    }
    let of_one = first.into_iter();
    of_one
        .filter_map(|(case, key)| Some((case, key?)))
        .collect()
}

/// The rows of the earlier state.
struct EarlierRows<'a> {
    /// Whether they are of another output.
    is_other: bool,
    rows: &'a Rows,
    /// In another output, the key that stands for a case under another name of the solver. Where either has several solvers
    /// for a case, nobody knows which is which.
    by_case: FxHashMap<&'a str, &'a RowKey>,
}

impl<'a> EarlierRows<'a> {
    fn of(earlier: Earlier<'a>, now: &'a Rows) -> EarlierRows<'a> {
        let (rows, is_other) = match earlier {
            Earlier::State(rows) => (rows, false),
            Earlier::Output(rows) => (rows, true),
        };
        let mut then = EarlierRows {
            is_other,
            rows,
            by_case: FxHashMap::default(),
        };
        if is_other {
            then.by_case = of_one_solver(rows.finished_keys());
            let now = of_one_solver(now.current_keys());
            then.by_case.retain(|case, _| now.contains_key(case));
        }
        then
    }

    fn find(&self, key: &RowKey) -> Option<Then> {
        let exact = self.rows.last_told(key);
        let row = exact.or_else(|| {
            // A search may have another name now, and in another output a solver, too.
            let by_solver = self.rows.first_of_solver(key);
            let key = by_solver.or_else(|| self.by_case.get(&*key.case).copied())?;
            self.rows.last_told(key)
        })?;
        Some(Then::of(row.row()))
    }

    fn compare(&self, row: Row) -> Entry {
        let key = row.key();
        let then = self.find(&key);
        let then = then.as_ref();
        let standing = Standing::of(&row, then, self.is_other);
        let signature_then = then.and_then(|then| then.signature.clone());
        let is_known = signature_then.is_some() && signature_then != row.signature;
        // The minimized file is that of an earlier build. It says more if the row before was interrupted, or there is none.
        let is_earlier = matches!(row.status, Status::Changed | Status::Fixed);
        let signature_then = match (is_known, is_earlier) {
            (false, true) => row.signature_after.clone().or(signature_then),
            _ => signature_then,
        };
        let is_other = row.signature_after.is_some() && row.signature_after != row.signature;
        Entry {
            status: Some(row.status),
            bytes_before: row.bytes_before,
            bytes_after: row.bytes_after,
            minimized: row
                .minimized_blake3
                .as_ref()
                .map(|_| (key.clone(), row.side())),
            reduction_percent: row.reduction_percent,
            runs: row.runs,
            wall_seconds: row.wall_seconds,
            other_signature: row
                .signature_after
                .filter(|_| is_other && row.signature.is_some())
                .map(SharedText::from),
            signature: row.signature.map(SharedText::from),
            signature_then: signature_then.map(SharedText::from),
            detail: row.detail,
            ..Entry::without_row(&key, standing, then)
        }
    }
}

impl Entry {
    fn without_row(key: &RowKey, standing: Standing, then: Option<&Then>) -> Entry {
        Entry {
            standing,
            case: key.case.clone(),
            solver: key.made_by.solver.clone(),
            search: key.search().into(),
            status: None,
            bytes_before: 0,
            bytes_after: None,
            minimized: None,
            status_then: then.map(|then| then.status),
            bytes_then: then.and_then(|then| then.bytes_after),
            reduction_percent: None,
            is_taken_up: false,
            runs: 0,
            wall_seconds: 0.0,
            signature: None,
            same_bug_as: None,
            other_signature: None,
            signature_then: then.and_then(|then| then.signature.as_ref().map(SharedText::from)),
            detail: String::new(),
        }
    }
}
