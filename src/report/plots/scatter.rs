//! A point for each case: what one tool needed or reached against another one, as Figures 1 and 2 of the paper on ddSMT
//! 2.0. What a limit stopped is on the lines T, and what has no correct result on the lines E.

use super::axis::Axis;
use super::canvas::Canvas;
use super::value::{Figure, Plot};
use crate::report::trial::Trial;
use std::collections::BTreeSet;
use std::io;

/// At most this many points are links with words; more are only seen, so that a page stays small.
const LINKS: usize = 2_000;

/// An axis of a scatter plot, with the lines T and E beyond its numbers.
struct Side {
    axis: Axis,
    /// Where the numbers end.
    end: f64,
    limit: f64,
    error: f64,
}

impl Side {
    fn of(title: String, values: impl Iterator<Item = f64>) -> Side {
        let mut axis = Axis::logarithmic(title, values);
        let (end, width) = (axis.to, axis.to - axis.from);
        let [limit, error, to] = [0.06, 0.12, 0.15].map(|share| end + width * share);
        axis.ticks
            .extend([(limit, "T".to_owned()), (error, "E".to_owned())]);
        axis.to = to;
        Side {
            axis,
            end,
            limit,
            error,
        }
    }

    fn place(&self, trial: &Trial, figure: Figure) -> f64 {
        if !trial.is_correct {
            self.error
        } else if trial.end.is_at_a_limit() {
            self.limit
        } else {
            self.axis.place(figure.of(trial)).min(self.end)
        }
    }
}

/// The plot of this figure, the first tool along the lower edge. Series are solvers.
pub(super) fn scatter(
    name: String,
    [first, second]: [&str; 2],
    pairs: &[(&Trial, &Trial)],
    figure: Figure,
) -> io::Result<Plot> {
    let both = pairs.iter().flat_map(|(one, other)| [one, other]);
    let values = both.filter(|trial| trial.is_correct && !trial.end.is_at_a_limit());
    let values: Vec<f64> = values.map(|trial| figure.of(trial)).collect();
    let side = |tool: &str| Side::of(format!("{tool}: {}", figure.title), values.iter().copied());
    let (x, y) = (side(first), side(second));
    let solvers: BTreeSet<&str> = pairs.iter().map(|(one, _)| &*one.subject.solver).collect();
    let solvers: Vec<String> = solvers.into_iter().map(str::to_owned).collect();
    let title = format!("{}: {second} against {first}", figure.name);
    let mut canvas = Canvas::new(&title, [x.axis.clone(), y.axis.clone()], 560, &solvers)?;
    // Equal, and ten times as much in either direction.
    let (from, to) = (x.axis.from, x.end);
    canvas.guide([(from, from), (to, to)], false);
    canvas.guide([(from, from + 1.0), (to - 1.0, to)], true);
    canvas.guide([(from + 1.0, from), (to, to - 1.0)], true);
    for (one, other) in pairs {
        let point = (x.place(one, figure), y.place(other, figure));
        let series = solvers
            .binary_search_by(|solver| (**solver).cmp(&*one.subject.solver))
            .unwrap_or_default();
        if pairs.len() > LINKS {
            canvas.mark(series, point);
            continue;
        }
        let words = format!(
            "{}, {}: {} and {}",
            one.subject.case,
            one.subject.solver,
            shown(one, figure),
            shown(other, figure)
        );
        canvas.link(series, point, &other.anchor(), &words);
    }
    Ok(canvas.finish(name))
}

fn shown(trial: &Trial, figure: Figure) -> String {
    let end = if !trial.is_correct {
        " (no correct result)"
    } else if trial.end.is_at_a_limit() {
        " (at a limit)"
    } else {
        ""
    };
    format!("{} {:.2}{end}", trial.tool, (figure.value)(trial))
}
