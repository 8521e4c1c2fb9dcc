//! What is computed once about an answer-set program.

use super::roles::{Role, roles};
use super::safety::is_safe;
use super::term::is_number;
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;
use std::sync::OnceLock;

/// What is known of a program.
#[derive(Debug)]
pub struct Analysis {
    roles: Box<[Role]>,
    /// The hashes of the statements' texts.
    hashes: FxHashSet<u64>,
    /// Whether each variable of each statement is safe.
    is_safe: bool,
    /// Made on first use: where each name of an atom stands.
    names: OnceLock<AtomNames>,
    /// Made on first use: the first constants.
    constants: OnceLock<Vec<Symbol>>,
}

/// So many constants are remembered.
const MOST_CONSTANTS: usize = 6;

/// The names of atoms in the order in which they first occur, and where each stands.
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
            hashes: tree.children(ROOT).map(|node| hash(tree, node)).collect(),
            is_safe: tree.children(ROOT).all(|node| is_safe(tree, node)),
            names: OnceLock::new(),
            constants: OnceLock::new(),
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

    /// The first constants that stand in terms of this program, which is `tree`: names, numbers and strings.
    pub fn constants(&self, tree: &Tree) -> &[Symbol] {
        self.constants.get_or_init(|| {
            let mut constants = Vec::new();
            for list in (1..tree.end()).filter(|&node| tree.is_list(node)) {
                let operands = tree
                    .children(list)
                    .skip(usize::from(tree.head(list).is_some()));
                let tokens =
                    operands.filter(|&node| self.role(node) == Role::Term && !tree.is_list(node));
                for token in tokens.map(|node| tree.sym(node)) {
                    if is_constant(token.bytes()) && !constants.contains(&token) {
                        constants.push(token);
                    }
                }
                if constants.len() >= MOST_CONSTANTS {
                    constants.truncate(MOST_CONSTANTS);
                    break;
                }
            }
            constants
        })
    }

    /// Whether the program has this statement of another tree.
    pub(super) fn has(&self, tree: &Tree, statement: Node) -> bool {
        self.hashes.contains(&hash(tree, statement))
    }

    /// Whether each variable of each statement is safe.
    pub(super) fn is_safe(&self) -> bool {
        self.is_safe
    }
}

impl AtomNames {
    /// The names in the order in which they first occur.
    pub fn all(&self) -> &[Symbol] {
        &self.order
    }

    /// Whether a name is classically negated, or is so somewhere else in the program.
    pub fn is_negated(&self, name: Symbol) -> bool {
        let bytes = name.bytes();
        bytes.starts_with(b"-") || self.negated.contains(bytes)
    }

    /// Where a name stands, in order.
    pub fn places(&self, name: Symbol) -> &[Node] {
        self.places.get(&name).map_or(&[], Vec::as_slice)
    }
}

fn is_constant(token: &[u8]) -> bool {
    let is_name = token.first().is_some_and(u8::is_ascii_lowercase);
    is_name || is_number(token) || token.starts_with(b"\"")
}

/// The node with the name of an atom. None if there is no name, as in `()`: no text is read so, but an ill-formed edit
/// may make it.
pub fn name(tree: &Tree, atom: Node) -> Option<Node> {
    let name = if tree.is_list(atom) {
        tree.first(atom)?
    } else {
        atom
    };
    (!tree.is_list(name)).then_some(name)
}

/// The analysis of a test case, if it is an answer-set program.
pub fn analysis(case: &TestCase) -> Option<&Analysis> {
    case.analysed::<Analysis>()
}

fn hash(tree: &Tree, statement: Node) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(tree.bytes(statement));
    hasher.finish()
}
