//! Mutators that replace a term by a part of it, by a variable, or by another term of its sort.

use super::toolkit::all_occurrences::repeated;
use super::toolkit::capture::{keeps_meaning, uses_name_bound_between};
use super::toolkit::names::fresh_name;
use super::toolkit::pieces::{before_command, declared_constant, deletions};
use super::toolkit::quantifier::put_in_place;
use super::toolkit::shape::{is_form, is_smaller_token, operands};
use super::toolkit::sort_text::spelled;
use super::toolkit::unused::{with_all_unused, with_unused};
use super::toolkit::values::cells;
use crate::language::TestCase;
use crate::language::smtlib::{
    Binding, BindingId, BindingKind, LiteralKind, Role, Sort, analysis, heavy_path, is_command,
    name_counts, smallest_terms, weights,
};
use crate::mutator::proposal::{replacing, unseen};
use crate::mutator::{At, ByDefault, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// Heads that other mutators handle.
const LEFT_TO_OTHERS: [&[u8]; 2] = [b"let", b"!"];

/// `(+ x y)` → `x`, `y`; `(ite c x y)` → `x`, `y`; `(forall ((x Int)) t)` → `t`. Only operands of the same sort as the
/// term; an unknown sort equals only another unknown sort. The body of a quantifier loses its patterns. If it uses a
/// variable, that name gets the meaning that it has around the quantifier; if it has none, the filter rejects the
/// candidate. `((x))` → `(x)`. `(then simplify smt)` in an unknown command → `then`, `simplify`, `smt`.
pub static SUBSTITUTE_CHILDREN: Mutator = SUBSTITUTION
    .only(|case, node| substitutes(case, node).next().is_some())
    .edits(substituted)
    .everywhere(|case, node| repeated(case, node, || substituted(case, node)))
    .with_forms(&[("largest", &LARGEST_CHILD), ("heads", &HOIST_NAME)]);

const SUBSTITUTION: Mutator = Mutator::smtlib("substitute-children", "core")
    .about("Replace a term by an operand of its sort, or an unknown list by an element");

fn substituted(case: &TestCase, node: Node) -> Edits<'_> {
    let children = substitutes(case, node);
    Box::new(children.map(move |child| Edit::new(put_in_place(case.tree(), node, child))))
}

/// Like [`SUBSTITUTE_CHILDREN`], but proposes only the largest operand, the first of equally large ones. If many nested
/// terms are replaced by their largest operands, the innermost one remains, so all these edits can succeed together.
pub static LARGEST_CHILD: Mutator = SUBSTITUTION.edit(|case, node| {
    let tree = case.tree();
    let largest = substitutes(case, node).min_by_key(|&child| Reverse(tree.len(child)))?;
    Some(Edit::new(put_in_place(tree, node, largest)))
});

/// The nodes that may replace this one, in order: the operands of the same sort, or the elements of a list about which
/// nothing is known. Of equal tokens, only the first.
fn substitutes(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let elements = is_unknown(case, node).then(|| case.tree().children(node));
    operands_of_same_sort(case, node)
        .chain(elements.into_iter().flatten())
        .chain(lone_element(case, node))
        .filter(first_of_equal_tokens(case.tree()))
}

/// Whether each of these nodes is a list, or the first of equal tokens. A list of ten million operands may have few
/// different ones.
fn first_of_equal_tokens(tree: &Tree) -> impl FnMut(&Node) -> bool {
    let mut seen = FxHashSet::default();
    move |&node| tree.is_list(node) || seen.insert(tree.sym(node))
}

/// The only element of a list at the place of a term.
fn lone_element(case: &TestCase, node: Node) -> Option<Node> {
    let tree = case.tree();
    let is_lone = node != ROOT
        && analysis(case).role(node) == Role::Term
        && tree.len(node) > 1
        && tree.next(node + 1) == tree.next(node);
    is_lone.then_some(node + 1)
}

