//! Progress in one line: on a terminal it is rewritten; elsewhere, it is printed once a minute.

use super::ticker::Ticker;
use super::{HEARTBEAT, SPINNER};
use crate::cli::fit;
use crate::cli::output::{self, Screen};
use crate::sync::Mutex;
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

/// What a line shows.
pub(super) trait InOneLine: Send + 'static {
    /// The text, this long after the beginning.
    fn text(&self, elapsed: Duration) -> String;
}

/// Shows a line until it is dropped.
pub(super) struct OneLine<T> {
    /// Rewrites the line. It ends before the line goes.
    _ticker: Option<Ticker>,
    shown: Arc<Mutex<T>>,
}

impl<T: InOneLine> OneLine<T> {
    /// Begins to show this; nothing if it is to be quiet.
    pub(super) fn begin(shown: T, is_quiet: bool) -> OneLine<T> {
        let shown = Arc::new(Mutex::new(shown));
        let ticker = (!is_quiet).then(|| Ticker::start(rewriting(Arc::clone(&shown))));
        OneLine {
            _ticker: ticker,
            shown,
        }
    }

    /// What is shown, to change it.
    pub(super) fn shown(&self) -> MutexGuard<'_, T> {
        self.shown.lock()
    }
}

/// What is called a few times per second. The line is gone when this is.
fn rewriting<T: InOneLine>(shown: Arc<Mutex<T>>) -> impl FnMut() + Send {
    let begun = Instant::now();
    // The line comes first, because it must be dropped before its screen.
    let drawn = Screen::open().map(|screen| (screen.line(), screen));
    let (mut ticks, mut heartbeat) = (0, begun);
    move || {
        ticks += 1;
        let text = shown.lock().text(begun.elapsed());
        if let Some((line, _)) = &drawn {
            let spinner = SPINNER[ticks % SPINNER.len()];
            line.rewrite(&fit::cut(&format!("{spinner} {text}"), Screen::width()));
        } else if heartbeat.elapsed() >= HEARTBEAT {
            heartbeat = Instant::now();
            output::say(&text);
        }
    }
}
