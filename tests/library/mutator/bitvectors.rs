//! Mutators of bit-vectors. What ddSMT does otherwise is in `deviations.rs`.

use super::support::case;
use smelt::mutator::Mutator;
use smelt::mutator::smtlib::bitvectors::{
    CONCAT_TO_ZERO_EXTEND, DOUBLE_NEGATION, ELIM_BVCOMP, EXTRACT_ZERO_EXTEND, IDENTITIES,
    ITE_TO_BVCOMP, MERGE_EXTEND, MERGE_REDUCED_WIDTH, MERGE_SHIFT, NORMALIZE_CONSTANTS,
    REDUCE_WIDTH, REFLEXIVE_NAND, SIGN_EXTEND_PREDICATE, SIMPLIFY_CONSTANTS, TO_BOOL,
    ZERO_EXTEND_PREDICATE,
};
use smelt::mutator::smtlib::functions::INLINE_FUNCTIONS;
use smelt::mutator::smtlib::literals::{EVAL_EXTEND, EXTRACT_CONSTANTS};
use smelt::mutator::smtlib::operands::SORT_CHILDREN;
use smelt::tree::ROOT;

const D: &str = "(declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 4)) (declare-const b (_ BitVec 1))
    (declare-const c (_ BitVec 1)) (declare-const w (_ BitVec 16)) (declare-const i Int) (declare-const p Bool)";

#[test]
fn constants_get_their_shortest_spelling_and_decimals_are_pumps() {
    table! { NORMALIZE_CONSTANTS, D;
        "the shortest already, or no literal" {
            "(assert (= b #b0))" at "#b0" => [],
            "(assert (= y #b2010))" at "#b2010" => [],
            "(assert (= y x))" at "x" => [],
        }
        "shorter ones" {
            "(assert (= y #b1111))" at "#b1111" => ["(assert (= y #xf))"],
            "(assert (= y (_ bv4 4)))" at "(_ bv4 4)" => ["(assert (= y #x4))"],
            "(assert (= w #b0000000000000101))" at "#b0000000000000101" => [
                "(assert (= w #x0005))",
                "(assert (= w (_ bv5 16)))",
            ],
        }
    }
    pumps! { NORMALIZE_CONSTANTS, D;
        "decimals" {
            "(assert (= b #b0))" at "#b0" => ["(assert (= b (_ bv0 1)))"],
            "(assert (= z #xa11))" at "#xa11" => ["(assert (= z (_ bv2577 12)))"],
        }
    }
}

#[test]
fn constants_become_smaller() {
    table! { SIMPLIFY_CONSTANTS, D;
        "0 and 1 stay" {
            "(assert (= y #x0))" at "#x0" => [],
            "(assert (= y #b0001))" at "#b0001" => [],
            "(assert (= y (_ bv1 4)))" at "(_ bv1 4)" => [],
        }
        "in the shortest spelling" {
            "(assert (= y #b10))" at "#b10" => ["(assert (= y #b00))", "(assert (= y #b01))"],
            "(assert (= y #b11001010))" at "#b11001010" => [
                "(assert (= y #x06))",
                "(assert (= y #x19))",
                "(assert (= y #x65))",
                "(assert (= y #x00))",
                "(assert (= y #x01))",
            ],
            "(assert (= y (_ bv4 3)))" at "(_ bv4 3)" => [
                "(assert (= y #b010))",
                "(assert (= y #b000))",
                "(assert (= y #b001))",
            ],
        }
    }
    everywhere! { SIMPLIFY_CONSTANTS, D;
        "at all places" {
            "(assert (= y #x2)) (assert (= x #x2))" at "#x2" => [
                "(assert (= y #x0)) (assert (= x #x0))",
                "(assert (= y #x1)) (assert (= x #x1))",
            ],
        }
    }
}

