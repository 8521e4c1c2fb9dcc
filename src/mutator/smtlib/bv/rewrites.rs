//! Rewrites of bit-vector terms.

use crate::mutator::Profile;
use crate::mutator::smtlib::rewrite::{Rewrite, rule};

/// `(concat #x00 x y)` → `((_ zero_extend 8) (concat x y))`. A pump, because it has more cells.
pub static CONCAT_TO_ZERO_EXTEND: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-zero-concat",
        "Replace a concatenation with leading zeros by zero_extend",
        "bv",
    ),
    &[
        rule("(concat ?z:zero ?x)", "((_ zero_extend {z}) ?x)"),
        rule(
            "(concat ?z:zero ?x ?y ?w ...)",
            "((_ zero_extend {z}) (concat ?x ?y ?w ...))",
        ),
    ],
);

/// `(bvnot (bvnot x))`, `(bvneg (bvneg x))` → `x`
pub static DOUBLE_NEGATION: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-double-negation",
        "Remove two complements or two negations of each other",
        "bv",
    ),
    &[
        rule("(bvnot (bvnot ?x))", "?x"),
        rule("(bvneg (bvneg ?x))", "?x"),
    ],
);

/// `(= #b1 (bvcomp x y))` → `(= x y)`, `(not (= x y))`; with `#b0`, the second one comes first.
pub static ELIM_BVCOMP: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-elim-bvcomp",
        "Replace a bvcomp that is compared with a constant by an equality",
        "bv",
    ),
    &[
        rule("(= #b1 (bvcomp ?x ?y))", "(= ?x ?y)"),
        rule("(= #b1 (bvcomp ?x ?y))", "(not (= ?x ?y))"),
        rule("(= #b0 (bvcomp ?x ?y))", "(not (= ?x ?y))"),
        rule("(= #b0 (bvcomp ?x ?y))", "(= ?x ?y)"),
        rule(
            "(= #b1 (bvcomp ?u ?v) (bvcomp ?x ?y))",
            "(and (= ?u ?v) (= ?x ?y))",
        ),
        rule(
            "(= #b0 (bvcomp ?u ?v) (bvcomp ?x ?y))",
            "(and (not (= ?u ?v)) (not (= ?x ?y)))",
        ),
        rule(
            "(= #b1 (bvcomp ?u ?v) (bvcomp ?w ?x) (bvcomp ?y ?z))",
            "(and (= ?u ?v) (= ?w ?x) (= ?y ?z))",
        ),
        rule(
            "(= #b0 (bvcomp ?u ?v) (bvcomp ?w ?x) (bvcomp ?y ?z))",
            "(and (not (= ?u ?v)) (not (= ?w ?x)) (not (= ?y ?z)))",
        ),
    ],
);

/// `((_ extract 1 0) ((_ zero_extend 8) x))` → `((_ extract 1 0) x)`. Only if the width of `x` is known.
pub static EXTRACT_ZERO_EXTEND: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-extract-zeroextend",
        "Take an extract out of a zero_extend",
        "bv",
    ),
    &[
        rule("((_ extract @u @l) ((_ zero_extend @k) ?x))", "{0:u-l+1}").when("l >= x"),
        rule("((_ extract @u @l) ((_ zero_extend @k) ?x))", "?x").when("l = 0, u+1 = x"),
        rule(
            "((_ extract @u @l) ((_ zero_extend @k) ?x))",
            "((_ extract @u @l) ?x)",
        )
        .when("u < x"),
        rule(
            "((_ extract @u @l) ((_ zero_extend @k) ?x))",
            "((_ zero_extend {u-x+1}) ((_ extract {x-1} {l}) ?x))",
        )
        .when("l < x, u >= x"),
    ],
);

/// `(ite (= x y) #b1 #b0)` → `(bvcomp x y)`
pub static ITE_TO_BVCOMP: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-ite-to-bvcomp",
        "Replace an ite over an equality of bit-vectors by bvcomp",
        "bv",
    ),
    &[rule("(ite (= ?x:bv ?y) #b1 #b0)", "(bvcomp ?x ?y)")],
);

/// `((_ zero_extend 5) ((_ zero_extend 4) x))` → `((_ zero_extend 9) x)`, two of a chain at a time.
pub static MERGE_EXTEND: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-merge-extend",
        "Merge nested extensions of the same kind",
        "bv",
    ),
    &[
        rule(
            "((_ zero_extend @i) ((_ zero_extend @j) ?x))",
            "((_ zero_extend {i+j}) ?x)",
        ),
        rule(
            "((_ sign_extend @i) ((_ sign_extend @j) ?x))",
            "((_ sign_extend {i+j}) ?x)",
        ),
    ],
);

