//! Why a golden run is not slow enough for a rule about time.

use crate::observation::End;
use std::fmt;
use std::time::Duration;

/// Why a golden run is not slow enough for a rule about time, in terms that the user can act on. All times are CPU
/// times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSlow {
    /// The solver should hang, but ended by itself.
    Ended {
        /// How it ended.
        end: End,
        /// The time after which it ended.
        after: Duration,
        /// The limit that it did not reach.
        limit: Duration,
    },
    /// The solver took no longer than the time of `--slower-than`.
    InTime {
        /// The solver's time.
        after: Duration,
        /// The time that it must exceed.
        least: Duration,
    },
    /// The solver is not slower than the reference by the factor.
    NotByFactor {
        /// The solver's time.
        after: Duration,
        /// The time of the reference.
        reference: Duration,
        /// The shortest time that is slow enough.
        least: Duration,
    },
    /// The solver was stopped before it could be slower by the factor.
    LimitTooLow {
        /// The solver's limit.
        limit: Duration,
        /// The shortest time that is slow enough.
        least: Duration,
    },
}

impl fmt::Display for NotSlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: &Duration| time.as_secs_f64();
        match self {
            NotSlow::Ended { end, after, limit } => write!(
                f,
                "The solver ended after {:.3} s of CPU time ({end}), before the limit of {} s. Set a shorter limit with \
                 `--hangs=S`, or leave out `--hangs` if this end is the bug.",
                seconds(after),
                seconds(limit)
            ),
            NotSlow::InTime { after, least } => write!(
                f,
                "The solver took {:.3} s of CPU time, which is not more than the {} s of `--slower-than`. Give a shorter time.",
                seconds(after),
                seconds(least)
            ),
            NotSlow::NotByFactor {
                after,
                reference,
                least,
            } => write!(
                f,
                "The solver took {:.3} s of CPU time and the reference {:.3} s; the factor requires at least {:.3} s. \
                 Give a smaller factor.",
                seconds(after),
                seconds(reference),
                seconds(least)
            ),
            NotSlow::LimitTooLow { limit, least } => write!(
                f,
                "The solver hit the {} s CPU limit, but the factor requires at least {:.3} s. Raise `--timeout`, or give \
                 a smaller factor.",
                seconds(limit),
                seconds(least)
            ),
        }
    }
}
