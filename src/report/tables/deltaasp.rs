//! Tables 4 to 6 of the paper on FuzzASP and DeltaASP (Brummayer and Järvisalo, 2010): for each solver, the averages of
//! time, size and reduction with two strategies, or more. Each test set has a table, as each class of programs there.

use super::value::mark_best;
use super::{NumberForm, Table, TableCell, TableColumn};
use crate::report::trial::{Trial, Trials};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A figure with a column for each tool: its heading, its value, how it is printed, and whether less is better.
type Figure = (&'static str, fn(&Trial) -> f64, NumberForm, bool);

const FIGURES: [Figure; 3] = [
    (
        "time [s]",
        |trial| trial.seconds,
        NumberForm::Decimals(1),
        true,
    ),
    (
        "size [B]",
        |trial| trial.bytes_after,
        NumberForm::Decimals(0),
        true,
    ),
    (
        "reduction [%]",
        Trial::reduction_percent,
        NumberForm::Percent(1),
        false,
    ),
];

pub(super) fn tables(trials: &Trials) -> Vec<Table> {
    let compared = trials.compared();
    let mut sets: BTreeMap<&str, Vec<&[&Trial]>> = BTreeMap::new();
    for trials in &compared {
        if let Some(first) = trials.first() {
            sets.entry(&first.subject.set).or_default().push(trials);
        }
    }
    let mut tables: Vec<Table> = sets
        .into_iter()
        .map(|(set, instances)| table(trials, set, &instances))
        .collect();
    if let Some(last) = tables.last_mut() {
        last.notes.push(
            "As Tables 4 to 6 of Brummayer and Järvisalo, TPLP 2010. Classes: groups of cases with the same failure, \
             where they are known. All else are averages over the instances; a tool without a correct result has removed \
             nothing."
                .to_owned(),
        );
        last.notes
            .extend(super::overview::left_out(trials, compared.len()));
    }
    tables
}

/// The table of a set, from the trials of each of its instances by all tools.
fn table(trials: &Trials, set: &str, instances: &[&[&Trial]]) -> Table {
    let tools = &trials.tools;
    let mut columns = vec![
        TableColumn::words("solver"),
        TableColumn::numbers("instances"),
        TableColumn::numbers("classes"),
    ];
    for (heading, ..) in FIGURES {
        columns.extend(tools.iter().map(|tool| TableColumn::within(heading, tool)));
    }
    let mut solvers: BTreeMap<&str, Vec<&[&Trial]>> = BTreeMap::new();
    for instance in instances {
        if let Some(first) = instance.first() {
            solvers
                .entry(&first.subject.solver)
                .or_default()
                .push(instance);
        }
    }
    let rows = solvers
        .into_iter()
        .map(|(solver, instances)| row(solver, tools.len(), &instances));
    Table {
        name: format!("deltaasp-{set}"),
        title: format!("Delta debugging results for {set}"),
        about: set.to_owned(),
        columns,
        rows: rows.collect(),
        notes: vec![calls(tools, instances)],
    }
}

fn row(solver: &str, tools: usize, instances: &[&[&Trial]]) -> Vec<TableCell> {
    let known: Vec<&str> = instances
        .iter()
        .filter_map(|trials| trials.iter().find_map(|trial| trial.class.as_deref()))
        .collect();
    let is_whole = known.len() == instances.len();
    let classes: BTreeSet<&str> = known.into_iter().collect();
    let mut cells = vec![TableCell::text(solver), TableCell::count(instances.len())];
    // Of some instances alone, it says little how many bugs they are.
    cells.push(if is_whole {
        TableCell::count(classes.len())
    } else {
        TableCell::Empty
    });
    for (_, value, form, is_less_better) in FIGURES {
        let average = |tool| TableCell::maybe(average(instances, tool, value), form);
        let mut averages: Vec<TableCell> = (0..tools).map(average).collect();
        mark_best(&mut averages, is_less_better);
        cells.append(&mut averages);
    }
    cells
}

fn average(instances: &[&[&Trial]], tool: usize, value: fn(&Trial) -> f64) -> Option<f64> {
    let values = instances.iter().filter_map(|trials| trials.get(tool));
    let sum: f64 = values.map(|trial| value(trial)).sum();
    (!instances.is_empty()).then(|| sum / instances.len() as f64)
}

/// The sentence on the solver calls, as in the captions of the paper.
fn calls(tools: &[String], instances: &[&[&Trial]]) -> String {
    let mut text = String::from("Average number of solver calls:");
    for (nth, tool) in tools.iter().enumerate() {
        let runs = average(instances, nth, |trial| trial.runs).unwrap_or_default();
        let comma = if nth == 0 { "" } else { "," };
        let shown = TableCell::number(NumberForm::Decimals(0))(runs).shown();
        let _ = write!(text, "{comma} {shown} for {tool}");
    }
    text.push('.');
    text
}
