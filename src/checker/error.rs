//! Why a check could not be made.

use crate::solver::{DependencyError, SlotError};
use std::fmt;

/// Why a check could not be made.
#[derive(Debug)]
pub enum CheckError {
    /// The reduction is stopping.
    Interrupted,
    /// The budget of the case is spent: this option has set it.
    Spent(&'static str),
    /// The text is as small as is wanted.
    Enough,
    /// The solver cannot be run.
    Slot(SlotError),
    /// Files that the command depends on changed while it was in use.
    Changed(DependencyError),
    /// The minimized file cannot be written.
    Output(std::io::Error),
    /// The trace cannot be written.
    Trace(std::io::Error),
    /// In a replay, the store lacks the answer.
    NotStored,
    /// The oracle asks for a solver that the case does not have.
    NoSuchSolver(usize),
}

impl From<SlotError> for CheckError {
    fn from(error: SlotError) -> Self {
        CheckError::Slot(error)
    }
}

impl From<DependencyError> for CheckError {
    fn from(error: DependencyError) -> Self {
        match error {
            DependencyError::Interrupted => CheckError::Interrupted,
            DependencyError::Slot(error) => CheckError::Slot(error),
            DependencyError::Unreadable { .. } | DependencyError::Changed(_) => {
                CheckError::Changed(error)
            }
        }
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Interrupted => f.write_str("interrupted"),
            CheckError::Spent(option) => write!(f, "`--{option}` is reached"),
            CheckError::Enough => f.write_str("the text is as small as is wanted"),
            CheckError::Slot(error) => error.fmt(f),
            CheckError::Changed(error) => error.fmt(f),
            CheckError::Output(error) => write!(f, "cannot write the minimized file: {error}"),
            CheckError::Trace(error) => write!(f, "cannot write the trace: {error}"),
            CheckError::NotStored => f.write_str("the verdict store does not have the next answer"),
            CheckError::NoSuchSolver(number) => write!(f, "the case has no solver number {number}"),
        }
    }
}

impl std::error::Error for CheckError {}
