//! The store of solver runs.

use crate::unreadable;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use smelt::store::{self, OtherStore, StoreError};
use std::path::{Path, PathBuf};

/// A store of solver runs.
#[pyclass(frozen, module = "smelt._smelt")]
pub(crate) struct Store(store::Store);

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
            .map(Store)
            .map_err(|error| refused(&error))
    }

    /// Its file.
    #[getter]
    fn path(&self) -> &Path {
        self.0.path()
    }

    /// What there is to know about how it was opened.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes().to_vec()
    }

    /// What it holds, as JSON.
    fn stats(&self, py: Python<'_>) -> PyResult<String> {
        let stats = py.detach(|| self.0.stats());
        json(&stats.map_err(|error| refused(&error))?)
    }

    /// Adds what other stores hold. Returns what was done, as JSON.
    #[expect(clippy::needless_pass_by_value, reason = "Python gives a list")]
    fn merge(&self, py: Python<'_>, others: Vec<PathBuf>) -> PyResult<String> {
        let merged = py.detach(|| {
            let others: Result<Vec<_>, _> =
                others.iter().map(|path| OtherStore::open(path)).collect();
            self.0.merge(&others?)
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
