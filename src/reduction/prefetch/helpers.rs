//! Threads side by side. Where the system gives fewer than were asked for, the work is done by those that there are.

use std::io;
use std::thread::{Builder, scope};

/// A system that gave fewer threads than were asked for.
#[derive(Debug)]
pub struct Short {
    /// How many there are, the caller's own among them.
    pub threads: usize,
    /// Why there are no more.
    pub why: io::Error,
}

/// Runs `work` on this thread, and `help` on up to so many others beside it; what `work` returns once all have ended.
/// Helpers that cannot be started are done without, which `short` is told before the work begins.
///
/// A panic of `work`, or of a helper, goes on when all others have ended.
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
            // No system has an address space of which this could be a part.
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
