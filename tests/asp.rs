//! Answer-set programs: reading, printing, what is legal, and the mutators.

#[path = "asp/agreement.rs"]
mod agreement;
#[path = "asp/candidates.rs"]
mod candidates;
#[path = "asp/canonical.rs"]
mod canonical;
#[path = "asp/conversions.rs"]
mod conversions;
#[path = "asp/expansions.rs"]
mod expansions;
#[path = "asp/known_models.rs"]
mod known_models;
#[path = "asp/legality.rs"]
mod legality;
#[path = "asp/limited.rs"]
mod limited;
#[path = "asp/mutators.rs"]
mod mutators;
#[path = "asp/random_conversions.rs"]
mod random_conversions;
#[path = "asp/round_trips.rs"]
mod round_trips;
#[path = "asp/stable_models.rs"]
mod stable_models;

use smelt::language::asp::Asp;
use smelt::language::{Syntax, TestCase};

/// The test case of a text that parses.
fn case(text: &str) -> TestCase {
    let parsed = Asp.parse(text.as_bytes());
    let parsed = parsed.unwrap_or_else(|error| panic!("{text}: {error}"));
    TestCase::new(&Asp, parsed)
}
