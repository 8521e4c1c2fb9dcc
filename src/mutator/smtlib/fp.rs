//! Floating-point numbers.

use super::rewrite::{Rewrite, rule};
use super::shape::is_form;
use super::sort_text::{float_of_sort, name_of_float};
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `(_ FloatingPoint 8 24)` → `Float32`
pub struct ShortSort;

impl Mutator for ShortSort {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "fp-short-sort",
                "Replace a floating-point sort by its short name",
                "fp",
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
    let (exponent, significand) = float_of_sort(tree, node)?;
    name_of_float(exponent, significand)
}

/// `(fp.neg (fp.neg x))` → `x`, `(fp.sub m x (fp.neg y))` → `(fp.add m x y)`, …
pub static IDENTITIES: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "fp-identities",
        "Replace a floating-point term by a smaller equal one",
        "fp",
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
