//! Definitions of functions and sorts, and their expansion: each use is replaced by the body, with operands instead of
//! parameters. Chains of definitions, in which the body of one uses another, are expanded to the end.

use super::capture::{binders, uses_from_outside};
use super::pieces::deletions;
use super::shape::{bound_head, declared, operands};
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, Parts, analysis, name};
use crate::tree::{Edit, Node, Piece, Splice, Symbol, Tree};
use rustc_hash::FxHashMap;

/// The splice that expands a definition at one term that uses it. None if the term is no application to all operands,
/// if a name would be captured, or if more than `budget` cells would be inserted.
pub(crate) fn expansion_at(
    case: &TestCase,
    definition: &Definition,
    term: Node,
    budget: usize,
) -> Option<Splice> {
    let head = case.tree().first(term).unwrap_or(term);
    let mut expansion = Expansion::of(case, std::slice::from_ref(definition), budget);
    expansion.replaces([head].into_iter());
    let is_applied = expansion.application(head) == Some(term);
    let with = is_applied.then(|| expansion.expanded(term)).flatten()?;
    Some(Splice::replace(case.tree(), term, with))
}

/// The edit that expands these definitions at all their uses and removes them. None if a use is not an application to
/// all operands, if a name would be captured, or if the text would grow by more than `growth` cells.
pub(crate) fn inlined(case: &TestCase, definitions: &[Definition], growth: usize) -> Option<Edit> {
    let tree = case.tree();
    let commands: usize = definitions
        .iter()
        .map(|definition| tree.len(definition.command) as usize)
        .sum();
    let applications: usize = definitions
        .iter()
        .flat_map(|definition| uses(case, definition.id))
        .map(|&token| {
            let term = case.parent(token);
            let is_applied = term + 1 == token;
            if is_applied {
                tree.len(term) as usize
            } else {
                1
            }
        })
        .sum();
    let budget = commands + 2 * applications + growth;
    let mut splices = expansion(case, definitions, budget)?;
    let commands = definitions.iter().map(|definition| definition.command);
    splices.extend(deletions(tree, commands));
    Some(Edit::new(splices))
}

fn uses(case: &TestCase, id: BindingId) -> &[Node] {
    &analysis(case).get(id).uses
}

/// The splices that expand these definitions at all uses outside their own commands.
fn expansion(case: &TestCase, definitions: &[Definition], budget: usize) -> Option<Vec<Splice>> {
    let mut expansion = Expansion::of(case, definitions, budget);
    let all = definitions
        .iter()
        .flat_map(|definition| uses(case, definition.id).iter().copied());
    expansion.replaces(all.clone());
    // Only uses outside the definitions are replaced; those inside go with the definitions.
    let mut commands: Vec<(Node, Node)> = definitions
        .iter()
        .map(|definition| (definition.command, case.tree().next(definition.command)))
        .collect();
    commands.sort_unstable();
    let is_outside = |&token: &Node| {
        let before = commands.partition_point(|&(command, _)| command <= token);
        before
            .checked_sub(1)
            .is_none_or(|last| commands[last].1 <= token)
    };
    let mut outside: Vec<Node> = all.filter(is_outside).collect();
    outside.sort_unstable();
    // An application inside another one is expanded with it.
    let mut splices = Vec::new();
    let mut reach = 0;
    for token in outside {
        let application = expansion.application(token)?;
        if application >= reach {
            let with = expansion.expanded(application)?;
            splices.push(Splice::replace(case.tree(), application, with));
            reach = case.tree().next(application);
        }
    }
    Some(splices)
}

/// One use that is being expanded: the operand for each parameter, and the frame to which these operands belong.
struct Frame {
    operands: FxHashMap<BindingId, Node>,
    outer: Option<usize>,
}

/// What is still to be written.
enum Unexpanded {
    Node(Node, Option<usize>),
    Close,
    /// Nothing, but a binder in this frame binds the name from here on.
    Bind(Symbol, Option<usize>),
    /// Nothing, but the last binding of the name ends here.
    Unbind(Symbol),
}

/// What is written instead of a node.
enum Instead {
    /// The node itself, with its elements expanded.
    Itself,
    /// Another term, in this frame.
    Term(Node, Option<usize>),
}

struct Expansion<'a> {
    case: &'a TestCase,
    definitions: FxHashMap<BindingId, &'a Definition>,
    /// The tokens that are not copied, in order: uses of the definitions and of their parameters.
    replaced: Vec<Node>,
    frames: Vec<Frame>,
    /// The names that are bound in what has been written around the current place, each with the frames of its binders,
    /// the innermost last.
    bound: FxHashMap<Symbol, Vec<Option<usize>>>,
    /// How many more cells may be written.
    budget: usize,
}

