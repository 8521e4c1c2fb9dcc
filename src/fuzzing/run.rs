//! Runs the solvers on one program after another, in several workers at the same time.

use super::collector::{Collector, ProgramResult};
use super::findings::Findings;
use super::judge::Oracles;
use super::trial::{Cut, Trial};
use super::{Assessment, FuzzError, Fuzzing, Tallies};
use crate::fuzz::{Random, Recipe};
use crate::observation::Limits;
use crate::solver::{Cause, Slot, allowed_memory};
use crate::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// What a run has found.
pub(crate) struct Results {
    /// The counts of assessments.
    pub tallies: Tallies,
    /// How many programs were tried.
    pub programs: u64,
}

/// What the workers share.
struct Workers<'a> {
    fuzzing: &'a Fuzzing<'a>,
    oracles: Oracles,
    limits: Limits,
    next: AtomicU64,
    collector: Mutex<Collector<'a>>,
    error: Mutex<Option<FuzzError>>,
}

impl Fuzzing<'_> {
    /// Tries all programs, or those that can be tried until it is stopped.
    ///
    /// # Errors
    /// A solver cannot be run, or the findings cannot be written.
    pub(crate) fn run(&self) -> Result<Results, FuzzError> {
        let findings = self.out.map(|out| Findings::begin(out, self)).transpose()?;
        let collector = Collector::new(self, findings);
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
            next: AtomicU64::new(self.numbers.start),
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
        // The results are written even if there was an error, which comes first.
        let ended = shared.collector.into_inner().end();
        match shared.error.into_inner() {
            Some(error) => Err(error),
            None => ended.map(|(tallies, programs)| Results { tallies, programs }),
        }
    }
}

impl Workers<'_> {
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
                    if let Err(error) = self.collector.lock().take(number, outcome) {
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
        self.error.lock().get_or_insert(error);
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
