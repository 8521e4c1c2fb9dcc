//! The table of how checks grow with the input.

use super::measure::measure;
use super::shapes::SHAPES;

/// The head of the table.
pub(crate) const HEAD: &str = "strategy,shape,elements,checks,held,accepted,bytes";

/// A row, measured.
pub(crate) fn row(strategy: &str, shape: &str, elements: usize) -> Option<String> {
    let (_, make) = SHAPES.iter().find(|(name, _)| *name == shape)?;
    let text = make(elements);
    let measured = measure(strategy, &text);
    Some(format!(
        "{strategy},{shape},{elements},{},{},{},{}",
        measured.checks, measured.held, measured.accepted, measured.bytes
    ))
}
