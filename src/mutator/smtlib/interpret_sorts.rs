//! interpret-sorts: replaces a sort that the text declares by `Bool`, `Int` or another declared sort.

use super::datatypes::without_datatype;
use super::shape::declared;
use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingId, BindingKind, Declares, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol};

/// At most so many names before a sort are looked at to find another one.
const MOST: usize = 64;

/// `(declare-sort U 0) (declare-const u U)` → `(declare-const u Bool)`, `(declare-const u Int)`;
/// `(declare-sort T 0) (declare-datatype D ((a))) (declare-const d D)` → `(declare-sort T 0) (declare-const d T)`.
///
/// Proposed at the command that declares a sort, and at the name of a datatype. The other sort is the nearest one that is
/// declared before it. Sorts with arguments stay.
pub struct InterpretSorts;

impl Mutator for InterpretSorts {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "interpret-sorts",
                "Replace a declared sort by Bool, Int or another declared sort",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        name(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let id = name(case, node).and_then(|name| analysis(case).binding(name));
        let Some(id) = id else {
            return none();
        };
        let binding = &analysis(case).bindings()[id as usize];
        if !binding.parameters.is_empty() || binding.uses.is_empty() {
            return none();
        }
        let interpreted = [&b"Bool"[..], b"Int"].map(Symbol::of);
        let sorts = interpreted.into_iter().chain(another(case, id));
        judged(
            case,
            sorts.filter_map(move |sort| replaced_by(case, node, binding, sort)),
        )
    }
}

/// The token that declares a sort: the one of a `declare-sort`, or this node if it is the name of a datatype.
fn name(case: &TestCase, node: Node) -> Option<Node> {
    let tree = case.tree();
    if node == ROOT {
        return None;
    }
    if case.parent(node) == ROOT {
        let declares = declared(tree, node) == Some(Declares::Sort) && tree.len(node) > 2;
        return declares.then_some(node + 2);
    }
    let analysis = analysis(case);
    let id = analysis.binding(node).filter(|_| !tree.is_list(node))?;
    let binding = &analysis.bindings()[id as usize];
    let is_own = binding.kind == BindingKind::Sort && binding.node == node;
    let made = declared(tree, case.parent(node));
    let is_of_sort = matches!(made, Some(Declares::Sort | Declares::SortDefinition));
    (is_own && !is_of_sort).then_some(node)
}

/// The nearest sort without arguments that is declared before this one.
fn another(case: &TestCase, id: BindingId) -> Option<Symbol> {
    let bindings = &analysis(case).bindings()[..id as usize];
    let is_plain =
        |binding: &&Binding| binding.kind == BindingKind::Sort && binding.parameters.is_empty();
    let found = bindings.iter().rev().take(MOST).find(is_plain)?;
    Some(case.tree().sym(found.node))
}

/// All uses of a sort become another one, and its declaration goes.
fn replaced_by(case: &TestCase, node: Node, binding: &Binding, sort: Symbol) -> Option<Edit> {
    let tree = case.tree();
    let uses = binding.uses.iter();
    let splices = uses.map(|&at| Splice::replace(case.tree(), at, vec![Piece::Leaf(sort)]));
    let declaration = if case.parent(node) == ROOT {
        Edit::delete(tree, node)
    } else {
        without_datatype(case, node)?
    };
    // A datatype may use itself.
    Some(Edit::new(
        declaration.parts().iter().cloned().chain(splices).collect(),
    ))
}
