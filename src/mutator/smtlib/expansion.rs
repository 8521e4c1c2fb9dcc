//! Expands definitions: puts their bodies, with the operands in place of the parameters, where they are used. Expands
//! chains of definitions, in which the body of one uses another, to the end.

use super::deletion::replaced;
use super::shape::operands;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, analysis};
use crate::tree::{Node, Piece, Splice, Tree};
use rustc_hash::FxHashMap;

/// A definition that is to be expanded wherever it is used.
#[derive(Clone, Debug)]
pub(super) struct Expandable {
    /// The name that it defines.
    pub(super) id: BindingId,
    /// The whole command.
    pub(super) command: Node,
    /// The names of its parameters.
    pub(super) parameters: Vec<BindingId>,
    pub(super) body: Node,
}

/// The splices that expand these definitions at all uses outside their own commands. None if a use is not an
/// application to all operands, or if more than `budget` cells would be put in.
pub(super) fn expansion(
    case: &TestCase,
    definitions: &[Expandable],
    budget: usize,
) -> Option<Vec<Splice>> {
    let analysis = analysis(case);
    let uses = |id: BindingId| analysis.bindings()[id as usize].uses.iter().copied();
    let mut expansion = Expansion {
        case,
        definitions: definitions
            .iter()
            .map(|definition| (definition.id, definition))
            .collect(),
        replaced: Vec::new(),
        frames: Vec::new(),
        budget,
    };
    let mut outside: Vec<Node> = Vec::new();
    for definition in definitions {
        outside.extend(uses(definition.id));
        expansion.replaced.extend(uses(definition.id));
        expansion
            .replaced
            .extend(definition.parameters.iter().flat_map(|&id| uses(id)));
    }
    expansion.replaced.sort_unstable();
    outside.sort_unstable();
    let mut commands: Vec<(Node, Node)> = definitions
        .iter()
        .map(|definition| (definition.command, case.tree().next(definition.command)))
        .collect();
    commands.sort_unstable();
    outside.retain(|&token| {
        let before = commands.partition_point(|&(command, _)| command <= token);
        before
            .checked_sub(1)
            .is_none_or(|last| commands[last].1 <= token)
    });
    let mut splices = Vec::new();
    let mut reach = 0;
    for token in outside {
        let application = expansion.application(token)?;
        if application >= reach {
            let with = expansion.expanded(application)?;
            splices.push(replaced(case, application, with));
            reach = case.tree().next(application);
        }
    }
    Some(splices)
}

/// The operands of one expanded use: what each parameter stands for, and the frame in which these operands stand.
struct Frame {
    operands: FxHashMap<BindingId, Node>,
    outer: Option<usize>,
}

/// What is still to be written.
enum Work {
    Node(Node, Option<usize>),
    Close,
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
    definitions: FxHashMap<BindingId, &'a Expandable>,
    /// The tokens that are not copied: uses of the definitions and of their parameters; in order.
    replaced: Vec<Node>,
    frames: Vec<Frame>,
    /// How many more cells may be written.
    budget: usize,
}

impl Expansion<'_> {
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

    /// A term with all definitions in it expanded.
    fn expanded(&mut self, term: Node) -> Option<Vec<Piece>> {
        self.frames.clear();
        let mut with = Vec::new();
        let mut work = vec![Work::Node(term, None)];
        while let Some(next) = work.pop() {
            let (node, frame) = match next {
                Work::Node(node, frame) => (node, frame),
                Work::Close => {
                    with.push(Piece::Close);
                    continue;
                }
            };
            if !self.is_replaced_in(node) {
                self.budget = self.budget.checked_sub(self.tree().len(node) as usize)?;
                with.push(Piece::Copy(node));
                continue;
            }
            // Definitions may use one another so often that only the steps tell that it will not end soon.
            self.budget = self.budget.checked_sub(1)?;
            match self.instead(node, frame)? {
                Instead::Term(term, frame) => work.push(Work::Node(term, frame)),
                Instead::Itself if !self.tree().is_list(node) => return None,
                Instead::Itself => {
                    with.push(Piece::Open);
                    work.push(Work::Close);
                    let from = work.len();
                    let children = self.tree().children(node);
                    work.extend(children.map(|child| Work::Node(child, frame)));
                    work[from..].reverse();
                }
            }
        }
        Some(with)
    }

    /// Whether the node contains a token that is not copied.
    fn is_replaced_in(&self, node: Node) -> bool {
        let first = self.replaced.partition_point(|&token| token < node);
        self.replaced
            .get(first)
            .is_some_and(|&token| token < self.tree().next(node))
    }

    /// What is written instead of the node: for a parameter its operand, for a use of a definition the body. None if the
    /// expansion is not possible.
    fn instead(&mut self, node: Node, frame: Option<usize>) -> Option<Instead> {
        let tree = self.case.tree();
        let head = if tree.is_list(node) { node + 1 } else { node };
        let Some(id) = analysis(self.case).binding(head) else {
            return Some(Instead::Itself);
        };
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
        let operand = frame.and_then(|frame| {
            let frame = &self.frames[frame];
            Some((*frame.operands.get(&id)?, frame.outer))
        });
        match operand {
            Some((operand, frame)) if head == node => Some(Instead::Term(operand, frame)),
            Some(_) => None, // a parameter that is applied
            None => Some(Instead::Itself),
        }
    }
}
