//! What each mutator has removed.

use super::axis::Axis;
use super::canvas::Canvas;
use super::value::{Plot, file_name};
use crate::event::Row;
use crate::report::thousands;
use std::collections::BTreeMap;
use std::io;

/// At most this many mutators have a bar.
const SHOWN: usize = 30;

/// A plot for each search, by whose name each row is told: how many bytes the mutators removed in all cases together, the
/// most first.
///
/// # Errors
/// A plot cannot be drawn.
pub fn mutator_plots(rows: impl Iterator<Item = (String, Row)>) -> io::Result<Vec<Plot>> {
    let mut searches: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
    for (search, row) in rows.filter(|(_, row)| !row.mutators.is_empty()) {
        let removed = searches.entry(search).or_default();
        for counts in row.mutators {
            let sum = removed.entry(counts.mutator).or_default();
            *sum = sum.saturating_add(counts.bytes_removed);
        }
    }
    let searches = searches.into_iter();
    searches
        .map(|(search, removed)| mutator_plot(&search, removed))
        .collect()
}

fn mutator_plot(search: &str, removed: BTreeMap<String, i64>) -> io::Result<Plot> {
    let mut removed: Vec<(String, i64)> = removed
        .into_iter()
        .filter(|(_, bytes)| *bytes != 0)
        .collect();
    removed.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    removed.truncate(SHOWN);
    let names: Vec<String> = removed.iter().map(|(name, _)| name.clone()).collect();
    let lengths = removed.iter().map(|(_, bytes)| *bytes as f64);
    let x = Axis::linear("bytes removed in all cases".to_owned(), lengths);
    let height = 110 + 18 * u32::try_from(names.len()).unwrap_or(0);
    let title = format!("Bytes by mutator, {search}");
    let mut canvas = Canvas::new(&title, [x, Axis::names(&names)], height, &[])?;
    let last = removed.len() as f64;
    for (nth, (name, bytes)) in (0..).zip(&removed) {
        let sign = if *bytes < 0 { "-" } else { "" };
        let words = format!("{name}: {sign}{} bytes", thousands(bytes.unsigned_abs()));
        canvas.bar((*bytes as f64, last - f64::from(nth)), &words);
    }
    Ok(canvas.finish(format!("mutators-{}", file_name(search))))
}