/// Whether the node is a list inside an unknown command.
fn is_unknown(case: &TestCase, node: Node) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_inside = node != ROOT && tree.is_list(node) && analysis.role(node) == Role::Other;
    let command = analysis.command(node).filter(|_| is_inside);
    let head = command.and_then(|command| tree.head(command));
    head.is_some_and(|head| !is_command(head))
}

fn operands_of_same_sort(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let fits = node != ROOT
        && analysis.role(node) == Role::Term
        && !LEFT_TO_OTHERS.iter().any(|head| is_form(tree, node, head));
    let sort = analysis.sort(node);
    operands(tree, node).filter(move |&child| {
        fits && analysis.role(child) == Role::Term && analysis.sort(child) == sort
    })
}

/// How many names the term of a proposed name should use, in hundredths of those that the node uses; in the order in
/// which they are tried.
const PARTS: [u64; 4] = [50, 75, 25, 90];

/// The same for a node with less than half of the text.
const PARTS_OF_LIGHTER: [u64; 1] = [50];

/// At most this many names that are not visible are passed over on the way to one that is.
const TRIES: usize = 16;

/// `(let ((a (f x))) (let ((b (g a))) (and a b)))` → `(let ((a (f x))) a)`.
///
/// Proposes names of the sort of the term whose own terms use half as many names as it does, three quarters, a quarter
/// and so on, and removes what becomes unused. Where a term has most of the text, two names are proposed for each
/// share: the nearest with a smaller count and the nearest with a larger one.
pub static HOIST_NAME: Mutator = SUBSTITUTION
    .at(At::Term)
    .only(|case, node| {
        !name_counts(case)
            .names(analysis(case).sort(node))
            .is_empty()
    })
    .edits(|case, node| {
        Box::new(names(case, node).into_iter().map(move |id| {
            let name = analysis(case).get(id).name;
            let edit = Edit::replace(case.tree(), node, vec![Piece::Leaf(name)]);
            with_all_unused(case, edit)
        }))
    });

/// The names that may replace the node.
fn names(case: &TestCase, node: Node) -> Vec<BindingId> {
    let (analysis, counts) = (analysis(case), name_counts(case));
    // The names of the sort that use fewer names than the node, by their counts.
    let whole = counts.from(analysis, node..case.tree().next(node));
    let of_sort = counts.names(analysis.sort(node));
    let smaller = &of_sort[..of_sort.partition_point(|&(count, _)| count < whole)];
    let is_visible = |&&(_, id): &&(u32, BindingId)| {
        let binding = analysis.get(id);
        analysis.resolve(binding.name, node) == Some(id)
    };
    // For each share, the nearest visible name below it, and in the main term of the text also the nearest above it.
    let is_main = weights(case).weight(node) >= weights(case).weight(ROOT) / 2;
    let parts: &[u64] = if is_main { &PARTS } else { &PARTS_OF_LIGHTER };
    let mut names: Vec<BindingId> = Vec::new();
    for part in parts {
        let is_at_most =
            |&(count, _): &(u32, BindingId)| u64::from(count) * 100 <= u64::from(whole) * part;
        let (below, above) = smaller.split_at(smaller.partition_point(is_at_most));
        let nearest_below = below.iter().rev().take(TRIES).find(is_visible);
        let nearest_above = above
            .iter()
            .take(TRIES)
            .find(is_visible)
            .filter(|_| is_main);
        for &(_, id) in nearest_below.into_iter().chain(nearest_above) {
            if !names.contains(&id) {
                names.push(id);
            }
        }
    }
    names
}

/// From a term in the middle of a heavy path, at most this many terms of the path are looked at.
const NEAR: usize = 32;

/// At most this many terms are proposed for a node, those of the heavy path included.
const MOST_HOISTED: usize = 5;

/// Only this many cells of a term are searched for terms off its heavy path.
const SEARCHED: u32 = 64;