/// `((_ zero_extend 4) x)`, `((_ sign_extend 4) x)` → `(concat #x0 x)`, which has fewer cells.
pub static EXTEND_TO_CONCAT: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-extend-to-concat",
        "Replace an extension by a concatenation with zeros",
        "bv",
    ),
    &[
        rule("((_ zero_extend @k) ?x)", "(concat {0:k} ?x)").when("k >= 1"),
        rule("((_ sign_extend @k) ?x)", "(concat {0:k} ?x)").when("k >= 1"),
        rule("((_ zero_extend @k) ?x)", "?x").when("k = 0"),
        rule("((_ sign_extend @k) ?x)", "?x").when("k = 0"),
    ],
);

/// `(bvnand x x)` → `(bvnot x)`
pub static REFLEXIVE_NAND: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-reflexive-nand",
        "Replace a bvnand or bvnor of equal operands by bvnot",
        "bv",
    ),
    &[
        rule("(bvnand ?x ?x)", "(bvnot ?x)"),
        rule("(bvnor ?x ?x)", "(bvnot ?x)"),
    ],
);

/// `(= #b1 (bvand x y))` → `(and (= #b1 x) (= #b1 y))`; with `#b0`, by the dual connective. A pump, because it has more
/// cells.
pub static TO_BOOL: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-to-bool",
        "Replace a bit-wise operator on single bits by a connective",
        "bv",
    ),
    &[
        rule("(= #b1 (bvand ?x ...))", "(and (= #b1 ?x) ...)"),
        rule("(= #b1 (bvor ?x ...))", "(or (= #b1 ?x) ...)"),
        rule("(= #b1 (bvxor ?x ...))", "(xor (= #b1 ?x) ...)"),
        rule("(= #b0 (bvand ?x ...))", "(or (= #b0 ?x) ...)"),
        rule("(= #b0 (bvor ?x ...))", "(and (= #b0 ?x) ...)"),
        rule("(= #b0 (bvxor ?x ...))", "(not (xor (= #b1 ?x) ...))"),
    ],
);

/// The rules that take extensions off both sides of a relation.
macro_rules! stripped {
    ($extend:literal: $($relation:literal)+) => {
        &[$(
            rule(
                concat!("(", $relation, " ((_ ", $extend, " @i) ?x) ((_ ", $extend, " @j) ?y))"),
                concat!("(", $relation, " ?x ?y)"),
            )
            .when("i = j"),
            rule(
                concat!("(", $relation, " ((_ ", $extend, " @i) ?x) ((_ ", $extend, " @j) ?y))"),
                concat!("(", $relation, " ((_ ", $extend, " {i-j}) ?x) ?y)"),
            )
            .when("j < i"),
            rule(
                concat!("(", $relation, " ((_ ", $extend, " @i) ?x) ((_ ", $extend, " @j) ?y))"),
                concat!("(", $relation, " ?x ((_ ", $extend, " {j-i}) ?y))"),
            )
            .when("i < j"),
        )+]
    };
}

/// `(bvult ((_ zero_extend 3) x) ((_ zero_extend 5) y))` → `(bvult x ((_ zero_extend 2) y))`
pub static ZERO_EXTEND_PREDICATE: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-zeroextend-pred",
        "Take zero_extend off both sides of a relation",
        "bv",
    ),
    stripped!("zero_extend": "=" "distinct" "bvult" "bvule" "bvugt" "bvuge" "bvslt" "bvsle" "bvsgt" "bvsge"),
);

/// `(= ((_ sign_extend 3) x) ((_ sign_extend 5) y))` → `(= x ((_ sign_extend 2) y))`
pub static SIGN_EXTEND_PREDICATE: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-signextend-pred",
        "Take sign_extend off both sides of a relation",
        "bv",
    ),
    stripped!("sign_extend": "=" "distinct" "bvult" "bvule" "bvugt" "bvuge" "bvslt" "bvsle" "bvsgt" "bvsge"),
);

