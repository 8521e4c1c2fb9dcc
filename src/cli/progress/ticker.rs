//! A thread that does something at each tick, a few times per second, until it is dropped.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// How often.
const TICK: Duration = Duration::from_millis(250);

/// The thread. Without a thread, nothing is shown, which is no reason not to work.
pub(super) struct Ticker(Option<(Sender<()>, JoinHandle<()>)>);

impl Ticker {
    /// Begins to tick.
    pub(super) fn start(tick: impl Fn() + Send + 'static) -> Ticker {
        let (stop, stopped) = channel();
        let thread = Builder::new().name("progress".into()).spawn(move || {
            while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        });
        Ticker(thread.ok().map(|thread| (stop, thread)))
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.0.take() {
            drop(stop);
            // If the thread has panicked, that has been reported.
            let _ = thread.join();
        }
    }
}
