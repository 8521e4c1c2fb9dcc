//! The text that a solver is to read for a question: the candidate, or a text that is derived from it.

use crate::language::Language;
use crate::observation::Observation;
use crate::oracle::{About, Answer, Ask};
use crate::solver::with_proof;
use std::borrow::Cow;

/// What the solver is to read for a question about `text`, after these answers about it. None if the language cannot
/// derive it from the output.
pub(crate) fn what_to_read<'a>(
    language: &dyn Language,
    text: &'a [u8],
    ask: Ask,
    answers: &[Answer],
) -> Option<Cow<'a, [u8]>> {
    let made = match ask.about {
        About::Text => return Some(Cow::Borrowed(text)),
        About::Asking => language.asking_for_models(text),
        About::Model { of, number } => {
            // What was asked for has been printed, unless it was printed anyway.
            let printed = printed(ask, of, About::Asking, answers);
            let run = printed.or_else(|| self::printed(ask, of, About::Text, answers))?;
            language.with_model(text, run, number)
        }
        About::Core { of, number } => {
            let run = printed(ask, of, About::Text, answers)?;
            language.with_core(text, run, number)
        }
        About::Proof { of, with_text } => {
            let run = printed(ask, of, About::Text, answers)?;
            let proof = language.proof(run)?;
            Some(if with_text {
                with_proof(text, &proof)
            } else {
                proof
            })
        }
    };
    made.map(Cow::Owned)
}

/// What a solver did when it was asked this in the same repetition.
fn printed(ask: Ask, of: usize, about: About, answers: &[Answer]) -> Option<&Observation> {
    let asked = Ask {
        solver: of,
        about,
        ..ask
    };
    let answer = answers.iter().find(|answer| answer.ask == asked)?;
    Some(&answer.evidence.as_ref()?.observation)
}
