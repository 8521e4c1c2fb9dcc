//! Arrays.

use super::rewrite::{Rewrite, rule};
use crate::mutator::Profile;

/// `(select (store a i v) i)` → `v`, `(select (store a i v) j)` → `(select a j)`, …
pub static IDENTITIES: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "array-identities",
        "Replace a read or a write of an array by a smaller one",
        "arrays",
    ),
    &[
        rule("(select (store ?a ?i ?v) ?i)", "?v"),
        rule("(select (store ?a ?i ?v) ?j)", "(select ?a ?j)"),
        rule("(select (store ?a ?i ?v) ?j)", "?v"),
        rule("(store (store ?a ?i ?v) ?j ?w)", "(store ?a ?j ?w)"),
        rule("(store ?a ?i (select ?a ?i))", "?a"),
        rule("(select ((as const ?s) ?v) ?i)", "?v"),
        rule("(store ((as const ?s) ?v) ?i ?v)", "((as const ?s) ?v)"),
        rule("(select (ite ?c ?a ?b) ?i)", "(select ?a ?i)"),
        rule("(select (ite ?c ?a ?b) ?i)", "(select ?b ?i)"),
        rule("(= ?a (store ?a ?i ?v))", "(= ?v (select ?a ?i))"),
        rule("(= (store ?a ?i ?v) (store ?b ?i ?v))", "(= ?a ?b)"),
        rule("(= (store ?a ?i ?v) (store ?a ?i ?w))", "(= ?v ?w)"),
        rule("(= (store ?a ?i ?v) (store ?a ?j ?v))", "(= ?i ?j)"),
    ],
);
