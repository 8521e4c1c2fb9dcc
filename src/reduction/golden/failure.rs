//! What the golden runs show and candidates must show too.

use crate::event::FailureRate;
use crate::oracle::{Answer, Reproduced};

/// The failure to keep.
pub(in crate::reduction) struct GoldenFailure {
    /// The answers that candidates are compared with.
    pub(in crate::reduction) answers: Vec<Answer>,
    /// The failure in words.
    pub(in crate::reduction) reproduced: Reproduced,
    /// How often it was seen, if the solver is flaky.
    pub(in crate::reduction) rate: Option<FailureRate>,
}

impl GoldenFailure {
    /// A failure that every run shows.
    pub(super) fn steady(answers: Vec<Answer>, reproduced: Reproduced) -> GoldenFailure {
        GoldenFailure {
            answers,
            reproduced,
            rate: None,
        }
    }
}
