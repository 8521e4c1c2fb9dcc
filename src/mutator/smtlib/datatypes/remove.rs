//! dt-rm-constructor and dt-rm-datatype: remove parts of the declarations of datatypes.

use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, Declares, analysis};
use crate::mutator::proposal::judged;
use crate::mutator::smtlib::deletion::deletion;
use crate::mutator::smtlib::pairs::PairedLists;
use crate::mutator::smtlib::shape::is_case;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, ROOT, Splice};
use std::collections::BTreeMap;

/// `((nil) (cons (head T) (tail L)))` → `((nil))`, and the cases of `match` for the constructor go, too. A `match` without
/// other cases is deleted. The last constructor stays.
pub struct RemoveConstructor;

impl Mutator for RemoveConstructor {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "dt-rm-constructor",
                "Remove a constructor of a datatype",
                "datatypes",
            )
            .for_deep_searches()
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        constructor(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let name = constructor(case, node);
        judged(case, name.and_then(|name| without(case, node, name)))
    }
}

/// The name of the constructor that the node declares, if its datatype has others.
fn constructor(case: &TestCase, node: Node) -> Option<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if node == ROOT || case.parent(node) == ROOT {
        return None;
    }
    let binds = |token: Node, kind| {
        let id = analysis.binding(token);
        id.map(|id| &analysis.bindings()[id as usize])
            .is_some_and(|binding| binding.kind == kind && binding.node == token)
    };
    let name = if tree.is_list(node) {
        tree.child(node, 0)?
    } else {
        node
    };
    let list = case.parent(node);
    let first = tree.child(list, 0)?;
    // In `(cons (head T))`, `cons` and `(head T)` are no constructors; in the older `(L nil cons)`, `L` is the datatype.
    let is_constructor = binds(name, BindingKind::Datatype) && !binds(first, BindingKind::Datatype);
    let others = if binds(first, BindingKind::Sort) {
        3
    } else {
        2
    };
    (is_constructor && tree.child(list, others - 1).is_some()).then_some(name)
}

/// Removes the constructor at the node, and the cases for it. None if a term that goes with them cannot be deleted.
fn without(case: &TestCase, node: Node, name: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let id = analysis.binding(name)?;
    let uses = &analysis.bindings()[id as usize].uses;
    let mut cases: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
    for arm in uses.iter().filter_map(|&token| case_of(case, token)) {
        cases.entry(case.parent(arm)).or_default().push(arm);
    }
    let mut splices = vec![Splice::delete(tree, node)];
    let mut terms = Vec::new();
    for (list, gone) in cases {
        if tree.child(list, gone.len()).is_some() {
            splices.extend(gone.into_iter().map(|arm| Splice::delete(tree, arm)));
        } else {
            terms.push(case.parent(list));
        }
    }
    splices.extend(deletion(case, terms, Some(id))?);
    Some(Edit::new(splices))
}

/// The case of a `match` whose pattern is the constructor at this token: `(c t)` or `((c x) t)`.
fn case_of(case: &TestCase, token: Node) -> Option<Node> {
    [token, case.parent(token)].into_iter().find_map(|pattern| {
        let arm = case.parent(pattern);
        let is_pattern = case.tree().child(arm, 0) == Some(pattern) && is_case(case, arm);
        is_pattern.then_some(arm)
    })
}

/// `(declare-datatypes ((A 0) (B 0)) (as bs))` → `(declare-datatypes ((B 0)) (bs))`. Proposed at `(A 0)`. At the list, all
/// datatypes go together that nothing uses but one another.
pub struct RemoveDatatype;

const DATATYPES: PairedLists = PairedLists(Declares::Datatypes);

impl Mutator for RemoveDatatype {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "dt-rm-datatype",
                "Remove one of several datatypes that are declared together",
                "datatypes",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        DATATYPES.holds(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        judged(case, DATATYPES.without(case, node))
    }
}

/// Removes the datatype whose name is this token, alone or with the command that declares no other one. None for one of
/// several datatypes in the older form `(declare-datatypes () ((A a) (B b)))`.
pub(in crate::mutator::smtlib) fn without_datatype(case: &TestCase, name: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let command = analysis.command(name)?;
    let bound = analysis.bound_in(command..tree.next(command));
    let is_sort = |id: &BindingId| analysis.bindings()[*id as usize].kind == BindingKind::Sort;
    if bound.filter(is_sort).take(2).count() == 1 {
        return Some(Edit::delete(tree, command));
    }
    DATATYPES.without(case, case.parent(name))
}
