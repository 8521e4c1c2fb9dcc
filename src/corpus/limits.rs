//! Checks the times and sizes in options: values that no run could use are refused.

use super::CorpusError;
use crate::oracle::possible_time;
use std::time::Duration;

/// The largest number of runs of one text.
const MOST_RUNS: u32 = 100;

/// A time in seconds, if a run could take that long.
pub(super) fn seconds(name: &str, value: Option<f64>) -> Result<Option<Duration>, CorpusError> {
    Ok(value.map(|value| possible_time(name, value)).transpose()?)
}

/// A factor of a time, from 0 to infinity.
pub(super) fn factor(name: &str, value: Option<f64>) -> Result<Option<f64>, CorpusError> {
    match value {
        Some(factor) if factor.is_nan() || factor < 0.0 => Err(CorpusError::options(
            format!("`{name}` is {factor}"),
            "give a factor such as 2, or 0 for never, or inf for no bound",
        )),
        _ => Ok(value),
    }
}

/// A size in MB, if it can be expressed in bytes.
pub(super) fn megabytes(value: Option<u64>) -> Result<Option<u64>, CorpusError> {
    match value {
        Some(0) => Err(CorpusError::options(
            "`memout` is 0",
            "give a number of MB above 0, such as 1024",
        )),
        Some(megabytes) if megabytes > u64::MAX >> 20 => Err(CorpusError::options(
            format!("`memout` is {megabytes}, which is too large"),
            "give a number of MB, such as 1024",
        )),
        _ => Ok(value),
    }
}

/// A share in percent, neither nothing nor all.
pub(super) fn percentage(name: &str, value: Option<f64>) -> Result<Option<f64>, CorpusError> {
    match value {
        Some(percent) if !(percent > 0.0 && percent < 100.0) => Err(CorpusError::options(
            format!("`{name}` is {percent}"),
            "give a percentage above 0 and below 100, such as 10",
        )),
        _ => Ok(value),
    }
}

/// A number of runs of one text, at least `least`.
pub(super) fn runs(name: &str, value: Option<u32>, least: u32) -> Result<Option<u32>, CorpusError> {
    match value {
        Some(runs) if !(least..=MOST_RUNS).contains(&runs) => Err(CorpusError::options(
            format!("`{name}` is {runs}"),
            format!("give a number of runs from {least} to {MOST_RUNS}"),
        )),
        _ => Ok(value),
    }
}
