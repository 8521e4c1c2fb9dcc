//! Why a case was not reduced.

use crate::checker::CheckError;
use crate::event::Status;
use std::fmt;
use std::io;
use std::path::Path;

/// Why a case was not reduced, for its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotReduced {
    /// The status of the case.
    pub status: Status,
    /// The reason in one line.
    pub detail: String,
    /// Whether the solver passes the case: it neither fails nor refuses the file.
    pub passes: bool,
}

impl NotReduced {
    pub(super) fn of(status: Status, detail: impl Into<String>) -> NotReduced {
        NotReduced {
            status,
            detail: detail.into(),
            passes: false,
        }
    }

    /// The case could not be worked on.
    pub fn failed(detail: impl Into<String>) -> NotReduced {
        NotReduced::of(Status::Failed, detail)
    }

    /// The case does not fail.
    pub fn not_reproduced(detail: impl Into<String>) -> NotReduced {
        NotReduced::of(Status::NotReproduced, detail)
    }
}

impl fmt::Display for NotReduced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

/// A sentence as part of a longer one, after a colon: in lower case, unless its first word is a name like `SIGSEGV`.
pub(crate) fn after_colon(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if first.is_uppercase() && !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}

impl From<CheckError> for NotReduced {
    fn from(error: CheckError) -> Self {
        let status = if matches!(error, CheckError::Interrupted) {
            Status::Stopped
        } else {
            Status::Failed
        };
        NotReduced::of(status, error.to_string())
    }
}

/// The reason that a file cannot be written, with what to try.
pub(super) fn unwritable(path: &Path, error: &io::Error) -> NotReduced {
    let check = match error.kind() {
        io::ErrorKind::FileTooLarge => "Raise the limit on the size of files (`ulimit -f`)",
        _ => "Check the permissions and the free space",
    };
    NotReduced::failed(format!(
        "cannot write `{}`: {error}. {check}, then run the same command again.",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::after_colon;

    #[test]
    fn a_sentence_after_a_colon_begins_small_and_a_name_stays() {
        let table = [
            ("The file is empty.", "the file is empty."),
            ("SIGSEGV is a name.", "SIGSEGV is a name."),
            ("`A` is quoted.", "`A` is quoted."),
            ("A file", "a file"),
            ("", ""),
        ];
        for (sentence, embedded) in table {
            assert_eq!(after_colon(sentence), embedded);
        }
    }
}
