//! What `--since` names: a time, or another output.

use super::error::CliError;
use super::numbers;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What an output is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SinceValue {
    /// What was known at this time.
    Time(Timestamp),
    /// Another output directory.
    Output(PathBuf),
}

/// Reads the value. A directory with a journal is an output, whatever its name.
///
/// # Errors
/// It is neither a time that has passed nor an output.
pub(super) fn since(text: &OsStr, now: Timestamp, zone: &TimeZone) -> Result<SinceValue, CliError> {
    let path = Path::new(text);
    let name = path.display();
    if path.join("journal.jsonl").exists() {
        return Ok(SinceValue::Output(path.to_owned()));
    }
    match text.to_str().and_then(|text| time(text, now, zone)) {
        Some(time) if time <= now => Ok(SinceValue::Time(time)),
        Some(_) => Err(CliError::usage(
            format!("`{name}` has not come yet"),
            "give `--since` a time that has passed",
        )),
        // If it is no output, reading it says so.
        None if path.exists() => Ok(SinceValue::Output(path.to_owned())),
        None => Err(CliError::usage(
            format!("`{name}` is neither a time nor the output of a batch"),
            "give `--since` a day (2026-11-25, yesterday), a time (\"2026-11-25 18:00\"), how long ago it is (12h, 3d), or \
             another output directory",
        )),
    }
}

/// The time that a text names; in this zone, if it says no other.
fn time(text: &str, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let today = now.to_zoned_datetime(zone.clone()).date();
    let day = match text {
        "today" => Some(today),
        "yesterday" => today.yesterday().ok(),
        _ => None,
    };
    let exact = || text.parse::<Timestamp>().ok();
    let local = || {
        let date = text.parse::<Date>().map(DateTime::from);
        let local = text.parse::<DateTime>().or(date).ok()?;
        Some(local.to_zoned_datetime(zone.clone()).ok()?.timestamp())
    };
    let ago = || {
        let ago = SignedDuration::try_from(numbers::time(text).ok()?).ok()?;
        now.checked_sub(ago).ok()
    };
    match day {
        Some(day) => Some(day.to_zoned_datetime(zone.clone()).ok()?.timestamp()),
        None => exact().or_else(local).or_else(ago),
    }
}

#[cfg(test)]
mod tests {
    use super::time;
    use jiff::tz::{TimeZone, offset};

    #[test]
    fn a_time_is_a_day_or_a_time_of_day_in_the_zone_of_the_user_or_so_long_ago() {
        let now = "2026-11-26T16:00:00Z".parse().expect("a time");
        let zone = TimeZone::fixed(offset(2));
        for (text, found) in [
            ("2026-11-25", Some("2026-11-24T22:00:00Z")),
            ("yesterday", Some("2026-11-24T22:00:00Z")),
            ("today", Some("2026-11-25T22:00:00Z")),
            ("2026-11-25 18:00", Some("2026-11-25T16:00:00Z")),
            ("2026-11-25T18:00:30", Some("2026-11-25T16:00:30Z")),
            ("2026-11-25T18:00:00Z", Some("2026-11-25T18:00:00Z")),
            ("2026-11-25T18:00:00-01:00", Some("2026-11-25T19:00:00Z")),
            ("12h", Some("2026-11-26T04:00:00Z")),
            ("3d", Some("2026-11-23T16:00:00Z")),
            ("2026-13-01", None),
            ("out", None),
            ("", None),
            ("99999999999y", None),
        ] {
            let found = found.map(|found| found.parse().expect("a time"));
            assert_eq!(time(text, now, &zone), found, "{text}");
        }
    }
}
