//! Floating-point numbers.

use super::rewrite::{Rewrite, rule};
use super::shape::is_form;
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// The sorts that have a name.
const NAMED: [(&[u8], &[u8]); 4] = [
    (b"(_ FloatingPoint 5 11)", b"Float16"),
    (b"(_ FloatingPoint 8 24)", b"Float32"),
    (b"(_ FloatingPoint 11 53)", b"Float64"),
    (b"(_ FloatingPoint 15 113)", b"Float128"),
];

/// `(_ FloatingPoint 8 24)` → `Float32`
pub struct ShortSort;

impl Mutator for ShortSort {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "fp-short-sort",
                "Replace a floating-point sort by its short name",
                "fp",
                &[(Pass::Terms, 39)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        short_name(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let name = short_name(case, node);
        simplifications(name.map(|name| Edit::replace(case.tree(), node, vec![Piece::Leaf(name)])))
    }
}

fn short_name(case: &TestCase, node: Node) -> Option<Symbol> {
    let tree = case.tree();
    if !is_form(tree, node, b"_") || analysis(case).role(node) != Role::Sort {
        return None;
    }
    let mut named = NAMED.iter();
    let (_, name) = named.find(|(sort, _)| *sort == tree.bytes(node))?;
    Some(Symbol::of(name))
}

/// `(fp.neg (fp.neg x))` → `x`, `(fp.sub m x (fp.neg y))` → `(fp.add m x y)`, …
pub static IDENTITIES: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "fp-identities",
        "Replace a floating-point term by a smaller equal one",
        "fp",
        &[(Pass::Terms, 39)],
    ),
    &[
        rule("(fp.neg (fp.neg ?x))", "?x"),
        rule("(fp.abs (fp.neg ?x))", "(fp.abs ?x)"),
        rule("(fp.sub ?m ?x (fp.neg ?y))", "(fp.add ?m ?x ?y)"),
        rule("(fp.add ?m ?x (fp.neg ?y))", "(fp.sub ?m ?x ?y)"),
        rule("(fp.mul ?m (fp.neg ?x) (fp.neg ?y))", "(fp.mul ?m ?x ?y)"),
        rule("(fp.div ?m (fp.neg ?x) (fp.neg ?y))", "(fp.div ?m ?x ?y)"),
        rule(
            "(fp.roundToIntegral ?m (fp.roundToIntegral ?n ?x))",
            "(fp.roundToIntegral ?n ?x)",
        ),
        rule("(fp.isNegative (fp.neg ?x))", "(fp.isPositive ?x)"),
        rule("(fp.isPositive (fp.neg ?x))", "(fp.isNegative ?x)"),
        rule("(= (fp.neg ?x) (fp.neg ?y))", "(= ?x ?y)"),
        rule("(fp.eq (fp.neg ?x) (fp.neg ?y))", "(fp.eq ?x ?y)"),
        rule("(fp.eq ?x ?y)", "(= ?x ?y)"),
    ],
);
