//! Why a failure is not shown with enough seeds.

use std::fmt;

/// The failure is not shown with enough seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSeeded {
    /// The failure.
    pub signature: String,
    /// With how many seeds it must be shown.
    pub at_least: u32,
    /// How many there are.
    pub seeds: usize,
    /// Whether a limit has stopped runs on which it depends.
    pub is_open: bool,
}

impl fmt::Display for NotSeeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotSeeded {
            signature,
            at_least,
            seeds,
            ..
        } = self;
        write!(
            f,
            "`{signature}` is not shown with {at_least} of {seeds} seeds. Give a smaller number with `--at-least`, or more \
             `--seeds`."
        )
    }
}
