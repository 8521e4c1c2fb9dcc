//! Which case comes next: the longest first, but cases that another run on the same store is working on come last. When
//! only those are left, this run waits for them, because then the store has the answers. Of the builds of a case, each
//! comes when the one before is done.

use super::builds::OnBuilds;
use super::fingerprints::Fingerprints;
use super::resume::source_digest;
use crate::corpus::{Planned, Settings};
use crate::key::Fingerprint;
use crate::solver::Stop;
use crate::store::{Claim, Claimed, Store};
use crate::sync::Mutex;
use std::collections::{HashSet, VecDeque};
use std::time::Duration;

/// How often cases that other runs are working on are tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// The cases that have not begun.
pub(super) struct Queue<'a> {
    cases: Mutex<PendingCases<'a>>,
    fingerprints: Mutex<Fingerprints<'a>>,
    store: Option<&'a Store>,
    stop: &'a Stop,
}

struct PendingCases<'a> {
    /// Not tried yet.
    fresh: VecDeque<OnBuilds<'a>>,
    /// Tried, and another run was working on them. What that shares is kept, because it takes reading the whole file.
    busy: VecDeque<(OnBuilds<'a>, SharedCase)>,
    /// Whether it has been reported that only busy cases are left.
    waits: bool,
    /// The cases that this run works on and has claimed. The second of two equal cases needs no claim, because the two
    /// share their answers.
    claimed: HashSet<SharedCase>,
}

/// The digest of a case and the fingerprint of its commands, which decide who shares its answers.
type SharedCase = ([u8; 32], Fingerprint);

/// Another run is working on this case.
struct Busy(SharedCase);

/// A case to work on, claimed if it needs a claim.
pub(super) struct ClaimedCase<'a> {
    pub(super) planned: &'a Planned,
    /// The builds that come after this one.
    later: OnBuilds<'a>,
    /// Held until the case is done.
    claim: Option<(SharedCase, Claimed<'a>)>,
}

impl<'a> PendingCases<'a> {
    /// Takes out the case to try next, and what it shares if that is known already: if it was busy.
    fn pop(&mut self) -> Option<(OnBuilds<'a>, Option<SharedCase>)> {
        match self.fresh.pop_front() {
            Some(fresh) => Some((fresh, None)),
            None => self.busy.pop_front().map(|(busy, case)| (busy, Some(case))),
        }
    }
}

impl<'a> Queue<'a> {
    /// A queue of these cases, in this order.
    pub(super) fn of(
        cases: VecDeque<OnBuilds<'a>>,
        fingerprints: Fingerprints<'a>,
        store: Option<&'a Store>,
        stop: &'a Stop,
    ) -> Queue<'a> {
        Queue {
            cases: Mutex::new(PendingCases {
                fresh: cases,
                busy: VecDeque::new(),
                waits: false,
                claimed: HashSet::new(),
            }),
            fingerprints: Mutex::new(fingerprints),
            store,
            stop,
        }
    }

    /// The next case; none when all have begun or the run is ending. When only busy cases are left, this waits for
    /// them with `rest`, and the first time calls `waits` with their number.
    pub(super) fn next(
        &self,
        waits: &dyn Fn(usize),
        rest: &dyn Fn(Duration),
    ) -> Option<ClaimedCase<'a>> {
        while !self.stop.is_winding_up() {
            let (builds, known) = self.cases.lock().pop()?;
            let Some((planned, later)) = builds.split_first() else {
                continue;
            };
            let shared = known.or_else(|| self.shared(planned));
            let busy = match shared.map_or(Ok(None), |case| self.claim(case)) {
                Ok(claim) => {
                    return Some(ClaimedCase {
                        planned,
                        later,
                        claim,
                    });
                }
                Err(Busy(case)) => case,
            };
            let mut cases = self.cases.lock();
            cases.busy.push_back((builds, busy));
            // After a fresh case, the next one is tried at once.
            if known.is_some() {
                if !std::mem::replace(&mut cases.waits, true) {
                    waits(cases.busy.len());
                }
                drop(cases);
                rest(PAUSE);
            }
        }
        None
    }

    /// Gives up the claim of a case that is done, and lets its next build come next.
    pub(super) fn go_on(&self, done: ClaimedCase<'a>) {
        let ClaimedCase { later, claim, .. } = done;
        let mut cases = self.cases.lock();
        if let Some((case, claimed)) = claim {
            drop(claimed);
            cases.claimed.remove(&case);
        }
        if !later.is_empty() {
            cases.fresh.push_front(later);
        }
    }

    /// Whether there are cases that have not been tried yet.
    pub(super) fn has_fresh(&self) -> bool {
        !self.cases.lock().fresh.is_empty()
    }

    /// What a case shares with other runs, if it needs a claim: only one that uses the store and has a fingerprint does.
    fn shared(&self, planned: &Planned) -> Option<SharedCase> {
        self.store?;
        let settings = planned.settings.as_ref().ok()?;
        let source = blake3::Hash::from_hex(source_digest(planned)).ok()?;
        Some((*source.as_bytes(), self.fingerprint(planned, settings)?))
    }

    /// Claims a case, unless this run has claimed it already.
    fn claim(&self, case: SharedCase) -> Result<Option<(SharedCase, Claimed<'a>)>, Busy> {
        let Some(store) = self.store else {
            return Ok(None);
        };
        let mut cases = self.cases.lock();
        if cases.claimed.contains(&case) {
            return Ok(None);
        }
        match store.try_claim(&case.0, &case.1) {
            Claim::Held(claimed) => {
                cases.claimed.insert(case);
                Ok(Some((case, claimed)))
            }
            Claim::Unavailable => Ok(None),
            Claim::Busy => Err(Busy(case)),
        }
    }

    /// One fingerprint for all commands of the case, if it can be determined.
    fn fingerprint(&self, planned: &Planned, settings: &Settings) -> Option<Fingerprint> {
        let mut known = self.fingerprints.lock();
        let all = known.of(settings, planned.case.path())?;
        Some(Fingerprint(*blake3::hash(all.as_bytes()).as_bytes()))
    }
}