impl<'a> Expansion<'a> {
    fn of(case: &'a TestCase, definitions: &'a [Definition], budget: usize) -> Expansion<'a> {
        let uses_of_parameters = definitions
            .iter()
            .flat_map(|definition| &definition.parameters)
            .flat_map(|&id| uses(case, id))
            .copied();
        Expansion {
            case,
            definitions: definitions
                .iter()
                .map(|definition| (definition.id, definition))
                .collect(),
            replaced: uses_of_parameters.collect(),
            frames: Vec::new(),
            bound: FxHashMap::default(),
            budget,
        }
    }

    /// Sets which uses of the definitions are expanded.
    fn replaces(&mut self, uses: impl Iterator<Item = Node>) {
        self.replaced.extend(uses);
        self.replaced.sort_unstable();
    }

    fn tree(&self) -> &Tree {
        self.case.tree()
    }

    /// The term in which the token is applied, or the token itself if its function has no parameters.
    fn application(&self, token: Node) -> Option<Node> {
        let definition = self.definitions[&analysis(self.case).binding(token)?];
        if definition.parameters.is_empty() {
            return Some(token);
        }
        let term = self.case.parent(token);
        let count = operands(self.tree(), term).count();
        (term + 1 == token && count == definition.parameters.len()).then_some(term)
    }

    /// A term with all definitions in it expanded, written with a stack of nodes instead of recursion. None if that is
    /// not possible, if a name would be captured, or if the budget is used up.
    fn expanded(&mut self, term: Node) -> Option<Vec<Piece>> {
        self.frames.clear();
        self.bound.clear();
        let mut with = Vec::new();
        let mut work = vec![Unexpanded::Node(term, None)];
        while let Some(next) = work.pop() {
            let (node, frame) = match next {
                Unexpanded::Node(node, frame) => (node, frame),
                Unexpanded::Close => {
                    with.push(Piece::Close);
                    continue;
                }
                Unexpanded::Bind(name, frame) => {
                    self.bound.entry(name).or_default().push(frame);
                    continue;
                }
                Unexpanded::Unbind(name) => {
                    self.bound.entry(name).or_default().pop();
                    continue;
                }
            };
            if !self.is_replaced_in(node) {
                self.budget = self.budget.checked_sub(self.tree().len(node) as usize)?;
                if self.is_captured(node, frame, term) {
                    return None;
                }
                with.push(Piece::Copy(node));
                continue;
            }
            // Definitions may use one another so often that this takes very long although little is written. So steps
            // count, too.
            self.budget = self.budget.checked_sub(1)?;
            match self.instead(node, frame)? {
                Instead::Term(term, frame) => work.push(Unexpanded::Node(term, frame)),
                Instead::Itself if !self.tree().is_list(node) => return None,
                Instead::Itself => {
                    with.push(Piece::Open);
                    work.push(Unexpanded::Close);
                    let elements = self.elements(node, frame);
                    work.extend(elements.into_iter().rev());
                }
            }
        }
        Some(with)
    }

    /// The elements of a list that are to be written, each between the beginning and the end of what the list binds for
    /// it.
    fn elements(&self, list: Node, frame: Option<usize>) -> Vec<Unexpanded> {
        let mut elements = Vec::new();
        for element in self.tree().children(list) {
            let names: Vec<Symbol> = binders(self.case, list, element)
                .map(|id| analysis(self.case).get(id).name)
                .collect();
            elements.extend(names.iter().map(|&name| Unexpanded::Bind(name, frame)));
            elements.push(Unexpanded::Node(element, frame));
            elements.extend(names.into_iter().map(Unexpanded::Unbind));
        }
        elements
    }

    /// Whether a name in a node would mean something else where the node is copied: because a binder from another frame
    /// has been written around it, or because the node comes from a body and the name has another meaning at the
    /// expanded term.
    ///
    /// Either the tokens of the node are looked at, or the bound names, whichever are fewer. So nested applications take
    /// linear time, however large their operands are, and so do nested binders.
    fn is_captured(&self, node: Node, frame: Option<usize>, expanded: Node) -> bool {
        let (tree, analysis) = (self.tree(), analysis(self.case));
        let binder = |name: &Symbol| self.bound.get(name).and_then(|frames| frames.last());
        let is_foreign = |name: &Symbol| binder(name).is_some_and(|&other| other != frame);
        if frame.is_none() && self.bound.len() < tree.len(node) as usize {
            let mut foreign = self.bound.keys().filter(|&name| is_foreign(name));
            return foreign.any(|&name| uses_from_outside(self.case, node, name));
        }
        let is_inside = |id: BindingId| tree.contains(node, analysis.get(id).node);
        (node..tree.next(node))
            .filter(|&token| !tree.is_list(token))
            .filter(|&token| !analysis.binding(token).is_some_and(is_inside))
            .map(|token| tree.sym(token))
            .any(|token| match binder(&name(token)) {
                Some(&other) => other != frame,
                None if frame.is_none() => false,
                None => analysis.resolve(token, node) != analysis.resolve(token, expanded),
            })
    }

    /// Whether the node contains a token that is not copied.
    fn is_replaced_in(&self, node: Node) -> bool {
        let first = self.replaced.partition_point(|&token| token < node);
        self.replaced
            .get(first)
            .is_some_and(|&token| token < self.tree().next(node))
    }

    /// What is written instead of the node: for a parameter its operand, for a use of a definition its body. None if
    /// the expansion is not possible.
    fn instead(&mut self, node: Node, frame: Option<usize>) -> Option<Instead> {
        let tree = self.case.tree();
        let head = tree.first(node).unwrap_or(node);
        let Some(id) = analysis(self.case).binding(head) else {
            return Some(Instead::Itself);
        };
        // A use of a definition: its body, in a new frame with its operands.
        if let Some(definition) = self.definitions.get(&id).copied() {
            if self.application(head)? != node {
                return Some(Instead::Itself);
            }
            let operands = definition
                .parameters
                .iter()
                .copied()
                .zip(operands(tree, node));
            self.frames.push(Frame {
                operands: operands.collect(),
                outer: frame,
            });
            let frame = Some(self.frames.len() - 1);
            return Some(Instead::Term(definition.body, frame));
        }
        // A parameter: its operand, which belongs to the frame around.
        let operand = frame.and_then(|frame| {
            let frame = &self.frames[frame];
            Some((*frame.operands.get(&id)?, frame.outer))
        });
        match operand {
            Some((operand, outer)) if head == node => Some(Instead::Term(operand, outer)),
            Some(_) => None, // a parameter that is applied
            None => Some(Instead::Itself),
        }
    }
}

