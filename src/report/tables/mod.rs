//! Tables as the papers of the field print them, as Markdown, LaTeX and CSV.
//!
//! Invariants: pure functions of trials; all numbers are kept as measured, and rounded only where they are printed.

mod ddsmt2;
mod ddsmt_2013;
mod deltaasp;
mod latex;
mod overview;
mod print;
mod value;

pub use latex::latex;
pub use print::{csv, markdown};
pub use value::{NumberForm, Table, TableCell, TableColumn};

use super::Trials;

/// The tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperTable {
    /// Each tool against the first one.
    Overview,
    /// Table 1 of the paper on ddSMT of 2013.
    Ddsmt2013,
    /// Table 1 of the paper on ddSMT 2.0.
    Ddsmt2,
    /// Tables 4 to 6 of the paper on DeltaASP.
    Deltaasp,
}

impl PaperTable {
    /// All of them, in the order in which they are printed.
    pub const ALL: [PaperTable; 4] = [
        PaperTable::Overview,
        PaperTable::Ddsmt2013,
        PaperTable::Ddsmt2,
        PaperTable::Deltaasp,
    ];

    /// Makes it: one table, or one for each test set.
    pub fn of(self, trials: &Trials) -> Vec<Table> {
        match self {
            PaperTable::Overview => vec![overview::overview(trials)],
            PaperTable::Ddsmt2013 => vec![ddsmt_2013::table(trials)],
            PaperTable::Ddsmt2 => vec![ddsmt2::table(trials)],
            PaperTable::Deltaasp => deltaasp::tables(trials),
        }
    }
}
