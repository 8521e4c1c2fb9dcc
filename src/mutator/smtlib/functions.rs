//! Mutators of functions, their parameters and their definitions.

use super::toolkit::capture::keeps_meaning;
use super::toolkit::definition::{Definition, is_definition};
use super::toolkit::definition::{expansion_at, inlined};
use super::toolkit::pairs::PairedLists;
use super::toolkit::pieces::{deletions, replacements, word};
use super::toolkit::shape::{bound_head, declared, operands};
use super::toolkit::values::uses_replaced;
use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingId, BindingKind, Parts, Role, analysis};
use crate::mutator::structure::{SHORTEST, sections};
use crate::mutator::{At, ByDefault, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};
use std::ops::Range;

/// Only this many parameters at the beginning of a list are proposed alone. In longer lists, sections are removed
/// first.
const MOST_PARAMETERS: usize = 256;

/// `(declare-fun f (Int Bool) Int) (assert (= (f 1 p) 2))` → `(declare-fun f (Bool) Int) (assert (= (f p) 2))`. An
/// application that loses its last operand becomes the name alone. In the body of a definition, the parameter is
/// replaced by a default of its sort. Proposed at each parameter, and at a long list of parameters for halves, quarters
/// and so on of it.
pub static DROP_PARAMETER: Mutator = Mutator::smtlib("drop-parameter", "smtlib")
    .about("Remove a parameter of a function with the operands that are given for it")
    .only(|case, node| {
        is_list_of_parameters(case, case.parent(node))
            || is_list_of_parameters(case, node) && case.tree().child(node, SHORTEST - 1).is_some()
    })
    .edits(without_parameters)
    .judged();

fn without_parameters(case: &TestCase, node: Node) -> Edits<'_> {
    let tree = case.tree();
    if is_list_of_parameters(case, node) {
        let function = Function::of(case, node, tree.children(node).count());
        return Box::new(function.into_iter().flat_map(|function| {
            sections(function.parameters.len())
                .filter_map(move |section| function.without(section).into_iter().next())
        }));
    }
    let list = case.parent(node);
    let mut parameters = tree.children(list).take(MOST_PARAMETERS);
    let edits = parameters
        .position(|other| other == node)
        .and_then(|place| {
            let function = Function::of(case, list, place + 1)?;
            Some(function.without(place..place + 1))
        });
    Box::new(edits.into_iter().flatten())
}

fn is_list_of_parameters(case: &TestCase, list: Node) -> bool {
    let command = case.parent(list);
    case.tree().child(command, 2) == Some(list)
        && matches!(
            declared(case, command),
            Some(Parts::Function | Parts::FunctionDefinition { .. })
        )
}

/// A function with the first of its parameters, and the first operands of all its applications.
struct Function<'a> {
    case: &'a TestCase,
    is_declared: bool,
    parameters: Vec<Node>,
    applications: Vec<Application>,
}

struct Application {
    term: Node,
    operands: Vec<Node>,
}

