//! What becomes of a case when the solver is another build than the one that made its result.
//!
//! If the case fails as before, the result stands, or the search goes on from the accepted chain. If it fails in another
//! way, the other failure is reduced in a place of its own, and the result stays. If the original does not fail any more
//! but the result does, the failure is still open.

use super::delivery::{Delivery, claim, write_chain};
use super::golden::{EarlierBuild, Start};
use super::language_tools::LanguageTools;
use super::not_reduced::unwritable;
use super::prepare::Prepared;
use super::rows::{Conclusion, Delivered, Remark};
use super::{NotReduced, Task};
use crate::checker::Checker;
use crate::event::{Provenance, Status};
use crate::language::TestCase;
use crate::oracle::{Oracle, bug_marks};

/// The remark on a result that stands.
const STANDS: &str = "The result of an earlier build of the solver fails in the same way with this one, so there was no \
                      new search.";

/// The sentence about a failure that the original shows, and the result no longer does.
const ONLY_ORIGINAL: &str = "The minimized file of an earlier build does not fail with this one, although the original \
                             does: perhaps its bug is fixed, and this is another one.";

/// The remark on a failure that only the result shows.
const ONLY_RESULT: &str =
    "The minimized file still fails with this build, so the failure is still open.";

/// What is added where the result still shows its failure, although the original shows another one.
const BOTH_OPEN: &str = ", with this build, too, so both failures are open";

/// Where a reduction delivers, and what an earlier build has left there.
pub(super) struct Place<'t, 'a> {
    pub(super) task: &'t Task<'a>,
    pub(super) delivery: Delivery<'a>,
    pub(super) earlier: Option<EarlierBuild>,
}

/// What a reduction does, now that the failure is known.
pub(super) enum Course {
    /// It ends: the result of the earlier build stands.
    Ends(Box<Conclusion>),
    /// It searches from here; from the golden text if there is nothing smaller.
    Searches(Option<Start>),
}

impl<'t, 'a> Place<'t, 'a> {
    /// Whether the failure of this provenance is another one than that of the result here.
    pub(super) fn has_changed(&self, own: &Provenance) -> bool {
        let earlier = self.earlier.as_ref();
        earlier.is_some_and(|earlier| !earlier.is_failure(own.sighting()))
    }

    /// The place beside this one, for a failure that has changed, and what is said of it: the earlier failure may be open,
    /// too.
    ///
    /// # Errors
    /// There is none, or it cannot be written.
    pub(super) fn beside(
        self,
        own: &Provenance,
        oracle: &dyn Oracle,
    ) -> Result<(Place<'t, 'a>, String), NotReduced>
    where
        'a: 't,
    {
        let is_open = self
            .earlier
            .as_ref()
            .is_some_and(|earlier| earlier.still_shows(oracle).is_some());
        let then = self.earlier.map(|earlier| earlier.author.signature);
        let said = format!(
            "With this build of the solver it fails differently: `{}`. The minimized file of an earlier one shows `{}`{}.",
            own.signature,
            then.unwrap_or_default(),
            if is_open { BOTH_OPEN } else { "" }
        );
        let Some(task) = self.task.beside else {
            let advice = "To reduce what it shows now, use another output, or move the file away.";
            let detail = format!("{said} {advice}");
            return Err(NotReduced::of(Status::Changed, detail));
        };
        let delivery = Delivery::to(task.result(), task.memory);
        let delivery = delivery.map_err(|error| unwritable(task.output, &error))?;
        let earlier = EarlierBuild::of(task, own);
        let place = Place {
            task,
            delivery,
            earlier: earlier.filter(|earlier| earlier.is_failure(own.sighting())),
        };
        Ok((
            place,
            format!("{said} What it shows now is reduced beside that."),
        ))
    }

