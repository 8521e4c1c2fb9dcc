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

use super::Trials;
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
        plots.push(survival::survival(trials, figure)?);
    }
    if trials.tools.len() < 2 {
        return Ok(plots);
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
