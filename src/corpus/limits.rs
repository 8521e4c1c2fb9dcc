//! Times and sizes as options say them: what no run could take is refused.

use super::CorpusError;
use std::time::Duration;

/// The longest time that a run may be given, about 30 years: limits are multiples of it and must not overflow.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// The most runs of one text. More prove nothing that fewer do not.
const MOST_REPEATS: u32 = 100;

/// A time in seconds that a run could take.
pub(super) fn seconds(name: &str, value: Option<f64>) -> Result<Option<Duration>, CorpusError> {
    let Some(value) = value else { return Ok(None) };
    match Duration::try_from_secs_f64(value) {
        Ok(time) if !time.is_zero() && time <= LONGEST => Ok(Some(time)),
        _ => Err(CorpusError::options(
            format!("`{name}` is {value}, which is not a possible duration"),
            "give a number of CPU seconds above 0, such as 2.5",
        )),
    }
}

/// A size in MB that can be told in bytes.
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

/// How often a text is run.
pub(super) fn repeats(value: Option<u32>) -> Result<Option<u32>, CorpusError> {
    match value {
        Some(times) if !(1..=MOST_REPEATS).contains(&times) => Err(CorpusError::options(
            format!("`repeat` is {times}"),
            format!("give a number of runs from 1 to {MOST_REPEATS}"),
        )),
        _ => Ok(value),
    }
}