/// `(and p (ite q (or r s) t))` → `(or r s)`.
///
/// The heavy path of a term goes from it to its largest operand, from there to the largest operand of that, and so on.
/// The terms on the heavy path that weigh about a half, a quarter and three quarters of the node are proposed. After a
/// success, the node makes new proposals, so the search for the innermost term that still fails is a bisection. Then
/// come other terms of the same sort, the largest first. The operands of the node are left to substitute-children, and
/// tokens to the mutators of constants and variables.
pub static HOIST: Mutator = Mutator::smtlib("hoist", "smtlib")
    .about("Replace a term by a term of the same sort from deep inside it")
    .at(At::SortedTerm)
    // The smallest term with an operand that has an operand which is a list: `(f (g (h x)))`.
    .only(|case, node| case.tree().len(node) > 6)
    .edits(hoisted)
    .everywhere(|case, node| repeated(case, node, || hoisted(case, node)));

fn hoisted(case: &TestCase, node: Node) -> Edits<'_> {
    let on_path = on_heavy_path(case, node);
    // Other terms are looked for only once the path has not been enough.
    let further = std::iter::once(()).flat_map(move |()| others(case, node));
    let terms = on_path.into_iter().chain(further);
    Box::new(
        unseen(terms, [])
            .take(MOST_HOISTED)
            .filter(move |&term| !uses_name_bound_between(case, term, node))
            .map(move |term| Edit::new(put_in_place(case.tree(), node, term))),
    )
}

/// The terms of the node's sort on its heavy path that weigh about a half, a quarter and three quarters of the node.
///
/// The whole path is walked only from a node that is at most half as large as its parent. From all other nodes, only
/// its near part is. Few such light nodes contain one another, so all nodes together take time n log n.
fn on_heavy_path(case: &TestCase, node: Node) -> Vec<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_light = 2 * u64::from(tree.len(node)) <= u64::from(tree.len(case.parent(node)));
    let farthest = if is_light { usize::MAX } else { NEAR };
    let path: Vec<Node> = heavy_path(case, node)
        .skip(1) // the operand
        .take(farthest)
        .filter(|&term| tree.is_list(term) && analysis.sort(term) == analysis.sort(node))
        .collect();
    // For each share, the term whose weight is nearest.
    let mut found: Vec<Node> = Vec::new();
    for quarters in [2, 1, 3] {
        let weight = u64::from(tree.len(node)) * quarters / 4;
        let nearest = path
            .iter()
            .min_by_key(|&&term| u64::from(tree.len(term)).abs_diff(weight));
        found.extend(nearest.filter(|term| !found.contains(term)));
    }
    found
}

/// Further terms of the sort of the node that are lists but not its operands, the largest first. Empty for a large
/// node.
fn others(case: &TestCase, node: Node) -> Vec<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if tree.len(node) > SEARCHED {
        return Vec::new();
    }
    let mut others: Vec<Node> = (node + 1..tree.next(node))
        .filter(|&term| {
            tree.is_list(term)
                && analysis.role(term) == Role::Term
                && analysis.sort(term) == analysis.sort(node)
                && case.parent(term) != node
        })
        .collect();
    others.sort_by_key(|&term| Reverse(tree.len(term)));
    others.dedup_by(|a, b| tree.bytes(*a) == tree.bytes(*b));
    others
}

/// At most this many variables are tried for a term. In a text with hundreds of variables, a later one hardly ever
/// succeeds where all of the first ones fail; and in a small text, all variables are among the first ones.
const MOST_VARIABLES: usize = 2;

/// `(+ x 42)` → any visible variable of the same sort. A variable is only replaced by one with a smaller name: one with
/// fewer bytes, or with as many bytes but bytewise smaller.
pub static REPLACE_BY_VARIABLE: Mutator = Mutator::smtlib("replace-by-variable", "core")
    .about("Replace a term by a variable of its sort")
    .at(At::SortedTerm)
    .only(|case, node| {
        let tree = case.tree();
        (tree.is_list(node) || LiteralKind::of(tree.sym(node).bytes()).is_none())
            && (!is_single_use(case, node)
                || is_behind_binder(case, node) && variables(case, node).next().is_some())
    })
    .edits(by_variables)
    .everywhere(|case, node| repeated(case, node, || by_variables(case, node)));

