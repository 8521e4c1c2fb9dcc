//! What `smelt report` says of tools side by side: tables as papers print them, plots, and files for BenchExec and JUnit.

use super::outputs::{names, tell};
use crate::batch::{self, JournalRows, Journalled, read_journal};
use crate::cli::error::CliError;
use crate::cli::report_args::{ReportArgs, ReportFormat, TableName};
use crate::cli::{exit, output};
use crate::disk::{make_directories, replace};
use crate::event::{Measurement, Row};
use crate::fuzzing;
use crate::input::InputFile;
use crate::report::plots::{
    Plot, TraceCurve, comparison_plots, mutator_plots, progress_plot, read_trace,
};
use crate::report::tables::{self, PaperTable, Table};
use crate::report::{self, ComparedTools, Rows, Trials};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The counts of a run of the fuzzer.
const FUZZ: &str = "fuzz.csv";

/// The trials that the outputs contain, of the tools that were named. Of several outputs, each has its own tools.
pub(super) fn trials(args: &ReportArgs) -> Result<Trials, CliError> {
    let prefixes = prefixes(args)?;
    let (mut tools, mut measurements) = (Vec::new(), Vec::new());
    let mut rows = Vec::new();
    for (output, prefix) in args.outputs.iter().zip(&prefixes) {
        let tool = |tool: String| format!("{prefix}{tool}");
        let read = JournalRows::read(output)?;
        tell(output, &read.journal);
        if let Some(compared) = read.compared {
            tools.extend(
                compared
                    .tools
                    .into_iter()
                    .map(|(one, command)| (tool(one), command)),
            );
            measurements.extend(compared.measurements.into_iter().map(|one| Measurement {
                tool: tool(one.tool),
                ..one
            }));
        } else {
            let found = read.history.now.all();
            rows.extend(found.iter().map(|row| (tool(row.key().search()), row)));
        }
    }
    let trials = match (measurements.is_empty(), rows.is_empty()) {
        (false, false) => {
            return Err(CliError::usage(
                "outputs of `smelt batch` and of `smelt compare` are not measured in the same way",
                "report them one after the other",
            ));
        }
        (false, true) => Trials::of_comparison(&ComparedTools {
            tools,
            measurements,
            ..ComparedTools::default()
        }),
        (true, _) => Trials::of_rows(rows.into_iter()),
    };
    if args.tools.is_empty() {
        return Ok(trials);
    }
    let known = trials.tools.join("`, `");
    trials.only(&args.tools).map_err(|unknown| {
        CliError::usage(
            format!("there is no tool `{unknown}` in this output"),
            format!("there are `{known}`"),
        )
    })
}

/// What precedes the names of the tools of each output: nothing if there is only one.
fn prefixes(args: &ReportArgs) -> Result<Vec<String>, CliError> {
    let names = names(&args.outputs)?;
    Ok(match names.len() {
        1 => vec![String::new()],
        _ => names.iter().map(|name| format!("{name}/")).collect(),
    })
}

/// The bytes of a file; none if there is no such file.
fn read(path: &Path) -> Result<Option<Vec<u8>>, CliError> {
    match InputFile::own(path).at_most(u64::MAX).bytes() {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(unreadable(path, &error.to_string())),
    }
}

fn unreadable(path: &Path, why: &str) -> CliError {
    let message = format!("cannot read `{}`: {why}", path.display());
    CliError::usage(message, "name the output directory of an unharmed run")
}

/// Prints the tables that were named.
pub(super) fn print_tables(args: &ReportArgs) -> Result<u8, CliError> {
    let tables = chosen(args)?;
    match args.format {
        ReportFormat::Markdown => output::data(&tables::markdown(&tables))?,
        ReportFormat::Latex => output::data(&tables::latex(&tables))?,
        ReportFormat::Csv => {
            let table = tables::csv(&tables).map_err(CliError::unmade)?;
            let table = table.ok_or_else(|| {
                CliError::usage(
                    "these tables have different columns",
                    "name one with `--tables`, or choose another format",
                )
            })?;
            output::bytes(&table)?;
        }
        ReportFormat::Html | ReportFormat::Json | ReportFormat::Junit | ReportFormat::Benchexec => {
            return Err(CliError::usage(
                "tables are not available in this format",
                "choose `--format markdown`, `latex` or `csv`",
            ));
        }
    }
    Ok(exit::DONE)
}

fn chosen(args: &ReportArgs) -> Result<Vec<Table>, CliError> {
    let takes_all = args.tables.contains(&TableName::All);
    let is_fuzzed = |output: &PathBuf| output.join(FUZZ).is_file();
    let mut tables = Vec::new();
    let from_trials: Vec<PaperTable> = match takes_all {
        true if args.outputs.iter().all(is_fuzzed) => Vec::new(),
        true => PaperTable::ALL.to_vec(),
        false => args
            .tables
            .iter()
            .filter_map(|name| of_trials(*name))
            .collect(),
    };
    if !from_trials.is_empty() {
        let trials = trials(args)?;
        tables.extend(from_trials.iter().flat_map(|table| table.of(&trials)));
    }
    if args.tables.contains(&TableName::Fuzzasp) || takes_all {
        for output in args
            .outputs
            .iter()
            .filter(|output| !takes_all || is_fuzzed(output))
        {
            tables.extend(fuzzed(output)?);
        }
    }
    Ok(tables)
}

/// The table, if trials have data for it.
fn of_trials(name: TableName) -> Option<PaperTable> {
    match name {
        TableName::Overview => Some(PaperTable::Overview),
        TableName::Ddsmt2013 => Some(PaperTable::Ddsmt2013),
        TableName::Ddsmt2 => Some(PaperTable::Ddsmt2),
        TableName::Deltaasp => Some(PaperTable::Deltaasp),
        TableName::All | TableName::Fuzzasp => None,
    }
}

