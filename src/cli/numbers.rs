//! Parses numbers with units on the command line, with messages that say what is expected.

use crate::corpus::seconds;
use crate::solver::most_jobs;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::Duration;

/// A number of jobs.
pub(super) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "expected a whole number of jobs, at least 1".to_owned())
}

/// The number of solver runs at the same time for `--jobs`: by default the number of cores, and at most as many as the
/// machine can run well.
pub(super) fn usable_jobs(wanted: Option<NonZeroUsize>) -> NonZeroUsize {
    wanted
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
        .min(most_jobs())
}

/// A number of runs of solvers.
pub(super) fn runs(text: &str) -> Result<NonZeroU64, String> {
    text.parse()
        .map_err(|_| "expected a whole number of runs, at least 1".to_owned())
}

/// A number of tasks of an array.
pub(super) fn tasks(text: &str) -> Result<NonZeroU32, String> {
    text.parse()
        .map_err(|_| "expected a whole number from 1 on, such as 8".to_owned())
}

/// A whole number.
pub(super) fn whole(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "expected a whole number that is not negative".to_owned())
}

/// A whole number above 0.
pub(super) fn positive(text: &str) -> Result<NonZeroU64, String> {
    text.parse()
        .map_err(|_| "expected a whole number, at least 1".to_owned())
}

/// A whole percentage from 0 to 100, such as `25` or `25%`.
pub(super) fn percent(text: &str) -> Result<u32, String> {
    text.trim_end_matches('%')
        .parse::<u32>()
        .ok()
        .filter(|percent| *percent <= 100)
        .ok_or_else(|| "expected a whole percentage from 0 to 100, such as 25".to_owned())
}

/// A number of bytes. K, M, G and T are powers of 1024: `2G`, `500M`.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, last)) if last.is_ascii_alphabetic() => {
            (&text[..at], factor(last.to_ascii_uppercase()))
        }
        _ => (text, Some(1)),
    };
    digits
        .parse::<u64>()
        .ok()
        .zip(unit)
        .and_then(|(number, unit)| number.checked_mul(unit))
        .ok_or_else(|| {
            "expected a number of bytes, optionally with K, M, G or T, such as 500M".to_owned()
        })
}

fn factor(unit: char) -> Option<u64> {
    match unit {
        'K' => Some(1 << 10),
        'M' => Some(1 << 20),
        'G' => Some(1 << 30),
        'T' => Some(1 << 40),
        _ => None,
    }
}

/// A share such as `5%` or `0.1%`, from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    text.trim_end_matches('%')
        .parse::<f64>()
        .ok()
        .filter(|percent| *percent > 0.0 && *percent <= 100.0)
        .map(|percent| percent / 100.0)
        .ok_or_else(|| "expected a percentage above 0 % and at most 100 %, such as 5%".to_owned())
}

/// A positive time such as `2h30m`, or a number of seconds.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    seconds(text)
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .ok_or_else(|| {
            "expected a time above 0, such as 90s, 10m, 2h30m or a number of seconds".to_owned()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_number_with_or_without_a_unit() {
        for (text, bytes) in [
            ("", None),
            ("G", None),
            ("-1", None),
            ("1.5G", None),
            ("2GB", None),
            ("5Q", None),
            ("5é", None),
            ("99999999999T", None),
            ("0", Some(0)),
            ("4096", Some(4096)),
            ("3k", Some(3072)),
            ("500M", Some(524_288_000)),
            ("2G", Some(2_147_483_648)),
        ] {
            assert_eq!(size(text).ok(), bytes, "{text}");
        }
    }

    #[test]
    fn a_time_has_units_or_is_a_number_of_seconds() {
        for (text, seconds) in [
            ("", None),
            ("0", None),
            ("0s", None),
            ("-5", None),
            ("nan", None),
            ("1e300", None),
            ("soon", None),
            ("1.5", Some(1.5)),
            ("2h30m", Some(9000.0)),
        ] {
            let time = time(text).ok().map(|time| time.as_secs_f64());
            assert_eq!(time, seconds, "{text}");
        }
    }

    #[test]
    fn a_share_is_a_percentage_that_is_something() {
        for wrong in ["", "none", "0", "0%", "101%", "-5%", "nan"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
        assert_eq!((share("5%"), share("100")), (Ok(0.05), Ok(1.0)));
    }

    #[test]
    fn whole_numbers_and_percentages_have_no_fractions() {
        for wrong in ["", "-1", "1.5", "many"] {
            assert!(whole(wrong).is_err() && positive(wrong).is_err(), "{wrong}");
            assert!(percent(wrong).is_err(), "{wrong}");
        }
        assert_eq!((whole("0"), percent("25%")), (Ok(0), Ok(25)));
        assert!(positive("0").is_err() && percent("101").is_err());
    }

    #[test]
    fn jobs_are_counted_from_one() {
        for wrong in ["", "0", "-2", "many", "1.5"] {
            assert!(jobs(wrong).is_err(), "{wrong}");
        }
        assert_eq!(jobs("100000").map(NonZeroUsize::get), Ok(100_000));
    }
}
