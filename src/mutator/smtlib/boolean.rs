//! Rewrites of Boolean connectives and quantifiers.
//!
//! Wherever a rule negates a negation, it inserts the term without both. So rules that add negations are
//! simplifications at terms that have enough of them already, and pumps elsewhere.

use super::rewrite::rules;
use crate::mutator::{ByDefault, Mutator};

/// `(not (and x (not y)))` → `(or (not x) y)`. A pump unless half of the operands are negations.
pub static DE_MORGAN: Mutator = Mutator::smtlib("bool-de-morgan", "boolean")
    .about("Move a negation into a conjunction or disjunction")
    .by(rules! {
        "(not (and ?x ...))" => "(or (not ?x) ...)",
        "(not (or ?x ...))" => "(and (not ?x) ...)",
    });

/// `(not (not x))` → `x`
pub static DOUBLE_NEGATIONS: Mutator = Mutator::smtlib("bool-double-negations", "boolean")
    .about("Remove two negations of each other")
    .by(rules! {
        "(not (not ?x))" => "?x",
    });

/// `(= x false)` → `(not x)`. With more operands, `(and (not x) (not y))`, which is a pump.
pub static FALSE_EQ: Mutator = Mutator::smtlib("bool-false-eq", "boolean")
    .about("Replace an equality with false by negations")
    .by(rules! {
        "(= ?x ... false ?y ...)" => "(and (not ?x) ... (not ?y) ...)",
    });

/// `(=> (not x) y)` → `(or x y)`; `(=> x y z)` → `(or (not x) (not y) z)`, because `=>` associates to the right. A pump
/// unless enough of the premises are negations.
pub static IMPLICATIONS: Mutator = Mutator::smtlib("bool-implications", "boolean")
    .about("Replace an implication by a disjunction")
    .by(rules! {
        "(=> ?x ?y)" => "(or (not ?x) ?y)",
        "(=> ?x ?y ?z)" => "(or (not ?x) (not ?y) ?z)",
        "(=> ?w ?x ?y ?z)" => "(or (not ?w) (not ?x) (not ?y) ?z)",
    });

/// `(not (forall ((x Int)) t))` → `(exists ((x Int)) (not t))`, and the dual.
pub static NEGATE_QUANTS: Mutator = Mutator::smtlib("bool-negate-quants", "boolean")
    .about("Move a negation into a quantifier")
    .by(rules! {
        "(not (forall ?b ?x))" => "(exists ?b (not ?x))",
        "(not (exists ?b ?x))" => "(forall ?b (not ?x))",
    });

/// `(xor x y)` → `(distinct x y)`. A pump, because it is longer.
pub static XOR_BINARY: Mutator = Mutator::smtlib("bool-xor-binary", "boolean")
    .about("Replace a binary xor by distinct")
    .by(rules! {
        "(xor ?x ?y)" => "(distinct ?x ?y)",
    });

/// `(xor x false y)` → `(xor x y)`; `(xor x true)` → `x`, `(not x)`.
pub static XOR_CONSTANTS: Mutator = Mutator::smtlib("bool-xor-constants", "boolean")
    .about("Remove constants from an xor")
    .by(rules! {
        "(xor ?x ... false ?y ...)" => "(xor ?x ... ?y ...)",
        "(xor ?x ... true ?y ...)" => "(xor ?x ... ?y ...)",
        "(xor ?x ... true ?y ...)" => "(not (xor ?x ... ?y ...))",
    });

/// `(distinct x y)` → `(not (= x y))`. A pump, because it is longer.
pub static ELIMINATE_DISTINCT: Mutator = Mutator::smtlib("eliminate-distinct", "boolean")
    .about("Replace a binary distinct by a negated equality")
    .by_default(ByDefault::InDeepSearches)
    .by(rules! {
        "(distinct ?x ?y)" => "(not (= ?x ?y))",
    });

/// `(=> x false)` → `(not x)`, `(ite c x false)` → `(and c x)`, `(xor x (not y))` → `(= x y)`, …
pub static IDENTITIES: Mutator = Mutator::smtlib("bool-identities", "boolean")
    .about("Replace a formula by a smaller equivalent one")
    .by(rules! {
        "(not true)" => "false",
        "(not false)" => "true",
        "(=> ?x false)" => "(not ?x)",
        "(=> (not ?x) (not ?y))" => "(=> ?y ?x)",
        "(=> ?x (=> ?y ?z))" => "(=> ?x ?y ?z)",
        "(or (not ?x) ?y)" => "(=> ?x ?y)",
        "(implies ?x ?y)" => "(=> ?x ?y)",
        "(iff ?x ?y)" => "(= ?x ?y)",
        "(= true ?x)" => "?x",
        "(= (not ?x) (not ?y))" => "(= ?x ?y)",
        "(= ?x:bool (not ?y))" => "(xor ?x ?y)",
        "(distinct ?x:bool ?y)" => "(xor ?x ?y)",
        "(xor (not ?x) (not ?y))" => "(xor ?x ?y)",
        "(xor ?x (not ?y))" => "(= ?x ?y)",
        "(not (xor ?x ?y))" => "(= ?x ?y)",
        "(not (=> ?x ?y))" => "(and ?x (not ?y))",
        "(ite true ?x ?y)" => "?x",
        "(ite false ?x ?y)" => "?y",
        "(ite ?c ?x ?x)" => "?x",
        "(ite (not ?c) ?x ?y)" => "(ite ?c ?y ?x)",
        "(ite ?c true false)" => "?c",
        "(ite ?c false true)" => "(not ?c)",
        "(ite ?c true ?x)" => "(or ?c ?x)",
        "(ite ?c ?x false)" => "(and ?c ?x)",
        "(ite ?c ?x true)" => "(=> ?c ?x)",
        "(ite ?c ?x:bool (not ?x))" => "(= ?c ?x)",
        "(ite ?c (ite ?c ?x ?y) ?z)" => "(ite ?c ?x ?z)",
        "(ite ?c ?x (ite ?c ?y ?z))" => "(ite ?c ?x ?z)",
        "(= ?x (ite ?c ?x ?y))" => "(or ?c (= ?x ?y))",
        "(= ?x (ite ?c ?y ?x))" => "(=> ?c (= ?x ?y))",
    });
