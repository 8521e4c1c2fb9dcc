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

pub use bars::mutator_plots;
pub use progress::{TraceCurve, progress_plot, read_trace};

use super::Trials;
use super::trial::{Trial, TrialEnd};
use std::io;

/// A plot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// A name for its file, without an extension: letters, digits, `-`, `.` and `_`.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// A whole document, which may also stand in a page.
    pub svg: String,
}

/// What a plot of trials shows of each.
#[derive(Clone, Copy)]
struct Figure {
    name: &'static str,
    /// With its unit.
    title: &'static str,
    value: fn(&Trial) -> f64,
    /// What is smaller is shown as this, because an axis of logarithms has no 0.
    least: f64,
}

const SIZE: Figure = Figure {
    name: "size",
    title: "size of the result [% of the original]",
    value: Trial::size_percent,
    least: 0.01,
};
const RUNS: Figure = Figure {
    name: "runs",
    title: "solver runs",
    value: |trial| trial.runs,
    least: 1.0,
};
const TIME: Figure = Figure {
    name: "time",
    title: "wall time [s]",
    value: |trial| trial.seconds,
    least: 0.01,
};

impl Figure {
    fn of(&self, trial: &Trial) -> f64 {
        (self.value)(trial).max(self.least)
    }
}

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
    let compared = trials.compared();
    for (nth, tool) in trials.tools.iter().enumerate().skip(1) {
        let pairs = compared.iter();
        let pairs = pairs.filter_map(|trials| Some((*trials.first()?, *trials.get(nth)?)));
        let pairs: Vec<(&Trial, &Trial)> = pairs.collect();
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

/// Whether a tool has done what the curves count.
fn is_solved(trial: &Trial, figure: Figure) -> bool {
    match figure.name {
        "size" => !trial.end.is_bad(),
        _ => trial.end == TrialEnd::Done,
    }
}

/// A part of a file name: at most 60 letters, digits, `-`, `.` and `_`.
fn file_name(words: &str) -> String {
    let is_fit = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    let fit = words
        .chars()
        .map(|letter| if is_fit(letter) { letter } else { '_' });
    fit.take(60).collect()
}
