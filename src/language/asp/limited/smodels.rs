//! Constraints for a program in the numeric format of smodels: more atoms in its lists `B+` and `B-`.

use crate::language::asp::numeric::{LineWriter, fields};
use crate::language::asp::smodels::{LineReader, named};
use std::collections::BTreeSet;

/// The program with constraints for this model. None if it is not in this format, or cannot print all of these atoms.
pub(super) fn with_model(program: &[u8], printed: &BTreeSet<&[u8]>) -> Option<Vec<u8>> {
    let mut lines = LineReader::of(program);
    while lines.within_section().ok()?.is_some() {} // skips the rules
    let mut known = BTreeSet::new();
    let (mut truths, mut falsehoods) = (Vec::new(), Vec::new());
    while let Some(line) = lines.within_section().ok()? {
        let (atom, name) = named(line)?;
        known.insert(name);
        let is_true = printed.contains(name);
        let list = if is_true {
            &mut truths
        } else {
            &mut falsehoods
        };
        LineWriter::default().all(&fields(&[atom])).end(list);
    }
    (printed.is_subset(&known) && lines.next().ok()? == b"B+").then_some(())?;
    let plus = lines.at();
    while lines.within_section().ok()?.is_some() {}
    (lines.next().ok()? == b"B-").then_some(())?;
    let minus = lines.at();
    let parts = [
        &program[..plus],
        &truths,
        &program[plus..minus],
        &falsehoods,
        &program[minus..],
    ];
    Some(parts.concat())
}
