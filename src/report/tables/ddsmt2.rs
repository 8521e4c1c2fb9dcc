//! Table 1 of the paper on ddSMT 2.0 (Kremer, Niemetz and Preiner, CAV 2021): a column for each tool.

use super::{NumberForm, Table, TableCell, TableColumn};
use crate::report::trial::{Trial, TrialEnd, Trials};

pub(super) fn table(trials: &Trials) -> Table {
    let compared = trials.compared();
    let of = |tool: usize| {
        compared
            .iter()
            .filter_map(move |trials| trials.get(tool).copied())
    };
    let tools = 0..trials.tools.len();
    let line = |name: &str, cell: &dyn Fn(usize) -> TableCell| -> Vec<TableCell> {
        let cells = tools.clone().map(cell);
        std::iter::once(TableCell::text(name))
            .chain(cells)
            .collect()
    };
    let counted = |name: &str, is_counted: &dyn Fn(&Trial) -> bool| {
        line(name, &|tool| {
            TableCell::count(of(tool).filter(|trial| is_counted(trial)).count())
        })
    };
    let averaged = |name: &str, is_counted: &dyn Fn(&Trial) -> bool| {
        line(name, &|tool| {
            let counted = of(tool).filter(|trial| is_counted(trial));
            TableCell::maybe(average_change(counted), NumberForm::Change)
        })
    };
    let mut rows = vec![
        counted("errors", &|trial| {
            trial.end == TrialEnd::Error && !trial.is_correct
        }),
        counted("incorrect output", &|trial| {
            trial.end == TrialEnd::Incorrect
        }),
        counted("timeouts", &|trial| trial.end == TrialEnd::OutOfTime),
    ];
    if trials
        .all
        .iter()
        .any(|trial| trial.end == TrialEnd::OutOfRuns)
    {
        rows.push(counted("run limits", &|trial| {
            trial.end == TrialEnd::OutOfRuns
        }));
    }
    rows.extend([
        counted("any simplification", &is_simplified),
        line("smallest output", &|tool| {
            let smallest = compared.iter().filter(|trials| is_smallest(trials, tool));
            TableCell::count(smallest.count())
        }),
        averaged("average reduction [%]", &|_| true),
        averaged("… without errors", &without_errors),
        averaged("… without timeouts and errors", &|trial| {
            without_errors(trial) && !trial.end.is_at_a_limit()
        }),
    ]);
    let mut columns = vec![TableColumn::words("")];
    columns.extend(trials.tools.iter().map(|tool| TableColumn::numbers(tool)));
    Table {
        name: "ddsmt2".to_owned(),
        title: format!("Results over all {} cases", compared.len()),
        columns,
        rows,
        notes: notes(trials, compared.len()),
        ..Table::default()
    }
}

fn notes(trials: &Trials, compared: usize) -> Vec<String> {
    let mut notes = vec![
        "As Table 1 of Kremer, Niemetz and Preiner, ddSMT 2.0, CAV 2021. Errors: the tool ended by itself without a \
         result; the paper's parse errors are among them. Incorrect output: the result does not show the failure of the \
         case. Any simplification: the result is correct and smaller than the original. Smallest output: no \
         other tool has a smaller correct one. Reductions are changes of the size in bytes, so that less than 0 is \
         smaller; errors and incorrect output count as 0, and timeouts with what there was by then."
            .to_owned(),
    ];
    notes.extend(super::overview::left_out(trials, compared));
    notes
}

fn is_simplified(trial: &Trial) -> bool {
    trial.is_correct && trial.reduction_percent() > 0.0
}

/// Whether a trial counts where errors do not. One that a limit ended does, with or without a result.
fn without_errors(trial: &Trial) -> bool {
    trial.is_correct || trial.end.is_at_a_limit()
}

/// Whether the result of this tool is correct, and none is smaller.
fn is_smallest(trials: &[&Trial], tool: usize) -> bool {
    let correct = |trial: &&&Trial| trial.is_correct;
    let smallest = trials.iter().filter(correct).map(|trial| trial.bytes_after);
    let Some(own) = trials.get(tool).filter(correct) else {
        return false;
    };
    smallest
        .min_by(f64::total_cmp)
        .is_some_and(|least| own.bytes_after <= least)
}

/// The average change of the size in percent; none without a trial.
fn average_change<'a>(trials: impl Iterator<Item = &'a Trial>) -> Option<f64> {
    let changes: Vec<f64> = trials.map(|trial| -trial.reduction_percent()).collect();
    let count = changes.len();
    (count > 0).then(|| changes.iter().sum::<f64>() / count as f64)
}
