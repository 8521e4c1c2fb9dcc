//! Answer-set programs at the level of bytes: a program whose answer sets are limited to one that a solver printed.
//!
//! To check a model M, constraints are added to the program Π: each atom of M must be true, and every other atom that
//! would be printed must be false. Whatever is not known is left free. So if the result has no answer set, Π has no
//! answer set that is printed as M: M is wrong. If it has one, Π has an answer set in which the atoms of M are true.
//! The text of Π stays as it is, so that both solvers read the same program.

mod aspif;
mod atom;
mod gringo;
mod show;
mod signatures;
mod smodels;
mod tokens;

use std::collections::BTreeSet;

/// The program with constraints that leave only the answer sets that are printed as this model. None if the format is
/// not known well enough, or if what is printed need not be atoms.
pub fn with_model(program: &[u8], model: &[String]) -> Option<Vec<u8>> {
    let printed: BTreeSet<&[u8]> = model.iter().map(String::as_bytes).collect();
    let first = program.trim_ascii_start();
    if first.starts_with(b"asp ") {
        aspif::with_model(program, &printed)
    } else if first.first().is_some_and(u8::is_ascii_digit) {
        smodels::with_model(program, &printed)
    } else {
        gringo::with_model(program, &printed)
    }
}
