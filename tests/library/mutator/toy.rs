//! A mutator is a value that anybody can make, outside of the program too.

use smelt::mutator::{At, Mutator};
use smelt::tree::{Edit, Piece, Symbol};

/// `(- (- x))` → `x`
static REMOVE_DOUBLE_MINUS: Mutator = Mutator::smtlib("remove-double-minus", "arithmetic")
    .about("Remove two minus signs that cancel each other")
    .at(At::Head(b"-"))
    .edit(|case, node| {
        let tree = case.tree();
        let negated = |node| {
            let is_minus = tree.head(node)?.bytes() == b"-";
            (is_minus && tree.children(node).count() == 2).then_some(node + 2)
        };
        let term = negated(negated(node)?)?;
        Some(Edit::replace(tree, node, vec![Piece::Copy(term)]))
    });

/// `x` → `(- x)`
static ADD_MINUS: Mutator = Mutator::smtlib("add-minus", "arithmetic")
    .at(At::SortedTerm)
    .only(|case, node| case.tree().bytes(node) == b"x")
    .edits(|case, node| {
        let minus = Piece::Leaf(Symbol::of(b"-"));
        let with = vec![Piece::Open, minus, Piece::Copy(node), Piece::Close];
        Box::new(std::iter::once(Edit::replace(case.tree(), node, with)))
    })
    .judged();

#[test]
fn a_mutator_needs_a_function_and_a_line() {
    table! { REMOVE_DOUBLE_MINUS, "(declare-const x Int)";
        "a difference is no negation" { "(assert (= 0 (- (- x 1))))" at "(- (- x 1))" => [] }
        "two signs" { "(assert (= 0 (- (- x))))" at "(- (- x))" => ["(assert (= 0 x))"] }
    }
}

#[test]
fn what_lengthens_the_text_is_a_pump_of_a_mutator_that_is_judged() {
    pumps! { ADD_MINUS, "(declare-const x Int)";
        "another term" { "(assert (= 0 x))" at "0" => [] }
        "a term" { "(assert (= 0 x))" at "x" => ["(assert (= 0 (- x)))"] }
    }
}
