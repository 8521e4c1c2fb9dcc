//! The entry of an oracle in the table of all oracles: its name, and how options choose it. It is in the oracle's file.

use super::{Given, Rule, RuleError};
use crate::command::CommandLine;
use std::time::Duration;

/// The commands of other solvers with the names of their options; or what is wrong with them.
pub type Solvers = Result<Vec<(&'static str, CommandLine)>, String>;

/// An oracle in the table of all oracles.
pub struct OracleEntry {
    /// Its name in reports.
    pub name: &'static str,
    /// What it demands, in a line without a full stop.
    pub about: &'static str,
    /// The options that say something about it, by their keys in `smelt.toml`. The most specific source with such an
    /// option of any oracle decides alone.
    pub options: &'static [&'static str],
    /// How its first option chooses it. None for the default, and for rules that follow from several options together.
    pub choice: Option<Choice>,
}

/// A rule that one option chooses. The other options of its oracle are of no use without this one.
pub struct Choice {
    /// Whether options may also name a second solver that has a rule of its own.
    pub may_have_second: bool,
    /// What to do if another option of the oracle is given without the first one.
    pub missing: &'static str,
    /// The other solvers that its options name, whether it is chosen or not. The first has the number 1.
    pub solvers: fn(&Given) -> Solvers,
    /// Reads the rule from the options.
    pub read: fn(&Given) -> Result<Configured, RuleError>,
}

/// A rule according to options.
#[derive(Debug)]
pub struct Configured {
    /// The rule.
    pub rule: Rule,
    /// The CPU limit of the solver under test, if the options of the rule set one that is no part of it.
    pub limit: Option<Duration>,
}

impl Configured {
    /// A rule that sets no limit.
    pub fn rule(rule: Rule) -> Configured {
        Configured { rule, limit: None }
    }
}
