//! Finds out from the output of an SMT solver how far it got: how many answers it gave, which place its messages name,
//! and which commands come after that.

use super::commands;
use super::literal::number;
use super::printed::Said;
use crate::language::{FailurePlace, TestCase};
use crate::observation::Observation;
use crate::tree::{Node, ROOT, Tree};
use regex::bytes::Regex;
use std::sync::LazyLock;

/// `line 35 column 10` in messages of Z3, `case.smt2:35.10` in messages of cvc4, cvc5 and Yices.
static POSITION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?-u)\bline (\d+),? col|\.\w+:(\d+)[.:]\d+").ok());

/// What the output of a run says about the place where the solver stopped.
struct StopPoint {
    /// The line number in the first message that names a position, from 1. In printed texts, every top-level expression
    /// has its own line.
    line: Option<u32>,
    /// How many answers the solver gave.
    answers: u32,
}

/// Where in a text the solver failed.
pub(super) fn failure_place(case: &TestCase, run: &Observation) -> FailurePlace {
    let stop_point = read(run);
    let commands: Vec<Node> = case.tree().children(ROOT).collect();
    let id = |&command: &Node| case.id(command);
    FailurePlace {
        at: failing_query(case.tree(), &commands, &stop_point).map(|at| id(&commands[at])),
        behind: behind_failure(case.tree(), &commands, &stop_point)
            .iter()
            .map(id)
            .collect(),
    }
}

fn read(observation: &Observation) -> StopPoint {
    let (out, err) = (&observation.out.head, &observation.err.head);
    StopPoint {
        line: line(err).or_else(|| line(out)),
        answers: answers(out),
    }
}

/// The line number in the first message that names a position.
fn line(text: &[u8]) -> Option<u32> {
    let captures = POSITION.as_ref()?.captures(text)?;
    number(captures.get(1).or_else(|| captures.get(2))?.as_bytes())
}

/// How many lines consist of nothing but an answer to a query.
fn answers(text: &[u8]) -> u32 {
    u32::try_from(answer_lines(text).count()).unwrap_or(u32::MAX)
}

/// The answer to the last query.
pub(super) fn last_answer(text: &[u8]) -> Option<&[u8]> {
    answer_lines(text).last()
}

fn answer_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| Said::of(line).is_some())
}

/// The commands after the one at which the solver failed: that is the query in the line that a message names, or else
/// the first query without an answer.
fn behind_failure<'a>(tree: &Tree, commands: &'a [Node], stop_point: &StopPoint) -> &'a [Node] {
    let unanswered = || queries(tree, commands).nth(stop_point.answers as usize);
    let failed = named_query(tree, commands, stop_point).or_else(unanswered);
    failed.map_or(&[], |failed| &commands[failed + 1..])
}

/// The index of the query at which the failure shows, if the output proves it: a message names its line, or the solver
/// failed after it had answered the last query, which is followed by nothing but `exit`.
fn failing_query(tree: &Tree, commands: &[Node], stop_point: &StopPoint) -> Option<usize> {
    let answered = || {
        let answers_all = queries(tree, commands).count() == stop_point.answers as usize;
        let last = commands
            .iter()
            .rposition(|&command| tree.head_bytes(command) != b"exit");
        last.filter(|&last| answers_all && is_query(tree, commands[last]))
    };
    named_query(tree, commands, stop_point).or_else(answered)
}

/// The index of the query in the line that a message names.
fn named_query(tree: &Tree, commands: &[Node], stop_point: &StopPoint) -> Option<usize> {
    let named = command_in_line(tree, commands, stop_point.line?);
    named.filter(|&named| is_query(tree, commands[named]))
}

/// The indices of the queries.
fn queries(tree: &Tree, commands: &[Node]) -> impl Iterator<Item = usize> {
    (0..commands.len()).filter(|&at| is_query(tree, commands[at]))
}

fn is_query(tree: &Tree, command: Node) -> bool {
    tree.head(command).is_some_and(commands::is_query)
}

/// The index of the command on this line of the printed text; lines count from 1. A command may have several lines.
fn command_in_line(tree: &Tree, commands: &[Node], line: u32) -> Option<usize> {
    let mut last = 0; // the last line of the command
    commands.iter().position(|&command| {
        let breaks = tree.bytes(command).iter().filter(|&&byte| byte == b'\n');
        last += 1 + breaks.count();
        line as usize <= last
    })
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
