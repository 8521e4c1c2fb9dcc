//! When the helper looks at a run's clocks, and what follows.
//!
//! Each look reads `/proc`, so there are few. The next one is planned for the earliest time at which the CPU limit
//! could be reached, which is if the run used all processors all the time.
//!
//! The wall clock stands still while the run waits for a processor. So even on a busy machine, a run that would always
//! use CPU time ends at its CPU limit. That is a fact about the solver, and need not be asked about again. For the same
//! reason, only the time between looks that find the run idle counts as idle: if nobody looks for a while, because a
//! virtual machine is suspended or this process gets no processor, the solver may have had no chance to do anything
//! either. While the run is held at a crash until its stack has been read, only CPU time counts.

use super::process_tree;
use super::tracer::Tracer;
use crate::observation::{Limit, Limits};
use rustix::process::Pid;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The shortest time between two looks.
const SHORTEST: Duration = Duration::from_millis(1);

/// The least number of looks within the idle limit. With more looks, an idle run is ended closer to that limit.
const IDLE_PARTS: u32 = 5;

/// The clocks of one run.
#[derive(Debug)]
pub(super) struct Clock {
    solver: Pid,
    limits: Limits,
    processors: u32,
    began: Instant,
    /// When the wall limit is reached, unless the run waits for a processor or is held until then.
    wall_end: Instant,
    next: Instant,
    /// The CPU time at the last look.
    spent: Duration,
    /// When the last look was.
    looked: Instant,
    /// For how long the looks have found the run idle since it was last seen to do something.
    idle: Duration,
    /// For how long the run was held.
    held: Duration,
}

impl Clock {
    /// The clocks of a run of this process that began at this time.
    pub(super) fn new(solver: Pid, began: Instant, limits: &Limits) -> Clock {
        let mut clock = Clock {
            solver,
            limits: *limits,
            processors: processors(),
            began,
            wall_end: began + limits.wall,
            next: began,
            spent: Duration::ZERO,
            looked: began,
            idle: Duration::ZERO,
            held: Duration::ZERO,
        };
        clock.plan(began);
        clock
    }

    /// The time of the next look.
    pub(super) fn next_look(&self) -> Instant {
        self.next
    }

    /// The CPU time at the last look.
    pub(super) fn spent(&self) -> Duration {
        self.spent
    }

    /// Looks at the clocks, if it is time. Returns the limit that is reached, if there is one.
    pub(super) fn look(&mut self, now: Instant, tracer: &Tracer) -> Option<Limit> {
        if now < self.next {
            return None;
        }
        let usage = process_tree::measure(self.solver);
        let cpu = usage.cpu + tracer.reaped.cpu;
        let since = now - self.looked;
        if tracer.holds_a_task() {
            // It is not the solver that takes its time.
            self.held += since;
            self.wall_end += since;
        } else if usage.busy || cpu > self.spent {
            self.idle = Duration::ZERO;
        } else {
            self.idle += since.min(self.longest_pause());
        }
        self.looked = now;
        self.spent = cpu;
        if now >= self.wall_end {
            let waited = process_tree::waited() + self.held;
            self.wall_end = self.began + self.limits.wall + waited;
        }
        self.plan(now);
        if self.spent >= self.limits.cpu {
            Some(Limit::Cpu)
        } else if now >= self.wall_end {
            Some(Limit::Wall)
        } else {
            (self.idle >= self.limits.idle).then_some(Limit::Idle)
        }
    }

    /// Plans the next look.
    fn plan(&mut self, now: Instant) {
        let earliest = self.limits.cpu.saturating_sub(self.spent) / self.processors;
        let pause = earliest.min(self.longest_pause());
        self.next = (now + pause.max(SHORTEST)).min(self.wall_end.max(now + SHORTEST));
    }

    /// The longest planned pause between two looks.
    fn longest_pause(&self) -> Duration {
        self.limits.idle / IDLE_PARTS
    }
}

/// The number of processors that the helper may use. It is determined once, because that takes reading half a dozen
/// files of `/proc` and `/sys`. It only decides when to look, never whether a limit is reached.
fn processors() -> u32 {
    static COUNT: OnceLock<u32> = OnceLock::new();
    *COUNT.get_or_init(|| {
        let count = std::thread::available_parallelism().map_or(1, usize::from);
        u32::try_from(count).unwrap_or(u32::MAX)
    })
}
