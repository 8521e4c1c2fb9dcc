//! Commands: a list of words, or one string that is split into words as a shell would. No shell ever runs a command.

mod command_line;
mod words;

pub use command_line::quoted;
pub(crate) use command_line::{arguments, command_line, left_in, shortened, with_name};
pub(crate) use words::{CommandWord, classified};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A program and its arguments; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine(pub Vec<OsString>);

impl CommandLine {
    /// A command from words that the user's shell has already split. A single word that is not a file is split here.
    pub fn of_words(words: &[OsString]) -> Result<CommandLine, String> {
        match words {
            [] => Err("the command is empty".to_owned()),
            [word] if !Path::new(word).exists() => match word.to_str() {
                Some(text) => text.parse(),
                None => Ok(CommandLine(words.to_vec())),
            },
            _ => Ok(CommandLine(words.to_vec())),
        }
    }

    /// The command as a single word, if it is one: it may be the name of a solver.
    pub fn name(&self) -> Option<&str> {
        match &self.0[..] {
            [name] => name.to_str(),
            _ => None,
        }
    }

    /// The words. If the program is given by a relative path, it is made relative to `base`.
    pub fn below(&self, base: &Path) -> Vec<OsString> {
        let mut words = self.0.clone();
        if let Some(program) = words.first_mut() {
            *program = below(base, program);
        }
        words
    }

    /// The solver's name in reports, if no other name is given.
    pub fn base_name(&self) -> String {
        let program = Path::new(&self.0[0]);
        let name = program.file_name().unwrap_or(program.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

/// A list of words, or one string that is split.
impl JsonSchema for CommandLine {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Command".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" }, "minItems": 1 }
            ]
        })
    }
}

/// A word relative to `base`, if it is a relative path that contains a `/`; any other word as it is.
fn below(base: &Path, word: &OsStr) -> OsString {
    let path = Path::new(word);
    if path.is_absolute() || !word.as_encoded_bytes().contains(&b'/') {
        return word.to_owned();
    }
    base.join(path).into_os_string()
}

impl FromStr for CommandLine {
    type Err = String;

    fn from_str(text: &str) -> Result<CommandLine, String> {
        let words = shell_words::split(text)
            .map_err(|error| format!("cannot split `{text}` into words: {error}"))?;
        if words.is_empty() {
            return Err("the command is empty".to_owned());
        }
        Ok(CommandLine(words.into_iter().map(OsString::from).collect()))
    }
}

/// The list of words.
impl Serialize for CommandLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|word| word.to_string_lossy()))
    }
}

impl<'de> Deserialize<'de> for CommandLine {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<CommandLine, D::Error> {
        deserializer.deserialize_any(Words)
    }
}

struct Words;

impl<'de> Visitor<'de> for Words {
    type Value = CommandLine;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a command: a string, or a list of strings")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<CommandLine, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<CommandLine, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = list.next_element::<String>()? {
            words.push(OsString::from(word));
        }
        if words.is_empty() {
            return Err(de::Error::custom("the command is empty"));
        }
        Ok(CommandLine(words))
    }
}
