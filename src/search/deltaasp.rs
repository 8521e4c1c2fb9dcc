//! The strategy `deltaasp`: the seven phases of DeltaASP (Brummayer and Järvisalo, TPLP 2010, section 5), as data.
//!
//! Phases 1, 4 and 5 thin lists with the elimination strategy of the paper, which is a minimiser here: `obo` or
//! `zeller`. Phases 2 and 6 try each of their candidates once. Phases 3 and 7 decide whether to start again. In a
//! language whose expressions have no inner lists, only phase 1 finds anything.

use super::build;
use super::stage::Phase;
use super::{Fed, Plan, Position, Question, Search};
use crate::language::TestCase;

/// The search of these numbered phases, as far as the plan uses them.
pub(super) fn deltaasp(phases: &[(u8, Phase)], plan: &Plan) -> Box<dyn Search> {
    let step = |phase: &Phase| match phase {
        Phase::Stage(stage) => PlanStep::Search(build::stage(stage, plan)),
        Phase::StartAgain { since } => PlanStep::StartAgain { since: *since },
    };
    Box::new(Phases {
        steps: phases
            .iter()
            .filter(|(number, _)| plan.phases.contains(number))
            .map(|(number, phase)| (*number, step(phase)))
            .collect(),
        at: 0,
        progress: Vec::new(),
    })
}

/// A step of the algorithm.
#[derive(Clone)]
enum PlanStep {
    Search(Box<dyn Search>),
    /// Goes back to the first phase if anything was reduced in a phase with at least this number.
    StartAgain {
        since: u8,
    },
}

/// Goes from step to step.
#[derive(Clone)]
struct Phases {
    /// The steps with the numbers of their phases.
    steps: Vec<(u8, PlanStep)>,
    at: usize,
    /// The phases that have reduced anything since the first one began.
    progress: Vec<u8>,
}

impl Search for Phases {
    fn next(&mut self, current: &TestCase) -> Option<Question> {
        while let Some((_, step)) = self.steps.get_mut(self.at) {
            match step {
                PlanStep::Search(search) => {
                    if let Some(question) = search.next(current) {
                        return Some(question);
                    }
                    self.at += 1;
                }
                PlanStep::StartAgain { since }
                    if self.progress.iter().any(|phase| phase >= since) =>
                {
                    self.restart();
                }
                PlanStep::StartAgain { .. } => self.at += 1,
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        if let Some((number, PlanStep::Search(search))) = self.steps.get_mut(self.at) {
            if let Fed::Interesting { adopted: true, .. } = fed {
                self.progress.push(*number);
            }
            search.feed(fed);
        }
    }

    fn restart(&mut self) {
        self.at = 0;
        self.progress.clear();
        for (_, step) in &mut self.steps {
            if let PlanStep::Search(search) = step {
                search.restart();
            }
        }
    }

    fn position(&self) -> Option<Position> {
        match self.steps.get(self.at)? {
            (_, PlanStep::Search(search)) => search.position(),
            _ => None,
        }
    }
}