fn by_variables(case: &TestCase, node: Node) -> Edits<'_> {
    replacing(
        case,
        node,
        variables(case, node).map(|name| [Piece::Leaf(name)]),
    )
}

/// The variables that may replace the node, in the order in which they are bound. merge-symbols puts one declared
/// variable in the place of another one that has a single use, and removes the declaration, so that is left to it.
fn variables(case: &TestCase, node: Node) -> impl Iterator<Item = Symbol> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let (old, is_single_use) = (tree.sym(node), is_single_use(case, node));
    analysis
        .variables(analysis.sort(node), node)
        .map(|id| analysis.get(id))
        .filter(|binding| is_variable(binding))
        .filter(move |binding| !is_single_use || binding.kind != BindingKind::Declared)
        .map(|binding| tree.sym(binding.node))
        .filter(move |&name| tree.is_list(node) || is_smaller_token(name, old))
        .take(MOST_VARIABLES)
}

/// Whether the command of the node binds anything before it.
fn is_behind_binder(case: &TestCase, node: Node) -> bool {
    let analysis = analysis(case);
    let command = analysis.command(node);
    command.is_some_and(|command| !analysis.bound_in(command..node).is_empty())
}

/// Whether the token is the only use of a declaration.
fn is_single_use(case: &TestCase, node: Node) -> bool {
    let analysis = analysis(case);
    !case.tree().is_list(node)
        && analysis
            .meaning(node)
            .is_some_and(|binding| binding.kind == BindingKind::Declared && binding.uses.len() == 1)
}

fn is_variable(binding: &Binding) -> bool {
    binding.parameters.is_empty()
        && match binding.kind {
            BindingKind::Declared
            | BindingKind::Let
            | BindingKind::Quantified
            | BindingKind::Parameter
            | BindingKind::Nonterminal => true,
            BindingKind::Defined
            | BindingKind::Sort
            | BindingKind::Datatype
            | BindingKind::Named => false,
        }
}

/// A term with at most this many cells is small.
const SMALL: u32 = 64;

/// `(and x (or y (not z)))` → `v7`, with `(declare-const v7 Bool)` before the command, where all sorts of the term are
/// declared. The same candidate removes what becomes unused. Only where the text does not get more cells: for large
/// terms, and for small ones that have the only uses of another variable.
pub static INTRODUCE_FRESH_VARIABLES: Mutator =
    Mutator::smtlib("introduce-fresh-variables", "smtlib")
        .about("Replace a large term by a new variable")
        .by_default(ByDefault::InDeepSearches)
        .at(At::SortedTerm)
        .only(|case, node| case.tree().is_list(node))
        .edit(|case, node| paying(case, node, fresh(case, node)?))
        .everywhere(|case, node| {
            let repeated = repeated(case, node, || fresh(case, node));
            Box::new(repeated.filter_map(move |edit| paying(case, node, edit)))
        })
        .judged();

/// By how many bytes a term must be longer than the declaration that replaces it.
const MUCH_LONGER: usize = 16;

/// [`INTRODUCE_FRESH_VARIABLES`] for terms that are no formulas and are much longer than the declaration of a variable.
pub static ABSTRACT_LONG_TERMS: Mutator = Mutator::smtlib("abstract-long-terms", "smtlib")
    .about("Replace a term that is much longer than a declaration by a new variable")
    .at(At::SortedTerm)
    .only(|case, node| {
        let declaration = "(declare-const v Int)".len();
        let is_long = case.tree().bytes(node).len() > declaration + MUCH_LONGER;
        case.tree().is_list(node) && is_long && analysis(case).sort(node) != Sort::BOOL
    })
    .edit(|case, node| {
        let edit = paying(case, node, fresh(case, node)?)?;
        let is_paid_back = case.edited_len(&edit) as u64 + MUCH_LONGER as u64 <= case.size().bytes;
        is_paid_back.then_some(edit)
    })
    .judged();

