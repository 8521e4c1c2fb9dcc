//! A tool on a case, as tables and plots compare them: made from the rows of a comparison, or from those of a batch, where
//! each search is a tool.
//!
//! What is not a correct result counts as the original: a tool that gives none, or a wrong one, has removed nothing. So
//! no tool looks better for the cases on which it fails.

use super::Selection;
use super::statistics::median;
use crate::event::{Measurement, ResultKind, Row, SharedText, Status, ToolEnd, anchor};
use std::path::Path;

/// A tool on a case. Of several repetitions, the median of each figure counts, and the worst end.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// What it was tried on.
    pub subject: Subject,
    /// The tool: its name in a comparison, or the search of a batch.
    pub tool: SharedText,
    /// The search by which a page distinguishes the rows of the case; empty if it has one row for all tools.
    pub search: SharedText,
    /// What distinguishes the bug of the case from others, if that is known.
    pub class: Option<SharedText>,
    /// How it ended.
    pub end: TrialEnd,
    /// Whether it has a result that shows the failure of the case.
    pub is_correct: bool,
    /// Bytes of the original.
    pub bytes_before: f64,
    /// Bytes of the result; of the original, if there is no correct one.
    pub bytes_after: f64,
    /// How many times the solver was started.
    pub runs: f64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// CPU time of the tool and all that it started, in seconds, if known.
    pub cpu_seconds: Option<f64>,
    /// The memory of the tool in MB (1,000,000 bytes), if known.
    pub memory_mb: Option<f64>,
    /// How far the wall times of the repetitions lie apart, in percent of their median; none of a single one.
    pub time_spread_percent: Option<f64>,
}

/// A case in its set, with its solver.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// The test set.
    pub set: SharedText,
    /// The case, as in the table of results.
    pub case: SharedText,
    /// The name of the solver.
    pub solver: SharedText,
}

/// How a trial ended; the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrialEnd {
    /// By itself, with a correct result.
    Done,
    /// At the limit of solver runs.
    OutOfRuns,
    /// At the time limit, or when it was interrupted.
    OutOfTime,
    /// By itself, with an error or without a result.
    Error,
    /// With a result that does not show the failure of the case.
    Incorrect,
}

impl TrialEnd {
    /// Whether the tool was stopped before its end.
    pub fn is_at_a_limit(self) -> bool {
        matches!(self, TrialEnd::OutOfRuns | TrialEnd::OutOfTime)
    }

    fn of(end: ToolEnd, result: ResultKind) -> TrialEnd {
        match (end, result) {
            (_, ResultKind::NoFailure | ResultKind::OtherFailure) => TrialEnd::Incorrect,
            (ToolEnd::TimeLimit, _) => TrialEnd::OutOfTime,
            (ToolEnd::RunLimit, _) => TrialEnd::OutOfRuns,
            (ToolEnd::Error, _) | (ToolEnd::Finished, ResultKind::Missing) => TrialEnd::Error,
            (ToolEnd::Finished, ResultKind::Same) => TrialEnd::Done,
        }
    }
}

/// Trials, in the order of their subjects and then of their tools, and the tools in the order in which they first occur.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trials {
    /// All of them.
    pub all: Vec<Trial>,
    /// The names of the tools. The first one is what the others are compared with.
    pub tools: Vec<String>,
    /// How many repetitions there are at most.
    pub repetitions: usize,
}

impl Trials {
    /// What the rows of a comparison say.
    pub fn of_measurements(measurements: &[Measurement]) -> Trials {
        Trials::collect(measurements.iter().map(Trial::of_measurement).collect())
    }

    /// What the rows of a batch say, where each search is a tool.
    pub fn of_batch(rows: &Selection) -> Trials {
        // Of many thousand rows, a vector that grows takes twice the memory.
        let mut trials = Vec::with_capacity(rows.len());
        trials.extend(Trials::each_of_batch(rows));
        Trials::collect(trials)
    }

    /// The same, one after the other.
    pub(super) fn each_of_batch(rows: &Selection) -> impl Iterator<Item = Trial> {
        rows.iter()
            .filter_map(|row| Trial::of_row(&row.key().search(), &row))
    }

