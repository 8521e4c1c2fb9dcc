//! A cell of a report, and the types of values that can be one.

use super::Status;

/// A cell of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// The value is not known.
    Empty,
    /// Text, which may come from anywhere.
    Text(String),
    /// A number, as measured.
    Number(String),
}

/// A type whose values can be in a column.
pub(super) trait Value {
    fn cell(&self) -> Cell;
}

impl Value for String {
    fn cell(&self) -> Cell {
        if self.is_empty() {
            Cell::Empty
        } else {
            Cell::Text(self.clone())
        }
    }
}

impl Value for Status {
    fn cell(&self) -> Cell {
        Cell::Text(self.name().to_owned())
    }
}

impl Value for bool {
    fn cell(&self) -> Cell {
        Cell::Text(if *self { "yes" } else { "no" }.to_owned())
    }
}

impl Value for u64 {
    fn cell(&self) -> Cell {
        Cell::Number(self.to_string())
    }
}

impl Value for f64 {
    fn cell(&self) -> Cell {
        if self.is_finite() {
            Cell::Number(self.to_string())
        } else {
            Cell::Empty
        }
    }
}

impl<T: Value> Value for Option<T> {
    fn cell(&self) -> Cell {
        self.as_ref().map_or(Cell::Empty, Value::cell)
    }
}