/// The edit, if it removes at least as many cells as it inserts. For a small term, it also removes what becomes unused.
/// For a large one, it does not, because looking for that at each subterm of a large term would take quadratic time.
fn paying(case: &TestCase, node: Node, edit: Edit) -> Option<Edit> {
    let tree = case.tree();
    let edit = if tree.len(node) <= SMALL {
        with_unused(case, edit)
    } else {
        edit
    };
    let cells_out: usize = edit.removed(tree).map(|nodes| nodes.len()).sum();
    let cells_in: usize = edit.parts().iter().map(|splice| cells(&splice.with)).sum();
    (cells_out >= cells_in).then_some(edit)
}

/// Replaces the node by the variable, and inserts its declaration.
fn fresh(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let name = fresh_name(case, "v", node);
    let declaration = declared_constant(name, spelled(analysis(case).sort(node))?);
    let declare = before_command(case, node, declaration)?;
    let place = Splice::replace(tree, node, vec![Piece::Leaf(name)]);
    Some(Edit::new(vec![declare, place]))
}

/// `(assert (= (f x) (g (f x) (h y))))` → `(assert (= (f x) (f x)))`. Only the smallest terms of each sort that are no
/// tokens are proposed, and none that lies inside the term. A term is never put where one of its names has another
/// meaning.
pub static REUSE_TERM: Mutator = Mutator::smtlib("reuse-term", "smtlib")
    .about("Replace a term by a smaller term of its sort from elsewhere")
    .by_default(ByDefault::InDeepSearches)
    .at(At::SortedTerm)
    // The smallest term that is no token has two cells.
    .only(|case, node| case.tree().len(node) > 2)
    .edits(reused)
    .everywhere(|case, node| repeated(case, node, || reused(case, node)));

fn reused(case: &TestCase, node: Node) -> Edits<'_> {
    let tree = case.tree();
    let terms = smallest_terms(case, analysis(case).sort(node))
        .iter()
        .copied();
    let fitting = terms.filter(move |&term| {
        tree.len(term) < tree.len(node)
            && !tree.contains(node, term)
            && keeps_meaning(case, term, &[node], |_| false)
    });
    replacing(case, node, fitting.map(|term| [Piece::Copy(term)]))
}

/// `(! t :named n)` → `t`
pub static REMOVE_ANNOTATION: Mutator = REMOVAL
    .edit(annotated)
    .everywhere(|case, node| repeated(case, node, || annotated(case, node)))
    .with_forms(&[("labels", &REMOVE_LABELS)]);

const REMOVAL: Mutator = Mutator::smtlib("remove-annotation", "smtlib")
    .about("Replace an annotated term by the term")
    .at(At::Head(b"!"));

fn annotated(case: &TestCase, node: Node) -> Option<Edit> {
    let term = Piece::Copy(case.tree().child(node, 1)?);
    Some(Edit::replace(case.tree(), node, vec![term]))
}

/// `(! t :pattern (p) :qid a :skolemid b)` → `(! t :pattern (p))`. Verifiers label each quantifier, and no formula
/// depends on that.
pub static REMOVE_LABELS: Mutator = REMOVAL.edit(|case, node| {
    let (tree, labels) = (case.tree(), labels(case, node));
    let has_others = tree.children(node).nth(2 + 2 * labels.len()).is_some();
    if labels.is_empty() || !has_others {
        return annotated(case, node).filter(|_| !labels.is_empty());
    }
    let gone = labels.iter().flat_map(|&label| [label, tree.next(label)]);
    Some(Edit::new(deletions(tree, gone)))
});

/// The keywords of an annotation that label a quantifier for messages and statistics. Each is followed by its value.
fn labels(case: &TestCase, annotation: Node) -> Vec<Node> {
    let tree = case.tree();
    let end = tree.next(annotation);
    tree.children(annotation)
        .filter(|&node| matches!(tree.sym(node).bytes(), b":qid" | b":skolemid"))
        .filter(|&node| tree.next(node) < end)
        .collect()
}
