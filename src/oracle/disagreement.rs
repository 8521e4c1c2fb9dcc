//! Two solvers that disagree: some query is answered `sat` by one and `unsat` by the other.
//!
//! Answers are the lines that are exactly `sat`, `unsat` or `unknown`. The answers of the two solvers are compared one
//! by one, so both must give the same number of them; `unknown` contradicts nothing. The exit codes of the two are not
//! compared. An answer after an error is not trusted, because the solver may have skipped what it did not understand:
//! if a solver's golden run reports no error, its run on a candidate must not report one either, and the reference must
//! end as in its golden run.
//!
//! The direction is kept: the solver that says `sat` to the first query of the golden text that shows a difference must
//! say it to some query of a candidate. It need not be the same query, because a candidate does not show which of the
//! original queries it has kept.
//!
//! Further solvers may reject a difference, each query on its own: where one of them sides with the solver under test,
//! there are two opinions among three solvers, and perhaps it is the reference that errs. Where it has no answer, it
//! rejects nothing, unless it has sided with the reference on the golden text: the evidence for a candidate must not be
//! weaker than that.

use super::entry::{Choice, Configured, OracleEntry};
use super::reproduced::{NotReproduced, Reproduced, ran};
use super::single::{golden_run, in_turn, is_limited, pair, stopped, told, which};
use super::{Answer, Ask, Criterion, Evidence, Next, Oracle, Rule, RuleError};
use crate::language::smtlib::Said;
use crate::observation::{Observation, Stream, rounded_up};
use crate::outcome::Outcome;
use memchr::memmem;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "differs",
    about: "One of two solvers answers sat and the other unsat",
    options: &["differs-from", "either-direction", "reject"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "name the reference with `--differs-from CMD`",
        solvers: |given| Ok(given.commands(&["differs-from", "reject"])),
        read: |given| {
            Ok(Configured::rule(Rule::of(Differs {
                either_direction: given.has("either-direction"),
                rejecters: given.commands(&["reject"]).len(),
            })))
        },
    }),
};

/// The number of the solver under test.
const OURS: usize = 0;

/// The number of the reference.
const REFERENCE: usize = 1;

/// The number of the first solver that may reject a difference.
const FIRST_REJECTER: usize = 2;

/// A query is answered `sat` by one of two solvers and `unsat` by the other (`--differs-from`).
#[derive(Clone, Debug)]
pub struct Differs {
    /// Whether it does not matter who says `sat` (`--either-direction`).
    pub either_direction: bool,
    /// How many further solvers may reject the difference (`--reject`).
    pub rejecters: usize,
}

impl Criterion for Differs {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        Ok(Box::new(self.clone()))
    }

    fn shown(&self) -> String {
        let either = if self.either_direction {
            ", either-direction"
        } else {
            ""
        };
        match self.rejecters {
            0 => format!("differs-from{either}"),
            rejecters => format!("differs-from{either}, reject {rejecters} commands"),
        }
    }
}

/// The queries that may show a difference, as far as is known. For each query of the text, the answer of the solver
/// under test; none for a query that shows no difference.
struct Suspects(Vec<Option<Said>>);

/// What the golden runs show.
struct Shown {
    /// The first query with a difference.
    query: usize,
    /// The answer of the solver under test to it.
    says: Said,
    /// The answers of each further solver, from the first; empty for one without any.
    rejecters: Vec<Vec<Said>>,
}

