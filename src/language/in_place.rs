//! Compares an edited text with its base in the order of texts, if both have equal numbers of cells, ranks and bytes,
//! by looking only at the part that changes.
//!
//! What is the same on both sides cancels out: only the inversions of changed lists are counted, and only the text of
//! the part is compared.

use super::Syntax;
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Tree};
use std::cmp::Ordering;
use std::ops::Range;

/// The result of [`super::size::compare_further`] for the edited tree and the tree. `parent` is called only if the list
/// around a splice matters. None unless the edit only replaces tokens by others of the same length, or neighbouring
/// subtrees by others with the same number of cells.
pub(super) fn compare(
    syntax: &dyn Syntax,
    tree: &Tree,
    edit: &Edit,
    parent: impl Fn(Node) -> Node,
) -> Option<Ordering> {
    let splices = edit.splices(tree);
    let further =
        || compare_tokens(tree, splices).or_else(|| compare_subtrees(tree, splices, parent));
    match compare_plain(syntax, tree, splices) {
        Ordering::Equal => further(),
        decided => Some(decided),
    }
}

/// Compares texts by their numbers of plain operators: the one with more of them comes first.
fn compare_plain(syntax: &dyn Syntax, tree: &Tree, splices: &[Splice]) -> Ordering {
    let (mut new, mut old) = (0, 0);
    for splice in splices {
        let mut moved = Moved::of(tree, splice);
        let others = moved.others(tree, splice);
        old += others.map(|nodes| plain(syntax, tree, nodes)).sum::<u64>();
        for piece in &splice.with {
            new += match *piece {
                Piece::Leaf(sym) => u64::from(syntax.is_plain(sym)),
                Piece::Copy(node) if !moved.takes(node) => {
                    plain(syntax, tree, node..tree.next(node))
                }
                Piece::Copy(_) | Piece::Open | Piece::Enter(_) | Piece::Close => 0,
            };
        }
    }
    old.cmp(&new)
}

/// The number of plain operators among these nodes.
pub(super) fn plain(syntax: &dyn Syntax, tree: &Tree, nodes: Range<Node>) -> u64 {
    let is_plain = |&node: &Node| !tree.is_list(node) && syntax.is_plain(tree.sym(node));
    nodes.filter(is_plain).count() as u64
}

/// Compares texts in which only tokens are replaced: the first token that changes decides.
fn compare_tokens(tree: &Tree, splices: &[Splice]) -> Option<Ordering> {
    let mut ordering = Ordering::Equal;
    for splice in splices {
        let new = match splice.with[..] {
            [Piece::Leaf(sym)] => sym.bytes(),
            [Piece::Copy(node)] if !tree.is_list(node) => tree.bytes(node),
            _ => return None,
        };
        if splice.cells != 1 || tree.is_list(splice.at) {
            return None;
        }
        let old = tree.bytes(splice.at);
        if new.len() != old.len() {
            return None;
        }
        ordering = ordering.then(new.cmp(old));
    }
    Some(ordering)
}

/// Compares texts in which a single splice replaces neighbouring subtrees by others with the same number of cells.
fn compare_subtrees(
    tree: &Tree,
    splices: &[Splice],
    parent: impl Fn(Node) -> Node,
) -> Option<Ordering> {
    let [splice] = splices else { return None };
    if splice.cells == 0 {
        return None;
    }
    let mut moved = Moved::of(tree, splice);
    let others = moved.others(tree, splice);
    let mut old: u64 = others.map(|nodes| inversions_in(tree, nodes)).sum();
    let (sizes, mut new) = inserted(tree, splice, &mut moved)?;
    // One subtree in the place of another one leaves the list around it as it was.
    if sizes != [tree.len(splice.at)] {
        let list = parent(splice.at);
        if list == ROOT {
            return None; // Top-level expressions are no operands, and other separators are between them.
        }
        let end = tree.next(list);
        let before = elements(tree, list, list..splice.at);
        let after = elements(tree, list, splice.end()..end);
        let edited: Vec<u32> = before.chain(sizes).chain(after).collect();
        old += inversions(&elements(tree, list, list..end).collect::<Vec<u32>>());
        new += inversions(&edited);
    }
    Some(new.cmp(&old).then_with(|| compare_text(tree, splice)))
}

/// The sizes of the elements of a list that are among these nodes.
fn elements(tree: &Tree, list: Node, nodes: Range<Node>) -> impl Iterator<Item = u32> {
    let elements = tree.children(list);
    let elements = elements.filter(move |element| nodes.contains(element));
    elements.map(|element| tree.len(element))
}

