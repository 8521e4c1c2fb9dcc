//! Mutators of Boolean terms. What ddSMT does otherwise is in `deviations.rs`.

use smelt::mutator::smtlib::boolean::{
    DE_MORGAN, DOUBLE_NEGATIONS, ELIMINATE_DISTINCT, FALSE_EQ, IDENTITIES, IMPLICATIONS,
    NEGATE_QUANTS, XOR_BINARY, XOR_CONSTANTS,
};

const D: &str =
    "(declare-const x Bool) (declare-const y Bool) (declare-const z Bool) (declare-const i Int)";

#[test]
fn a_negation_moves_into_a_connective_and_cancels_other_negations() {
    table! { DE_MORGAN, D;
        "nothing to move" {
            "(assert (not x))" at "(not x)" => [],
            "(assert (not (=> x y)))" at "(not (=> x y))" => [],
        }
        "without other negations the text grows" { "(assert (not (and x y)))" at "(not (and x y))" => [] }
        "other negations" {
            "(assert (not (and (not x) y)))" at "(not (and (not x) y))" => ["(assert (or x (not y)))"],
            "(assert (not (or (not x) (not y))))" at "(not (or (not x) (not y)))" => ["(assert (and x y))"],
        }
    }
    pumps! { DE_MORGAN, D;
        "the text grows" {
            "(assert (not (and x y)))" at "(not (and x y))" => ["(assert (or (not x) (not y)))"],
            "(assert (not (or x y z)))" at "(not (or x y z))" => ["(assert (and (not x) (not y) (not z)))"],
        }
    }
}

#[test]
fn two_negations_go_together() {
    table! { DOUBLE_NEGATIONS, D;
        "one negation, or a wrong number of operands" {
            "(assert (not x))" at "(not x)" => [],
            "(assert (not (not x y)))" at "(not (not x y))" => [],
        }
        "two" { "(assert (not (not x)))" at "(not (not x))" => ["(assert x)"] }
    }
    table! { DOUBLE_NEGATIONS, "(declare-fun not (Int) Int)";
        "a function of the text with the name of an operator" { "(assert (= 1 (not (not 1))))" at "(not (not 1))" => [] }
    }
}

#[test]
fn an_equality_with_false_becomes_a_negation() {
    table! { FALSE_EQ, D;
        "no operand or no constant" {
            "(assert (= false))" at "(= false)" => [],
            "(assert (= x y))" at "(= x y)" => [],
        }
        "one operand is left" {
            "(assert (= false x))" at "(= false x)" => ["(assert (not x))"],
            "(assert (= x false))" at "(= x false)" => ["(assert (not x))"],
            "(assert (= (not x) false))" at "(= (not x) false)" => ["(assert x)"],
        }
    }
    pumps! { FALSE_EQ, D;
        "several are left" { "(assert (= x false y))" at "(= x false y)" => ["(assert (and (not x) (not y)))"] }
    }
}

#[test]
fn an_implication_becomes_a_disjunction() {
    table! { IMPLICATIONS, D;
        "one operand" { "(assert (=> x))" at "(=> x)" => [] }
        "a negated premise pays for it" { "(assert (=> (not x) y))" at "(=> (not x) y)" => ["(assert (or x y))"] }
    }
    pumps! { IMPLICATIONS, D;
        "two operands" { "(assert (=> x y))" at "(=> x y)" => ["(assert (or (not x) y))"] }
        "implications associate to the right" {
            "(assert (=> x y z))" at "(=> x y z)" => ["(assert (or (not x) (not y) z))"],
        }
    }
}

#[test]
fn a_negation_moves_into_a_quantifier() {
    table! { NEGATE_QUANTS, D;
        "no quantifier below" { "(assert (forall ((j Int)) (not x)))" at "(forall ((j Int)) (not x))" => [] }
        "equally many cells and bytes, but smaller in the order" {
            "(assert (not (forall ((j Int)) (= i j))))" at "(not (forall ((j Int)) (= i j)))" => [
                "(assert (exists ((j Int)) (not (= i j))))",
            ],
            "(assert (not (exists ((j Int)) (= i j))))" at "(not (exists ((j Int)) (= i j)))" => [
                "(assert (forall ((j Int)) (not (= i j))))",
            ],
        }
        "two negations cancel" {
            "(assert (not (exists ((j Int)) (not x))))" at "(not (exists ((j Int)) (not x)))" => [
                "(assert (forall ((j Int)) x))",
            ],
        }
    }
}

