//! The table of what each minimiser takes on the grid of lists.

use super::lists::{List, Shape};
use super::measure::{Measured, measure};
use smelt::search::MinimiserEntry;

/// The head of the table.
pub(crate) const HEAD: &str =
    "minimiser,elements,needed,place,declarations,checks,left,checks_in_all";

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
    let declarations = if shape.has_declarations { "yes" } else { "no" };
    format!(
        "{},{},{},{place},{declarations},{},{},{}",
        entry.name, shape.elements, shape.needed, sum.checks, sum.left, sum.checks_in_all
    )
}
