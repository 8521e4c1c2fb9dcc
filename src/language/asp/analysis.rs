//! What is computed once about an answer-set program.

use super::roles::{Role, is_term, roles, terms_apart};
use super::safety::{is_named_variable, is_safe};
use super::term::is_number;
use super::uses::{AtomUse, UseCounts, atom_use, derives_nothing};
use crate::language::TestCase;
use crate::tree::{Builder, Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

/// What is known about a program.
#[derive(Debug, Default)]
pub struct Analysis {
    roles: Box<[Role]>,
    /// Whether each variable of each statement is safe.
    is_safe: bool,
    /// Whether a statement that is kept as it is may derive atoms.
    hides_rules: bool,
    /// Made on first use: where the name of each atom occurs.
    names: OnceLock<AtomNames>,
    /// Made on first use: how the atoms with each name are used.
    uses: OnceLock<FxHashMap<Symbol, UseCounts>>,
    /// Made on first use: the first constants.
    constants: OnceLock<Vec<Symbol>>,
    /// Made on first use: for each node, whether it is a term that is read by itself.
    apart: OnceLock<Box<[bool]>>,
    /// Made on first use: where variables with names occur.
    variables: OnceLock<Box<[Node]>>,
}

/// At most this many constants are remembered.
const MOST_CONSTANTS: usize = 6;

/// The names of atoms in the order of their first occurrences, and where each occurs.
#[derive(Debug, Default)]
pub struct AtomNames {
    order: Vec<Symbol>,
    places: FxHashMap<Symbol, Vec<Node>>,
    /// The names that are classically negated somewhere.
    negated: FxHashSet<&'static [u8]>,
}

impl Analysis {
    /// The analysis of this tree.
    pub(super) fn of(tree: &Tree) -> Analysis {
        Analysis {
            roles: roles(tree),
            is_safe: tree.children(ROOT).all(|node| is_safe(tree, node)),
            hides_rules: tree
                .children(ROOT)
                .any(|node| !tree.is_list(node) && !derives_nothing(tree, node)),
            ..Analysis::default()
        }
    }

    /// What a node is.
    pub fn role(&self, node: Node) -> Role {
        self.roles.get(node as usize).copied().unwrap_or_default()
    }

    /// The names of the atoms of this program, which is `tree`.
    pub fn names(&self, tree: &Tree) -> &AtomNames {
        self.names.get_or_init(|| {
            let mut names = AtomNames::default();
            let atoms = (1..tree.end()).filter(|&node| self.role(node) == Role::Atom);
            for name in atoms.filter_map(|atom| name(tree, atom)) {
                let positive = tree.sym(name).bytes().strip_prefix(b"-");
                names.negated.extend(positive);
                let places = names.places.entry(tree.sym(name)).or_default();
                if places.is_empty() {
                    names.order.push(tree.sym(name));
                }
                places.push(name);
            }
            names
        })
    }

    /// How the atoms with a name are used in this program, which is the case's. None if no atom has the name.
    pub fn uses(&self, case: &TestCase, name: Symbol) -> Option<&UseCounts> {
        let uses = self.uses.get_or_init(|| {
            let tree = case.tree();
            let names = self.names(tree);
            let counts = |&name: &Symbol| {
                let mut counts = UseCounts::default();
                for &place in names.places(name) {
                    let usage = self.atom_use(case, place);
                    *counts.of(usage, |list| tree.children(list).take(2).count()) += 1;
                    counts.with_arguments += usize::from(self.has_arguments(place));
                }
                (name, counts)
            };
            names.all().iter().map(counts).collect()
        });
        uses.get(&name)
    }

    /// How the atom is used whose name is at a node of this program, which is the case's.
    pub fn atom_use(&self, case: &TestCase, name: Node) -> AtomUse {
        atom_use(case, &self.roles, name)
    }

    /// Whether the atom whose name is at a node has arguments.
    pub fn has_arguments(&self, name: Node) -> bool {
        self.role(name) != Role::Atom
    }

    /// The first distinct constants in terms of this program, which is `tree`: names, numbers and strings.
    pub fn constants(&self, tree: &Tree) -> &[Symbol] {
        self.constants.get_or_init(|| {
            let mut constants = Vec::new();
            for list in (1..tree.end()).filter(|&node| tree.is_list(node)) {
                // The head of a function is not a constant.
                let skipped = usize::from(tree.head(list).is_some());
                for node in tree.children(list).skip(skipped) {
                    let token = tree.sym(node);
                    let is_constant = self.role(node) == Role::Term && is_constant(token.bytes());
                    if is_constant && !constants.contains(&token) {
                        constants.push(token);
                        if constants.len() == MOST_CONSTANTS {
                            return constants;
                        }
                    }
                }
            }
            constants
        })
    }

    /// Whether a node of this program, which is `tree`, is a term that is read by itself.
    pub(super) fn is_apart(&self, tree: &Tree, node: Node) -> bool {
        let apart = self.apart.get_or_init(|| terms_apart(tree, &self.roles));
        apart.get(node as usize).copied().unwrap_or_default()
    }

    /// Whether a variable with a name is among these nodes of this program, which is `tree`.
    pub(super) fn has_variables(&self, tree: &Tree, nodes: Range<Node>) -> bool {
        let variables = self.variables.get_or_init(|| {
            let variables = (1..tree.end()).filter(|&node| is_named_variable(tree, node));
            variables.collect()
        });
        let first = variables.partition_point(|&node| node < nodes.start);
        variables.get(first).is_some_and(|&node| node < nodes.end)
    }

    /// Whether each variable of each statement is safe.
    pub(super) fn is_safe(&self) -> bool {
        self.is_safe
    }

    /// Whether a statement that is kept as it is may derive atoms.
    pub(crate) fn hides_rules(&self) -> bool {
        self.hides_rules
    }

    /// Whether a node of this program, which is `tree`, is a term and not what one begins with.
    pub(crate) fn is_term(&self, tree: &Tree, node: Node) -> bool {
        is_term(tree, &self.roles, node)
    }
}

impl AtomNames {
    /// The names in the order in which they first occur.
    pub fn all(&self) -> &[Symbol] {
        &self.order
    }

    /// Whether a name is classically negated, or the program negates it classically somewhere else.
    pub fn is_negated(&self, name: Symbol) -> bool {
        let bytes = name.bytes();
        bytes.starts_with(b"-") || self.negated.contains(bytes)
    }

    /// The nodes at which a name occurs, in order.
    pub fn places(&self, name: Symbol) -> &[Node] {
        self.places.get(&name).map_or(&[], Vec::as_slice)
    }
}

fn is_constant(token: &[u8]) -> bool {
    let is_name = token.first().is_some_and(u8::is_ascii_lowercase);
    is_name || is_number(token) || token.starts_with(b"\"")
}

/// The node with the name of an atom. None if there is no name, as in `()`: no text is read like this, but an
/// ill-formed edit may make such a list.
pub fn name(tree: &Tree, atom: Node) -> Option<Node> {
    let name = if tree.is_list(atom) {
        tree.first(atom)?
    } else {
        atom
    };
    (!tree.is_list(name)).then_some(name)
}

/// The analysis of a test case. Nothing is known of a text in another language.
pub fn analysis(case: &TestCase) -> &Analysis {
    static NOTHING: LazyLock<Analysis> =
        LazyLock::new(|| Analysis::of(&Builder::default().finish()));
    case.analysed().unwrap_or(&NOTHING)
}
