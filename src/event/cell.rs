//! A cell of a report, and the types of values that can be one.

use super::column::Kind;
use super::{FailureRate, OneMinimal, Status};
use jiff::Timestamp;

/// A cell of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportCell {
    /// The value is not known.
    Empty,
    /// Text, which may come from anywhere.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A whole number that may be negative.
    Difference(i64),
    /// A measured number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
}

/// A type whose values can be in a column.
pub(super) trait CellValue {
    /// The kind of these values.
    const KIND: Kind;

    fn cell(&self) -> ReportCell;
}

impl CellValue for String {
    const KIND: Kind = Kind::Text;

    fn cell(&self) -> ReportCell {
        if self.is_empty() {
            ReportCell::Empty
        } else {
            ReportCell::Text(self.clone())
        }
    }
}

/// Values that are written as text.
macro_rules! as_text {
    ($($type:ty: $kind:ident,)*) => {
        $(impl CellValue for $type {
            const KIND: Kind = Kind::$kind;

            fn cell(&self) -> ReportCell {
                ReportCell::Text(self.to_string())
            }
        })*
    };
}

as_text! {
    Status: Text,
    OneMinimal: Text,
    FailureRate: Text,
    Timestamp: Time,
}

impl CellValue for bool {
    const KIND: Kind = Kind::Flag;

    fn cell(&self) -> ReportCell {
        ReportCell::Flag(*self)
    }
}

impl CellValue for u64 {
    const KIND: Kind = Kind::Count;

    fn cell(&self) -> ReportCell {
        ReportCell::Count(*self)
    }
}

impl CellValue for f64 {
    const KIND: Kind = Kind::Number;

    fn cell(&self) -> ReportCell {
        if self.is_finite() {
            ReportCell::Number(*self)
        } else {
            ReportCell::Empty
        }
    }
}

impl<T: CellValue> CellValue for Option<T> {
    const KIND: Kind = T::KIND;

    fn cell(&self) -> ReportCell {
        self.as_ref().map_or(ReportCell::Empty, CellValue::cell)
    }
}
