//! Tries solvers on random programs, and keeps the programs on which they fail.
//!
//! Every solver under test runs on each program, and the oracles for answer-set solvers judge what it says, so a
//! reduction that starts from a program kept here finds the same fault. Invariants: the programs, and which of them are
//! kept, depend on the recipes and the solvers alone, not on the number of jobs; a run that was cut short keeps all
//! that it has found.
//!
//! Start reading at `run`: its workers make a `trial` of each program, `judge` makes the assessments, and the
//! `collector` puts them in order, counts them in a `tally` and passes the failing programs to `findings`.

mod assessment;
mod category;
mod collector;
mod config;
mod error;
mod findings;
mod judge;
mod names;
mod panel;
mod run;
mod table;
mod tally;
mod trial;

pub(crate) use assessment::{Assessment, Defect};
pub(crate) use category::Category;
pub(crate) use error::FuzzError;
pub(crate) use judge::Judging;
pub(crate) use panel::{Panel, Solvers};
pub(crate) use run::Results;
pub(crate) use table::{read, tables};
pub(crate) use tally::{Tallies, Tally};

use crate::fuzz::{Preset, ProgramDialect, Recipe};
use crate::solver::Stop;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
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

/// Receives what happens.
pub(crate) trait FuzzWatch: Sync {
    /// This many programs have been tried, with these counts.
    fn tried(&self, programs: u64, total: &Tally);

    /// A solver, with its options, has a defect on the program in this file.
    fn found(&self, program: &str, solver: &str, defect: &Defect);

    /// A solver refuses a program, for the first time.
    fn refuses(&self, solver: &str, message: &str);
}