#[test]
fn operators_on_constants_are_evaluated() {
    table! { EVAL_EXTEND, D;
        "no constant" { "(assert (= y ((_ zero_extend 2) x)))" at "((_ zero_extend 2) x)" => [] }
        "in the shortest spelling" {
            "(assert (= z ((_ zero_extend 2) #b101)))" at "((_ zero_extend 2) #b101)" => ["(assert (= z #b00101))"],
            "(assert (= z ((_ sign_extend 2) (_ bv5 3))))" at "((_ sign_extend 2) (_ bv5 3))" => ["(assert (= z #b11101))"],
            "(assert (= z ((_ sign_extend 2) (_ bv3 3))))" at "((_ sign_extend 2) (_ bv3 3))" => ["(assert (= z #b00011))"],
        }
    }
    table! { EXTRACT_CONSTANTS, D;
        "no such bits" { "(assert (= z ((_ extract 4 1) #b101)))" at "((_ extract 4 1) #b101)" => [] }
        "bits" { "(assert (= z ((_ extract 2 1) (_ bv3 3))))" at "((_ extract 2 1) (_ bv3 3))" => ["(assert (= z #b01))"] }
        "hexadecimal constants" {
            "(assert (= z ((_ extract 3 0) #xf0)))" at "((_ extract 3 0) #xf0)" => ["(assert (= z #x0))"],
        }
    }
}

#[test]
fn leading_zeros_become_an_extension_as_a_pump() {
    pumps! { CONCAT_TO_ZERO_EXTEND, D;
        "zeros at the end, or ones" {
            "(assert (= w (concat x #x0)))" at "(concat x #x0)" => [],
            "(assert (= w (concat #x1 x)))" at "(concat #x1 x)" => [],
        }
        "zeros" { "(assert (= w (concat #b00000000 x)))" at "(concat #b00000000 x)" => ["(assert (= w ((_ zero_extend 8) x)))"] }
        "three operands" {
            "(assert (= w (concat #x0 x y)))" at "(concat #x0 x y)" => ["(assert (= w ((_ zero_extend 4) (concat x y))))"],
        }
    }
}

#[test]
fn complements_and_comparisons_become_smaller() {
    table! { DOUBLE_NEGATION, D;
        "different operators" { "(assert (= y (bvnot (bvneg x))))" at "(bvnot (bvneg x))" => [] }
        "the same" {
            "(assert (= y (bvnot (bvnot x))))" at "(bvnot (bvnot x))" => ["(assert (= y x))"],
            "(assert (= y (bvneg (bvneg x))))" at "(bvneg (bvneg x))" => ["(assert (= y x))"],
        }
    }
    table! { REFLEXIVE_NAND, D;
        "different operands" { "(assert (= y (bvnand x y)))" at "(bvnand x y)" => [] }
        "equal ones" { "(assert (= y (bvnand x x)))" at "(bvnand x x)" => ["(assert (= y (bvnot x)))"] }
    }
    table! { ELIM_BVCOMP, D;
        "a constant of more bits" { "(assert (= #b11 (bvcomp x y)))" at "(= #b11 (bvcomp x y))" => [] }
        "both polarities, and constants on either side" {
            "(assert (= #b1 (bvcomp x y)))" at "(= #b1 (bvcomp x y))" => ["(assert (= x y))", "(assert (not (= x y)))"],
            "(assert (= (bvcomp x y) #b0))" at "(= (bvcomp x y) #b0)" => ["(assert (not (= x y)))", "(assert (= x y))"],
            "(assert (= (_ bv1 1) (bvcomp x y)))" at "(= (_ bv1 1) (bvcomp x y))" => [
                "(assert (= x y))",
                "(assert (not (= x y)))",
            ],
        }
        "several" {
            "(assert (= #b1 (bvcomp x y) (bvcomp x #x1)))" at "(= #b1 (bvcomp x y) (bvcomp x #x1))" => [
                "(assert (and (= x y) (= x #x1)))",
            ],
        }
    }
    pumps! { ELIM_BVCOMP, D;
        "several negations" {
            "(assert (= #b0 (bvcomp x y) (bvcomp x #x1)))" at "(= #b0 (bvcomp x y) (bvcomp x #x1))" => [
                "(assert (and (not (= x y)) (not (= x #x1))))",
            ],
        }
    }
    table! { ITE_TO_BVCOMP, D;
        "integers, and other branches" {
            "(assert (= b (ite (= i 1) #b1 #b0)))" at "(ite (= i 1) #b1 #b0)" => [],
            "(assert (= b (ite (= x y) #b0 #b1)))" at "(ite (= x y) #b0 #b1)" => [],
        }
        "bit-vectors" {
            "(assert (= b (ite (= x y) #b1 #b0)))" at "(ite (= x y) #b1 #b0)" => ["(assert (= b (bvcomp x y)))"],
        }
    }
}

