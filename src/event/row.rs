//! The row of a report. Its fields are the columns of `results.csv`, in this order; the header is made from them.

use super::cell::{Cell, Value};
use super::{MutatorCounts, RowKey, Status};
use serde::{Deserialize, Serialize};

/// Makes [`Row`], and the lists of its columns, from one table.
macro_rules! columns {
    (
        deterministic { $($(#[$about:meta])* $name:ident: $type:ty,)* }
        accounting { $($(#[$more_about:meta])* $more_name:ident: $more_type:ty,)* }
    ) => {
        /// One case, solver and strategy in a report. Columns whose feature is not built yet are empty.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Row {
            $($(#[$about])* pub $name: $type,)*
            $($(#[$more_about])* pub $more_name: $more_type,)*
            /// What identifies the solver's command, in hexadecimal, where it is known. Not a column: it is for
            /// taking rows up again.
            pub fingerprint: Option<String>,
            /// Whether solver runs of the case were made side by side, so that their times cannot be taken from the
            /// wall time. Not a column.
            pub overlapping: bool,
            /// What each enabled mutator did. Not columns: they are the lines of `mutators.csv`.
            pub mutators: Vec<MutatorCounts>,
        }

        impl Row {
            /// The columns that are equal for any number of jobs, with a cold or a warm store, interrupted or not.
            pub const DETERMINISTIC: &[&str] = &[$(stringify!($name)),*];

            /// The columns that tell what it cost this time.
            pub const ACCOUNTING: &[&str] = &[$(stringify!($more_name)),*];

            /// The values of all columns, the deterministic ones first.
            pub fn cells(&self) -> Vec<Cell> {
                vec![$(self.$name.cell(),)* $(self.$more_name.cell(),)*]
            }
        }
    };
}

columns! {
    deterministic {
        /// The case's id.
        case: String,
        /// What became of it.
        status: Status,
        /// The language that it was read in.
        language: String,
        /// The logic that it sets.
        logic: Option<String>,
        /// The solver's name.
        solver: String,
        /// The rule that decided what is interesting.
        oracle: String,
        /// The strategy's name.
        strategy: String,
        /// Bytes of the file.
        bytes_before: u64,
        /// Bytes of its text as smelt prints it.
        bytes_printed: Option<u64>,
        /// Bytes of what was delivered.
        bytes_after: Option<u64>,
        /// How much smaller the delivered file is than the original one, in percent of that.
        reduction_percent: Option<f64>,
        /// Tokens of the golden text.
        tokens_before: Option<u64>,
        /// Tokens of what was delivered.
        tokens_after: Option<u64>,
        /// Lists and tokens of the golden text.
        sexprs_before: Option<u64>,
        /// Lists and tokens of what was delivered.
        sexprs_after: Option<u64>,
        /// Top-level commands of the golden text.
        commands_before: Option<u64>,
        /// Top-level commands of what was delivered.
        commands_after: Option<u64>,
        /// Candidates whose outcome was asked for.
        checks: u64,
        /// Candidates that the filter held.
        held: u64,
        /// Candidates that became the test case.
        accepted: u64,
        /// Whether the last full sweep of all enabled mutators had only uninteresting or held candidates; empty
        /// if it was cut.
        one_minimal: Option<bool>,
        /// Whether what was delivered is well-formed by our reckoning.
        well_formed: Option<bool>,
        /// How the golden run ended.
        golden: Option<String>,
        /// The failure of the golden run in one line.
        signature: Option<String>,
        /// The same of the delivered text.
        signature_after: Option<String>,
        /// The hash of the delivered text with canonical names.
        canonical_hash: Option<String>,
        /// The first case with the same canonical hash.
        duplicate_of: Option<String>,
        /// blake3 of the file, in hexadecimal.
        source_blake3: String,
        /// blake3 of the delivered file, in hexadecimal.
        minimized_blake3: Option<String>,
        /// Why the status is what it is: only what input and configuration imply.
        detail: String,
    }
    accounting {
        /// Checks that memory or the store answered.
        hits: u64,
        /// Solver runs.
        runs: u64,
        /// Solver runs that were prefetched in vain.
        runs_wasted: u64,
        /// Runs that hit a limit.
        limit_hits: u64,
        /// Runs that the wall limit stopped.
        wall_kills: u64,
        /// Candidates whose CPU time is known to lie within a factor of two of the limit that decided. Of those that
        /// the limit ended it is not known: they are `limit_hits`.
        near_limit: u64,
        /// How often this reduction was begun.
        starts: u64,
        /// Wall time of the reduction in seconds.
        wall_seconds: f64,
        /// Wall time of its solver runs in seconds.
        solver_seconds: f64,
        /// What smelt itself took, in percent of the wall time; empty where solver runs were made side by side.
        overhead_percent: Option<f64>,
        /// Largest resident set of a solver run in MB.
        solver_max_rss_mb: Option<f64>,
        /// Largest resident set of smelt itself in MB, where the case has a process of its own.
        self_max_rss_mb: Option<f64>,
        /// What is worth knowing about store and machine.
        notes: String,
    }
}

impl Row {
    /// What identifies the row in a report.
    pub fn key(&self) -> RowKey {
        RowKey {
            case: self.case.clone(),
            solver: self.solver.clone(),
            strategy: self.strategy.clone(),
        }
    }

    /// The names of all columns, in order.
    pub fn columns() -> impl Iterator<Item = &'static str> {
        Row::DETERMINISTIC.iter().chain(Row::ACCOUNTING).copied()
    }
}
