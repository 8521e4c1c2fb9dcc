//! Lets the cases of a batch take turns, so that a few slow ones do not keep the others waiting.
//!
//! With a budget, a case has a slot for a part of it only while others wait: for a fiftieth in its first turn, twice as
//! long in each further one, and never for more than a tenth. Between two checks, a case whose turn is over waits where
//! it is, in its thread, and another goes on: first the cases that have not begun, then those that have waited longest. So nothing is done twice, and the results are the same with and without turns.
//!
//! A case that waits keeps its memory and its helper process. At most [`Turns::most_waiting`] cases wait; beyond that, a
//! new one begins only when another has ended.
//!
//! The costs that all cases share are added up here, too, because they are known between two checks as well.

use super::budget::Budget;
use crate::checker::Counts;
use crate::event::Spent;
use crate::reduction::Turn;
use crate::solver::{Cause, Stop};
use crate::sync::Mutex;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A first turn is this part of the budget.
const FIRST: u32 = 50;

/// No turn is longer than this part of the budget.
const LONGEST: u32 = 10;

/// How long a waiting thread sleeps before it looks whether the run is ending.
const LOOK: Duration = Duration::from_millis(100);

/// Who waits for a slot, and the order of arrival.
type Place = (Waiter, u64);

/// Who waits for a slot, in the order in which they get one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Waiter {
    /// A thread that begins cases.
    Beginner,
    /// A case that has had a turn.
    Paused,
    /// A thread that only helps others.
    Helper,
}

/// The slots of a batch, and who waits for one.
pub(super) struct Turns<'a> {
    slots: Mutex<Slots>,
    changed: Condvar,
    budget: &'a Budget,
    /// How many cases may wait in the middle of their reductions.
    most_waiting: usize,
    stop: &'a Stop,
    spent_runs: AtomicU64,
    /// In microseconds.
    spent_cpu: AtomicU64,
}

#[derive(Default)]
struct Slots {
    /// The slots that nobody has.
    free: usize,
    waiting: BTreeSet<Place>,
    /// The cases among them that have begun.
    paused: usize,
    arrivals: u64,
    /// The places of threads that are to be started for cases that have not begun.
    wanted: Vec<Place>,
    /// Whether no thread is wanted any more.
    is_closed: bool,
}