/// The tables of a run of the fuzzer.
fn fuzzed(output: &Path) -> Result<Vec<Table>, CliError> {
    let path = output.join(FUZZ);
    let text = read(&path)?.ok_or_else(|| {
        let output = output.display();
        CliError::usage(
            format!("`{output}` is not the output of `smelt fuzz asp`"),
            "name the directory that was given to it with `--out`",
        )
    })?;
    let tallies = fuzzing::read(&text).map_err(|error| unreadable(&path, &error))?;
    Ok(fuzzing::tables(&tallies))
}

/// Prints the result file of one tool for BenchExec.
pub(super) fn print_benchexec(args: &ReportArgs) -> Result<u8, CliError> {
    let trials = trials(args)?;
    let [tool] = &trials.tools[..] else {
        return Err(CliError::usage(
            format!(
                "a result file has one tool, and here are {}",
                trials.tools.len()
            ),
            format!(
                "name one of them with `--tools`: `{}`",
                trials.tools.join("`, `")
            ),
        ));
    };
    output::report(report::benchexec(&trials, tool))?;
    Ok(exit::DONE)
}

/// Prints what a comparison of tools has to say: its summary, its rows, or a test for each.
pub(super) fn print_comparison(
    args: &ReportArgs,
    compared: &ComparedTools,
) -> Result<u8, CliError> {
    if args.outputs.len() > 1 {
        return Err(CliError::usage(
            "this report is about one comparison of tools",
            "name one OUT, or add `--tables all`, where each tool of each output is one of its own",
        ));
    }
    if args.stable || args.mutators {
        return Err(CliError::usage(
            "a report about compared tools has all columns, and no mutators",
            "leave `--stable` and `--mutators` out",
        ));
    }
    let measurements = &compared.measurements;
    match args.format {
        ReportFormat::Junit => {
            let trials = Trials::of_comparison(compared);
            output::report(report::comparison_junit(&trials, &compared.left_out))?;
        }
        ReportFormat::Markdown => output::data(&report::comparison_summary(compared))?,
        ReportFormat::Csv => {
            output::streamed(|out| report::comparison_table(measurements).write_csv(out))?;
        }
        ReportFormat::Json => {
            output::streamed(|out| report::comparison_table(measurements).write_json(out))?;
        }
        ReportFormat::Html | ReportFormat::Latex | ReportFormat::Benchexec => {
            return Err(CliError::usage(
                "a comparison of tools is not available in this format",
                "choose `--format csv` or `json`; for tables add `--tables all`",
            ));
        }
    }
    Ok(exit::DONE)
}

/// Writes all plots that the outputs have data for.
pub(super) fn write_plots(args: &ReportArgs, into: &Path) -> Result<u8, CliError> {
    let trials = trials(args)?;
    let mut plots = comparison_plots(&trials).map_err(CliError::unmade)?;
    let is_wanted = |search: &String| args.tools.is_empty() || args.tools.contains(search);
    let search = |prefix: &str, row: &Row| {
        let search = format!("{prefix}{}", row.key().search());
        Some(search).filter(is_wanted)
    };
    let mut batches = Vec::new();
    let mut curves = Curves::new();
    for (output, prefix) in args.outputs.iter().zip(prefixes(args)?) {
        let journal = read_journal(output)?;
        if ComparedTools::of(&journal.events).is_none() {
            add_curves(&mut curves, output, &journal, &|row| search(&prefix, row))?;
            batches.push((prefix, Rows::of(&journal.events).all()));
        }
    }
    let rows = batches.iter().flat_map(|(prefix, rows)| {
        let rows = rows.iter();
        rows.filter_map(move |row| Some((search(prefix, &row)?, row)))
    });
    plots.extend(mutator_plots(rows).map_err(CliError::unmade)?);
    for ((case, solver), curves) in &curves {
        plots.push(progress_plot(case, solver, curves).map_err(CliError::unmade)?);
    }
    make_directories(into).map_err(|error| unwritable(into, &error))?;
    for Plot { name, svg, .. } in &plots {
        let path = into.join(format!("{name}.svg"));
        replace(&path, svg.as_bytes()).map_err(|error| unwritable(&path, &error))?;
    }
    output::say(&format!("plots={} in {}", plots.len(), into.display()));
    Ok(exit::DONE)
}

/// The traces by case and solver.
type Curves = BTreeMap<(String, String), Vec<TraceCurve>>;

/// Adds the traces that a batch has written, of the rows whose searches have a name.
fn add_curves(
    curves: &mut Curves,
    output: &Path,
    journal: &Journalled,
    search_of: &dyn Fn(&Row) -> Option<String>,
) -> Result<(), CliError> {
    for (row, path) in batch::trace_files(journal, output) {
        let Some(search) = search_of(&row) else {
            continue;
        };
        let Some(trace) = read(&path)? else {
            continue;
        };
        match read_trace(&trace) {
            Ok(points) if !points.is_empty() => {
                let of_case = curves.entry((row.case, row.solver)).or_default();
                of_case.push(TraceCurve { search, points });
            }
            Ok(_) => {}
            Err(error) => output::say(&format!(
                "note: `{}` is no trace, and is left out: {error}",
                path.display()
            )),
        }
    }
    Ok(())
}

fn unwritable(path: &Path, error: &io::Error) -> CliError {
    let message = format!("cannot write a report: `{}`: {error}", path.display());
    CliError::new(
        exit::CASES,
        message,
        "check the directory and the space on the disk",
    )
}
