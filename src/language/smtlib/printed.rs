//! What an SMT solver has printed: its answers, and the models and unsatisfiable cores after them.

use super::name::name;
use super::parse::{MODERN, parse_as};
use crate::observation::Observation;
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::FxHashSet;

/// What a solver has printed.
pub struct Printed {
    tree: Tree,
    /// Its answers, in order.
    pub answers: Vec<Said>,
    /// The lists that may be models, each with the number of its query.
    models: Vec<(usize, Node)>,
    /// The lists that may be unsatisfiable cores, each with the number of its query.
    cores: Vec<(usize, Node)>,
    /// Whether it reports an error after which a part of the text may have been left out.
    pub has_error: bool,
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

/// Reads what a run has printed to standard output. None if it is not kept whole or is not balanced.
pub fn printed(run: &Observation) -> Option<Printed> {
    let tree = parse_as(run.out.whole()?, MODERN).ok()?;
    let (mut answers, mut models, mut cores) = (Vec::new(), Vec::new(), Vec::new());
    let mut has_error = false;
    for node in tree.children(ROOT) {
        if !tree.is_list(node) {
            answers.extend(match tree.bytes(node) {
                b"sat" => Some(Said::Sat),
                b"unsat" => Some(Said::Unsat),
                b"unknown" => Some(Said::Unknown),
                _ => None,
            });
            continue;
        }
        let head = tree.first(node).filter(|&head| !tree.is_list(head));
        match (head.map(|head| tree.bytes(head)), answers.last()) {
            (Some(b"error"), _) => has_error |= !is_no_gap(tree.bytes(node)),
            (_, Some(Said::Sat)) if is_model(&tree, node) => models.push((answers.len() - 1, node)),
            (_, Some(Said::Unsat)) if is_core(&tree, node) => cores.push((answers.len() - 1, node)),
            _ => {}
        }
    }
    Some(Printed {
        tree,
        answers,
        models,
        cores,
        has_error,
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
    tree.children(list).all(|part| !tree.is_list(part))
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

    /// The number of the query of a model, and the tree and nodes of its definitions and declarations.
    pub(super) fn model(&self, nth: usize) -> Option<(usize, &Tree, Vec<Node>)> {
        let &(query, list) = self.models.get(nth)?;
        let parts = self.tree.children(list);
        let parts = parts.filter(|&part| self.tree.is_list(part)).collect();
        Some((query, &self.tree, parts))
    }

    /// The number of the query of a core, and the names in it.
    pub(super) fn core(&self, nth: usize) -> Option<(usize, FxHashSet<Symbol>)> {
        let &(query, list) = self.cores.get(nth)?;
        let names = self.tree.children(list);
        let names = names.map(|node| name(self.tree.sym(node))).collect();
        Some((query, names))
    }
}
