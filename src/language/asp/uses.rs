//! How the atoms of a program are used: what may derive an atom, and what depends on it.

use super::roles::{Role, negated, rule};
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Tree};

/// How an atom is used at a place.
#[derive(Clone, Copy, Debug)]
pub enum AtomUse {
    /// It is an alternative of a head, perhaps the only one.
    Alternative {
        statement: Node,
        head: Node,
        body: Node,
    },
    /// It may be chosen.
    Chosen,
    /// It must hold for the rule to apply.
    Condition { statement: Node },
    /// It must not hold for the rule to apply.
    Negated { literal: Node, statement: Node },
    /// Somewhere else.
    Other,
}

/// At how many places the atoms with a name are used in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UseCounts {
    /// As the only alternative of a head, under conditions.
    pub derived: usize,
    /// As the only alternative of a head without a body.
    pub facts: usize,
    /// As one alternative among others, or in a choice.
    pub choices: usize,
    /// As a condition of a body.
    pub conditions: usize,
    /// As a negative literal of a body.
    pub negated: usize,
    /// In other ways.
    pub others: usize,
    /// With arguments, in whatever way.
    pub with_arguments: usize,
}

impl UseCounts {
    /// The number of places that may derive the atom.
    pub fn derivations(&self) -> usize {
        self.derived + self.facts + self.choices
    }

    /// The number of places that depend on the atom.
    pub fn dependents(&self) -> usize {
        self.conditions + self.negated + self.others
    }

    /// The count to which a place belongs. A place in a head counts by how many elements the head and the body of its rule
    /// have.
    pub fn of(&mut self, usage: AtomUse, elements: impl Fn(Node) -> usize) -> &mut usize {
        match usage {
            AtomUse::Alternative { head, .. } if elements(head) > 1 => &mut self.choices,
            AtomUse::Alternative { body, .. } if elements(body) > 0 => &mut self.derived,
            AtomUse::Alternative { .. } => &mut self.facts,
            AtomUse::Chosen => &mut self.choices,
            AtomUse::Condition { .. } => &mut self.conditions,
            AtomUse::Negated { .. } => &mut self.negated,
            AtomUse::Other => &mut self.others,
        }
    }
}

/// How the atom is used whose name is at a node.
pub(super) fn atom_use(case: &TestCase, roles: &[Role], name: Node) -> AtomUse {
    let tree = case.tree();
    let role = |node: Node| roles.get(node as usize).copied().unwrap_or_default();
    // The rule whose head or body this is.
    let rule_of = |list: Node| {
        let statement = case.parent(list);
        let is_rule = list != ROOT && role(statement) == Role::Rule;
        is_rule.then_some(statement)
    };
    let parent = case.parent(name);
    let atom = if role(parent) == Role::Atom {
        parent
    } else {
        name
    };
    let list = case.parent(atom);
    // Directly in a head or a body.
    if let Some(statement) = rule_of(list) {
        return match (role(list), rule(tree, statement)) {
            (Role::Head, Some((head, body))) => AtomUse::Alternative {
                statement,
                head,
                body,
            },
            (Role::Body, _) => AtomUse::Condition { statement },
            _ => AtomUse::Other,
        };
    }
    // In a negative literal of a body, or in a choice.
    let around = case.parent(list);
    match (rule_of(around), role(around)) {
        (Some(statement), Role::Body) if negated(tree, list) == Some(atom) => AtomUse::Negated {
            literal: list,
            statement,
        },
        (Some(_), Role::Head) if role(list) == Role::Aggregate => AtomUse::Chosen,
        _ => AtomUse::Other,
    }
}

/// The beginnings of statements that are no rules and derive no atom.
const DERIVE_NOTHING: &[&[u8]] = &[b"#show", b"#minimize", b"#maximize", b":~", b"#theory"];

/// Whether a statement that is no rule certainly derives no atom, also if it is kept as it is.
pub(crate) fn derives_nothing(tree: &Tree, statement: Node) -> bool {
    let kind: &[u8] = match tree.head(statement) {
        Some(head) => head.bytes(),
        None => tree.bytes(statement),
    };
    DERIVE_NOTHING.iter().any(|start| kind.starts_with(start)) || says_nothing(kind)
}

/// Whether a statement that is one token changes no answer set: it is a directive for the grounder that does not matter
/// without variables, or gringo's mark of an incremental program in the numeric format.
pub(super) fn says_nothing(statement: &[u8]) -> bool {
    statement.starts_with(b"#defined ") || matches!(statement, b"#program base." | b"90 0")
}
