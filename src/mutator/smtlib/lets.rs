//! Mutators of `let`s.

use super::toolkit::all_occurrences::repeated;
use super::toolkit::capture::{keeps_meaning, uses_from_outside};
use super::toolkit::names::free_name;
use super::toolkit::pieces::{before_command, declared_constant, replacements};
use super::toolkit::sort_text::{float_sort, spelled};
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, Role, Sort, SortKind, analysis};
use crate::mutator::proposal::none;
use crate::mutator::{At, ByDefault, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, Splice, Tree};
use std::slice;

/// `(let ((a 1)) (> x 0))` → `(> x 0)`. If the body still uses a binder, its name gets the meaning that it has around
/// the `let`; if it has none, the filter rejects the candidate. For such a `let`, let-substitution is tried earlier.
pub static LET_ELIMINATION: Mutator = ELIMINATION
    .everywhere(|case, node| repeated(case, node, || body(case, node)))
    .with_forms(&[("of-constants", &LETS_OF_CONSTANTS)]);

const ELIMINATION: Mutator = Mutator::smtlib("let-elimination", "smtlib")
    .about("Replace a let by its body")
    .at(At::Head(b"let"))
    .edit(body);

fn body(case: &TestCase, node: Node) -> Option<Edit> {
    let body = Piece::Copy(case.tree().child(node, 2)?);
    Some(Edit::replace(case.tree(), node, vec![body]))
}

/// Like [`LET_ELIMINATION`], but only for `let`s that bind nothing but constants. After many bound terms have become
/// constants, hardly any of these `let`s is needed, so all of them are removed together, and the list of the others is
/// short.
pub static LETS_OF_CONSTANTS: Mutator = ELIMINATION.only(|case, node| {
    let tree = case.tree();
    let binds_constant = |binder| {
        let term = tree.child(binder, 1);
        term.is_some_and(|term| is_constant(case, term))
    };
    tree.child(node, 1)
        .filter(|_| tree.child(node, 2).is_some())
        .is_some_and(|binders| tree.children(binders).all(binds_constant))
});

/// A bound term with more cells than this does not count as a constant, so that looking at it takes constant time.
const LONGEST_CONSTANT: u32 = 16;

/// Whether a term is short and nothing in it is a name that the text binds.
fn is_constant(case: &TestCase, term: Node) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    tree.len(term) <= LONGEST_CONSTANT
        && (term..tree.next(term)).all(|node| analysis.binding(node).is_none())
}

/// `(let ((a x) (b y)) (and a b))` → `(and x y)`, `(let ((b y)) (and x b))`, `(let ((a x)) (and a y))`.
///
/// First proposes to substitute all binders at once, then each binder alone; only if the text becomes smaller: the term
/// is used once, or is small. A term is never substituted where one of its names has another meaning.
pub static LET_SUBSTITUTION: Mutator = Mutator::smtlib("let-substitution", "smtlib")
    .about("Replace the variables of a let by their terms and remove their bindings")
    .at(At::Head(b"let"))
    .only(|case, node| parts(case.tree(), node).is_some())
    .edits(substituted)
    .everywhere(|case, node| repeated(case, node, || substituted(case, node)));

fn substituted(case: &TestCase, node: Node) -> Edits<'_> {
    let tree = case.tree();
    let Some((list, body)) = parts(tree, node) else {
        return none();
    };
    let binders: Vec<LetBinder> = tree
        .children(list)
        .filter_map(|binder| LetBinder::of(case, binder, body))
        .collect();
    let count = tree.children(list).count();
    let whole = (binders.len() == count).then(|| dissolve(case, node, body, &binders));
    let candidates = if count > 1 { binders } else { Vec::new() };
    let single = candidates
        .into_iter()
        .filter_map(move |binder| binder.inline(case));
    Box::new(whole.flatten().into_iter().chain(single))
}

/// The list of binders, which is not empty, and the body.
fn parts(tree: &Tree, node: Node) -> Option<(Node, Node)> {
    let [_, list, body] = tree.elements(node)?;
    (tree.len(list) > 1).then_some((list, body))
}

/// A binder that may be substituted.
struct LetBinder<'a> {
    id: BindingId,
    node: Node,
    term: Node,
    uses: &'a [Node],
}