    /// Finds out whether the result here, or else that of another build of the run, stands, and if it does not, what the
    /// search begins with. What there is to say of that is added to the sentences about the case.
    ///
    /// # Errors
    /// The solver cannot be run, the run was interrupted, or the result cannot be copied to its place.
    pub(super) fn course(
        &mut self,
        own: &Provenance,
        checker: &mut Checker,
        (golden, original): (&TestCase, &[u8]),
        tools: &LanguageTools,
        sentences: &mut Vec<String>,
    ) -> Result<Course, NotReduced> {
        let earlier = self.earlier.take();
        let earlier = earlier.or_else(|| EarlierBuild::on_build_before(self.task, own));
        let Some(earlier) = &earlier else {
            return Ok(Course::Searches(None));
        };
        let stands = earlier.stands(self.task, checker)?;
        if let Some(signature) = stands {
            if earlier.is_of_other_row() {
                claim(self.task, &mut self.delivery, own, original)
                    .and_then(|_| self.delivery.finish(&earlier.text))
                    .map_err(|error| unwritable(self.task.output, &error))?;
            }
            let stands = self.kept(earlier, own, (golden, tools), (signature, STANDS));
            return Ok(Course::Ends(Box::new(stands)));
        }
        let (start, has_gone) = earlier.start(self.task, checker, golden)?;
        if has_gone && !earlier.is_of_other_row() {
            sentences.push(ONLY_ORIGINAL.to_owned());
        }
        Ok(Course::Searches(start))
    }

    /// The end of a reduction whose original does not fail, if the result here does.
    pub(super) fn still_open(
        &self,
        own: &Provenance,
        prepared: &Prepared<'_>,
        tools: &LanguageTools,
    ) -> Option<Conclusion> {
        let earlier = self.earlier.as_ref()?;
        let own = Provenance {
            signature: earlier.author.signature.clone(),
            callers: earlier.author.callers.clone(),
            ..own.clone()
        };
        self.shown_by_result(&own, prepared, tools, ONLY_RESULT)
    }

    /// The end of a reduction whose result here shows the same failure as the original.
    pub(super) fn stands(
        &self,
        own: &Provenance,
        prepared: &Prepared<'_>,
        tools: &LanguageTools,
    ) -> Option<Conclusion> {
        self.shown_by_result(own, prepared, tools, STANDS)
    }

    /// The end of a reduction with the result here, if that still shows its failure.
    fn shown_by_result(
        &self,
        own: &Provenance,
        prepared: &Prepared<'_>,
        tools: &LanguageTools,
        remark: &'static str,
    ) -> Option<Conclusion> {
        let earlier = self.earlier.as_ref()?;
        let (oracle, answers) = (&*prepared.solvers.oracle, &earlier.answers);
        let signature = earlier.still_shows(oracle)?;
        let kept = self.kept(earlier, own, (&prepared.case, tools), (signature, remark));
        Some(Conclusion {
            marks: Some(bug_marks(answers, oracle.shown_by(answers, answers))),
            ..kept
        })
    }

    /// The result of the earlier build as that of this one. Whether it is 1-minimal is not known: that was shown with the
    /// other build.
    fn kept(
        &self,
        earlier: &EarlierBuild,
        own: &Provenance,
        (golden, tools): (&TestCase, &LanguageTools),
        (signature, remark): (String, &'static str),
    ) -> Conclusion {
        let text = &earlier.text;
        let is_original = self
            .task
            .input
            .bytes()
            .is_ok_and(|original| original == *text);
        let case = golden.read(text).ok();
        Conclusion {
            status: if is_original {
                Status::AlreadyMinimal
            } else {
                Status::Reduced
            },
            remark: Remark::Also(remark),
            signature: Some(signature),
            delivered: Some(Delivered::of(text, case.as_ref(), tools)),
            notes: self.hand_on(earlier, own, golden).into_iter().collect(),
            ..Conclusion::default()
        }
    }

    /// Keeps the chain of the earlier build's result as that of this one. Returns a remark if that is not possible.
    fn hand_on(
        &self,
        earlier: &EarlierBuild,
        own: &Provenance,
        golden: &TestCase,
    ) -> Option<String> {
        let to = self.task.memory.chain(own)?;
        let chain = earlier.chain(golden);
        let is_empty = chain.sizes().next().is_none();
        if is_empty {
            return None;
        }
        let error = write_chain(&to, own, &chain).err()?;
        Some(format!("the accepted texts could not be kept: {error}"))
    }
}
