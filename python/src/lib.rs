//! The native part of the Python module `smelt`: conversions between Python and [`smelt`], and nothing that decides.
//! What its functions promise is said in `smelt/__init__.py`, which wraps them.

mod callables;
mod store;

use callables::Callables;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use smelt::report::{self, Columns, ComparedTools, Rows};
use smelt::{LANGUAGES, Language, ReduceError, STRATEGIES, Strategy};
use std::fmt::Display;
use std::path::PathBuf;

create_exception!(
    _smelt,
    ReduceFailure,
    PyValueError,
    "Why a text was not reduced: what is wrong, and the text as smelt prints it if that is not interesting."
);

/// What is left of a text, how many were asked about, how many were accepted, and whether the search has ended.
type Found<'py> = (Bound<'py, PyBytes>, usize, u64, bool);

/// Reduces a text. What `interesting` or `progress` raises is raised here, but for `stop`.
#[pyfunction]
#[pyo3(signature = (text, interesting, language, strategy, progress, stop))]
fn reduce<'py>(
    py: Python<'py>,
    text: Vec<u8>,
    interesting: Py<PyAny>,
    language: &Bound<'py, PyString>,
    strategy: &Bound<'py, PyString>,
    progress: Option<Py<PyAny>>,
    stop: &Bound<'py, PyAny>,
) -> PyResult<Found<'py>> {
    // A name that is no UTF-8 is unknown like any other.
    let language = language_of(&language.to_string_lossy())?;
    let strategy = strategy_of(&strategy.to_string_lossy())?;
    let callables = Callables::new(interesting, progress);
    let reduced = py.detach(|| smelt::reduce_by(&text, language, strategy, callables));
    let (reduced, has_ended) = match reduced {
        Ok(reduced) => (reduced, true),
        Err(ReduceError::Ended {
            why,
            so_far: Some(so_far),
        }) if why.matches(py, stop)? => (so_far, false),
        Err(ReduceError::Ended { why, .. }) => return Err(why),
        Err(ReduceError::NotAsPrinted(ref printed)) => {
            let printed = PyBytes::new(py, printed).unbind();
            let message = ReduceError::<PyErr>::NotAsPrinted(Vec::new()).to_string();
            return Err(ReduceFailure::new_err((message, printed)));
        }
        Err(error) => return Err(ReduceFailure::new_err((error.to_string(), py.None()))),
    };
    let text = PyBytes::new(py, &reduced.text);
    Ok((text, reduced.asked, reduced.accepted, has_ended))
}

fn language_of(name: &str) -> PyResult<&'static dyn Language> {
    let names = || LANGUAGES.iter().map(|language| language.name());
    let found = LANGUAGES.iter().find(|language| language.name() == name);
    found
        .copied()
        .ok_or_else(|| unknown("language", name, names()))
}

fn strategy_of(name: &str) -> PyResult<&'static Strategy> {
    let names = STRATEGIES.iter().map(|strategy| strategy.name);
    smelt::strategy(name).ok_or_else(|| unknown("strategy", name, names))
}

fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> PyErr {
    let known: Vec<&str> = known.collect();
    PyValueError::new_err(format!(
        "unknown {what} {name:?}: choose one of {}",
        known.join(", ")
    ))
}

/// The rows of an output directory, as JSON, and how many lines of its journal cannot be read.
#[pyfunction]
fn results(py: Python<'_>, output: PathBuf) -> PyResult<(Vec<u8>, usize)> {
    py.detach(|| {
        let journal = smelt::batch::read_journal(&output).map_err(unreadable)?;
        if ComparedTools::of(&journal.events).is_some() {
            return Err(PyValueError::new_err(format!(
                "`{}` is the output of a comparison: read its comparison.csv",
                output.display()
            )));
        }
        let rows = Rows::of(&journal.events).all();
        let mut json = Vec::new();
        let table = report::results(&rows, Columns::All);
        table.write_json(&mut json).map_err(unreadable)?;
        Ok((json, journal.unreadable))
    })
}

/// An error of a file.
pub(crate) fn unreadable(error: impl Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// The native part of the module `smelt`.
#[pymodule]
fn _smelt(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ReduceFailure", module.py().get_type::<ReduceFailure>())?;
    module.add_class::<store::Store>()?;
    module.add_function(wrap_pyfunction!(reduce, module)?)?;
    module.add_function(wrap_pyfunction!(results, module)?)
}
