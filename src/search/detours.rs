//! Detours lead to smaller texts through texts that are not smaller.
//!
//! In a 1-minimal text, no simplification succeeds. But if a zero is replaced by a one first, or an operator by another
//! one, simplifications near this place may succeed that failed before. So this search makes pumps that keep a text
//! interesting, and goes on from each of them for a few questions. If it comes to a text that is smaller than the one
//! from which it started, the detour has paid. Otherwise, it starts again with the next pump. This is local search with
//! moves that do not improve at once, as in variable neighbourhood search (Mladenović and Hansen 1997).

use super::{Admission, Candidate, Fed, Plan, Position, Question, Search, Sweep};
use crate::language::TestCase;
use crate::tree::{NodeId, ROOT};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// So many questions are asked on one detour.
const LENGTH: usize = 32;

/// A search for detours from a text in which nothing is found otherwise.
#[derive(Clone)]
pub struct Detours {
    /// Proposes the first step of each detour.
    pumps: Sweep,
    /// Proposes the other steps.
    nearby: Sweep,
    admission: Arc<Admission>,
    /// How many questions may still be asked.
    left: usize,
    /// The text from which all detours start.
    base: Option<TestCase>,
    detour: Option<Detour>,
    /// The hashes of the texts that were asked about.
    known: Arc<FxHashSet<[u8; 32]>>,
    asked: Option<Asked>,
}

/// Beyond the first step of a detour.
#[derive(Clone)]
struct Detour {
    here: TestCase,
    steps: Sweep,
    /// How many questions may still be asked on this detour.
    left: usize,
}

/// The question that was returned last.
#[derive(Clone)]
enum Asked {
    /// About the first step of a detour, at a node that it leaves in the text.
    First(NodeId),
    Next,
}

impl Detours {
    /// Detours with the mutators of a plan, which says how many questions they may ask.
    pub fn new(plan: &Plan) -> Detours {
        let mut closing = plan.clone();
        Arc::make_mut(&mut closing.admission).closes = true;
        let sweep = Sweep::new(&closing.mutators, true, &closing.admission);
        Detours {
            pumps: sweep.clone().of_pumps(),
            nearby: sweep,
            admission: closing.admission,
            left: plan.detours,
            base: None,
            detour: None,
            known: Arc::default(),
            asked: None,
        }
    }

    /// Begins anew with a text.
    fn begin(&mut self, current: &TestCase) {
        self.pumps.restart();
        self.detour = None;
        Arc::make_mut(&mut self.known).insert(current.hash());
        self.base = Some(current.clone());
    }

    /// The next question whose text is new.
    fn question(&mut self, current: &TestCase) -> Option<Question> {
        while !self.admission.is_cancelled() {
            if let Some(detour) = &mut self.detour {
                let question = detour.steps.next(&detour.here);
                let Some(question) = question.filter(|_| detour.left > 0) else {
                    self.detour = None;
                    self.pumps.feed(&Fed::Presumed);
                    continue;
                };
                let candidate = question.candidate();
                if self.is_new(&candidate) {
                    self.asked = Some(Asked::Next);
                    return Some(Question::Passing(candidate));
                }
                if let Some(detour) = &mut self.detour {
                    detour.steps.feed(&Fed::Presumed);
                }
            } else {
                let candidate = self.pumps.next(current)?.candidate();
                if self.is_new(&candidate) {
                    self.asked = Some(Asked::First(place(&candidate)));
                    return Some(Question::Passing(candidate));
                }
                self.pumps.feed(&Fed::Presumed);
            }
        }
        None
    }

    /// Whether a candidate may be asked about and its text has not been asked about yet.
    fn is_new(&mut self, candidate: &Candidate) -> bool {
        let most = self.base.as_ref().map_or(0, |base| base.text().len());
        let text = candidate.text();
        let text = text.filter(|text| self.admission.may_lengthen || text.len() <= most);
        text.is_some_and(|text| {
            Arc::make_mut(&mut self.known).insert(*blake3::hash(&text).as_bytes())
        })
    }
}

/// The node whose operands a candidate changes first.
fn place(candidate: &Candidate) -> NodeId {
    let base = &candidate.base;
    let first = candidate.edit.splices(base.tree()).first();
    let at = first.map_or(ROOT, |splice| splice.at);
    let inside = (ROOT < at && at < base.tree().end()).then(|| base.parent(at));
    base.id(inside.unwrap_or(ROOT))
}

impl Search for Detours {
    fn next(&mut self, current: &TestCase) -> Option<Question> {
        if self
            .base
            .as_ref()
            .is_none_or(|base| base.hash() != current.hash())
        {
            self.begin(current);
        }
        if self.left == 0 {
            return None;
        }
        self.question(current)
    }

    fn feed(&mut self, fed: &Fed) {
        let Some(asked) = self.asked.take() else {
            return;
        };
        self.left -= 1;
        match (asked, fed) {
            (
                Asked::First(centre),
                Fed::Interesting {
                    now,
                    adopted: false,
                    ..
                },
            ) => {
                self.detour = Some(Detour {
                    here: now.clone(),
                    steps: self.nearby.clone().around(centre),
                    left: LENGTH,
                });
            }
            (Asked::First(_), _) => self.pumps.feed(fed),
            (Asked::Next, _) => {
                if let Some(detour) = &mut self.detour {
                    detour.take(fed);
                }
            }
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

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}

impl Detour {
    /// Takes the answer to a question on the way. Each step makes the text of the detour smaller.
    fn take(&mut self, fed: &Fed) {
        self.left -= 1;
        if let Fed::Interesting { now, .. } = fed {
            self.here = now.clone();
        }
        self.steps.feed(&fed.on_the_way());
    }
}
