//! A descent goes from the heaviest terms of a large text to lighter ones and tries proposals at one term at a time.
//!
//! The text gets small quickly, because what is used only in a term goes with it. This is the search along heavy paths
//! of hierarchical delta debugging (HDD, Misherghi and Su 2006), but by weight instead of depth: a nested term of a
//! million cells has few heavy parts, although it may have many levels.

use super::admission::simplifications;
use super::portion::Portion;
use super::{Admission, Candidate, Fed, Position, Search};
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::tree::{Edit, Node, NodeId};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Tries mutators once at each heavy term, the heaviest first. A success may make other terms heavy.
#[derive(Clone)]
pub struct Descent {
    mutators: Arc<[&'static Mutator]>,
    admission: Arc<Admission>,
    /// The terms that were tried in this text or an earlier one.
    tried: Arc<FxHashSet<NodeId>>,
    heavy: Option<HeavyTerms>,
}

/// The heavy terms of one text, and how far they have been tried.
#[derive(Clone)]
struct HeavyTerms {
    base: TestCase,
    terms: Arc<[Node]>,
    /// Index into `terms`.
    at: usize,
    /// The edits at the current term, with the names of their mutators.
    edits: Portion<(Edit, &'static str)>,
}

impl Descent {
    /// A descent that tries these mutators in this order at each heavy term.
    pub fn new(mutators: &[&'static Mutator], admission: &Arc<Admission>) -> Self {
        Descent {
            mutators: mutators.into(),
            admission: admission.clone(),
            tried: Arc::default(),
            heavy: None,
        }
    }

    fn begin(&self, case: &TestCase) -> HeavyTerms {
        let terms = case
            .heavy_terms()
            .into_iter()
            .filter(|&node| !self.tried.contains(&case.id(node)))
            .collect();
        HeavyTerms {
            base: case.clone(),
            terms,
            at: 0,
            edits: Portion::default(),
        }
    }

    /// All edits at a term, with the names of their mutators.
    fn edits(&self, case: &TestCase, term: Node) -> impl Iterator<Item = (Edit, &'static str)> {
        self.mutators
            .iter()
            .filter(move |mutator| mutator.applies(case, term))
            .flat_map(move |mutator| {
                simplifications(mutator.proposals(case, term)).map(|edit| (edit, mutator.name()))
            })
    }
}

impl Search for Descent {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        let mut heavy = match self.heavy.take() {
            Some(heavy) if heavy.base.hash() == current.hash() => heavy,
            _ => self.begin(current),
        };
        while !self.admission.is_cancelled() {
            let &node = heavy.terms.get(heavy.at)?;
            let all = || self.edits(&heavy.base, node);
            if let Some((edit, by)) = heavy.edits.current(all).cloned() {
                if let Some(candidate) = self.admission.candidate(&heavy.base, edit, by) {
                    self.heavy = Some(heavy);
                    return Some(candidate);
                }
                heavy.edits.advance();
            } else {
                Arc::make_mut(&mut self.tried).insert(heavy.base.id(node));
                (heavy.at, heavy.edits) = (heavy.at + 1, Portion::default());
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        let is_adopted = matches!(fed, Fed::Interesting { adopted: true, .. });
        match &mut self.heavy {
            Some(heavy) if !is_adopted => heavy.edits.advance(),
            heavy => *heavy = None,
        }
    }

    /// Terms that were tried are not tried again: most of them would fail again.
    fn restart(&mut self) {
        self.heavy = None;
    }

    fn position(&self) -> Option<Position> {
        let heavy = self.heavy.as_ref()?;
        let &(_, mutator) = heavy.edits.peek()?;
        Some(Position {
            stage: "",
            mutator,
            granularity: 1,
            visited: heavy.at,
            nodes: heavy.terms.len(),
        })
    }
}
