//! The elements that a search takes out together.

use super::world::{case, erasing, filtered, unfiltered};
use smelt::language::{Filter, Judgement, TestCase};
use smelt::search::{Admission, Among, Items};
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
    let counting = filtered(case).filter.clone().map(|filter| Counting {
        filter,
        looked_at: AtomicUsize::new(0),
    });
    let counting = counting.map(Arc::new);
    let admission = Admission {
        filter: counting.clone().map(|filter| filter as Arc<dyn Filter>),
        ..Admission::clone(&unfiltered())
    };
    let items = Items::new(erasing(), Among::Below);
    let elements = items.elements(case);
    let joinable = items.joinable(&admission, case, &elements).len();
    let looked_at = counting.map_or(0, |filter| filter.looked_at.load(Ordering::Relaxed));
    (joinable, elements.len(), looked_at)
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
