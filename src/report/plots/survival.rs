//! Survival curves: on how many cases a tool needs at most a given amount.

use super::axis::Axis;
use super::canvas::Canvas;
use super::value::{Figure, Plot};
use std::io;

/// The plot: along the lower edge the number of cases, of each tool those first on which it needs least. The values of
/// each tool may come in any order.
pub(super) fn survival(
    figure: Figure,
    tools: &[String],
    mut curves: Vec<Vec<f64>>,
) -> io::Result<Plot> {
    for curve in &mut curves {
        curve.sort_unstable_by(f64::total_cmp);
    }
    let most = curves.iter().map(|curve| curve.len() as f64);
    let (counted, title) = match figure.name {
        "size" => (
            "cases with a correct result",
            "size of the results".to_owned(),
        ),
        name => (
            "cases done with a correct result",
            format!("{name} of what is done"),
        ),
    };
    let x = Axis::linear(counted.to_owned(), most);
    let y = Axis::logarithmic(
        format!("{} at most", figure.title),
        curves.iter().flatten().copied(),
    );
    let mut canvas = Canvas::new(&title, [x, y], 420, tools)?;
    for (series, curve) in curves.iter().enumerate() {
        let points = (1_u32..).zip(curve);
        let points = points.map(|(count, value)| canvas.place((f64::from(count), *value)));
        let points: Vec<(f64, f64)> = points.collect();
        canvas.line(series, points.iter().copied());
        if let Some(last) = points.last() {
            canvas.mark(series, *last);
        }
    }
    Ok(canvas.finish(format!("survival-{}", figure.name)))
}