impl Oracle for Differs {
    fn name(&self) -> &'static str {
        ORACLE.name
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        in_turn(FIRST_REJECTER + self.rejecters, answers)
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        let shown = self.shown(golden)?;
        let (says, other) = (shown.says.word(), opposite(shown.says).word());
        let mut demands = vec![if self.either_direction {
            format!(
                "one solver answers sat and the other unsat to some query (now: {says} where the reference says {other})"
            )
        } else {
            format!("the solver answers {says} to some query where the reference answers {other}")
        }];
        if self.rejecters > 0 {
            demands
                .push("no solver of `--reject` answers that query as the solver does".to_owned());
        }
        Ok(Reproduced {
            signature: shown.signature(),
            ..Reproduced::by(golden_run(golden, OURS)?, demands)
        })
    }

    fn signature(&self, golden: &[Answer], interesting: &[Answer]) -> Option<String> {
        let answers = if self.either_direction {
            interesting
        } else {
            golden
        };
        self.shown(answers).ok().map(|shown| shown.signature())
    }

    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        let unresolved = Next::Outcome(Outcome::Unresolved);
        let shown = self.shown(golden).map_err(|_| unresolved)?;
        let direction = (!self.either_direction).then_some(shown.says);
        // The queries that the solver under test answers in the right direction.
        let ours = answers(golden, seen, OURS)?;
        let mut suspects = Suspects::of(&ours, direction);
        suspects.exist()?;
        // Each other solver may remove some of them; the last to be asked must leave one.
        for solver in self.by_cost(golden) {
            if solver == REFERENCE {
                let theirs = answers(golden, seen, REFERENCE)?;
                let is_comparable = theirs.len() == ours.len();
                suspects.retain(|query, ours| is_comparable && theirs[query] == opposite(ours));
            } else {
                let says = rejecter_answers(golden, seen, solver, ours.len())?;
                let sided = shown.sides_with_reference(solver);
                suspects.retain(|query, ours| match says.get(query) {
                    Some(&says) if says != Said::Unknown => says != ours,
                    Some(_) | None => !sided,
                });
            }
            suspects.exist()?;
        }
        Ok(Outcome::Interesting)
    }
}

impl Differs {
    /// The numbers of the further solvers.
    fn further(&self) -> std::ops::Range<usize> {
        FIRST_REJECTER..FIRST_REJECTER + self.rejecters
    }

    /// The difference that the golden runs show.
    fn shown(&self, golden: &[Answer]) -> Result<Shown, NotReproduced> {
        let answers = |solver| {
            let verdicts = verdicts(&golden_run(golden, solver)?.observation.out)
                .ok_or(NotReproduced::NotKept(which(solver)))?;
            if !has_answer(&verdicts) {
                return Err(NotReproduced::NoAnswers(which(solver)));
            }
            Ok(verdicts)
        };
        let (ours, theirs) = (answers(OURS)?, answers(REFERENCE)?);
        if ours.len() != theirs.len() {
            let end = golden_run(golden, OURS)?.observation.end;
            return Err(NotReproduced::AnswerCounts(ours.len(), end, theirs.len()));
        }
        let mut suspects = Suspects::of(&ours, None);
        suspects.retain(|query, ours| theirs[query] == opposite(ours));
        let mut first = suspects.first().ok_or(NotReproduced::NoDifference)?;
        let mut rejecters = Vec::new();
        for solver in self.further() {
            let run = told(golden, solver)?;
            if !is_limited(run) {
                ran(run, which(solver))?;
            }
            let says = answers_or_none(run, ours.len());
            suspects.retain(|query, ours| says.get(query) != Some(&ours));
            first = suspects
                .first()
                .ok_or(NotReproduced::Rejected(which(solver)))?;
            rejecters.push(says);
        }
        let (query, says) = first;
        Ok(Shown {
            query,
            says,
            rejecters,
        })
    }

    /// The reference and the further solvers, starting with those that need least time for the golden text. All must be
    /// asked about an interesting text, so their order changes the cost but not the outcome. Times are rounded, so that
    /// the order is the same from day to day.
    fn by_cost(&self, golden: &[Answer]) -> Vec<usize> {
        let mut solvers: Vec<usize> = (REFERENCE..FIRST_REJECTER + self.rejecters).collect();
        solvers.sort_by_key(|&solver| {
            told(golden, solver)
                .ok()
                .map(|run| rounded_up(run.observation.cpu))
        });
        solvers
    }
}

impl Shown {
    fn signature(&self) -> String {
        let (says, other) = (self.says.word(), opposite(self.says).word());
        format!("{says} where the reference says {other}")
    }

    /// Whether a further solver answers as the reference does.
    fn sides_with_reference(&self, solver: usize) -> bool {
        let says = self.rejecters.get(solver - FIRST_REJECTER);
        says.and_then(|says| says.get(self.query)) == Some(&opposite(self.says))
    }
}

impl Suspects {
    /// The queries that are answered in this direction; without one, all that are answered.
    fn of(ours: &[Said], direction: Option<Said>) -> Suspects {
        let mut suspects = Suspects(ours.iter().copied().map(Some).collect());
        suspects.retain(|_, says| {
            says != Said::Unknown && direction.is_none_or(|direction| direction == says)
        });
        suspects
    }

