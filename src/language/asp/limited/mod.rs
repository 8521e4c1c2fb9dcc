//! A program whose answer sets are limited to one that a solver printed.
//!
//! To check a model M, constraints are added to the program Π: each atom of M must be true, and every other atom that
//! would be printed must be false. Whatever is not known is left free. So if the result has no answer set, Π has no
//! answer set that is printed as M, and M is wrong. If it has one, Π has an answer set in which the atoms of M are
//! true.
//!
//! This works on bytes and not on the tree: the text of Π stays as it is, down to its comments, so that both solvers
//! read the same program; and it must work for programs that smelt cannot parse. Only the readers of the language know
//! the formats: tokens, lines and fields come from them.

mod aspif;
mod predicates;
mod smodels;
mod text;

use super::formats::{FormatKind, kind};
use crate::language::answer_sets;
use crate::observation::Observation;
use std::collections::BTreeSet;

/// The program, limited to the `nth` model, counted from 0, that this run has printed. This works for any text, because
/// only its bytes matter.
pub(in crate::language) fn with_printed_model(
    program: &[u8],
    run: &Observation,
    nth: usize,
) -> Option<Vec<u8>> {
    let report = answer_sets::read(run);
    with_model(program, report.models.get(nth)?)
}

/// The program with constraints that leave only the answer sets that are printed as this model. None if the format is
/// not understood well enough, or if the program may print something other than atoms.
pub fn with_model(program: &[u8], model: &[String]) -> Option<Vec<u8>> {
    let printed: BTreeSet<&[u8]> = model.iter().map(String::as_bytes).collect();
    match kind(program) {
        FormatKind::Text => text::with_model(program, &printed),
        FormatKind::Smodels => smodels::with_model(program, &printed),
        FormatKind::Aspif => aspif::with_model(program, &printed),
    }
}
