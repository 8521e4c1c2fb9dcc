//! Floating-point numbers.

use super::rewrite::rules;
use super::toolkit::shape::is_form;
use super::toolkit::sort_text::{float_of_sort, name_of_float};
use crate::language::TestCase;
use crate::language::smtlib::Role;
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Symbol};

pub(crate) static MUTATORS: &[&Mutator] = &[&SHORT_SORT, &IDENTITIES];

/// `(_ FloatingPoint 8 24)` → `Float32`
pub static SHORT_SORT: Mutator = Mutator::smtlib("fp-short-sort", "fp")
    .about("Replace a floating-point sort by its short name")
    .at(At::Role(Role::Sort))
    .edit(|case, node| {
        let name = Piece::Leaf(short_name(case, node)?);
        Some(Edit::replace(case.tree(), node, vec![name]))
    });

fn short_name(case: &TestCase, node: Node) -> Option<Symbol> {
    let tree = case.tree();
    if !is_form(tree, node, b"_") {
        return None;
    }
    let (exponent, significand) = float_of_sort(tree, node)?;
    name_of_float(exponent, significand)
}

/// `(fp.neg (fp.neg x))` → `x`, `(fp.sub m x (fp.neg y))` → `(fp.add m x y)`, …
pub static IDENTITIES: Mutator = Mutator::smtlib("fp-identities", "fp")
    .about("Replace a floating-point term by a smaller equal one")
    .by(rules! {
        "(fp.neg (fp.neg ?x))" => "?x",
        "(fp.abs (fp.neg ?x))" => "(fp.abs ?x)",
        "(fp.sub ?m ?x (fp.neg ?y))" => "(fp.add ?m ?x ?y)",
        "(fp.add ?m ?x (fp.neg ?y))" => "(fp.sub ?m ?x ?y)",
        "(fp.mul ?m (fp.neg ?x) (fp.neg ?y))" => "(fp.mul ?m ?x ?y)",
        "(fp.div ?m (fp.neg ?x) (fp.neg ?y))" => "(fp.div ?m ?x ?y)",
        "(fp.roundToIntegral ?m (fp.roundToIntegral ?n ?x))" => "(fp.roundToIntegral ?n ?x)",
        "(fp.isNegative (fp.neg ?x))" => "(fp.isPositive ?x)",
        "(fp.isPositive (fp.neg ?x))" => "(fp.isNegative ?x)",
        "(= (fp.neg ?x) (fp.neg ?y))" => "(= ?x ?y)",
        "(fp.eq (fp.neg ?x) (fp.neg ?y))" => "(fp.eq ?x ?y)",
        "(fp.eq ?x ?y)" => "(= ?x ?y)",
    });
