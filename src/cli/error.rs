//! Errors as the user sees them: what went wrong, what to try, and the exit code.

use super::exit;
use crate::batch::BatchError;
use crate::corpus::CorpusError;
use crate::store::StoreError;
use std::fmt::Display;
use std::io;
use std::path::Path;

/// An error that ends the program.
#[derive(Debug)]
pub(super) struct CliError {
    /// The exit code.
    pub(super) code: u8,
    /// What went wrong.
    pub(super) message: String,
    /// What to try; may be empty.
    pub(super) hint: String,
}

impl CliError {
    /// An error with this exit code.
    pub(super) fn new(code: u8, message: impl Into<String>, hint: impl Into<String>) -> CliError {
        CliError {
            code,
            message: message.into(),
            hint: hint.into(),
        }
    }

    /// The same error, after what was being done and with another hint.
    #[must_use]
    pub(super) fn in_context(self, doing: &str, hint: impl Into<String>) -> CliError {
        CliError::new(self.code, format!("{doing}: {}", self.message), hint)
    }

    /// An error that the user can fix.
    pub(super) fn usage(message: impl Into<String>, hint: impl Into<String>) -> CliError {
        CliError::new(exit::USAGE, message, hint)
    }

    /// An error for which the user can do nothing.
    pub(super) fn internal(message: impl Into<String>) -> CliError {
        CliError::new(exit::INTERNAL, message, "")
    }

    /// A report cannot be made.
    pub(super) fn unmade(error: impl Display) -> CliError {
        CliError::internal(format!("cannot write the report: {error}"))
    }

    /// A relative path leads nowhere, because there is no current directory.
    pub(super) fn unfound(path: &Path, error: &io::Error) -> CliError {
        CliError::usage(
            format!("cannot find `{}`: {error}", path.display()),
            "go to a directory that exists, or give the whole path",
        )
    }

    /// A file that is for the user cannot be written.
    pub(super) fn unwritten(path: &Path, error: &io::Error) -> CliError {
        CliError::new(
            exit::CASES,
            format!("cannot write `{}`: {error}", path.display()),
            "check the permissions and the free space",
        )
    }
}

/// What the user can try if a store cannot be used, and the option that names one.
pub(super) fn store_hint(error: &StoreError) -> String {
    let hint = error.hint();
    format!("{hint}; `--cache PATH` names another store, and `--cache none` uses none")
}

impl From<CorpusError> for CliError {
    fn from(error: CorpusError) -> CliError {
        CliError::usage(error.to_string(), error.hint())
    }
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> CliError {
        CliError::usage(error.to_string(), store_hint(&error))
    }
}

impl From<BatchError> for CliError {
    fn from(error: BatchError) -> CliError {
        let code = if matches!(error, BatchError::Write { .. }) {
            exit::CASES
        } else {
            exit::USAGE
        };
        CliError::new(code, error.to_string(), error.hint())
    }
}
