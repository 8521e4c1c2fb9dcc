//! What SMT solvers say to queries, for rules about wrong answers.

use super::fault::{NoFault, usable};
use super::single::{stopped, which};
use super::{Answer, Ask, NotWrong};
use crate::language::smtlib::{Printed, Said, printed};
use crate::observation::Observation;

/// The run that answers a question, if it ended by itself.
///
/// # Errors
/// The question was not asked, or there is no usable result.
pub(super) fn run(answers: &[Answer], ask: Ask) -> Result<&Observation, NoFault> {
    let run = usable(answers, ask)?;
    match stopped(run) {
        Some(_) => Err(unanswered(ask, run.observation.end.to_string())),
        None => Ok(&run.observation),
    }
}

/// What a run has printed. A run that reports an error may have passed over a part of the text, so it is not believed.
///
/// # Errors
/// It reports an error, or not all that it has printed is kept.
pub(super) fn believed(run: &Observation, ask: Ask) -> Result<Printed, NoFault> {
    let not_read = || {
        unanswered(
            ask,
            "what cannot be read or is not kept completely".to_owned(),
        )
    };
    let printed = printed(run).ok_or_else(not_read)?;
    if printed.has_error {
        return Err(unanswered(ask, "an error".to_owned()));
    }
    Ok(printed)
}

/// Whether a trusted solver gives this answer, and no other, to what is made of the text.
///
/// # Errors
/// That is to be asked, or there is no usable result.
pub(super) fn says(answers: &[Answer], ask: Ask, answer: Said) -> Result<bool, NoFault> {
    let run = match run(answers, ask) {
        // A limit, or an error: the trusted solver has no answer.
        Err(NoFault::Sound(_)) => return Ok(false),
        run => run?,
    };
    Ok(believed(run, ask).is_ok_and(|printed| printed.answers == [answer]))
}

fn unanswered(ask: Ask, said: String) -> NoFault {
    NoFault::Sound(NotWrong::Unanswered {
        which: which(ask.solver),
        said,
    })
}