impl<'a> Turns<'a> {
    /// This many slots.
    pub(super) fn of(
        slots: usize,
        budget: &'a Budget,
        most_waiting: usize,
        stop: &'a Stop,
    ) -> Turns<'a> {
        Turns {
            slots: Mutex::new(Slots {
                free: slots,
                ..Slots::default()
            }),
            changed: Condvar::new(),
            budget,
            most_waiting,
            stop,
            spent_runs: AtomicU64::new(0),
            spent_cpu: AtomicU64::new(0),
        }
    }

    /// Waits for a slot: one for a thread that only helps is one that nobody else wants. It is given back when the result
    /// is dropped.
    pub(super) fn enter(&self, waiter: Waiter) -> HeldSlot<'_, 'a> {
        let mut slots = self.slots.lock();
        let place = slots.arrive(waiter);
        self.wait(slots, place)
    }

    /// Waits for a slot at this place of the queue. Once nothing may run any more, nobody waits for a slot.
    fn wait<'t>(&'t self, mut slots: MutexGuard<'t, Slots>, place: Place) -> HeldSlot<'t, 'a> {
        loop {
            let is_next = slots.free > 0 && slots.waiting.first() == Some(&place);
            if is_next || self.stop.is_set() {
                slots.waiting.remove(&place);
                slots.free = slots.free.saturating_sub(1);
                self.changed.notify_all();
                return HeldSlot(self);
            }
            slots = self
                .changed
                .wait_timeout(slots, LOOK)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// Starts a thread with `start` for each that is wanted, until the turns are closed. `start` gets a place in the
    /// queue for it, and returns whether the thread has started.
    pub(super) fn start_threads(&self, start: impl Fn(Place) -> bool) {
        let mut slots = self.slots.lock();
        loop {
            while let Some(place) = slots.wanted.pop() {
                drop(slots);
                let is_started = start(place);
                slots = self.slots.lock();
                if !is_started {
                    // The case that has made room for it goes on.
                    slots.waiting.remove(&place);
                    self.changed.notify_all();
                }
            }
            if slots.is_closed {
                return;
            }
            slots = self
                .changed
                .wait(slots)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for the slot of a thread that was started at this place.
    pub(super) fn enter_at(&self, place: Place) -> HeldSlot<'_, 'a> {
        self.wait(self.slots.lock(), place)
    }

    /// No thread is wanted any more.
    pub(super) fn close(&self) {
        self.slots.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Gives the slot to others for a while.
    pub(super) fn rest(&self, pause: Duration) {
        self.leave();
        std::thread::sleep(pause);
        std::mem::forget(self.enter(Waiter::Beginner));
    }

    /// Whether cases take turns at all.
    pub(super) fn are_taken(&self) -> bool {
        self.budget.time.is_some()
    }

    fn leave(&self) {
        self.slots.lock().free += 1;
        self.changed.notify_all();
    }

    /// The longest time of a turn, by its number; none if there are no turns.
    fn length(&self, number: u32) -> Option<Duration> {
        let budget = self.budget.time?;
        let doubled = 2_u32.saturating_pow(number.min(8));
        Some(
            (budget / FIRST)
                .saturating_mul(doubled)
                .min(budget / LONGEST),
        )
    }

    /// Ends a turn of a case if others wait: those that have not begun first. Returns after its next turn has begun;
    /// false if nobody waits.
    fn pass_on(&self, has_fresh: bool, waits: &dyn Fn()) -> bool {
        let mut slots = self.slots.lock();
        if has_fresh && slots.paused < self.most_waiting && !slots.is_closed {
            let place = slots.arrive(Waiter::Beginner);
            slots.wanted.push(place);
        } else if slots
            .waiting
            .first()
            .is_none_or(|(waiter, _)| *waiter == Waiter::Helper)
        {
            return false;
        }
        waits();
        let place = slots.arrive(Waiter::Paused);
        slots.free += 1;
        slots.paused += 1;
        self.changed.notify_all();
        // The slot is held by the same thread as before.
        std::mem::forget(self.wait(slots, place));
        self.slots.lock().paused -= 1;
        true
    }

    /// Adds costs to those of all cases. If they reach the budget, all work ends.
    fn spend(&self, runs: u64, cpu: Duration) {
        let micros = u64::try_from(cpu.as_micros()).unwrap_or(u64::MAX);
        let runs = self.spent_runs.fetch_add(runs, Ordering::Relaxed) + runs;
        let cpu = self.spent_cpu.fetch_add(micros, Ordering::Relaxed) + micros;
        if self.budget.is_spent(runs, Duration::from_micros(cpu)) && !self.stop.is_winding_up() {
            self.stop.because(Cause::Budget);
            self.stop.wind_up();
        }
    }

    /// Adds what another process has spent on a case, over all starts of its reduction, since it was `before`.
    pub(super) fn spend_since(&self, before: Spent, spent: Spent) {
        let cpu = spent.solver_cpu_seconds - before.solver_cpu_seconds;
        self.spend(
            spent.runs.saturating_sub(before.runs),
            Duration::try_from_secs_f64(cpu).unwrap_or_default(),
        );
    }

    /// What is left of the budget.
    pub(super) fn left(&self) -> Budget {
        let runs = self.spent_runs.load(Ordering::Relaxed);
        let cpu = Duration::from_micros(self.spent_cpu.load(Ordering::Relaxed));
        self.budget.after(runs, cpu)
    }
}

impl Slots {
    /// A place behind all that wait for the same.
    fn arrive(&mut self, waiter: Waiter) -> Place {
        self.arrivals += 1;
        let place = (waiter, self.arrivals);
        self.waiting.insert(place);
        place
    }
}

/// A slot, until it is dropped.
pub(super) struct HeldSlot<'t, 'a>(&'t Turns<'a>);

impl Drop for HeldSlot<'_, '_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// The turns of one case.
pub(super) struct CaseTurn<'t, 'a> {
    turns: &'t Turns<'a>,
    /// Whether cases wait that have not begun.
    has_fresh: &'t (dyn Fn() -> bool + Sync),
    state: Mutex<CaseState>,
}

struct CaseState {
    /// When the turn began.
    began: Instant,
    /// How many turns the case has had before.
    taken: u32,
    /// What has been counted of its costs.
    runs: u64,
    cpu: Duration,
}

impl<'t, 'a> CaseTurn<'t, 'a> {
    /// The first turn begins now.
    pub(super) fn begin(
        turns: &'t Turns<'a>,
        has_fresh: &'t (dyn Fn() -> bool + Sync),
    ) -> CaseTurn<'t, 'a> {
        CaseTurn {
            turns,
            has_fresh,
            state: Mutex::new(CaseState {
                began: Instant::now(),
                taken: 0,
                runs: 0,
                cpu: Duration::ZERO,
            }),
        }
    }

    /// Counts what the case has cost by now.
    pub(super) fn count(&self, runs: u64, cpu: Duration) {
        let mut state = self.state.lock();
        let (more, longer) = (
            runs.saturating_sub(state.runs),
            cpu.saturating_sub(state.cpu),
        );
        (state.runs, state.cpu) = (state.runs.max(runs), state.cpu.max(cpu));
        drop(state);
        self.turns.spend(more, longer);
    }
}

impl Turn for CaseTurn<'_, '_> {
    fn between_checks(&self, counts: &dyn Fn() -> Counts, waits: &dyn Fn()) -> Duration {
        if self.turns.budget.counts_costs() {
            let counts = counts();
            self.count(counts.runs, counts.cpu_time);
        }
        let mut state = self.state.lock();
        let Some(length) = self.turns.length(state.taken) else {
            return Duration::ZERO;
        };
        if state.began.elapsed() < length || self.turns.stop.is_winding_up() {
            return Duration::ZERO;
        }
        let paused = Instant::now();
        let has_fresh = (self.has_fresh)();
        if !self.turns.pass_on(has_fresh, waits) {
            return Duration::ZERO;
        }
        state.taken += 1;
        state.began = Instant::now();
        paused.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, CaseTurn, Turns, Waiter};
    use crate::checker::Counts;
    use crate::reduction::Turn;
    use crate::solver::Stop;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn a_turn_is_a_fiftieth_of_the_budget_then_longer_and_at_most_a_tenth() {
        let (stop, budget) = (Stop::default(), Budget::of_time(Duration::from_mins(10)));
        let turns = Turns::of(1, &budget, 9, &stop);
        let lengths = [0, 1, 2, 3, 4, 99].map(|turn| turns.length(turn).map(|it| it.as_secs()));
        assert_eq!(lengths, [12, 24, 48, 60, 60, 60].map(Some));
        let none = Budget::default();
        assert_eq!(Turns::of(1, &none, 9, &stop).length(0), None);
    }

    #[test]
    fn a_case_whose_turn_is_over_makes_room_for_new_ones_and_then_goes_on() {
        let (stop, budget) = (Stop::default(), Budget::of_time(Duration::from_millis(50)));
        let turns = Turns::of(1, &budget, 9, &stop);
        let fresh = AtomicUsize::new(3);
        let has_fresh = || fresh.load(Ordering::Relaxed) > 0;
        let begins = || {
            let next = fresh.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
            next.is_ok()
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                turns.start_threads(|place| {
                    scope.spawn({
                        let (turns, begins) = (&turns, &begins);
                        move || {
                            let _slot = turns.enter_at(place);
                            while begins() {}
                        }
                    });
                    true
                });
            });
            let slot = turns.enter(Waiter::Beginner);
            let case = CaseTurn::begin(&turns, &has_fresh);
            std::thread::sleep(Duration::from_millis(10));
            let waited = case.between_checks(&Counts::default, &|| ());
            assert!(waited > Duration::ZERO);
            assert_eq!(fresh.load(Ordering::Relaxed), 0);
            // Nobody waits any more.
            std::thread::sleep(Duration::from_millis(10));
            assert_eq!(
                case.between_checks(&Counts::default, &|| ()),
                Duration::ZERO
            );
            drop(slot);
            turns.close();
        });
    }

    #[test]
    fn costs_add_up_over_cases_and_end_the_run_at_the_budget() {
        let stop = Stop::default();
        let budget = Budget {
            runs: Some(10),
            ..Budget::default()
        };
        let turns = Turns::of(2, &budget, 9, &stop);
        let cases = [(); 2].map(|()| CaseTurn::begin(&turns, &|| false));
        cases[0].count(4, Duration::ZERO);
        cases[0].count(6, Duration::ZERO);
        cases[1].count(3, Duration::ZERO);
        assert!(!stop.is_winding_up());
        cases[1].count(4, Duration::ZERO);
        assert!(stop.is_winding_up());
    }
}
