//! Constraints for a program in the numeric format of smodels: more atoms in its lists `B+` and `B-`.

use crate::language::asp::numeric::LineWriter;
use crate::language::asp::smodels::{LineReader, named};
use std::collections::{BTreeMap, BTreeSet};

/// The program with constraints for this model. None if it is not in this format, or cannot print all of these atoms.
pub(super) fn with_model(program: &[u8], printed: &BTreeSet<&[u8]>) -> Option<Vec<u8>> {
    let mut lines = LineReader::of(program);
    while lines.within_section().ok()?.is_some() {} // skips the rules
    let mut atoms: BTreeMap<&[u8], Vec<i64>> = BTreeMap::new();
    while let Some(line) = lines.within_section().ok()? {
        let (atom, name) = named(line)?;
        atoms.entry(name).or_default().push(atom);
    }
    let is_known = printed.iter().all(|name| atoms.contains_key(name));
    (is_known && lines.next().ok()? == b"B+").then_some(())?;
    let (mut truths, mut falsehoods) = (Vec::new(), Vec::new());
    for (name, atoms) in &atoms {
        let list = match (printed.contains(name), &atoms[..]) {
            (false, _) => &mut falsehoods,
            (true, [_]) => &mut truths,
            // At least one of them holds, which these lists cannot say.
            (true, _) => continue,
        };
        for &atom in atoms {
            LineWriter::default().number(atom).end(list);
        }
    }
    let plus = lines.at;
    while lines.within_section().ok()?.is_some() {}
    (lines.next().ok()? == b"B-").then_some(())?;
    let minus = lines.at;
    let parts = [
        &program[..plus],
        &truths,
        &program[plus..minus],
        &falsehoods,
        &program[minus..],
    ];
    Some(parts.concat())
}
