//! Shapes: texts that differ only in the names that they bind, in the values of literals, and in the order of commands,
//! variables and operands that may change places have the same shape. Options do not count: the solver may have been given
//! them as arguments.
//!
//! A shape is a hash of the text from the leaves up. Names count by their colours: at first, all have the same one; then
//! each gets a new one from the places in which it occurs, as in the colour refinement of graphs (Weisfeiler and Leman
//! 1968). Names that this does not tell apart count as one, so some texts that differ have the same shape, but hardly any
//! minimized ones.

use super::name::name;
use super::operators::operator;
use super::{Analysis, BindingId, LiteralKind, Role};
use crate::tree::{Node, ROOT, Tree};

/// How many times colours are refined. Most minimized texts need two.
const ROUNDS: usize = 4;

/// The shape of a text with more cells is that text.
const LONGEST: usize = 10_000;

/// A hash of a part of the text, of the place of a node, or of all places of a name.
type Colour = [u8; 16];

/// The shape of a text. It is no text of the language.
pub(super) fn shape(tree: &Tree, analysis: &Analysis) -> Vec<u8> {
    if tree.cells().len() > LONGEST {
        return tree.text().to_vec();
    }
    let text = Text { tree, analysis };
    let mut colours = vec![Colour::default(); analysis.bindings().len()];
    for _ in 0..ROUNDS {
        colours = text.refined(&colours);
    }
    text.hashes(&colours)[ROOT as usize].to_vec()
}

struct Text<'a> {
    tree: &'a Tree,
    analysis: &'a Analysis,
}

impl Text<'_> {
    /// The hash of each node with all that is below it.
    fn hashes(&self, colours: &[Colour]) -> Vec<Colour> {
        let mut hashes = vec![Colour::default(); self.tree.cells().len()];
        // The children of a node come after it.
        for node in (ROOT..self.tree.end()).rev() {
            hashes[node as usize] = if self.tree.is_list(node) {
                let mut parts: Vec<Colour> = self
                    .tree
                    .children(node)
                    .filter(|&child| node != ROOT || self.tree.head_bytes(child) != b"set-option")
                    .map(|child| hashes[child as usize])
                    .collect();
                if let Some(free) = parts.get_mut(self.fixed(node)..) {
                    free.sort_unstable();
                }
                hash("list", &parts)
            } else {
                self.leaf(node, colours)
            };
        }
        hashes
    }

    fn leaf(&self, node: Node, colours: &[Colour]) -> Colour {
        if let Some(id) = self.analysis.binding(node) {
            return hash("name", &[colours[id as usize]]);
        }
        let token = self.tree.sym(node).bytes();
        let kind = match LiteralKind::of(token) {
            None | Some(LiteralKind::Bool) => token,
            Some(LiteralKind::Numeral) => b"0",
            Some(LiteralKind::Decimal) => b"0.0",
            Some(LiteralKind::String) => b"\"\"",
            Some(LiteralKind::BitVec(_)) => b"#",
            Some(LiteralKind::Float(..)) => b"fp",
        };
        hash("token", &[kind])
    }

    /// How many of the first children of a list have a fixed place; the others may change places.
    fn fixed(&self, list: Node) -> usize {
        let is_operator = |head: Node| {
            self.analysis.binding(head).is_none()
                && operator(name(self.tree.sym(head)))
                    .is_some_and(|operator| operator.is_commutative)
        };
        if list == ROOT || self.analysis.role(list) == Role::Binders {
            0
        } else if self.tree.first(list).is_some_and(is_operator) {
            1
        } else {
            usize::MAX
        }
    }

    /// The colours that follow from these and from where each name occurs.
    fn refined(&self, colours: &[Colour]) -> Vec<Colour> {
        let hashes = self.hashes(colours);
        let mut places = vec![Colour::default(); hashes.len()];
        let mut seen: Vec<Vec<Colour>> = vec![Vec::new(); colours.len()];
        for list in (ROOT..self.tree.end()).filter(|&node| self.tree.is_list(node)) {
            let around = [places[list as usize], hashes[list as usize]];
            let fixed = self.fixed(list);
            for (nth, child) in self.tree.children(list).enumerate() {
                let nth = u64::try_from(nth.min(fixed)).unwrap_or(u64::MAX);
                let place = hash("place", &[&around[0][..], &around[1], &nth.to_le_bytes()]);
                places[child as usize] = place;
                if let Some(id) = self.name_at(child) {
                    seen[id as usize].push(place);
                }
            }
        }
        let refine = |(old, mut occurrences): (&Colour, Vec<Colour>)| {
            occurrences.sort_unstable();
            occurrences.push(*old);
            hash("colour", &occurrences)
        };
        colours.iter().zip(seen).map(refine).collect()
    }

    fn name_at(&self, node: Node) -> Option<BindingId> {
        self.analysis
            .binding(node)
            .filter(|_| !self.tree.is_list(node))
    }
}

/// A hash of these parts, which have their lengths in it.
fn hash(kind: &str, parts: &[impl AsRef<[u8]>]) -> Colour {
    let mut bytes = kind.as_bytes().to_vec();
    for part in parts.iter().map(AsRef::as_ref) {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    }
    let whole = blake3::hash(&bytes);
    let mut colour = Colour::default();
    for (byte, &hashed) in colour.iter_mut().zip(whole.as_bytes()) {
        *byte = hashed;
    }
    colour
}