impl<'a> LetBinder<'a> {
    /// The binder, if it consists of a name and a term, and possibly the sort of the term between them.
    fn of(case: &'a TestCase, node: Node, body: Node) -> Option<LetBinder<'a>> {
        let (tree, analysis) = (case.tree(), analysis(case));
        let mut elements = tree.children(node);
        let (name, second) = (elements.next()?, elements.next()?);
        let term = if analysis.role(second) == Role::Sort {
            elements.next().unwrap_or(second)
        } else {
            second
        };
        let id = analysis.binding(name)?;
        let binding = analysis.get(id);
        let uses = &binding.uses[..];
        let sound = elements.next().is_none()
            && binding.node == name
            && uses.iter().all(|&at| tree.contains(body, at));
        sound.then_some(LetBinder {
            id,
            node,
            term,
            uses,
        })
    }

    /// The number of cells by which the text grows.
    fn growth(&self, tree: &Tree) -> i64 {
        let uses = i64::try_from(self.uses.len()).unwrap_or(i64::MAX);
        uses.saturating_mul(i64::from(tree.len(self.term)) - 1) - i64::from(tree.len(self.node))
    }

    /// Whether some free name of the term would have another meaning at a use of the variable. Names bound by binders
    /// in `gone` do no harm, because the edit removes these binders.
    ///
    /// The method depends on which part of the text is smaller, the term or the body of the `let`: either the names of
    /// the term are looked up at each use, or each binder around a use is looked for in the term. So nested `let`s take
    /// time n log n in total, however they nest.
    fn is_captured(&self, case: &TestCase, gone: &[LetBinder]) -> bool {
        let tree = case.tree();
        let body = tree.next(case.parent(self.node));
        if tree.len(self.term) <= tree.len(body) {
            !keeps_meaning(case, self.term, self.uses, |id| is_among(id, gone))
        } else {
            let mut uses = self.uses.iter();
            uses.any(|&at| self.is_captured_around(case, at, body, gone))
        }
    }

    /// Whether a binder between the body of the `let` and a use captures a name of the term.
    fn is_captured_around(
        &self,
        case: &TestCase,
        at: Node,
        body: Node,
        gone: &[LetBinder],
    ) -> bool {
        let analysis = analysis(case);
        let mut inner = at;
        while inner != body {
            let outer = case.parent(inner);
            let captures = |id: BindingId| {
                let binding = analysis.get(id);
                binding.scope.contains(&at)
                    && analysis.resolve(binding.name, at) == Some(id)
                    && !is_among(id, gone)
                    && uses_from_outside(case, self.term, binding.name)
            };
            if analysis.bound_in(outer..inner).any(captures) {
                return true;
            }
            inner = outer;
        }
        false
    }

    /// The edit that puts the term at each use and removes the binder. None if the text would not become smaller, or a
    /// name would be captured.
    fn inline(&self, case: &'a TestCase) -> Option<Edit> {
        let (tree, growth) = (case.tree(), self.growth(case.tree()));
        if growth > 0 || self.is_captured(case, slice::from_ref(self)) {
            return None;
        }
        let binder = Splice::delete(tree, self.node);
        let edit = Edit::new(self.substitution(tree).chain([binder]).collect());
        shrinks(case, growth, &edit).then_some(edit)
    }

    /// The splices that put the term at each use.
    fn substitution(&self, tree: &'a Tree) -> impl Iterator<Item = Splice> + use<'a> {
        replacements(tree, self.uses, Piece::Copy(self.term))
    }
}

/// Whether one of these binders, which are in order, binds the name.
fn is_among(id: BindingId, binders: &[LetBinder]) -> bool {
    binders
        .binary_search_by_key(&id, |binder| binder.id)
        .is_ok()
}

/// Whether an edit that makes the text grow by this number of cells makes it smaller. Comparing the whole order takes
/// time in proportion to the way from a `let` to its uses, so that is done only if need be.
fn shrinks(case: &TestCase, growth: i64, edit: &Edit) -> bool {
    growth < 0 || growth == 0 && case.is_simplification(edit)
}

/// Replaces the `let` by its body, with all binders substituted. None if the text would not become smaller, or a name
/// would be captured. A `let` is parallel: no term sees another binder, so one round of substitution is enough.
fn dissolve<'a>(
    case: &'a TestCase,
    node: Node,
    body: Node,
    binders: &[LetBinder<'a>],
) -> Option<Edit> {
    let tree = case.tree();
    let frame = 3; // the let's own list, its head, and the list of binders
    let add = |sum: i64, binder: &LetBinder| sum.saturating_add(binder.growth(tree));
    let growth = binders.iter().fold(-frame, add);
    if growth > 0
        || binders
            .iter()
            .any(|binder| binder.is_captured(case, binders))
    {
        return None;
    }
    let hoist = Splice::replace(tree, node, vec![Piece::Copy(body)]);
    let uses = binders.iter().flat_map(|binder| binder.substitution(tree));
    let edit = Edit::new(uses.chain([hoist]).collect());
    shrinks(case, growth, &edit).then_some(edit)
}

/// `(assert (let ((a (f x))) (p a)))` → `(declare-const a Int) (assert (p a))`. Only for a `let` of one variable. A
/// variable for a floating-point number may get the shortest sort there is, where nothing else depends on its format.
pub static FREE_LET_VARIABLE: Mutator = Mutator::smtlib("free-let-variable", "smtlib")
    .about("Replace a let of one variable by its body and declare the variable")
    .by_default(ByDefault::InDeepSearches)
    .at(At::Head(b"let"))
    .only(|case, node| {
        let tree = case.tree();
        parts(tree, node).is_some_and(|(list, _)| tree.child(list, 1).is_none())
    })
    .edits(|case, node| {
        let only = |(list, body)| LetBinder::of(case, list + 1, body);
        let Some(binder) = parts(case.tree(), node).and_then(only) else {
            return none();
        };
        let sorts = declared_sorts(analysis(case).sort(binder.term));
        Box::new(
            sorts
                .into_iter()
                .filter_map(move |sort| freed(case, node, &binder, sort)),
        )
    })
    .judged();

/// The spellings of the sorts that a constant may have in the place of a variable of this sort.
fn declared_sorts(sort: Sort) -> Vec<Vec<Piece>> {
    let SortKind::Float(exponent, significand) = sort.kind() else {
        return spelled(sort).into_iter().collect();
    };
    let (own, shortest) = (float_sort(exponent, significand), float_sort(5, 11));
    let is_other = own != shortest;
    std::iter::once(own)
        .chain(is_other.then_some(shortest))
        .collect()
}

/// Declares the only variable of a `let` as a constant of this sort, under a new name if its own is taken.
fn freed(case: &TestCase, node: Node, binder: &LetBinder<'_>, sort: Vec<Piece>) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let (_, body) = parts(tree, node)?;
    let binding = analysis.get(binder.id);
    let (name, mut splices) = free_name(case, binding, node);
    splices.push(Splice::replace(tree, node, vec![Piece::Copy(body)]));
    splices.push(before_command(case, node, declared_constant(name, sort))?);
    Some(Edit::new(splices))
}
