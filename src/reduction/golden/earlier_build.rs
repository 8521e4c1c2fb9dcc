//! What an earlier build of the solver has left: its result, run with this build before anything else.
//!
//! A result of another build under the same rule and from the same source is what a case is judged by: it is fixed, has
//! changed, or is still open. In the last case, the result stands if it fails here in the same way as the original, so
//! that a night with a new build costs two runs for each case. Otherwise the search begins with the smallest text of the
//! accepted chain that does.
//!
//! In a run on several builds, each row has a place of its own, and so an original that does not fail is no news. But what
//! another build of the run has left for the same failure serves as well as what was left at the same place.
//!
//! All of it follows from what the output had before this build came, and from what this build does. So a reduction that
//! is interrupted and started again comes to the same beginning.

use super::out_of_memory;
use crate::checker::{CheckError, Checker};
use crate::event::Provenance;
use crate::language::{FailurePlace, TestCase};
use crate::observation::{Limits, Sighting};
use crate::oracle::{Answer, Oracle};
use crate::outcome::Outcome;
use crate::reduction::chain::Chain;
use crate::reduction::delivery::read_chain;
use crate::reduction::limits::candidate_cpu;
use crate::reduction::prepare::Prepared;
use crate::reduction::{NotReduced, Phase, Task};
use crate::solver::dialect::is_same_of_another_build;
use std::path::PathBuf;

/// The result of an earlier build.
pub(in crate::reduction) struct EarlierBuild {
    /// What it was made from.
    pub(in crate::reduction) author: Provenance,
    /// Its text.
    pub(in crate::reduction) text: Vec<u8>,
    place: ResultPlace,
    /// Where its chain is kept, if it is.
    chain: Option<PathBuf>,
    /// What this build does on it; empty before it was run.
    pub(in crate::reduction) answers: Vec<Answer>,
}

/// Where the result of an earlier build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ResultPlace {
    /// At the output.
    Output,
    /// It has made way for this reduction, which goes on.
    Earlier,
    /// At the output of another build of the same run.
    OtherBuild,
}

/// The text that a search begins with, where that is not the golden one.
pub(in crate::reduction) struct Start {
    pub(in crate::reduction) case: TestCase,
    pub(in crate::reduction) failure: FailurePlace,
}

impl EarlierBuild {
    /// The result that an earlier build has made under the same rule, if there is one. `own` is what this reduction is made
    /// from, as far as it is known.
    pub(in crate::reduction) fn of(task: &Task<'_>, own: &Provenance) -> Option<EarlierBuild> {
        let Provenance {
            config,
            source,
            fingerprint,
            ..
        } = own;
        let is_other =
            |author: &Provenance| author.is_of_another_build(config, source, fingerprint);
        let last = task.memory.author()?;
        let is_at_output = is_other(&last);
        let (author, file) = if is_at_output {
            (last, task.result())
        } else {
            let is_own =
                (&last.config, &last.source, &last.fingerprint) == (config, source, fingerprint);
            let earlier = task.memory.earlier().into_iter().rev();
            let mut earlier = earlier.filter(|_| is_own).filter_map(|earlier| {
                let author = earlier.provenance.filter(is_other)?;
                Some((author, task.input.result(earlier.path)))
            });
            earlier.next()?
        };
        Some(EarlierBuild {
            text: file.bytes().ok()?,
            place: if is_at_output {
                ResultPlace::Output
            } else {
                ResultPlace::Earlier
            },
            chain: task.memory.chain(&author),
            author,
            answers: Vec::new(),
        })
    }

    /// The result of the last build before this one, in the same run, that has one for this failure.
    pub(in crate::reduction) fn on_build_before(
        task: &Task<'_>,
        own: &Provenance,
    ) -> Option<EarlierBuild> {
        let before = task.memory.on_builds_before();
        let earlier = before.into_iter().filter_map(|before| {
            Some(EarlierBuild {
                text: task.input.result(before.path).bytes().ok()?,
                author: before.author,
                place: ResultPlace::OtherBuild,
                chain: Some(before.chain),
                answers: Vec::new(),
            })
        });
        let mut same = earlier.filter(|earlier| earlier.is_failure(own.sighting()));
        same.next()
    }

    /// Whether its file is that of another row, so that this one needs a copy.
    pub(in crate::reduction) fn is_of_other_row(&self) -> bool {
        self.place == ResultPlace::OtherBuild
    }

    /// The accepted chain that led to it; empty if there is none.
    pub(in crate::reduction) fn chain(&self, golden: &TestCase) -> Chain {
        let path = self.chain.as_deref();
        let chain = path.map(|path| read_chain(path, &self.author, golden.text().len()));
        chain.unwrap_or_default()
    }

