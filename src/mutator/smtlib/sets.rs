//! Sets, in their present and in their older spelling.

use super::rewrite::{Rewrite, rule};
use crate::mutator::Profile;

/// `(set.member x (set.singleton y))` → `(= x y)`, `(set.complement (set.complement s))` → `s`, …
pub static IDENTITIES: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "set-identities",
        "Replace a term about sets by a smaller one",
        "sets",
    ),
    &[
        rule("(set.member ?x (set.singleton ?y))", "(= ?x ?y)"),
        rule("(set.member ?x (set.union (set.singleton ?x) ?s))", "true"),
        rule("(set.member ?x (set.union ?s (set.singleton ?x)))", "true"),
        rule(
            "(set.member ?x (set.union ?s ?t))",
            "(or (set.member ?x ?s) (set.member ?x ?t))",
        ),
        rule(
            "(set.member ?x (set.complement ?s))",
            "(not (set.member ?x ?s))",
        ),
        rule("(set.complement (set.complement ?s))", "?s"),
        rule("(set.minus ?s (set.minus ?s ?t))", "(set.inter ?s ?t)"),
        rule("(set.minus ?s (set.complement ?t))", "(set.inter ?s ?t)"),
        rule("(set.inter ?s (set.complement ?t))", "(set.minus ?s ?t)"),
        rule("(set.subset ?s ?t)", "(= ?s ?t)"),
        rule("(set.subset (set.singleton ?x) ?s)", "(set.member ?x ?s)"),
        rule("(= (set.singleton ?x) (set.singleton ?y))", "(= ?x ?y)"),
        rule("(= (set.complement ?s) (set.complement ?t))", "(= ?s ?t)"),
        rule("(set.choose (set.singleton ?x))", "?x"),
        rule("(set.card (set.singleton ?x))", "1"),
        rule("(member ?x (singleton ?y))", "(= ?x ?y)"),
        rule("(member ?x (complement ?s))", "(not (member ?x ?s))"),
        rule("(complement (complement ?s))", "?s"),
        rule("(setminus ?s (setminus ?s ?t))", "(intersection ?s ?t)"),
        rule("(subset ?s ?t)", "(= ?s ?t)"),
        rule("(subset (singleton ?x) ?s)", "(member ?x ?s)"),
        rule("(= (singleton ?x) (singleton ?y))", "(= ?x ?y)"),
        rule("(choose (singleton ?x))", "?x"),
    ],
);