/// A `define-fun`, `define-const` or `define-sort` at the top level. Recursive functions do not count.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The name that it defines.
    pub(crate) id: BindingId,
    /// The whole command.
    pub(crate) command: Node,
    /// The names of its parameters; a `define-const` has none.
    pub(crate) parameters: Vec<BindingId>,
    /// The body.
    pub(crate) body: Node,
}

impl Definition {
    /// The definition of a name.
    pub(crate) fn of(case: &TestCase, id: BindingId) -> Option<Definition> {
        let (tree, command) = (case.tree(), Definition::command(case, id)?);
        let parts: Vec<Node> = tree.children(command).collect();
        let (parameters, body) = match (declared(case, command)?, &parts[..]) {
            (Parts::FunctionDefinition { .. }, &[_, _, parameters, _, body]) => {
                let parameters = tree.children(parameters);
                let names = parameters.map(|binder| bound_head(case, binder));
                (names.collect::<Option<_>>()?, body)
            }
            (Parts::ConstantDefinition, &[_, _, _, body]) => (Vec::new(), body),
            (Parts::SortDefinition, &[_, _, parameters, sort]) => {
                let parameters = tree.children(parameters);
                let names = parameters.map(|token| analysis(case).binding(token));
                (names.collect::<Option<_>>()?, sort)
            }
            _ => return None,
        };
        Some(Definition {
            id,
            command,
            parameters,
            body,
        })
    }

    /// The command that defines a name, if it may be a definition.
    pub(crate) fn command(case: &TestCase, id: BindingId) -> Option<Node> {
        let binding = analysis(case).get(id);
        let command = case.parent(binding.node);
        let is_own = matches!(binding.kind, BindingKind::Defined | BindingKind::Sort)
            && is_definition(case, command)
            && binding.node == command + 2;
        is_own.then_some(command)
    }
}

/// Whether the node is such a definition.
pub(crate) fn is_definition(case: &TestCase, node: Node) -> bool {
    matches!(
        declared(case, node),
        Some(
            Parts::FunctionDefinition { recursive: false }
                | Parts::ConstantDefinition
                | Parts::SortDefinition
        )
    )
}
