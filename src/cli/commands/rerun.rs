//! `smelt cache verify --rerun`: reductions are replayed from the store, and a sample of its answers is asked again.

use super::cases::Cases;
use super::size_pool;
use crate::batch::{self, Batch, Output, Reduction, draw_salt};
use crate::checker::{Difference, Rerun};
use crate::cli::args::VerifyArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Display;
use crate::cli::{exit, output};
use crate::event::Row;
use crate::reduction::{Prefetch, Shared, Stopwatch};
use crate::store::{Flight, Store};
use std::path::Path;
use std::sync::Arc;

/// Asks again for this share of what the store at this path answers; the exit code.
pub(super) fn rerun(args: &VerifyArgs, share: f64, store: &Path) -> Result<u8, CliError> {
    let Cases { planned, .. } = Cases::of(&args.directories, &args.common, &args.command)?;
    size_pool(&args.common);
    let scratch = tempfile::tempdir().map_err(|error| cannot_begin(&error))?;
    let out = Output::open(scratch.path())?;
    let salt = draw_salt().map_err(|error| cannot_begin(&error))?;
    let rerun = Arc::new(Rerun::of(share, salt));
    let store = Store::open(store)?;
    let interrupt = Interrupt::listen(None)?;
    let display = Display::new(planned.len(), args.common.run.level() - 1);
    let rows = batch::run(
        &Batch {
            planned: &planned,
            shared: &Shared {
                store: Some(&store),
                flight: &Arc::new(Flight::new()),
                prefetch: &Prefetch::new(1),
                rerun: Some(&rerun),
                stop: &interrupt.stop,
                checkpoints: &Stopwatch::default(),
                salt: out.salt,
            },
            jobs: args.common.run.jobs(),
            reduce: &Reduction,
            watch: &display,
        },
        &out,
    );
    display.clear();
    output::data(&format!(
        "{}\n",
        lines(&rerun, &rows?, planned.len()).join("\n")
    ))?;
    let differs = rerun
        .differences()
        .iter()
        .any(|difference| difference.decides);
    let code = if differs { exit::CASES } else { exit::DONE };
    Ok(code.max(interrupt.code()))
}

/// The lines to print: a name, and what it is.
fn lines(rerun: &Rerun, rows: &[Row], cases: usize) -> Vec<String> {
    let differences = rerun.differences();
    let decide = differences
        .iter()
        .filter(|difference| difference.decides)
        .count();
    let whole = rows.iter().filter(|row| row.status.is_done()).count();
    let mut lines = vec![
        format!("replayed      {whole} of {cases} cases to their end"),
        format!(
            "rerun         {} of {} answers: {decide} decide otherwise, {} differ in what is not looked at",
            rerun.again(),
            rerun.known(),
            differences.len() - decide,
        ),
    ];
    lines.extend(differences.iter().map(line));
    lines
}

fn line(difference: &Difference) -> String {
    let Difference {
        case,
        bytes,
        stored,
        now,
        decides,
    } = difference;
    let name = if *decides { "decides" } else { "differs" };
    format!("{name:<14}{case}, a text of {bytes} bytes: `{stored}` is remembered, now `{now}`")
}

fn cannot_begin(error: &std::io::Error) -> CliError {
    let message = format!("cannot make a temporary directory to replay into: {error}");
    CliError::usage(
        message,
        "make room there, or choose another one with TMPDIR",
    )
}
