//! introduce-fresh-variables: replaces a term by a new variable.

use super::all_occurrences;
use super::fresh::fresh_name;
use super::sort_text::spelled;
use super::unused::with_unused;
use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort, analysis};
use crate::mutator::proposal::{judged, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};

/// The greatest number of cells of a small term.
const SMALL: u32 = 64;

/// `(and x (or y (not z)))` → `v7`, with `(declare-const v7 Bool)` before the command. At this place, all sorts that
/// the term knows are declared. What becomes unused goes in the same candidate. Only where the text does not get more
/// cells: for large terms, and for small ones that have the only uses of another variable.
pub struct IntroduceFreshVariables;

impl Mutator for IntroduceFreshVariables {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "introduce-fresh-variables",
                "Replace a large term by a new variable",
                "smtlib",
            )
            .for_deep_searches()
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let analysis = analysis(case);
        case.tree().is_list(node)
            && analysis.role(node) == Role::Term
            && analysis.sort(node) != Sort::UNKNOWN
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        judged(
            case,
            fresh(case, node).and_then(|edit| paying(case, node, edit)),
        )
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let repeated = all_occurrences::repeated(case, node, || simplifications(fresh(case, node)));
        judged(
            case,
            repeated.filter_map(move |repeated| paying(case, node, repeated.edit)),
        )
    }
}

/// The edit, if it removes at least as many cells as it inserts. What becomes unused goes with a small term. It stays if
/// the term is large, because looking for it again at each subterm of a large term would take quadratic time.
fn paying(case: &TestCase, node: Node, edit: Edit) -> Option<Edit> {
    let tree = case.tree();
    let edit = if tree.len(node) <= SMALL {
        with_unused(case, edit)
    } else {
        edit
    };
    let removed = edit.removed(tree);
    let cells_out: usize = removed.iter().map(ExactSizeIterator::len).sum();
    let is_cell = |piece: &&Piece| **piece != Piece::Close;
    let cells_in = edit.parts().iter().flat_map(|splice| &splice.with);
    (cells_out >= cells_in.filter(is_cell).count()).then_some(edit)
}

/// Puts the variable in the node's place and inserts its declaration.
fn fresh(case: &TestCase, node: Node) -> Option<Edit> {
    if !IntroduceFreshVariables.applies(case, node) {
        return None;
    }
    let tree = case.tree();
    let name = Piece::Leaf(fresh_name(case, node));
    let declare_const = Piece::Leaf(Symbol::of(b"declare-const"));
    let mut declaration = vec![Piece::Open, declare_const, name];
    declaration.extend(spelled(analysis(case).sort(node))?);
    declaration.push(Piece::Close);
    let declare = Splice {
        at: analysis(case).command(node)?,
        cells: 0,
        with: declaration,
    };
    let place = Splice::replace(tree, node, vec![name]);
    Some(Edit::new(vec![declare, place]))
}
