//! The end of a reduction: delivers a text, whether the search was completed, was interrupted, failed or never began.
//!
//! A result is run once more before it is delivered, if the solver can still be run and there is time. If it does not
//! fail then, an older text is delivered, in the last resort the original.

use super::answers::{CaseAnswers, SearchEnd};
use super::delivery::{Delivery, write_chain};
use super::golden::{may_be_trivial, refuse_trivial};
use super::language_tools::LanguageTools;
use super::lift::lift;
use super::not_reduced::unwritable;
use super::options::with_command;
use super::prepare::read;
use super::rows::{Conclusion, Delivered, Remark, SearchCounts, mutator_counts};
use super::{NotReduced, ReductionContext, Task};
use crate::checker::{CheckError, Counts};
use crate::corpus::{Effort, IllFormedMode, Settings};
use crate::event::{OneMinimal, Provenance, Row, Status};
use crate::language::TestCase;
use crate::observation::CrashSite;
use crate::search::{Driver, SearchTally};
use crate::solver::Cause;
use std::ffi::OsString;

/// How many functions of the stacks of original and result are compared for the notes.
const NOTED_DEPTH: usize = 3;

/// The remark on a search that has reached a bound of its case.
fn bound_reached(option: &str, has_store: bool) -> String {
    let how = match option {
        // The checks of all starts count, as in an uninterrupted search.
        "max-checks" => "To continue, give a larger one, or none.",
        _ if has_store => "Run the same command to continue.",
        _ => {
            "Without a store, the same command makes the same runs again: give a larger one, or a `--cache`."
        }
    };
    format!("`--{option}` is reached; the best result so far is in the output. {how}")
}

/// A search that has ended, and what is needed to deliver its result.
pub(super) struct Ending<'e, 'a> {
    pub(super) task: &'e Task<'a>,
    pub(super) context: &'e ReductionContext<'a>,
    pub(super) tools: &'e LanguageTools,
    /// What is known of the case.
    pub(super) row: &'e Row,
    pub(super) golden_bytes: usize,
    /// What the result is made from.
    pub(super) own: &'e Provenance,
    /// The command without the arguments that the failure does not need, if they were left out.
    pub(super) command: Option<&'e [OsString]>,
    pub(super) driver: Driver<CaseAnswers<'a>>,
}

impl Ending<'_, '_> {
    /// Delivers the result, however the search ended; an error means that nothing is delivered. Returns also what the
    /// search did and what all runs have cost, which is known in any case.
    pub(super) fn conclude(
        mut self,
        ended: Result<SearchEnd, CheckError>,
    ) -> (Result<Conclusion, NotReduced>, SearchCounts, Counts) {
        let concluded = match ended {
            Ok(search_end) => self.complete(search_end),
            Err(CheckError::Interrupted) => Ok(self.cut(left_off(self.context.stop.cause()))),
            Err(CheckError::Spent(option)) => self.spent(option),
            Err(error) => Ok(self.failed(Conclusion::default(), error)),
        };
        let Driver {
            tally,
            mutators,
            answers,
            ..
        } = self.driver;
        let search = SearchCounts {
            tally,
            mutators: mutator_counts(&self.tools.mutators, &mutators),
            is_doubtful: answers.doubt.is_raised(),
        };
        (concluded, search, answers.asking.checker().counts())
    }

    /// Delivers the best result of a search that has reached this bound of its case.
    fn spent(&mut self, option: &str) -> Result<Conclusion, NotReduced> {
        Ok(match self.refuse()? {
            Ok(()) => Conclusion {
                is_bounded: true,
                ..self.cut(bound_reached(option, self.context.store.is_some()))
            },
            Err(CheckError::Interrupted) => self.cut(left_off(self.context.stop.cause())),
            Err(error) => self.failed(Conclusion::default(), error),
        })
    }

