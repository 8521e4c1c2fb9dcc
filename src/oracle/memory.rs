//! Memory: the largest resident set of a process of the run, in MB.
//!
//! It varies a little from run to run. So the golden runs must exceed the bound by a sixteenth, a candidate must exceed it
//! in each of three runs, and below 16 MB the memory of a reference is that of its start. A run that ended because memory
//! ran out counts by what it had taken.

use super::amount::{Amount, Bound, Measure, MoreThan, MoreThanFactor, factor};
use super::cross_check;
use super::entry::{Choice, Configured, OracleEntry, Solvers};
use super::{Given, Rule, RuleError};
use crate::command::CommandLine;
use crate::observation::Observation;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: Memory::NAMES[0],
    about: "The solver takes more memory than a bound, in every repetition",
    options: &["more-memory-than"],
    choice: Some(Choice {
        may_have_second: true,
        missing: "",
        solvers: |_| Ok(Vec::new()),
        read,
    }),
};

pub(super) const FACTOR: OracleEntry = OracleEntry {
    name: Memory::NAMES[1],
    about: "The solver takes a multiple of the memory of a reference solver",
    options: &["more-memory-than-factor"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "",
        solvers: reference,
        read: read_factor,
    }),
};

/// The largest resident set.
#[derive(Clone, Debug)]
pub(super) struct Memory;

impl Measure for Memory {
    const NAMES: [&'static str; 2] = ["more-memory-than", "more-memory-than-factor"];
    const FLOOR: f64 = 16.0;
    const MARGIN: f64 = 1.0 + 1.0 / 16.0;
    const RUNS: u32 = 3;
    const IS_MEMORY: bool = true;

    fn of(&self, run: &Observation) -> Amount {
        Amount::Known(run.rss_kib as f64 / 1024.0)
    }

    fn words(&self, amount: f64) -> String {
        format!("{amount:.0} MB")
    }

    fn unit(&self) -> String {
        "memory".to_owned()
    }
}

/// `--more-memory-than MB`.
fn read(given: &Given) -> Result<Configured, RuleError> {
    let bound = given.text(Memory::NAMES[0]).unwrap_or_default();
    let bound = Bound::read(&bound).map_err(|what| {
        RuleError::options(
            format!("cannot use `more-memory-than`: {what}"),
            "give a number of MB, such as `--more-memory-than 500`",
        )
    })?;
    let second = cross_check::read(given)?;
    Ok(Configured::rule(Rule::of(MoreThan(Memory, bound, second))))
}

/// `--more-memory-than-factor N CMD`.
fn read_factor(given: &Given) -> Result<Configured, RuleError> {
    let (factor, _) = parts(given).map_err(|what| {
        RuleError::options(
            format!("cannot use `more-memory-than-factor`: {what}"),
            "give a factor and a command, such as `--more-memory-than-factor 10 z3`",
        )
    })?;
    Ok(Configured::rule(Rule::of(MoreThanFactor(Memory, factor))))
}

/// The reference.
fn reference(given: &Given) -> Solvers {
    if !given.has(Memory::NAMES[1]) {
        return Ok(Vec::new());
    }
    Ok(vec![(Memory::NAMES[1], parts(given)?.1)])
}

fn parts(given: &Given) -> Result<(f64, CommandLine), String> {
    let words: Vec<String> = given.get(Memory::NAMES[1]).unwrap_or_default();
    let [number, command] = &words[..] else {
        return Err("it takes a factor and a command".to_owned());
    };
    Ok((factor(number)?, command.parse()?))
}
