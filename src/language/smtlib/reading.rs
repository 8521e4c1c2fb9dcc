//! Finds out from a run of an SMT solver how far it came: how many answers it gave, and which place its messages name.

use crate::observation::{Failure, Observation};
use crate::outcome::Reading;
use regex::bytes::Regex;
use std::sync::LazyLock;

/// `line 35 column 10` in messages of Z3, `case.smt2:35.10` in messages of cvc4, cvc5 and Yices.
static POSITION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\bline (\d+),? col|\.\w+:(\d+)[.:]\d+").ok());

/// What a run tells about the place where the solver stopped.
pub(super) fn read(observation: &Observation, failures: &[Failure]) -> Reading {
    let (out, err) = (&observation.out.head, &observation.err.head);
    Reading {
        line: line(err).or_else(|| line(out)),
        answers: answers(out),
        failed_at: failures.first().and_then(|failure| failure.position),
    }
}

/// The line number in the first message that names a position.
fn line(text: &[u8]) -> Option<u32> {
    let captures = POSITION.as_ref()?.captures(text)?;
    let number = captures.get(1).or_else(|| captures.get(2))?.as_bytes();
    std::str::from_utf8(number).ok()?.parse().ok()
}

/// How many lines consist of nothing but an answer to a query.
fn answers(text: &[u8]) -> u32 {
    let lines = text.split(|&byte| byte == b'\n');
    let is_answer = |line: &&[u8]| matches!(line.trim_ascii(), b"sat" | b"unsat" | b"unknown");
    u32::try_from(lines.filter(is_answer).count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{answers, line};

    #[test]
    fn the_first_position_that_a_message_names_is_read() {
        let table: [(&[u8], Option<u32>); 5] = [
            (b"(error \"line 35 column 10: an invalid model\")", Some(35)),
            (
                b"(error \"Parse Error: case.smt2:7.12: unexpected\")",
                Some(7),
            ),
            (b"sat\n(error \"line 3, column 1: oops\")", Some(3)),
            (b"src/theory/engine.cpp:545: Check failure", None),
            (b"", None),
        ];
        for (text, expected) in table {
            assert_eq!(line(text), expected, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn answers_are_lines_of_their_own() {
        assert_eq!(answers(b"sat\nunsat\r\n(model)\nunknown\nsaturated\n"), 3);
    }
}