impl<'a> Function<'a> {
    /// The function with its first `count` parameters. None if a use of it is no application to at least as many
    /// operands.
    fn of(case: &'a TestCase, list: Node, count: usize) -> Option<Function<'a>> {
        let tree = case.tree();
        let command = case.parent(list);
        let uses = &analysis(case).meaning(command + 2)?.uses;
        // The name must be the head of an application at each use.
        let applications = uses.iter().map(|&token| {
            let term = case.parent(token);
            let operands: Vec<Node> = tree.children(term).skip(1).take(count).collect();
            let is_applied = term + 1 == token && operands.len() == count;
            is_applied.then_some(Application { term, operands })
        });
        Some(Function {
            case,
            is_declared: declared(case, command) == Some(Parts::Function),
            parameters: tree.children(list).take(count).collect(),
            applications: applications.collect::<Option<_>>()?,
        })
    }

    /// The edits that remove these parameters. For a single parameter of a definition, there is one edit for each value
    /// that may replace it in the body.
    fn without(&self, places: Range<usize>) -> Vec<Edit> {
        let gone = self.parameters[places.clone()].iter().copied();
        let mut splices = deletions(self.case.tree(), gone);
        for application in &self.applications {
            self.shorten(application, &places, &mut splices);
        }
        if self.is_declared {
            return vec![Edit::new(splices)];
        }
        let analysis = analysis(self.case);
        // For each parameter, the ways to replace its uses in the body.
        let ways = |&parameter: &Node| {
            let id = bound_head(self.case, parameter);
            id.map_or(Vec::new(), |id| uses_replaced(self.case, analysis.get(id)))
        };
        if let [parameter] = &self.parameters[places.clone()] {
            return ways(parameter)
                .into_iter()
                .map(|way| Edit::new([&splices[..], &way].concat()))
                .collect();
        }
        for parameter in &self.parameters[places] {
            match ways(parameter).into_iter().next() {
                Some(first) => splices.extend(first),
                None => return Vec::new(),
            }
        }
        vec![Edit::new(splices)]
    }

    /// Removes the operands at these places from an application.
    fn shorten(&self, application: &Application, places: &Range<usize>, out: &mut Vec<Splice>) {
        let (tree, Application { term, operands }) = (self.case.tree(), application);
        let is_first = places.start == 0;
        let last = operands[places.end - 1];
        if is_first && tree.next(last) == tree.next(*term) {
            let name = vec![Piece::Leaf(tree.sym(term + 1))];
            out.push(Splice::replace(tree, *term, name));
        } else {
            out.extend(deletions(tree, operands[places.clone()].iter().copied()));
        }
    }
}

/// `(declare-fun p (T) Bool) (assert (p t))` → `(declare-fun p () T) (assert (= p t))`: an uninterpreted predicate of
/// one argument becomes a constant that is equal to the argument. Proposed at the declaration.
pub static PREDICATE_TO_CONSTANT: Mutator = Mutator::smtlib("predicate-to-constant", "smtlib")
    .about("Replace an uninterpreted predicate of one argument by a constant")
    .by_default(ByDefault::InDeepSearches)
    .at(At::Command(b"declare-fun"))
    .edit(|case, node| {
        let tree = case.tree();
        let (list, result) = (tree.child(node, 2)?, tree.child(node, 3)?);
        let is_predicate = tree.child(list, 1).is_none() && tree.bytes(result) == b"Bool";
        let predicate = Function::of(case, list, 1).filter(|_| is_predicate)?;
        let &parameter = predicate.parameters.first()?;
        let equation = |application: &Application| Splice {
            at: application.term + 1,
            cells: 0,
            with: [word("=")].into(),
        };
        let mut splices: Vec<Splice> = predicate.applications.iter().map(equation).collect();
        if splices.is_empty() {
            return None;
        }
        splices.push(Splice {
            at: list,
            cells: tree.next(result) - list,
            with: [Piece::Open, Piece::Close, Piece::Copy(parameter)].into(),
        });
        Some(Edit::new(splices))
    })
    .judged();

/// `(define-fun f ((x Int) (y Int)) Int (g x)) (assert (= (f 1 2) 0))` → `(assert (= (g 1) 0))`;
/// `(define-sort S () Int) (declare-const x S)` → `(declare-const x Int)`.
///
/// At the first definition of a text, all definitions are inlined at once, so that a chain of them is removed as a
/// whole. Then each one is inlined alone. Nothing is proposed if it makes the text larger. A body is never put where
/// one of its names has another meaning.
pub static INLINE_DEFINITIONS: Mutator = Mutator::smtlib("inline-definitions", "smtlib")
    .about("Replace all uses of a definition by its body and remove the definition")
    .only(is_definition)
    .edits(|case, node| {
        let ways: [fn(&TestCase, Node) -> Option<Edit>; 2] = [
            |case, node| inlined(case, &all_from(case, node)?, 0),
            |case, node| inlined(case, &[definition(case, node)?], 0),
        ];
        Box::new(ways.into_iter().filter_map(move |way| way(case, node)))
    })
    .judged();

/// All definitions of the text, if this is the first one and not the only one.
fn all_from(case: &TestCase, first: Node) -> Option<Vec<Definition>> {
    let tree = case.tree();
    // Each definition looks back to the one before it, so all of them together take linear time.
    let previous = |&at: &Node| analysis(case).command(at - 1).filter(|_| at > 1);
    let mut earlier = std::iter::successors(Some(first), previous).skip(1);
    if earlier.any(|command| is_definition(case, command)) {
        return None;
    }
    let next = |&at: &Node| Some(tree.next(at)).filter(|&next| next < tree.end());
    let all: Vec<Definition> = std::iter::successors(Some(first), next)
        .filter(|&command| is_definition(case, command))
        .filter_map(|command| definition(case, command))
        .collect();
    (all.len() > 1).then_some(all)
}

/// The definition, if something uses it.
fn definition(case: &TestCase, command: Node) -> Option<Definition> {
    let id = analysis(case).binding(case.tree().child(command, 1)?)?;
    let definition = Definition::of(case, id).filter(|own| own.command == command)?;
    let binding = analysis(case).get(id);
    let fits = !binding.uses.is_empty() && definition.parameters.len() == binding.parameters.len();
    fits.then_some(definition)
}

/// An application is not inlined if the text would grow by more cells than this.
const MOST_GROWTH: usize = 1000;

/// A longer body is only inlined together with the removal of its definition. Otherwise, looking at all applications of
/// one function would take too long.
const LONGEST_BODY: u32 = 1000;

/// `(f a b)`, where `f` is defined as `(and x y)` with the parameters `x` and `y`, → `(and a b)`. At the name in the
/// definition, all applications are inlined and the definition is removed. A pump where the text grows. Nothing is
/// proposed where a name would be captured or the number of operands is wrong. Recursive functions stay.
pub static INLINE_FUNCTIONS: Mutator = Mutator::smtlib("inline-functions", "smtlib")
    .about("Replace an application of a defined function by its body")
    .only(|case, node| {
        if let Some(id) = analysis(case).bound_at(node) {
            let is_used = !analysis(case).get(id).uses.is_empty();
            return is_used && Definition::command(case, id).is_some();
        }
        let id = function(case, node);
        id.is_some_and(|id| Definition::command(case, id).is_some())
    })
    .edit(|case, node| match analysis(case).bound_at(node) {
        Some(id) => Definition::of(case, id).and_then(|own| inlined(case, &[own], MOST_GROWTH)),
        None => single(case, node),
    })
    .judged();

/// Inlines one application.
fn single(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let definition = Definition::of(case, function(case, node)?)?;
    let fits = tree.len(definition.body) <= LONGEST_BODY;
    let budget = tree.len(node) as usize + MOST_GROWTH;
    let splice = fits.then(|| expansion_at(case, &definition, node, budget));
    Some(Edit::new(vec![splice.flatten()?]))
}

/// The function that a term applies; a constant is a function without operands.
fn function(case: &TestCase, node: Node) -> Option<BindingId> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if node == ROOT || analysis.role(node) != Role::Term {
        return None;
    }
    analysis.binding(tree.first(node).unwrap_or(node))
}

