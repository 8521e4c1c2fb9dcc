//! Effort: a unit that the solver counts itself, such as z3's `rlimit-count` or cvc5's `resourceUnitsUsed`. Unlike time,
//! it is the same in every run, so a slow-down is cached and reproduced.
//!
//! The unit is the name of a statistic, or a regular expression with one group for the number. The last match counts:
//! solvers print their statistics at the end, or the sum after each query.

use super::amount::{Amount, Measure};
use super::option_words::OptionWords;
use crate::observation::{Observation, Stream};
use regex::bytes::Regex;
use std::fmt;

/// A unit that solvers count.
#[derive(Clone)]
pub(super) struct Effort {
    /// As the user names it.
    name: String,
    /// Its only group is the number.
    pattern: Regex,
}

/// The name says it all: the digest of the settings is made from this.
impl fmt::Debug for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Effort({:?})", self.name)
    }
}

impl Effort {
    /// The unit of this name, or of an expression `/…/`.
    ///
    /// # Errors
    /// In words, what is wrong.
    fn new(name: &str) -> Result<Effort, String> {
        let own = name.strip_prefix('/').and_then(|own| own.strip_suffix('/'));
        let pattern = match own {
            Some(own) => own.to_owned(),
            // `:name 1`, `name = 1`, `name, 1`, `name : 1`, but no part of a longer name.
            None => format!(
                r"(?:^|[^\w.-]){}[\s=:,|]+([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)",
                regex::escape(name)
            ),
        };
        let compiled = Regex::new(&format!("(?m){pattern}"))
            .map_err(|error| format!("the regular expression is wrong: {error}"))?;
        if name.is_empty() || own == Some("") {
            return Err("the unit is empty".to_owned());
        }
        if compiled.captures_len() != 2 {
            return Err(format!(
                "`{pattern}` must have one group, which is the number"
            ));
        }
        Ok(Effort {
            name: name.to_owned(),
            pattern: compiled,
        })
    }

    /// The last number in a text at a position that counts.
    fn last(&self, text: &[u8], begins_after: Option<usize>) -> Option<f64> {
        let matches = self.pattern.captures_iter(text);
        let counts = |found: &regex::bytes::Captures<'_>| {
            let start = found.get(0).map_or(0, |whole| whole.start());
            begins_after.is_none_or(|begin| start > begin)
        };
        let last = matches.filter(counts).last()?;
        let number = std::str::from_utf8(last.get(1)?.as_bytes()).ok()?;
        number.parse().ok()
    }

    /// What a stream tells.
    fn in_stream(&self, stream: &Stream) -> Amount {
        let (text, begins_after) = match stream.whole() {
            Some(whole) => (whole, None),
            // A match that touches the gap may be the rest of another one.
            None => (&stream.tail[..], Some(0)),
        };
        match self.last(text, begins_after) {
            Some(number) => Amount::Known(number),
            None if stream.whole().is_none() => Amount::NotKept,
            None => Amount::Untold,
        }
    }
}

impl Measure for Effort {
    const BOUND: OptionWords = OptionWords {
        keys: &["more-than"],
        about: "The solver takes more of a unit that it counts itself than a bound",
        takes: "a unit and a number",
        example: "rlimit-count 1000000",
    };
    const FACTOR: OptionWords = OptionWords {
        keys: &["more-than-factor"],
        about: "The solver takes a multiple of what a reference takes of such a unit",
        takes: "a unit, a factor and a command",
        example: "rlimit-count 10 \"z3-4.8.7 -st\"",
    };
    const FLOOR: f64 = 1.0;
    const MARGIN: f64 = 1.0;
    const RUNS: u32 = 1;
    const IS_MEMORY: bool = false;

    fn named<'w>(
        words: &'w [String],
        option: &OptionWords,
    ) -> Result<(Effort, &'w [String]), String> {
        let (unit, rest) = words.split_first().ok_or_else(|| option.takes())?;
        Ok((Effort::new(unit)?, rest))
    }

    /// Standard error comes last, because solvers that print their statistics there do so at their end.
    fn of(&self, run: &Observation) -> Amount {
        match self.in_stream(&run.err) {
            Amount::Untold => self.in_stream(&run.out),
            told => told,
        }
    }

    fn words(&self, amount: f64) -> String {
        format!("{amount} {}", self.name)
    }

    fn unit(&self) -> String {
        self.name.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statistic_is_found_in_the_forms_of_the_solvers() {
        let table = [
            (
                "rlimit-count",
                "(:max-memory 18.0\n :rlimit-count 4711)\n",
                Some(4711.0),
            ),
            (
                "conflicts",
                "(:sat-conflicts 3\n :conflicts   12)\n",
                Some(12.0),
            ),
            ("conflicts", "(:sat-conflicts 3)\n", None),
            ("conflicts", ":conflicts-bin 3\n", None),
            ("sat::conflicts", "sat::conflicts = 5\n", Some(5.0)),
            ("conflicts", "sat::conflicts, 5\n", Some(5.0)),
            (
                "Conflicts",
                "Conflicts    : 17       (Analyzed: 16)\n",
                Some(17.0),
            ),
            (
                "conflicts",
                "c conflicts:     123     4.5 per second\n",
                Some(123.0),
            ),
            (
                "/([0-9]+) steps/",
                "after 70 steps, then 80 steps\n",
                Some(80.0),
            ),
            (
                "rlimit-count",
                ":rlimit-count 1\n:rlimit-count 2\n",
                Some(2.0),
            ),
            ("rlimit-count", "sat\n", None),
        ];
        for (name, text, number) in table {
            let unit = Effort::new(name).expect(name);
            assert_eq!(unit.last(text.as_bytes(), None), number, "{name} in {text}");
        }
    }

    #[test]
    fn a_unit_has_a_name_or_one_group() {
        for wrong in ["", "//", "/x/", "/(x)(y)/", "/(/"] {
            assert!(Effort::new(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn of_a_long_output_only_the_end_tells() {
        let unit = Effort::new("n").expect("a unit");
        let noise = "noise\n".repeat(20_000);
        let stream = |text: String| unit.in_stream(&Stream::of(text.as_bytes()));
        assert_eq!(stream(format!("{noise}n = 3\n")), Amount::Known(3.0));
        assert_eq!(stream(format!("n = 3\n{noise}")), Amount::NotKept);
        assert_eq!(stream("n = 3\n".to_owned()), Amount::Known(3.0));
        assert_eq!(stream(String::new()), Amount::Untold);
    }
}
