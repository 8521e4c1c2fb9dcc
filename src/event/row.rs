//! The row of a report. Its fields are the columns of `results.csv`, in this order. The header, the data dictionary and
//! the table of the README are generated from the table here.

use super::cell::{CellValue, ReportCell};
use super::column::Column;
use super::plain_text::cap;
use super::row_key::usual_effort;
use super::{
    BugMarks, FailureRate, MarkKind, MutatorCounts, OneMinimal, RowKey, SharedText, Side,
    SolverSearch, Status,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Generates [`Row`] and the lists of its columns from one table. A column has a comment, which is its meaning in the data
/// dictionary, and after its type: the unit, the range and when it is empty, each if there is anything to say.
macro_rules! columns {
    (
        deterministic { $($table:tt)* }
        accounting { $($more:tt)* }
    ) => {
        columns! { @row $($table)* $($more)* }

        impl Row {
            /// The reproducible columns: equal for any number of jobs, with a cold or a warm store, interrupted or not.
            pub const DETERMINISTIC: &[&str] = columns! { @names $($table)* };

            /// The columns that say how, when and where the reduction was made, and what it cost.
            pub const ACCOUNTING: &[&str] = columns! { @names $($more)* };

            /// What a reader must know of these and of those.
            const DESCRIBED: [&[Column]; 2] =
                [columns! { @list true $($table)* }, columns! { @list false $($more)* }];
        }
    };
    (@row $(
        $(#[doc = $about:literal])+ $(#[serde($($serde:tt)*)])?
        $name:ident: $type:ty $(, unit $unit:literal)? $(, range $range:literal)? $(, empty $empty:literal)?;
    )*) => {
        /// One case, solver and search in a report.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Row {
            $($(#[doc = $about])+ $(#[serde($($serde)*)])? pub $name: $type,)*
            /// The fingerprints of the commands in hexadecimal, if known. Not a column: it decides whether the row of
            /// an earlier run is still valid.
            pub fingerprint: Option<String>,
            /// Whether its minimized file is beside that of an earlier build of the solver, because the failure has
            /// changed. Not a column.
            pub is_beside: bool,
            /// Whether the solver passes the case: its run showed neither a failure nor a refusal of the file. Not a
            /// column.
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            pub passes: bool,
            /// Whether a bound of its own has ended the search, so that the case has had its turn in this run. Not a column.
            pub is_bounded: bool,
            /// Whether solver runs of the case were made in parallel, so that the sum of their times says nothing
            /// about the wall time. Not a column.
            pub overlapping: bool,
            /// The marks of the failure. Not columns: they decide the group.
            pub marks: BugMarks,
            /// The functions from which the one that crashed was called, the innermost first. Not a column: the failure
            /// of another build is recognized by them.
            #[serde(skip_serializing_if = "Vec::is_empty")]
            pub callers: Vec<String>,
            /// What each mutator did. Not columns: these are the rows of `mutators.csv`.
            pub mutators: Vec<MutatorCounts>,
        }

        impl Row {
            /// The values of all columns, the reproducible ones first.
            pub fn cells(&self) -> Vec<ReportCell> {
                vec![$(self.$name.cell(),)*]
            }
        }
    };
    (@names $(
        $(#[$attribute:meta])+
        $name:ident: $type:ty $(, unit $unit:literal)? $(, range $range:literal)? $(, empty $empty:literal)?;
    )*) => {
        &[$(stringify!($name)),*]
    };
    (@list $is_deterministic:literal $(
        $(#[doc = $about:literal])+ $(#[serde($($serde:tt)*)])?
        $name:ident: $type:ty $(, unit $unit:literal)? $(, range $range:literal)? $(, empty $empty:literal)?;
    )*) => {
        &[$(Column {
            name: stringify!($name),
            kind: <$type as CellValue>::KIND,
            unit: concat!($($unit)?),
            range: concat!($($range)?),
            empty: concat!($($empty)?),
            about: concat!($($about),+),
            is_deterministic: $is_deterministic,
        }),*]
    };
}

columns! {
    deterministic {
        /// The path of the case below the directory that was given, prefixed by the name of that directory if there were
        /// several.
        case: String;
        /// What became of it.
        status: Status, range "`reduced`, `already-minimal`, …: see `smelt help reports`";
        /// The language that the file was read as.
        language: String, empty "the file could not be read";
        /// The logic that the file sets.
        logic: Option<String>, empty "it sets none";
        /// The name of the solver in the configuration.
        solver: String, empty "the case has no usable configuration";
        /// The rule that decided what is interesting.
        oracle: String, empty "the case could not be prepared";
        /// The search strategy.
        strategy: String, empty "the case has no usable configuration";
        /// The algorithm that thins lists, if it is another one than the strategy's own.
        minimiser: Option<String>, empty "it is the strategy's own";
        /// `--effort`.
        #[serde(default = "usual_effort")]
        effort: String, range "`quick`, `normal`, `deep`";
        /// With `--reduce-options`: the name of the solver and the arguments that the failure needs.
        reduced_command: Option<String>, empty "none were to be left out";
        /// The size of the original; of a compressed file, of what it holds.
        bytes_before: u64, unit "bytes";
        /// The size of the original as smelt prints it: without comments and extra white space.
        bytes_printed: Option<u64>, unit "bytes", empty "the case could not be prepared";
        /// The size of the minimized file.
        bytes_after: Option<u64>, unit "bytes", empty "there is none";
        /// How much was removed, in percent of the original file; negative if the result is longer.
        reduction_percent: Option<f64>, unit "%", range "at most 100",
            empty "there is no minimized file of this original";
        /// The number of leaves of the tree of the original.
        tokens_before: Option<u64>, empty "the case could not be prepared";
        /// The number of leaves of the tree of the minimized file.
        tokens_after: Option<u64>, empty "there is no new minimized file";
        /// The number of lists and leaves of the original.
        sexprs_before: Option<u64>, empty "the case could not be prepared";
        /// The number of lists and leaves of the minimized file.
        sexprs_after: Option<u64>, empty "there is no new minimized file";
        /// The number of top-level commands of the original.
        commands_before: Option<u64>, empty "the case could not be prepared";
        /// The number of top-level commands of the minimized file.
        commands_after: Option<u64>, empty "there is no new minimized file";
        /// How many candidates were checked.
        checks: u64;
        /// How many candidates were not run because they look ill-formed.
        held: u64;
        /// How many candidates became the new test case.
        accepted: u64;
        /// Earlier versions could ask about several candidates at once.
        or_tests: Option<u64>, empty "always";
        /// How many times a solver was asked which parts matter (`--hints`).
        hints: u64;
        /// `yes`: no single simplification by an enabled mutator gives another interesting text. `ddmin` alone does not
        /// show that. `unresolved: 12 slow candidates`: nothing else is in the way, but this many candidates took too
        /// long (`--patience`).
        one_minimal: Option<OneMinimal>, range "`yes`, `no`, `unresolved: N slow candidates`",
            empty "the search was ended early";
        /// Whether the result is well-formed as far as smelt can tell.
        well_formed: Option<bool>, empty "there is no new minimized file";
        /// How the golden run ended.
        golden: Option<String>, range "such as `exit 1`, `SIGSEGV`, `CPU time limit`", empty "the case did not fail";
        /// The failure in one line; if none is known, how the solver ended, and the first error that it reports.
        signature: Option<String>, empty "the case did not fail";
        /// In how many of how many runs a flaky solver fails on the original, and the interval of the true rate.
        failure_rate: Option<FailureRate>, range "such as `5 of 10 (0.237 to 0.763)`",
            empty "the solver does the same in every run";
        /// The failure of the minimized file, in the words of `signature` where it is the same one.
        signature_after: Option<String>, empty "there is no minimized file, or it was not run again";
        /// Whether the minimized file fails in the same way as the original: with the same message, and a crash in the
        /// same function.
        same_failure: Option<bool>, empty "one of the two failures is not known";
        /// The hash of the minimized file; for answer-set programs, of a form in which the names of atoms and the order of
        /// rules, alternatives and conditions do not matter.
        canonical_hash: Option<String>, empty "there is no new minimized file";
        /// The first case with the same `canonical_hash`, solver and search.
        duplicate_of: Option<String>, empty "it is the first one";
        /// The group of rows that probably show the same bug: 12 hexadecimal digits, the same in every output.
        group: Option<String>, empty "nothing was reproduced, or nothing tells the failure from others";
        /// The blake3 digest of the original, in hexadecimal; of a compressed file, of what it holds; before any conversion
        /// from UTF-16.
        source_blake3: String, empty "the file could not be read";
        /// The blake3 digest of the minimized file, in hexadecimal.
        minimized_blake3: Option<String>, empty "there is none";
        /// The reason for the status, if there is more to say; at most 4000 bytes.
        detail: String, empty "there is no more to say";
    }
    accounting {
        /// How many checks were answered from memory or from the store.
        hits: u64;
        /// How many solver processes were started, whatever became of them.
        runs: u64;
        /// How many of them idle cores made ahead of the search, which then did not need them; most are ended at once.
        runs_wasted: u64;
        /// How many runs a limit ended, the first one of a slow candidate included.
        limit_hits: u64;
        /// How many of them the wall time limit ended; they are never stored.
        wall_kills: u64;
        /// How many answers have a CPU time within a factor of two of the limit that decided, so that they could differ on
        /// another day, or are interesting ones that raised a limit. Runs that the limit ended are counted in `limit_hits`
        /// instead, because their full time is unknown.
        near_limit: u64;
        /// How often the reduction of this row was started; the other costs are those of all starts.
        starts: u64;
        /// The time from beginning to end.
        wall_seconds: f64, unit "s";
        /// The wall time of the solver runs.
        solver_seconds: f64, unit "s";
        /// The CPU time of the solver runs.
        solver_cpu_seconds: f64, unit "s";
        /// The CPU time of the solver on the original: of the golden run.
        golden_cpu_seconds: Option<f64>, unit "s", empty "the case did not fail";
        /// The share of `wall_seconds` in which no solver ran.
        overhead_percent: Option<f64>, unit "%", range "at most 100",
            empty "solver runs of the case were made side by side, as idle jobs do";
        /// The memory of the largest solver process.
        solver_max_rss_mb: Option<f64>, unit "MB of 2^20 bytes", empty "no solver ran";
        /// The memory of smelt itself until the end of the case, whatever other cases it worked on.
        self_max_rss_mb: Option<f64>, unit "MB of 2^20 bytes", empty "it is not known";
        /// The limit on the CPU time of a candidate; where the case did not fail, of the original.
        cpu_limit_seconds: Option<f64>, unit "s", empty "nothing was run";
        /// The limit on its wall time.
        wall_limit_seconds: Option<f64>, unit "s", empty "nothing was run";
        /// The limit on the address space of each process.
        memory_limit_mb: Option<f64>, unit "MB of 2^20 bytes",
            empty "nothing was run, or there is no limit, as for programs with sanitizers";
        /// The arguments of the solver's command, quoted as a shell reads them; `{}` stands for the case.
        arguments: String, empty "it has none";
        /// The solver's command as configured, quoted as a shell reads it. Values that `env` sets are left out.
        command: String, empty "the case has no usable configuration";
        /// The commands of further solvers that the rule asks, such as a reference, separated by semicolons.
        other_commands: String, empty "there are none";
        /// The blake3 digest of the file of the solver's program, in hexadecimal, as `b3sum` prints it. Shared libraries
        /// are not in it.
        solver_blake3: Option<String>, empty "the program was not looked at, or the command is a pipeline";
        /// The first line that the solver prints for `--version`. It is asked once; scripts, interpreters and pipelines are
        /// not.
        solver_version: Option<String>, empty "it is not asked, or has no answer";
        /// The version of smelt.
        smelt_version: String, empty "an older smelt made the row";
        /// The name of the machine.
        host: String, empty "an older smelt made the row";
        /// When the reduction was started, the last time if there are several.
        started: Option<Timestamp>, empty "an older smelt made the row, or there was nothing to start";
        /// When the row was finished.
        ended: Option<Timestamp>, empty "an older smelt made the row";
        /// Remarks on the store, the machine and earlier results.
        notes: String, empty "there are none";
    }
}

impl Row {
    /// Whether the row has the sizes of a finished reduction, so that averages may include it.
    pub fn is_measured(&self) -> bool {
        self.status.is_measured() || self.status == Status::Changed && self.is_beside
    }

    /// Whether the row says nothing of the failure: smelt could not work on the case, or was interrupted before it knew.
    pub(crate) fn says_nothing(&self) -> bool {
        match self.status {
            Status::Failed => true,
            Status::Stopped => self.signature.is_none(),
            _ => false,
        }
    }

    /// Which of the results of its key the row describes.
    pub fn side(&self) -> Side {
        if self.is_beside {
            Side::Beside
        } else {
            Side::Usual
        }
    }

    /// Cuts the texts that a file or a solver may have made too long for a report.
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
            case: (&self.case).into(),
            made_by: SolverSearch {
                solver: (&self.solver).into(),
                strategy: (&self.strategy).into(),
                minimiser: self.minimiser.as_ref().map(SharedText::from),
                effort: (&self.effort).into(),
            }
            .shared(),
        }
    }

    /// The names and cells of the columns of its key.
    pub(crate) fn key_cells(&self) -> [(&'static str, ReportCell); 5] {
        [
            ("case", self.case.cell()),
            ("solver", self.solver.cell()),
            ("strategy", self.strategy.cell()),
            ("minimiser", self.minimiser.cell()),
            ("effort", self.effort.cell()),
        ]
    }

    /// The mark by which the row is grouped and the name of the group; none if nothing was reproduced, or nothing tells
    /// the failure from others.
    pub fn marked_group(&self) -> Option<(MarkKind, String)> {
        let fingerprint = self.fingerprint.as_deref().unwrap_or_default();
        self.marks.group(&self.solver, fingerprint)
    }

    /// The same row with this key.
    #[must_use]
    pub fn of(self, key: &RowKey) -> Row {
        let SolverSearch {
            solver,
            strategy,
            minimiser,
            effort,
        } = &*key.made_by;
        Row {
            case: key.case.to_string(),
            solver: solver.to_string(),
            strategy: strategy.to_string(),
            minimiser: minimiser.as_ref().map(SharedText::to_string),
            effort: effort.to_string(),
            ..self
        }
    }

    /// The names of all columns, in order.
    pub fn columns() -> impl Iterator<Item = &'static str> {
        Row::DETERMINISTIC.iter().chain(Row::ACCOUNTING).copied()
    }

    /// All columns, in order.
    pub(crate) fn described_columns() -> impl Iterator<Item = &'static Column> {
        Row::DESCRIBED.into_iter().flatten()
    }
}
