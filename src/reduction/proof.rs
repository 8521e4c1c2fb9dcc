//! Proofs that a delivered text is 1-minimal, from the store alone: no solver is run.
//!
//! A text is 1-minimal if it is interesting and none of its simplifications is. The simplifications that count are
//! those that an enabled mutator proposes, that do not lengthen the text, and that are well-formed if the text is. Each
//! of them is looked up. How a search found the text and what it skipped on the way do not matter: the proof relies on
//! stored runs only.

use super::golden::golden_from_store;
use super::language_tools::LanguageTools;
use super::options::leave_out;
use super::prepare::{prepare, read};
use super::{NotReduced, ReductionContext, Task};
use crate::checker::{CheckError, Checker};
use crate::language::TestCase;
use crate::outcome::Outcome;
use crate::search::{Fed, Plan, plain_sweep};
use rustc_hash::FxHashSet;

/// What the store says of a text and its simplifications.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Proof {
    /// Bytes of the text.
    pub bytes: usize,
    /// Whether the text itself is interesting; none if the store does not know.
    pub is_interesting: Option<bool>,
    /// The number of different texts that simplifications make.
    pub candidates: usize,
    /// How many of them the filter holds back.
    pub held: usize,
    /// The first one that is interesting. No further ones are looked up.
    pub smaller: Option<Smaller>,
    /// How many of them are unresolved by the stored runs.
    pub undecided: usize,
    /// The number of texts whose runs the store lacks, including the golden text and the text itself.
    pub unknown: usize,
    /// The mutator of the first simplification that the store does not know.
    pub first_unknown: Option<&'static str>,
}

/// An interesting simplification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Smaller {
    /// The mutator that proposes it.
    pub by: &'static str,
    /// Its bytes.
    pub bytes: usize,
}

impl Proof {
    /// Whether the text is refuted: it is not interesting, or something simpler is.
    pub(crate) fn is_refuted(&self) -> bool {
        self.is_interesting == Some(false) || self.smaller.is_some()
    }

    /// Whether the text is proved to be 1-minimal.
    pub(crate) fn is_complete(&self) -> bool {
        !self.is_refuted() && self.unknown == 0 && self.undecided == 0
    }
}

/// Looks for a proof that this text, delivered for a case, is 1-minimal.
///
/// # Errors
/// The case or the text cannot be read, its solver cannot be found, or the run is stopped.
pub(crate) fn prove(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    delivered: &[u8],
) -> Result<Proof, NotReduced> {
    // As for a reduction, but no run is made: the case, its golden answers, and the plan of its searches.
    let mut prepared = prepare(task, context, read(task)?)?;
    let golden = golden_from_store(&mut prepared)?;
    let tools = LanguageTools::of(prepared.solvers.language, &prepared.case, task.settings);
    let text = prepared.case.read(delivered).map_err(|error| {
        NotReduced::failed(format!("The minimized file cannot be read: {error}."))
    })?;
    let plan = tools
        .plan(task.settings, context.stop, None)
        .lengthening(false);
    let mut knows_golden = golden.is_some();
    let mut checker = prepared.solvers.checker(golden.unwrap_or_default());
    if knows_golden && task.settings.reduce_options {
        knows_golden = leaves_out_arguments(task, context, &mut checker, prepared.case.text())?;
    }
    let mut verdicts = StoredVerdicts {
        checker,
        knows_golden,
    };
    // First the text itself, then every simplification of it.
    let mut proof = Proof {
        bytes: delivered.len(),
        unknown: usize::from(!knows_golden),
        ..Proof::default()
    };
    match verdicts.outcome(text.text())? {
        None => proof.unknown += 1,
        Some(outcome) => proof.is_interesting = Some(outcome == Outcome::Interesting),
    }
    if proof.is_interesting != Some(false) {
        sweep(&text, &plan, &mut verdicts, &mut proof)?;
    }
    if context.stop.is_winding_up() {
        return Err(CheckError::Interrupted.into());
    }
    Ok(proof)
}

/// Leaves out the arguments that the search left out. Returns whether the store knows which.
fn leaves_out_arguments(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    checker: &mut Checker,
    golden: &[u8],
) -> Result<bool, NotReduced> {
    let mut command = task.settings.command.clone();
    let known =
        |checker: &mut Checker, text: &[u8]| checker.known(text).map(|(outcome, _)| outcome);
    match leave_out(&mut command, golden, (task, context), (checker, known)) {
        Ok(_) => Ok(true),
        Err(CheckError::NotStored) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Looks up every simplification of a text until one is interesting.
fn sweep(
    text: &TestCase,
    plan: &Plan,
    verdicts: &mut StoredVerdicts,
    proof: &mut Proof,
) -> Result<(), NotReduced> {
    let mut sweep = plain_sweep(plan);
    let mut seen = FxHashSet::default();
    while let Some(candidate) = sweep.next(text) {
        let spliced = text.edited_text(&candidate.edit);
        // Lengths are compared with the delivered file: an original that is delivered as it is may be shorter than the
        // text that smelt prints of it.
        let is_new =
            spliced.len() <= proof.bytes && seen.insert(*blake3::hash(&spliced).as_bytes());
        if is_new && candidate.is_held {
            proof.held += 1;
        } else if is_new {
            match verdicts.outcome(&spliced)? {
                Some(Outcome::Interesting) => {
                    proof.smaller = Some(Smaller {
                        by: candidate.by,
                        bytes: spliced.len(),
                    });
                    break;
                }
                Some(Outcome::Uninteresting | Outcome::Held) => {}
                Some(Outcome::Unresolved) => proof.undecided += 1,
                None => {
                    proof.unknown += 1;
                    proof.first_unknown.get_or_insert(candidate.by);
                }
            }
        }
        sweep.feed(&Fed::Uninteresting);
    }
    proof.candidates = seen.len();
    Ok(())
}

/// The outcomes that follow from stored runs, without a run of a solver.
struct StoredVerdicts {
    checker: Checker,
    /// Without the golden answers, nothing can be compared.
    knows_golden: bool,
}

impl StoredVerdicts {
    /// The outcome of a text; none if the store lacks an answer.
    fn outcome(&mut self, text: &[u8]) -> Result<Option<Outcome>, NotReduced> {
        if !self.knows_golden {
            return Ok(None);
        }
        match self.checker.known(text) {
            Ok((outcome, _)) => Ok(Some(outcome)),
            Err(CheckError::NotStored) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
