//! The keys of options whose values are several words, some of them numbers or commands: `more-than = ["rlimit-count",
//! 1000000]`, as `--more-than rlimit-count 1000000` on a command line.

use super::{CommandLine, quoted};
use serde::{Deserialize, Deserializer};

/// A word of such a value.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a word, a number, or a command as a list of words"
)]
enum Word {
    Text(String),
    Whole(i64),
    Number(f64),
    Command(CommandLine),
}

impl Word {
    fn into_text(self) -> String {
        match self {
            Word::Text(text) => text,
            Word::Whole(whole) => whole.to_string(),
            Word::Number(number) => number.to_string(),
            Word::Command(command) => quoted(&command.0),
        }
    }
}

/// A key for several words.
pub(super) fn words<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    let words = Vec::<Word>::deserialize(from)?;
    Ok(Some(words.into_iter().map(Word::into_text).collect()))
}

/// A key for one word, which may be a number.
pub(super) fn word<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Some(Word::deserialize(from)?.into_text()))
}
