//! What one source of configuration says: keys and values as in `smelt.toml`.

use super::RuleError;
use crate::command::CommandLine;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use toml::{Table, Value};

/// The longest time of a run, about 30 years: limits are multiples of it and must not overflow.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// The options of one source by their keys in `smelt.toml`, which are the long options of the command line.
#[derive(Debug, Default)]
pub struct Given(Table);

impl From<Table> for Given {
    fn from(table: Table) -> Given {
        Given(table)
    }
}

impl Given {
    /// What these options say. The fields that are serialised are the keys; TOML must have all of their values, which
    /// leaves out numbers above `i64::MAX`.
    pub fn of(options: &impl Serialize) -> Given {
        Given(Table::try_from(options).unwrap_or_default())
    }

    /// Whether the option is given: a flag that is not set and an empty list say nothing.
    pub fn has(&self, key: &str) -> bool {
        match self.0.get(key) {
            None | Some(Value::Boolean(false)) => false,
            Some(Value::Array(values)) => !values.is_empty(),
            Some(_) => true,
        }
    }

    /// Whether any of these options is given.
    pub fn has_any(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.has(key))
    }

    /// The value of an option; none if it is not given or has another type.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        self.0.get(key)?.clone().try_into().ok()
    }

    /// The text of an option.
    pub fn text(&self, key: &str) -> Option<String> {
        self.get(key)
    }

    /// The commands that these options name, with the names of the options. An option has one command, which is a list
    /// of words, or a list of commands.
    pub fn commands(&self, keys: &[&'static str]) -> Vec<(&'static str, CommandLine)> {
        let mut commands = Vec::new();
        for &key in keys {
            if let Some(command) = self.get::<CommandLine>(key) {
                commands.push((key, command));
            } else {
                let list: Vec<CommandLine> = self.get(key).unwrap_or_default();
                commands.extend(list.into_iter().map(|command| (key, command)));
            }
        }
        commands
    }

    /// The CPU time of an option; none if it is not given or is no number.
    ///
    /// # Errors
    /// No run could take that long.
    pub fn time(&self, key: &str) -> Result<Option<Duration>, RuleError> {
        self.get(key)
            .map(|seconds| possible_time(key, seconds))
            .transpose()
    }
}

/// The time of an option in seconds.
///
/// # Errors
/// No run could take that long.
pub fn possible_time(name: &str, seconds: f64) -> Result<Duration, RuleError> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && time <= LONGEST => Ok(time),
        _ => Err(RuleError::options(
            format!("`{name}` is {seconds}, which is not a possible duration"),
            "give a number of CPU seconds above 0, such as 2.5",
        )),
    }
}