#[test]
fn operators_on_single_bits_become_connectives_as_pumps() {
    pumps! { TO_BOOL, D;
        "more bits, or no operator" {
            "(assert (= #b11 (bvand b c)))" at "(= #b11 (bvand b c))" => [],
            "(assert (= #b1 b))" at "(= #b1 b)" => [],
        }
        "ones" {
            "(assert (= #b1 (bvand b c)))" at "(= #b1 (bvand b c))" => ["(assert (and (= #b1 b) (= #b1 c)))"],
            "(assert (= (bvxor b c) #b1))" at "(= (bvxor b c) #b1)" => ["(assert (xor (= #b1 b) (= #b1 c)))"],
            "(assert (= #b1 (bvor b c b)))" at "(= #b1 (bvor b c b))" => ["(assert (or (= #b1 b) (= #b1 c) (= #b1 b)))"],
        }
        "zeros" {
            "(assert (= #b0 (bvand b c)))" at "(= #b0 (bvand b c))" => ["(assert (or (= #b0 b) (= #b0 c)))"],
            "(assert (= #b0 (bvxor b c)))" at "(= #b0 (bvxor b c))" => ["(assert (not (xor (= #b1 b) (= #b1 c))))"],
        }
    }
}

#[test]
fn extracts_and_extensions_are_merged() {
    table! { EXTRACT_ZERO_EXTEND, D;
        "an unknown width" {
            "(assert (= z ((_ extract 1 0) ((_ zero_extend 4) u))))" at "((_ extract 1 0) ((_ zero_extend 4) u))" => [],
        }
        "only zeros" {
            "(assert (= z ((_ extract 7 5) ((_ zero_extend 4) x))))" at "((_ extract 7 5) ((_ zero_extend 4) x))" => [
                "(assert (= z #b000))",
            ],
        }
        "none of the zeros" {
            "(assert (= z ((_ extract 1 0) ((_ zero_extend 4) x))))" at "((_ extract 1 0) ((_ zero_extend 4) x))" => [
                "(assert (= z ((_ extract 1 0) x)))",
            ],
            "(assert (= z ((_ extract 3 0) ((_ zero_extend 4) x))))" at "((_ extract 3 0) ((_ zero_extend 4) x))" => [
                "(assert (= z x))",
                "(assert (= z ((_ extract 3 0) x)))",
            ],
        }
    }
    pumps! { EXTRACT_ZERO_EXTEND, D;
        "some of the zeros" {
            "(assert (= z ((_ extract 5 3) ((_ zero_extend 4) x))))" at "((_ extract 5 3) ((_ zero_extend 4) x))" => [
                "(assert (= z ((_ zero_extend 2) ((_ extract 3 3) x))))",
            ],
        }
    }
    table! { MERGE_EXTEND, D;
        "different kinds" {
            "(assert (= z ((_ zero_extend 5) ((_ sign_extend 4) x))))" at "((_ zero_extend 5) ((_ sign_extend 4) x))" => [],
        }
        "the same kind" {
            "(assert (= z ((_ sign_extend 5) ((_ sign_extend 4) x))))" at "((_ sign_extend 5) ((_ sign_extend 4) x))" => [
                "(assert (= z ((_ sign_extend 9) x)))",
            ],
        }
    }
    table! { MERGE_SHIFT, D;
        "different shifts, no constants, and sums that do not fit" {
            "(assert (= y (bvshl (bvlshr x #x1) #x2)))" at "(bvshl (bvlshr x #x1) #x2)" => [],
            "(assert (= y (bvshl (bvshl x y) #x2)))" at "(bvshl (bvshl x y) #x2)" => [],
            "(assert (= y (bvshl (bvshl x #x9) #x8)))" at "(bvshl (bvshl x #x9) #x8)" => [],
        }
        "the sum" {
            "(assert (= y (bvshl (bvshl x #x1) #x2)))" at "(bvshl (bvshl x #x1) #x2)" => ["(assert (= y (bvshl x #x3)))"],
        }
    }
}