    /// What rows of batches say, each with the name of the tool that made it. Cases that did not fail, or no longer do, are
    /// left out.
    pub fn of_rows(rows: impl Iterator<Item = (String, Row)>) -> Trials {
        let trials = rows.filter_map(|(tool, row)| Trial::of_row(&tool, &row));
        Trials::collect(trials.collect())
    }

    /// These trials, of which those of the same tool on the same subject are repetitions.
    fn collect(mut made: Vec<Trial>) -> Trials {
        // There are few tools, whatever the number of their trials.
        let mut tools: Vec<String> = Vec::new();
        for trial in &made {
            if !tools.iter().any(|tool| trial.tool == *tool) {
                tools.push(trial.tool.to_string());
            }
        }
        let place = |trial: &Trial| tools.iter().position(|tool| trial.tool == *tool);
        let order = |one: &Trial, other: &Trial| {
            let subjects = one.subject.cmp(&other.subject);
            subjects.then_with(|| place(one).cmp(&place(other)))
        };
        // The many trials of a batch mostly come in this order, and sorting takes as much memory as they do.
        if !made.is_sorted_by(|one, other| order(one, other).is_le()) {
            made.sort_by(order);
        }
        let repeated = made.chunk_by(|one, other| order(one, other).is_eq());
        let repetitions = repeated.clone().map(<[_]>::len).max().unwrap_or(0);
        let all = match repetitions {
            0 | 1 => made,
            _ => repeated.filter_map(Trial::of_repetitions).collect(),
        };
        Trials {
            all,
            tools,
            repetitions,
        }
    }

    /// The same for these tools alone, in this order. Names of other tools are returned as the error.
    ///
    /// # Errors
    /// The name of a tool that there is not.
    pub fn only(mut self, tools: &[String]) -> Result<Trials, String> {
        if let Some(unknown) = tools.iter().find(|tool| !self.tools.contains(tool)) {
            return Err(unknown.clone());
        }
        self.tools.clear();
        for tool in tools {
            if !self.tools.contains(tool) {
                self.tools.push(tool.clone());
            }
        }
        self.all
            .retain(|trial| self.tools.iter().any(|tool| trial.tool == *tool));
        Ok(self)
    }

    /// The trials of a tool.
    pub fn with<'a>(&'a self, tool: &'a str) -> impl Iterator<Item = &'a Trial> + Clone {
        self.all.iter().filter(move |trial| trial.tool == tool)
    }

    /// The trials of each subject on which all tools were tried, in the order of the tools.
    pub fn compared(&self) -> Vec<Vec<&Trial>> {
        let subjects = self.by_subject();
        subjects
            .filter(|trials| trials.len() == self.tools.len())
            .map(|trials| self.in_order(trials))
            .collect()
    }

    /// The trials of the first tool and of this one, by its place, on each subject of [`Trials::compared`].
    pub(super) fn pairs<'a>(
        compared: &[Vec<&'a Trial>],
        tool: usize,
    ) -> Vec<(&'a Trial, &'a Trial)> {
        let pair = |trials: &Vec<&'a Trial>| Some((*trials.first()?, *trials.get(tool)?));
        compared.iter().filter_map(pair).collect()
    }

    fn in_order<'a>(&self, trials: &'a [Trial]) -> Vec<&'a Trial> {
        let tools = self.tools.iter();
        tools
            .filter_map(|tool| trials.iter().find(|trial| trial.tool == *tool))
            .collect()
    }

    fn by_subject(&self) -> impl Iterator<Item = &[Trial]> {
        self.all.chunk_by(|one, other| one.subject == other.subject)
    }

    /// How many subjects there are.
    pub fn subjects(&self) -> usize {
        self.by_subject().count()
    }
}

impl Trial {
    /// The fragment of a URL that opens the case in a page.
    pub fn anchor(&self) -> String {
        anchor(&self.subject.case, &self.subject.solver, &self.search)
    }

    /// How much was removed, in percent of the original; negative if the result is longer.
    pub fn reduction_percent(&self) -> f64 {
        if self.bytes_before > 0.0 {
            (1.0 - self.bytes_after / self.bytes_before) * 100.0
        } else {
            0.0
        }
    }

