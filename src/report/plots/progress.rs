//! How the text of a case gets smaller with the number of solver runs, from traces.

use super::axis::Axis;
use super::canvas::Canvas;
use super::value::{Plot, file_name};
use crate::event::anchor;
use std::io;

/// What a trace shows: how small the best text is after how many runs.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceCurve {
    /// The search that made it.
    pub search: String,
    /// Runs so far and bytes of the shortest text so far, in order.
    pub points: Vec<[u64; 2]>,
}

/// The runs and sizes of a trace. A last row that is still being written is left out.
///
/// # Errors
/// It is no trace. The error says why.
pub fn read_trace(trace: &[u8]) -> Result<Vec<[u64; 2]>, String> {
    let mut reader = csv::Reader::from_reader(trace);
    let header = reader.headers().map_err(|error| error.to_string())?;
    let place = |name: &str| {
        let place = header.iter().position(|column| column == name);
        place.ok_or_else(|| format!("there is no column `{name}`"))
    };
    let (runs, bytes) = (place("runs")?, place("shortest_bytes")?);
    let point = |record: csv::StringRecord| {
        let number = |place: usize| record.get(place)?.parse().ok();
        Some([number(runs)?, number(bytes)?])
    };
    let records = reader.records().map_while(Result::ok);
    Ok(records.map_while(point).collect())
}

/// The plot of a case: a line for each search.
///
/// # Errors
/// It cannot be drawn.
pub fn progress_plot(case: &str, solver: &str, curves: &[TraceCurve]) -> io::Result<Plot> {
    // An axis of logarithms has no 0.
    let shown = |point: &[u64; 2]| point.map(|number| number.max(1) as f64);
    let points = || curves.iter().flat_map(|curve| &curve.points).map(shown);
    let x = Axis::logarithmic("solver runs".to_owned(), points().map(|[runs, _]| runs));
    let y = Axis::logarithmic(
        "size of the shortest text [bytes]".to_owned(),
        points().map(|[_, bytes]| bytes),
    );
    let names: Vec<String> = curves.iter().map(|curve| curve.search.clone()).collect();
    let mut canvas = Canvas::new(&format!("{case}, {solver}"), [x, y], 420, &names)?;
    for (series, curve) in curves.iter().enumerate() {
        let mut line: Vec<(f64, f64)> = Vec::new();
        for point in &curve.points {
            let next = canvas.place(shown(point).into());
            // A text is as small as it is until another one is found.
            line.extend(line.last().map(|(_, bytes)| (next.0, *bytes)));
            line.push(next);
        }
        canvas.line(series, line.iter().copied());
        if let Some(last) = line.last() {
            canvas.link(
                series,
                *last,
                &anchor(case, solver, &curve.search),
                &curve.search,
            );
        }
    }
    let digest = anchor(case, solver, "");
    Ok(canvas.finish(format!("progress-{}-{digest}", file_name(case))))
}
