//! Several seeds: a text is interesting if the solver fails with at least a given number of them (`--seeds`, `--at-least`).
//!
//! Each seed is a command of its own, and so a solver of its own with a key of its own. The golden run of the first seed
//! that fails is what all seeds are compared with. Seeds are tried in their order until they decide.

use super::asking::at_least;
use super::numbering::Numbering;
use super::{
    Answer, Ask, Criterion, Next, NotReproduced, Oracle, Otherwise, Reproduced, Rule, RuleError,
};
use crate::outcome::Outcome;
use std::time::Duration;

/// A rule that must hold with several seeds.
#[derive(Clone, Debug)]
pub struct Seeds {
    /// The rule for one seed. Its solver 0 is under test.
    pub rule: Rule,
    /// How many other solvers it has. They come before the second and later seeds.
    pub others: usize,
    /// How many seeds there are.
    pub seeds: u32,
    /// How many must be interesting, at least one.
    pub at_least: u32,
}

impl Seeds {
    /// The solvers of a seed, from 0.
    fn numbering(&self, seed: u32) -> Numbering {
        let under_test = match seed {
            0 => 0,
            later => self.others + later as usize,
        };
        Numbering(std::iter::once(under_test).chain(1..=self.others).collect())
    }

    /// The number by which the rule knows a solver.
    fn own(&self, solver: usize) -> usize {
        if solver <= self.others { solver } else { 0 }
    }
}

impl Criterion for Seeds {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        Ok(Box::new(Seeded {
            oracle: self.rule.oracle()?,
            numberings: (0..self.seeds).map(|seed| self.numbering(seed)).collect(),
            at_least: self.at_least,
        }))
    }

    fn shown(&self) -> String {
        let (rule, seeds, at_least) = (self.rule.shown(), self.seeds, self.at_least);
        format!("{rule}, seeds {seeds}, at-least {at_least}")
    }

    fn repeat(&self) -> u32 {
        self.rule.repeat()
    }

    fn decides_by_time(&self) -> bool {
        self.rule.decides_by_time()
    }

    fn limit(&self, timeout: Option<Duration>) -> Option<Duration> {
        self.rule.limit(timeout)
    }

    fn sets_limit(&self) -> bool {
        self.rule.sets_limit()
    }

    fn limit_from_second(&self, golden: Duration) -> Option<Duration> {
        self.rule.limit_from_second(golden)
    }

    fn refuses_lack_of_memory(&self, solver: usize) -> bool {
        self.rule.refuses_lack_of_memory(self.own(solver))
    }

    fn needs_all_models(&self) -> bool {
        self.rule.needs_all_models()
    }

    fn comparing(&self, otherwise: Otherwise<'_>) -> Option<Rule> {
        let rule = self.rule.comparing(otherwise)?;
        Some(Rule::of(Seeds {
            rule,
            ..self.clone()
        }))
    }
}

/// The oracle.
struct Seeded {
    oracle: Box<dyn Oracle>,
    /// The solvers of each seed.
    numberings: Vec<Numbering>,
    at_least: u32,
}

impl Seeded {
    /// The golden answers of the first seed that fails.
    ///
    /// # Errors
    /// No seed fails: why the first does not.
    fn golden(&self, golden: &[Answer]) -> Result<(Vec<Answer>, Reproduced), NotReproduced> {
        let mut first = None;
        for numbering in &self.numberings {
            let own = numbering.answers(golden);
            match self.oracle.accept_golden(&own) {
                Ok(reproduced) => return Ok((own, reproduced)),
                Err(why) => first = first.or(Some(why)),
            }
        }
        Err(first.unwrap_or(NotReproduced::NoFailure))
    }

    /// The first seed that shows the failure of the golden answers of one, and its answers.
    fn interesting(
        &self,
        golden: &[Answer],
        answers: &[Answer],
    ) -> Option<(&Numbering, Vec<Answer>)> {
        let all = self.numberings.iter();
        let mut all = all.map(|numbering| (numbering, numbering.answers(answers)));
        all.find(|(_, own)| self.oracle.next(golden, own) == Next::Outcome(Outcome::Interesting))
    }
}

impl Oracle for Seeded {
    fn name(&self) -> &'static str {
        self.oracle.name()
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        let mut seeds = self.numberings.iter();
        seeds.find_map(|numbering| {
            let ask = self.oracle.golden_ask(&numbering.answers(answers))?;
            Some(numbering.ask(ask))
        })
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        let (_, mut reproduced) = self.golden(golden)?;
        match self.next(golden, golden) {
            Next::Outcome(Outcome::Interesting) => {}
            next => {
                return Err(NotReproduced::NotSeeded {
                    signature: reproduced.signature,
                    at_least: self.at_least,
                    seeds: self.numberings.len(),
                    is_open: next != Next::Outcome(Outcome::Uninteresting),
                });
            }
        }
        let (least, seeds) = (self.at_least, self.numberings.len());
        let demand = format!("that holds for at least {least} of {seeds} seeds");
        reproduced.demands.push(demand);
        Ok(reproduced)
    }

    fn signature(&self, golden: &[Answer], interesting: &[Answer]) -> Option<String> {
        let (golden, _) = self.golden(golden).ok()?;
        let (_, own) = self.interesting(&golden, interesting)?;
        self.oracle.signature(&golden, &own)
    }

    fn shown_by(&self, golden: &[Answer], interesting: &[Answer]) -> usize {
        let golden = self.golden(golden).ok();
        let shown = golden.and_then(|(golden, _)| self.interesting(&golden, interesting));
        shown.map_or(0, |(numbering, _)| numbering.ask(Ask::of(0)).solver)
    }

    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        let Ok((golden, _)) = self.golden(golden) else {
            return Ok(Outcome::Unresolved);
        };
        let next = |numbering: &Numbering| {
            numbering.next(self.oracle.next(&golden, &numbering.answers(seen)))
        };
        at_least(self.at_least as usize, self.numberings.iter().map(next))
    }
}
