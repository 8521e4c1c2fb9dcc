//! The mutator that narrows bit-vectors.

use crate::support::case;
use smelt::mutator::Mutator;
use smelt::mutator::smtlib::NarrowBitvectors;
use smelt::tree::ROOT;

fn candidates(text: &str) -> Vec<String> {
    let case = case(text);
    let proposals = NarrowBitvectors.proposals(&case, ROOT);
    let texts = proposals.filter(|proposal| !proposal.is_pump);
    let texts = texts.map(|proposal| {
        let text = case.tree().spliced(&proposal.edit);
        String::from_utf8_lossy(&text).trim_end().replace('\n', " ")
    });
    texts.collect()
}

#[test]
fn only_a_text_with_bit_vectors_has_widths() {
    assert_eq!(candidates("(declare-const x Int)"), [""; 0]);
    assert_eq!(candidates("(declare-const x (_ BitVec 1))"), [""; 0]);
}

#[test]
fn sorts_and_literals_of_one_width_become_narrower_together() {
    let text = "(declare-const x (_ BitVec 8)) (assert (= x #xf3))";
    assert_eq!(
        candidates(text),
        [
            "(declare-const x (_ BitVec 1)) (assert (= x #b1))",
            "(declare-const x (_ BitVec 4)) (assert (= x #x3))",
        ]
    );
}

#[test]
fn sums_follow_their_parts_and_indices_follow_widths() {
    let text =
        "(declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 8)) (assert (= y (concat x x)))";
    assert_eq!(
        candidates(text)[2..],
        [
            "(declare-const x (_ BitVec 1)) (declare-const y (_ BitVec 2)) (assert (= y (concat x x)))",
            "(declare-const x (_ BitVec 2)) (declare-const y (_ BitVec 4)) (assert (= y (concat x x)))",
            "(declare-const x (_ BitVec 3)) (declare-const y (_ BitVec 6)) (assert (= y (concat x x)))",
        ]
    );
    let text = "(declare-const y (_ BitVec 8)) (assert (= ((_ extract 7 4) y) ((_ zero_extend 2) ((_ extract 1 0) y))))";
    assert_eq!(
        candidates(text)[0],
        "(declare-const y (_ BitVec 1)) (assert (= ((_ extract 0 0) y) ((_ zero_extend 0) ((_ extract 0 0) y))))"
    );
    assert_eq!(
        candidates(text)[1],
        "(declare-const y (_ BitVec 4)) (assert (= ((_ extract 3 0) y) ((_ zero_extend 2) ((_ extract 1 0) y))))"
    );
}

#[test]
fn the_parts_of_a_floating_point_number_keep_their_widths() {
    let text = "(declare-const x (_ BitVec 5)) (assert (fp.isNaN (fp #b0 x #b0000000000)))";
    assert_eq!(candidates(text), [""; 0]);
}
