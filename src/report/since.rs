//! What an output is compared with.

use jiff::Timestamp;

/// What an output is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Since {
    /// Nothing: there was only one run.
    Nothing,
    /// What was known when the last run began, and when the one before began, if that is known.
    RunBefore(Option<Timestamp>),
    /// What was known at this time.
    Time(Timestamp),
    /// Another output directory.
    Output(String),
}
