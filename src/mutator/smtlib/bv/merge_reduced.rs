//! bv-merge-reduced-bw: merges an extension with that in the definition of its operand.

use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::judged;
use crate::mutator::smtlib::capture::keeps_meaning;
use crate::mutator::smtlib::definition::Definition;
use crate::mutator::smtlib::shape::is_form;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol, Tree};

/// `((_ zero_extend 4) w)`, where `w` is defined as `((_ zero_extend 5) v)`, → `((_ zero_extend 9) v)`. Chains of such
/// definitions are what bv-reduce-bitwidth leaves behind. A pump where the numbers or names become longer.
pub struct MergeReducedWidth;

impl Mutator for MergeReducedWidth {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "bv-merge-reduced-bw",
                "Merge a zero_extend with that in the definition of its operand",
                "bv",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        merged(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        judged(case, merged(case, node))
    }
}

fn merged(case: &TestCase, node: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let (outer, name) = zero_extend(tree, node)?;
    let id = analysis
        .binding(name)
        .filter(|_| analysis.role(node) == Role::Term)?;
    let definition = Definition::of(case, id)?;
    let is_constant = analysis.bindings()[id as usize].parameters.is_empty();
    let (inner, term) = zero_extend(tree, definition.body).filter(|_| is_constant)?;
    // A long term is left to inline-functions, which bounds what it copies.
    if tree.len(term) > 8 || !keeps_meaning(case, term, &[node], |_| false) {
        return None;
    }
    let by = outer.checked_add(inner)?.to_string();
    let token = |text: &str| Piece::Leaf(Symbol::of(text.as_bytes()));
    let with = [
        Piece::Enter(node),
        Piece::Enter(node + 1),
        token("_"),
        token("zero_extend"),
        token(&by),
        Piece::Close,
        Piece::Copy(term),
        Piece::Close,
    ];
    Some(Edit::replace(tree, node, with.to_vec()))
}

/// The width that a `zero_extend` adds, and its operand.
fn zero_extend(tree: &Tree, node: Node) -> Option<(u32, Node)> {
    // `((_ zero_extend k) t)`: the cells before `t` are two lists, `_`, the name and `k`.
    if tree.len(node) < 6 || !is_form(tree, node + 1, b"_") || tree.len(node + 1) != 4 {
        return None;
    }
    let is_extend = tree.sym(node + 3).bytes() == b"zero_extend";
    let by = std::str::from_utf8(tree.sym(node + 4).bytes()).ok()?;
    let operand = node + 5;
    let is_last = tree.next(operand) == tree.next(node);
    let by = by.parse().ok().filter(|_| is_extend && is_last)?;
    Some((by, operand))
}
