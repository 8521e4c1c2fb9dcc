//! A column of a report: what a reader must know of its values.

/// A column of `results.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// Its name, as in the header.
    pub(crate) name: &'static str,
    /// The kind of its values.
    pub(crate) kind: Kind,
    /// The unit of its values; empty if they have none.
    pub(crate) unit: &'static str,
    /// Which values occur; empty if the kind says it.
    pub(crate) range: &'static str,
    /// When it is empty; if this is empty itself, never.
    pub(crate) empty: &'static str,
    /// What it means.
    pub(crate) about: &'static str,
    /// Whether it is equal for any number of jobs, with a cold or a warm store, interrupted or not.
    pub(crate) is_deterministic: bool,
}

/// The kind of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Any text.
    Text,
    /// A whole number, not negative.
    Count,
    /// A number, perhaps with decimals.
    Number,
    /// `yes` or `no`; in JSON, true or false.
    Flag,
    /// A point in time as RFC 3339 has it, in UTC.
    Time,
}

impl Kind {
    /// The name of the kind in the data dictionary.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Count => "whole number",
            Kind::Number => "number",
            Kind::Flag => "yes or no",
            Kind::Time => "time",
        }
    }
}
