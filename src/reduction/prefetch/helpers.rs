//! Runs work on several threads. If the system provides fewer than wanted, the work is done on those that it provides.

use std::io;
use std::thread::{Builder, scope};

/// The system provided fewer threads than wanted.
#[derive(Debug)]
pub struct Short {
    /// How many there are, including the caller's.
    pub threads: usize,
    /// Why there are no more.
    pub why: io::Error,
}

/// Calls a function when it is dropped, even by a panic.
pub(crate) struct OnDrop<F: Fn()>(pub(crate) F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Runs `work` on this thread and `help` on at most `helpers` other threads, and returns the result of `work` when all
/// have ended. If a thread cannot be started, `short` is called, no more threads are started, and the work begins.
///
/// A panic in `work` or `help` is propagated after all threads have ended.
pub fn beside<T>(
    helpers: usize,
    help: impl Fn() + Sync,
    short: impl FnOnce(&Short),
    work: impl FnOnce() -> T,
) -> T {
    on_threads(&Builder::new, helpers, help, short, work)
}

fn on_threads<T>(
    builder: &dyn Fn() -> Builder,
    helpers: usize,
    help: impl Fn() + Sync,
    short: impl FnOnce(&Short),
    work: impl FnOnce() -> T,
) -> T {
    scope(|scope| {
        for started in 0..helpers {
            if let Err(why) = builder().spawn_scoped(scope, &help) {
                short(&Short {
                    threads: started + 1,
                    why,
                });
                break;
            }
        }
        work()
    })
}

#[cfg(test)]
mod tests {
    use super::{beside, on_threads};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::Builder;

    #[test]
    fn all_helpers_run_beside_the_work() {
        let ran = AtomicUsize::new(0);
        let help = || {
            ran.fetch_add(1, Ordering::Relaxed);
        };
        let done = beside(3, help, |short| panic!("{short:?}"), || 7);
        assert_eq!((done, ran.into_inner()), (7, 3));
    }

    #[test]
    fn a_system_without_threads_is_told_of_once_and_the_work_is_done_all_the_same() {
        let asked = AtomicUsize::new(0);
        let builder = || match asked.fetch_add(1, Ordering::Relaxed) {
            0 | 1 => Builder::new(),
            // No system has an address space that is large enough for this.
            _ => Builder::new().stack_size(usize::MAX / 4),
        };
        let (ran, mut threads) = (AtomicUsize::new(0), 0);
        let help = || {
            ran.fetch_add(1, Ordering::Relaxed);
        };
        let done = on_threads(&builder, 9, help, |short| threads = short.threads, || 7);
        assert_eq!((done, threads), (7, 3));
        assert_eq!((ran.into_inner(), asked.into_inner()), (2, 3));
    }
}