    /// Delivers the result of a search that was not interrupted, or the original if there is none that is shorter.
    fn complete(&mut self, search_end: SearchEnd) -> Result<Conclusion, NotReduced> {
        let result = &self.driver.current.clone();
        let SearchEnd {
            confirmed,
            is_enough,
        } = search_end;
        let one_minimal = one_minimal(self.task, &self.driver.tally);
        let is_swept = one_minimal == OneMinimal::Known(true);
        // Such a sweep would have erased all of a text on which the failure does not depend, so a larger result shows
        // that it does depend on the input. Otherwise this must be checked.
        let is_proved = !is_enough && is_swept && self.tools.erases();
        let checked = if is_proved && !may_be_trivial(result.tree()) {
            Ok(())
        } else {
            self.refuse()?
        };
        let cause = self.context.stop.cause();
        // What the search has found and confirmed is delivered, even if no more can be checked.
        let ended = |found: Conclusion| match checked {
            Ok(()) => found,
            Err(CheckError::Interrupted) => stopped(found, cause),
            Err(error) => Conclusion {
                one_minimal: None,
                ..found.with(error.into())
            },
        };
        let remark = if is_enough {
            Remark::Also("The search ended at the size that `--stop-at` asks for.")
        } else {
            Remark::Nothing
        };
        let minimal = |one_minimal| Conclusion {
            status: Status::AlreadyMinimal,
            signature: self.row.signature.clone(),
            one_minimal: Some(one_minimal),
            ..Conclusion::default()
        };
        let original_bytes = self.driver.answers.results.original().len();
        let kept = match confirmed {
            Some(confirmed) if result.text().len() <= original_bytes => {
                let found = Conclusion {
                    status: Status::Reduced,
                    remark,
                    signature: Some(confirmed.signature),
                    marks: Some(confirmed.marks),
                    one_minimal: (!is_enough).then_some(one_minimal),
                    ..Conclusion::default()
                };
                return Ok(self.reduced(ended(found), confirmed.crashed_at, result));
            }
            // The result is simpler than the original, but longer because of how it is printed.
            Some(_) => Conclusion {
                remark,
                ..minimal(OneMinimal::Known(false))
            },
            None if self.driver.tally.accepted == 0 && !is_enough => minimal(one_minimal),
            None => self.flaky(),
        };
        Ok(self.keep_original(ended(kept), result))
    }

    /// The conclusion if no smaller text fails as often as the original.
    fn flaky(&self) -> Conclusion {
        let often = match self.row.failure_rate {
            Some(_) => "as often as the original",
            None => "every time it was run",
        };
        Conclusion {
            status: Status::Flaky,
            remark: Remark::Instead(format!(
                "No smaller text failed {often}, so the output is the original."
            )),
            ..Conclusion::default()
        }
    }

    /// Delivers the original.
    fn keep_original(&mut self, found: Conclusion, result: &TestCase) -> Conclusion {
        let original = self.driver.answers.results.original().to_vec();
        match self.deliver(&original, result) {
            Err(not_reduced) => found.with(not_reduced),
            Ok((delivered, _)) => {
                let found = Conclusion {
                    delivered: Some(delivered),
                    ..found
                };
                match found.status {
                    Status::AlreadyMinimal => self.lifted(found, result),
                    _ => found,
                }
            }
        }
    }

    /// Delivers the result: indented if that is wanted and the indented text still fails.
    fn reduced(
        &mut self,
        mut found: Conclusion,
        mut crashed_at: Option<CrashSite>,
        result: &TestCase,
    ) -> Conclusion {
        let mut text = result.text().to_vec();
        if self.task.settings.pretty {
            let indented = self.tools.language.pretty(result);
            match self.driver.answers.fails_each_time(&indented) {
                Ok(Some(confirmed)) => {
                    text = indented;
                    crashed_at = confirmed.crashed_at;
                }
                Ok(None) => found
                    .notes
                    .push("the indented text does not fail, so the output is not indented".into()),
                Err(CheckError::Interrupted) => found = stopped(found, self.context.stop.cause()),
                Err(error) => return self.failed(found, error),
            }
        }
        match self.deliver(&text, result) {
            Ok((delivered, _)) => found.delivered = Some(delivered),
            Err(not_reduced) => return found.with(not_reduced),
        }
        let original = self.driver.answers.asking.checker().golden_site();
        let callers = crashed_at.zip(original);
        let note = callers.and_then(|(now, then)| other_callers(&now, then));
        found.notes.extend(note);
        match found.status {
            Status::Reduced => {
                found.notes.extend(self.keep_chain(result));
                found
                    .notes
                    .extend(self.tools.deviation(result, self.task.settings));
                self.lifted(found, result)
            }
            _ => found,
        }
    }

