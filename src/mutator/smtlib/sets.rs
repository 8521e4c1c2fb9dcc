//! Sets, in their present and in their older spelling.

use super::rewrite::rules;
use crate::mutator::Mutator;

/// `(set.member x (set.singleton y))` → `(= x y)`, `(set.complement (set.complement s))` → `s`, …
pub static IDENTITIES: Mutator = Mutator::smtlib("set-identities", "sets")
    .about("Replace a term about sets by a smaller one")
    .by(rules! {
        "(set.member ?x (set.singleton ?y))" => "(= ?x ?y)",
        "(set.member ?x (set.union (set.singleton ?x) ?s))" => "true",
        "(set.member ?x (set.union ?s (set.singleton ?x)))" => "true",
        "(set.member ?x (set.union ?s ?t))" => "(or (set.member ?x ?s) (set.member ?x ?t))",
        "(set.member ?x (set.complement ?s))" => "(not (set.member ?x ?s))",
        "(set.complement (set.complement ?s))" => "?s",
        "(set.minus ?s (set.minus ?s ?t))" => "(set.inter ?s ?t)",
        "(set.minus ?s (set.complement ?t))" => "(set.inter ?s ?t)",
        "(set.inter ?s (set.complement ?t))" => "(set.minus ?s ?t)",
        "(set.subset ?s ?t)" => "(= ?s ?t)",
        "(set.subset (set.singleton ?x) ?s)" => "(set.member ?x ?s)",
        "(= (set.singleton ?x) (set.singleton ?y))" => "(= ?x ?y)",
        "(= (set.complement ?s) (set.complement ?t))" => "(= ?s ?t)",
        "(set.choose (set.singleton ?x))" => "?x",
        "(set.card (set.singleton ?x))" => "1",
        "(member ?x (singleton ?y))" => "(= ?x ?y)",
        "(member ?x (complement ?s))" => "(not (member ?x ?s))",
        "(complement (complement ?s))" => "?s",
        "(setminus ?s (setminus ?s ?t))" => "(intersection ?s ?t)",
        "(subset ?s ?t)" => "(= ?s ?t)",
        "(subset (singleton ?x) ?s)" => "(member ?x ?s)",
        "(= (singleton ?x) (singleton ?y))" => "(= ?x ?y)",
        "(choose (singleton ?x))" => "?x",
    });
