//! Runs the solvers on one program after another, in several workers at the same time.

use super::collector::{Collector, ProgramResult};
use super::config::CaseLimits;
use super::findings::Findings;
use super::judge::{Judging, Oracles};
use super::trial::{Cut, Trial};
use super::{Assessment, FuzzError, FuzzWatch, Panel, Tallies, table};
use crate::fuzz::{Preset, ProgramDialect, Random, Recipe};
use crate::observation::Limits;
use crate::solver::{Cause, Slot, Stop, allowed_memory};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The work of a run.
pub(crate) struct Fuzzing<'a> {
    /// The kinds of programs, which take turns; at least one.
    pub recipes: &'a [Recipe],
    /// The preset of the recipes, for the table.
    pub preset: Preset,
    /// The format of the programs.
    pub dialect: ProgramDialect,
    /// The solvers.
    pub panel: &'a Panel,
    /// How they are judged.
    pub judging: Judging,
    /// The CPU limit of each run.
    pub timeout: Duration,
    /// The memory limit of each run in MB, if it is not the usual one.
    pub memout: Option<u64>,
    /// The numbers of the programs.
    pub numbers: Range<u64>,
    /// Where failing programs are written, if anywhere.
    pub out: Option<&'a Path>,
    /// How many failing programs of a solver and a category are written at most.
    pub keep: u64,
    /// The number of workers.
    pub jobs: NonZeroUsize,
    /// Ends the work.
    pub stop: &'a Stop,
    /// Receives what happens.
    pub watch: &'a dyn FuzzWatch,
}

/// What a run has found.
pub(crate) struct Results {
    /// The counts of assessments.
    pub tallies: Tallies,
    /// How many programs were tried.
    pub programs: u64,
}

/// What the workers share.
struct Workers<'a, 'b> {
    fuzzing: &'b Fuzzing<'a>,
    oracles: Oracles,
    limits: Limits,
    next: AtomicU64,
    collector: Mutex<Collector<'b>>,
    error: Mutex<Option<FuzzError>>,
}

impl Fuzzing<'_> {
    /// Tries all programs, or those that can be tried until it is stopped.
    ///
    /// # Errors
    /// A solver cannot be run, or the findings cannot be written.
    pub(crate) fn run(&self) -> Result<Results, FuzzError> {
        let case_limits = CaseLimits {
            hang: self.timeout,
            memout: self.memout,
        };
        let findings = match self.out {
            Some(out) => Some(Findings::begin(out, self.panel, case_limits, self.keep)?),
            None => None,
        };
        let csv = |tallies: &Tallies| table::csv(tallies, self.recipes, self.preset, self.dialect);
        let classes = self.recipes.iter().map(|recipe| recipe.class).collect();
        let first = self.numbers.start;
        let collector = Collector::new(self.panel, self.watch, findings, &csv, classes, first);
        let usual = Limits::of_cpu(self.timeout);
        let shared = Workers {
            fuzzing: self,
            oracles: Oracles::new(self.judging).map_err(FuzzError::Rule)?,
            limits: Limits {
                memory: self
                    .memout
                    .map(|mb| mb.saturating_mul(1 << 20))
                    .or(usual.memory)
                    .map(allowed_memory),
                ..usual
            },
            next: AtomicU64::new(first),
            collector: Mutex::new(collector),
            error: Mutex::new(None),
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.get() {
                let worker = thread::Builder::new().name("fuzz".into());
                if let Err(error) = worker.spawn_scoped(scope, || shared.work()) {
                    shared.fail(FuzzError::Thread(error));
                }
            }
        });
        let error = shared.error.into_inner();
        let collector = shared.collector.into_inner();
        // The results are written even if there was an error, which comes first.
        let ended = collector.unwrap_or_else(PoisonError::into_inner).end();
        match error.unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => ended.map(|(tallies, programs)| Results { tallies, programs }),
        }
    }
}

impl Workers<'_, '_> {
    /// Works on programs until there are none left.
    fn work(&self) {
        let stop = self.fuzzing.stop;
        let mut slot = match Slot::new() {
            Ok(slot) => slot,
            Err(error) => return self.fail(FuzzError::Slot(error)),
        };
        stop.watch(slot.interrupter());
        while !stop.is_winding_up() {
            let Some(number) = self.next_number() else {
                return;
            };
            match self.program(&mut slot, number) {
                Ok(outcome) => {
                    let mut collector = self
                        .collector
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner);
                    if let Err(error) = collector.take(number, outcome) {
                        return self.fail(error);
                    }
                }
                Err(Cut::Interrupted) => return,
                Err(Cut::Slot(error)) => return self.fail(FuzzError::Slot(error)),
            }
        }
    }

    /// The number of the next program; none if there are no more. It never goes beyond the end, behind which 0 may come.
    fn next_number(&self) -> Option<u64> {
        let end = self.fuzzing.numbers.end;
        let later = |number: u64| (number < end).then(|| number + 1);
        let next = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, later);
        next.ok()
    }

    /// Ends all workers. Only the first error is kept.
    fn fail(&self, error: FuzzError) {
        let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(error);
        self.fuzzing.stop.because(Cause::Output);
        self.fuzzing.stop.wind_up();
    }

    /// Tries a program.
    fn program(&self, slot: &mut Slot, number: u64) -> Result<ProgramResult, Cut> {
        let Fuzzing { panel, dialect, .. } = self.fuzzing;
        let recipe = Recipe::in_turn(self.fuzzing.recipes, number);
        let text = dialect.print(&recipe.program(number));
        // Another stream than that of the program, so that options do not change the programs.
        let mut random = Random::of(!recipe.seed, number);
        let sets = u32::try_from(panel.sets).unwrap_or(u32::MAX);
        let set = random.below(sets) as usize;
        let checks_models = random.chance(self.fuzzing.judging.check_models);
        let mut trial = Trial::new(slot, panel, text.as_bytes(), self.limits);
        let mut assessments = Vec::new();
        for subject in 0..panel.subjects.len() {
            let (member, voters) = (panel.variant(subject, set), panel.voters(subject, set));
            assessments.push(
                self.oracles
                    .judge(&mut trial, member, &voters, checks_models)?,
            );
        }
        let is_kept = assessments
            .iter()
            .any(|assessment| matches!(assessment, Assessment::Defect(_)));
        Ok(ProgramResult {
            class: recipe.class,
            set,
            assessments,
            program: is_kept.then(|| (recipe.file_name(number, *dialect), text)),
        })
    }
}
