//! The runs of all solvers on one program. No question is asked twice.

use super::panel::Panel;
use crate::language::answer_sets::{Report, read};
use crate::language::asp::with_model;
use crate::observation::{Limits, Observation};
use crate::oracle::{About, Answer, Ask, Evidence, NotReproduced, Oracle, Reproduced};
use crate::solver::{Ran, RunPurpose, Slot, SlotError, Unresolved, dialect};
use std::sync::Arc;

/// A program and what the solvers said about it.
pub(super) struct Trial<'a> {
    slot: &'a mut Slot,
    panel: &'a Panel,
    text: &'a [u8],
    limits: Limits,
    /// The answers so far. The numbers of their solvers are those in the panel.
    answers: Vec<Answer>,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Cut {
    /// The run was interrupted: the work is ending.
    Interrupted,
    /// A solver cannot be run.
    Slot(SlotError),
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        slot: &'a mut Slot,
        panel: &'a Panel,
        text: &'a [u8],
        limits: Limits,
    ) -> Trial<'a> {
        Trial {
            slot,
            panel,
            text,
            limits,
            answers: Vec::new(),
        }
    }

    /// What an oracle says whose solvers are these members of the panel, in this order.
    pub(super) fn judge(
        &mut self,
        oracle: &dyn Oracle,
        solvers: &[usize],
    ) -> Result<Result<Reproduced, NotReproduced>, Cut> {
        let mut answers = Vec::new();
        while let Some(ask) = oracle.golden_ask(&answers) {
            let evidence = self.answer(in_panel(ask, solvers))?;
            answers.push(Answer { ask, evidence });
        }
        Ok(oracle.accept_golden(&answers))
    }

    /// What a member of the panel did on the program; none if its run gave no usable result.
    pub(super) fn run(&mut self, member: usize) -> Result<Option<Evidence>, Cut> {
        self.answer(Ask::of(member))
    }

    /// What a member of the panel says about the program.
    pub(super) fn report(&mut self, member: usize) -> Result<Option<Report>, Cut> {
        let evidence = self.run(member)?;
        Ok(evidence.map(|evidence| read(&evidence.observation)))
    }

    fn answer(&mut self, ask: Ask) -> Result<Option<Evidence>, Cut> {
        if let Some(known) = self.answers.iter().find(|answer| answer.ask == ask) {
            return Ok(known.evidence.clone());
        }
        let evidence = match ask.about {
            About::Text => self.observe(ask.solver, self.text)?,
            About::Model { of, number } => match self.limited_to(of, number)? {
                Some(text) => self.observe(ask.solver, &text)?,
                None => None,
            },
            // No answer-set solver is asked so.
            About::Asking | About::Core { .. } | About::Proof { .. } => None,
        };
        let answer = Answer { ask, evidence };
        self.answers.push(answer.clone());
        Ok(answer.evidence)
    }

    /// The program, limited to a model that a solver has printed.
    fn limited_to(&mut self, of: usize, number: usize) -> Result<Option<Vec<u8>>, Cut> {
        let report = self.report(of)?;
        let model = report.and_then(|report| report.models.into_iter().nth(number));
        Ok(model.and_then(|model| with_model(self.text, &model)))
    }

    fn observe(&mut self, member: usize, text: &[u8]) -> Result<Option<Evidence>, Cut> {
        let invocation = &self.panel.members[member].invocation;
        let ran = self
            .slot
            .run_for(RunPurpose::Search, invocation, text, &self.limits)
            .map_err(Cut::Slot)?;
        Ok(observed(ran)?.map(|observation| Evidence {
            failures: dialect::failures(&observation).into(),
            cpu_limit: self.limits.cpu,
            observation: Arc::new(observation),
        }))
    }
}

fn observed(ran: Ran) -> Result<Option<Observation>, Cut> {
    match ran {
        Ran::Observed(observation) => Ok(Some(observation)),
        Ran::Unresolved(Unresolved::Interrupted(_) | Unresolved::Prevented) => {
            Err(Cut::Interrupted)
        }
        Ran::Unresolved(Unresolved::Wall(_) | Unresolved::Killed(_) | Unresolved::HelperDied) => {
            Ok(None)
        }
    }
}

/// The question with the numbers of the panel instead of those of the oracle.
fn in_panel(ask: Ask, solvers: &[usize]) -> Ask {
    let about = ask.about.renumbered(|of| solvers.get(of).copied());
    Ask {
        solver: solvers[ask.solver],
        about: about.unwrap_or(ask.about),
        ..ask
    }
}
