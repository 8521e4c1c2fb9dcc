//! Texts that did harm once.

use super::{all, checks};
use smelt::language::LANGUAGES;

/// Texts at which smelt panicked or read a candidate otherwise than it was printed, each with the number of its language.
const PANICKED: &[(usize, &[u8])] = &[
    (0, b"(declare-const x (Set (_ BitVec 4) ()))"),
    (0, b"(declare-fun f ((_ BitVec 8)) ())"),
    (0, b"(assert (fp.eq (_ +zero 3 5) ()))"),
    (0, b"(declare-const a Bool)(push 1)(reset x)(pop 1)"),
    (1, b"5 2 3 2 1 3 2 1 2\n0\n0\nB+\n0\nB-\n0\n1\n"),
    // Without the second statement, the third one would be the weight of the first.
    (
        1,
        b"#external o(X):t(X).[t~a ,b.[1@2,x]] #minimi ze{3@1,h:h;2}.",
    ),
    // A name that ends in a blank, or whose line begins with one, is no shorter for that.
    (1, b"asp 1 0 0\n4 5 ab c \n1 2\n0\n"),
    (1, b"asp 1 0 0\n  4 5 ab\n1 0 1 5 0 0\n0\n"),
    (1, b":~a,b. a|b. [1@2,x]+zero #minimize_,Y,h:h;2}."),
];

#[test]
fn a_text_that_once_caused_a_panic_causes_none() {
    for &(language, text) in PANICKED {
        for choice in (0..16).chain(0x80..0x90) {
            all(LANGUAGES[language], text, choice);
        }
    }
}

/// What fills the memory if a number or a depth in the text is believed.
#[test]
fn a_short_text_that_names_huge_numbers_takes_little_memory() {
    for part in [
        "(push 65536)",
        "(push 99999999999999999999)",
        "(declare-sort s 65536)",
        "(declare-datatypes ((d 65536)) (((c))))",
        "(declare-const x (_ BitVec 536870911))(assert (= x (_ bv0 536870911)))",
        "(assert (= ((_ repeat 4294967295) #b1) ((_ zero_extend 4294967295) #b1)))",
        "(assert (= (_ +zero 4294967295 4294967295) (fp #b0 #b00 #b00)))",
    ] {
        checks::reads_as_printed(LANGUAGES[0], part.repeat(20_000).as_bytes());
        all(LANGUAGES[0], part.as_bytes(), 0);
    }
    let nested = ["(".repeat(200_000), ")".repeat(200_000)].concat();
    checks::reads_as_printed(LANGUAGES[0], nested.as_bytes());
    for text in [
        "p(1..9999999999). q(X) :- p(X). #const n=2147483647. r(n*n).",
        "p(1..1000000000,2..1). q(X) :- r(X). r(1).",
        "asp 1 0 0\n1 0 4294967295 1 0 0\n4 4294967295 a 0\n0\n",
        "1 1 4294967295 4294967295 2\n0\n0\nB+\n0\nB-\n0\n1\n",
    ] {
        all(LANGUAGES[1], text.as_bytes(), 0);
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
