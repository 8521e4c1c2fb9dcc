//! asp-propositional, asp-flatten-atoms: atoms lose their arguments.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis, is_variable, name, rule};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// `p(X) :- q(X,Y), X < Y. q(1,2). q(2,3).` → `p :- q. q.`: all atoms lose their arguments, comparisons go, and so do
/// facts that stand there before. Applies to the first statement.
pub struct Propositional;

impl Mutator for Propositional {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-propositional",
                "Drop all arguments of all atoms, and all comparisons",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        node == 1 && analysis(case).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = self
            .applies(case, node)
            .then(|| propositional(case))
            .flatten();
        simplifications(edit)
    }
}

fn propositional(case: &TestCase) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case)?);
    let mut facts = FxHashSet::default();
    let mut edits = Vec::new();
    for node in 1..tree.end() {
        match analysis.role(node) {
            Role::Rule => {
                if let Some(fact) = fact(case, node)
                    && !facts.insert(fact)
                {
                    edits.push(Edit::delete(tree, node));
                }
            }
            Role::Atom if tree.is_list(node) => {
                let name = name(tree, node).map(|name| vec![Piece::Leaf(tree.sym(name))]);
                edits.extend(name.map(|name| Edit::replace(tree, node, name)));
            }
            Role::Literal if is_comparison(case, node) => edits.push(Edit::delete(tree, node)),
            _ => {}
        }
    }
    (!edits.is_empty()).then(|| Edit::join(tree, edits))
}

/// The name of a fact's only atom.
fn fact(case: &TestCase, node: Node) -> Option<Symbol> {
    let tree = case.tree();
    let (head, body) = rule(tree, node)?;
    let mut heads = tree.children(head);
    let atom = heads
        .next()
        .filter(|&atom| analysis(case).is_some_and(|analysis| analysis.role(atom) == Role::Atom))?;
    let is_fact = heads.next().is_none() && tree.len(body) == 1;
    is_fact.then(|| Some(tree.sym(name(tree, atom)?))).flatten()
}

/// Whether a literal consists of terms only.
fn is_comparison(case: &TestCase, node: Node) -> bool {
    let parts = case.tree().children(node).skip(1);
    let is_term = |part| analysis(case).is_some_and(|analysis| analysis.role(part) == Role::Term);
    case.tree().is_list(node) && parts.clone().count() > 0 && parts.into_iter().any(is_term)
}

/// `p(1) :- q(1,2).` → `a :- b.`: each ground atom gets a name of its own. Applies to the first statement, in programs
/// without variables.
pub struct FlattenAtoms;

impl Mutator for FlattenAtoms {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-flatten-atoms",
                "Give each ground atom a name of its own in place of its arguments",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let is_variable = |node: Node| is_variable(case.tree().bytes(node));
        let is_program = node == 1 && analysis(case).is_some();
        is_program
            && !(1..case.tree().end()).any(|node| !case.tree().is_list(node) && is_variable(node))
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = self.applies(case, node).then(|| flattened(case)).flatten();
        simplifications(edit)
    }
}

fn flattened(case: &TestCase) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case)?);
    let mut names = FxHashMap::default();
    let mut number = 0;
    let mut splices = Vec::new();
    let atoms =
        (1..tree.end()).filter(|&node| tree.is_list(node) && analysis.role(node) == Role::Atom);
    for at in atoms {
        let name = *names.entry(tree.bytes(at)).or_insert_with(|| {
            loop {
                number += 1;
                let name = Symbol::of(format!("a{number}").as_bytes());
                if !case.has_token(name) {
                    break name;
                }
            }
        });
        splices.push(Splice::replace(tree, at, vec![Piece::Leaf(name)]));
    }
    (!splices.is_empty()).then(|| Edit::new(splices))
}
