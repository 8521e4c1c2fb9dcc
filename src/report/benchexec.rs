//! A result file of BenchExec, which its table-generator makes tables, plots and regression checks of: the runs of one
//! tool.

use super::numbers::sensible;
use super::trial::{Trial, TrialEnd, Trials};
use crate::event::harmless;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io;

/// The type of document, for programs that look for it.
const DOCTYPE: &str = "result PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec result 1.18//EN\" \
                       \"https://www.sosy-lab.org/benchexec/result-1.18.dtd\"";

/// The columns that are shown first.
const COLUMNS: [&str; 8] = [
    "status",
    "cputime",
    "walltime",
    "memory",
    "bytes before",
    "bytes after",
    "reduction",
    "runs",
];

/// The whole document of a tool. It says nothing about the machine and the day, so that the same rows give the same bytes.
///
/// # Errors
/// It cannot be written as XML.
pub fn benchexec(trials: &Trials, tool: &str) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer.write_event(Event::DocType(BytesText::from_escaped(DOCTYPE)))?;
    let name = harmless(tool);
    let result = writer.create_element("result").with_attributes([
        ("tool", &*name),
        ("version", ""),
        ("benchmarkname", "smelt"),
        ("name", &*name),
        ("generator", concat!("smelt ", env!("CARGO_PKG_VERSION"))),
    ]);
    result.write_inner_content(|writer| {
        let columns = writer.create_element("columns");
        columns.write_inner_content(|writer| {
            for title in COLUMNS {
                let column = writer.create_element("column");
                column.with_attribute(("title", title)).write_empty()?;
            }
            Ok(())
        })?;
        trials.with(tool).try_for_each(|trial| run(writer, trial))
    })?;
    let mut text = writer.into_inner();
    text.push(b'\n');
    Ok(text)
}

/// A run: its name is the case, with its solver.
fn run(writer: &mut Writer<Vec<u8>>, trial: &Trial) -> io::Result<()> {
    let (case, solver) = (&trial.subject.case, &trial.subject.solver);
    let name = harmless(&format!("{case} ({solver})"));
    let files = format!("[{name}]");
    let run = writer.create_element("run");
    let run = run.with_attributes([("name", &*name), ("files", &*files)]);
    run.write_inner_content(|writer| {
        for (title, value) in values(trial) {
            let column = writer.create_element("column");
            let column = column.with_attributes([("title", title), ("value", &*value)]);
            let is_hidden = title == "category";
            let column = if is_hidden {
                column.with_attribute(("hidden", "true"))
            } else {
                column
            };
            column.write_empty()?;
        }
        Ok(())
    })?;
    Ok(())
}

/// The columns of a run that have a value. Units are those of BenchExec.
fn values(trial: &Trial) -> Vec<(&'static str, String)> {
    let (status, category) = match trial.end {
        TrialEnd::Done => ("done", "correct"),
        TrialEnd::OutOfTime => ("TIMEOUT", "error"),
        TrialEnd::OutOfRuns => ("OUT OF RUNS", "error"),
        TrialEnd::Error => ("ERROR", "error"),
        TrialEnd::Incorrect => ("incorrect output", "wrong"),
    };
    let mut values = vec![
        ("status", status.to_owned()),
        ("category", category.to_owned()),
    ];
    if let Some(seconds) = trial.cpu_seconds {
        values.push(("cputime", format!("{seconds}s")));
    }
    values.push(("walltime", format!("{}s", trial.seconds)));
    if let Some(megabytes) = trial.memory_mb {
        values.push(("memory", format!("{:.0}B", megabytes * 1e6)));
    }
    values.push(("bytes before", format!("{}B", trial.bytes_before)));
    if trial.is_correct {
        values.push(("bytes after", format!("{}B", trial.bytes_after)));
        values.push(("reduction", sensible(trial.reduction_percent()).to_string()));
    }
    values.push(("runs", trial.runs.to_string()));
    values
}
