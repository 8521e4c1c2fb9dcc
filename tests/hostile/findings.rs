//! Texts that did harm once.

use super::checks;
use smelt::language::LANGUAGES;

/// Texts at which smelt panicked, each with the number of its language.
const PANICKED: &[(usize, &[u8])] = &[
    (0, b"(declare-const x (Set (_ BitVec 4) ()))"),
    (0, b"(declare-fun f ((_ BitVec 8)) ())"),
    (0, b"(assert (fp.eq (_ +zero 3 5) ()))"),
    (1, b"5 2 3 2 1 3 2 1 2\n0\n0\nB+\n0\nB-\n0\n1\n"),
];

#[test]
fn a_text_that_once_caused_a_panic_causes_none() {
    for &(language, text) in PANICKED {
        for choice in (0..16).chain(0x80..0x90) {
            checks::all(LANGUAGES[language], text, choice);
        }
    }
}

/// A candidate is printed, read and printed again: a difference would be another case than the one that was checked.
#[test]
fn what_is_printed_reads_as_itself_whatever_a_line_of_aspif_is() {
    for text in [
        &b"asp 1 0 0\n4 \n0 \n0"[..],
        b"asp 1 0 0\n4 \n0\n0\n",
        b"asp 1 0 0\n4 1 \n0 \n0\n",
        b"asp 1 0 0\n4  1 a 0\n0",
    ] {
        checks::reads_as_printed(LANGUAGES[1], text);
    }
}
