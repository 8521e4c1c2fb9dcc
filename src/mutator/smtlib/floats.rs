//! Floating-point numbers.

use super::rewrite::rules;
use super::toolkit::pieces::words;
use super::toolkit::shape::is_form;
use super::toolkit::sort_text::{float_of_sort, name_of_float};
use super::toolkit::unused::with_unused;
use crate::language::TestCase;
use crate::language::smtlib::Role;
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Symbol, Tree};

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

/// `((_ to_fp 8 24) RNE x)` → `((_ to_fp 8 24) RNE (/ 0 0))`, where `x` is any number, bit-vector or variable: the
/// division by zero stands for any real number, and needs no declaration.
pub static FROM_REAL: Mutator = Mutator::smtlib("fp-from-real", "fp")
    .about("Convert an unknown real number to floating point, not something else")
    .at(At::Term)
    .only(|case, node| converted(case.tree(), node).is_some())
    .edit(|case, node| {
        let converted = converted(case.tree(), node)?;
        let edit = Edit::replace(case.tree(), converted, words(&["/", "0", "0"]));
        // What a large term leaves unused is not looked for at each term around it.
        let is_variable = !case.tree().is_list(converted);
        Some(if is_variable {
            with_unused(case, edit)
        } else {
            edit
        })
    })
    .judged();

/// What a term `((_ to_fp e s) mode x)` converts, unless that is an unknown number already.
fn converted(tree: &Tree, node: Node) -> Option<Node> {
    let head = tree.child(node, 0)?;
    let is_conversion = is_form(tree, head, b"_")
        && tree
            .child(head, 1)
            .is_some_and(|name| tree.bytes(name) == b"to_fp");
    let [_, _, converted] = tree.elements(node)?;
    let is_unknown = tree.bytes(converted) == b"(/ 0 0)";
    (is_conversion && !is_unknown).then_some(converted)
}

/// `(fp.neg (fp.neg x))` → `x`, `(fp.sub m x (fp.neg y))` → `(fp.add m x y)`, …
pub static IDENTITIES: Mutator = Mutator::smtlib("fp-identities", "fp")
    .about("Replace a floating-point term by a smaller one")
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