    /// Keeps the accepted chain for a later build of the solver. Returns a remark if that is not possible.
    fn keep_chain(&mut self, result: &TestCase) -> Option<String> {
        let path = self.task.memory.chain(self.own)?;
        let mut chain = self.driver.answers.doubt.take_chain(result.text());
        // The golden text is known from the case.
        if chain.sizes().next() == Some(self.golden_bytes) {
            chain.forget_first();
        }
        let error = write_chain(&path, self.own, &chain).err()?;
        Some(format!("the accepted texts could not be kept: {error}"))
    }

    /// Withdraws the result if the failure does not depend on the input, which is the error then. Returns why that could
    /// not be found out, which says nothing against the result.
    fn refuse(&mut self) -> Result<Result<(), CheckError>, NotReduced> {
        let refused = refuse_trivial(
            self.task,
            self.driver.answers.asking.checker_mut(),
            self.tools.language,
            (self.driver.best.dialect(), self.golden_bytes),
        );
        match refused {
            Ok(None) => Ok(Ok(())),
            Ok(Some(why)) => {
                let withdrawn = self.driver.answers.results.withdraw();
                withdrawn.map_err(|error| unwritable(self.task.output, &error))?;
                Err(why)
            }
            Err(error) => Ok(Err(error)),
        }
    }

    /// Delivers the best result so far if the search cannot go on because of this error, which the row reports.
    fn failed(&mut self, found: Conclusion, error: CheckError) -> Conclusion {
        let best = &self.driver.best.clone();
        let text = self.driver.answers.results.best_of_all(best.text());
        let found = Conclusion {
            one_minimal: None,
            ..found
        };
        match self.deliver(&text, best) {
            Err(not_reduced) => found.with(not_reduced),
            Ok((delivered, _)) => Conclusion {
                delivered: Some(delivered),
                ..found.with(error.into())
            },
        }
    }

    /// Delivers the best result of an interrupted search. If there is time, the result is run again; if it does not
    /// fail then, the newest accepted text that always fails is delivered instead, unless the original is as short.
    /// The text is also delivered in another format, if there is time for that and it is wanted.
    fn cut(&mut self, why: String) -> Conclusion {
        let best = &self.driver.best.clone();
        let mut found = Conclusion {
            status: Status::Stopped,
            remark: Remark::Instead(why),
            ..Conclusion::default()
        };
        let original = self.driver.answers.results.original().to_vec();
        let mut text = self.driver.answers.results.best_of_all(best.text());
        if text.len() < original.len() {
            let confirmed = match self.driver.answers.always_fails(&text) {
                Ok(Some(confirmed)) => Some(confirmed),
                Ok(None) => {
                    let newest = self.driver.answers.newest_that_always_fails();
                    let newest = newest.ok().flatten();
                    // How it is printed may make it longer than the original.
                    let shorter = newest.filter(|(newest, _)| newest.len() < original.len());
                    let (shorter, confirmed) = shorter.unzip();
                    text = shorter.unwrap_or(original);
                    confirmed
                }
                Err(CheckError::Interrupted) => {
                    let note = "there was no time left to run the result again";
                    found.notes.push(note.into());
                    None
                }
                Err(error) => return self.failed(found, error),
            };
            let shown = confirmed.map(|confirmed| (confirmed.signature, confirmed.marks));
            (found.signature, found.marks) = shown.unzip();
        }
        match self.deliver(&text, best) {
            Err(not_reduced) => found.with(not_reduced),
            Ok((delivered, case)) => {
                found.delivered = Some(delivered);
                match case {
                    Some(case) => self.lifted(found, &case),
                    None => found,
                }
            }
        }
    }

    /// Delivers a text: that of `result`, the same indented, or an earlier one. Returns it also as a test case, if it
    /// can be read as one.
    fn deliver(
        &mut self,
        text: &[u8],
        result: &TestCase,
    ) -> Result<(Delivered, Option<TestCase>), NotReduced> {
        let delivered = self.driver.answers.results.deliver(text);
        delivered.map_err(|error| unwritable(self.task.output, &error))?;
        let case = if text == result.text() {
            Some(result.clone())
        } else {
            result.read(text).ok()
        };
        Ok((Delivered::of(text, case.as_ref(), self.tools), case))
    }

