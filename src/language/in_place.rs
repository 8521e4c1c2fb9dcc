//! Compares a text with an edited one of equal cells, ranks and bytes, by looking only at the subtree that changes.

use crate::tree::{Edit, Node, Piece, Splice, Tree};
use std::cmp::Ordering;
use std::ops::Range;

/// What [`super::size::compare_further`] finds for the edited tree and the tree. None if the edit does more than put
/// tokens in the place of others of the same length, or one subtree of the same number of cells in the place of another.
pub(super) fn compare(tree: &Tree, edit: &Edit) -> Option<Ordering> {
    let splices = edit.splices(tree);
    compare_tokens(tree, splices).or_else(|| compare_subtrees(tree, splices))
}

/// Compares at the first token that changes.
fn compare_tokens(tree: &Tree, splices: &[Splice]) -> Option<Ordering> {
    let pair = |splice: &Splice| {
        let new = match splice.with[..] {
            [Piece::Leaf(sym)] => sym.bytes(),
            [Piece::Copy(node)] if !tree.is_list(node) => tree.bytes(node),
            _ => return None,
        };
        let is_token = splice.cells == 1 && !tree.is_list(splice.at);
        let old = is_token.then(|| tree.bytes(splice.at))?;
        (new.len() == old.len()).then(|| new.cmp(old))
    };
    splices.iter().try_fold(Ordering::Equal, |before, splice| {
        Some(before.then(pair(splice)?))
    })
}

/// Compares a single subtree with another one of as many cells.
fn compare_subtrees(tree: &Tree, splices: &[Splice]) -> Option<Ordering> {
    let [splice] = splices else { return None };
    let is_subtree = splice.cells > 0 && splice.cells == tree.len(splice.at);
    let copied = moved(tree, splice);
    let new = inversions_put_in(tree, splice, &copied).filter(|_| is_subtree)?;
    let old = inversions_taken_out(tree, splice, &copied);
    Some(new.cmp(&old).then_with(|| compare_text(tree, splice)))
}

/// In how many pairs of neighbouring operands of one list the larger one comes first. The first size is the head's.
pub(super) fn inversions(sizes: &[u32]) -> u64 {
    let pairs = sizes.get(1..).unwrap_or_default().windows(2);
    pairs.filter(|pair| pair[0] > pair[1]).count() as u64
}

/// The parts that the splice takes out and puts in again, in order and none inside another. What is copied a second time
/// is none of them.
fn moved(tree: &Tree, splice: &Splice) -> Vec<Node> {
    let copied = |piece: &Piece| match *piece {
        Piece::Copy(node) => Some(node).filter(|node| (splice.at..splice.end()).contains(node)),
        Piece::Open | Piece::Enter(_) | Piece::Close | Piece::Leaf(_) => None,
    };
    let mut copied: Vec<Node> = splice.with.iter().filter_map(copied).collect();
    copied.sort_unstable();
    let mut reach = 0;
    copied.retain(|&node| {
        let keep = node >= reach;
        reach = reach.max(tree.next(node));
        keep
    });
    copied
}

/// The inversions of the lists that the splice puts in, but for those in the parts that are only moved. None if it does
/// not put in one subtree of its own size.
fn inversions_put_in(tree: &Tree, splice: &Splice, moved: &[Node]) -> Option<u64> {
    let mut open: Vec<Vec<u32>> = vec![Vec::new()];
    let mut is_used = vec![false; moved.len()];
    let mut sum = 0;
    for piece in &splice.with {
        let size = match *piece {
            Piece::Open | Piece::Enter(_) => {
                open.push(Vec::new());
                continue;
            }
            Piece::Leaf(_) => 1,
            Piece::Copy(node) => {
                match moved.binary_search(&node) {
                    Ok(place) if !is_used[place] => is_used[place] = true,
                    _ => sum += inversions_in(tree, node..tree.next(node)),
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
    (open == [[splice.cells]]).then_some(sum)
}

/// The inversions of the lists that the splice takes out, but for those in the parts that are only moved.
fn inversions_taken_out(tree: &Tree, splice: &Splice, moved: &[Node]) -> u64 {
    let mut from = splice.at;
    let mut sum = 0;
    for &part in moved {
        sum += inversions_in(tree, from..part);
        from = tree.next(part);
    }
    sum + inversions_in(tree, from..splice.end())
}

/// The inversions of all lists that begin at these nodes.
fn inversions_in(tree: &Tree, nodes: Range<Node>) -> u64 {
    let sizes = |list| -> Vec<u32> { tree.children(list).map(|part| tree.len(part)).collect() };
    nodes.map(|list| inversions(&sizes(list))).sum()
}

/// Compares what is put in with what is taken out, both of the same length, up to the first difference.
fn compare_text(tree: &Tree, splice: &Splice) -> Ordering {
    let mut old = tree.bytes(splice.at);
    let mut fresh = true;
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
            let (begins, rest) = old.split_at(new.len().min(old.len()));
            if new != begins {
                return new.cmp(begins);
            }
            old = rest;
        }
        fresh = matches!(piece, Piece::Open | Piece::Enter(_));
    }
    Ordering::Equal
}
