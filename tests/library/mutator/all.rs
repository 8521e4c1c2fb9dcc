//! What holds of all mutators, on a bundle of odd texts.

use super::support::{case, first};
use crate::hostile::smtlib_seeds::SMTLIB;
use smelt::language::TestCase;
use smelt::language::smtlib::parse;
use smelt::mutator::{MUTATORS, Mutator, Proposals, mutator};
use smelt::tree::{Edit, Node};
use std::collections::HashSet;
use std::iter::once;

/// The texts, and the empty one.
fn texts() -> impl Iterator<Item = &'static [u8]> {
    once(&b""[..]).chain(SMTLIB.iter().copied())
}

fn everything() -> Vec<&'static Mutator> {
    let forms = MUTATORS.iter().flat_map(|mutator| mutator.forms());
    let forms = forms.map(|&(_, form)| form);
    MUTATORS.iter().copied().chain(forms).collect()
}

/// That an edit changes the text, applies, and leaves a tree that its text reads as.
fn check(case: &TestCase, edit: &Edit, what: &str) {
    let text = case.tree().spliced(edit);
    let shown = String::from_utf8_lossy(&text);
    assert_ne!(text, case.tree().text(), "{what} proposes the text itself");
    let edited = case.apply(edit);
    assert!(edited.tree().text() == text, "{what}: {shown}");
    let parsed = parse(&text).expect("a candidate is read");
    assert!(
        parsed.tree == *edited.tree(),
        "{what} reads otherwise: {shown}"
    );
}

#[test]
fn names_are_unique_and_kebab_case_and_descriptions_fit_a_line() {
    let mut names = HashSet::new();
    for mutator in MUTATORS {
        let (name, about) = (mutator.name(), mutator.profile().about);
        assert!(names.insert(name), "{name} twice");
        let kebab = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        assert!(name.bytes().all(kebab) && !name.starts_with('-'), "{name}");
        assert!(about.len() <= 79 && !about.ends_with('.'), "{name}");
        assert!(
            about.starts_with(|first: char| first.is_ascii_uppercase()),
            "{name}"
        );
    }
}

#[test]
fn a_mutator_is_found_by_its_name() {
    for expected in MUTATORS {
        let found = mutator(expected.name()).expect("it is listed");
        assert_eq!(found.profile(), expected.profile());
    }
    assert!(mutator("no-such-mutator").is_none());
}

#[test]
fn every_proposal_changes_the_text_applies_and_reads_back() {
    for text in texts() {
        let case = case(text);
        for mutator in everything() {
            for node in 0..case.tree().end() {
                check_node(&case, mutator, node);
            }
        }
    }
}

#[test]
fn exactly_the_proposals_that_do_not_shrink_the_text_are_pumps() {
    let mut wrong = Vec::new();
    for case in texts().map(case) {
        for mutator in MUTATORS {
            for node in 0..case.tree().end() {
                for proposal in mutator.proposals(&case, node) {
                    let (edit, name) = (&proposal.edit, mutator.name());
                    let is_smaller = case.apply(edit).is_smaller(&case);
                    assert_eq!(case.is_simplification(edit), is_smaller, "{name}: {edit:?}");
                    if proposal.is_pump == is_smaller {
                        let text = case.tree().spliced(edit);
                        wrong.push((name, String::from_utf8_lossy(&text).into_owned()));
                    }
                }
            }
        }
    }
    assert_eq!(wrong, []);
}

fn check_node(case: &TestCase, mutator: &Mutator, node: Node) {
    let what = format!("{} at node {node}", mutator.name());
    let edits = |proposals: Proposals<'_>| -> Vec<Edit> {
        proposals.map(|proposal| proposal.edit).collect()
    };
    let proposed = edits(mutator.proposals(case, node));
    assert!(proposed.is_empty() || mutator.applies(case, node), "{what}");
    assert_eq!(proposed, edits(mutator.proposals(case, node)), "{what}");
    let everywhere = edits(mutator.proposals_at_all_occurrences(case, node));
    for edit in proposed.iter().chain(&everywhere) {
        check(case, edit, &what);
    }
}

#[test]
fn the_first_proposals_of_all_nodes_can_be_made_at_once() {
    for text in texts() {
        let case = case(text);
        for mutator in everything() {
            let edits: Vec<Edit> = (0..case.tree().end())
                .filter_map(|node| first(mutator, &case, node))
                .collect();
            if !edits.is_empty() {
                check(&case, &Edit::join(case.tree(), &edits), mutator.name());
            }
        }
    }
}

#[test]
fn deep_nesting_neither_overflows_the_stack_nor_takes_quadratic_time() {
    let depth = 100_000;
    let nested =
        |open: &str, inner: &str| [&open.repeat(depth), inner, &")".repeat(depth)].concat();
    let texts = [
        nested("(", ""),
        ["(assert ", &nested("(not ", "true"), ")"].concat(),
        ["(assert ", &nested("(let ((x true)) ", "x"), ")"].concat(),
        ["(assert ", &nested("(! ", "true"), ")"].concat(),
    ];
    for text in &texts {
        let case = case(text);
        for mutator in everything() {
            let edits: Vec<Edit> = (0..case.tree().end())
                .filter(|&node| mutator.applies(&case, node))
                .take(2)
                .chain(case.tree().end() - 2..case.tree().end())
                .filter_map(|node| first(mutator, &case, node))
                .collect();
            let joined = Edit::join(case.tree(), &edits);
            assert!(joined.is_empty() || case.tree().spliced(&joined) != case.tree().text());
        }
    }
}
