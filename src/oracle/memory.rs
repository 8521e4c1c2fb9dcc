//! Memory: the largest resident set of a process of the run, in MB.
//!
//! It varies a little from run to run. So the golden runs must exceed the bound by a sixteenth, a candidate must exceed it
//! in each of three runs, and below 16 MB the memory of a reference is that of its start. A run that ended because memory
//! ran out counts by what it had taken.

use super::amount::{Amount, Measure};
use super::option_words::OptionWords;
use crate::observation::Observation;

/// The largest resident set.
#[derive(Clone, Debug)]
pub(super) struct Memory;

impl Measure for Memory {
    const BOUND: OptionWords = OptionWords {
        keys: &["more-memory-than"],
        about: "The solver takes more memory than a bound, in every repetition",
        takes: "a number of MB",
        example: "500",
    };
    const FACTOR: OptionWords = OptionWords {
        keys: &["more-memory-than-factor"],
        about: "The solver takes a multiple of the memory of a reference solver",
        takes: "a factor and a command",
        example: "10 z3",
    };
    const FLOOR: f64 = 16.0;
    const MARGIN: f64 = 1.0 + 1.0 / 16.0;
    const RUNS: u32 = 3;
    const IS_MEMORY: bool = true;

    fn named<'w>(words: &'w [String], _: &OptionWords) -> Result<(Memory, &'w [String]), String> {
        Ok((Memory, words))
    }

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
