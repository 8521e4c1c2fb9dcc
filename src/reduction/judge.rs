//! Judges texts that others have made of a case: does the solver still fail on them in the way of the case?
//!
//! A text is compared with the golden runs, as a candidate of a search is. If it fails by the rule of the case, its
//! failure is also compared by its marks, because a rule may let another bug pass.

use super::golden::{GoldenAhead, SourceRun, golden_from_store, refuse_trivial, reproduce_from};
use super::language_tools::language_of;
use super::prepare::{Prepared, prepare, read};
use super::{NotReduced, ReductionContext, Task};
use crate::checker::Checker;
use crate::event::{BugMarks, ResultKind};
use crate::language::{Language, TestCase, parse_or_lines};
use crate::oracle::{Answer, Evidence, bug_marks};
use crate::outcome::Outcome;

/// A case whose failure is known.
pub(crate) struct Judge {
    checker: Checker,
    /// The language of the case, as its file's extension or the configuration says.
    language: &'static dyn Language,
    golden: Vec<Answer>,
    bytes_before: u64,
    /// What identifies the solvers.
    fingerprint: String,
    /// The failure of the case; none if another process has made the golden runs.
    signature: Option<String>,
}

impl Judge {
    /// Makes the source and golden runs.
    ///
    /// # Errors
    /// The case does not fail, fails whatever the input is, or cannot be run.
    pub(crate) fn begin(
        task: &Task<'_>,
        context: &ReductionContext<'_>,
    ) -> Result<Judge, NotReduced> {
        let mut prepared = prepare(task, context, read(task)?)?;
        let source = SourceRun::make(&mut prepared)?;
        let ahead = GoldenAhead::begin(context, &prepared);
        let golden = reproduce_from(source, &mut prepared, (&ahead, None))?;
        let (dialect, bytes) = (prepared.case.dialect(), prepared.case.text().len());
        let language = prepared.solvers.language;
        let signature = golden.failure.reproduced.signature;
        let judge = Judge::of(prepared, golden.failure.answers);
        let mut judge = Judge {
            signature: Some(signature),
            ..judge
        };
        match refuse_trivial(task, &mut judge.checker, language, (dialect, bytes))? {
            Some(why) => Err(why),
            None => Ok(judge),
        }
    }

    /// The same from the golden runs that another process has stored.
    ///
    /// # Errors
    /// They are not stored.
    pub(crate) fn of_stored(
        task: &Task<'_>,
        context: &ReductionContext<'_>,
    ) -> Result<Judge, NotReduced> {
        let mut prepared = prepare(task, context, read(task)?)?;
        let golden = golden_from_store(&mut prepared)?;
        let golden = golden.ok_or_else(|| NotReduced::failed("The golden runs are not stored."))?;
        Ok(Judge::of(prepared, golden))
    }

    fn of(prepared: Prepared<'_>, golden: Vec<Answer>) -> Judge {
        let (task, solvers) = (prepared.task, prepared.solvers);
        Judge {
            language: language_of(task.settings, task.input.path()),
            bytes_before: prepared.case.text().len() as u64,
            fingerprint: solvers.fingerprint(),
            checker: solvers.checker(golden.clone()),
            golden,
            signature: None,
        }
    }

    /// The failure of the case; none if another process has made the golden runs.
    pub(crate) fn signature(&self) -> Option<&str> {
        self.signature.as_deref()
    }

    /// The group of the failure of the case; none if nothing tells it from others. `solver` is the solver's name.
    pub(crate) fn group(&self, solver: &str) -> Option<String> {
        let group = self.marks(&self.golden).group(solver, &self.fingerprint);
        group.map(|(_, name)| name)
    }

    /// The language of the case.
    pub(crate) fn language(&self) -> &'static dyn Language {
        self.language
    }

    /// The size of the original in the printing of [`Judge::bytes`].
    pub(crate) fn bytes_before(&self) -> u64 {
        self.bytes_before
    }

    /// The size of a text as smelt prints it, without comments and extra white space.
    pub(crate) fn bytes(&self, text: &[u8]) -> u64 {
        let parsed = parse_or_lines(self.language, text);
        let printed = parsed.map_or(text.len(), |(language, parsed, _)| {
            TestCase::new(language, parsed).text().len()
        });
        printed as u64
    }

    /// The golden run of the solver under test.
    pub(crate) fn golden_run(&self) -> Option<&Evidence> {
        self.golden
            .iter()
            .find_map(|answer| answer.evidence.as_ref())
    }

    /// What the solver does on a text, in new runs, and what there is to say about it.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub(crate) fn judge(&mut self, text: &[u8]) -> Result<(ResultKind, &'static str), NotReduced> {
        let (outcome, answers) = self.checker.check_afresh(text)?;
        let shows_failure = answers.iter().any(|answer| {
            let failures = answer.evidence.as_ref().map(|evidence| &evidence.failures);
            answer.ask.solver == 0 && failures.is_some_and(|failures| !failures.is_empty())
        });
        Ok(match outcome {
            Outcome::Interesting if self.shows_same_bug(&answers) => (ResultKind::Same, ""),
            Outcome::Interesting => (ResultKind::OtherFailure, ""),
            _ if shows_failure => (ResultKind::OtherFailure, ""),
            Outcome::Uninteresting => (ResultKind::NoFailure, ""),
            Outcome::Unresolved => (
                ResultKind::NoFailure,
                "the solver gives no answer on the result within the limits of the case",
            ),
            Outcome::Held => (
                ResultKind::NoFailure,
                "the result contains code that the original does not have, so the solver was not run on it",
            ),
        })
    }

    /// Whether a text fails by the rule of the case, in new runs.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub(crate) fn is_interesting(&mut self, text: &[u8]) -> Result<bool, NotReduced> {
        let (outcome, _) = self.checker.check_afresh(text)?;
        Ok(outcome == Outcome::Interesting)
    }

    /// Whether the most trusted marks that both failures have say that they are the same bug. Without marks, the rule of
    /// the case decides alone.
    fn shows_same_bug(&self, answers: &[Answer]) -> bool {
        let (then, now) = (self.marks(&self.golden), self.marks(answers));
        let same = |mark: fn(&BugMarks) -> &Option<String>| {
            let both = mark(&then).as_ref().zip(mark(&now).as_ref());
            both.map(|(then, now)| then == now)
        };
        let by_place = same(|marks| &marks.place);
        by_place
            .or_else(|| same(|marks| &marks.message))
            .unwrap_or(true)
    }

    /// The marks of the failure that interesting answers show.
    fn marks(&self, answers: &[Answer]) -> BugMarks {
        bug_marks(answers, self.checker.shown_by(answers))
    }
}
