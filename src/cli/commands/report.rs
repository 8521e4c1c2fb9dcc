//! `smelt report`: the results of finished or running batches, from their journals alone.

use super::journalled::cases_now;
use super::outputs::{names, tell};
use super::papers;
use super::preparation::absolute;
use crate::batch::{self, JournalRows, OutputPage};
use crate::cli::error::CliError;
use crate::cli::report_args::{ReportArgs, ReportFormat};
use crate::cli::{exit, output};
use crate::comparing;
use crate::event::{PackedRow, Row, SetAside};
use crate::report::{self, Columns, ComparedTools, Comparison, Earlier, Frame, Selection};
use jiff::tz::TimeZone;
use std::path::PathBuf;

pub(super) fn run(args: &ReportArgs) -> Result<u8, CliError> {
    if args.write {
        return write(&args.outputs);
    }
    if let Some(directory) = &args.plots {
        return papers::write_plots(args, directory);
    }
    if !args.tables.is_empty() {
        return papers::print_tables(args);
    }
    refuse_unused(args)?;
    match args.format {
        ReportFormat::Html => return page(args),
        ReportFormat::Benchexec => return papers::print_benchexec(args),
        ReportFormat::Junit => return junit(args),
        _ => {}
    }
    let columns = if args.stable {
        Columns::Stable
    } else {
        Columns::All
    };
    let Reported {
        rows,
        pending,
        set_aside,
        compared,
    } = reported(&args.outputs)?;
    if let Some(compared) = compared {
        return papers::print_comparison(args, &compared);
    }
    match (args.format, args.mutators) {
        (ReportFormat::Markdown, false) => {
            output::data(&report::summary(&rows, pending, columns))?;
            if columns == Columns::All {
                output::data(&report::earlier(&set_aside))?;
            }
            if args.outputs.len() > 1 {
                output::data(
                    "A case that is in several outputs is counted once for each output.\n",
                )?;
            }
        }
        (ReportFormat::Markdown, true) => {
            return Err(CliError::usage(
                "the report on mutators is not available as Markdown",
                "add `--format csv` or `--format json`",
            ));
        }
        (ReportFormat::Latex, _) => {
            return Err(CliError::usage(
                "only tables are available as LaTeX",
                "add `--tables all`, or the names of some",
            ));
        }
        // These have been printed above.
        (ReportFormat::Html | ReportFormat::Benchexec | ReportFormat::Junit, _) => {}
        (ReportFormat::Json | ReportFormat::Csv, is_of_mutators) => {
            let table = if is_of_mutators {
                report::mutators(&rows, columns)
            } else {
                report::results(&rows, columns)
            };
            output::streamed(|out| match args.format {
                ReportFormat::Json => table.write_json(out),
                _ => table.write_csv(out),
            })?;
        }
    }
    Ok(exit::DONE)
}

/// Refuses options that would change nothing in this format.
fn refuse_unused(args: &ReportArgs) -> Result<(), CliError> {
    let what = match args.format {
        ReportFormat::Html => "a page",
        ReportFormat::Benchexec | ReportFormat::Junit => "a report in this format",
        _ => "",
    };
    if (args.stable || args.mutators) && !what.is_empty() {
        return Err(CliError::usage(
            format!("{what} shows all columns, and no mutators"),
            "leave `--stable` and `--mutators` out, or choose another format",
        ));
    }
    if !args.tools.is_empty() && args.format != ReportFormat::Benchexec {
        return Err(CliError::usage(
            "`--tools` chooses among the tools of tables, plots and result files for BenchExec",
            "add `--tables all` or `--plots DIR`, or leave it out",
        ));
    }
    Ok(())
}

/// The output, if there are not several.
fn only<'a>(args: &'a ReportArgs, why: &str) -> Result<&'a PathBuf, CliError> {
    match &args.outputs[..] {
        [output] => Ok(output),
        _ => Err(CliError::usage(
            why,
            "name one OUT, or choose another format",
        )),
    }
}

/// Prints the tests of an output: of a batch, as `smelt status` has them.
fn junit(args: &ReportArgs) -> Result<u8, CliError> {
    let output = only(args, "a report with tests is about one output")?;
    let read = JournalRows::read(output)?;
    tell(output, &read.journal);
    if let Some(compared) = &read.compared {
        return papers::print_comparison(args, compared);
    }
    let history = &read.history;
    let comparison = Comparison::of(&history.now, Earlier::State(&history.before));
    let frame = Frame::of_last_run(
        output.display().to_string(),
        &history.now,
        TimeZone::system(),
    );
    output::report(report::status_junit(&comparison, &frame))?;
    Ok(exit::DONE)
}

/// Writes the reports of each output into it again.
fn write(outputs: &[PathBuf]) -> Result<u8, CliError> {
    // Reading a journal may change the current directory.
    let paths: Vec<PathBuf> = outputs
        .iter()
        .map(|output| absolute(output))
        .collect::<Result<_, _>>()?;
    for (root, name) in paths.iter().zip(outputs) {
        let read = JournalRows::read(root)?;
        tell(name, &read.journal);
        if read.compared.is_some() {
            comparing::rewrite_reports(root)?;
            continue;
        }
        let call = read.call;
        drop(read.history);
        batch::rewrite_reports(root, &cases_now(call.as_ref()))?;
    }
    Ok(exit::DONE)
}

/// Prints the page of an output.
fn page(args: &ReportArgs) -> Result<u8, CliError> {
    let name = only(args, "a page shows one output")?;
    let root = absolute(name)?;
    let page = OutputPage::of(&root)?;
    let JournalRows { call, journal, .. } = page.journal();
    tell(name, journal);
    let cases = cases_now(call.as_ref());
    output::streamed(|out| page.write(&cases, out))?;
    Ok(exit::DONE)
}

/// What the outputs contain together.
#[derive(Default)]
struct Reported {
    rows: Selection,
    /// The number of cases without a row.
    pending: usize,
    set_aside: Vec<SetAside>,
    /// If one of them is a comparison of tools: that, and nothing else.
    compared: Option<ComparedTools>,
}

/// What all outputs contain. If there are several, the cases get their names as prefixes.
fn reported(outputs: &[PathBuf]) -> Result<Reported, CliError> {
    let names = names(outputs)?;
    let mut all = Reported::default();
    let mut rows = Vec::new();
    for (output, name) in outputs.iter().zip(names) {
        let read = JournalRows::read(output)?;
        tell(output, &read.journal);
        if read.compared.is_some() {
            return Ok(Reported {
                compared: read.compared,
                ..Reported::default()
            });
        }
        let seen = read.history.now;
        all.pending += seen.pending();
        let mut set_aside: Vec<SetAside> = seen.set_aside().cloned().collect();
        if outputs.len() == 1 {
            all.rows = seen.all();
        } else {
            rows.extend(seen.all().iter().map(|mut row| {
                prefix(&mut row, &name);
                PackedRow::of(&row)
            }));
            for result in &mut set_aside {
                result.file = format!("{name}/{}", result.file);
            }
        }
        all.set_aside.append(&mut set_aside);
    }
    if outputs.len() > 1 {
        all.rows = Selection::of_packed(rows);
    }
    Ok(all)
}

/// Puts the name of an output before the case of a row.
fn prefix(row: &mut Row, name: &str) {
    row.case = format!("{name}/{}", row.case);
    if let Some(earlier) = &mut row.duplicate_of {
        *earlier = format!("{name}/{earlier}");
    }
}
