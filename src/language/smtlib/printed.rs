//! What an SMT solver has printed: its answers, and the models, unsatisfiable cores and proofs after them.

use super::name::{is_name, name};
use super::parse::{MODERN, parse_as};
use crate::observation::{End, Observation};
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::FxHashSet;

/// What a solver has printed.
pub struct Printed {
    tree: Tree,
    /// Its answers, in order.
    pub answers: Vec<Said>,
    /// The lists that may be models.
    models: Vec<List>,
    /// The lists that may be unsatisfiable cores.
    cores: Vec<List>,
    /// Whether it reports an error after which a part of the text may have been left out.
    pub has_error: bool,
    /// Whether the run may have ended before the last query.
    may_be_cut_off: bool,
}

/// A list that a solver has printed.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    node: Node,
    /// The number of the answer before it.
    pub(super) answer: usize,
    /// How many lists stand between that answer and this list.
    pub(super) place: usize,
}

/// An answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// `sat`
    Sat,
    /// `unsat`
    Unsat,
    /// `unknown`
    Unknown,
}

impl Said {
    /// The answer that this word is.
    pub(crate) fn of(word: &[u8]) -> Option<Said> {
        let mut all = [Said::Sat, Said::Unsat, Said::Unknown].into_iter();
        all.find(|said| said.word().as_bytes() == word)
    }

    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Said::Sat => "sat",
            Said::Unsat => "unsat",
            Said::Unknown => "unknown",
        }
    }
}

/// Reads what a run has printed to standard output. None if it is not kept whole or is not balanced.
pub fn printed(run: &Observation) -> Option<Printed> {
    let tree = parse_as(run.out.whole()?, MODERN).ok()?;
    let (mut answers, mut models, mut cores) = (Vec::new(), Vec::new(), Vec::new());
    let mut has_error = false;
    let mut place = 0; // how many lists have come since the last answer
    for node in tree.children(ROOT) {
        if !tree.is_list(node) {
            if let Some(said) = Said::of(tree.bytes(node)) {
                answers.push(said);
                place = 0;
            }
            continue;
        }
        let list = List {
            node,
            answer: answers.len().saturating_sub(1),
            place,
        };
        match (tree.head_bytes(node), answers.last()) {
            (b"error", _) => has_error |= !is_no_gap(tree.bytes(node)),
            (_, Some(Said::Sat)) if is_model(&tree, node) => models.push(list),
            (_, Some(Said::Unsat)) if is_core(&tree, node) => cores.push(list),
            _ => {}
        }
        place += 1;
    }
    Some(Printed {
        tree,
        answers,
        models,
        cores,
        has_error,
        may_be_cut_off: run.end != End::Exited(0),
    })
}

/// Whether an error leaves no command of the text out: there is no model or core to print, as after an answer of the other
/// kind, or the solver itself finds its model wrong.
fn is_no_gap(error: &[u8]) -> bool {
    let says = |word: &[u8]| memchr::memmem::find(error, word).is_some();
    [
        &b"model is not available"[..],
        b"get model",
        b"unsat core is not available",
        b"get unsat core",
        b"get an unsat core",
        b"invalid model was generated",
    ]
    .iter()
    .any(|words| says(words))
}

/// Whether a list is a model: `(model …)`, or a list of definitions.
fn is_model(tree: &Tree, list: Node) -> bool {
    let mut parts = tree.children(list).peekable();
    if parts
        .peek()
        .is_some_and(|&first| tree.bytes(first) == b"model")
    {
        return true;
    }
    parts.all(|part| {
        let head = tree.head(part).map(Symbol::bytes);
        head.is_some_and(|head| {
            head.starts_with(b"define-") || head.starts_with(b"declare-") || head == b"forall"
        })
    })
}

/// Whether a list is a core: a list of names.
fn is_core(tree: &Tree, list: Node) -> bool {
    tree.children(list)
        .all(|part| !tree.is_list(part) && is_name(tree.sym(part)))
}

impl Printed {
    /// How many models there are.
    pub fn models(&self) -> usize {
        self.models.len()
    }

    /// How many unsatisfiable cores there are.
    pub fn cores(&self) -> usize {
        self.cores.len()
    }

    /// Whether the answers may be those to so many queries, one to each.
    pub(super) fn may_answer(&self, queries: usize) -> bool {
        let answers = self.answers.len();
        answers == queries || answers < queries && self.may_be_cut_off
    }

    /// The number of the answer before a model, and the tree and nodes of its definitions and declarations.
    pub(super) fn model(&self, nth: usize) -> Option<(usize, &Tree, Vec<Node>)> {
        let list = self.models.get(nth)?;
        let parts = self.tree.children(list.node);
        let parts = parts.filter(|&part| self.tree.is_list(part)).collect();
        Some((list.answer, &self.tree, parts))
    }

    /// What may be a core, and the names in it.
    pub(super) fn core(&self, nth: usize) -> Option<(List, FxHashSet<Symbol>)> {
        let list = *self.cores.get(nth)?;
        let names = self.tree.children(list.node);
        let names = names.map(|node| name(self.tree.sym(node)));
        Some((list, names.collect()))
    }
}

/// The proof that a run has printed: all that comes after the last `unsat`. `get-proof` prints a list of steps; then the
/// steps without the list. None if the output is not kept whole, there is no such answer, or nothing comes after it.
pub fn proof(run: &Observation) -> Option<Vec<u8>> {
    let output = run.out.whole()?;
    let lines = output.split_inclusive(|&byte| byte == b'\n');
    let mut at = 0;
    let mut begin = None;
    for line in lines {
        at += line.len();
        if line.trim_ascii() == b"unsat" {
            begin = Some(at);
        }
    }
    let proof = output[begin?..].trim_ascii();
    let is_nothing = proof.is_empty() || proof.starts_with(b"(error");
    (!is_nothing).then(|| [steps(proof).unwrap_or(proof), b"\n"].concat())
}

/// What is in a list of lists.
fn steps(proof: &[u8]) -> Option<&[u8]> {
    let tree = parse_as(proof, MODERN).ok()?;
    let [list] = tree.elements(ROOT)?;
    let has_lists = tree.is_list(list) && tree.children(list).all(|part| tree.is_list(part));
    let inner = proof.strip_prefix(b"(")?.strip_suffix(b")")?;
    has_lists.then(|| inner.trim_ascii())
}
