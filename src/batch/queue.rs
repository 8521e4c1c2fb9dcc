//! Which case comes next: the longest first, but cases that another run on the same store is working on come last. When
//! only those are left, this run waits for them, because then the store has the answers. Of the builds of a case, each
//! comes when the one before is done.

use super::fingerprints::Fingerprints;
use super::resume::source_digest;
use crate::corpus::{Planned, Settings};
use crate::key::Fingerprint;
use crate::solver::Stop;
use crate::store::{Claim, Claimed, Store};
use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
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
    /// Tried, and another run was working on them.
    busy: VecDeque<OnBuilds<'a>>,
    /// Whether it has been reported that only busy cases are left.
    waits: bool,
    /// The cases that this run has claimed. The second of two equal cases needs no claim, because the two share their
    /// answers.
    claimed: HashSet<([u8; 32], Fingerprint)>,
}

/// A case on several builds, or on one.
type OnBuilds<'a> = VecDeque<&'a Planned>;

/// A case to work on, claimed if it needs a claim.
pub(super) struct ClaimedCase<'a> {
    pub(super) planned: &'a Planned,
    /// The builds that come after this one.
    later: OnBuilds<'a>,
    /// Held until the case is done.
    _claimed: Option<Claimed<'a>>,
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
            let mut cases = self.cases();
            let fresh = cases.fresh.pop_front();
            let is_fresh = fresh.is_some();
            let mut builds = fresh.or_else(|| cases.busy.pop_front())?;
            drop(cases);
            let Some(planned) = builds.pop_front() else {
                continue;
            };
            match self.claim(planned) {
                Claim::Held(claimed) => {
                    return Some(ClaimedCase::of(planned, builds, Some(claimed)));
                }
                Claim::Unavailable => return Some(ClaimedCase::of(planned, builds, None)),
                Claim::Busy => {
                    let mut cases = self.cases();
                    builds.push_front(planned);
                    cases.busy.push_back(builds);
                    // After a fresh case, the next one is tried at once.
                    if !is_fresh {
                        if !std::mem::replace(&mut cases.waits, true) {
                            waits(cases.busy.len());
                        }
                        drop(cases);
                        rest(PAUSE);
                    }
                }
            }
        }
        None
    }

    /// Lets the next build of a case that is done come next.
    pub(super) fn go_on(&self, done: ClaimedCase<'a>) {
        if !done.later.is_empty() {
            self.cases().fresh.push_front(done.later);
        }
    }

    /// Whether there are cases that have not been tried yet.
    pub(super) fn has_fresh(&self) -> bool {
        !self.cases().fresh.is_empty()
    }

    /// Claims a case. Only a case that uses the store and has a fingerprint needs a claim.
    fn claim(&self, planned: &Planned) -> Claim<'a> {
        let (Some(store), Ok(settings)) = (self.store, &planned.settings) else {
            return Claim::Unavailable;
        };
        let source = blake3::Hash::from_hex(source_digest(planned));
        match (source, self.fingerprint(planned, settings)) {
            (Ok(source), Some(solver)) => self.claim_once(store, *source.as_bytes(), solver),
            _ => Claim::Unavailable,
        }
    }

    fn claim_once(&self, store: &'a Store, source: [u8; 32], solver: Fingerprint) -> Claim<'a> {
        let mut cases = self.cases();
        if cases.claimed.contains(&(source, solver)) {
            return Claim::Unavailable;
        }
        let claim = store.try_claim(&source, &solver);
        if matches!(claim, Claim::Held(_)) {
            cases.claimed.insert((source, solver));
        }
        claim
    }

    /// One fingerprint for all commands of the case, if it can be determined.
    fn fingerprint(&self, planned: &Planned, settings: &Settings) -> Option<Fingerprint> {
        let mut known = self
            .fingerprints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let all = known.of(settings, planned.case.path())?;
        Some(Fingerprint(*blake3::hash(all.as_bytes()).as_bytes()))
    }

    /// A poisoned lock is used all the same, because no panic can leave a case in no list or in two.
    fn cases(&self) -> MutexGuard<'_, PendingCases<'a>> {
        self.cases.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> ClaimedCase<'a> {
    fn of(
        planned: &'a Planned,
        later: OnBuilds<'a>,
        claimed: Option<Claimed<'a>>,
    ) -> ClaimedCase<'a> {
        ClaimedCase {
            planned,
            later,
            _claimed: claimed,
        }
    }
}
