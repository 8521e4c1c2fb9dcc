//! bind-declarations: makes variables of a quantifier of constants that only one assertion uses.

use super::shape::{is_assertion, is_form};
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol};
use rustc_hash::FxHashSet;

/// The logic is looked for among so many commands at the beginning.
const MOST_COMMANDS: usize = 16;

/// `(declare-const x Int) (assert (exists ((y Int)) (< x y)))` → `(assert (exists ((y Int) (x Int)) (< x y)))`.
///
/// All such constants of an assertion at once. A binder has one cell less than a declaration, and a new quantifier three
/// of its own, so this is a pump unless the assertion is a quantifier already or has many constants. A logic without
/// quantifiers gets them.
pub struct BindDeclarations;

impl Mutator for BindDeclarations {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "bind-declarations",
                "Make variables of a quantifier of constants with one assertion",
                "smtlib",
            )
            .for_thorough_searches()
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_assertion(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !is_assertion(case, node) {
            return none();
        }
        judged(case, bound(case, node))
    }
}

/// A constant that is to be bound.
struct Constant {
    declaration: Node,
    name: Symbol,
    sort: Node,
}

fn bound(case: &TestCase, assertion: Node) -> Option<Edit> {
    let tree = case.tree();
    let formula = assertion + 2;
    let list = tree.child(formula, 1).filter(|&list| tree.is_list(list));
    let list = list.filter(|_| is_form(tree, formula, b"exists"));
    let constants = constants(case, assertion);
    let binders = list.into_iter().flat_map(|list| tree.children(list));
    let names = binders.filter_map(|binder| tree.head(binder));
    let names: FxHashSet<Symbol> = names.collect();
    let is_free = |constant: &&Constant| !names.contains(&constant.name);
    let constants: Vec<&Constant> = constants.iter().filter(is_free).collect();
    if constants.is_empty() {
        return None;
    }
    let binder = |constant: &&Constant| {
        let (name, sort) = (Piece::Leaf(constant.name), Piece::Copy(constant.sort));
        [Piece::Open, name, sort, Piece::Close]
    };
    let binders = constants.iter().flat_map(binder);
    let mut splices: Vec<Splice> = constants
        .iter()
        .map(|constant| Splice::delete(case.tree(), constant.declaration))
        .collect();
    splices.extend(with_quantifiers(case));
    if let Some(list) = list {
        let mut with = vec![Piece::Enter(list)];
        with.extend(tree.children(list).map(Piece::Copy));
        with.extend(binders);
        with.push(Piece::Close);
        splices.push(Splice::replace(case.tree(), list, with));
    } else {
        let mut with = vec![Piece::Open, Piece::Leaf(Symbol::of(b"exists")), Piece::Open];
        with.extend(binders);
        with.extend([Piece::Close, Piece::Copy(formula), Piece::Close]);
        splices.push(Splice::replace(case.tree(), formula, with));
    }
    Some(Edit::new(splices))
}

/// The change of a logic without quantifiers: `QF_LIA` → `LIA`.
fn with_quantifiers(case: &TestCase) -> Option<Splice> {
    let tree = case.tree();
    let mut commands = tree.children(ROOT).take(MOST_COMMANDS);
    let command = commands.find(|&command| is_form(tree, command, b"set-logic"))?;
    let logic = tree.child(command, 1)?;
    let name = tree.sym(logic).bytes().strip_prefix(b"QF_")?;
    let with = vec![Piece::Leaf(Symbol::of(name))];
    (!name.is_empty()).then(|| Splice::replace(case.tree(), logic, with))
}

/// The constants without parameters that are declared at the top level and used only in this command, in the order of
/// their first uses.
fn constants(case: &TestCase, command: Node) -> Vec<Constant> {
    let nodes = command..case.tree().next(command);
    let tokens = nodes.clone();
    let used = tokens.filter_map(|token| {
        let id = analysis(case).binding(token)?;
        let binding = &analysis(case).bindings()[id as usize];
        let is_first = binding.uses.first() == Some(&token);
        let is_last = binding.uses.last().is_some_and(|last| nodes.contains(last));
        (is_first && is_last).then(|| constant(case, id)).flatten()
    });
    used.collect()
}

fn constant(case: &TestCase, id: BindingId) -> Option<Constant> {
    let tree = case.tree();
    let binding = &analysis(case).bindings()[id as usize];
    if binding.kind != BindingKind::Declared || !binding.parameters.is_empty() {
        return None;
    }
    let declaration = case.parent(binding.node);
    let place = if is_form(tree, declaration, b"declare-const") {
        2
    } else if is_form(tree, declaration, b"declare-fun") {
        3
    } else {
        return None;
    };
    let sort = tree.child(declaration, place)?;
    (case.parent(declaration) == ROOT).then(|| Constant {
        declaration,
        name: tree.sym(binding.node),
        sort,
    })
}
