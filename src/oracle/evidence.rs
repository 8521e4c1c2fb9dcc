//! Questions about a text, and what the runs that answer them did.

use crate::observation::{Failure, Observation};
use std::sync::Arc;
use std::time::Duration;

/// A question that an oracle wants asked about the text at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// Which solver of the case: 0 the one under test, 1 the cross-check or reference.
    pub solver: usize,
    /// Which repetition, from 0.
    pub nth: u32,
}

/// An answered question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub ask: Ask,
    /// What the run did, under the limits asked for; none where it could not be told (a wall kill, a kill from
    /// outside): unresolved.
    pub evidence: Option<Evidence>,
}

/// An observation with the failures that it tells of, the most telling first.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What the run did.
    pub observation: Arc<Observation>,
    /// From `solver::dialect`; empty where it tells of none.
    pub failures: Arc<[Failure]>,
    /// The CPU limit that it was asked for. The run itself may have had another, if it comes from the store: rules
    /// about time must not depend on that.
    pub cpu_limit: Duration,
}

impl Ask {
    /// The first run of a solver.
    pub fn of(solver: usize) -> Ask {
        Ask { solver, nth: 0 }
    }
}

/// The answer to a question, where it was asked and could be told.
pub(super) fn evidence(answers: &[Answer], ask: Ask) -> Asked<'_> {
    match answers.iter().find(|answer| answer.ask == ask) {
        None => Asked::Not,
        Some(answer) => match &answer.evidence {
            None => Asked::InVain,
            Some(evidence) => Asked::Told(evidence),
        },
    }
}

/// What came of a question.
pub(super) enum Asked<'a> {
    /// It was not asked yet.
    Not,
    /// It was asked, and could not be told.
    InVain,
    /// This.
    Told(&'a Evidence),
}
