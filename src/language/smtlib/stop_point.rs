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

/// Where in a text the solver failed. The failure shows at the query in the line that a message names, or, if the solver
/// failed after it had answered the last query, at that one.
pub(super) fn failure_place(case: &TestCase, run: &Observation) -> FailurePlace {
    let (out, err) = (&run.out.head, &run.err.head);
    let (tree, answers) = (case.tree(), answers(out).count());
    let commands: Vec<Node> = tree.children(ROOT).collect();
    let line = line(err).or_else(|| line(out));
    let named = line.and_then(|line| query_in_line(tree, &commands, line));
    let failing = named.or_else(|| answered_last(tree, &commands, answers));
    // Without a message, the solver stopped at the first query without an answer.
    let stopped = named.or_else(|| queries(tree, &commands).nth(answers));
    let behind = stopped.map_or(&[][..], |stopped| &commands[stopped + 1..]);
    FailurePlace {
        at: failing.map(|at| case.id(commands[at])),
        behind: behind.iter().map(|&command| case.id(command)).collect(),
    }
}

/// The line number in the first message that names a position.
fn line(text: &[u8]) -> Option<u32> {
    let captures = POSITION.as_ref()?.captures(text)?;
    number(captures.get(1).or_else(|| captures.get(2))?.as_bytes())
}

/// The answers in an output: the lines that consist of nothing else.
pub(super) fn answers(text: &[u8]) -> impl Iterator<Item = Said> {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter_map(Said::of)
}

/// The index of the last query, if it is followed by nothing but `exit` and there are as many answers as queries.
fn answered_last(tree: &Tree, commands: &[Node], answers: usize) -> Option<usize> {
    let answers_all = queries(tree, commands).count() == answers;
    let last = commands
        .iter()
        .rposition(|&command| tree.head_bytes(command) != b"exit");
    last.filter(|&last| answers_all && is_query(tree, commands[last]))
}

/// The index of the query in this line of the printed text; lines count from 1. Every top-level expression has its own
/// line, and may have several.
fn query_in_line(tree: &Tree, commands: &[Node], line: u32) -> Option<usize> {
    let mut last = 0; // the last line of the command
    let at = commands.iter().position(|&command| {
        let breaks = tree.bytes(command).iter().filter(|&&byte| byte == b'\n');
        last += 1 + breaks.count();
        line as usize <= last
    });
    at.filter(|&at| is_query(tree, commands[at]))
}

/// The indices of the queries.
fn queries(tree: &Tree, commands: &[Node]) -> impl Iterator<Item = usize> {
    (0..commands.len()).filter(|&at| is_query(tree, commands[at]))
}

fn is_query(tree: &Tree, command: Node) -> bool {
    tree.head(command).is_some_and(commands::is_query)
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
        let text = b"sat\nunsat\r\n(model)\nunknown\nsaturated\n";
        assert_eq!(answers(text).count(), 3);
    }
}
