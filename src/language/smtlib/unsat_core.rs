//! Asks a solver for an unsatisfiable core: which conjuncts are enough for its answer `unsat`.
//!
//! Each conjunct is made to depend on a new constant, its mark: `t` becomes `(=> mark t)` where it is claimed and `(and
//! mark t)` where it is denied. All marks are asserted, with names, so the text means what it meant. A conjunct whose
//! mark the solver does not name is not needed: the mark may be anything, and so may the conjunct. These are the
//! activation literals of incremental solvers (Eén and Sörensson 2003), used at every depth.

use super::conjuncts::{Conjunct, conjuncts};
use crate::language::{Hint, TestCase};
use crate::tree::{Node, ROOT, Tree};
use std::fmt::Write;

/// How the marks and their names begin. A text that contains either is not asked about.
const MARK: &str = "smelt-mark-";
const NAME: &str = "smelt-name-";

/// What must come before everything else.
const OPTION: &[u8] = b"(set-option :produce-unsat-cores true)\n";

/// Asks which conjuncts are enough. None if the text has not exactly one query, or if there is nothing to tell.
pub(super) fn unsat_core(case: &TestCase, is_inner: bool) -> Option<Hint> {
    let tree = case.tree();
    let query = only_query(tree)?;
    let is_taken = [MARK, NAME].iter().any(|name| contains(tree.text(), name));
    let parts = conjuncts(case, is_inner);
    (parts.len() > 1 && !is_taken).then(|| Hint {
        text: marked(tree, query, &parts),
        parts: parts.iter().map(|part| part.node).collect(),
        matters: named,
    })
}

fn contains(text: &[u8], word: &str) -> bool {
    memchr::memmem::find(text, word.as_bytes()).is_some()
}

/// The query of the text if it has one only, and nothing before it that takes all assertions back.
fn only_query(tree: &Tree) -> Option<Node> {
    let mut query = None;
    for command in tree.children(ROOT) {
        match tree.head(command)?.bytes() {
            b"check-sat" if query.is_none() => query = Some(command),
            b"check-sat" | b"check-sat-assuming" => return None,
            b"reset" | b"reset-assertions" | b"exit" if query.is_none() => return None,
            _ => {}
        }
    }
    query
}

/// The text with marks, all of which are asserted before the query.
fn marked(tree: &Tree, query: Node, parts: &[Conjunct]) -> Vec<u8> {
    let offset = |node: Node| tree.cells()[node as usize].off as usize;
    let end = |node: Node| tree.cells()[node as usize].end as usize;
    // What is put in at which offset. Those at the same place keep their order.
    let mut pieces: Vec<(usize, String)> = Vec::with_capacity(2 * parts.len() + 3);
    let mut commands = tree.children(ROOT);
    let first = commands.find(|&command| !is_setting(tree, command));
    let (mut declared, mut asserted) = (String::new(), String::new());
    for (number, part) in parts.iter().enumerate() {
        let term = part.term(tree);
        let connective = if part.neutral { "=>" } else { "and" };
        pieces.push((offset(term), format!("({connective} {MARK}{number} ")));
        pieces.push((end(term), ")".to_owned()));
        let _ = writeln!(declared, "(declare-fun {MARK}{number} () Bool)");
        let _ = writeln!(
            asserted,
            "(assert (! {MARK}{number} :named {NAME}{number}))"
        );
    }
    pieces.push((offset(first.unwrap_or(query)), declared));
    pieces.push((offset(query), asserted));
    pieces.push((end(query), "\n(get-unsat-core)".to_owned()));
    pieces.sort_by_key(|&(at, _)| at);
    let mut text = OPTION.to_vec();
    let mut done = 0;
    for (at, piece) in pieces {
        text.extend_from_slice(&tree.text()[done..at]);
        text.extend_from_slice(piece.as_bytes());
        done = at;
    }
    text.extend_from_slice(&tree.text()[done..]);
    text
}

/// Whether a command is one that comes before declarations.
fn is_setting(tree: &Tree, command: Node) -> bool {
    let head = tree.head(command);
    head.is_some_and(|head| matches!(head.bytes(), b"set-logic" | b"set-option" | b"set-info"))
}

/// The numbers of the parts that the solver names behind its answer. None if it did not answer `unsat`.
fn named(output: &[u8]) -> Option<Vec<usize>> {
    let mut lines = output.split_inclusive(|&byte| byte == b'\n');
    lines.by_ref().find(|line| line.trim_ascii() == b"unsat")?;
    let core = lines.next()?.trim_ascii_start();
    if !core.starts_with(b"(") || core.starts_with(b"(error") {
        return None;
    }
    let rest = lines.collect::<Vec<_>>().concat();
    let core = [core, &*rest].concat();
    let list = core.split(|&byte| byte == b')').next()?;
    let words = list.split(|byte| byte.is_ascii_whitespace() || *byte == b'(');
    let number = |word: &[u8]| {
        let number = word.strip_prefix(NAME.as_bytes())?;
        std::str::from_utf8(number).ok()?.parse().ok()
    };
    let numbers: Vec<usize> = words.filter_map(number).collect();
    (!numbers.is_empty()).then_some(numbers)
}