    /// The size of the result in percent of the original.
    pub fn size_percent(&self) -> f64 {
        100.0 - self.reduction_percent()
    }

    /// What the repetitions of a trial come to.
    fn of_repetitions(repeated: &[Trial]) -> Option<Trial> {
        let is_correct = repeated.iter().all(|one| one.is_correct);
        let middle = |figure: fn(&Trial) -> Option<f64>| {
            median(repeated.iter().filter_map(figure).collect())
        };
        let seconds = middle(|one| Some(one.seconds))?;
        let times = repeated.iter().map(|one| one.seconds);
        let apart =
            times.clone().fold(f64::NEG_INFINITY, f64::max) - times.fold(f64::INFINITY, f64::min);
        let bytes_before = middle(|one| Some(one.bytes_before))?;
        let bytes_after = middle(|one| Some(one.bytes_after))?;
        Some(Trial {
            class: repeated.iter().find_map(|one| one.class.clone()),
            end: repeated.iter().map(|one| one.end).max()?,
            is_correct,
            bytes_before,
            bytes_after: if is_correct {
                bytes_after
            } else {
                bytes_before
            },
            runs: middle(|one| Some(one.runs))?,
            seconds,
            cpu_seconds: middle(|one| one.cpu_seconds),
            memory_mb: middle(|one| one.memory_mb),
            time_spread_percent: (repeated.len() > 1 && seconds > 0.0)
                .then(|| apart / seconds * 100.0),
            ..repeated.first()?.clone()
        })
    }

    fn of_measurement(measured: &Measurement) -> Trial {
        let is_correct = measured.result == ResultKind::Same;
        let after = measured.bytes_after.filter(|_| is_correct);
        Trial {
            subject: Subject {
                set: (&measured.set).into(),
                case: (&measured.case).into(),
                solver: (&measured.solver).into(),
            },
            tool: (&measured.tool).into(),
            search: SharedText::default(),
            class: measured.group.as_ref().map(SharedText::from),
            end: TrialEnd::of(measured.end, measured.result),
            is_correct,
            bytes_before: measured.bytes_before as f64,
            bytes_after: after.unwrap_or(measured.bytes_before) as f64,
            runs: measured.runs as f64,
            seconds: measured.wall_seconds,
            cpu_seconds: Some(measured.cpu_seconds),
            memory_mb: measured.memory_mb,
            time_spread_percent: None,
        }
    }

    /// None of a case that does not fail, fails differently in every run, or could not be worked on.
    fn of_row(tool: &str, row: &Row) -> Option<Trial> {
        let end = match row.status {
            Status::Failed if row.signature.is_none() => return None,
            Status::Failed => TrialEnd::Error,
            _ if row.is_measured() && row.same_failure == Some(false) => TrialEnd::Incorrect,
            _ if row.is_measured() => TrialEnd::Done,
            Status::Stopped => TrialEnd::OutOfTime,
            Status::NotReproduced | Status::Flaky | Status::Fixed | Status::Changed => return None,
            // These are measured.
            Status::Reduced | Status::AlreadyMinimal | Status::Regressed => TrialEnd::Done,
        };
        let is_correct = !matches!(end, TrialEnd::Error | TrialEnd::Incorrect);
        let after = row.bytes_after.filter(|_| is_correct);
        Some(Trial {
            subject: Subject {
                set: set_of(&row.case),
                case: (&row.case).into(),
                solver: (&row.solver).into(),
            },
            tool: tool.into(),
            search: row.key().search().into(),
            class: row.group.as_ref().map(SharedText::from),
            end,
            is_correct,
            bytes_before: row.bytes_before as f64,
            bytes_after: after.unwrap_or(row.bytes_before) as f64,
            runs: row.runs as f64,
            seconds: row.wall_seconds,
            cpu_seconds: None,
            memory_mb: row.self_max_rss_mb.map(|mb| mb * 1.048_576),
            time_spread_percent: None,
        })
    }
}

/// The folder of a case; `.` if it is in none.
fn set_of(case: &str) -> SharedText {
    match Path::new(case).parent() {
        Some(folder) if !folder.as_os_str().is_empty() => (&*folder.to_string_lossy()).into(),
        _ => ".".into(),
    }
}