/// `(bvadd x (bvneg y))` → `(bvsub x y)`, `((_ extract 3 2) ((_ extract 7 4) x))` → `((_ extract 7 6) x)`, …
pub static IDENTITIES: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bv-identities",
        "Replace a bit-vector term by a smaller equal one",
        "bv",
    ),
    &[
        rule("(bvadd ?x (bvneg ?y))", "(bvsub ?x ?y)"),
        rule("(bvsub ?x (bvneg ?y))", "(bvadd ?x ?y)"),
        rule("(bvneg (bvsub ?x ?y))", "(bvsub ?y ?x)"),
        rule("(bvmul (bvneg ?x) (bvneg ?y))", "(bvmul ?x ?y)"),
        rule("(bvneg (bvnot ?x))", "(bvadd ?x {1:x})"),
        rule("(bvnot (bvneg ?x))", "(bvsub ?x {1:x})"),
        rule("(bvnot (bvand ?x ?y))", "(bvnand ?x ?y)"),
        rule("(bvnot (bvor ?x ?y))", "(bvnor ?x ?y)"),
        rule("(bvnot (bvxor ?x ?y))", "(bvxnor ?x ?y)"),
        rule("(bvnot (bvnand ?x ?y))", "(bvand ?x ?y)"),
        rule("(bvnot (bvnor ?x ?y))", "(bvor ?x ?y)"),
        rule("(bvnot (bvxnor ?x ?y))", "(bvxor ?x ?y)"),
        rule("(bvxor (bvnot ?x) (bvnot ?y))", "(bvxor ?x ?y)"),
        rule("(= (bvnot ?x) (bvnot ?y))", "(= ?x ?y)"),
        rule("(= (bvneg ?x) (bvneg ?y))", "(= ?x ?y)"),
        rule("(bvcomp ?x:bit #b1)", "?x"),
        rule("(bvcomp ?x:bit #b0)", "(bvnot ?x)"),
        rule("(= #b1 (ite ?c #b1 #b0))", "?c"),
        rule("(= #b0 (ite ?c #b1 #b0))", "(not ?c)"),
        rule("(= #b1 (ite ?c #b0 #b1))", "(not ?c)"),
        rule("(= #b0 (ite ?c #b0 #b1))", "?c"),
        rule("(= #b1 (bvnot ?x))", "(= #b0 ?x)"),
        rule("(= #b0 (bvnot ?x))", "(= #b1 ?x)"),
        rule("(ite (= ?x #b1) #b1 #b0)", "?x"),
        rule("(not (bvult ?x ?y))", "(bvuge ?x ?y)"),
        rule("(not (bvule ?x ?y))", "(bvugt ?x ?y)"),
        rule("(not (bvugt ?x ?y))", "(bvule ?x ?y)"),
        rule("(not (bvuge ?x ?y))", "(bvult ?x ?y)"),
        rule("(not (bvslt ?x ?y))", "(bvsge ?x ?y)"),
        rule("(not (bvsle ?x ?y))", "(bvsgt ?x ?y)"),
        rule("(not (bvsgt ?x ?y))", "(bvsle ?x ?y)"),
        rule("(not (bvsge ?x ?y))", "(bvslt ?x ?y)"),
        rule(
            "((_ extract @u @l) ((_ extract @i @j) ?x))",
            "((_ extract {u+j} {l+j}) ?x)",
        ),
        rule("((_ extract @u @l) ((_ sign_extend @k) ?x))", "?x").when("l = 0, u+1 = x"),
        rule(
            "((_ extract @u @l) ((_ sign_extend @k) ?x))",
            "((_ extract @u @l) ?x)",
        )
        .when("u < x"),
        rule("((_ extract @u @l) (concat ?x ?y))", "?y").when("l = 0, u+1 = y"),
        rule(
            "((_ extract @u @l) (concat ?x ?y))",
            "((_ extract @u @l) ?y)",
        )
        .when("u < y"),
        rule("((_ extract @u @l) (concat ?x ?y))", "?x").when("l = y, u+1 = x+y"),
        rule(
            "((_ extract @u @l) (concat ?x ?y))",
            "((_ extract {u-y} {l-y}) ?x)",
        )
        .when("l >= y"),
        rule(
            "(concat ((_ extract @u @m) ?x) ((_ extract @n @l) ?x))",
            "((_ extract @u @l) ?x)",
        )
        .when("m = n+1"),
        rule(
            "((_ zero_extend @i) (concat ?z:zero ?x))",
            "(concat {0:z+i} ?x)",
        ),
        rule(
            "((_ sign_extend @i) ((_ zero_extend @j) ?x))",
            "((_ zero_extend {i+j}) ?x)",
        )
        .when("j >= 1"),
        rule("((_ rotate_left @i) ((_ rotate_right @j) ?x))", "?x").when("i = j"),
        rule("((_ rotate_right @i) ((_ rotate_left @j) ?x))", "?x").when("i = j"),
        rule("((_ int2bv @n) (bv2nat ?x))", "?x").when("n = x"),
        rule("((_ int_to_bv @n) (ubv_to_int ?x))", "?x").when("n = x"),
    ],
);
