//! Rules that are parts of another rule count their solvers from 0, as if there were no other parts.

use super::{Answer, Ask, Next};

/// Which solvers a part of a rule asks: its own solver number `n` is solver `self.0[n]` of the whole rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering(pub(super) Vec<usize>);

impl Numbering {
    /// The answers of the part's solvers, by its own numbers.
    pub(super) fn answers(&self, answers: &[Answer]) -> Vec<Answer> {
        let own = |answer: &Answer| {
            let ask = renumbered(answer.ask, |number| {
                self.0.iter().position(|&whole| whole == number)
            })?;
            let evidence = answer.evidence.clone();
            Some(Answer { ask, evidence })
        };
        answers.iter().filter_map(own).collect()
    }

    /// A question of the part, by the numbers of the whole rule. A solver that the part does not have keeps its number.
    pub(super) fn ask(&self, ask: Ask) -> Ask {
        let whole = renumbered(ask, |number| self.0.get(number).copied());
        whole.unwrap_or(ask)
    }

    /// What the part needs next, by the numbers of the whole rule.
    pub(super) fn next(&self, next: Next) -> Next {
        match next {
            Next::Ask(ask) => Next::Ask(self.ask(ask)),
            decided @ Next::Outcome(_) => decided,
        }
    }

    /// The solver of the part that is this one of the whole rule.
    pub(super) fn own(&self, whole: usize) -> Option<usize> {
        self.0.iter().position(|&number| number == whole)
    }
}

fn renumbered(ask: Ask, number: impl Fn(usize) -> Option<usize>) -> Option<Ask> {
    Some(Ask {
        solver: number(ask.solver)?,
        about: ask.about.renumbered(&number)?,
        ..ask
    })
}
