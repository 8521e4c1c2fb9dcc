//! Services that mutators of SMT-LIB share. Candidates made with them are well-sorted, so that the filter is only a
//! safety net.

pub(super) mod all_occurrences;
pub(super) mod capture;
pub(super) mod definition;
pub(super) mod deletion;
pub(super) mod float_literal;
pub(super) mod interpretation;
pub(super) mod literals;
pub(super) mod names;
pub(super) mod narrowing;
pub(super) mod pairs;
pub(super) mod pieces;
pub(super) mod quantifier;
pub(super) mod shape;
pub(super) mod sort_text;
pub(crate) mod unused;
pub(super) mod values;
pub(super) mod width_classes;
