//! The strategy `deltaasp`: the seven phases of DeltaASP (Brummayer and Järvisalo, TPLP 2010, section 5), as data.
//!
//! Phases 1, 4 and 5 thin lists with the elimination strategy, which is a minimiser here: `obo` or `zeller`. Phases 2 and
//! 6 try each of their candidates once. Phases 3 and 7 say when to start again. In a language whose expressions have no
//! inner lists, only phase 1 finds anything.

use super::each_once::EachOnce;
use super::passes::{removal, whole_list};
use super::{
    Among, Candidate, Fed, Items, Plan, Position, Question, Reach, Search, Sequence, Staged,
    Thinning,
};
use crate::language::{InnerList, TestCase};
use crate::mutator::{EraseNode, Pass};
use crate::tree::NodeId;
use std::collections::VecDeque;

/// The numbers of the phases.
pub const PHASES: std::ops::RangeInclusive<u8> = 1..=7;

/// The search of the strategy.
pub(super) fn deltaasp(plan: &Plan) -> Box<dyn Search> {
    let lists = plan.language.removable_lists().iter();
    let statements = lists.map(|list| exactly(removal(list), plan));
    let emptying = plan.of_pass(Pass::Emptying).into_iter();
    let emptying = emptying.map(|mutator| once(whole_list(mutator), plan));
    let weakening = plan.of_pass(Pass::Weakening).into_iter();
    let weakening = weakening.map(|mutator| once(Items::new(mutator, Among::Below), plan));
    let inner = |which| -> Box<dyn Search> { Box::new(InnerLists::new(which, plan)) };
    let part = |number, searches: Vec<Box<dyn Search>>, name| {
        let search = Staged::new(name, Sequence::new(searches));
        (number, PlanStep::Search(Box::new(search)))
    };
    let all = vec![
        part(1, statements.collect(), "phase 1 of 7"),
        part(2, emptying.collect(), "phase 2 of 7"),
        (3, PlanStep::StartAgain { since: 2 }),
        part(4, vec![inner(InnerList::Part)], "phase 4 of 7"),
        part(5, vec![inner(InnerList::Elements)], "phase 5 of 7"),
        part(6, weakening.collect(), "phase 6 of 7"),
        (7, PlanStep::StartAgain { since: 4 }),
    ];
    let chosen = all
        .into_iter()
        .filter(|(number, _)| plan.phases.contains(number));
    Box::new(Phases {
        steps: chosen.collect(),
        at: 0,
        progress: Vec::new(),
    })
}

/// Thins a list with the elimination strategy and nothing else.
fn exactly(items: Items, plan: &Plan) -> Box<dyn Search> {
    Box::new(Thinning::new(
        items,
        Reach::Only(plan.minimiser().build),
        &plan.admission,
    ))
}

fn once(items: Items, plan: &Plan) -> Box<dyn Search> {
    let build =
        |weights: &[u32]| -> Box<dyn super::Minimiser> { Box::new(EachOnce::new(weights.len())) };
    Box::new(Thinning::new(items, Reach::Only(build), &plan.admission))
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

    fn presume(&mut self, failing: &[Candidate]) {
        if let Some((_, PlanStep::Search(search))) = self.steps.get_mut(self.at) {
            search.presume(failing);
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

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}

/// Thins the inner lists of a text one after the other.
#[derive(Clone)]
struct InnerLists {
    which: InnerList,
    plan: Plan,
    /// The lists that are still to be thinned. None before the first question.
    left: Option<VecDeque<NodeId>>,
    thinning: Option<Thinning>,
}

impl InnerLists {
    fn new(which: InnerList, plan: &Plan) -> InnerLists {
        InnerLists {
            which,
            plan: plan.clone(),
            left: None,
            thinning: None,
        }
    }

    /// The search that thins a list. None if the list is gone.
    fn thinning(&self, current: &TestCase, list: NodeId) -> Option<Thinning> {
        let list = current.node(list)?;
        let elements = self.plan.language.inner_list(current, list, self.which)?;
        let elements = elements.into_iter().map(|node| current.id(node));
        let items = Items::new(&EraseNode, Among::These(elements.collect()));
        let items = match self.which {
            InnerList::Part => items.but_one(),
            InnerList::Elements => items,
        };
        let reach = Reach::Only(self.plan.minimiser().build);
        Some(Thinning::new(items, reach, &self.plan.admission))
    }

    fn lists(&self, current: &TestCase) -> VecDeque<NodeId> {
        let tree = current.tree();
        let holds = |&node: &u32| {
            tree.is_list(node)
                && self
                    .plan
                    .language
                    .inner_list(current, node, self.which)
                    .is_some()
        };
        (1..tree.end())
            .filter(holds)
            .map(|node| current.id(node))
            .collect()
    }
}

impl Search for InnerLists {
    fn next(&mut self, current: &TestCase) -> Option<Question> {
        if self.left.is_none() {
            self.left = Some(self.lists(current));
        }
        loop {
            if let Some(thinning) = &mut self.thinning {
                if let Some(question) = thinning.next(current) {
                    return Some(question);
                }
                if self.plan.admission.is_cancelled() {
                    return None;
                }
            }
            let next = self.left.as_mut()?.pop_front()?;
            self.thinning = self.thinning(current, next);
        }
    }

    fn feed(&mut self, fed: &Fed) {
        if let Some(thinning) = &mut self.thinning {
            thinning.feed(fed);
        }
    }

    fn restart(&mut self) {
        (self.left, self.thinning) = (None, None);
    }

    fn position(&self) -> Option<Position> {
        self.thinning.as_ref()?.position()
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
