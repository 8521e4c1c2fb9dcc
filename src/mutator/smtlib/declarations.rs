//! Mutators of declarations.

use super::toolkit::deletion::{deletion, outermost};
use super::toolkit::pieces::{deletions, replacements, word};
use super::toolkit::shape::{declared, is_smaller_token};
use super::toolkit::unused::{all_unused, with_unused};
use super::toolkit::values::{NewTerm, cells, values, values_without};
use crate::language::TestCase;
use crate::language::smtlib::{
    Binding, BindingId, BindingKind, Parts, Role, analysis, functions_like,
};
use crate::mutator::proposal::none;
use crate::mutator::{At, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};
use std::collections::{BTreeSet, VecDeque};

/// `(declare-const p Bool) (assert (or p q r)) (assert (= p q))` → `(assert (or q r)) (assert (= false q))`.
///
/// First, each use is deleted: as an operand where that is possible, otherwise it is replaced by a default of its sort.
/// If some use cannot be deleted, the commands that use the name are deleted. Then, each use is replaced by the second
/// value of its sort. Declarations that need a removed sort or datatype are removed with it. The same candidate removes
/// what becomes unused. A declaration without uses is left to erase-node. One that a single term uses is left to the
/// mutators of terms, if they replace this term by the same values.
pub static DROP_DECLARATION: Mutator = DROPPING
    .edits(|case, node| match Dropped::of(case, node) {
        Some(dropped) if !dropped.is_used_once() => dropped.edits(),
        _ => none(),
    })
    .with_forms(&[("in-lists", &DROP_DECLARATIONS)]);

const DROPPING: Mutator = Mutator::smtlib("drop-declaration", "smtlib")
    .about("Remove a declaration or definition together with all its uses")
    .at(At::TopLevel)
    .only(|case, node| declared(case, node).is_some())
    .judged();

/// [`DROP_DECLARATION`] for many declarations at a time, whether one term uses a declaration or many do.
static DROP_DECLARATIONS: Mutator =
    DROPPING.edits(|case, node| Dropped::of(case, node).map_or_else(none, Dropped::edits));

/// At most this many declarations depend on one another in a chain that goes as a whole. In a chain of sorts, each of
/// which is defined by the one before it, all together would take quadratic time.
const LONGEST_CHAIN: usize = 32;

/// Declarations that go together, and the terms that use them.
struct Dropped<'a> {
    case: &'a TestCase,
    /// The declarations, in order.
    commands: BTreeSet<Node>,
    /// The outermost terms outside the declarations that use what they bind; in order.
    terms: Vec<Node>,
    /// The name that the first declaration binds first.
    name: Option<BindingId>,
}

