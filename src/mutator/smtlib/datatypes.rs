//! Mutators of algebraic datatypes.

use super::toolkit::capture::keeps_meaning;
use super::toolkit::deletion::{deletion, outermost};
use super::toolkit::pairs::PairedLists;
use super::toolkit::pieces::{deletions, replacements, word};
use super::toolkit::shape::{declared, is_case, is_form, operands};
use super::toolkit::unused::with_unused;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, Parts, Role, analysis};
use crate::mutator::{At, ByDefault, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Tree};
use std::collections::BTreeMap;

/// `((nil) (cons (head T) (tail L)))` → `((nil))`. Cases of `match` for the constructor are removed with it, and a
/// `match` without other cases is deleted. The last constructor stays.
pub static REMOVE_CONSTRUCTOR: Mutator = Mutator::smtlib("dt-rm-constructor", "datatypes")
    .about("Remove a constructor of a datatype")
    .by_default(ByDefault::InDeepSearches)
    .only(|case, node| declared_constructor(case, node).is_some())
    .edit(|case, node| without(case, node, declared_constructor(case, node)?))
    .judged();

/// The name of the constructor that the node declares, if its datatype has others.
fn declared_constructor(case: &TestCase, node: Node) -> Option<Node> {
    let tree = case.tree();
    let name = tree.first(node).unwrap_or(node);
    member_at(case, name)?;
    let list = case.parent(node);
    let second = before_constructors(case, list)? + 1;
    tree.child(list, second).is_some().then_some(name)
}

/// How many elements of the list come before the constructors of a datatype. None if no constructors are declared in
/// it.
fn before_constructors(case: &TestCase, list: Node) -> Option<usize> {
    let tree = case.tree();
    let command = analysis(case).command(list)?;
    if declared(case, command) != Some(Parts::Datatypes) {
        return None;
    }
    let around = case.parent(list);
    let is_body = is_form(tree, around, b"par") && tree.child(around, 2) == Some(list);
    let body = if is_body { around } else { list };
    let (names, bodies) = (tree.child(command, 1)?, tree.child(command, 2)?);
    if !tree.is_list(names) {
        return (body == bodies).then_some(0); // `(declare-datatype L (nil cons))`
    }
    // `(declare-datatypes ((L 0)) ((nil cons)))`, or `(declare-datatypes () ((L nil cons)))` in the older syntax
    let is_standard = tree.first(names).is_some_and(|sort| tree.is_list(sort));
    (case.parent(body) == bodies).then_some(usize::from(!is_standard))
}

/// Removes the constructor at the node, and the cases for it. None if a term that goes with them cannot be deleted.
fn without(case: &TestCase, node: Node, name: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let id = analysis.binding(name)?;
    let uses = &analysis.get(id).uses;
    // The cases for the constructor, by the list of cases.
    let mut cases: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
    for arm in uses.iter().filter_map(|&token| case_of(case, token)) {
        cases.entry(case.parent(arm)).or_default().push(arm);
    }
    let mut splices = vec![Splice::delete(tree, node)];
    let mut terms = Vec::new();
    for (list, gone) in cases {
        if tree.child(list, gone.len()).is_some() {
            splices.extend(deletions(tree, gone));
        } else {
            terms.push(case.parent(list));
        }
    }
    splices.extend(deletion(case, terms, &|name| name == id)?);
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

/// `(declare-datatypes ((A 0) (B 0)) (as bs))` → `(declare-datatypes ((B 0)) (bs))`. Proposed at `(A 0)`. At the list,
/// all datatypes are removed together that are only used by one another.
pub static REMOVE_DATATYPE: Mutator = Mutator::smtlib("dt-rm-datatype", "datatypes")
    .about("Remove one of several datatypes that are declared together")
    .only(|case, node| DATATYPES.holds(case, node))
    .edit(|case, node| DATATYPES.without(case, node))
    .judged();

const DATATYPES: PairedLists = PairedLists(Parts::Datatypes);

/// Removes the datatype with the name at this token, or the whole command if that declares no other one. None for one
/// of several datatypes in the older form `(declare-datatypes () ((A a) (B b)))`.
pub(super) fn without_datatype(case: &TestCase, name: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let command = analysis.command(name)?;
    let bound = analysis.bound_in(command..tree.next(command));
    let is_sort = |id: &BindingId| analysis.get(*id).kind == BindingKind::Sort;
    if bound.filter(is_sort).take(2).count() == 1 {
        return Some(Edit::delete(tree, command));
    }
    DATATYPES.without(case, case.parent(name))
}

/// `(declare-datatypes ((T 0)) (((a) (b))))` → `(declare-datatype T ((a) (b)))`, which means the same.
pub static DECLARE_ALONE: Mutator = Mutator::smtlib("dt-declare-alone", "datatypes")
    .about("Declare a single datatype without lists of several")
    .at(At::TopLevel)
    .edit(|case, node| {
        let tree = case.tree();
        let head = match tree.head(node)?.bytes() {
            b"declare-datatypes" => "declare-datatype",
            b"declare-codatatypes" => "declare-codatatype",
            _ => return None,
        };
        let (sorts, bodies) = (tree.child(node, 1)?, tree.child(node, 2)?);
        let ([sort], [constructors]) = (tree.elements(sorts)?, tree.elements(bodies)?);
        let name = tree.child(sort, 0)?;
        let with = Piece::list([word(head), Piece::Copy(name), Piece::Copy(constructors)]);
        Some(Edit::replace(tree, node, with))
    });

/// Only the first fields of a constructor are proposed, because operands are found by counting.
const MOST: usize = 256;

/// `(declare-datatype P ((mk (l Int) (r Bool)))) (assert (= (l p) (l (mk 1 b))))` →
/// `(declare-datatype P ((mk (r Bool)))) (assert (= 0 0))`. The operand is removed from each application of the
/// constructor, and its variable from each case of a `match`. Terms that select the field are deleted or replaced by a
/// default of their sort.
pub static DROP_FIELD: Mutator = Mutator::smtlib("drop-field", "datatypes")
    .about("Remove a field of a constructor with all that is given for it")
    .only(|case, node| Field::of(case, node).is_some())
    .edit(|case, node| Some(with_unused(case, Field::of(case, node)?.without()?)))
    .judged();

/// A field `(selector S)` of a constructor.
struct Field<'a> {
    case: &'a TestCase,
    node: Node,
    selector: BindingId,
    constructor: BindingId,
    /// The place of its operand in an application, the head included.
    place: usize,
    is_only: bool,
}