    /// Runs its text, if that is at the output, within the limits of candidates of the earlier build.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub(in crate::reduction) fn run(
        &mut self,
        prepared: &mut Prepared<'_>,
    ) -> Result<(), NotReduced> {
        let task = prepared.task;
        if self.place != ResultPlace::Output {
            return Ok(());
        }
        task.progress.phase(Phase::EarlierResult);
        let solvers = &mut prepared.solvers;
        let before = solvers.clients.iter().map(|client| *client.limits());
        let before: Vec<Limits> = before.collect();
        let cpu = task.memory.golden_cpu(&self.author.fingerprint);
        for (client, golden) in solvers.clients.iter_mut().zip(cpu.unwrap_or_default()) {
            let limits = *client.limits();
            client.set_limits(Limits {
                cpu: limits.cpu.min(candidate_cpu(golden)),
                ..limits
            });
        }
        let ran = solvers.answers_in_slots(&self.text);
        for (client, limits) in solvers.clients.iter_mut().zip(before) {
            client.set_limits(limits);
        }
        self.answers = ran?;
        Ok(())
    }

    /// Whether this failure is the one that the result was made for.
    pub(in crate::reduction) fn is_failure(&self, now: Sighting<'_>) -> bool {
        is_same_of_another_build(self.author.sighting(), now)
    }

    /// The failure that its text shows with this build, if that is the one it was made for.
    pub(in crate::reduction) fn still_shows(&self, oracle: &dyn Oracle) -> Option<String> {
        if self.answers.is_empty() {
            return None;
        }
        let shown = oracle.accept_golden(&self.answers).ok()?;
        self.is_failure(shown.sighting()).then_some(shown.signature)
    }

    /// Whether its text fails as before, so that the source run probably suffices to say that it stands. A rule that
    /// decides by time or repeats its runs, and arguments that are left out, need golden runs in any case.
    pub(in crate::reduction) fn probably_stands(&self, prepared: &Prepared<'_>) -> bool {
        let (task, settings) = (prepared.task, prepared.task.settings);
        let needs_golden_runs =
            settings.rule.decides_by_time() || settings.repeat > 1 || settings.reduce_options;
        !needs_golden_runs
            && self.may_stand(task)
            && self.still_shows(&*prepared.solvers.oracle).is_some()
            && out_of_memory::refuse(task, &self.answers).is_ok()
    }

    /// A search that was interrupted has left no result that could stand. Where the result of another row is wanted in
    /// another format, too, only a search makes that.
    fn may_stand(&self, task: &Task<'_>) -> bool {
        match self.place {
            ResultPlace::Output => task.memory.has_ended(&self.author),
            ResultPlace::Earlier => false,
            ResultPlace::OtherBuild => task.settings.lift.is_none(),
        }
    }

    /// If it stands: the failure that its text shows, which is that of the golden text.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub(in crate::reduction) fn stands(
        &self,
        task: &Task<'_>,
        checker: &mut Checker,
    ) -> Result<Option<String>, CheckError> {
        if !self.may_stand(task) {
            return Ok(None);
        }
        let (outcome, answers) = checker.check_by(&self.text, &self.answers)?;
        let is_same = outcome == Outcome::Interesting;
        let signature = is_same.then(|| checker.signature(&answers));
        Ok(signature.map(Option::unwrap_or_default))
    }

    /// What the search begins with: the text of the result if it fails like the golden one, else the smallest text of the
    /// chain that does. None: the golden text. Also returns whether the text of the result was run and did not fail.
    ///
    /// The chain is bisected, as if a text that fails had only larger ones that fail, too. Where that is not so, some text
    /// is found that fails, which does no harm.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub(in crate::reduction) fn start(
        &self,
        task: &Task<'_>,
        checker: &mut Checker,
        golden: &TestCase,
    ) -> Result<(Option<Start>, bool), CheckError> {
        task.progress.phase(Phase::EarlierResult);
        let smaller = |text: &[u8]| {
            let case = golden.read(text).ok();
            case.filter(|case| case.is_smaller(golden))
        };
        let mut fails = |case: TestCase| -> Result<Option<Start>, CheckError> {
            let (outcome, answers) = checker.probe(case.text())?;
            let failure = checker.failure_place(&case, &answers);
            let is_failing = outcome == Outcome::Interesting;
            Ok(is_failing.then_some(Start { case, failure }))
        };
        let result = smaller(&self.text);
        let was_run = result.is_some();
        if let Some(start) = result.map(&mut fails).transpose()?.flatten() {
            return Ok((Some(start), false));
        }
        let chain = self.chain(golden);
        // All before `from` fail as far as is known, and none from `to` on.
        let (mut from, mut to, mut start) = (0, chain.len(), None);
        while from < to {
            let middle = usize::midpoint(from, to);
            let case = chain.text(middle).and_then(|text| smaller(&text));
            match case.map(&mut fails).transpose()?.flatten() {
                Some(failing) => (start, from) = (Some(failing), middle + 1),
                None => to = middle,
            }
        }
        Ok((start, was_run))
    }
}
