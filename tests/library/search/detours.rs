//! Detours find what no single simplification finds, and they come to an end.

use super::thorough;
use super::world::{case, deep_search, deepen, single_simplifications, strategize};
use proptest::prelude::{ProptestConfig, prop_assert, proptest};
use smelt::search::{Fed, Search};
use std::hash::{DefaultHasher, Hash, Hasher};

const DIVISION: &str =
    "(declare-const b Int)(declare-const c Int)(assert (= 1 (div 0 b)))(assert (< b c))(check-sat)";

/// A defect in divisions whose operands are not both zero: only if the zero becomes a one first, the variable can go.
fn divides(text: &str) -> bool {
    [
        "(div 0 a)",
        "(div 0 b)",
        "(div 1 a)",
        "(div 1 b)",
        "(div 1 0)",
    ]
    .iter()
    .any(|kept| text.contains(kept))
}

#[test]
fn a_detour_leads_over_a_text_that_is_not_smaller() {
    for strategy in thorough() {
        let name = strategy.name;
        let direct = strategize(name, DIVISION, &divides).text;
        assert!(direct.contains("Int"), "{name}: {direct}");
        let deep = deepen(name, 400, DIVISION, &divides).text;
        assert!(deep.contains("(div 1 0)"), "{name}: {deep}");
        assert!(!deep.contains("Int"), "{name}: {deep}");
    }
}

#[test]
fn detours_ask_no_more_questions_than_they_may() {
    for strategy in thorough() {
        let name = strategy.name;
        let minimal = strategize(name, DIVISION, &divides).text;
        let is_minimal = |text: &str| text == minimal;
        let direct = strategize(name, &minimal, &is_minimal);
        for most in [1, 7, 20] {
            let deep = deepen(name, most, &minimal, &is_minimal);
            let more = deep.asked.len() - direct.asked.len();
            assert!(more <= most, "{name}: {more} of {most}");
        }
    }
}

#[test]
fn no_text_that_a_detour_comes_to_is_accepted_unless_it_is_smaller_or_the_shortest() {
    for strategy in thorough() {
        let deep = deepen(strategy.name, 400, DIVISION, &divides);
        let mut previous = case(DIVISION);
        let mut shortest = DIVISION.len();
        for text in &deep.accepted {
            let next = case(text);
            let is_shortest = text.len() < shortest;
            let is_result = is_shortest || next.is_smaller(&previous);
            assert!(is_result, "{}: {text}", strategy.name);
            shortest = shortest.min(text.len());
            previous = next;
        }
    }
}

#[test]
fn a_question_stays_the_same_until_it_is_answered() {
    for strategy in thorough() {
        let minimal = case(&strategize(strategy.name, DIVISION, &divides).text);
        let mut search = deep_search(strategy.name, 400, &minimal);
        let mut asked = 0;
        let text = |search: &mut dyn Search| search.next(&minimal)?.text();
        while let Some(candidate) = search.next(&minimal) {
            assert_eq!(text(&mut *search), candidate.text(), "{}", strategy.name);
            search.feed(&Fed::Uninteresting);
            asked += 1;
        }
        assert!(asked > 20, "{}: {asked}", strategy.name);
    }
}

/// Interesting or not, as if by chance, but always the same for the same text.
fn by_chance(text: &str, seed: u64) -> bool {
    let mut hasher = DefaultHasher::new();
    (text, seed).hash(&mut hasher);
    text.contains("div") && hasher.finish().is_multiple_of(3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_deep_search_ends_at_a_1_minimal_text_whatever_the_solver_does(seed in 0_u64..1_000_000) {
        let interesting = |text: &str| by_chance(text, seed);
        for strategy in thorough().filter(|strategy| strategy.proof.is_some()) {
            let name = strategy.name;
            let ended = deepen(name, 200, DIVISION, &interesting);
            for (by, simpler) in single_simplifications(DIVISION, &ended.text) {
                let is_known = !interesting(&simpler);
                prop_assert!(is_known, "{}: {} makes `{}` of `{}`", name, by, simpler, ended.text);
            }
        }
    }
}
