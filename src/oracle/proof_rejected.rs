//! A rejected proof: the solver under test answers `unsat` and prints a proof, which a checker rejects.
//!
//! The checker rejects a proof by its exit code, which must be that of its golden run, or by a text in its output. A
//! checker that crashes or is stopped rejects nothing.

use super::entry::{Choice, Configured, OracleEntry};
use super::reproduced::{NotReproduced, Reproduced, ran};
use super::single::{golden_run, pair, stopped};
use super::stream::{Matcher, of};
use super::which::Which;
use super::{
    About, Answer, Ask, Criterion, Evidence, Next, NotWrong, Oracle, Rule, RuleError,
    StreamPattern, evidence,
};
use crate::language::smtlib::proof;
use crate::observation::{End, Observation};
use crate::outcome::Outcome;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "proof-rejected",
    about: "A checker rejects the proof that the solver prints",
    options: &["proof-checker", "rejects-with"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "name the checker with `--proof-checker CMD`",
        solvers: |given| Ok(given.commands(&["proof-checker"])),
        read: |given| {
            let checkers = given.commands(&["proof-checker"]);
            let mut words = checkers.iter().flat_map(|(_, command)| &command.0);
            Ok(Configured::rule(Rule::of(ProofRejected {
                text: given.text("rejects-with"),
                with_text: words.any(|word| word.to_string_lossy().contains("{proof}")),
            })))
        },
    }),
};

/// A checker rejects a proof (`--proof-checker`). Solver 0 is under test, solver 1 is the checker.
#[derive(Clone, Debug)]
pub struct ProofRejected {
    /// The text by which the checker rejects it (`--rejects-with`). None if an exit code other than 0 does.
    pub text: Option<String>,
    /// Whether the checker reads the text too.
    pub with_text: bool,
}

impl Criterion for ProofRejected {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        let pattern = |text: &String| Matcher::new(&StreamPattern::Text(text.clone().into_bytes()));
        let text = self.text.as_ref().map(pattern).transpose()?;
        Ok(Box::new(Rejected {
            text,
            checker: Ask::about(
                1,
                About::Proof {
                    of: 0,
                    with_text: self.with_text,
                },
            ),
        }))
    }

    fn shown(&self) -> String {
        match &self.text {
            None => "proof-checker".to_owned(),
            Some(text) => format!("proof-checker, rejects-with {text:?}"),
        }
    }
}

/// The oracle.
struct Rejected {
    text: Option<Matcher>,
    /// The question to the checker.
    checker: Ask,
}

impl Rejected {
    /// Whether the checker rejects the proof in this run, and would in the same way.
    fn rejects(&self, golden: &Evidence, checked: &Evidence) -> Outcome {
        let run = &checked.observation;
        if let Some(outcome) = stopped(checked) {
            return outcome;
        }
        match (&self.text, run.end) {
            (_, End::Signaled(_) | End::LimitHit(_)) => Outcome::Uninteresting,
            (None, end) => of(end != End::Exited(0) && end == golden.observation.end),
            (Some(text), _) => match [&run.out, &run.err].map(|stream| text.outcome(stream)) {
                [Outcome::Interesting, _] | [_, Outcome::Interesting] => Outcome::Interesting,
                [Outcome::Unresolved, _] => Outcome::Unresolved,
                [Outcome::Uninteresting | Outcome::Held, other] => other,
            },
        }
    }
}

impl Oracle for Rejected {
    fn name(&self) -> &'static str {
        ORACLE.name
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        let is_new = |ask: &Ask| answers.iter().all(|answer| answer.ask != *ask);
        [Ask::of(0), self.checker].into_iter().find(is_new)
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        let solver = golden_run(golden, 0)?;
        let Ok(checked) = evidence(golden, self.checker) else {
            return Err(unchecked(&solver.observation));
        };
        ran(checked, Which::Checker)?;
        match self.rejects(checked, checked) {
            Outcome::Interesting => {}
            Outcome::Unresolved => return Err(NotReproduced::NotKept(Which::Checker)),
            Outcome::Uninteresting | Outcome::Held => {
                let said = checked.observation.end.to_string();
                return Err(NotReproduced::NotWrong(NotWrong::ProofHolds(said)));
            }
        }
        let signature = "rejected proof".to_owned();
        let end = checked.observation.end;
        let demand = match &self.text {
            None => format!("the checker ends with {end} on the proof"),
            Some(text) => format!("the checker says `{}` to the proof", text.words()),
        };
        Ok(Reproduced::without_failure(signature, demand))
    }

    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        let solver = evidence(seen, Ask::of(0))?;
        if let Some(outcome) = stopped(solver) {
            return Ok(outcome);
        }
        if lacks_proof(solver) {
            return Ok(Outcome::Uninteresting);
        }
        let [golden, checked] = pair(golden, seen, self.checker)?;
        Ok(self.rejects(golden, checked))
    }
}

/// Why the checker has said nothing about this run of the solver.
fn unchecked(solver: &Observation) -> NotReproduced {
    if solver.out.whole().is_none() {
        NotReproduced::NotKept(Which::Solver)
    } else if proof(solver).is_some() {
        NotReproduced::NotTold(Which::Checker)
    } else {
        NotReproduced::NotWrong(NotWrong::NoProof)
    }
}

/// Whether a run shows that it has no proof to check: it does not answer `unsat`, or all of the output is kept and has
/// none.
fn lacks_proof(solver: &Evidence) -> bool {
    let no_proof = NotReproduced::NotWrong(NotWrong::NoProof);
    !refutes(solver) || unchecked(&solver.observation) == no_proof
}

/// Whether a line in what is kept of the output is `unsat`.
fn refutes(solver: &Evidence) -> bool {
    let mut lines = solver.observation.out.head.split(|&byte| byte == b'\n');
    lines.any(|line| line.trim_ascii() == b"unsat")
}
