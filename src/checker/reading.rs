//! The text that a solver is to read for a question: the candidate, or a text that is derived from it.

use crate::language::Language;
use crate::oracle::{About, Answer, Ask};
use std::borrow::Cow;

/// What the solver is to read for a question about `text`, after these answers about it. None if the language cannot
/// derive it from the output.
pub(crate) fn what_to_read<'a>(
    language: &dyn Language,
    text: &'a [u8],
    ask: Ask,
    answers: &[Answer],
) -> Option<Cow<'a, [u8]>> {
    match ask.about {
        About::Text => Some(Cow::Borrowed(text)),
        About::Model { of, number } => {
            let about_text = Ask {
                solver: of,
                about: About::Text,
                ..ask
            };
            let printed = answers.iter().find(|answer| answer.ask == about_text)?;
            let run = &printed.evidence.as_ref()?.observation;
            let models = language.models()?;
            models.with_model(text, run, number).map(Cow::Owned)
        }
    }
}
