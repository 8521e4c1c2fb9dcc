//! Which candidates a search may propose.

use super::{Asking, Candidate};
use crate::language::{Filter, Judgement, TestCase};
use crate::mutator::{Mutator, Proposals, WithUnused};
use crate::tree::{Edit, Node};
use std::cell::LazyCell;
use std::sync::Arc;

/// The conditions for all candidates of a search.
#[derive(Clone)]
pub struct Admission {
    /// The filter. None if ill-formed candidates are to be checked as well, and for languages that have no ill-formed
    /// texts.
    pub filter: Option<Arc<dyn Filter>>,
    /// A function that joins an edit with the removal of everything that it leaves unused, if that is wanted.
    pub with_unused: Option<WithUnused>,
    /// Whether a simplification may have a longer printed text than its base.
    pub may_lengthen: bool,
    /// When the search is to end. Looking for a candidate in a huge text can take long, so every search asks for this on
    /// the way. Once it is due, the search returns no candidate, even if there is one.
    pub cancelled: Cancellation,
    /// Whether the edits of a long list may be judged on several threads.
    pub in_parallel: bool,
}

/// Ends searches once a condition holds, such as that the user has pressed Ctrl-C. It is asked for often, by many threads.
#[derive(Clone, Default)]
pub struct Cancellation(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Cancellation {
    /// Ends searches once this holds; from then on, it must always hold.
    pub fn once(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Cancellation {
        Cancellation(Some(Arc::new(is_due)))
    }

    /// Whether searches are to end.
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|is_due| is_due())
    }
}

impl Admission {
    /// Whether the search is to end.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.is_due()
    }

    /// The candidate that this edit makes. None if the candidate is not smaller than its base, or is longer where that
    /// is not allowed.
    pub fn candidate(&self, base: &TestCase, edit: Edit, by: &'static str) -> Option<Candidate> {
        let edit = self.with_unused(base, edit);
        let bytes = LazyCell::new(|| base.edited_len(&edit));
        let is_wanted = !edit.is_empty()
            && base.shrinks(&edit, || *bytes)
            && (self.may_lengthen || *bytes <= base.text().len());
        is_wanted.then(|| self.made(base, edit, by))
    }

    /// A candidate that has fewer bytes than its base, though it may be larger in the order.
    pub fn abbreviation(&self, base: &TestCase, edit: Edit, by: &'static str) -> Option<Candidate> {
        let is_wanted = base.edited_len(&edit) < base.text().len();
        is_wanted.then(|| self.made(base, edit, by))
    }

    /// A well-formed candidate that may be larger than its base. Only for searches that go on from such a text
    /// themselves, because the driver does not adopt it.
    pub(super) fn pump(&self, base: &TestCase, edit: Edit, by: &'static str) -> Option<Candidate> {
        let edit = self.with_unused(base, edit);
        let candidate = (!edit.is_empty()).then(|| self.made(base, edit, by));
        candidate.filter(|candidate| !candidate.is_held)
    }

    fn with_unused(&self, base: &TestCase, edit: Edit) -> Edit {
        match self.with_unused {
            Some(with_unused) => with_unused(base, edit),
            None => edit,
        }
    }

    fn made(&self, base: &TestCase, edit: Edit, by: &'static str) -> Candidate {
        Candidate {
            is_held: self.judge(base, &edit).is_ill_formed,
            base: base.clone(),
            edit: Arc::new(edit),
            by,
            asking: Asking::First,
        }
    }

    /// What the filter says of an edit.
    pub(super) fn judge(&self, base: &TestCase, edit: &Edit) -> Judgement {
        let well_formed = Judgement {
            is_ill_formed: false,
            looked_at: 0,
        };
        self.filter
            .as_ref()
            .map_or(well_formed, |filter| filter.judge(base, edit))
    }
}

/// The first simplification of a mutator at a node.
pub(super) fn first(mutator: &Mutator, case: &TestCase, node: Node) -> Option<Edit> {
    simplifications(mutator.proposals(case, node)).next()
}

/// The edits of those proposals that are simplifications.
pub(super) fn simplifications(proposals: Proposals<'_>) -> impl Iterator<Item = Edit> {
    proposals.filter_map(|proposal| (!proposal.is_pump).then_some(proposal.edit))
}
