//! The elements that a search takes out together.

use super::world::{case, erasing, filtered, unfiltered};
use smelt::language::{Filter, Judgement, TestCase};
use smelt::search::{Admission, Elements, Source};
use smelt::tree::{Edit, Node};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A filter that counts what it does.
#[derive(Debug)]
struct Counting {
    filter: Arc<dyn Filter>,
    looked_at: AtomicUsize,
}

impl Filter for Counting {
    fn why_ill_formed(&self, case: &TestCase) -> Option<String> {
        self.filter.why_ill_formed(case)
    }

    fn faulty_nodes(&self, case: &TestCase) -> Vec<Node> {
        self.filter.faulty_nodes(case)
    }

    fn judge(&self, base: &TestCase, edit: &Edit) -> Judgement {
        let judgement = self.filter.judge(base, edit);
        self.looked_at
            .fetch_add(judgement.looked_at, Ordering::Relaxed);
        judgement
    }
}

/// A deep sum over a function that is not declared. A known sort anywhere in it becomes the sort of all around it.
fn deep(depth: usize) -> TestCase {
    let (open, close) = ("(+ 1 ".repeat(depth), ")".repeat(depth));
    case(&format!(
        "(declare-const x Int)(assert (= 0 (f {open}(g x){close})))"
    ))
}

/// How many elements are joinable of how many, and how many cells were looked at to tell.
fn joinable(case: &TestCase) -> (usize, usize, usize) {
    joinable_of(case, &Elements::new(erasing(), Source::Below))
}

/// The same for these elements.
fn joinable_of(case: &TestCase, elements: &Elements) -> (usize, usize, usize) {
    let counting = filtered(case).filter.clone().map(|filter| Counting {
        filter,
        looked_at: AtomicUsize::new(0),
    });
    let counting = counting.map(Arc::new);
    let admission = Admission {
        filter: counting.clone().map(|filter| filter as Arc<dyn Filter>),
        ..Admission::clone(&unfiltered())
    };
    let nodes = elements.nodes(case);
    let all = nodes.len();
    let joinable = elements.joinable(&admission, case, nodes).len();
    let looked_at = counting.map_or(0, |filter| filter.looked_at.load(Ordering::Relaxed));
    (joinable, all, looked_at)
}

/// The elements behind the first ones of the list that has this token.
fn siblings(case: &TestCase, token: &str, skip: usize) -> Elements {
    let tree = case.tree();
    let mut nodes = 0..tree.end();
    let node = nodes.find(|&node| !tree.is_list(node) && tree.bytes(node) == token.as_bytes());
    let list = case.parent(node.expect("the token"));
    let elements = tree.children(list).skip(skip).map(|node| case.id(node));
    Elements::new(erasing(), Source::These(elements.collect()))
}

#[test]
fn the_edits_of_a_list_are_judged_one_by_one_up_to_a_limit_only() {
    let (joinable_of_few, few, _) = joinable(&deep(100));
    assert_eq!((joinable_of_few, few), (200, 312), "a head may not go");
    let first = joinable(&deep(2000));
    let (joinable_of_many, many, looked_at) = first;
    assert!((2_000_000..10_000_000).contains(&looked_at), "{looked_at}");
    assert!(
        2 * 2000 < joinable_of_many && joinable_of_many < many,
        "{first:?}"
    );
    assert_eq!(joinable(&deep(2000)), first);
}

#[test]
fn of_very_many_binders_those_that_are_used_are_found_by_few_looks_at_all() {
    let n = 2_000;
    let all = |binder: fn(usize) -> String| (0..n).map(binder).collect::<String>();
    let texts = [
        format!(
            "(let ({}) (= b1 (f b7) b1999))",
            all(|k| format!("(b{k} (+ x {k}))"))
        ),
        format!(
            "(let ({}) (= b1 (f b7) b1999))",
            all(|k| format!("(b{k} (g x {k}))"))
        ),
        format!(
            "(forall ({}) (= b1 (f b7) b1999))",
            all(|k| format!("(b{k} Int)"))
        ),
        format!(
            "(h (lambda ({}) (= b1 (f b7) b1999)))",
            all(|k| format!("(b{k} Int)"))
        ),
    ];
    for text in texts {
        let case = case(&format!("(declare-const x Int)(assert {text})"));
        let tree = case.tree();
        let mut nodes = 0..tree.end();
        let first = nodes
            .find(|&node| tree.bytes(node) == b"b0")
            .expect("a binder");
        let binders = case.tree().children(case.parent(case.parent(first)));
        let binders = Source::These(binders.map(|node| case.id(node)).collect());
        let (joinable, all, looked_at) = joinable_of(&case, &Elements::new(erasing(), binders));
        assert_eq!((joinable, all), (n - 3, n), "all but those that are used");
        assert!(looked_at < 2000 * n, "{looked_at}");
    }
}

#[test]
fn the_operands_of_a_very_long_sum_of_reals_are_judged_together() {
    let n = 2_000;
    let operands = " (* r 2.5)".repeat(n);
    for first in ["r", "(f r)"] {
        let text = format!("(declare-const r Real)(assert (< 0.0 (+ {first}{operands} (f r))))");
        let case = case(&text);
        let (joinable, all, looked_at) = joinable_of(&case, &siblings(&case, "+", 2));
        assert_eq!(joinable, all);
        assert!(looked_at < 100 * n, "{looked_at} {first}");
    }
}
