//! The semantic analysis of SMT-LIB: scopes, sorts, the well-formedness filter.

mod agreement;
mod answer_sets;
mod edited;
mod filter;
#[path = "../../benchmarks/judging/generated.rs"]
mod generated;
mod grammars;
mod hints;
mod levels;
mod linear;
mod operators;
mod printed;
#[path = "../../benchmarks/judging/random_edits.rs"]
mod random_edits;
mod scopes;
mod shapes;
mod sorts;
mod stop_point;
mod toy;
mod weights;

use smelt::language::TestCase;
use smelt::language::smtlib::{SmtLib, parse};
use smelt::mutator::Mutator;
use smelt::tree::{Edit, Node, ROOT};

/// The first proposal of a mutator at a node.
fn first(mutator: &Mutator, case: &TestCase, node: Node) -> Option<Edit> {
    let mut proposals = mutator.proposals(case, node);
    proposals.next().map(|proposal| proposal.edit)
}

/// The test case of a text that parses.
fn case(text: &str) -> TestCase {
    let parsed = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    TestCase::new(&SmtLib, parsed)
}

/// The `nth` node with this text.
fn find(case: &TestCase, text: &str, nth: usize) -> Node {
    let nodes = ROOT + 1..case.tree().end();
    let mut found = nodes.filter(|&node| case.tree().bytes(node) == text.as_bytes());
    found
        .nth(nth)
        .unwrap_or_else(|| panic!("`{text}` does not occur {} times", nth + 1))
}
