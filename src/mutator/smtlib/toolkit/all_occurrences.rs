//! All occurrences at once: a simplification of a term is made at all equal terms.
//!
//! Terms often share subterms, as in a graph, but the text writes each copy out. Changing one copy of a shared term
//! often loses the failure, while changing all copies keeps it (ddSMT 2013 substitutes in the graph). Only the first
//! occurrence makes proposals. An occurrence in which a name has another meaning stays unchanged.

use crate::language::TestCase;
use crate::language::smtlib::analysis;
use crate::mutator::Edits;
use crate::mutator::proposal::none;
use crate::tree::{Edit, Node, Piece, Splice};

/// The local edits of a node, each repeated at all equal nodes. Empty if there are no other equal nodes, and for a
/// token: all uses of a name are left to the mutators of what binds it.
pub(crate) fn repeated<'a, Local>(
    case: &'a TestCase,
    node: Node,
    local: impl FnOnce() -> Local,
) -> Edits<'a>
where
    Local: IntoIterator<Item = Edit, IntoIter: 'a>,
{
    if case.equal_subterms(node).next().is_none() {
        return none();
    }
    Box::new(
        local()
            .into_iter()
            .filter_map(move |edit| repeat(case, node, &edit)),
    )
}

/// The local edit of a node, repeated at all equal nodes. None if it cannot be made at any other node. Changes outside
/// the node, such as a declaration that the local edit needs, are made once.
fn repeat(case: &TestCase, node: Node, local: &Edit) -> Option<Edit> {
    let inside: Vec<&Splice> = local
        .parts()
        .iter()
        .filter(|splice| splice.cells > 0 && case.tree().contains(node, splice.at))
        .collect();
    let mut splices = local.parts().to_vec();
    for other in case.equal_subterms(node) {
        if means_the_same(case, node, other) && tokens_mean_the_same(case, node, other, &inside) {
            splices.extend(inside.iter().map(|splice| moved(case, splice, node, other)));
        }
    }
    (splices.len() > local.parts().len()).then(|| Edit::new(splices))
}

/// Whether the nodes, whose texts are equal, are terms of the same sort in which each name has the same meaning.
pub(crate) fn means_the_same(case: &TestCase, node: Node, other: Node) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    if analysis.role(node) != analysis.role(other) || analysis.sort(node) != analysis.sort(other) {
        return false;
    }
    // Where a name is bound, relative to a node: the distance if inside the node, otherwise the place.
    let bound_at = |base: Node, token: Node| {
        let binds = analysis.meaning(token)?.node;
        let inside = tree.contains(base, binds);
        Some((inside, if inside { binds - base } else { binds }))
    };
    (0..tree.len(node)).all(|i| bound_at(node, node + i) == bound_at(other, other + i))
}

/// Whether the tokens that the splices insert have the same meaning at both places.
fn tokens_mean_the_same(case: &TestCase, node: Node, other: Node, splices: &[&Splice]) -> bool {
    let analysis = analysis(case);
    splices
        .iter()
        .flat_map(|splice| &splice.with)
        .all(|piece| match *piece {
            Piece::Leaf(sym) => analysis.resolve(sym, node) == analysis.resolve(sym, other),
            Piece::Open | Piece::Enter(_) | Piece::Close | Piece::Copy(_) => true,
        })
}

/// The splice of `node`, moved to `other`.
fn moved(case: &TestCase, splice: &Splice, node: Node, other: Node) -> Splice {
    let shift = |at: Node| at - node + other;
    let piece = |&piece: &Piece| match piece {
        Piece::Copy(copied) if case.tree().contains(node, copied) => Piece::Copy(shift(copied)),
        Piece::Enter(list) if case.tree().contains(node, list) => Piece::Enter(shift(list)),
        other => other,
    };
    Splice {
        at: shift(splice.at),
        cells: splice.cells,
        with: splice.with.iter().map(piece).into(),
    }
}