#[test]
fn extensions_on_both_sides_of_a_relation_go() {
    table! { ZERO_EXTEND_PREDICATE, D;
        "one side, or different kinds" {
            "(assert (= z ((_ zero_extend 4) x)))" at "(= z ((_ zero_extend 4) x))" => [],
            "(assert (= ((_ sign_extend 2) x) ((_ zero_extend 2) y)))" at "(= ((_ sign_extend 2) x) ((_ zero_extend 2) y))" => [],
        }
        "equal widths" {
            "(assert (bvult ((_ zero_extend 2) x) ((_ zero_extend 2) y)))"
                at "(bvult ((_ zero_extend 2) x) ((_ zero_extend 2) y))" => ["(assert (bvult x y))"],
            "(assert (bvsge ((_ zero_extend 2) x) ((_ zero_extend 2) y)))"
                at "(bvsge ((_ zero_extend 2) x) ((_ zero_extend 2) y))" => ["(assert (bvsge x y))"],
        }
        "different widths" {
            "(assert (bvule ((_ zero_extend 3) b) ((_ zero_extend 2) u)))"
                at "(bvule ((_ zero_extend 3) b) ((_ zero_extend 2) u))" => ["(assert (bvule ((_ zero_extend 1) b) u))"],
            "(assert (bvugt ((_ zero_extend 3) u) ((_ zero_extend 5) b)))"
                at "(bvugt ((_ zero_extend 3) u) ((_ zero_extend 5) b))" => ["(assert (bvugt u ((_ zero_extend 2) b)))"],
        }
    }
    table! { SIGN_EXTEND_PREDICATE, D;
        "the other kind" {
            "(assert (bvslt ((_ sign_extend 2) x) ((_ sign_extend 2) y)))"
                at "(bvslt ((_ sign_extend 2) x) ((_ sign_extend 2) y))" => ["(assert (bvslt x y))"],
        }
    }
}

#[test]
fn a_variable_is_defined_by_a_narrower_one_as_a_pump() {
    pumps! { REDUCE_WIDTH, "";
        "one bit, functions and other sorts" {
            "(declare-const x (_ BitVec 1))" at "x" => [],
            "(declare-fun x (Int) (_ BitVec 8))" at "x" => [],
            "(declare-const x Int)" at "x" => [],
        }
        "narrower ones" {
            "(declare-const x (_ BitVec 2))" at "x" => [
                "(declare-const _x (_ BitVec 1)) (define-fun x () (_ BitVec 2) ((_ zero_extend 1) _x))",
            ],
            "(declare-fun x () (_ BitVec 3))" at "x" => [
                "(declare-const _x (_ BitVec 1)) (define-fun x () (_ BitVec 3) ((_ zero_extend 2) _x))",
                "(declare-const _x (_ BitVec 2)) (define-fun x () (_ BitVec 3) ((_ zero_extend 1) _x))",
            ],
        }
        "a variable of SyGuS stays one" {
            "(declare-var x (_ BitVec 2))" at "x" => [
                "(declare-var _x (_ BitVec 1)) (define-fun x () (_ BitVec 2) ((_ zero_extend 1) _x))",
            ],
        }
        "a quoted name, where the first new name is taken" {
            "(declare-const |a b| (_ BitVec 2)) (declare-const |_a b| Int)" at "|a b|" => [
                "(declare-const |__a b| (_ BitVec 1)) (define-fun |a b| () (_ BitVec 2) ((_ zero_extend 1) |__a b|)) (declare-const |_a b| Int)",
            ],
        }
    }
}

#[test]
fn an_extension_is_merged_with_that_in_a_definition() {
    let d = "(declare-const v (_ BitVec 1)) (define-fun u () (_ BitVec 5) ((_ zero_extend 4) v))";
    table! { MERGE_REDUCED_WIDTH, d;
        "no extension in the definition, and a name with another meaning" {
            "(define-fun t () (_ BitVec 6) ((_ zero_extend 5) v))" at "((_ zero_extend 5) v)" => [],
            "(assert (forall ((v Int)) (= z ((_ zero_extend 5) u))))" at "((_ zero_extend 5) u)" => [],
        }
        "equally long" {
            "(define-fun t () (_ BitVec 7) ((_ zero_extend 2) u))" at "((_ zero_extend 2) u)" => [],
        }
    }
    pumps! { MERGE_REDUCED_WIDTH, d;
        "equally long, but later in the order" {
            "(define-fun t () (_ BitVec 7) ((_ zero_extend 2) u))" at "((_ zero_extend 2) u)" => [
                "(define-fun t () (_ BitVec 7) ((_ zero_extend 6) v))",
            ],
        }
    }
}

