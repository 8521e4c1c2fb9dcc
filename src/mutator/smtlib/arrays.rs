//! Arrays.

use super::rewrite::rules;
use crate::mutator::Mutator;

/// `(select (store a i v) i)` → `v`, `(select (store a i v) j)` → `(select a j)`, …
pub static IDENTITIES: Mutator = Mutator::smtlib("array-identities", "arrays")
    .about("Replace a read or a write of an array by a smaller one")
    .by(rules! {
        "(select (store ?a ?i ?v) ?i)" => "?v",
        "(select (store ?a ?i ?v) ?j)" => "(select ?a ?j)",
        "(select (store ?a ?i ?v) ?j)" => "?v",
        "(store (store ?a ?i ?v) ?j ?w)" => "(store ?a ?j ?w)",
        "(store ?a ?i (select ?a ?i))" => "?a",
        "(select ((as const ?s) ?v) ?i)" => "?v",
        "(store ((as const ?s) ?v) ?i ?v)" => "((as const ?s) ?v)",
        "(select (ite ?c ?a ?b) ?i)" => "(select ?a ?i)",
        "(select (ite ?c ?a ?b) ?i)" => "(select ?b ?i)",
        "(= ?a (store ?a ?i ?v))" => "(= ?v (select ?a ?i))",
        "(= (store ?a ?i ?v) (store ?b ?i ?v))" => "(= ?a ?b)",
        "(= (store ?a ?i ?v) (store ?a ?i ?w))" => "(= ?v ?w)",
        "(= (store ?a ?i ?v) (store ?a ?j ?v))" => "(= ?i ?j)",
    });
