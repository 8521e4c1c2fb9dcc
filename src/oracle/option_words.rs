//! Options that choose a rule by what they are given: a bound, or a factor and the command of a reference.

use super::entry::{Choice, Configured, OracleEntry, Solvers};
use super::{Given, RuleError};
use crate::command::CommandLine;

/// An option in the words of the help and of messages.
pub(super) struct OptionWords {
    /// Its key alone; the oracle has the same name.
    pub(super) keys: &'static [&'static str; 1],
    /// What the oracle demands, in a line without a full stop.
    pub(super) about: &'static str,
    /// What the option takes.
    pub(super) takes: &'static str,
    /// An example of that.
    pub(super) example: &'static str,
}

/// The largest factor. Limits are multiples of it and must not overflow.
const LARGEST: f64 = 1e6;

impl OptionWords {
    pub(super) const fn name(&self) -> &'static str {
        self.keys[0]
    }

    /// The entry of the oracle.
    pub(super) const fn entry(
        &self,
        may_have_second: bool,
        solvers: fn(&Given) -> Solvers,
        read: fn(&Given) -> Result<Configured, RuleError>,
    ) -> OracleEntry {
        OracleEntry {
            name: self.name(),
            about: self.about,
            options: self.keys,
            choice: Some(Choice {
                may_have_second,
                missing: "",
                solvers,
                read,
            }),
        }
    }

    /// What the option is given, in words.
    pub(super) fn words(&self, given: &Given) -> Vec<String> {
        let one = || given.text(self.name()).map(|word| vec![word]);
        given.get(self.name()).or_else(one).unwrap_or_default()
    }

    /// The factor in these words, which the command of the reference follows.
    pub(super) fn factor(&self, words: &[String]) -> Result<f64, String> {
        let [factor, _] = words else {
            return Err(self.takes());
        };
        match factor.trim().parse::<f64>() {
            Ok(factor) if (1.0..=LARGEST).contains(&factor) => Ok(factor),
            _ => Err(format!(
                "expected a factor from 1 to {LARGEST}, such as 10, not `{factor}`"
            )),
        }
    }

    /// The reference, which is the last word; none if the option is not given.
    pub(super) fn reference(&self, given: &Given) -> Solvers {
        let words = self.words(given);
        let command = words.last().map(|word| word.parse::<CommandLine>());
        let command = command.transpose()?;
        Ok(command
            .map(|command| (self.name(), command))
            .into_iter()
            .collect())
    }

    /// Says what the option takes.
    pub(super) fn takes(&self) -> String {
        format!("it takes {}", self.takes)
    }

    /// The error for what is wrong with the words.
    pub(super) fn refused(&self, what: &str) -> RuleError {
        let (name, takes, example) = (self.name(), self.takes, self.example);
        RuleError::options(
            format!("cannot use `{name}`: {what}"),
            format!("give {takes}, such as `--{name} {example}`"),
        )
    }
}
