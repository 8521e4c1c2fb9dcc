//! Comparisons of one run with its golden run, and the oracle that makes them for one solver or two.

use super::reproduced::ran;
use super::{Answer, Ask, Evidence, Next, NotReproduced, Oracle, Reproduced, Which, evidence};
use crate::observation::{End, Limit};
use crate::outcome::Outcome;

/// Compares one run with the golden run.
pub(super) trait Compare: Send + Sync {
    /// Whether a run that reached this limit is compared like one that ended by itself.
    fn compares_at(&self, _limit: Limit) -> bool {
        false
    }

    /// Checks that a golden run ended in a way that this comparison can use: usually, by itself.
    fn ended(&self, golden: &Evidence, which: Which) -> Result<(), NotReproduced> {
        match golden.observation.end {
            End::LimitHit(limit) if self.compares_at(limit) => Ok(()),
            End::LimitHit(_) | End::Exited(_) | End::Signaled(_) => ran(golden, which),
        }
    }

    /// What such a golden run shows and candidates must show too.
    fn accept(&self, golden: &Evidence, which: Which) -> Result<Reproduced, NotReproduced>;

    /// The failure in one line that an interesting candidate shows: that of the golden run, unless candidates may show
    /// another one.
    fn signature(&self, golden: &Evidence, _interesting: &Evidence) -> String {
        self.accept(golden, Which::Solver)
            .unwrap_or_else(|_| Reproduced::by(golden, Vec::new()))
            .signature
    }

    /// The outcome of a run that ended by itself or is compared all the same.
    fn outcome(&self, golden: &Evidence, candidate: &Evidence) -> Outcome;
}

/// The oracle that runs each solver once, and the second one only on candidates that satisfy the rule for the first.
pub(super) struct Compared {
    /// The oracle's name.
    pub(super) name: &'static str,
    /// The rule for the solver under test.
    pub(super) first: Box<dyn Compare>,
    /// The rule for the second solver, if there is one.
    pub(super) second: Option<Box<dyn Compare>>,
}

impl Oracle for Compared {
    fn name(&self) -> &'static str {
        self.name
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        in_turn(1 + usize::from(self.second.is_some()), answers)
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        let mut reproduced = accept(self.first.as_ref(), golden, 0)?;
        if let Some(second) = &self.second {
            let demands = accept(second.as_ref(), golden, 1)?
                .all_demands()
                .into_iter();
            let demands = demands.map(|demand| format!("second command: {demand}"));
            reproduced.demands.extend(demands);
        }
        Ok(reproduced)
    }

    fn signature(&self, golden: &[Answer], interesting: &[Answer]) -> Option<String> {
        let (golden, interesting) = (told(golden, 0).ok()?, told(interesting, 0).ok()?);
        Some(self.first.signature(golden, interesting))
    }

    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        let first = outcome(self.first.as_ref(), pair(golden, seen, Ask::of(0))?);
        match &self.second {
            Some(second) if first == Outcome::Interesting => {
                let runs = pair(golden, seen, Ask::of(1))?;
                Ok(outcome(second.as_ref(), runs))
            }
            _ => Ok(first),
        }
    }
}

/// The question to the first of these solvers that has not been asked about the text.
pub(super) fn in_turn(solvers: usize, answers: &[Answer]) -> Option<Ask> {
    (0..solvers)
        .map(Ask::of)
        .find(|ask| answers.iter().all(|answer| answer.ask != *ask))
}

/// The role of a solver by its number.
pub(super) fn which(solver: usize) -> Which {
    match solver {
        0 => Which::Solver,
        1 => Which::Second,
        number => Which::Other(number),
    }
}

/// The golden run of a solver, in whatever way it ended.
pub(super) fn told(golden: &[Answer], solver: usize) -> Result<&Evidence, NotReproduced> {
    evidence(golden, Ask::of(solver)).map_err(|_| NotReproduced::NotTold(which(solver)))
}

/// The golden run of a solver, if it ended by itself.
pub(super) fn golden_run(golden: &[Answer], solver: usize) -> Result<&Evidence, NotReproduced> {
    let golden = told(golden, solver)?;
    ran(golden, which(solver)).map(|()| golden)
}

/// What a solver's golden run shows and candidates must show too.
fn accept(
    compare: &dyn Compare,
    golden: &[Answer],
    solver: usize,
) -> Result<Reproduced, NotReproduced> {
    let golden = told(golden, solver)?;
    compare.ended(golden, which(solver))?;
    compare.accept(golden, which(solver))
}

/// The outcome of a candidate, given the golden run and that on the candidate.
fn outcome(compare: &dyn Compare, [golden, candidate]: [&Evidence; 2]) -> Outcome {
    let end = candidate.observation.end;
    let is_compared = matches!(end, End::LimitHit(limit) if compare.compares_at(limit));
    let stopped = stopped(candidate).filter(|_| !is_compared);
    stopped.unwrap_or_else(|| compare.outcome(golden, candidate))
}

/// The golden run that answers a question, and the run on a candidate.
///
/// # Errors
/// What the oracle needs next.
pub(super) fn pair<'a>(
    golden: &'a [Answer],
    seen: &'a [Answer],
    ask: Ask,
) -> Result<[&'a Evidence; 2], Next> {
    let candidate = evidence(seen, ask)?;
    let golden = evidence(golden, ask).map_err(|_| Next::Outcome(Outcome::Unresolved))?;
    Ok([golden, candidate])
}

/// The outcome of a run that a limit ended. The golden run did not reach that limit, so the run is uninteresting,
/// unless the wall limit ended it.
pub(super) fn stopped(candidate: &Evidence) -> Option<Outcome> {
    match candidate.observation.end {
        End::LimitHit(Limit::Wall) => Some(Outcome::Unresolved),
        End::LimitHit(Limit::Cpu | Limit::Idle | Limit::Output) => Some(Outcome::Uninteresting),
        End::Exited(_) | End::Signaled(_) => None,
    }
}

/// Whether a limit other than that of wall time ended a run.
pub(super) fn is_limited(run: &Evidence) -> bool {
    matches!(run.observation.end, End::LimitHit(limit) if limit != Limit::Wall)
}