impl<'a> Dropped<'a> {
    /// What is removed with a declaration. None if nothing uses it, if a use cannot be deleted, or if too long a chain of
    /// declarations depends on it.
    fn of(case: &'a TestCase, first: Node) -> Option<Dropped<'a>> {
        let analysis = analysis(case);
        let mut commands = BTreeSet::from([first]);
        let mut pending = VecDeque::from([(first, 1)]); // with the length of the chain up to it
        let mut terms = Vec::new();
        while let Some((command, links)) = pending.pop_front() {
            if links > LONGEST_CHAIN {
                return None;
            }
            let nodes = command..case.tree().next(command);
            let uses_outside = analysis
                .bound_in(nodes.clone())
                .flat_map(|id| &analysis.get(id).uses)
                .filter(|token| !nodes.contains(token));
            for &token in uses_outside {
                if analysis.role(token) == Role::Sort {
                    let declaration = declaring(case, token)?;
                    if commands.insert(declaration) {
                        pending.push_back((declaration, links + 1));
                    }
                } else {
                    terms.push(term_with(case, token)?);
                }
            }
        }
        terms.retain(|&term| {
            let command = analysis.command(term);
            !command.is_some_and(|command| commands.contains(&command))
        });
        let terms = outermost(case, terms);
        let name = analysis.bound_in(first..case.tree().next(first)).next();
        (!terms.is_empty() || commands.len() > 1).then_some(Dropped {
            case,
            commands,
            terms,
            name,
        })
    }

    /// Whether this is a declaration, not a definition, that only one term uses, and the mutators of terms replace that
    /// term.
    fn is_used_once(&self) -> bool {
        let analysis = analysis(self.case);
        let ([term], Some(name)) = (&self.terms[..], self.name) else {
            return false;
        };
        let is_declared = analysis.get(name).kind == BindingKind::Declared;
        let is_pattern = || analysis.role(self.case.parent(*term)) == Role::Other;
        is_declared && self.commands.len() == 1 && !is_pattern() && self.is_replaced_alone(*term)
    }

    /// Whether the mutators of terms replace this term by the values of its sort, because each of them is simpler.
    fn is_replaced_alone(&self, term: Node) -> bool {
        let tree = self.case.tree();
        let values = values(self.case, analysis(self.case).sort(term), term);
        let is_simpler = |value: &NewTerm| match value[..] {
            [Piece::Leaf(new)] if !tree.is_list(term) => is_smaller_token(new, tree.sym(term)),
            _ => cells(value) < tree.len(term) as usize,
        };
        !values.is_empty() && values.iter().all(is_simpler)
    }

    fn edits(self) -> Edits<'a> {
        let case = self.case;
        let forms: [fn(&Dropped<'a>) -> Option<Edit>; 2] = [
            |dropped| {
                dropped
                    .without_uses()
                    .or_else(|| Some(dropped.without_users()))
            },
            Dropped::with_second_values,
        ];
        Box::new(
            forms
                .into_iter()
                .filter_map(move |form| form(&self))
                .map(move |edit| with_unused(case, edit)),
        )
    }

    /// Whether one of the declarations binds the name.
    fn binds(&self, name: BindingId) -> bool {
        let analysis = analysis(self.case);
        let command = analysis.command(analysis.get(name).node);
        command.is_some_and(|command| self.commands.contains(&command))
    }

    fn deleted_declarations(&self) -> Vec<Splice> {
        deletions(self.case.tree(), self.commands.iter().copied())
    }

    /// Each use is deleted.
    fn without_uses(&self) -> Option<Edit> {
        let mut splices = self.deleted_declarations();
        let terms = self.terms.iter().copied();
        splices.extend(deletion(self.case, terms, &|name| self.binds(name))?);
        Some(Edit::new(splices))
    }

    /// The commands that use the declarations are deleted.
    fn without_users(&self) -> Edit {
        let users = self
            .terms
            .iter()
            .filter_map(|&term| analysis(self.case).command(term));
        let all: BTreeSet<Node> = users.chain(self.commands.iter().copied()).collect();
        Edit::new(deletions(self.case.tree(), all))
    }

    /// Each use becomes the second value of its sort.
    fn with_second_values(&self) -> Option<Edit> {
        let mut splices = self.deleted_declarations();
        for &term in &self.terms {
            if analysis(self.case).role(self.case.parent(term)) == Role::Other {
                return None; // a pattern
            }
            let sort = analysis(self.case).sort(term);
            let values = values_without(self.case, sort, term, &|name| self.binds(name));
            let value = values.into_iter().nth(1)?;
            splices.push(Splice::replace(self.case.tree(), term, value));
        }
        Some(Edit::new(splices))
    }
}

/// The declaration in which a sort is used. None if the sort is used inside another kind of command, or in a recursive
/// definition.
fn declaring(case: &TestCase, token: Node) -> Option<Node> {
    let command = analysis(case).command(token)?;
    let is_recursive = declared(case, command).map(Parts::is_recursive);
    (is_recursive == Some(false)).then_some(command)
}

/// The term at a token, or the application whose head it is.
fn term_with(case: &TestCase, token: Node) -> Option<Node> {
    let analysis = analysis(case);
    std::iter::successors(Some(token), |&node| Some(case.parent(node)))
        .take_while(|&node| node != ROOT)
        .find(|&node| analysis.role(node) == Role::Term)
}

/// `(declare-const x Int) (declare-const y Int) (assert (< x y))` → `(declare-const x Int) (assert (< x x))`.
///
/// First proposes the first symbol with the same sorts, so that all symbols of a sort can be merged into one at once.
/// Then proposes the last one before the declaration.
pub static MERGE_SYMBOLS: Mutator = Mutator::smtlib("merge-symbols", "smtlib")
    .about("Replace a declared symbol by an earlier one with the same sorts")
    .at(At::TopLevel)
    .only(|case, node| {
        matches!(
            declared(case, node),
            Some(Parts::Function | Parts::Constant)
        ) && case.tree().len(node) > 2
    })
    .edits(merged);

fn merged(case: &TestCase, node: Node) -> Edits<'_> {
    let analysis = analysis(case);
    let Some(binding) = analysis.meaning(node + 2) else {
        return none();
    };
    let is_used = binding.node == node + 2 && !binding.uses.is_empty();
    let earlier = if is_used {
        earlier(case, binding, node)
    } else {
        Vec::new()
    };
    Box::new(earlier.into_iter().filter_map(move |other| {
        let renamed = uses_renamed(case, binding, other)?;
        Some(Edit::new(
            renamed.chain([Splice::delete(case.tree(), node)]).collect(),
        ))
    }))
}

