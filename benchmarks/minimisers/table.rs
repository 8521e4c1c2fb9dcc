//! The table of what each minimiser takes on the grid of lists.

use super::lists::{List, Shape, grid};
use super::measure::{Measured, measure};
use smelt::search::{MINIMISERS, MinimiserEntry, Relations, leaping_if_long};

/// The head of the table.
pub(crate) const HEAD: &str =
    "minimiser,elements,needed,place,declarations,pairs,fickle,checks,left,checks_in_all";

/// The minimiser that the strategy `auto` thins lists of commands with, where nothing relates the commands.
pub(crate) const AUTO: MinimiserEntry = MinimiserEntry {
    name: "auto",
    about: "what the strategy `auto` thins lists of commands with",
    build: |weights| leaping_if_long(weights.len(), || Relations::none(weights.len())),
};

/// The minimisers that are measured: `auto` comes last.
pub(crate) fn minimisers() -> impl Iterator<Item = &'static MinimiserEntry> {
    MINIMISERS.iter().chain([&AUTO])
}

/// Those that begin again after each success are left out on long lists: a single one takes them hundreds of thousands
/// of checks.
const QUADRATIC: [&str; 2] = ["zeller", "wdd"];

/// The shapes on which a minimiser is measured.
pub(crate) fn shapes(entry: &MinimiserEntry) -> impl Iterator<Item = Shape> {
    let is_quadratic = QUADRATIC.contains(&entry.name);
    grid().filter(move |shape| !(is_quadratic && shape.is_long()))
}

/// How many lists of a shape are thinned. Their figures are added.
const LISTS: u64 = 10;

/// A row, measured.
pub(crate) fn row(entry: &MinimiserEntry, shape: Shape) -> String {
    let mut sum = Measured::default();
    for number in 0..LISTS {
        measure(entry, &List::new(shape, number), &mut sum);
    }
    let place = if shape.is_clustered {
        "clustered"
    } else {
        "scattered"
    };
    let Shape {
        elements, needed, ..
    } = shape;
    let [declarations, pairs, fickle] =
        [shape.has_declarations, shape.has_pairs, shape.is_fickle].map(yes_or_no);
    format!(
        "{},{elements},{needed},{place},{declarations},{pairs},{fickle},{},{},{}",
        entry.name, sum.checks, sum.left, sum.checks_in_all
    )
}

fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}
