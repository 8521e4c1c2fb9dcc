//! A cell of a report, and the types of values that can be one.

use super::{FailureRate, OneMinimal, Status};

/// A cell of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportCell {
    /// The value is not known.
    Empty,
    /// Text, which may come from anywhere.
    Text(String),
    /// A number, as measured.
    Number(String),
}

/// A type whose values can be in a column.
pub(super) trait CellValue {
    fn cell(&self) -> ReportCell;
}

impl CellValue for String {
    fn cell(&self) -> ReportCell {
        if self.is_empty() {
            ReportCell::Empty
        } else {
            ReportCell::Text(self.clone())
        }
    }
}

impl CellValue for Status {
    fn cell(&self) -> ReportCell {
        ReportCell::Text(self.name().to_owned())
    }
}

impl CellValue for OneMinimal {
    fn cell(&self) -> ReportCell {
        ReportCell::Text(self.to_string())
    }
}

impl CellValue for FailureRate {
    fn cell(&self) -> ReportCell {
        ReportCell::Text(self.to_string())
    }
}

impl CellValue for bool {
    fn cell(&self) -> ReportCell {
        ReportCell::Text(if *self { "yes" } else { "no" }.to_owned())
    }
}

impl CellValue for u64 {
    fn cell(&self) -> ReportCell {
        ReportCell::Number(self.to_string())
    }
}

impl CellValue for f64 {
    fn cell(&self) -> ReportCell {
        if self.is_finite() {
            ReportCell::Number(self.to_string())
        } else {
            ReportCell::Empty
        }
    }
}

impl<T: CellValue> CellValue for Option<T> {
    fn cell(&self) -> ReportCell {
        self.as_ref().map_or(ReportCell::Empty, CellValue::cell)
    }
}
