//! Expansions: a command is replaced by many smaller parts, in the hope that few of them matter.
//!
//! The text with all parts is larger than before, so the driver does not adopt it. If it is interesting, the parts are
//! thinned like any list, in a text of their own. As soon as one of these texts is smaller than the one before the
//! expansion, the driver adopts it, and this search begins again with that text. Otherwise the expansion is forgotten:
//! the order alone decides whether the parts are simpler than what they replace.

use super::{
    Admission, Candidate, Depth, Elements, Fed, ListReduction, MinimiserEntry, Search, Source,
};
use crate::language::TestCase;
use crate::mutator::{ERASE_NODE, Mutator};
use crate::tree::{Edit, NodeId, ROOT};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// How many expansions of a text are tried, at most.
const MOST: usize = 8;

/// Tries the pumps of these mutators at the top level, and thins the parts that they put in.
#[derive(Clone)]
pub(crate) struct Expansions {
    mutators: Arc<[&'static Mutator]>,
    minimiser: &'static MinimiserEntry,
    admission: Arc<Admission>,
    list: Option<PumpList>,
    grown: Option<Grown>,
    /// The text in which nothing was found.
    fruitless: Option<[u8; 32]>,
}

/// The pumps of one text.
#[derive(Clone)]
struct PumpList {
    base: TestCase,
    pumps: Arc<[(Edit, &'static str)]>,
    /// Index into `pumps`.
    at: usize,
}

/// An interesting text after an expansion, whose parts are being thinned.
#[derive(Clone)]
struct Grown {
    current: TestCase,
    reduction: ListReduction,
}

impl Expansions {
    /// Expansions by these mutators; their parts are thinned with this minimiser.
    pub(crate) fn new(
        mutators: &[&'static Mutator],
        minimiser: &'static MinimiserEntry,
        admission: &Arc<Admission>,
    ) -> Expansions {
        Expansions {
            mutators: mutators.into(),
            minimiser,
            admission: Arc::clone(admission),
            list: None,
            grown: None,
            fruitless: None,
        }
    }

    fn list(&self, base: &TestCase) -> PumpList {
        let pumps_at = |node| {
            self.mutators
                .iter()
                .filter(move |mutator| mutator.applies(base, node))
                .flat_map(move |mutator| {
                    mutator
                        .proposals(base, node)
                        .filter(|proposal| proposal.is_pump)
                        .map(|proposal| (proposal.edit, mutator.name()))
                })
        };
        let pumps = base
            .tree()
            .children(ROOT)
            .flat_map(pumps_at)
            .take_while(|_| !self.admission.is_cancelled())
            .take(MOST)
            .collect();
        PumpList {
            base: base.clone(),
            pumps,
            at: 0,
        }
    }

    /// The text after an interesting expansion of `base`, with the list of the parts that were put in.
    fn grow(&self, now: &TestCase, base: &TestCase) -> Grown {
        // The parts are the commands that were not there before.
        let old: FxHashSet<_> = base
            .tree()
            .children(ROOT)
            .filter_map(|node| now.node(base.id(node)))
            .collect();
        let parts: Arc<[NodeId]> = now
            .tree()
            .children(ROOT)
            .filter(|node| !old.contains(node))
            .map(|node| now.id(node))
            .collect();
        let elements = Elements::new(&ERASE_NODE, Source::These(parts));
        Grown {
            current: now.clone(),
            reduction: ListReduction::new(elements, Depth::Single(self.minimiser), &self.admission),
        }
    }
}

impl Search for Expansions {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        // Where no candidate may be longer than its base, a smaller text must also have fewer bytes, and parts hardly
        // ever do.
        let is_over = self.fruitless == Some(current.hash()) || !self.admission.may_lengthen;
        if is_over || self.admission.is_cancelled() {
            return None;
        }
        let mut list = match self.list.take() {
            Some(list) if list.base.hash() == current.hash() => list,
            _ => {
                self.grown = None;
                self.list(current)
            }
        };
        // First the parts of the last expansion, then the next expansion.
        if let Some(grown) = &mut self.grown {
            if let Some(candidate) = grown.reduction.next(&grown.current) {
                self.list = Some(list);
                return Some(candidate);
            }
            self.grown = None;
            list.at += 1;
        }
        while let Some((edit, by)) = list.pumps.get(list.at) {
            if let Some(candidate) = self.admission.pump(&list.base, edit.clone(), by) {
                self.list = Some(list);
                return Some(candidate);
            }
            list.at += 1;
        }
        if !self.admission.is_cancelled() {
            self.fruitless = Some(current.hash());
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        if let Fed::Interesting { adopted: true, .. } = fed {
            (self.list, self.grown) = (None, None);
            return;
        }
        if let Some(grown) = &mut self.grown {
            grown.feed(fed);
            return;
        }
        match (&mut self.list, fed) {
            (Some(list), Fed::Interesting { now, .. }) => {
                let base = list.base.clone();
                self.grown = Some(self.grow(now, &base));
            }
            (Some(list), _) => list.at += 1,
            (None, _) => {}
        }
    }

    fn restart(&mut self) {
        (self.list, self.grown) = (None, None);
    }
}

impl Grown {
    /// Feeds the reduction as a driver would whose current text is the grown one.
    fn feed(&mut self, fed: &Fed) {
        self.reduction.feed(&fed.on_the_way());
        if let Fed::Interesting { now, .. } = fed {
            self.current = now.clone();
        }
    }
}
