//! A descent goes from the heaviest terms of a large text to lighter ones and tries proposals at one term at a time.
//!
//! The text gets small quickly, because a term takes with it all that is used in it only. This is the search along
//! heavy paths of hierarchical delta debugging (HDD, Misherghi and Su 2006), but by weight in place of depth: a nested
//! term of a million cells has few heavy parts, although it may have many levels.

use super::admission::simplifications;
use super::{Admission, Fed, Position, Question, Search};
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
    level: Option<Level>,
}

/// The heavy terms of one text, and how far they have been tried.
#[derive(Clone)]
struct Level {
    base: TestCase,
    terms: Arc<[Node]>,
    /// Index into `terms`.
    at: usize,
    /// The edits at the term, with the names of their mutators.
    edits: Arc<[(Edit, &'static str)]>,
    k: usize,
}

impl Descent {
    /// A descent that tries these mutators in this order at each heavy term.
    pub fn new(mutators: &[&'static Mutator], admission: &Arc<Admission>) -> Self {
        Descent {
            mutators: mutators.into(),
            admission: admission.clone(),
            tried: Arc::default(),
            level: None,
        }
    }

    fn begin(&self, case: &TestCase) -> Level {
        let is_new = |node: &Node| !self.tried.contains(&case.id(*node));
        let terms = case.heavy_terms().into_iter().filter(is_new).collect();
        let mut level = Level {
            base: case.clone(),
            terms,
            at: 0,
            edits: Arc::default(),
            k: 0,
        };
        level.edits = self.edits(&level);
        level
    }

    /// All edits at the current term.
    fn edits(&self, level: &Level) -> Arc<[(Edit, &'static str)]> {
        let Some(&node) = level.terms.get(level.at) else {
            return Arc::default();
        };
        let case = &level.base;
        let applying = self.mutators.iter();
        let applying = applying.filter(|mutator| mutator.applies(case, node));
        let edits = applying.flat_map(|mutator| {
            let edits = simplifications(mutator.proposals(case, node));
            edits.map(|edit| (edit, mutator.name()))
        });
        edits.collect()
    }
}

impl Search for Descent {
    fn next(&mut self, current: &TestCase) -> Option<Question> {
        let mut level = match self.level.take() {
            Some(level) if level.base.hash() == current.hash() => level,
            _ => self.begin(current),
        };
        while !self.admission.is_cancelled() {
            let &node = level.terms.get(level.at)?;
            if let Some((edit, by)) = level.edits.get(level.k).cloned() {
                if let Some(question) = self.admission.question(&level.base, edit, by) {
                    self.level = Some(level);
                    return Some(question);
                }
                level.k += 1;
            } else {
                Arc::make_mut(&mut self.tried).insert(level.base.id(node));
                (level.at, level.k) = (level.at + 1, 0);
                level.edits = self.edits(&level);
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        let is_adopted = matches!(fed, Fed::Interesting { adopted: true, .. });
        match &mut self.level {
            Some(level) if !is_adopted => level.k += 1,
            level => *level = None,
        }
    }

    /// Terms that were tried are not tried again: most of them would fail again.
    fn restart(&mut self) {
        self.level = None;
    }

    fn position(&self) -> Option<Position> {
        let level = self.level.as_ref()?;
        let &(_, mutator) = level.edits.get(level.k)?;
        Some(Position {
            stage: "",
            mutator,
            granularity: 1,
            visited: level.at,
            nodes: level.terms.len(),
        })
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
