//! narrow-bitvectors: makes bit-vectors narrower, in the whole text at once.

use super::deletion::replaced;
use super::shape::operands;
use super::widths::{Conditions, Widths, get, index, operator, width_of_sort};
use crate::language::TestCase;
use crate::language::smtlib::{Bits, Literal, NAME, Role, Sort, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};

/// At most this many widths are narrowed, the largest ones.
const MOST: usize = 4;

/// `(declare-const x (_ BitVec 32)) (assert (= x #x0000000f))` → the same with `(_ BitVec 1)` and `#b1`, with
/// `(_ BitVec 16)` and `#x000f`, and with the next smaller width of the text. Proposed at the root.
///
/// All terms of one width stay of one width. Widths that are sums of narrowed ones become smaller with them, indices are
/// moved so that they fit, and literals keep their lowest bits.
pub struct NarrowBitvectors;

impl Mutator for NarrowBitvectors {
    fn profile(&self) -> &'static Profile {
        &Profile {
            name: "narrow-bitvectors",
            about: "Make all bit-vectors of one width narrower",
            theory: "bv",
            language: Some(NAME),
            passes: &[(Pass::Promising, 15)],
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        node == ROOT && case.has_token(Symbol::of(b"BitVec"))
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        let conditions = Conditions::of(case);
        let changes = changes(&conditions);
        let edits = changes.into_iter().filter_map(move |(width, to)| {
            let new = conditions.narrowed(width, to)?;
            Some(Edit::new(splices(case, &new)?))
        });
        judged(case, edits)
    }
}

/// The widths that are narrowed, with their new values: 1, a half, the next smaller width, one less.
fn changes(conditions: &Conditions) -> Vec<(u32, u32)> {
    let mut changes = Vec::new();
    for &width in conditions.widths.iter().rev().take(MOST) {
        let next = conditions.widths.range(..width).next_back().copied();
        for to in [Some(1), Some(width / 2), next, width.checked_sub(1)] {
            let to = to.filter(|&to| to > 0 && to < width);
            changes.extend(
                to.map(|to| (width, to))
                    .filter(|change| !changes.contains(change)),
            );
        }
    }
    changes
}

/// The splices that change the widths of sorts, literals and indexed operators. None if a literal is not understood.
fn splices(case: &TestCase, new: &Widths) -> Option<Vec<Splice>> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let mut changed: Vec<(Node, Symbol)> = Vec::new();
    for node in 1..tree.end() {
        match analysis.role(node) {
            Role::Sort => {
                let width = width_of_sort(tree, node);
                changed.extend(width.map(|width| (node + 3, number(get(new, width)))));
            }
            Role::Term if tree.is_list(node) => {
                let indices = indices(case, node, new);
                changed.extend(indices.into_iter().map(|(at, value)| (at, number(value))));
            }
            Role::Term => {
                let token = tree.sym(node).bytes();
                let Some(Literal::BitVec(width)) = Literal::of(token) else {
                    continue;
                };
                if get(new, width) != width {
                    let vector = Bits::of(token)?.resized(get(new, width));
                    changed.push((node, vector.shortest()));
                }
            }
            _ => {}
        }
    }
    changed.retain(|&(at, token)| tree.sym(at) != token);
    let splice = |(at, token)| replaced(case, at, vec![Piece::Leaf(token)]);
    Some(changed.into_iter().map(splice).collect())
}

/// The new indices of an application of an indexed operator.
fn indices(case: &TestCase, node: Node, new: &Widths) -> Vec<(Node, u32)> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let made = analysis.sort(node).width().map(|width| get(new, width));
    let operand = operands(tree, node).next();
    let taken = operand.and_then(|operand| Sort::width(analysis.sort(operand)));
    let taken = taken.map(|width| get(new, width));
    let indexed = operator(tree, node);
    let first = node + 4; // behind the application, the list of the head, `_` and the operator
    match (indexed, made, taken) {
        _ if !tree.is_list(node + 1) => Vec::new(),
        (b"zero_extend" | b"sign_extend", Some(made), Some(taken)) => {
            vec![(first, made.saturating_sub(taken))]
        }
        (b"extract", Some(made), Some(taken)) => {
            let low = lowest(tree, first + 1, taken.saturating_sub(made));
            vec![(first, (low + made).saturating_sub(1)), (first + 1, low)]
        }
        (b"int2bv" | b"nat2bv" | b"int_to_bv" | b"fp.to_ubv" | b"fp.to_sbv", Some(made), _) => {
            vec![(first, made)]
        }
        _ => Vec::new(),
    }
}

/// The index, or the largest one that is allowed.
fn lowest(tree: &Tree, at: Node, largest: u32) -> u32 {
    index(tree, at).map_or(largest, |low| low.min(largest))
}

fn number(value: u32) -> Symbol {
    Symbol::of(value.to_string().as_bytes())
}
