//! The row of a report. Its fields are the columns of `results.csv`, in this order; the header is generated from them.

use super::cell::{CellValue, ReportCell};
use super::plain_text::cap;
use super::row_key::usual_effort;
use super::{FailureRate, MutatorCounts, OneMinimal, RowKey, Status};
use serde::{Deserialize, Serialize};

/// Generates [`Row`] and the lists of its columns from one table.
macro_rules! columns {
    (
        deterministic { $($(#[$about:meta])* $name:ident: $type:ty,)* }
        accounting { $($(#[$more_about:meta])* $more_name:ident: $more_type:ty,)* }
    ) => {
        /// One case, solver and search in a report. Columns of features that do not exist yet are empty.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Row {
            $($(#[$about])* pub $name: $type,)*
            $($(#[$more_about])* pub $more_name: $more_type,)*
            /// The fingerprints of the commands in hexadecimal, if known. Not a column: it decides whether the row of
            /// an earlier run is still valid.
            pub fingerprint: Option<String>,
            /// Whether solver runs of the case were made side by side, so that the sum of their times says nothing
            /// about the wall time. Not a column.
            pub overlapping: bool,
            /// What each mutator did. Not columns: these are the rows of `mutators.csv`.
            pub mutators: Vec<MutatorCounts>,
        }

        impl Row {
            /// The reproducible columns: equal for any number of jobs, with a cold or a warm store, interrupted or not.
            pub const DETERMINISTIC: &[&str] = &[$(stringify!($name)),*];

            /// The columns that say what the reduction cost.
            pub const ACCOUNTING: &[&str] = &[$(stringify!($more_name)),*];

            /// The values of all columns, the reproducible ones first.
            pub fn cells(&self) -> Vec<ReportCell> {
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
        /// The language that it was read as.
        language: String,
        /// The logic that it sets.
        logic: Option<String>,
        /// The solver's name.
        solver: String,
        /// The rule that decided what is interesting.
        oracle: String,
        /// The strategy's name.
        strategy: String,
        /// The algorithm that thins lists, if it is another one than the strategy's own.
        minimiser: Option<String>,
        /// How much the search does for a small result.
        #[serde(default = "usual_effort")]
        effort: String,
        /// The solver's name and the arguments that the failure needs; empty if none were to be left out.
        reduced_command: Option<String>,
        /// Bytes of the original file.
        bytes_before: u64,
        /// Bytes of the original as smelt prints it.
        bytes_printed: Option<u64>,
        /// Bytes of the delivered text.
        bytes_after: Option<u64>,
        /// How much smaller the delivered text is than the original file, in percent of the latter.
        reduction_percent: Option<f64>,
        /// Tokens of the golden text.
        tokens_before: Option<u64>,
        /// Tokens of the delivered text.
        tokens_after: Option<u64>,
        /// Lists and tokens of the golden text.
        sexprs_before: Option<u64>,
        /// Lists and tokens of the delivered text.
        sexprs_after: Option<u64>,
        /// Top-level commands of the golden text.
        commands_before: Option<u64>,
        /// Top-level commands of the delivered text.
        commands_after: Option<u64>,
        /// Candidates that were checked.
        checks: u64,
        /// Candidates that the filter held back as ill-formed.
        held: u64,
        /// Candidates that became the test case.
        accepted: u64,
        /// Runs that asked about several candidates. Empty but in rows of earlier versions.
        or_tests: Option<u64>,
        /// Runs that asked a solver which parts of a text matter.
        hints: u64,
        /// Whether the last full sweep of all enabled mutators found only uninteresting and held candidates; empty if
        /// the search was interrupted.
        one_minimal: Option<OneMinimal>,
        /// Whether the delivered text is well-formed as far as smelt can tell.
        well_formed: Option<bool>,
        /// How the golden run ended.
        golden: Option<String>,
        /// The failure of the golden run in one line.
        signature: Option<String>,
        /// How often the golden text fails; empty if it always does. It is reckoned from the numbered runs in the store.
        failure_rate: Option<FailureRate>,
        /// The failure of the delivered text in one line.
        signature_after: Option<String>,
        /// Hash of the delivered text with canonical names.
        canonical_hash: Option<String>,
        /// The first case with the same canonical hash.
        duplicate_of: Option<String>,
        /// The blake3 digest of the original file, in hexadecimal.
        source_blake3: String,
        /// The blake3 digest of the delivered file, in hexadecimal.
        minimized_blake3: Option<String>,
        /// The reason for the status. It depends on the input and the configuration only.
        detail: String,
    }
    accounting {
        /// Checks that memory or the store answered.
        hits: u64,
        /// Solver processes that were started, whatever became of them.
        runs: u64,
        /// Those of them that were prefetched and not needed.
        runs_wasted: u64,
        /// Runs that hit a limit.
        limit_hits: u64,
        /// Runs that the wall limit stopped.
        wall_kills: u64,
        /// Answers whose CPU time is known to lie within a factor of two of the limit that decided. The full time of
        /// runs that the limit ended is not known; they are in `limit_hits`.
        near_limit: u64,
        /// How many times this reduction was started. The costs of all starts are added up.
        starts: u64,
        /// Wall time of the reduction in seconds.
        wall_seconds: f64,
        /// Wall time of its solver runs in seconds.
        solver_seconds: f64,
        /// CPU time of its solver runs in seconds.
        solver_cpu_seconds: f64,
        /// The share of the wall time in which no solver ran, in percent; empty if solver runs were made side by side.
        overhead_percent: Option<f64>,
        /// Largest resident set of a solver run in MB.
        solver_max_rss_mb: Option<f64>,
        /// Largest resident set of smelt itself up to the end of the case, in MB.
        self_max_rss_mb: Option<f64>,
        /// Remarks on the store, the machine and earlier results.
        notes: String,
    }
}

impl Row {
    /// Cuts what says why, where a file or a solver has made it too long for a report.
    pub fn cap_texts(&mut self) {
        cap(&mut self.detail);
        cap(&mut self.notes);
    }

    /// The same row with one more remark.
    #[must_use]
    pub fn noting(mut self, note: &str) -> Row {
        if !self.notes.is_empty() {
            self.notes.push_str("; ");
        }
        self.notes.push_str(note);
        self
    }

    /// What identifies the row in a report.
    pub fn key(&self) -> RowKey {
        RowKey {
            case: self.case.clone(),
            solver: self.solver.clone(),
            strategy: self.strategy.clone(),
            minimiser: self.minimiser.clone(),
            effort: self.effort.clone(),
        }
    }

    /// The row as that of this key.
    #[must_use]
    pub fn of(self, key: RowKey) -> Row {
        let RowKey {
            case,
            solver,
            strategy,
            minimiser,
            effort,
        } = key;
        Row {
            case,
            solver,
            strategy,
            minimiser,
            effort,
            ..self
        }
    }

    /// The names of all columns, in order.
    pub fn columns() -> impl Iterator<Item = &'static str> {
        Row::DETERMINISTIC.iter().chain(Row::ACCOUNTING).copied()
    }
}