#[test]
fn an_xor_loses_its_constants() {
    table! { XOR_CONSTANTS, D;
        "no constant" { "(assert (xor x y))" at "(xor x y)" => [] }
        "one operand is left" {
            "(assert (xor false y))" at "(xor false y)" => ["(assert y)"],
            "(assert (xor y true))" at "(xor y true)" => ["(assert y)", "(assert (not y))"],
        }
        "one constant after the other" {
            "(assert (xor false y z false))" at "(xor false y z false)" => ["(assert (xor y z false))"],
            "(assert (xor true y z true))" at "(xor true y z true)" => ["(assert (xor y z true))"],
            "(assert (xor true y z))" at "(xor true y z)" => ["(assert (xor y z))"],
        }
    }
    pumps! { XOR_CONSTANTS, D;
        "a negation" { "(assert (xor true y z))" at "(xor true y z)" => ["(assert (not (xor y z)))"] }
    }
}

#[test]
fn xor_and_distinct_are_spelled_out_as_pumps() {
    table! { XOR_BINARY, D; "the text grows" { "(assert (xor x y))" at "(xor x y)" => [] } }
    pumps! { XOR_BINARY, D;
        "three operands" { "(assert (xor x y z))" at "(xor x y z)" => [] }
        "two" { "(assert (xor x y))" at "(xor x y)" => ["(assert (distinct x y))"] }
    }
    pumps! { ELIMINATE_DISTINCT, D;
        "three operands" { "(assert (distinct x y z))" at "(distinct x y z)" => [] }
        "two" { "(assert (distinct x y))" at "(distinct x y)" => ["(assert (not (= x y)))"] }
    }
}

#[test]
fn formulas_become_smaller_equivalent_ones() {
    table! { IDENTITIES, D;
        "sorts that do not fit" {
            "(assert (distinct i 5))" at "(distinct i 5)" => [],
            "(assert (= 0 (ite x i 5)))" at "(ite x i 5)" => [],
        }
        "constants" {
            "(assert (not true))" at "(not true)" => ["(assert false)"],
            "(assert (= x true))" at "(= x true)" => ["(assert x)"],
            "(assert (=> x false))" at "(=> x false)" => ["(assert (not x))"],
        }
        "negations" {
            "(assert (= (not x) (not y)))" at "(= (not x) (not y))" => [
                "(assert (= x y))",
                "(assert (xor (not x) y))",
                "(assert (xor (not y) x))",
            ],
            "(assert (xor x (not y)))" at "(xor x (not y))" => ["(assert (= x y))"],
            "(assert (or (not x) y))" at "(or (not x) y)" => ["(assert (=> x y))"],
            "(assert (not (xor x y)))" at "(not (xor x y))" => ["(assert (= x y))"],
            "(assert (=> (not x) (not y)))" at "(=> (not x) (not y))" => ["(assert (=> y x))"],
        }
        "branches" {
            "(assert (= 0 (ite true i 5)))" at "(ite true i 5)" => ["(assert (= 0 i))"],
            "(assert (= 0 (ite x i i)))" at "(ite x i i)" => ["(assert (= 0 i))"],
            "(assert (= 0 (ite (not x) i 5)))" at "(ite (not x) i 5)" => ["(assert (= 0 (ite x 5 i)))"],
            "(assert (ite x y false))" at "(ite x y false)" => ["(assert (and x y))"],
            "(assert (ite x false true))" at "(ite x false true)" => ["(assert (not x))", "(assert (=> x false))"],
            "(assert (= i (ite x i 5)))" at "(= i (ite x i 5))" => ["(assert (or x (= i 5)))"],
        }
    }
}
