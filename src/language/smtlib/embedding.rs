//! Whether a text contains another one: each of its terms can be made from a term of the text by taking parts away and by
//! putting other names and values in their places.
//!
//! This is the embedding of trees (Kruskal 1960; Kilpeläinen and Mannila 1995), with the operands in order or in reverse:
//! a term is embedded in another one if it is a name or a value; or if somewhere in the other one stands the same
//! operator, and its operands are embedded in different operands there, in order. A name that `let` binds stands for its
//! term. An operator of the core, such as `=` or `not`, is embedded wherever its operands are, because mutators make one of
//! another.

use super::binding::BindingKind;
use super::name::name;
use super::operators::{operator, sort_name};
use super::{Analysis, LiteralKind};
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::FxHashSet;

/// The most cells of the small text times those of the large one.
const MOST_PAIRS: usize = 30_000_000;

/// How often names that stand for terms are looked through, one in another.
const LETS: usize = 3;

/// A text and its analysis.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) tree: &'a Tree,
    pub(super) analysis: &'a Analysis,
}

/// Whether `large` contains `small`. Of commands that set something, it must have the same. Of declarations and
/// definitions of the small text, only the words count, because they are what its names need: the sorts above all.
pub(super) fn contains(large: Text<'_>, small: Text<'_>) -> bool {
    let pairs = large
        .tree
        .cells()
        .len()
        .saturating_mul(small.tree.cells().len());
    if pairs > MOST_PAIRS {
        return false;
    }
    let commands: Vec<Node> = large.tree.children(ROOT).collect();
    let texts: FxHashSet<&[u8]> = commands
        .iter()
        .map(|&command| large.tree.bytes(command))
        .collect();
    let words: FxHashSet<Symbol> = (ROOT..large.tree.end())
        .filter(|&node| !large.tree.is_list(node))
        .map(|node| large.tree.sym(node))
        .collect();
    let has_words = |command: Node| {
        let mut parts =
            small.tree.first(command).map_or(0, |head| head + 1)..small.tree.next(command);
        parts.all(|node| {
            !is_word(small, node)
                || is_of_core(small, node)
                || words.contains(&small.tree.sym(node))
        })
    };
    let embeddings = Embeddings::of(large, small);
    let is_there = |command: Node| {
        commands
            .iter()
            .any(|&around| embeddings.is_in(command, around))
    };
    small.tree.children(ROOT).all(|command| {
        let head = small.tree.head(command).map(Symbol::bytes);
        match head.unwrap_or_default() {
            head if head.starts_with(b"declare") || head.starts_with(b"define") => {
                has_words(command)
            }
            head if head.starts_with(b"set-") => texts.contains(small.tree.bytes(command)),
            _ => is_there(command),
        }
    })
}

/// Whether the node is a token of the language itself.
fn is_word(text: Text<'_>, node: Node) -> bool {
    !text.tree.is_list(node)
        && text.analysis.binding(node).is_none()
        && LiteralKind::of(text.tree.sym(node).bytes()).is_none()
}

/// Whether the node is a sort or an operator that belongs to every logic.
fn is_of_core(text: Text<'_>, node: Node) -> bool {
    let name = name(text.tree.sym(node));
    let theories = [
        operator(name).map(|operator| operator.theory()),
        sort_name(name).map(|sort| sort.theory),
    ];
    let mut theories = theories.into_iter().flatten();
    is_word(text, node) && theories.any(|theory| theory.bytes() == b"Core")
}

/// Which nodes of a small text are embedded in which of a large one.
struct Embeddings {
    /// For each node of the small text, each node of the large one: whether the first is embedded in the second.
    embedded: Vec<Vec<bool>>,
}

impl Embeddings {
    fn of(large: Text<'_>, small: Text<'_>) -> Embeddings {
        let terms = named_terms(large);
        let mut embeddings = Embeddings {
            embedded: vec![Vec::new(); small.tree.cells().len()],
        };
        // The operands of a term come after it, so they are done when it is looked at.
        for node in (ROOT + 1..small.tree.end()).rev() {
            embeddings.embedded[node as usize] = if small.tree.is_list(node) {
                embeddings.places(large, small, node, &terms)
            } else {
                vec![true; large.tree.cells().len()]
            };
        }
        embeddings
    }

    fn is_in(&self, node: Node, around: Node) -> bool {
        self.embedded[node as usize][around as usize]
    }

    /// The nodes of the large text in which a list of the small one is embedded.
    fn places(
        &self,
        large: Text<'_>,
        small: Text<'_>,
        list: Node,
        terms: &[(Node, Node)],
    ) -> Vec<bool> {
        let mut within = vec![false; large.tree.cells().len()];
        let mut operands: Vec<Node> = small.tree.children(list).collect();
        let is_core = operands
            .first()
            .is_some_and(|&head| is_of_core(small, head));
        operands.drain(..operands.len().min(1));
        for _ in 0..=LETS {
            for node in (ROOT..large.tree.end())
                .rev()
                .filter(|&node| large.tree.is_list(node))
            {
                within[node as usize] = within[node as usize]
                    || large
                        .tree
                        .children(node)
                        .any(|child| within[child as usize])
                    || self.is_made_of(large, small, (list, node))
                    || is_core && operands.iter().all(|&operand| self.is_in(operand, node));
            }
            // What a term has, the names have that stand for it.
            let mut is_changed = false;
            for &(name, term) in terms {
                is_changed |= within[term as usize] && !within[name as usize];
                within[name as usize] |= within[term as usize];
            }
            if !is_changed {
                break;
            }
        }
        within
    }

    /// Whether a list of the small text can be made of one of the large text by changing its operands.
    fn is_made_of(&self, large: Text<'_>, small: Text<'_>, (list, whole): (Node, Node)) -> bool {
        let operands = |tree: &Tree, list: Node| tree.children(list).collect::<Vec<Node>>();
        let (wanted, mut given) = (operands(small.tree, list), operands(large.tree, whole));
        let (Some((&first, wanted)), false) = (wanted.split_first(), given.is_empty()) else {
            return wanted.is_empty();
        };
        let head = given.remove(0);
        let is_same = match (is_word(small, first), is_word(large, head)) {
            (true, true) => small.tree.sym(first) == large.tree.sym(head),
            (false, false) => {
                small.tree.is_list(first) == large.tree.is_list(head) && self.is_in(first, head)
            }
            (true, false) | (false, true) => false,
        };
        if !is_same || given.len() < wanted.len() {
            return false;
        }
        let fits = |given: &[Node]| {
            let mut given = given.iter();
            wanted
                .iter()
                .all(|&operand| given.any(|&place| self.is_in(operand, place)))
        };
        if fits(&given) {
            return true;
        }
        given.reverse();
        fits(&given)
    }
}

/// The tokens that stand for a term that `let` binds, each with that term.
fn named_terms(text: Text<'_>) -> Vec<(Node, Node)> {
    let mut terms = Vec::new();
    for binding in text.analysis.bindings() {
        if binding.kind == BindingKind::Let {
            let term = text.tree.next(binding.node);
            terms.extend(binding.uses.iter().map(|&used| (used, term)));
        }
    }
    terms
}
