//! constants: replaces a term by a constant of its sort.

use super::all_occurrences;
use super::shape::is_smaller_token;
use super::{BoundTerms, WithoutUnused};
use crate::language::TestCase;
use crate::language::smtlib::{NAME, Role, Sort, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `(= x 1)` → `false`, `true`; `x` → `0`, `1`. Only where the sort is known and the term is not yet one of these
/// constants.
pub struct Constants;

impl Mutator for Constants {
    fn profile(&self) -> &'static Profile {
        &Profile {
            name: "constants",
            about: "Replace a term by a constant of its sort",
            theory: "core",
            language: Some(NAME),
            passes: &[(Pass::Terms, 1), (Pass::Quick, 1), (Pass::Promising, 2)],
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        !constants(case, node).is_empty()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let constants = constants(case, node).into_iter();
        simplifications(
            constants
                .map(move |constant| Edit::replace(case.tree(), node, vec![Piece::Leaf(constant)])),
        )
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        all_occurrences::repeated(case, node, || self.proposals(case, node))
    }

    fn coarse_forms(&self) -> &'static [(u8, &'static dyn Mutator)] {
        &[(0, &BoundTerms(&Constants))]
    }

    fn heavy_forms(&self) -> &'static [(u8, &'static dyn Mutator)] {
        &[(1, &WithoutUnused(&Constants))]
    }
}

/// The constants that may replace the node.
fn constants(case: &TestCase, node: Node) -> Vec<Symbol> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let sort = analysis.sort(node);
    if analysis.role(node) != Role::Term || sort == Sort::UNKNOWN {
        return Vec::new();
    }
    let mut constants = analysis.constants(sort);
    if tree.is_list(node) {
        return constants;
    }
    let old = tree.sym(node);
    if constants.contains(&old) {
        return Vec::new();
    }
    constants.retain(|&new| is_smaller_token(new, old));
    constants
}
