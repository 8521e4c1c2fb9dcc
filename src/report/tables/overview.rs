//! Each tool beside the first one: geometric means, wins, ties and losses, and whether the differences may be chance.

use super::{NumberForm, Table, TableCell, TableColumn};
use crate::report::statistics::{geometric_mean, wilcoxon};
use crate::report::trial::{Trial, TrialEnd, Trials};
use std::cmp::Ordering;

/// A figure with three columns: its heading, its value, and its digits. A value of 0 has no logarithm and is left out.
type Figure = (&'static str, fn(&Trial) -> f64, usize);

const SIZE: Figure = ("size [B]", |trial| trial.bytes_after.max(1.0), 0);
const COSTS: [Figure; 2] = [
    ("runs", |trial| trial.runs, 0),
    ("time [s]", |trial| trial.seconds.max(0.001), 1),
];

/// The table.
pub(super) fn overview(trials: &Trials) -> Table {
    let compared = trials.compared();
    let mut columns = vec![
        TableColumn::words("tool"),
        TableColumn::numbers("cases"),
        TableColumn::numbers("correct"),
        TableColumn::numbers("at a limit"),
    ];
    let figures = std::iter::once(SIZE).chain(COSTS);
    for (heading, ..) in figures.clone() {
        columns.extend(["mean", "×", "p"].map(|name| TableColumn::within(heading, name)));
    }
    let against = ["smaller", "as small", "larger"];
    columns.extend(against.map(|name| TableColumn::within("result", name)));
    let is_repeated = trials.repetitions > 1;
    if is_repeated {
        columns.push(TableColumn::numbers("spread of time [%]"));
    }
    let mut rows = Vec::new();
    for (nth, tool) in trials.tools.iter().enumerate() {
        let pairs = Trials::pairs(&compared, nth);
        let mut row = row(tool, nth == 0, &pairs);
        if is_repeated {
            let spreads = pairs.iter().filter_map(|(_, own)| own.time_spread_percent);
            let spreads: Vec<f64> = spreads.collect();
            let mean = spreads.iter().sum::<f64>() / spreads.len().max(1) as f64;
            row.push(TableCell::number(NumberForm::Decimals(0))(mean));
        }
        rows.push(row);
    }
    Table {
        name: "overview".to_owned(),
        title: match trials.tools.first() {
            Some(first) => format!("Tools compared with {first}"),
            None => "Tools compared".to_owned(),
        },
        columns,
        rows,
        notes: notes(trials, compared.len()),
        ..Table::default()
    }
}

fn row(tool: &str, is_first: bool, pairs: &[(&Trial, &Trial)]) -> Vec<TableCell> {
    let counted = |is_counted: fn(&Trial) -> bool| {
        TableCell::count(pairs.iter().filter(|(_, own)| is_counted(own)).count())
    };
    let mut cells = vec![
        TableCell::text(tool),
        TableCell::count(pairs.len()),
        counted(|own| own.is_correct),
        counted(|own| own.end.is_at_a_limit()),
    ];
    let counts = |trial: &Trial| trial.is_correct && trial.end != TrialEnd::Error;
    let both = |pair: &&(&Trial, &Trial)| counts(pair.0) && counts(pair.1);
    let correct: Vec<(&Trial, &Trial)> = pairs.iter().filter(both).copied().collect();
    cells.extend(compare(SIZE, is_first, pairs));
    for cost in COSTS {
        cells.extend(compare(cost, is_first, &correct));
    }
    if is_first {
        cells.extend([TableCell::Empty, TableCell::Empty, TableCell::Empty]);
        return cells;
    }
    // How often the result is smaller, as large, and larger.
    let sizes = |(first, own): &(&Trial, &Trial)| own.bytes_after.total_cmp(&first.bytes_after);
    cells.extend(
        [Ordering::Less, Ordering::Equal, Ordering::Greater].map(|wanted| {
            TableCell::count(pairs.iter().filter(|pair| sizes(pair) == wanted).count())
        }),
    );
    cells
}

/// Its geometric mean, that of its ratio to the first tool, and the probability of such differences by chance.
fn compare(
    (_, value, digits): Figure,
    is_first: bool,
    pairs: &[(&Trial, &Trial)],
) -> [TableCell; 3] {
    let pairs = pairs
        .iter()
        .filter(|(first, own)| value(first) > 0.0 && value(own) > 0.0);
    let mean = geometric_mean(pairs.clone().map(|(_, own)| value(own)));
    let shown = TableCell::maybe(mean, NumberForm::Decimals(digits));
    if is_first || mean.is_none() {
        return [shown, TableCell::Empty, TableCell::Empty];
    }
    let ratios = pairs.map(|(first, own)| value(own) / value(first));
    let ratio = geometric_mean(ratios.clone());
    let probability = wilcoxon(ratios.map(f64::ln));
    [
        shown,
        TableCell::maybe(ratio, NumberForm::Decimals(2)),
        TableCell::number(NumberForm::Probability)(probability),
    ]
}

fn notes(trials: &Trials, compared: usize) -> Vec<String> {
    let mut notes = vec![
        "Means are geometric. ×: the mean of the ratios to the first tool, so that less than 1 is better. Sizes are over \
         all cases, and a tool without a correct result has removed nothing; runs and times are over the cases for which \
         the tool and the first one have correct results, with those that a limit stopped and without errors. p: \
         Wilcoxon's signed-rank test, two-sided, on the logarithms of these ratios, exact up to 50 cases that differ; the \
         smaller p, the less may chance explain the difference."
            .to_owned(),
    ];
    if trials.repetitions > 1 {
        notes.push(format!(
            "Of up to {} repetitions, the median of each figure counts, and the worst end. Spread: how far the wall times \
             of the repetitions of a case lie apart, in percent of their median; the average of the cases.",
            trials.repetitions
        ));
    }
    notes.extend(left_out(trials, compared));
    notes
}

/// Says how many cases are left out because not all tools were tried on them, if there are any.
pub(super) fn left_out(trials: &Trials, compared: usize) -> Option<String> {
    let left = trials.subjects().saturating_sub(compared);
    (left > 0).then(|| {
        let cases = if left == 1 { "case is" } else { "cases are" };
        format!("{left} {cases} left out, on which not all of these tools were tried.")
    })
}
