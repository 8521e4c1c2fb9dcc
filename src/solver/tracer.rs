//! The tracer in the helper: it follows every process and thread of a run, and holds a task that a signal is about to
//! end, until the driver has read its stack.
//!
//! A traced task stops only for signals, and for a moment when it starts another task. Every signal is passed on, so
//! that a solver behaves as it would without a tracer. Processes that end are reaped here, because the system reports
//! to the tracer first; their parents still learn of it.

use super::process_tree;
use super::sys::{self, Usage};
use super::wire::Crash;
use crate::observation::FAULTS;
use std::mem::take;

/// The tracer's event for a task that has just begun, and for one that a signal such as SIGSTOP has stopped.
const STOPPED: i32 = libc::PTRACE_EVENT_STOP;

/// The traced tasks of one run.
#[derive(Debug, Default)]
pub(super) struct Tracer {
    /// Tasks that are held at a signal that will end them, and the signal. The driver knows of the first one.
    held: Vec<(i32, i32)>,
    /// The usage of the processes that were reaped here, as far as no other process counts it.
    pub(super) reaped: Usage,
}

impl Tracer {
    /// Handles all that the traced tasks have to report, and reaps those that have ended, but for the solver's own
    /// process. Returns a crash for the driver, after which [`Tracer::go_on`] must be called.
    pub(super) fn attend(&mut self, solver: i32) -> Option<Crash> {
        let mut crash = None;
        while let Some((task, status)) = sys::next_stop() {
            crash = self.stopped(task, status).or(crash);
        }
        while let Some(task) = sys::ended(0).filter(|&task| task != solver) {
            self.reap(task);
        }
        if sys::ended(solver).is_some() {
            // It is not reaped, so the loop above stops at it and misses others that have ended.
            process_tree::descendants()
                .into_iter()
                .filter(|&task| task != solver && sys::ended(task).is_some())
                .for_each(|task| self.reap(task));
        }
        crash
    }

    /// Whether a task is held at a crash.
    pub(super) fn holds_a_task(&self) -> bool {
        !self.held.is_empty()
    }

    /// Lets all tasks go on that are held at a crash.
    pub(super) fn go_on(&mut self) {
        for (task, signal) in take(&mut self.held) {
            sys::go_on(task, signal);
        }
    }

    /// Handles a stop of a task: holds the task if it has crashed, and otherwise lets it go on. Returns the first
    /// crash.
    fn stopped(&mut self, task: i32, status: i32) -> Option<Crash> {
        let (signal, event) = (status & 0xff, status >> 8);
        match (event, signal) {
            (STOPPED, libc::SIGSTOP | libc::SIGTSTP | libc::SIGTTIN | libc::SIGTTOU) => {
                sys::stay_stopped(task);
            }
            (0, signal) if is_crash(task, signal) => {
                let registers = sys::registers(task);
                let crash = registers.map(|registers| Crash { task, registers });
                if crash.is_some() || !self.held.is_empty() {
                    self.held.push((task, signal));
                    return crash.filter(|_| self.held.len() == 1);
                }
                sys::go_on(task, signal);
            }
            (0, signal) => sys::go_on(task, signal),
            _ => sys::go_on(task, 0),
        }
        None
    }

    fn reap(&mut self, task: i32) {
        let usage = process_tree::reap(task);
        self.reaped.add(usage.unwrap_or_default());
    }
}

/// Whether this signal is about to end the task because of what it did. A signal that is caught ends nothing yet.
fn is_crash(task: i32, signal: i32) -> bool {
    FAULTS.contains(&signal) && !sys::was_sent(task) && !is_caught(task, signal)
}

/// Whether the task ignores the signal or has a handler for it.
fn is_caught(task: i32, signal: i32) -> bool {
    let has = |name: &str| {
        process_tree::status_field(task, name)
            .and_then(|mask| u64::from_str_radix(&mask, 16).ok())
            .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    };
    has("SigCgt:") || has("SigIgn:")
}
