//! Searches in turn, from one that skips whatever will probably fail to one that tries everything.

use super::failures::Failures;
use super::known_texts::KnownTexts;
use super::{Candidate, Fed, Position, Search};
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::tree::{Edit, NodeId};
use std::sync::Arc;

/// Which candidates of a search are presumed to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipRule {
    /// Those that remove more than what could not be removed before, and those that failed before.
    Implied,
    /// Those that remove more than what could not be removed since the text was half as large again as it is now, and
    /// those that failed before. A joined edit is skipped even if it removes only as much. A single edit that removes a
    /// large part of the text is tried all the same.
    ImpliedLately,
    /// Those that remove more than what could not be removed from the same text, and those that failed before. Those
    /// that remove many nodes are presumed to fail as with `Implied`.
    ImpliedHere,
    /// Those that failed before, in a larger text.
    Repeated,
    /// None. Only such a search proves that nothing more can be removed.
    None,
}

/// Searches in turn. A failure in one of them counts for all.
#[derive(Clone)]
pub struct Skipping {
    parts: Vec<(SkipRule, Box<dyn Search>)>,
    /// The index of the part that starts again after a success of a later one.
    again: usize,
    /// The index of a part after whose successes no earlier part starts again.
    minor: Option<usize>,
    /// The index of the part whose turn it is.
    at: usize,
    /// How often the cheaper parts have started again since they have found something.
    in_vain: u32,
    /// How many successes the later parts have had since then.
    successes: u32,
    failures: Failures,
    /// The candidates that are unresolved. They count as failures until this search starts again.
    unresolved: Failures,
    /// The node without which the text is presumably not interesting. None after the first question.
    needed: Option<NodeId>,
    /// The mutators that replace a command by parts that mean the same.
    renewing: Arc<[&'static str]>,
    /// The mutators whose proposals may succeed whatever failed before.
    trusted: Arc<[&'static str]>,
    /// Texts that failed. This is known, not presumed, so even a search that skips nothing need not ask about them
    /// again.
    failed: KnownTexts,
    asked: Option<Candidate>,
    /// The bytes of the current text when that question was asked.
    bytes: usize,
}

/// After so many restarts in a row that were in vain, the cheaper parts no longer start again after each success.
const AT_ONCE: u32 = 16;

/// Failed texts are only remembered up to this many bytes: in a longer text, hardly anything is proposed twice.
const SHORT: usize = 16_384;

/// A candidate is large if it removes more nodes than this.
const LARGE: usize = 7;

impl Skipping {
    /// These searches, each with the rule that says what it skips. After a success of a later part, the part with the
    /// index `again` starts again, though not after each if that is in vain. When it is the turn of the later ones again,
    /// they go on where they were.
    pub fn new(again: usize, parts: Vec<(SkipRule, Box<dyn Search>)>) -> Self {
        Skipping {
            parts,
            again,
            minor: None,
            at: 0,
            in_vain: 0,
            successes: 0,
            failures: Failures::default(),
            unresolved: Failures::default(),
            needed: None,
            renewing: Arc::default(),
            trusted: Arc::default(),
            failed: KnownTexts::default(),
            asked: None,
            bytes: 0,
        }
    }

    /// The same searches, but a success of the part with this index starts none again.
    #[must_use]
    pub fn going_on_behind(self, minor: usize) -> Self {
        let minor = Some(minor);
        Skipping { minor, ..self }
    }

    /// The same searches, but from the beginning it is presumed that this node of the first text cannot be deleted.
    #[must_use]
    pub fn needing(self, needed: Option<NodeId>) -> Self {
        Skipping { needed, ..self }
    }

    /// The same searches, where these mutators replace a command by parts that mean the same. Such a proposal may
    /// succeed although the command could not be removed, and afterwards, other things may no longer be needed. So its
    /// success makes the search forget its failures.
    #[must_use]
    pub fn renewing(self, mutators: &[&'static Mutator]) -> Self {
        let renewing = mutators.iter().map(|mutator| mutator.name()).collect();
        Skipping { renewing, ..self }
    }

    /// The same searches, where these mutators remove only what is unused. Failures say nothing about their proposals.
    #[must_use]
    pub fn trusting(self, mutators: &[&'static Mutator]) -> Self {
        let trusted = mutators.iter().map(|mutator| mutator.name()).collect();
        Skipping { trusted, ..self }
    }

    /// Whether it is the turn of the cheaper parts again: after a success of a later part, but if that was in vain many
    /// times in a row, only after two successes, then after four and so on. Even where they ask nothing, they look at the
    /// whole text.
    fn is_restart_due(&self) -> bool {
        let doublings = self.in_vain.saturating_sub(AT_ONCE).min(u32::BITS - 1);
        self.successes >= 1 << doublings
    }

    /// Makes it the turn of the cheaper parts again.
    fn start_again(&mut self) {
        self.successes = 0;
        self.in_vain = self.in_vain.saturating_add(1);
        self.at = self.again;
        self.parts[self.again].1.restart();
    }

    fn is_renewing(&self, candidate: &Candidate) -> bool {
        self.renewing.contains(&candidate.by)
    }

    fn is_skipped(&self, rule: SkipRule, candidate: &Candidate) -> bool {
        let (base, edit) = (&candidate.base, &candidate.edit);
        let mut known = [&self.failures, &self.unresolved].into_iter();
        // Failures say little about some mutators, and much about candidates that remove many nodes.
        let rule = match rule {
            SkipRule::Implied | SkipRule::ImpliedLately | SkipRule::ImpliedHere
                if self.is_renewing(candidate) || self.trusted.contains(&candidate.by) =>
            {
                SkipRule::Repeated
            }
            SkipRule::ImpliedHere if is_large(candidate) => SkipRule::Implied,
            _ => rule,
        };
        !candidate.is_held
            && match rule {
                SkipRule::Implied => known.any(|failures| failures.imply(base, edit)),
                SkipRule::ImpliedLately => known.any(|failures| failures.imply_lately(base, edit)),
                SkipRule::ImpliedHere => known.any(|failures| {
                    failures.contain(base, edit) || failures.imply_here(base, edit)
                }),
                SkipRule::Repeated => known.any(|failures| failures.contain(base, edit)),
                SkipRule::None => false,
            }
    }
}

/// Whether a candidate removes so many nodes that it hardly ever succeeds if a failure in a larger text implies that it
/// fails.
fn is_large(candidate: &Candidate) -> bool {
    candidate.base.removed(&candidate.edit).nth(LARGE).is_some()
}

impl Search for Skipping {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if let Some(needed) = self.needed.take().and_then(|id| current.node(id)) {
            let deletion = Edit::delete(current.tree(), needed);
            self.failures.add(current, &deletion);
        }
        while let Some((rule, part)) = self.parts.get_mut(self.at) {
            let rule = *rule;
            let Some(candidate) = part.next(current) else {
                if self.successes > 0 {
                    self.start_again();
                } else {
                    self.at += 1;
                }
                continue;
            };
            let is_skipped = self.is_skipped(rule, &candidate);
            let is_known = !is_skipped && self.failed.have(&candidate, SHORT);
            if is_known {
                // Another edit has made the same text. That it failed also says something about the nodes that this
                // edit removes.
                self.failures.add(&candidate.base, &candidate.edit);
            }
            if is_skipped || is_known {
                self.parts[self.at].1.feed(&Fed::Skipped);
            } else {
                self.asked = Some(candidate.clone());
                self.bytes = current.text().len();
                return Some(candidate);
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        if let Some((_, part)) = self.parts.get_mut(self.at) {
            part.feed(fed);
        }
        let Some(asked) = self.asked.take() else {
            return;
        };
        match fed {
            Fed::Interesting { now, adopted: true } => {
                // After a renewal, what failed may succeed.
                let is_renewing = self.is_renewing(&asked);
                for failures in [&mut self.failures, &mut self.unresolved] {
                    if is_renewing {
                        *failures = Failures::default();
                    } else {
                        failures.accepted(&asked.base, &asked.edit, now);
                    }
                }
                // Cheaper parts come first again.
                if self.at <= self.again {
                    self.in_vain = 0;
                } else if Some(self.at) != self.minor {
                    self.successes += 1;
                    if self.is_restart_due() {
                        self.start_again();
                    }
                }
            }
            // The driver will go on from the shorter text, so further questions about the current one would be in vain.
            Fed::Interesting { now, .. } if now.text().len() < self.bytes => {
                self.at = self.parts.len();
            }
            Fed::Uninteresting => {
                self.failures.add(&asked.base, &asked.edit);
                self.failed.add_candidate(&asked, SHORT);
            }
            Fed::Unresolved => self.unresolved.add(&asked.base, &asked.edit),
            _ => {}
        }
    }

    fn restart(&mut self) {
        self.at = 0;
        (self.in_vain, self.successes) = (0, 0);
        self.unresolved = Failures::default();
        self.parts.iter_mut().for_each(|(_, part)| part.restart());
    }

    fn position(&self) -> Option<Position> {
        let (_, part) = self.parts.get(self.at)?;
        part.position()
    }
}
