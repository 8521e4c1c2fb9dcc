//! Questions about a text, and the runs that answer them.

use super::complaint::first_error;
use crate::observation::{CrashSite, Failure, Observation};
use std::sync::Arc;
use std::time::Duration;

/// A question of an oracle about the current text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// The number of the solver: 0 is under test, 1 is the cross-check or reference.
    pub solver: usize,
    /// The number of the repetition, from 0.
    pub nth: u32,
    /// What the solver is to read.
    pub about: About,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// The text.
    Text,
    /// The text, limited to the solutions that agree with a model that a solver has printed on it.
    Model {
        /// The solver, whose answer about the text must have been given.
        of: usize,
        /// The number of the model in its output, from 0.
        number: usize,
    },
    /// The text, with commands that make a solver print its models.
    Asking,
    /// The text, limited to an unsatisfiable core that a solver has printed on it.
    Core {
        /// The solver, whose answer about the text must have been given.
        of: usize,
        /// The number of the core in its output, from 0.
        number: usize,
    },
    /// The proof that a solver has printed on the text.
    Proof {
        /// The solver, whose answer about the text must have been given.
        of: usize,
        /// Whether the text comes with it.
        with_text: bool,
    },
}

impl About {
    /// The same with other numbers for solvers; none if a solver has none.
    pub fn renumbered(self, other: impl Fn(usize) -> Option<usize>) -> Option<About> {
        Some(match self {
            About::Text | About::Asking => self,
            About::Model { of, number } => About::Model {
                of: other(of)?,
                number,
            },
            About::Core { of, number } => About::Core {
                of: other(of)?,
                number,
            },
            About::Proof { of, with_text } => About::Proof {
                of: other(of)?,
                with_text,
            },
        })
    }
}

/// An answered question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub ask: Ask,
    /// What the run did under the requested limits; none if it gave no usable result (the wall limit or somebody else
    /// ended it).
    pub evidence: Option<Evidence>,
}

/// An observation and the failures that it shows, the most telling first.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What the run did.
    pub observation: Arc<Observation>,
    /// The failures according to `solver::dialect`; empty if there are none.
    pub failures: Arc<[Failure]>,
    /// The requested CPU limit. A stored run may have had another limit; rules about time must not depend on that.
    pub cpu_limit: Duration,
}

/// Where this solver crashed, according to these answers, if its stack shows that.
pub fn crash_site(answers: &[Answer], solver: usize) -> Option<&CrashSite> {
    runs(answers, solver).find_map(Evidence::crash_site)
}

/// The runs of this solver on the text.
pub(super) fn runs(answers: &[Answer], solver: usize) -> impl Iterator<Item = &Evidence> {
    let is_of_text = move |ask: Ask| Ask { nth: 0, ..ask } == Ask::of(solver);
    answers
        .iter()
        .filter(move |answer| is_of_text(answer.ask))
        .filter_map(|answer| answer.evidence.as_ref())
}

impl Evidence {
    /// What the run did, in a few words: its most telling failure, or how it ended.
    pub fn in_words(&self) -> String {
        match self.failures.first() {
            Some(failure) => failure.signature.clone(),
            None => self.observation.end.to_string(),
        }
    }

    /// The same, and without a failure also the first error that the run reports.
    pub(crate) fn signature(&self) -> String {
        let words = self.in_words();
        let is_silent = self.failures.is_empty();
        match is_silent.then(|| first_error(&self.observation)).flatten() {
            Some(error) => format!("{words}: {error}"),
            None => words,
        }
    }

    /// Where the run crashed, if its stack shows that.
    pub fn crash_site(&self) -> Option<&CrashSite> {
        let site = self.failures.first()?.site.as_ref()?;
        (!site.functions.is_empty()).then_some(site)
    }
}

impl Ask {
    /// The first run of a solver.
    pub fn of(solver: usize) -> Ask {
        Ask {
            solver,
            nth: 0,
            about: About::Text,
        }
    }

    /// The first run of a solver on what is made of the text.
    pub(super) fn about(solver: usize, about: About) -> Ask {
        Ask {
            about,
            ..Ask::of(solver)
        }
    }

    /// The first run of a solver on the text limited to a model of another.
    pub(super) fn of_model(solver: usize, of: usize, number: usize) -> Ask {
        Ask::about(solver, About::Model { of, number })
    }
}

/// The run that answers a question.
///
/// # Errors
/// There is none.
pub(super) fn evidence(answers: &[Answer], ask: Ask) -> Result<&Evidence, NoEvidence> {
    match answers.iter().find(|answer| answer.ask == ask) {
        None => Err(NoEvidence::NotAsked(ask)),
        Some(answer) => answer.evidence.as_ref().ok_or(NoEvidence::InVain(ask)),
    }
}

/// Why there is no run that answers a question.
pub(super) enum NoEvidence {
    /// The question has not been asked.
    NotAsked(Ask),
    /// It was asked, but the run gave no usable result.
    InVain(Ask),
}