const FUNCTIONS: PairedLists = PairedLists(Parts::MutualDefinitions);

/// `(define-funs-rec ((f () Bool) (g () Bool)) (true f))` → `(define-funs-rec ((f () Bool)) (true))`. Proposed at
/// `(g () Bool)`. The last function stays; it goes with its command. At the list, all functions are removed together
/// that are only used by one another.
pub static REMOVE_RECURSIVE_FUNCTION: Mutator =
    Mutator::smtlib("remove-recursive-function", "smtlib")
        .about("Remove one of several functions that are defined together")
        .only(|case, node| FUNCTIONS.holds(case, node))
        .edit(|case, node| FUNCTIONS.without(case, node))
        .judged();

/// A variable with more uses is left alone until other mutators have removed some of them.
const MOST_USES: usize = 256;

/// The text may grow by at most this many cells.
const MOST_NEW_CELLS: u32 = 1000;

/// An equality with more operands is left to mutators that shorten lists.
const MOST_OPERANDS: usize = 16;

/// `(= x (+ y 1))`: each `x` → `(+ y 1)`, and the declaration of `x` is removed. A pump where the text grows. Not
/// proposed if the term contains the variable, or if one of its names has another meaning at a use. Constants are never
/// replaced.
pub static ELIMINATE_VARIABLES: Mutator = Mutator::smtlib("eliminate-variables", "smtlib")
    .about("Replace a variable by a term that is equal to it")
    .at(At::Head(b"="))
    .only(|case, node| {
        let mut operands = operands(case.tree(), node).take(MOST_OPERANDS);
        analysis(case).role(node) == Role::Term
            && operands.any(|operand| variable(case, operand).is_some())
    })
    .edits(|case, node| {
        let terms: Vec<Node> = operands(case.tree(), node).take(MOST_OPERANDS).collect();
        let mut pairs = Vec::new();
        for &name in &terms {
            let others = terms.iter().filter(|&&term| term != name);
            pairs.extend(others.map(|&term| (name, term)));
        }
        Box::new(
            pairs
                .into_iter()
                .filter_map(move |(name, term)| eliminate(case, variable(case, name)?, term)),
        )
    })
    .judged();

/// The variable at a token, if it may be eliminated. Variables of a `let` are left to let-substitution.
fn variable(case: &TestCase, node: Node) -> Option<&Binding> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let binding = analysis.meaning(node).filter(|_| !tree.is_list(node))?;
    let is_variable = matches!(
        binding.kind,
        BindingKind::Declared | BindingKind::Quantified | BindingKind::Parameter
    );
    let fits = is_variable && binding.parameters.is_empty() && binding.uses.len() <= MOST_USES;
    fits.then_some(binding)
}

/// Replaces each use of the variable by the term, and removes its declaration.
fn eliminate(case: &TestCase, variable: &Binding, term: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let growth = u32::try_from(variable.uses.len())
        .ok()?
        .checked_mul(tree.len(term) - 1)?;
    let is_inside = !variable.uses_in(term..tree.next(term)).is_empty();
    let is_bounded = growth <= MOST_NEW_CELLS;
    let mut uses = variable.uses.iter();
    let fits = is_bounded
        && !is_inside
        && uses.all(|&place| analysis.role(place) == Role::Term)
        && keeps_meaning(case, term, &variable.uses, |_| false);
    let declaration = case.parent(variable.node);
    let is_declared = variable.kind == BindingKind::Declared && case.parent(declaration) == ROOT;
    let gone = is_declared.then(|| Splice::delete(tree, declaration));
    let replaced = replacements(tree, &variable.uses, Piece::Copy(term));
    fits.then(|| Edit::new(gone.into_iter().chain(replaced).collect()))
}
