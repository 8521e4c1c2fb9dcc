//! Detours lead to smaller texts through texts that are not smaller.
//!
//! In a 1-minimal text, no simplification succeeds. But if a zero is first replaced by a one, or an operator by another
//! one, simplifications near this place may succeed that failed before. So this search makes pumps that keep a text
//! interesting, and goes on from each of them for a few questions. If it comes to a text that is smaller than the one
//! from which it started, the detour has paid off. Otherwise, it starts again with the next pump. This is local search
//! with moves that do not improve at once, as in variable neighbourhood search (Mladenović and Hansen 1997).

use super::known_texts::KnownTexts;
use super::sweep::ProposalKind;
use super::{Admission, Asking, Candidate, Fed, Plan, Position, Search, Sweep};
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::tree::{NodeId, ROOT};
use std::sync::Arc;

/// How many questions are asked on one detour, at most.
const LENGTH: usize = 32;

/// How many questions are asked about joined steps, at most.
const MOST_JOINED: usize = 2000;

/// Steps are not joined in texts with more cells than this, because each pump builds a new text.
const LARGEST: usize = 2000;

/// A search for detours from a text in which no other search finds anything.
#[derive(Clone)]
pub struct Detours {
    /// Proposes the first step of each detour.
    pumps: Sweep,
    /// Proposes the other steps.
    nearby: Sweep,
    admission: Arc<Admission>,
    /// Whether questions are asked about the first step of a detour alone. If not, it is joined with the second one.
    asks_first: bool,
    /// How many questions may still be asked.
    left: usize,
    /// The text from which all detours start.
    base: Option<TestCase>,
    detour: Option<Detour>,
    /// The texts that were asked about.
    known: KnownTexts,
    /// The candidate that was returned last, until it is answered, and where a detour begins if this is its first step.
    asked: Option<(Candidate, Option<NodeId>)>,
}

/// A detour whose first step was made.
#[derive(Clone)]
struct Detour {
    here: TestCase,
    steps: Sweep,
    /// How many questions may still be asked on this detour.
    left: usize,
}

impl Detours {
    /// Detours with the mutators of a plan, which says how many questions they may ask.
    pub fn new(plan: &Plan) -> Detours {
        Detours::with(&plan.mutators, plan)
    }

    /// Detours that begin with pumps of the mutators that somebody has named. A pump is only tried together with a
    /// simplification that it makes possible, as one candidate, because the pump alone need not keep the text
    /// interesting.
    pub fn of_named(plan: &Plan) -> Detours {
        Detours {
            asks_first: false,
            left: MOST_JOINED,
            ..Detours::with(&plan.named, plan)
        }
    }

    /// Detours that begin with pumps of these mutators.
    fn with(pumps: &[&'static Mutator], plan: &Plan) -> Detours {
        let with_unused = plan.with_unused();
        let sweep = |mutators| Sweep::new(mutators, true, &with_unused.admission);
        Detours {
            pumps: sweep(pumps).trying(ProposalKind::Pumps),
            nearby: sweep(&plan.mutators),
            admission: Arc::clone(&with_unused.admission),
            asks_first: true,
            left: plan.detours,
            base: None,
            detour: None,
            known: KnownTexts::default(),
            asked: None,
        }
    }

    /// Begins anew with a text.
    fn begin(&mut self, current: &TestCase) {
        self.pumps.restart();
        (self.detour, self.asked) = (None, None);
        self.known.add(current);
        self.base = Some(current.clone());
    }

    /// A detour whose first step led here.
    fn from(&self, here: TestCase, centre: NodeId) -> Detour {
        Detour {
            here,
            steps: self.nearby.clone().around(centre),
            left: LENGTH,
        }
    }

    /// The next candidate whose text is new, and where a detour begins if this is its first step.
    fn candidate(&mut self, base: &TestCase) -> Option<(Candidate, Option<NodeId>)> {
        let most_bytes = if self.admission.may_lengthen {
            usize::MAX
        } else {
            base.text().len()
        };
        while !self.admission.is_cancelled() {
            // Without a detour, make the first step of the next one.
            let Some(detour) = &mut self.detour else {
                let candidate = self.pumps.next(base)?;
                let centre = place(&candidate);
                if !self.known.add_candidate(&candidate, most_bytes) {
                    self.pumps.feed(&Fed::Skipped);
                } else if self.asks_first {
                    return Some((candidate, Some(centre)));
                } else {
                    let here = candidate.base.apply(&candidate.edit);
                    self.detour = Some(self.from(here, centre));
                }
                continue;
            };
            // Otherwise, go on with the detour, until it ends.
            if let Some(candidate) = detour.next() {
                if self.known.add_candidate(&candidate, most_bytes) {
                    return Some((candidate, None));
                }
                detour.steps.feed(&Fed::Skipped);
            } else {
                self.detour = None;
                self.pumps.feed(&Fed::Skipped);
            }
        }
        None
    }
}

/// The parent of the first node that a candidate changes.
fn place(candidate: &Candidate) -> NodeId {
    let base = &candidate.base;
    let first = candidate.edit.splices(base.tree()).first();
    let at = first.map_or(ROOT, |splice| splice.at);
    let has_parent = ROOT < at && at < base.tree().end();
    base.id(if has_parent { base.parent(at) } else { ROOT })
}

impl Search for Detours {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if self
            .base
            .as_ref()
            .is_none_or(|base| base.hash() != current.hash())
        {
            self.begin(current);
        }
        let is_too_large = !self.asks_first && current.tree().cells().len() > LARGEST;
        if self.left == 0 || is_too_large {
            return None;
        }
        if self.asked.is_none() {
            self.asked = self.candidate(current);
        }
        let (candidate, _) = self.asked.clone()?;
        Some(candidate.asked(Asking::Passing))
    }

    fn feed(&mut self, fed: &Fed) {
        let Some((_, begins)) = self.asked.take() else {
            return;
        };
        self.left -= 1;
        match (begins, fed, &mut self.detour) {
            (Some(centre), Fed::Interesting { now, adopted }, _) if !adopted => {
                self.detour = Some(self.from(now.clone(), centre));
            }
            (Some(_), _, _) => self.pumps.feed(fed),
            (None, _, Some(detour)) => detour.take(fed),
            (None, _, None) => {}
        }
    }

    fn restart(&mut self) {
        self.base = None;
    }

    fn position(&self) -> Option<Position> {
        let position = match &self.detour {
            Some(detour) => detour.steps.position(),
            None => self.pumps.position(),
        };
        Some(Position {
            stage: "detours",
            ..position?
        })
    }
}

impl Detour {
    /// The next candidate, if the detour may still go on.
    fn next(&mut self) -> Option<Candidate> {
        (self.left > 0).then(|| self.steps.next(&self.here))?
    }

    /// Takes the answer to a question on the way. Each step makes the text of the detour smaller.
    fn take(&mut self, fed: &Fed) {
        self.left -= 1;
        if let Fed::Interesting { now, .. } = fed {
            self.here = now.clone();
        }
        self.steps.feed(&fed.on_the_way());
    }
}
