//! reuse-term: replaces a term by a smaller term of its sort from elsewhere in the text.

use super::all_occurrences;
use super::capture::keeps_meaning;
use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort, analysis, smallest_terms};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece};

/// `(assert (= (f x) (g (f x) (h y))))` → `(assert (= (f x) (f x)))`. Only the smallest terms of each sort are proposed
/// that are no tokens, and none that lies inside the term. A term is never put where one of its names has another
/// meaning.
pub struct ReuseTerm;

impl Mutator for ReuseTerm {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "reuse-term",
                "Replace a term by a smaller term of its sort from elsewhere",
                "smtlib",
            )
            .for_deep_searches()
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let analysis = analysis(case);
        // The smallest term that is no token has two cells.
        case.tree().len(node) > 2
            && analysis.role(node) == Role::Term
            && analysis.sort(node) != Sort::UNKNOWN
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let sort = self.applies(case, node).then(|| analysis(case).sort(node));
        let terms = sort.map_or(&[][..], |sort| smallest_terms(case, sort));
        let fits = move |&term: &Node| {
            let tree = case.tree();
            tree.len(term) < tree.len(node)
                && !tree.contains(node, term)
                && keeps_meaning(case, term, &[node], |_| false)
        };
        let edit = move |term| Edit::replace(case.tree(), node, vec![Piece::Copy(term)]);
        simplifications(terms.iter().copied().filter(fits).map(edit))
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        all_occurrences::repeated(case, node, || self.proposals(case, node))
    }
}
