//! What the search of one case may cost in a run of smelt.

use super::CorpusError;
use super::limits::{fitting, seconds};
use super::options::CaseOptions;
use super::source::{Source, SourceKind};
use std::fmt;
use std::time::Duration;

/// The budget of a case. It is no part of the digest of the settings, because what it cuts goes on in the next run.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CaseBudget {
    /// Checks. What is cut goes on with a larger number.
    pub checks: Option<u64>,
    /// Runs of solvers.
    pub runs: Option<u64>,
    /// CPU time of solvers.
    pub cpu: Option<Duration>,
    /// Wall time of the search, without that of other cases' turns.
    pub time: Option<Duration>,
}

/// Always the same, so that results do not depend on it.
impl fmt::Debug for CaseBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CaseBudget")
    }
}

impl CaseBudget {
    /// The budget according to these sources, the most specific first. Files that may come from strangers can only
    /// lower it.
    pub(super) fn of(sources: &[Source]) -> Result<CaseBudget, CorpusError> {
        let (near, own): (Vec<&Source>, Vec<&Source>) = sources
            .iter()
            .partition(|source| matches!(source.kind, SourceKind::Near | SourceKind::Regression));
        let sources = [&near[..], &own];
        let time = |field: fn(&CaseOptions) -> Option<f64>| {
            nearest(sources, field).into_iter().reduce(f64::min)
        };
        Ok(CaseBudget {
            checks: least("max-checks", nearest(sources, |options| options.max_checks))?,
            runs: least("max-runs", nearest(sources, |options| options.max_runs))?,
            cpu: seconds("max-cpu", time(|options| options.max_cpu))?,
            time: seconds("max-time", time(|options| options.max_time))?,
        })
    }

    /// The option whose bound is reached by these runs and this CPU time, if there is one.
    pub(crate) fn spent(&self, costs: impl FnOnce() -> (u64, Duration)) -> Option<&'static str> {
        if self.runs.is_none() && self.cpu.is_none() {
            return None;
        }
        let (runs, cpu) = costs();
        [
            (self.runs.is_some_and(|most| runs >= most), "max-runs"),
            (self.cpu.is_some_and(|most| cpu >= most), "max-cpu"),
        ]
        .into_iter()
        .find_map(|(is_reached, option)| is_reached.then_some(option))
    }

    /// In words, for `smelt check --explain`.
    pub(super) fn shown(&self) -> [String; 4] {
        let time = |time: Option<Duration>| match time {
            Some(time) => format!("{} s", time.as_secs_f64()),
            None => "unlimited".to_owned(),
        };
        let count = |most: Option<u64>| match most {
            Some(most) => most.to_string(),
            None => "unlimited".to_owned(),
        };
        [
            count(self.checks),
            count(self.runs),
            time(self.cpu),
            time(self.time),
        ]
    }
}

/// The least of these numbers of an option.
fn least(option: &str, counts: Vec<u64>) -> Result<Option<u64>, CorpusError> {
    let hint = "give a number above 0, such as 500";
    fitting(option, counts.into_iter().min(), |count| count > 0, hint)
}

/// The first value in each of these lists of sources that has one.
fn nearest<T>(lists: [&[&Source]; 2], field: fn(&CaseOptions) -> Option<T>) -> Vec<T> {
    lists
        .into_iter()
        .filter_map(|sources| sources.iter().find_map(|source| field(&source.options)))
        .collect()
}
