//! merge-symbols: replaces a declared symbol by an earlier one with the same sorts.

use super::shape::declared;
use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingId, BindingKind, Declares, analysis, functions};
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};

/// At most this many earlier functions are considered.
const MOST: usize = 64;

/// `(declare-const x Int) (declare-const y Int) (assert (< x y))` → `(declare-const x Int) (assert (< x x))`.
///
/// The first proposal is the first symbol with the same sorts, so all symbols of a sort can be merged into one at once.
/// The second is the last one before the declaration.
pub struct MergeSymbols;

impl Mutator for MergeSymbols {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "merge-symbols",
                "Replace a declared symbol by an earlier one with the same sorts",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let made = declared(case.tree(), node);
        node != ROOT
            && case.parent(node) == ROOT
            && matches!(made, Some(Declares::Function | Declares::Constant))
            && case.tree().len(node) > 2
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let analysis = analysis(case);
        let id = self.applies(case, node).then(|| analysis.binding(node + 2));
        let Some(binding) = id.flatten().map(|id| &analysis.bindings()[id as usize]) else {
            return none();
        };
        let is_used = binding.node == node + 2 && !binding.uses.is_empty();
        let earlier = if is_used {
            earlier(case, binding, node)
        } else {
            Vec::new()
        };
        simplifications(earlier.into_iter().filter_map(move |other| {
            let renamed = uses_renamed(case, binding, other)?;
            Some(Edit::new(
                renamed.chain([Splice::delete(case.tree(), node)]).collect(),
            ))
        }))
    }
}

/// The first and the last earlier declaration with the same sorts.
fn earlier(case: &TestCase, binding: &Binding, command: Node) -> Vec<BindingId> {
    let analysis = analysis(case);
    let fits = |&id: &BindingId| {
        let other = &analysis.bindings()[id as usize];
        other.kind == BindingKind::Declared
            && other.node < command
            && !other.sort.has_unknown()
            && other.parameters == binding.parameters
    };
    let mut earlier: Vec<BindingId> = if binding.parameters.is_empty() {
        analysis
            .variables(binding.sort, command)
            .filter(fits)
            .collect()
    } else {
        let functions = functions(case, binding.sort).iter().copied();
        functions.take(MOST).filter(fits).collect()
    };
    if let [first, .., last] = earlier[..] {
        earlier = vec![first, last];
    }
    earlier
}

/// The splices that put another name at each use. None if the other name means something else at a use.
fn uses_renamed<'a>(
    case: &'a TestCase,
    binding: &'a Binding,
    other: BindingId,
) -> Option<impl Iterator<Item = Splice> + 'a> {
    let analysis = analysis(case);
    let name = &analysis.bindings()[other as usize];
    let is_meant = |&at: &Node| analysis.resolve(name.name, at) == Some(other);
    let token = case.tree().sym(name.node);
    let splice = move |&at: &Node| Splice {
        at,
        cells: 1,
        with: vec![Piece::Leaf(token)],
    };
    let uses = &binding.uses;
    uses.iter().all(is_meant).then(|| uses.iter().map(splice))
}