impl<'a> Field<'a> {
    fn of(case: &'a TestCase, node: Node) -> Option<Field<'a>> {
        let (tree, analysis) = (case.tree(), analysis(case));
        let sort = tree.child(node, 1).filter(|_| tree.is_list(node))?;
        let list = case.parent(node);
        let selector = member_at(case, node + 1).filter(|_| analysis.role(sort) == Role::Sort)?;
        let constructor = member_at(case, list + 1)?;
        let mut fields = tree.children(list).take(MOST);
        Some(Field {
            case,
            node,
            selector,
            constructor,
            place: fields.position(|field| field == node)?,
            is_only: tree.child(list, 2).is_none(),
        })
    }

    fn uses(&self, id: BindingId) -> &'a [Node] {
        &analysis(self.case).get(id).uses
    }

    fn without(&self) -> Option<Edit> {
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let mut splices = vec![Splice::delete(self.case.tree(), self.node)];
        // Terms that select the field are deleted.
        let mut terms = Vec::new();
        for &token in self.uses(self.selector) {
            let term = self.case.parent(token);
            let is_applied = term + 1 == token && analysis.role(term) == Role::Term;
            terms.push(is_applied.then_some(term)?);
        }
        // Applications and patterns of the constructor lose the operand.
        for &token in self.uses(self.constructor) {
            let above = self.case.parent(token);
            if is_form(tree, above, b"_") {
                continue; // a tester
            }
            let is_qualified = is_form(tree, above, b"as");
            let head = if is_qualified { above } else { token };
            let list = self.case.parent(head);
            let operand = tree.child(list, self.place).filter(|_| list + 1 == head)?;
            if analysis.role(list) != Role::Term {
                // A pattern: the operand is a variable.
                let variable = analysis.binding(operand)?;
                terms.extend(self.uses(variable).iter().filter(|&&at| at != operand));
            }
            splices.push(self.shortened(list, operand));
        }
        let terms = outermost(self.case, terms);
        splices.extend(deletion(self.case, terms, &|_| false)?);
        Some(Edit::new(splices))
    }

    /// Removes the operand from an application or a pattern. Without any operand, the constructor stands alone.
    fn shortened(&self, list: Node, operand: Node) -> Splice {
        if self.is_only {
            Splice::replace(self.case.tree(), list, vec![Piece::Copy(list + 1)])
        } else {
            Splice::delete(self.case.tree(), operand)
        }
    }
}

/// `(tail (cons x y))` → `y`, where `tail` is the second selector of `cons`;
/// `(match (cons x y) ((nil p) ((cons h t) (q h t))))` → `(q x y)`.
pub static REMOVE_DATATYPE_IDENTITY: Mutator = Mutator::smtlib("dt-rm-identity", "datatypes")
    .about("Replace a selector of a constructor by the selected operand")
    .at(At::Term)
    .only(|case, node| selected(case, node).is_some() || TakenCase::of(case, node).is_some())
    .edit(|case, node| {
        if let Some(operand) = selected(case, node) {
            return Some(Edit::replace(case.tree(), node, vec![Piece::Copy(operand)]));
        }
        TakenCase::of(case, node)?.instead_of(case, node)
    })
    .judged();

