//! narrow-bitvectors and narrow-floats: bit-vectors and floating-point numbers become narrower, in the whole text at
//! once.

use super::toolkit::narrowing::Narrowing;
use super::toolkit::shape::{operands, theory_operator};
use super::toolkit::sort_text::{float_of_sort, float_sort, name_of_float, width_of_sort};
use super::toolkit::width_classes::{Classes, Slot};
use super::toolkit::{float_literal, shape};
use crate::language::TestCase;
use crate::language::smtlib::{
    Bits, LiteralKind, Role, Sort, SortKind, WidthKind, analysis, names_of_theory,
};
use crate::mutator::proposal::unseen;
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// At most this many widths or formats are narrowed, the largest ones.
const MOST: usize = 4;

/// At most this many classes of one width are narrowed alone.
const MOST_CLASSES: usize = 4;

/// Smaller formats: the smallest one, one with some room, and half precision.
const FORMATS: [(u32, u32); 3] = [(2, 3), (3, 5), (5, 11)];

/// `(declare-const x (_ BitVec 32)) (assert (= x #x0000000f))` → the same with `(_ BitVec 1)` and `#b1`, with
/// `(_ BitVec 16)` and `#x000f`, and with the next smaller width of the text. Proposed at the root.
///
/// First, all terms of one width are narrowed. Then, if they do not all depend on one another, each class of terms that
/// do, arrays and functions included. Widths that are sums of narrowed ones become smaller with them, indices are moved
/// so that they fit, and literals keep their lowest bits.
pub static NARROW_BITVECTORS: Mutator = Mutator::smtlib("narrow-bitvectors", "bv")
    .about("Make all bit-vectors of one width narrower")
    .at(At::Root)
    .only(|case, _| case.has_token(Symbol::of(b"BitVec")))
    .edits(|case, _| Box::new(narrowed(case, bit_vectors)))
    .judged();

/// `(declare-const x Float32)` → the same with `(_ FloatingPoint 2 3)`, `(_ FloatingPoint 3 5)` and `Float16`;
/// `(declare-const x (_ FloatingPoint 2 3))` → with `Float16`, which has fewer tokens. Proposed at the root, for all
/// numbers of one format. Literals keep their values as far as the new format has them.
pub static NARROW_FLOATS: Mutator = Mutator::smtlib("narrow-floats", "fp")
    .about("Make all floating-point numbers of one format smaller")
    .at(At::Root)
    .only(|case, _| {
        let mut names = names_of_theory(Symbol::of(b"FloatingPoint"));
        names.any(|name| case.has_token(name))
    })
    .edits(|case, _| Box::new(narrowed(case, floats)))
    .judged();

/// New widths for some classes.
type Change = BTreeMap<Slot, u32>;

/// The edits that make these changes, each computed when the iterator reaches it.
fn narrowed(case: &TestCase, changes: fn(&Classes) -> Vec<Change>) -> impl Iterator<Item = Edit> {
    let classes = Classes::of(case);
    let edits = changes(&classes).into_iter().filter_map(move |change| {
        let new = Narrowing::of(&classes, change)?;
        let edit = Edit::new(splices(case, &classes, &new)?);
        (!edit.is_empty()).then_some(edit)
    });
    unseen(edits, [])
}

/// The classes of bit-vectors by their widths.
fn by_width(classes: &Classes) -> BTreeMap<u32, Vec<Slot>> {
    let mut by_width: BTreeMap<u32, Vec<Slot>> = BTreeMap::new();
    for class in classes.free() {
        if let (WidthKind::BitVec, width) = classes.width(class) {
            by_width.entry(width).or_default().push(class);
        }
    }
    by_width
}

/// The widths to try. All bit-vectors of one width get the width 1, half of it, the next smaller width of the text, one
/// less, and 4, for which a digit of `#x` is enough. Then each class of that width alone gets the width 1 and the next
/// smaller width.
fn bit_vectors(classes: &Classes) -> Vec<Change> {
    let by_width = by_width(classes);
    let widest = || by_width.iter().rev().take(MOST);
    let mut changes = Vec::new();
    // All classes of a width together.
    for (&width, all) in widest() {
        let next = by_width.range(..width).next_back().map(|(&next, _)| next);
        let mut tried = BTreeSet::new();
        for to in [
            Some(1),
            Some(width / 2),
            next,
            width.checked_sub(1),
            Some(4),
        ] {
            let to = to.filter(|&to| to > 0 && to < width && tried.insert(to));
            changes.extend(to.map(|to| all.iter().map(|&class| (class, to)).collect()));
        }
    }
    // Each class alone.
    for (&width, all) in widest().filter(|(_, all)| all.len() > 1) {
        let next = by_width.range(..width).next_back().map(|(&next, _)| next);
        for &class in all.iter().take(MOST_CLASSES) {
            let smaller = [Some(1), next.filter(|&next| next > 1)]
                .into_iter()
                .flatten()
                .filter(|&to| to < width);
            changes.extend(smaller.map(|to| Change::from([(class, to)])));
        }
    }
    changes
}

