//! Why the answers on an original are not accepted: it was never reproduced, or an earlier build of the solver failed on it
//! and this one does not.

use super::earlier_build::EarlierBuild;
use super::out_of_memory;
use crate::event::Status;
use crate::observation::{End, Observation, Stream};
use crate::oracle::{Answer, NotReproduced, Which, is_refused};
use crate::reduction::prepare::Prepared;
use crate::reduction::{NotReduced, after_colon};

/// What solvers say of a command that they pass over.
const PASSED_OVER: &str = "unsupported";

/// How many characters of the solver's answer are quoted.
const QUOTED: usize = 200;

/// The earlier build that a case may be judged by: not if this one differs in another solver only, whose answers are what
/// the solver under test is compared with.
pub(super) fn judged_by<'e>(
    earlier: Option<&'e EarlierBuild>,
    prepared: &Prepared<'_>,
) -> Option<&'e EarlierBuild> {
    earlier.filter(|earlier| {
        !earlier
            .author
            .has_solver_of(&prepared.solvers.fingerprint())
    })
}

/// Why the answers on the original are not accepted.
pub(super) fn not_accepted(
    why: &NotReproduced,
    answers: &[Answer],
    earlier: Option<&EarlierBuild>,
) -> NotReduced {
    let explained = || out_of_memory::explained(answers).unwrap_or_else(|| why.to_string());
    match why {
        // Such runs say nothing about the case; with the status `failed`, the next run of smelt tries again.
        NotReproduced::NotStarted(..) => NotReduced::failed(explained()),
        NotReproduced::NotTold(_) => NotReduced::failed(why.to_string()),
        NotReproduced::NoFailure
        | NotReproduced::NoWrongAnswer
        | NotReproduced::NoMatch {
            which: Which::Solver,
            ..
        }
        | NotReproduced::NoAnswers(Which::Solver) => match out_of_memory::explained(answers) {
            Some(explained) => NotReduced::not_reproduced(explained),
            None => fails_no_longer(why, answers, earlier),
        },
        NotReproduced::NotSlow(_)
        | NotReproduced::NotMore(_)
        | NotReproduced::NotWrong(_)
        | NotReproduced::NoDifference
        | NotReproduced::ScriptRefuses { .. } => fails_no_longer(why, answers, earlier),
        NotReproduced::NoMatch { .. }
        | NotReproduced::NoAnswers(_)
        | NotReproduced::NotKept(_)
        | NotReproduced::Refused(_) => NotReduced::not_reproduced(explained()),
        // With some seeds, though too few, it still fails.
        NotReproduced::NotSeeded { .. }
        | NotReproduced::Stopped(..)
        | NotReproduced::FailsToo(..)
        | NotReproduced::Holds(_)
        | NotReproduced::AnswerCounts(..)
        | NotReproduced::Rejected(_) => NotReduced::not_reproduced(why.to_string()),
    }
}

/// The original does not fail as the rule demands. If it did with an earlier build, it is fixed, unless the solver refuses
/// it now, or shows another failure, which the rule does not keep.
fn fails_no_longer(
    why: &NotReproduced,
    answers: &[Answer],
    earlier: Option<&EarlierBuild>,
) -> NotReduced {
    let not_reproduced = || NotReduced::not_reproduced(why.to_string());
    let run = answers.first().and_then(|answer| answer.evidence.as_ref());
    // A script says by other codes that it could not tell.
    let is_unsure = matches!(
        why,
        NotReproduced::ScriptRefuses { end, .. } if !matches!(end, End::Exited(1..=124))
    );
    let Some(run) = run.filter(|_| !is_unsure && !why.is_open()) else {
        return not_reproduced();
    };
    let failure = run.failures.first();
    let passes = failure.is_none() && !is_refused(&run.observation);
    let then = earlier.map(|earlier| &earlier.author.signature);
    match (failure, then) {
        (Some(now), Some(then)) => NotReduced::of(
            Status::Changed,
            format!(
                "With this build of the solver it fails differently: `{}`. An earlier one showed `{then}`. The rule of \
                 the case does not keep the other failure, so there is nothing to reduce: {}",
                now.signature,
                after_colon(&why.to_string())
            ),
        ),
        (None, Some(then)) if passes => NotReduced {
            passes,
            ..NotReduced::of(
                Status::Fixed,
                format!(
                    "With this build of the solver it no longer fails: {}. An earlier one showed `{then}`.",
                    answer_now(&run.observation)
                ),
            )
        },
        _ => NotReduced {
            passes,
            ..not_reproduced()
        },
    }
}

/// What the solver does on the original now, in a few words.
fn answer_now(run: &Observation) -> String {
    let said = [&run.out, &run.err].into_iter().find_map(first_answer);
    let said = said.or_else(|| run.out.first_line());
    match said {
        Some(said) => {
            let said: String = said.chars().take(QUOTED).collect();
            format!("it says `{said}` ({})", run.end)
        }
        None => format!("it ends with {} and says nothing", run.end),
    }
}

/// The first line that says more than that a command is passed over.
fn first_answer(stream: &Stream) -> Option<String> {
    let text = String::from_utf8_lossy(&stream.head);
    let mut lines = text.lines().map(str::trim);
    let answer = lines.find(|line| !line.is_empty() && *line != PASSED_OVER)?;
    Some(answer.to_owned())
}
