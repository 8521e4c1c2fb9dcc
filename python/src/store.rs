//! The store of solver runs.

use crate::unreadable;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use smelt::store::{self, OtherStore, StoreError};
use std::path::{Path, PathBuf};

/// A store of solver runs.
#[pyclass(frozen, module = "smelt._smelt")]
pub(crate) struct Store {
    /// None only while this is dropped.
    store: Option<store::Store>,
    /// The process that has opened it. Neither its connections nor the thread that writes are there after a fork.
    process: u32,
}

impl Store {
    fn opened(&self) -> PyResult<&store::Store> {
        let usable = self.store.as_ref();
        let usable = usable.filter(|_| self.process == std::process::id());
        usable.ok_or_else(|| {
            PyOSError::new_err("the store was opened before this process was forked: open it anew")
        })
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.store.take());
        }
    }
}

#[pymethods]
impl Store {
    #[new]
    fn new(py: Python<'_>, path: PathBuf, read_only: bool) -> PyResult<Store> {
        let open = if read_only {
            store::Store::open_read_only
        } else {
            store::Store::open
        };
        py.detach(|| open(&path))
            .map(|store| Store {
                store: Some(store),
                process: std::process::id(),
            })
            .map_err(|error| refused(&error))
    }

    /// Its file.
    #[getter]
    fn path(&self) -> PyResult<&Path> {
        Ok(self.opened()?.path())
    }

    /// What there is to know about how it was opened.
    #[getter]
    fn notes(&self) -> PyResult<Vec<String>> {
        Ok(self.opened()?.notes().to_vec())
    }

    /// What it holds, as JSON.
    fn stats(&self, py: Python<'_>) -> PyResult<String> {
        let store = self.opened()?;
        let stats = py.detach(|| store.stats());
        json(&stats.map_err(|error| refused(&error))?)
    }

    /// Adds what other stores hold. Returns what was done, as JSON.
    #[expect(clippy::needless_pass_by_value, reason = "Python gives a list")]
    fn merge(&self, py: Python<'_>, others: Vec<PathBuf>) -> PyResult<String> {
        let store = self.opened()?;
        let merged = py.detach(|| {
            let others: Result<Vec<_>, _> =
                others.iter().map(|path| OtherStore::open(path)).collect();
            store.merge(&others?)
        });
        json(&merged.map_err(|error| refused(&error))?)
    }
}

fn refused(error: &StoreError) -> PyErr {
    PyOSError::new_err(format!("{error}; {}", error.hint()))
}

fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(unreadable)
}