/// The number of pairs of neighbouring operands of a list in which the larger one comes first. The first size is that
/// of the head, which is not an operand.
fn inversions(sizes: &[u32]) -> u64 {
    let pairs = sizes.get(1..).unwrap_or_default().windows(2);
    pairs.filter(|pair| pair[0] > pair[1]).count() as u64
}

/// The nodes that a splice removes and inserts again, in order, none inside another one. What they count for stays the
/// same, so that a deep term costs nothing at each of its levels.
struct Moved {
    nodes: Vec<Node>,
    /// Whether the copy of each has been met: further copies are new text.
    is_taken: Vec<bool>,
}

impl Moved {
    fn of(tree: &Tree, splice: &Splice) -> Moved {
        let removed = splice.at..splice.end();
        let copied = splice.with.iter().filter_map(|piece| match *piece {
            Piece::Copy(node) if removed.contains(&node) => Some(node),
            _ => None,
        });
        let mut nodes: Vec<Node> = copied.collect();
        nodes.sort_unstable();
        let mut reach = 0; // the end of the nodes so far
        nodes.retain(|&node| {
            let keep = node >= reach;
            reach = reach.max(tree.next(node));
            keep
        });
        let is_taken = vec![false; nodes.len()];
        Moved { nodes, is_taken }
    }

    /// Whether this copy is that of a moved node. The next one of the same node is not.
    fn takes(&mut self, node: Node) -> bool {
        let place = self.nodes.binary_search(&node);
        place.is_ok_and(|place| !std::mem::replace(&mut self.is_taken[place], true))
    }

    /// The other nodes that the splice removes.
    fn others(&self, tree: &Tree, splice: &Splice) -> impl Iterator<Item = Range<Node>> {
        let ends = self.nodes.iter().map(|&node| tree.next(node));
        let from = std::iter::once(splice.at).chain(ends);
        let to = self.nodes.iter().copied().chain([splice.end()]);
        from.zip(to).map(|(from, to)| from..to)
    }
}

/// The sizes of the subtrees that the splice inserts, and the inversions of the lists in them, without those inside
/// moved nodes. None if the splice does not insert as many cells as it removes.
fn inserted(tree: &Tree, splice: &Splice, moved: &mut Moved) -> Option<(Vec<u32>, u64)> {
    let mut open: Vec<Vec<u32>> = vec![Vec::new()]; // the sizes of the elements of each open list
    let mut sum = 0;
    for piece in &splice.with {
        let size = match *piece {
            Piece::Open | Piece::Enter(_) => {
                open.push(Vec::new());
                continue;
            }
            Piece::Leaf(_) => 1,
            Piece::Copy(node) => {
                if !moved.takes(node) {
                    sum += inversions_in(tree, node..tree.next(node));
                }
                tree.len(node)
            }
            Piece::Close => {
                let sizes = open.pop()?;
                sum += inversions(&sizes);
                1 + sizes.iter().sum::<u32>()
            }
        };
        open.last_mut()?.push(size);
    }
    let [sizes] = <[Vec<u32>; 1]>::try_from(open).ok()?;
    (sizes.iter().sum::<u32>() == splice.cells).then_some((sizes, sum))
}

/// The inversions of all lists among these nodes.
pub(super) fn inversions_in(tree: &Tree, nodes: Range<Node>) -> u64 {
    nodes
        .map(|list| {
            let sizes: Vec<u32> = tree.children(list).map(|part| tree.len(part)).collect();
            inversions(&sizes)
        })
        .sum()
}

/// Compares the inserted text with the removed one, which has the same length, up to the first difference.
fn compare_text(tree: &Tree, splice: &Splice) -> Ordering {
    let from = tree.cells()[splice.at as usize].off;
    let mut old = &tree.text()[from as usize..];
    let mut fresh = true; // nothing to separate from yet
    for piece in &splice.with {
        let separator: &[u8] = if fresh || *piece == Piece::Close {
            b""
        } else {
            b" "
        };
        let text = match *piece {
            Piece::Open | Piece::Enter(_) => b"(",
            Piece::Close => b")",
            Piece::Leaf(sym) => sym.bytes(),
            Piece::Copy(node) => tree.bytes(node),
        };
        for new in [separator, text] {
            let (replaced, rest) = old.split_at(new.len().min(old.len()));
            if new != replaced {
                return new.cmp(replaced);
            }
            old = rest;
        }
        fresh = matches!(piece, Piece::Open | Piece::Enter(_));
    }
    Ordering::Equal
}
