//! Checks the times and sizes in options: values that no run could use are refused.

use super::CorpusError;
use crate::oracle::possible_time;
use std::fmt::Display;
use std::time::Duration;

/// The largest number of runs of one text.
const MOST_RUNS: u32 = 100;

/// The largest size in MB that can be expressed in bytes.
const MOST_MEGABYTES: u64 = u64::MAX >> 20;

/// A time in seconds, if a run could take that long.
pub(super) fn seconds(name: &str, value: Option<f64>) -> Result<Option<Duration>, CorpusError> {
    Ok(value.map(|value| possible_time(name, value)).transpose()?)
}

/// The value of an option, if it fits; otherwise the error says what to give.
pub(super) fn fitting<T: Copy + Display>(
    name: &str,
    value: Option<T>,
    fits: impl FnOnce(T) -> bool,
    hint: impl Into<String>,
) -> Result<Option<T>, CorpusError> {
    match value {
        Some(value) if !fits(value) => {
            let what = format!("`{name}` is {value}");
            Err(CorpusError::options(what, hint))
        }
        _ => Ok(value),
    }
}

/// A factor of a time, from 0 to infinity.
pub(super) fn factor(name: &str, value: Option<f64>) -> Result<Option<f64>, CorpusError> {
    let hint = "give a factor such as 2, or 0 for never, or inf for no bound";
    fitting(name, value, |factor| factor >= 0.0, hint)
}

/// A size in MB, if it can be expressed in bytes.
pub(super) fn megabytes(value: Option<u64>) -> Result<Option<u64>, CorpusError> {
    let hint = format!("give a number of MB from 1 to {MOST_MEGABYTES}, such as 1024");
    let fits = |megabytes| (1..=MOST_MEGABYTES).contains(&megabytes);
    fitting("memout", value, fits, hint)
}

/// A share in percent, neither nothing nor all.
pub(super) fn percentage(name: &str, value: Option<f64>) -> Result<Option<f64>, CorpusError> {
    let hint = "give a percentage above 0 and below 100, such as 10";
    fitting(name, value, |it| it > 0.0 && it < 100.0, hint)
}

/// A number of runs of one text, at least `least`.
pub(super) fn runs(name: &str, value: Option<u32>, least: u32) -> Result<Option<u32>, CorpusError> {
    let hint = format!("give a number of runs from {least} to {MOST_RUNS}");
    fitting(name, value, |it| (least..=MOST_RUNS).contains(&it), hint)
}