/// The first and the last earlier declaration with the same sorts.
fn earlier(case: &TestCase, binding: &Binding, command: Node) -> Vec<BindingId> {
    let analysis = analysis(case);
    if !binding.parameters.is_empty() {
        let functions = functions_like(case, binding);
        let is_earlier = |&id: &BindingId| analysis.get(id).node < command;
        return first_and_last(&functions[..functions.partition_point(is_earlier)]);
    }
    let fits = |&id: &BindingId| {
        let other = analysis.get(id);
        other.kind == BindingKind::Declared
            && other.node < command
            && !other.sort.has_unknown()
            && other.parameters.is_empty()
    };
    let variables = analysis.variables(binding.sort, command).filter(fits);
    first_and_last(&variables.collect::<Vec<_>>())
}

fn first_and_last(ids: &[BindingId]) -> Vec<BindingId> {
    match *ids {
        [first, .., last] => vec![first, last],
        _ => ids.to_vec(),
    }
}

/// The splices that put another name at each use. None if the other name has another meaning at a use.
fn uses_renamed<'a>(
    case: &'a TestCase,
    binding: &'a Binding,
    other: BindingId,
) -> Option<impl Iterator<Item = Splice> + 'a> {
    let analysis = analysis(case);
    let name = analysis.get(other);
    let tree = case.tree();
    let token = Piece::Leaf(tree.sym(name.node));
    let uses = &binding.uses;
    uses.iter()
        .all(|&at| analysis.resolve(name.name, at) == Some(other))
        .then(|| replacements(tree, uses, token))
}

/// `(declare-fun x () Int)` → `(declare-const x Int)`, which means the same. Proposed at the empty list.
pub static DECLARE_CONSTANTS: Mutator = Mutator::smtlib("declare-constants", "smtlib")
    .about("Declare functions without parameters as constants")
    .edit(|case, node| {
        let (tree, command) = (case.tree(), declaration(case, node)?);
        let head = word("declare-const");
        let renamed = Edit::replace(tree, command + 1, vec![head]);
        Some(Edit::join(tree, [renamed, Edit::delete(tree, node)]))
    });

/// The command `(declare-fun name () sort)` in which this node is the empty list.
fn declaration(case: &TestCase, node: Node) -> Option<Node> {
    let tree = case.tree();
    if node == ROOT || tree.len(node) != 1 || !tree.is_list(node) {
        return None;
    }
    let command = case.parent(node);
    let is_declaration = declared(case, command) == Some(Parts::Function)
        && tree.child(command, 2) == Some(node)
        && tree.child(command, 3).is_some();
    is_declaration.then_some(command)
}

/// `(declare-const x Int) (define-fun f () Int x) (assert (let ((y 1)) true))` → `(assert true)`. Names that only
/// removed parts use are removed, too. A single name without a use is left to the mutators that remove single nodes.
pub static REMOVE_UNUSED: Mutator = Mutator::smtlib("remove-unused", "smtlib")
    .about("Remove all declarations, definitions and binders that nothing uses")
    .at(At::Root)
    .edit(|case, _| all_unused(case))
    .unasked();
