//! Parses numbers in options, with messages that say what is expected.

use serde::Deserializer;
use serde::de::{self, Visitor};
use std::fmt;

/// A time in seconds: a number such as `2.5`, or a time with units such as `500ms`, `90s` or `2h30m`. Whether a run
/// could take that long is checked later.
///
/// # Errors
/// The text is not a time.
pub fn seconds(text: &str) -> Result<f64, String> {
    let text = text.trim();
    text.parse::<f64>()
        .ok()
        .or_else(|| Some(humantime::parse_duration(text).ok()?.as_secs_f64()))
        .filter(|seconds| seconds.is_finite())
        .ok_or_else(|| {
            "expected a time: a number of seconds such as 2.5, or 500ms, 90s, 10m".to_owned()
        })
}

/// A key for a time: a number of seconds, or a string as for [`seconds`].
pub(super) fn time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    from.deserialize_any(Time).map(Some)
}

struct Time;

/// What the schema says of such a key.
#[derive(schemars::JsonSchema)]
#[schemars(inline, untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) enum TimeKey {
    /// A number of seconds.
    Seconds(f64),
    /// A time such as `90s`, `10m` or `2h30m`.
    Text(String),
}

impl Visitor<'_> for Time {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of seconds, or a time such as \"90s\"")
    }

    fn visit_f64<E: de::Error>(self, seconds: f64) -> Result<f64, E> {
        Ok(seconds)
    }

    fn visit_i64<E: de::Error>(self, seconds: i64) -> Result<f64, E> {
        Ok(seconds as f64)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<f64, E> {
        seconds(text).map_err(E::custom)
    }
}

/// A whole number of megabytes, such as `4096`.
///
/// # Errors
/// The text is not such a number.
pub fn megabytes(text: &str) -> Result<u64, String> {
    text.trim()
        .parse()
        .map_err(|_| "expected a whole number of MB, such as 4096".to_owned())
}

/// A percentage, such as `10` or `10%`. Whether it makes sense is checked later.
///
/// # Errors
/// The text is not a number.
pub fn percent(text: &str) -> Result<f64, String> {
    text.trim()
        .trim_end_matches('%')
        .parse::<f64>()
        .ok()
        .filter(|percent| percent.is_finite())
        .ok_or_else(|| "expected a percentage, such as 10".to_owned())
}

/// A whole number of repetitions or functions, such as `3`.
///
/// # Errors
/// The text is not such a number.
pub fn times(text: &str) -> Result<u32, String> {
    text.trim()
        .parse()
        .map_err(|_| "expected a whole number, such as 3".to_owned())
}

/// A number of runs of solvers. Whether it is one that can be reached is checked later.
///
/// # Errors
/// The text is not such a number.
pub(super) fn many(text: &str) -> Result<u64, String> {
    text.trim()
        .parse()
        .map_err(|_| "expected a whole number, such as 500".to_owned())
}

/// A factor, such as `0.5`. Whether it makes sense is checked later.
///
/// # Errors
/// The text is not a number.
pub fn factor(text: &str) -> Result<f64, String> {
    text.trim()
        .parse()
        .map_err(|_| "expected a factor, such as 0.5, or inf".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{factor, megabytes, percent, seconds};

    #[test]
    fn what_is_no_number_is_told_in_words_that_need_no_rust() {
        for wrong in ["", "long", "nan", "inf", "2,5", "10 x"] {
            let said = seconds(wrong).expect_err(wrong);
            assert!(
                said.starts_with("expected a time: a number of seconds"),
                "{wrong}: {said}"
            );
        }
        for wrong in ["", "much", "1.5", "-1", "4G"] {
            let said = megabytes(wrong).expect_err(wrong);
            assert_eq!(
                said, "expected a whole number of MB, such as 4096",
                "{wrong}"
            );
        }
        for wrong in ["", "half", "nan", "10 %%"] {
            let said = percent(wrong).expect_err(wrong);
            assert_eq!(said, "expected a percentage, such as 10", "{wrong}");
        }
        assert!(factor("2x").is_err());
        assert_eq!((factor("0"), factor("inf")), (Ok(0.0), Ok(f64::INFINITY)));
        assert_eq!((percent("10"), percent("2.5%")), (Ok(10.0), Ok(2.5)));
        assert_eq!((seconds("2.5"), megabytes("4096")), (Ok(2.5), Ok(4096)));
        assert_eq!((seconds("5s"), seconds("500ms")), (Ok(5.0), Ok(0.5)));
        assert_eq!((seconds("2m"), seconds("1h30m")), (Ok(120.0), Ok(5400.0)));
    }
}
