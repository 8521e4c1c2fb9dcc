//! Plots as SVG: two tools on all cases, survival curves, the size of a case against the runs, bytes by mutator.
//!
//! Invariants: pure functions of trials, rows and traces; the same ones give the same bytes. Text and axes have the
//! colour of the text around them, so that a plot is legible on paper, on a dark page and alone; series differ in
//! colour (of the palette of Okabe and Ito, whose yellow is not visible on white) and in shape or dashes. A point of a
//! case is a link to it in a page that contains both.

mod axis;
mod bars;
mod canvas;
mod progress;
mod scatter;
mod survival;
mod value;

pub use bars::mutator_plots;
pub use progress::{TraceCurve, progress_plot, read_trace};
pub use value::Plot;
pub(super) use value::file_name;

use super::{Selection, Trials};
use std::io;
use value::{RUNS, SIZE, TIME};

/// Survival curves of all tools, and size, runs and time of the first tool against those of each other one.
///
/// # Errors
/// A plot cannot be drawn.
pub fn comparison_plots(trials: &Trials) -> io::Result<Vec<Plot>> {
    let mut plots = Vec::new();
    if trials.all.is_empty() {
        return Ok(plots);
    }
    for figure in [SIZE, RUNS, TIME] {
        let solved = |tool| {
            trials
                .with(tool)
                .filter_map(|trial| figure.of_solved(trial))
        };
        let curves = trials.tools.iter().map(|tool| solved(tool).collect());
        plots.push(survival::survival(figure, &trials.tools, curves.collect())?);
    }
    let compared = trials.compared();
    for (nth, tool) in trials.tools.iter().enumerate().skip(1) {
        let pairs = Trials::pairs(&compared, nth);
        if let (Some(first), false) = (trials.tools.first(), pairs.is_empty()) {
            for figure in [SIZE, RUNS, TIME] {
                // Names of tools may be alike but for what a file name cannot have.
                let name = format!("{}-{}-{}", figure.name, nth + 1, file_name(tool));
                plots.push(scatter::scatter(name, [first, tool], &pairs, figure)?);
            }
        }
    }
    Ok(plots)
}

/// The same of the rows of a batch, where each search is a tool. A single one has curves only, whose values take less
/// memory than trials if there are many thousand rows.
///
/// # Errors
/// A plot cannot be drawn.
pub fn batch_plots(rows: &Selection) -> io::Result<Vec<Plot>> {
    if rows.has_searches() {
        return comparison_plots(&Trials::of_batch(rows));
    }
    let mut search = None;
    let mut curves = [SIZE, RUNS, TIME].map(|figure| (figure, Vec::new()));
    for trial in Trials::each_of_batch(rows) {
        for (figure, values) in &mut curves {
            values.extend(figure.of_solved(&trial));
        }
        search.get_or_insert_with(|| trial.tool.to_string());
    }
    let Some(search) = search else {
        return Ok(Vec::new());
    };
    let drawn = curves.into_iter().map(|(figure, values)| {
        survival::survival(figure, std::slice::from_ref(&search), vec![values])
    });
    drawn.collect()
}
