//! A judge of texts that calls Python.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smelt::{Reduced, TextJudge};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How often Python is asked whether a signal has arrived. To ask takes the lock of the interpreter, which another thread
/// may hold for milliseconds.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The functions of the caller. What they raise ends the reduction.
pub(crate) struct Callables {
    /// Says whether a text is interesting.
    interesting: Py<PyAny>,
    /// Is called with what was found so far.
    progress: Option<Py<PyAny>>,
    /// When Python was last asked about signals.
    looked: Cell<Instant>,
}

impl Callables {
    pub(crate) fn new(interesting: Py<PyAny>, progress: Option<Py<PyAny>>) -> Callables {
        Callables {
            interesting,
            progress,
            looked: Cell::new(Instant::now()),
        }
    }

    /// Raises what the handler of a signal raises: `KeyboardInterrupt` after Ctrl-C.
    fn heed_signals(&self, py: Python<'_>) -> PyResult<()> {
        self.looked.set(Instant::now());
        py.check_signals()
    }
}

impl TextJudge for Callables {
    type Error = PyErr;

    fn is_interesting(&mut self, text: &[u8]) -> PyResult<bool> {
        Python::attach(|py| {
            let answer = self.interesting.call1(py, (PyBytes::new(py, text),))?;
            let is_interesting = answer.bind(py).is_truthy()?;
            self.heed_signals(py)?;
            Ok(is_interesting)
        })
    }

    fn go_on(&self) -> PyResult<()> {
        if self.looked.get().elapsed() < BETWEEN_LOOKS {
            return Ok(());
        }
        Python::attach(|py| self.heed_signals(py))
    }

    fn accepted(&mut self, so_far: &Reduced) -> PyResult<()> {
        let Some(progress) = &self.progress else {
            return Ok(());
        };
        Python::attach(|py| {
            let text = PyBytes::new(py, &so_far.text);
            progress.call1(py, (text, so_far.asked, so_far.accepted))?;
            Ok(())
        })
    }
}
