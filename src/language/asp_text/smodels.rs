//! Constraints for a program in the numeric format of smodels: more atoms in its lists `B+` and `B-`.

use std::collections::BTreeSet;

/// The program with constraints for this model. None if it is not in this format, or does not print such atoms.
pub(super) fn with_model(program: &[u8], printed: &BTreeSet<&[u8]>) -> Option<Vec<u8>> {
    let mut lines = program
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii_end);
    lines.by_ref().find(|&line| line == b"0")?;
    let mut known = BTreeSet::new();
    let (mut truths, mut falsehoods) = (Vec::new(), Vec::new());
    for line in lines.by_ref().take_while(|&line| line != b"0") {
        let blank = memchr::memchr(b' ', line)?;
        let (atom, name) = (&line[..blank], &line[blank + 1..]);
        known.insert(name);
        let list = if printed.contains(name) {
            &mut truths
        } else {
            &mut falsehoods
        };
        list.extend_from_slice(atom);
        list.push(b'\n');
    }
    if lines.next() != Some(b"B+") || !printed.is_subset(&known) {
        return None;
    }
    let plus = behind(program, b"\nB+\n")?;
    let minus = plus + behind(&program[plus..], b"B-\n")?;
    let parts = [
        &program[..plus],
        &truths,
        &program[plus..minus],
        &falsehoods,
        &program[minus..],
    ];
    Some(parts.concat())
}

/// The position behind the first occurrence of a header.
fn behind(text: &[u8], header: &[u8]) -> Option<usize> {
    Some(memchr::memmem::find(text, header)? + header.len())
}