    /// Delivers the result in another format, too, if that is wanted.
    fn lifted(&mut self, mut found: Conclusion, result: &TestCase) -> Conclusion {
        let asking = &mut self.driver.answers.asking;
        let settings = self
            .command
            .map(|command| with_command(self.task.settings, command));
        let task = Task {
            settings: settings.as_ref().unwrap_or(self.task.settings),
            ..*self.task
        };
        match lift(
            &task,
            self.context,
            asking.checker_mut(),
            self.tools,
            result,
        ) {
            Err(not_reduced) => found.with(not_reduced),
            Ok(lifted) => {
                found.notes.extend(lifted.note);
                // The conclusion of an interrupted search says so already.
                if lifted.is_interrupted && found.status != Status::Stopped {
                    return stopped(found, self.context.stop.cause());
                }
                found
            }
        }
    }
}

/// Whether the search has ended with a sweep that shows the result to be 1-minimal.
fn one_minimal(task: &Task<'_>, tally: &SearchTally) -> OneMinimal {
    let (is_swept, slow_candidates) = (sweeps(task.settings), tally.unresolved());
    if is_swept && slow_candidates > 0 {
        OneMinimal::Unresolved { slow_candidates }
    } else {
        OneMinimal::Known(is_swept)
    }
}

/// This conclusion, but of a search that was interrupted.
fn stopped(found: Conclusion, cause: Option<Cause>) -> Conclusion {
    Conclusion {
        status: Status::Stopped,
        remark: Remark::Instead(left_off(cause)),
        one_minimal: None,
        ..found
    }
}

/// The remark on a search that was interrupted.
fn left_off(cause: Option<Cause>) -> String {
    format!(
        "{}; the best result so far is in the output. Run the same command to continue.",
        words(cause)
    )
}

/// The cause of an interruption in words.
fn words(cause: Option<Cause>) -> &'static str {
    match cause {
        Some(Cause::Signal) => "Interrupted",
        Some(Cause::Budget) => "The budget is spent",
        Some(Cause::Room) => "Too little of the disk is free",
        Some(Cause::Output) => "The output cannot be written any more",
        None => "Stopped",
    }
}

/// Handles an interruption before the search began: a file at the output stays, and if there is none, the original is
/// delivered.
pub(super) fn leave(task: &Task<'_>, cause: Option<Cause>) -> Result<Conclusion, NotReduced> {
    let undeliverable = |error| unwritable(task.output, &error);
    let mut delivery = Delivery::to(task.result(), task.memory).map_err(undeliverable)?;
    let nothing = stopped(Conclusion::default(), cause);
    if delivery.standing().map_err(undeliverable)?.is_some() {
        let remark = format!(
            "{}; the search had not begun, and the output is from an earlier run. Run the same command to continue.",
            words(cause)
        );
        return Ok(Conclusion {
            remark: Remark::Instead(remark),
            ..nothing
        });
    }
    let original = read(task)?.text;
    delivery.finish(&original).map_err(undeliverable)?;
    Ok(Conclusion {
        delivered: Some(Delivered::bytes(&original)),
        ..nothing
    })
}

/// Whether the search ends with a sweep of all enabled mutators over every node, which shows that the result is
/// 1-minimal.
fn sweeps(settings: &Settings) -> bool {
    let (strategy, stages) = (settings.strategy, settings.stages.as_deref());
    let is_proved = match settings.effort {
        Effort::Quick => false,
        Effort::Normal => strategy.proves_one_minimality(stages),
        Effort::Deep => strategy.counterpart().proves_one_minimality(None),
    };
    is_proved || settings.ill_formed == IllFormedMode::Last
}

/// How the functions that led to the crash of the result differ from those of the original, in words, if they do.
fn other_callers(now: &CrashSite, then: &CrashSite) -> Option<String> {
    let shown = |site: &CrashSite| {
        let depth = site.functions.len().min(NOTED_DEPTH);
        site.functions[..depth].join(" < ")
    };
    (!now.agrees(then, NOTED_DEPTH)).then(|| {
        format!(
            "the stack of the result is `{}`, that of the original `{}`",
            shown(now),
            shown(then)
        )
    })
}
