//! The values of the options about slowness: `--hangs[=S]`, on a command line and as a key of a table (`hangs = true`),
//! and what the schema says of `slower-than-factor = [10, "z3"]`.

use super::seconds;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::str::FromStr;

/// The value of `--hangs`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HangLimit {
    /// The limit that runs have anyway, or the default.
    Default,
    /// A limit in CPU seconds; checked later, together with other times.
    Seconds(f64),
}

/// The form of the key `hangs`.
impl Serialize for HangLimit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            HangLimit::Default => serializer.serialize_bool(true),
            HangLimit::Seconds(limit) => serializer.serialize_f64(*limit),
        }
    }
}

impl FromStr for HangLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<HangLimit, String> {
        if text.is_empty() {
            return Ok(HangLimit::Default);
        }
        seconds(text).map(HangLimit::Seconds)
    }
}

/// A value of the key `hangs`.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(
    untagged,
    expecting = "expected `true`, a number of CPU seconds, or a time"
)]
#[schemars(inline)]
pub(super) enum HangsKey {
    /// Whether a hang is the bug, at the limit that runs have anyway.
    Whether(bool),
    /// The limit as a number of CPU seconds.
    Seconds(f64),
    /// The limit as a time such as `90s`.
    Text(String),
}

/// What the schema says of the factor in the key `slower-than-factor`.
#[derive(schemars::JsonSchema)]
#[schemars(inline, untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) enum FactorKey {
    /// A number.
    Number(f64),
    /// The same as text.
    Text(String),
}

/// The key `hangs`: `true`, a time as for `timeout`, or `false` for nothing.
pub(super) fn hangs<'de, D: Deserializer<'de>>(from: D) -> Result<Option<HangLimit>, D::Error> {
    Ok(match HangsKey::deserialize(from)? {
        HangsKey::Whether(false) => None,
        HangsKey::Whether(true) => Some(HangLimit::Default),
        HangsKey::Seconds(limit) => Some(HangLimit::Seconds(limit)),
        HangsKey::Text(text) => {
            let limit = seconds(&text).map_err(de::Error::custom)?;
            Some(HangLimit::Seconds(limit))
        }
    })
}
