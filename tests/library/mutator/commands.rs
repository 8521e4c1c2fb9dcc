//! Mutators of whole commands.

use smelt::mutator::smtlib::commands::{CHECK_SAT_ASSUMING, PUSH_POP, SIMPLIFY_LOGIC};

#[test]
fn check_sat_assuming_loses_its_assumptions() {
    table! { CHECK_SAT_ASSUMING, "";
        "check-sat has none" { "(check-sat)" at "(check-sat)" => [] }
        "assumptions go" {
            "(check-sat-assuming (xor x y))" at "(check-sat-assuming (xor x y))" => ["(check-sat)"],
        }
    }
}

#[test]
fn simplify_logic_never_ends_at_a_name_without_a_theory() {
    table! { SIMPLIFY_LOGIC, "";
        "no smaller logic" {
            "(set-logic LIA)" at "(set-logic LIA)" => [],
            "(set-logic ALL_SUPPORTED)" at "(set-logic ALL_SUPPORTED)" => [],
            "(set-logic)" at "(set-logic)" => [],
            "(set-logic (LIA))" at "(set-logic (LIA))" => [],
            "(set-info QF_NRA)" at "(set-info QF_NRA)" => [],
        }
        "a shorter name" {
            "(set-logic QF_LIA)" at "(set-logic QF_LIA)" => ["(set-logic LIA)"],
            "(set-logic QF_ABV)" at "(set-logic QF_ABV)" => ["(set-logic ABV)"],
            "(set-logic QF_DT)" at "(set-logic QF_DT)" => ["(set-logic DT)"],
        }
        "part by part" {
            "(set-logic UFDTLIA)" at "(set-logic UFDTLIA)" => [
                "(set-logic DTLIA)", "(set-logic UFLIA)", "(set-logic UFDT)",
            ],
        }
        "part by part, then without QF_" {
            "(set-logic QF_AUFLIA)" at "(set-logic QF_AUFLIA)" => ["(set-logic QF_ALIA)", "(set-logic AUFLIA)"],
            "(set-logic QF_NRA)" at "(set-logic QF_NRA)" => ["(set-logic QF_LRA)", "(set-logic NRA)"],
            "(set-logic QF_BVFPLRAS)" at "(set-logic QF_BVFPLRAS)" => [
                "(set-logic QF_FPLRAS)",
                "(set-logic QF_BVLRAS)",
                "(set-logic QF_BVFPLRA)",
                "(set-logic QF_BVFPS)",
                "(set-logic BVFPLRAS)",
            ],
        }
    }
}

#[test]
fn push_pop_removes_scopes_whole_and_then_their_ends_alone() {
    table! { PUSH_POP, "";
        "no scope that begins here and ends with a pop" {
            "(push) a" at "(push)" => [],
            "(push 0) a (pop 0)" at "(push 0)" => [],
            "(push x) a (pop)" at "(push x)" => [],
            "(push) a (reset) (pop)" at "(push)" => [],
            "(push) (pop 2)" at "(push)" => [],
            "(f (push) (pop))" at "(push)" => [],
            "(push 18446744073709551615) (push 1) (pop 1)" at "(push 18446744073709551615)" => [],
        }
        "with content, then without" {
            "a (push 1) b (pop 1) c" at "(push 1)" => ["a c", "a b c"],
            "(push) b (push) c (pop) d (pop) e" at "(push)" => ["e", "b (push) c (pop) d e"],
        }
        "several levels at once" {
            "(push 2) b (pop 2)" at "(push 2)" => ["", "b"],
            "(push 2) b (pop) c (pop) d" at "(push 2)" => ["d"],
        }
        "an empty scope goes once" { "(push 1) (pop 1) c" at "(push 1)" => ["c"] }
    }
}
