//! Asks a solver for an unsatisfiable core: which assertions, or which conjuncts at any depth, are enough for its
//! answer `unsat`.
//!
//! For whole assertions, each gets a name. For conjuncts, each is made to depend on a new constant, its mark: `t`
//! becomes `(=> mark t)` where it is claimed, and `(and mark t)` where it is denied. All marks are asserted, with
//! names, so the text means the same. A conjunct whose mark the solver does not name is not needed: the mark may have
//! either value, so the conjunct need not hold. These are the activation literals of incremental solvers (Eén and
//! Sörensson 2003), used at every depth. A solver that replaces the asserted marks by `true` in other assertions, as
//! cvc5 does, names all of them, which says nothing.

use super::conjuncts::{Conjunct, conjuncts};
use super::literal::number;
use super::parse::{MODERN, parse_as};
use crate::language::{Hint, HintDepth, TestCase};
use crate::tree::{Node, ROOT, Tree};
use std::fmt::Write;

/// The beginnings of the marks and of their names. A text that contains either gets no hint.
const MARK: &str = "smelt-mark-";
const NAME: &str = "smelt-name-";

/// The option that must come before everything else.
const OPTION: &[u8] = b"(set-option :produce-unsat-cores true)\n";

/// The question which conjuncts are enough. None if the text does not have exactly one query, or has only one conjunct.
pub(super) fn unsat_core(case: &TestCase, depth: HintDepth) -> Option<Hint> {
    let tree = case.tree();
    let query = only_query(tree)?;
    let is_taken = |name: &str| memchr::memmem::find(tree.text(), name.as_bytes()).is_some();
    let parts = conjuncts(case, depth);
    (parts.len() > 1 && ![MARK, NAME].into_iter().any(is_taken)).then(|| Hint {
        text: match depth {
            HintDepth::Inner => marked(tree, query, &parts),
            HintDepth::Outer => with_names(tree, query, &parts),
        },
        parts: parts.iter().map(|part| part.node).collect(),
        matters: named,
    })
}

/// The query of the text, if there is only one and no command before it that removes all assertions.
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

/// The text with a name for each assertion.
fn with_names(tree: &Tree, query: Node, parts: &[Conjunct]) -> Vec<u8> {
    let mut pieces = Pieces::of(tree, query);
    for (number, part) in parts.iter().enumerate() {
        let name = format!(" :named {NAME}{number})");
        pieces.around(part.term(tree), "(! ".to_owned(), name);
    }
    pieces.text()
}

/// The text with marks, all of which are asserted before the query.
fn marked(tree: &Tree, query: Node, parts: &[Conjunct]) -> Vec<u8> {
    let mut pieces = Pieces::of(tree, query);
    let (mut declared, mut asserted) = (String::new(), String::new());
    for (number, part) in parts.iter().enumerate() {
        let connective = if part.neutral { "=>" } else { "and" };
        let mark = format!("({connective} {MARK}{number} ");
        pieces.around(part.term(tree), mark, ")".to_owned());
        let _ = writeln!(declared, "(declare-fun {MARK}{number} () Bool)");
        let _ = writeln!(
            asserted,
            "(assert (! {MARK}{number} :named {NAME}{number}))"
        );
    }
    let mut commands = tree.children(ROOT);
    let settings: [&[u8]; 3] = [b"set-logic", b"set-option", b"set-info"];
    let first = commands.find(|&command| !settings.contains(&tree.head_bytes(command)));
    pieces.before(first.unwrap_or(query), declared);
    pieces.before(query, asserted);
    pieces.text()
}

/// What is inserted into the canonical text of a tree, and at which offset.
struct Pieces<'a> {
    tree: &'a Tree,
    /// Those at the same place keep their order.
    pieces: Vec<(u32, String)>,
}

impl<'a> Pieces<'a> {
    /// Inserts the command that asks for the core, after the query.
    fn of(tree: &'a Tree, query: Node) -> Pieces<'a> {
        let end = tree.cells()[query as usize].end;
        let pieces = vec![(end, "\n(get-unsat-core)".to_owned())];
        Pieces { tree, pieces }
    }

    fn before(&mut self, node: Node, piece: String) {
        self.pieces
            .push((self.tree.cells()[node as usize].off, piece));
    }

    fn around(&mut self, node: Node, before: String, after: String) {
        self.before(node, before);
        self.pieces
            .push((self.tree.cells()[node as usize].end, after));
    }

    /// The text with all pieces.
    fn text(mut self) -> Vec<u8> {
        self.pieces.sort_by_key(|&(at, _)| at);
        let all = self.tree.text();
        let mut text = OPTION.to_vec();
        let mut done = 0;
        for (at, piece) in self.pieces {
            text.extend_from_slice(&all[done..at as usize]);
            text.extend_from_slice(piece.as_bytes());
            done = at as usize;
        }
        text.extend_from_slice(&all[done..]);
        text
    }
}

/// The numbers of the parts that the solver names after its answer. None if it did not answer `unsat`, or names none.
fn named(output: &[u8]) -> Option<Vec<usize>> {
    let mut lines = output.split_inclusive(|&byte| byte == b'\n');
    lines.find(|line| line.trim_ascii() == b"unsat")?;
    // Names of smelt have no parentheses. What comes after the core need not be readable.
    let rest = lines.collect::<Vec<_>>().concat();
    let end = memchr::memchr(b')', &rest)? + 1;
    let tree = parse_as(&rest[..end], MODERN).ok()?;
    let names = tree.children(tree.children(ROOT).next()?);
    let names = names.filter_map(|name| tree.bytes(name).strip_prefix(NAME.as_bytes()));
    let numbers: Vec<usize> = names.filter_map(number).collect();
    (!numbers.is_empty()).then_some(numbers)
}