/// The operand that the selector at the head of the node selects.
fn selected(case: &TestCase, node: Node) -> Option<Node> {
    let tree = case.tree();
    let [head, application] = tree.elements(node)?;
    let selector = member_of(case, head)?;
    let constructor = member_of(case, tree.first(application)?)?;
    // `(cons (head S) (tail T))`: the selector's name is the first element of its list.
    let (field, declared) = (case.parent(selector), case.parent(constructor));
    let is_field = field != ROOT
        && case.parent(field) == declared
        && tree.child(declared, 0) == Some(constructor);
    let place = tree.children(declared).position(|part| part == field)?;
    tree.child(application, place)
        .filter(|_| is_field && place > 0)
}

/// The token in the declaration of a datatype that binds the name `f` or `(as f S)`.
fn member_of(case: &TestCase, head: Node) -> Option<Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_qualified = tree.head(head).is_some_and(|word| word.bytes() == b"as");
    let token = if is_qualified {
        tree.child(head, 1)?
    } else {
        head
    };
    let binding = analysis.meaning(token)?;
    (binding.kind == BindingKind::Datatype && binding.node != token).then_some(binding.node)
}

/// The case of a `match` that is certainly taken, because the matched term is an application of a constructor: its
/// body, and the terms for which the variables of its pattern stand.
struct TakenCase {
    body: Node,
    variables: Vec<(Node, Node)>,
}

impl TakenCase {
    /// The case that is taken: the first one for the constructor of the matched term, or for any term. None if that is
    /// not certain.
    fn of(case: &TestCase, node: Node) -> Option<TakenCase> {
        let tree = case.tree();
        if !is_form(tree, node, b"match") {
            return None;
        }
        let mut parts = operands(tree, node);
        let (term, cases) = (parts.next()?, parts.next()?);
        let constructor = constructor(case, term);
        for arm in tree.children(cases) {
            let (pattern, body) = (tree.child(arm, 0)?, tree.child(arm, 1)?);
            // A variable matches any term, and another pattern the terms of its constructor.
            let is_variable = analysis(case).bound_at(pattern).is_some();
            let tested = self::constructor(case, pattern).filter(|_| !is_variable);
            let variables = match tested {
                None if is_variable => vec![(pattern, term)],
                Some(_) if tested == constructor => fields(tree, pattern, term)?,
                Some(_) if constructor.is_some() => continue,
                _ => return None,
            };
            return Some(TakenCase { body, variables });
        }
        None
    }

    /// Replaces the `match` by the body, and variables by terms. None if a name would be captured.
    fn instead_of(&self, case: &TestCase, node: Node) -> Option<Edit> {
        let tree = case.tree();
        let mut splices = vec![Splice::replace(tree, node, vec![Piece::Copy(self.body)])];
        let variables: Vec<(BindingId, Node)> = self
            .variables
            .iter()
            .filter_map(|&(token, term)| Some((analysis(case).bound_at(token)?, term)))
            .collect();
        let is_gone = |id| variables.iter().any(|&(variable, _)| variable == id);
        for &(id, term) in &variables {
            let uses = &analysis(case).get(id).uses;
            if !keeps_meaning(case, term, uses, is_gone) {
                return None;
            }
            splices.extend(replacements(tree, uses, Piece::Copy(term)));
        }
        Some(Edit::new(splices))
    }
}

/// The token that declares the constructor of a term or of a pattern.
fn constructor(case: &TestCase, term: Node) -> Option<Node> {
    let tree = case.tree();
    let is_plain = tree.is_list(term) && !is_form(tree, term, b"as");
    let head = if is_plain { tree.child(term, 0)? } else { term };
    let declared = member_of(case, head)?;
    // A selector stands in the list of its constructor.
    let around = case.parent(case.parent(declared));
    let is_selector = tree.head(around).is_some() && member_at(case, around + 1).is_some();
    (!is_selector).then_some(declared)
}

/// The constructor or the selector that the token declares.
fn member_at(case: &TestCase, token: Node) -> Option<BindingId> {
    analysis(case).bound_as(token, BindingKind::Datatype)
}

/// The variables of a pattern, each with the operand of the term for which it stands. None if their numbers differ.
fn fields(tree: &Tree, pattern: Node, term: Node) -> Option<Vec<(Node, Node)>> {
    let parts = |list: Node| tree.children(list).skip(1).collect::<Vec<Node>>();
    let is_qualified = is_form(tree, term, b"as");
    let terms = if is_qualified {
        Vec::new()
    } else {
        parts(term)
    };
    let variables = parts(pattern);
    (variables.len() == terms.len()).then(|| variables.into_iter().zip(terms).collect())
}
