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
pub(crate) use run::{Fuzzing, Results};
pub(crate) use table::{read, tables};
pub(crate) use tally::{Tallies, Tally};

/// Receives what happens.
pub(crate) trait FuzzWatch: Sync {
    /// This many programs have been tried, with these counts.
    fn tried(&self, programs: u64, total: &Tally);

    /// A solver, with its options, has a defect on the program in this file.
    fn found(&self, program: &str, solver: &str, defect: &Defect);

    /// A solver refuses a program, for the first time.
    fn refuses(&self, solver: &str, message: &str);
}
