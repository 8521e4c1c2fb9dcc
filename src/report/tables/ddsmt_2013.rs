//! Table 1 of the paper on ddSMT of 2013 (Niemetz and Biere): for each tool and test set, the number of files, and
//! average, minimum and maximum of size reduction, time, runs and memory.

use super::{NumberForm, Table, TableCell, TableColumn};
use crate::report::spread::Spread;
use crate::report::trial::{Trial, Trials};
use std::collections::BTreeMap;

/// A figure with three columns: its heading, its value, and how it is printed.
type Figure = (&'static str, fn(&Trial) -> Option<f64>, NumberForm);

const FIGURES: [Figure; 4] = [
    (
        "reduction [%]",
        |trial| Some(trial.reduction_percent()),
        NumberForm::Percent(1),
    ),
    (
        "time [s]",
        |trial| Some(trial.seconds),
        NumberForm::Decimals(1),
    ),
    ("runs", |trial| Some(trial.runs), NumberForm::Decimals(0)),
    (
        "memory [MB]",
        |trial| trial.memory_mb,
        NumberForm::Decimals(0),
    ),
];

pub(super) fn table(trials: &Trials) -> Table {
    let mut columns = vec![
        TableColumn::words("tool"),
        TableColumn::words("set"),
        TableColumn::numbers("files"),
    ];
    for (heading, ..) in FIGURES {
        columns.extend(["avg", "min", "max"].map(|name| TableColumn::within(heading, name)));
    }
    let mut rows = Vec::new();
    for tool in &trials.tools {
        let mut sets: BTreeMap<&str, Vec<&Trial>> = BTreeMap::new();
        for trial in trials.with(tool) {
            sets.entry(&trial.subject.set).or_default().push(trial);
        }
        rows.extend(sets.into_iter().map(|(set, files)| row(tool, set, &files)));
    }
    Table {
        name: "ddsmt-2013".to_owned(),
        title: "Reduction, time, runs and memory by test set".to_owned(),
        columns,
        rows,
        notes: vec![
            "As Table 1 of Niemetz and Biere, ddSMT, SMT 2013. Reduction is in percent of the size of the original in \
             bytes, time is wall time, memory is the largest resident set of the tool. A tool without a correct result \
             has removed nothing."
                .to_owned(),
        ],
        ..Table::default()
    }
}

fn row(tool: &str, set: &str, files: &[&Trial]) -> Vec<TableCell> {
    let mut cells = vec![
        TableCell::text(tool),
        TableCell::text(set),
        TableCell::count(files.len()),
    ];
    for (_, value, form) in FIGURES {
        let spread: Spread = files.iter().filter_map(|trial| value(trial)).collect();
        match spread.figures() {
            Some(figures) => cells.extend(figures.map(TableCell::number(form))),
            None => cells.extend([TableCell::Empty, TableCell::Empty, TableCell::Empty]),
        }
    }
    cells
}
