//! `smelt cache verify --rerun`: replays reductions from the store, and runs a sample of the stored results again.

use super::cases::Cases;
use super::preparation::size_pool;
use crate::batch::{self, Batch, Output, Reduction, draw_nonce};
use crate::checker::{Difference, Rerun};
use crate::cli::args::VerifyArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Display;
use crate::cli::{exit, output};
use crate::event::{Row, Status};
use crate::reduction::{ReductionContext, after_colon};
use crate::store::Store;
use std::path::Path;
use std::sync::Arc;

/// Runs this share of the results in a store again; returns the exit code.
pub(super) fn rerun(args: &VerifyArgs, share: f64, store: &Path) -> Result<u8, CliError> {
    let Cases {
        planned, unread, ..
    } = Cases::of(&args.directories, &args.common, &args.command)?;
    size_pool(&args.common)?;
    let scratch = tempfile::tempdir().map_err(|error| cannot_begin(&error))?;
    let out = Output::open(scratch.path())?;
    let nonce = draw_nonce().map_err(|error| cannot_begin(&error))?;
    let rerun = Arc::new(Rerun::of(share, nonce));
    let store = Store::open(store)?;
    let interrupt = Interrupt::listen(None)?;
    let (jobs, level) = (args.common.run.jobs(), args.common.run.level() - 1);
    let display = Display::of_batch(&planned, jobs, scratch.path(), level, None);
    let rows = batch::run(
        &Batch {
            planned: &planned,
            part: None,
            context: &ReductionContext {
                rerun: Some(Arc::clone(&rerun)),
                ..ReductionContext::new(Some(&store), &interrupt.stop, out.nonce)
            },
            jobs,
            budget: batch::Budget::default(),
            traces: false,
            reduce: &Reduction,
            apart: None,
            watch: &display,
        },
        &out,
    );
    drop(display);
    let found = ReplayResult::of(&rerun, rows?.iter(), planned.len());
    output::lines(&found.lines())?;
    if found.known == 0 && found.unknown > 0 {
        output::say(
            "The store contains none of these reductions. Give the same solver, configuration and options as for the batch.",
        );
    }
    let is_wrong = found.is_wrong() || unread;
    Ok(exit::if_so(is_wrong, exit::CASES).max(interrupt.code()))
}

/// The result of a replay.
struct ReplayResult {
    cases: usize,
    /// How many cases were replayed completely.
    whole: usize,
    /// For how many cases the store lacks results.
    unknown: usize,
    /// The cases that no longer fail, or could not be replayed.
    broken: Vec<Row>,
    /// How many results were found in the store.
    known: u64,
    /// How many of these were run again.
    again: usize,
    /// Where the new run differs from the stored one.
    differences: Vec<Difference>,
}

impl ReplayResult {
    fn of(rerun: &Rerun, rows: impl Iterator<Item = Row>, cases: usize) -> ReplayResult {
        let (whole, rest): (Vec<Row>, Vec<Row>) = rows
            .filter(|row| row.status != Status::Stopped)
            .partition(Row::is_measured);
        let (unknown, broken): (Vec<Row>, Vec<Row>) = rest
            .into_iter()
            .partition(|row| rerun.is_unknown(&row.case));
        ReplayResult {
            cases,
            whole: whole.len(),
            unknown: unknown.len(),
            broken,
            known: rerun.known(),
            again: rerun.again(),
            differences: rerun.differences(),
        }
    }

    /// How many differences change the outcome.
    fn deciding(&self) -> usize {
        self.differences
            .iter()
            .filter(|difference| difference.decides)
            .count()
    }

    fn is_wrong(&self) -> bool {
        self.deciding() > 0 || !self.broken.is_empty() || self.known == 0
    }

    /// The lines to print, each with a name and a value.
    fn lines(&self) -> Vec<String> {
        let ReplayResult {
            cases,
            whole,
            unknown,
            known,
            again,
            ..
        } = self;
        let decide = self.deciding();
        let differ = self.differences.len() - decide;
        let same = again.saturating_sub(self.differences.len());
        let mut lines = vec![
            entry(
                "replayed",
                &format!(
                    "{whole} of {cases} cases completely; {unknown} only in part, because the store lacks results"
                ),
            ),
            entry(
                "run again",
                &format!(
                    "{again} of {known} stored results: {same} are the same, {decide} would be judged differently, \
                     {differ} differ in details only"
                ),
            ),
        ];
        lines.extend(self.differences.iter().map(line));
        for row in &self.broken {
            let why = after_colon(&row.detail);
            lines.push(entry(row.status.name(), &format!("{}: {why}", row.case)));
        }
        lines
    }
}

/// A line: a word for scripts, in a column that is as wide as the longest one, and a text.
fn entry(word: &str, text: &str) -> String {
    format!("{word:<14} {text}")
}

fn line(difference: &Difference) -> String {
    let Difference {
        case,
        bytes,
        stored,
        now,
        decides,
    } = difference;
    let name = if *decides { "judged anew" } else { "detail" };
    let text = format!("{case}, candidate of {bytes} bytes: stored `{stored}`, now `{now}`");
    entry(name, &text)
}

fn cannot_begin(error: &std::io::Error) -> CliError {
    let message = format!("cannot create a temporary directory: {error}");
    CliError::usage(
        message,
        "free some space, or choose another directory with TMPDIR",
    )
}
