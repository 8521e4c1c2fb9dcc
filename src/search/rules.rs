//! Which candidates a search may propose at all.

use super::Candidate;
use crate::language::TestCase;
use crate::language::smtlib::Filter;
use crate::mutator::Mutator;
use crate::tree::{Edit, Node};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What holds for all candidates of a search.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The filter; none where ill-formed candidates are to be asked.
    pub filter: Option<Arc<Filter>>,
    /// Whether a simplification may print longer than its base.
    pub may_lengthen: bool,
    /// Set where no more is to be searched for. Looking for a candidate can take long in a huge text: from then on
    /// none is found, which does not say that there is none.
    pub over: Arc<AtomicBool>,
}

impl Rules {
    /// Whether no more is to be searched for.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The candidate that this edit makes, if it is smaller than its base.
    pub fn candidate(&self, base: &TestCase, edit: Edit, by: &'static str) -> Option<Candidate> {
        if edit.is_empty() {
            return None;
        }
        let text = base.tree().spliced(&edit);
        if !self.may_lengthen && text.len() > base.tree().text().len()
            || !base.shrinks(&edit, &text)
        {
            return None;
        }
        let filtered = self.filter.is_some();
        Some(Candidate {
            base: base.clone(),
            edit: Arc::new(edit),
            text: text.into(),
            by,
            filtered,
        })
    }

    /// The first proposal of a mutator at a node, if the filter lets it pass by itself: what is ill-formed alone
    /// would only spoil the edits it is joined with.
    pub fn joinable(&self, base: &TestCase, mutator: &dyn Mutator, node: Node) -> Option<Edit> {
        let edit = mutator.nth(base, node, 0)?;
        match &self.filter {
            Some(filter) if filter.edited(base, &edit).is_some() => None,
            _ => Some(edit),
        }
    }
}
