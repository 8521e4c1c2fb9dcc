//! Answer-set programs: reading, printing, what is legal, and the mutators.

mod agreement;
mod candidates;
mod canonical;
mod conversions;
mod expansions;
mod judged;
mod known_models;
mod legality;
mod limited;
mod mutators;
mod random_conversions;
mod round_trips;
mod stable_models;

use smelt::language::asp::Asp;
use smelt::language::{Syntax, TestCase};

/// The test case of a text that parses.
fn case(text: &str) -> TestCase {
    let parsed = Asp.parse(text.as_bytes());
    let parsed = parsed.unwrap_or_else(|error| panic!("{text}: {error}"));
    TestCase::new(&Asp, parsed)
}