    /// Keeps the queries for which this holds, given the number of a query and the answer to it.
    fn retain(&mut self, keeps: impl Fn(usize, Said) -> bool) {
        for (query, says) in self.0.iter_mut().enumerate() {
            *says = says.filter(|&says| keeps(query, says));
        }
    }

    /// The first query, and the answer to it.
    fn first(&self) -> Option<(usize, Said)> {
        self.0
            .iter()
            .enumerate()
            .find_map(|(query, says)| Some((query, (*says)?)))
    }

    /// Whether there are any.
    ///
    /// # Errors
    /// There are none, so the candidate is uninteresting.
    fn exist(&self) -> Result<(), Next> {
        let uninteresting = Next::Outcome(Outcome::Uninteresting);
        self.first().map(|_| ()).ok_or(uninteresting)
    }
}

/// The answer that contradicts this one; nothing contradicts `unknown`.
fn opposite(says: Said) -> Said {
    match says {
        Said::Sat => Said::Unsat,
        Said::Unsat => Said::Sat,
        Said::Unknown => Said::Unknown,
    }
}

/// The answers of the solver under test or of the reference on a candidate, or what the oracle needs next.
fn answers(golden: &[Answer], seen: &[Answer], solver: usize) -> Result<Vec<Said>, Next> {
    let [golden, candidate] = pair(golden, seen, Ask::of(solver))?;
    if let Some(outcome) = stopped(candidate) {
        return Err(Next::Outcome(outcome));
    }
    let (golden, candidate) = (&golden.observation, &candidate.observation);
    let ended_otherwise = solver == REFERENCE && golden.end != candidate.end;
    if ended_otherwise || new_error(golden, candidate) {
        return Err(Next::Outcome(Outcome::Uninteresting));
    }
    match verdicts(&candidate.out) {
        None => Err(Next::Outcome(Outcome::Unresolved)),
        Some(verdicts) if has_answer(&verdicts) => Ok(verdicts),
        Some(_) => Err(Next::Outcome(Outcome::Uninteresting)),
    }
}

/// The answers of a further solver on a candidate with this number of queries, which are empty if they are not usable;
/// or what the oracle needs next.
fn rejecter_answers(
    golden: &[Answer],
    seen: &[Answer],
    solver: usize,
    queries: usize,
) -> Result<Vec<Said>, Next> {
    let [golden, candidate] = pair(golden, seen, Ask::of(solver))?;
    if stopped(candidate) == Some(Outcome::Unresolved) {
        return Err(Next::Outcome(Outcome::Unresolved));
    }
    if new_error(&golden.observation, &candidate.observation) {
        return Ok(Vec::new());
    }
    Ok(answers_or_none(candidate, queries))
}

/// The answers of a run to this number of queries; empty if it gives another number of answers, or if a limit ended it.
fn answers_or_none(run: &Evidence, queries: usize) -> Vec<Said> {
    let verdicts = verdicts(&run.observation.out).unwrap_or_default();
    if is_limited(run) || verdicts.len() != queries {
        return Vec::new();
    }
    verdicts
}

/// Whether a run reports an error and the golden run did not.
pub(super) fn new_error(golden: &Observation, candidate: &Observation) -> bool {
    !reports_error(golden) && reports_error(candidate)
}

/// Whether there is an error in SMT-LIB's form in the kept parts of either stream.
fn reports_error(observation: &Observation) -> bool {
    [&observation.out, &observation.err]
        .into_iter()
        .flat_map(|stream| [&stream.head, &stream.tail])
        .any(|text| memmem::find(text, b"(error ").is_some())
}

/// The answers in an output; none if the output is not kept whole.
fn verdicts(out: &Stream) -> Option<Vec<Said>> {
    let lines = out.whole()?.split(|&byte| byte == b'\n');
    Some(lines.filter_map(Said::of).collect())
}

fn has_answer(verdicts: &[Said]) -> bool {
    verdicts.iter().any(|&verdict| verdict != Said::Unknown)
}

/// Whether there is an answer, which may be `unknown`.
pub(super) fn answers_any(observation: &Observation) -> bool {
    verdicts(&observation.out).is_some_and(|verdicts| !verdicts.is_empty())
}

/// Whether there are answers, and none is `unknown`.
pub(super) fn answers_all(observation: &Observation) -> bool {
    let verdicts = verdicts(&observation.out).unwrap_or_default();
    has_answer(&verdicts) && !verdicts.contains(&Said::Unknown)
}
