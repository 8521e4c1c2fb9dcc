//! The mutators that narrow bit-vectors and floating-point numbers.

use super::support::candidates_at_root;
use smelt::mutator::smtlib::widths::{NARROW_BITVECTORS, NARROW_FLOATS};

fn candidates(text: &str) -> Vec<String> {
    candidates_at_root(&NARROW_BITVECTORS, text)
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
        candidates(text),
        [
            "(declare-const x (_ BitVec 2)) (declare-const y (_ BitVec 4)) (assert (= y (concat x x)))",
            "(declare-const x (_ BitVec 3)) (declare-const y (_ BitVec 6)) (assert (= y (concat x x)))",
            "(declare-const x (_ BitVec 1)) (declare-const y (_ BitVec 2)) (assert (= y (concat x x)))",
        ]
    );
    let text = "(declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 8)) (assert (= y ((_ repeat 2) x)))";
    assert_eq!(
        candidates(text)[0],
        "(declare-const x (_ BitVec 2)) (declare-const y (_ BitVec 4)) (assert (= y ((_ repeat 2) x)))"
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
fn widths_follow_the_ranks_of_operators() {
    let rotated = "(declare-const x (_ BitVec 8)) (assert (= x (ext_rotate_left x x)))";
    assert_eq!(
        candidates(rotated)[0],
        "(declare-const x (_ BitVec 1)) (assert (= x (ext_rotate_left x x)))"
    );
    let reduced = "(declare-const x (_ BitVec 8)) (assert (= #b1 (bvredor x) (bvcomp x x)))";
    assert_eq!(
        candidates(reduced)[0],
        "(declare-const x (_ BitVec 1)) (assert (= #b1 (bvredor x) (bvcomp x x)))"
    );
    let collected = "(declare-const s (Set (_ BitVec 8))) (declare-const x (_ BitVec 8)) (assert (set.member x (set.insert x s)))";
    assert_eq!(
        candidates(collected)[0],
        "(declare-const s (Set (_ BitVec 1))) (declare-const x (_ BitVec 1)) (assert (set.member x (set.insert x s)))"
    );
    let chosen = "(declare-const a (Array (_ BitVec 8) (_ BitVec 4))) (assert (= a (ite (= #x3 (select a #x21)) a (store a #x21 #x1))))";
    assert_eq!(
        candidates(chosen)[0],
        "(declare-const a (Array (_ BitVec 1) (_ BitVec 4))) (assert (= a (ite (= #x3 (select a #b1)) a (store a #b1 #x1))))"
    );
    let counted = "(declare-const p Bool) (assert (= (mkbv p p) #b10))";
    assert_eq!(candidates(counted), [""; 0]);
}

#[test]
fn a_sort_that_is_not_understood_keeps_its_widths() {
    // To some solvers, these are strings.
    let text = "(declare-const s (Seq (_ BitVec 8))) (assert (= (seq.nth s 0) #xf1))";
    assert_eq!(candidates(text), [""; 0]);
}

#[test]
fn terms_that_do_not_depend_on_one_another_are_narrowed_alone_too() {
    let text = "(declare-fun f ((_ BitVec 8)) Bool) (declare-const a (Array (_ BitVec 8) (_ BitVec 8))) (assert (f (select a #x0f)))";
    assert_eq!(
        candidates(text),
        [
            "(declare-fun f ((_ BitVec 1)) Bool) (declare-const a (Array (_ BitVec 1) (_ BitVec 1))) (assert (f (select a #b1)))",
            "(declare-fun f ((_ BitVec 4)) Bool) (declare-const a (Array (_ BitVec 4) (_ BitVec 4))) (assert (f (select a #xf)))",
            "(declare-fun f ((_ BitVec 1)) Bool) (declare-const a (Array (_ BitVec 8) (_ BitVec 1))) (assert (f (select a #x0f)))",
            "(declare-fun f ((_ BitVec 8)) Bool) (declare-const a (Array (_ BitVec 1) (_ BitVec 8))) (assert (f (select a #b1)))",
        ]
    );
}

#[test]
fn definitions_fields_and_bound_names_follow() {
    let text = "(define-sort W () (_ BitVec 4)) (declare-datatype P ((mk (l W) (r Int)))) (define-fun g ((y W)) W (bvnot y))
        (assert (forall ((q W)) (let ((z (g q))) (= z (l (mk z 1))))))";
    assert_eq!(
        candidates(text)[0],
        "(define-sort W () (_ BitVec 1)) (declare-datatype P ((mk (l W) (r Int)))) (define-fun g ((y W)) W (bvnot y)) \
         (assert (forall ((q W)) (let ((z (g q))) (= z (l (mk z 1))))))"
    );
}

#[test]
fn the_sign_of_a_floating_point_number_keeps_its_width() {
    let text = "(declare-const x (_ BitVec 1)) (declare-const y (_ BitVec 5)) (assert (fp.isNaN (fp x y #b0000000000)))";
    assert_eq!(
        candidates(text)[0],
        "(declare-const x (_ BitVec 1)) (declare-const y (_ BitVec 5)) (assert (fp.isNaN (fp x y #b00000)))"
    );
}

fn formats(text: &str) -> Vec<String> {
    candidates_at_root(&NARROW_FLOATS, text)
}

#[test]
fn numbers_with_exponents_of_too_many_bits_keep_their_formats() {
    let text = "(declare-const x (_ FloatingPoint 64 5)) \
                (assert (= x (fp #b0 #x0000000000000001 #b0000)))";
    assert!(formats(text).is_empty());
}

#[test]
fn numbers_of_one_format_get_a_smaller_one() {
    assert_eq!(
        formats(
            "(declare-const x (_ FloatingPoint 8 24)) (assert (= x (fp.add RNE x (_ NaN 8 24))))"
        ),
        [
            "(declare-const x (_ FloatingPoint 2 3)) (assert (= x (fp.add RNE x (_ NaN 2 3))))",
            "(declare-const x (_ FloatingPoint 3 5)) (assert (= x (fp.add RNE x (_ NaN 3 5))))",
            "(declare-const x Float16) (assert (= x (fp.add RNE x (_ NaN 5 11))))",
        ]
    );
    assert_eq!(
        formats("(declare-const x Float32) (assert (= x ((_ to_fp 8 24) RNE 0.5)))"),
        ["(declare-const x Float16) (assert (= x ((_ to_fp 5 11) RNE 0.5)))"]
    );
    assert_eq!(
        formats("(assert (fp.isNaN ((_ to_fp 3 5) RNE 0.5 2)))")[0],
        "(assert (fp.isNaN ((_ to_fp 2 3) RNE 0.5 2)))"
    );
}

#[test]
fn a_format_without_a_name_gives_way_to_one_with_a_name() {
    assert_eq!(
        formats("(declare-const x (_ FloatingPoint 2 3)) (assert (= x (_ NaN 2 3)))")[0],
        "(declare-const x Float16) (assert (= x (_ NaN 5 11)))"
    );
}

#[test]
fn literals_keep_their_values_as_far_as_the_format_has_them() {
    let text =
        |value: &str| format!("(declare-fun p ((_ FloatingPoint 5 11)) Bool) (assert (p {value}))");
    let smaller = |value: &str| {
        let all = formats(&text(value));
        let value = all[1].strip_prefix("(declare-fun p ((_ FloatingPoint 3 5)) Bool) (assert (p ");
        value
            .and_then(|value| value.strip_suffix("))"))
            .map(str::to_owned)
    };
    // One and a half, a large number, and a small one.
    assert_eq!(
        smaller("(fp #b0 #b01111 #b1000000000)").as_deref(),
        Some("(fp #b0 #b011 #x8)")
    );
    assert_eq!(
        smaller("(fp #b1 #b11110 #b1000000000)").as_deref(),
        Some("(_ -oo 3 5)")
    );
    assert_eq!(
        smaller("(fp #b0 #b00001 #b0000000000)").as_deref(),
        Some("(_ +zero 3 5)")
    );
}

#[test]
fn literals_near_zero_keep_their_values_as_far_as_the_format_has_them() {
    let proposes = |format: &str, value: &str, new: &str, expected: &str| {
        let text = |format: &str, value: &str| {
            format!("(declare-fun p ({format}) Bool) (assert (p {value}))")
        };
        let found = formats(&text(format, value));
        assert!(found.contains(&text(new, expected)), "{value}: {found:?}");
    };
    let (quarter, half, single) = (
        "(_ FloatingPoint 2 3)",
        "(_ FloatingPoint 5 11)",
        "(_ FloatingPoint 8 24)",
    );
    // A quarter, which has a first digit of 0 only in the smaller format; minus three quarters.
    proposes(
        quarter,
        "(fp #b0 #b00 #b01)",
        "Float16",
        "(fp #b0 #b01101 (_ bv0 10))",
    );
    proposes(
        half,
        "(fp #b0 #b01101 #b0000000000)",
        quarter,
        "(fp #b0 #b00 #b01)",
    );
    proposes(
        half,
        "(fp #b1 #b01110 #b1000000000)",
        quarter,
        "(fp #b1 #b00 #b11)",
    );
    // Too small for the format: one and a half times 2^-100, and 2^-15, which has a first digit of 0 already.
    let tiny = format!("(fp #b0 #b00011011 #b1{})", "0".repeat(22));
    proposes(single, &tiny, quarter, "(_ +zero 2 3)");
    proposes(
        half,
        "(fp #b1 #b00000 #b1000000000)",
        "(_ FloatingPoint 3 5)",
        "(_ -zero 3 5)",
    );
}

#[test]
fn bits_that_become_a_number_follow_its_format() {
    assert_eq!(
        formats("(declare-const x (_ FloatingPoint 5 11)) (assert (= #xff00 (fp.to_ieee_bv x)))"),
        [
            "(declare-const x (_ FloatingPoint 2 3)) (assert (= #b00000 (fp.to_ieee_bv x)))",
            "(declare-const x (_ FloatingPoint 3 5)) (assert (= #x00 (fp.to_ieee_bv x)))",
        ]
    );
    assert_eq!(
        formats("(declare-const x (_ BitVec 16)) (assert (fp.isNaN ((_ to_fp 5 11) x)))")[0],
        "(declare-const x (_ BitVec 5)) (assert (fp.isNaN ((_ to_fp 2 3) x)))"
    );
}
