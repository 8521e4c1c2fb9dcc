//! A thread that calls a function a few times per second, until it is dropped.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// The time between two calls.
const TICK: Duration = Duration::from_millis(250);

/// The thread; none if the system provides none. Then no progress is shown, but the work goes on.
pub(super) struct Ticker(Option<(Sender<()>, JoinHandle<()>)>);

impl Ticker {
    /// Begins to tick.
    pub(super) fn start(mut tick: impl FnMut() + Send + 'static) -> Ticker {
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
