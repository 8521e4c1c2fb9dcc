//! Durations as whole microseconds in JSON, for `#[serde(with = "microseconds")]`.

use serde::{Deserialize, Deserializer, Serializer};
use std::time::Duration;

/// Writes durations as numbers.
pub fn serialize<S: Serializer>(times: &[Duration], serializer: S) -> Result<S::Ok, S::Error> {
    let numbers = times
        .iter()
        .map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    serializer.collect_seq(numbers)
}

/// Reads them back.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Duration>, D::Error> {
    let numbers = Vec::<u64>::deserialize(deserializer)?;
    Ok(numbers.into_iter().map(Duration::from_micros).collect())
}
