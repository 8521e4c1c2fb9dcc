//! What a search has shown about the text on which it ended.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether a text is 1-minimal. In journals `true`, `false` or the number of slow candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OneMinimal {
    /// `true` if it is, `false` if the search did not try everything.
    Known(bool),
    /// The search tried everything, but some candidates took too long.
    Unresolved {
        /// The number of these candidates.
        slow_candidates: u64,
    },
}

/// The form used in reports.
impl fmt::Display for OneMinimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OneMinimal::Known(true) => f.write_str("yes"),
            OneMinimal::Known(false) => f.write_str("no"),
            OneMinimal::Unresolved { slow_candidates } => {
                let s = if slow_candidates == 1 { "" } else { "s" };
                write!(f, "unresolved: {slow_candidates} slow candidate{s}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OneMinimal::{self, Known, Unresolved};

    #[test]
    fn the_journal_keeps_what_the_report_says_and_older_journals_can_be_read() {
        let table = [
            (Known(true), "true", "yes"),
            (Known(false), "false", "no"),
            (
                Unresolved {
                    slow_candidates: 12,
                },
                r#"{"slow_candidates":12}"#,
                "unresolved: 12 slow candidates",
            ),
        ];
        for (value, journal, report) in table {
            assert_eq!(serde_json::to_string(&value).ok().as_deref(), Some(journal));
            let read: Option<OneMinimal> = serde_json::from_str(journal).ok();
            assert_eq!((read, value.to_string()), (Some(value), report.to_owned()));
        }
    }
}
