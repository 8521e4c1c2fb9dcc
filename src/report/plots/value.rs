//! A plot as a value, and what plots show of trials.

use crate::report::trial::{Trial, TrialEnd};

/// A plot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// A name for its file, without an extension: letters, digits, `-`, `.` and `_`.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// A whole document.
    pub svg: String,
}

/// What a plot alone needs and one in a page does not: its language, and the colour of its text on a dark page.
pub(super) const ALONE: [&str; 2] = [
    " xmlns=\"http://www.w3.org/2000/svg\"",
    "<style>@media (prefers-color-scheme: dark) { svg.smelt-plot:root { color: #e6e6e6 } }</style>\n",
];

impl Plot {
    /// The plot as an element of a page, which then decides the colour of its text.
    pub(in crate::report) fn inline(&self) -> String {
        let parts = ALONE.into_iter();
        parts.fold(self.svg.clone(), |svg, part| svg.replacen(part, "", 1))
    }
}

/// What a plot of trials shows of each.
#[derive(Clone, Copy)]
pub(super) struct Figure {
    /// In titles and names of files.
    pub(super) name: &'static str,
    /// With its unit.
    pub(super) title: &'static str,
    /// The figure of a trial.
    pub(super) value: fn(&Trial) -> f64,
    /// What is smaller is shown as this, because an axis of logarithms has no 0.
    pub(super) least: f64,
}

pub(super) const SIZE: Figure = Figure {
    name: "size",
    title: "size of the result [% of the original]",
    value: Trial::size_percent,
    least: 0.01,
};
pub(super) const RUNS: Figure = Figure {
    name: "runs",
    title: "solver runs",
    value: |trial| trial.runs,
    least: 1.0,
};
pub(super) const TIME: Figure = Figure {
    name: "time",
    title: "wall time [s]",
    value: |trial| trial.seconds,
    least: 0.01,
};

impl Figure {
    /// What is shown of a trial.
    pub(super) fn of(&self, trial: &Trial) -> f64 {
        (self.value)(trial).max(self.least)
    }

    /// What a curve shows of a trial, if the tool has done there what the curves count.
    pub(super) fn of_solved(&self, trial: &Trial) -> Option<f64> {
        let is_solved = match self.name {
            "size" => trial.is_correct,
            _ => trial.end == TrialEnd::Done,
        };
        is_solved.then(|| self.of(trial))
    }
}

/// A part of a file name: at most 60 letters, digits, `-`, `.` and `_`.
pub(in crate::report) fn file_name(words: &str) -> String {
    let is_fit = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    let fit = words
        .chars()
        .map(|letter| if is_fit(letter) { letter } else { '_' });
    fit.take(60).collect()
}
