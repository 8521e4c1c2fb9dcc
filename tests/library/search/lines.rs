//! Every strategy works on a language of which nothing is known.

use super::world::World;
use proptest::prelude::*;
use smelt::language::{FailurePlace, Language, Lines, Syntax, TestCase};
use smelt::mutator::{MUTATORS, Mutator};
use smelt::search::{
    Admission, Cancellation, Driver, MINIMISERS, MinimiserEntry, Plan, STRATEGIES, Strategy,
    minimiser,
};
use std::sync::Arc;

fn reduce(
    strategy: &Strategy,
    minimiser: Option<&'static MinimiserEntry>,
    text: &[u8],
    interesting: &dyn Fn(&str) -> bool,
) -> (String, u64) {
    let understands = |mutator: &&'static Mutator| mutator.profile().understands(Lines.name());
    let search = |may_lengthen| {
        strategy.search(&Plan {
            language: &Lines,
            mutators: MUTATORS.iter().copied().filter(understands).collect(),
            minimiser,
            named: Vec::new(),
            last_round: Vec::new(),
            stages: None,
            phases: smelt::search::PHASES.collect(),
            admission: Arc::new(Admission {
                filter: None,
                with_unused: None,
                may_lengthen,
                cancelled: Cancellation::default(),
                in_parallel: true,
            }),
            is_quick: false,
            detours: 0,
            failure: FailurePlace::default(),
            known: Arc::default(),
            is_refuted: false,
        })
    };
    let parsed = Lines.parse(text).expect("lines are always read");
    let case = TestCase::new(&Lines, parsed);
    let mut driver = Driver::new(case, World::new(interesting));
    let Ok(()) = driver.converge(&search);
    let left = String::from_utf8_lossy(driver.current.tree().text()).into_owned();
    (left, driver.tally.checks)
}

#[test]
fn every_strategy_and_minimiser_leaves_the_lines_that_matter() {
    let line = |n| format!("line {n} ( \" ;\n");
    let text: String = (0..500).map(line).collect();
    let interesting = |text: &str| {
        ["line 7 ", "line 333 "]
            .iter()
            .all(|line| text.contains(line))
    };
    for strategy in STRATEGIES {
        for minimiser in MINIMISERS {
            // After a minimiser, deltaasp tries no single lines.
            if strategy.name == "deltaasp" && Some(minimiser.name) != strategy.minimiser {
                continue;
            }
            let (left, checks) = reduce(strategy, Some(minimiser), text.as_bytes(), &interesting);
            let what = format!("{} with {}", strategy.name, minimiser.name);
            assert_eq!(left, "line 7 ( \" ;\nline 333 ( \" ;\n", "{what}");
            let expected = if minimiser.name == "obo" && strategy.name != "hierarchical" {
                200..600
            } else {
                0..100
            };
            assert!(expected.contains(&checks), "{what}: {checks}");
        }
    }
}

/// The minimiser that a strategy uses unless another one is given.
fn minimiser_of(strategy: &Strategy) -> Option<&'static MinimiserEntry> {
    strategy.minimiser.and_then(minimiser)
}

#[test]
fn empty_lines_and_equal_lines_are_lines_like_others() {
    let interesting = |text: &str| text.lines().filter(|line| line.is_empty()).count() >= 2;
    for strategy in STRATEGIES {
        let (left, _) = reduce(
            strategy,
            minimiser_of(strategy),
            b"a\n\nb\n\n\nb\n",
            &interesting,
        );
        assert_eq!(left, "\n\n", "{}", strategy.name);
    }
}

proptest! {
    #[test]
    fn any_bytes_are_lines_and_print_as_they_were(text in prop::collection::vec(any::<u8>(), 0..200)) {
        let parsed = Lines.parse(&text).expect("lines are always read");
        let case = TestCase::new(&Lines, parsed);
        prop_assert_eq!(case.text(), &text[..]);
        prop_assert_eq!(case.size().bytes, text.len() as u64);
        let again = case.read(case.text()).expect("lines are always read");
        prop_assert_eq!(again.tree(), case.tree());
    }

    #[test]
    fn an_edited_text_of_lines_is_what_its_text_reads_as(
        lines in prop::collection::vec("[ab]{0,2}", 1..12),
        gone in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        end in prop::sample::select(vec!["", "\n"]),
    ) {
        let text = lines.join("\n") + end;
        let parsed = Lines.parse(text.as_bytes()).expect("lines are always read");
        let case = TestCase::new(&Lines, parsed);
        let nodes: Vec<u32> = case.tree().children(0).collect();
        prop_assume!(!nodes.is_empty());
        let deletions = gone.iter().map(|index| smelt::tree::Edit::delete(case.tree(), *index.get(&nodes)));
        let edit = smelt::tree::Edit::join(case.tree(), deletions.collect::<Vec<_>>());
        let edited = case.apply(&edit);
        prop_assert_eq!(edited.text(), case.edited_text(&edit));
        prop_assert_eq!(edited.text().len(), case.edited_len(&edit));
        let read = case.read(edited.text()).expect("lines are always read");
        prop_assert_eq!(read.tree(), edited.tree());
    }
}
