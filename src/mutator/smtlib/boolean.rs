//! Rewrites of Boolean connectives and quantifiers.
//!
//! Wherever a rule negates a negation, it puts in the term without both, so that rules which add negations are
//! simplifications at terms that have enough of them already, and pumps elsewhere.

use super::rewrite::{Rewrite, rule};
use crate::mutator::Profile;

/// `(not (and x (not y)))` → `(or (not x) y)`. A pump unless half of the operands are negations.
pub static DE_MORGAN: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bool-de-morgan",
        "Move a negation into a conjunction or disjunction",
        "boolean",
    ),
    &[
        rule("(not (and ?x ...))", "(or (not ?x) ...)"),
        rule("(not (or ?x ...))", "(and (not ?x) ...)"),
    ],
);

/// `(not (not x))` → `x`
pub static DOUBLE_NEGATIONS: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bool-double-negations",
        "Remove two negations of each other",
        "boolean",
    ),
    &[rule("(not (not ?x))", "?x")],
);

/// `(= x false)` → `(not x)`. With more operands, `(and (not x) (not y))`, which is a pump.
pub static FALSE_EQ: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bool-false-eq",
        "Replace an equality with false by negations",
        "boolean",
    ),
    &[rule(
        "(= ?x ... false ?y ...)",
        "(and (not ?x) ... (not ?y) ...)",
    )],
);

/// `(=> (not x) y)` → `(or x y)`; `(=> x y z)` → `(or (not x) (not y) z)`, because `=>` associates to the right. A pump
/// unless enough of the premises are negations.
pub static IMPLICATIONS: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bool-implications",
        "Replace an implication by a disjunction",
        "boolean",
    ),
    &[
        rule("(=> ?x ?y)", "(or (not ?x) ?y)"),
        rule("(=> ?x ?y ?z)", "(or (not ?x) (not ?y) ?z)"),
        rule("(=> ?w ?x ?y ?z)", "(or (not ?w) (not ?x) (not ?y) ?z)"),
    ],
);

/// `(not (forall ((x Int)) t))` → `(exists ((x Int)) (not t))`, and the dual.
pub static NEGATE_QUANTS: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bool-negate-quants",
        "Move a negation into a quantifier",
        "boolean",
    ),
    &[
        rule("(not (forall ?b ?x))", "(exists ?b (not ?x))"),
        rule("(not (exists ?b ?x))", "(forall ?b (not ?x))"),
    ],
);

/// `(xor x y)` → `(distinct x y)`. A pump, because it is longer.
pub static XOR_BINARY: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bool-xor-binary",
        "Replace a binary xor by distinct",
        "boolean",
    ),
    &[rule("(xor ?x ?y)", "(distinct ?x ?y)")],
);

/// `(xor x false y)` → `(xor x y)`; `(xor x true)` → `x`, `(not x)`.
pub static XOR_CONSTANTS: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bool-xor-constants",
        "Remove constants from an xor",
        "boolean",
    ),
    &[
        rule("(xor ?x ... false ?y ...)", "(xor ?x ... ?y ...)"),
        rule("(xor ?x ... true ?y ...)", "(xor ?x ... ?y ...)"),
        rule("(xor ?x ... true ?y ...)", "(not (xor ?x ... ?y ...))"),
    ],
);

/// `(distinct x y)` → `(not (= x y))`. A pump, because it is longer.
pub static ELIMINATE_DISTINCT: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "eliminate-distinct",
        "Replace a binary distinct by a negated equality",
        "boolean",
    )
    .for_deep_searches(),
    &[rule("(distinct ?x ?y)", "(not (= ?x ?y))")],
);

/// `(=> x false)` → `(not x)`, `(ite c x false)` → `(and c x)`, `(xor x (not y))` → `(= x y)`, …
pub static IDENTITIES: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "bool-identities",
        "Replace a formula by a smaller equivalent one",
        "boolean",
    ),
    &[
        rule("(not true)", "false"),
        rule("(not false)", "true"),
        rule("(=> ?x false)", "(not ?x)"),
        rule("(=> (not ?x) (not ?y))", "(=> ?y ?x)"),
        rule("(=> ?x (=> ?y ?z))", "(=> ?x ?y ?z)"),
        rule("(or (not ?x) ?y)", "(=> ?x ?y)"),
        rule("(implies ?x ?y)", "(=> ?x ?y)"),
        rule("(iff ?x ?y)", "(= ?x ?y)"),
        rule("(= true ?x)", "?x"),
        rule("(= (not ?x) (not ?y))", "(= ?x ?y)"),
        rule("(= ?x:bool (not ?y))", "(xor ?x ?y)"),
        rule("(distinct ?x:bool ?y)", "(xor ?x ?y)"),
        rule("(xor (not ?x) (not ?y))", "(xor ?x ?y)"),
        rule("(xor ?x (not ?y))", "(= ?x ?y)"),
        rule("(not (xor ?x ?y))", "(= ?x ?y)"),
        rule("(not (=> ?x ?y))", "(and ?x (not ?y))"),
        rule("(ite true ?x ?y)", "?x"),
        rule("(ite false ?x ?y)", "?y"),
        rule("(ite ?c ?x ?x)", "?x"),
        rule("(ite (not ?c) ?x ?y)", "(ite ?c ?y ?x)"),
        rule("(ite ?c true false)", "?c"),
        rule("(ite ?c false true)", "(not ?c)"),
        rule("(ite ?c true ?x)", "(or ?c ?x)"),
        rule("(ite ?c ?x false)", "(and ?c ?x)"),
        rule("(ite ?c ?x true)", "(=> ?c ?x)"),
        rule("(ite ?c ?x:bool (not ?x))", "(= ?c ?x)"),
        rule("(ite ?c (ite ?c ?x ?y) ?z)", "(ite ?c ?x ?z)"),
        rule("(ite ?c ?x (ite ?c ?y ?z))", "(ite ?c ?x ?z)"),
        rule("(= ?x (ite ?c ?x ?y))", "(or ?c (= ?x ?y))"),
        rule("(= ?x (ite ?c ?y ?x))", "(=> ?c (= ?x ?y))"),
    ],
);