/// The formats to try: all numbers of one format get each of the smaller formats, and one that has a short name.
fn floats(classes: &Classes) -> Vec<Change> {
    // The classes of each format. The slot of an exponent comes before that of its significand.
    let mut formats: BTreeMap<(u32, u32), BTreeSet<Slot>> = BTreeMap::new();
    let free = classes.free();
    let mut exponent = None;
    for slot in classes.of_floats() {
        let class = classes.class(slot);
        let (kind, width) = classes.width(slot);
        if kind == WidthKind::Exponent {
            exponent = Some((class, width));
        } else if let Some((class_of_exponent, width_of_exponent)) = exponent.take() {
            let format = formats.entry((width_of_exponent, width)).or_default();
            format.extend([class_of_exponent, class]);
        }
    }
    let is_free = |class: &&Slot| free.binary_search(class).is_ok();
    let mut changes = Vec::new();
    for (&(exponent, significand), all) in formats.iter().rev().take(MOST) {
        let others = FORMATS.iter().filter(|&&(e, s)| {
            let is_smaller = e <= exponent && s <= significand;
            (e, s) != (exponent, significand) && (is_smaller || name_of_float(e, s).is_some())
        });
        for &(e, s) in others {
            let change = all.iter().filter(is_free).map(|&class| {
                let is_exponent = classes.width(class).0 == WidthKind::Exponent;
                (class, if is_exponent { e } else { s })
            });
            changes.push(change.collect());
        }
    }
    changes
}

/// The splices that change the widths of sorts, literals and indexed operators. None if a literal is not understood.
fn splices(case: &TestCase, classes: &Classes, new: &Narrowing) -> Option<Vec<Splice>> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let mut splices = Vec::new();
    for node in 1..tree.end() {
        let mut widths = classes.at(node).map(|slot| new.width(slot));
        match analysis.role(node) {
            Role::Sort => splices.extend(sort(case, node, &widths.collect::<Vec<u32>>())),
            Role::Term if tree.is_list(node) => {
                for (at, value) in indices(case, node, classes, new) {
                    splices.push(leaf(case, at, number(value)));
                }
            }
            Role::Term => {
                let token = tree.sym(node).bytes();
                let new = match (LiteralKind::of(token), widths.next(), widths.next()) {
                    (Some(LiteralKind::BitVec(old)), Some(width), _) if old != width => {
                        Bits::of(token)?.resized(width).shortest()
                    }
                    (Some(LiteralKind::Float(e, s)), Some(exponent), Some(significand))
                        if (e, s) != (exponent, significand) =>
                    {
                        float_literal::in_format(token, exponent, significand)?
                    }
                    _ => continue,
                };
                splices.push(leaf(case, node, new));
            }
            _ => {}
        }
    }
    splices.retain(|splice| *splice.with != [Piece::Leaf(tree.sym(splice.at))]);
    Some(splices)
}

fn leaf(case: &TestCase, at: Node, token: Symbol) -> Splice {
    Splice::replace(case.tree(), at, vec![Piece::Leaf(token)])
}

/// The splices that change a sort that is written out.
fn sort(case: &TestCase, node: Node, new: &[u32]) -> Vec<Splice> {
    let tree = case.tree();
    match *new {
        [width] if width_of_sort(tree, node).is_some() => {
            vec![leaf(case, node + 3, number(width))]
        }
        [exponent, significand] if float_of_sort(tree, node) != Some((exponent, significand)) => {
            vec![Splice::replace(
                case.tree(),
                node,
                float_sort(exponent, significand),
            )]
        }
        _ => Vec::new(),
    }
}

/// The new indices of an application of an indexed operator, with their nodes.
fn indices(case: &TestCase, node: Node, classes: &Classes, new: &Narrowing) -> Vec<(Node, u32)> {
    let tree = case.tree();
    let old = shape::indices(tree, node);
    let Some(operator) = theory_operator(tree, node).filter(|_| !old.is_empty()) else {
        return Vec::new();
    };
    let result = sort_of(case, node, classes, new);
    let taken: Vec<Sort> = operands(tree, node)
        .map(|operand| sort_of(case, operand, classes, new))
        .collect();
    let found = operator.indices_for(&old, &taken, result);
    let first = node + 4; // after the application, the list of the head, `_` and the operator
    (first..).zip(found.unwrap_or_default()).collect()
}

/// The new sort of a term, if it is a bit-vector or a floating-point number.
fn sort_of(case: &TestCase, term: Node, classes: &Classes, new: &Narrowing) -> Sort {
    let old = analysis(case).sort(term);
    let widths: Vec<u32> = classes.at(term).map(|slot| new.width(slot)).collect();
    match (old.kind(), &widths[..]) {
        (SortKind::BitVec(_), &[width]) => Sort::bitvec(width),
        (SortKind::Float(..), &[exponent, significand]) => {
            Sort::of(SortKind::Float(exponent, significand))
        }
        _ => old,
    }
}

fn number(value: u32) -> Symbol {
    Symbol::of(value.to_string().as_bytes())
}
