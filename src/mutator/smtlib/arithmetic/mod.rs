//! Integers and reals.

mod constants;
mod split_nary;

pub use constants::CONSTANTS;
pub use split_nary::SplitNaryRelations;

use super::rewrite::{Rewrite, rule};
use crate::mutator::Profile;

/// `(not (< x y))` → `(>= x y)`, for all relations, equality and bit-vectors included.
pub static NEGATE_RELATIONS: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "arith-negate-relations",
        "Replace a negated relation by the opposite relation",
        "arithmetic",
    ),
    &[
        rule("(not (= ?x ...))", "(distinct ?x ...)"),
        rule("(not (distinct ?x ...))", "(= ?x ...)"),
        rule("(not (!= ?x ...))", "(= ?x ...)"),
        rule("(not (<> ?x ...))", "(= ?x ...)"),
        rule("(not (< ?x ...))", "(>= ?x ...)"),
        rule("(not (> ?x ...))", "(<= ?x ...)"),
        rule("(not (<= ?x ...))", "(> ?x ...)"),
        rule("(not (>= ?x ...))", "(< ?x ...)"),
    ],
);

/// `(<= x y)` → `(< x y)`, `(= x y)`; `(> x y)` → `(= x y)`. That of `<` is a pump, because `=` comes later in the order
/// of texts.
pub static STRENGTHEN_RELATIONS: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "arith-strengthen-relations",
        "Replace a relation by a stronger one",
        "arithmetic",
    ),
    &[
        rule("(< ?x ...)", "(= ?x ...)"),
        rule("(> ?x ...)", "(= ?x ...)"),
        rule("(<= ?x ...)", "(< ?x ...)"),
        rule("(<= ?x ...)", "(= ?x ...)"),
        rule("(>= ?x ...)", "(> ?x ...)"),
        rule("(>= ?x ...)", "(= ?x ...)"),
        rule("(distinct ?x ...)", "(= ?x ...)"),
    ],
);

/// `(+ x (- y))` → `(- x y)`, `(to_int (to_real x))` → `x`, …
pub static IDENTITIES: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "arith-identities",
        "Replace an arithmetic term by a smaller equal one",
        "arithmetic",
    ),
    &[
        rule("(- (- ?x))", "?x"),
        rule("(- (- ?x ?y))", "(- ?y ?x)"),
        rule("(+ ?x (- ?y))", "(- ?x ?y)"),
        rule("(- ?x (- ?y))", "(+ ?x ?y)"),
        rule("(- 0 ?x)", "(- ?x)"),
        rule("(- 0.0 ?x)", "(- ?x)"),
        rule("(* (- 1) ?x)", "(- ?x)"),
        rule("(* (- ?x) (- ?y))", "(* ?x ?y)"),
        rule("(= (- ?x) (- ?y))", "(= ?x ?y)"),
        rule("(= 0 (- ?x ?y))", "(= ?x ?y)"),
        rule("(abs (- ?x))", "(abs ?x)"),
        rule("(to_int (to_real ?x:int))", "?x"),
        rule("(is_int (to_real ?x:int))", "true"),
        rule("(= (to_real ?x:int) (to_real ?y:int))", "(= ?x ?y)"),
    ],
);
