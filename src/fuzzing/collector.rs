//! Puts the results of the workers into the order of the programs, counts them, and writes the programs that fail.
//!
//! A program is counted once all programs before it are, so the kept programs do not depend on which worker was faster.
//! At the end of a run that was cut short, some programs are missing, and those after them are counted all the same.

use super::findings::Findings;
use super::tally::Tallies;
use super::{Assessment, FuzzError, Fuzzing, table};
use crate::fuzz::ProgramClass;
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

/// How often the table is written while nothing is found.
const REWRITE: Duration = Duration::from_secs(2);

/// The results of a program.
pub(super) struct ProgramResult {
    pub(super) class: ProgramClass,
    /// Which set of options was drawn.
    pub(super) set: usize,
    /// The assessment of each subject.
    pub(super) assessments: Vec<Assessment>,
    /// The name of its file and its text, if a subject fails on it.
    pub(super) program: Option<(String, String)>,
}

/// Collects results.
pub(super) struct Collector<'a> {
    fuzzing: &'a Fuzzing<'a>,
    findings: Option<Findings<'a>>,
    /// The results that wait for those of an earlier program, by the numbers of the programs.
    waiting: BTreeMap<u64, ProgramResult>,
    /// The number of the program that is counted next.
    next: u64,
    tallies: Tallies,
    /// How many programs have been counted.
    programs: u64,
    /// The members of the panel that have refused a program.
    refused: HashSet<usize>,
    /// When the table was last written.
    written: Instant,
}

impl<'a> Collector<'a> {
    pub(super) fn new(fuzzing: &'a Fuzzing<'a>, findings: Option<Findings<'a>>) -> Collector<'a> {
        let classes = fuzzing.recipes.iter().map(|recipe| recipe.class).collect();
        Collector {
            fuzzing,
            findings,
            waiting: BTreeMap::new(),
            next: fuzzing.numbers.start,
            tallies: Tallies::new(fuzzing.panel.subjects.clone(), classes),
            programs: 0,
            refused: HashSet::new(),
            written: Instant::now(),
        }
    }

    /// Takes the results of a program.
    pub(super) fn take(&mut self, number: u64, outcome: ProgramResult) -> Result<(), FuzzError> {
        self.waiting.insert(number, outcome);
        while let Some(outcome) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.count(&outcome)?;
        }
        if self.written.elapsed() >= REWRITE {
            self.write()?;
        }
        Ok(())
    }

    /// Counts what is left. Returns the counts and the number of programs.
    pub(super) fn end(mut self) -> Result<(Tallies, u64), FuzzError> {
        for outcome in std::mem::take(&mut self.waiting).into_values() {
            self.count(&outcome)?;
        }
        self.write()?;
        Ok((self.tallies, self.programs))
    }

    fn write(&mut self) -> Result<(), FuzzError> {
        self.written = Instant::now();
        let Some(findings) = &self.findings else {
            return Ok(());
        };
        let Fuzzing {
            recipes,
            preset,
            dialect,
            ..
        } = *self.fuzzing;
        findings.table(table::csv(&self.tallies, recipes, preset, dialect))
    }

    fn count(&mut self, outcome: &ProgramResult) -> Result<(), FuzzError> {
        self.programs += 1;
        let mut has_new = false;
        for (subject, assessment) in outcome.assessments.iter().enumerate() {
            self.tallies.count(subject, outcome.class, assessment);
            let member = self.fuzzing.panel.variant(subject, outcome.set);
            has_new |= self.tell(member, assessment, outcome.program.as_ref())?;
        }
        self.fuzzing.watch.tried(self.programs, &self.tallies.sum);
        if has_new {
            self.write()?;
        }
        Ok(())
    }

    /// Reports a defect, or the first refusal of a member. Returns whether a program was written.
    fn tell(
        &mut self,
        member: usize,
        assessment: &Assessment,
        program: Option<&(String, String)>,
    ) -> Result<bool, FuzzError> {
        let Fuzzing { panel, watch, .. } = self.fuzzing;
        let solver = &panel.members[member].name;
        match (assessment, program) {
            (Assessment::Refused(message), _) if self.refused.insert(member) => {
                watch.refuses(solver, message);
            }
            (Assessment::Defect(defect), Some((name, text))) => {
                let written = match &mut self.findings {
                    Some(findings) => findings.add(member, defect, (name, text))?,
                    None => false,
                };
                watch.found(name, solver, defect);
                return Ok(written);
            }
            _ => {}
        }
        Ok(false)
    }
}