#[test]
fn bit_vector_terms_become_smaller_equal_ones() {
    table! { IDENTITIES, D;
        "operators" {
            "(assert (= y (bvadd (bvneg x) y)))" at "(bvadd (bvneg x) y)" => ["(assert (= y (bvsub y x)))"],
            "(assert (= y (bvneg (bvnot x))))" at "(bvneg (bvnot x))" => ["(assert (= y (bvadd x #x1)))"],
            "(assert (= y (bvnot (bvand x y))))" at "(bvnot (bvand x y))" => ["(assert (= y (bvnand x y)))"],
            "(assert (not (bvult x y)))" at "(not (bvult x y))" => ["(assert (bvuge x y))"],
            "(assert (= #b1 (ite p #b1 #b0)))" at "(= #b1 (ite p #b1 #b0))" => ["(assert p)"],
        }
        "extracts" {
            "(assert (= z ((_ extract 1 1) ((_ extract 7 4) w))))" at "((_ extract 1 1) ((_ extract 7 4) w))" => [
                "(assert (= z ((_ extract 5 5) w)))",
            ],
            "(assert (= z ((_ extract 5 4) (concat x y))))" at "((_ extract 5 4) (concat x y))" => [
                "(assert (= z ((_ extract 1 0) x)))",
            ],
            "(assert (= z ((_ extract 3 0) (concat x y))))" at "((_ extract 3 0) (concat x y))" => [
                "(assert (= z y))",
                "(assert (= z ((_ extract 3 0) y)))",
            ],
            "(assert (= z ((_ extract 5 2) (concat x y))))" at "((_ extract 5 2) (concat x y))" => [],
            "(assert (= z (concat ((_ extract 7 4) w) ((_ extract 3 2) w))))"
                at "(concat ((_ extract 7 4) w) ((_ extract 3 2) w))" => ["(assert (= z ((_ extract 7 2) w)))"],
        }
    }
}

/// Whether the mutator makes the second text of the first one.
fn leads_to(mutator: &Mutator, from: &str, to: &str) -> bool {
    let case = case(from);
    let made = |node| {
        let proposals = mutator
            .proposals(&case, node)
            .chain(mutator.pumps(&case, node));
        let edits: Vec<_> = proposals.map(|proposal| proposal.edit).collect();
        edits.into_iter().map(|edit| case.tree().spliced(&edit))
    };
    let mut texts = (ROOT..case.tree().end()).flat_map(made);
    texts.any(|text| String::from_utf8_lossy(&text).trim_end().replace('\n', " ") == to)
}

#[test]
fn swapped_halves_of_a_bit_vector_become_a_narrow_one_in_the_steps_of_ddsmts_use_case() {
    let steps: &[(&Mutator, &str)] = &[
        (
            &REDUCE_WIDTH,
            "(declare-const _x (_ BitVec 16)) (define-fun x () (_ BitVec 32) ((_ zero_extend 16) _x)) \
             (assert (= x (concat ((_ extract 15 0) x) ((_ extract 31 16) x))))",
        ),
        // This erases the definition, too.
        (
            &INLINE_FUNCTIONS,
            "(declare-const _x (_ BitVec 16)) (assert (= ((_ zero_extend 16) _x) \
             (concat ((_ extract 15 0) ((_ zero_extend 16) _x)) ((_ extract 31 16) ((_ zero_extend 16) _x)))))",
        ),
        (
            &EXTRACT_ZERO_EXTEND,
            "(declare-const _x (_ BitVec 16)) (assert (= ((_ zero_extend 16) _x) \
             (concat ((_ extract 15 0) ((_ zero_extend 16) _x)) #x0000)))",
        ),
        (
            &SORT_CHILDREN,
            "(declare-const _x (_ BitVec 16)) (assert (= ((_ zero_extend 16) _x) \
             (concat #x0000 ((_ extract 15 0) ((_ zero_extend 16) _x)))))",
        ),
        (
            &EXTRACT_ZERO_EXTEND,
            "(declare-const _x (_ BitVec 16)) (assert (= ((_ zero_extend 16) _x) (concat #x0000 _x)))",
        ),
        (
            &CONCAT_TO_ZERO_EXTEND,
            "(declare-const _x (_ BitVec 16)) (assert (= ((_ zero_extend 16) _x) ((_ zero_extend 16) _x)))",
        ),
        (
            &ZERO_EXTEND_PREDICATE,
            "(declare-const _x (_ BitVec 16)) (assert (= _x _x))",
        ),
    ];
    let mut text = "(declare-const x (_ BitVec 32)) (assert (= x (concat ((_ extract 15 0) x) ((_ extract 31 16) x))))";
    for (mutator, next) in steps {
        assert!(
            leads_to(mutator, text, next),
            "{}: {text} → {next}",
            mutator.name()
        );
        text = next;
    }
}
