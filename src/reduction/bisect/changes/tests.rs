//! Every list of builds with one change, some that cannot be known, and texts that disagree.

use super::{About, Bisection, Change, Kind, Standing};
use Standing::{Bad, Good, Skipped};

/// Looks for a change where builds do this on the minimized text and on the original; returns it and how often was
/// asked.
fn find(
    builds: (&[Standing], &[Standing]),
    known: Option<usize>,
    kind: Kind,
) -> (Option<Change>, usize, Bisection) {
    let (minimized, original) = builds;
    let mut bisection = Bisection::of(original.len(), !minimized.is_empty());
    if let Some(known) = known {
        bisection.put(known, About::Minimized, Bad);
        bisection.put(known, About::Original, Bad);
    }
    let mut asked = Vec::new();
    let mut ask = |build: usize, about: About| -> Result<Standing, ()> {
        assert!(!asked.contains(&(build, about)), "{build} is asked twice");
        asked.push((build, about));
        Ok(match about {
            About::Minimized => minimized[build],
            About::Original => original[build],
        })
    };
    let found = bisection.find(kind, &mut ask).expect("no error");
    (found, asked.len(), bisection)
}

/// Builds of which those from `from` up to `to` are bad.
fn bad_in(builds: usize, from: usize, to: usize) -> Vec<Standing> {
    (0..builds)
        .map(|build| {
            if (from..to).contains(&build) {
                Bad
            } else {
                Good
            }
        })
        .collect()
}

/// The change that is to be found: where the failure began, or else where it was fixed.
fn expected(builds: usize, from: usize, to: usize, kind: Kind) -> Option<Change> {
    let began = from.checked_sub(1).map(|good| Change {
        kind: Kind::Began,
        good,
        bad: from,
    });
    let fixed = (to < builds).then(|| Change {
        kind: Kind::Fixed,
        good: to,
        bad: to - 1,
    });
    match kind {
        Kind::Began => began.or(fixed),
        Kind::Fixed => fixed,
    }
}

#[test]
fn a_change_among_ten_builds_is_found_and_confirmed_by_at_most_six_runs() {
    for builds in 1..=10 {
        for from in 0..builds {
            for to in from + 1..=builds {
                let does = bad_in(builds, from, to);
                for known in from..to {
                    for kind in [Kind::Began, Kind::Fixed] {
                        let (found, asked, bisection) = find((&does, &does), Some(known), kind);
                        let what = format!("{builds} builds, {from} to {to}, {known}, {kind:?}");
                        assert_eq!(found, expected(builds, from, to, kind), "{what}");
                        assert!(asked <= 6, "{asked} runs: {what}");
                        let ends = found.map(|found| [found.good, found.bad]);
                        for end in ends.into_iter().flatten() {
                            assert!(bisection.on(end, About::Original).is_some(), "{what}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn without_a_known_bad_build_one_is_looked_for_and_a_file_needs_no_confirmation() {
    for from in 0..10 {
        let does = bad_in(10, from, 10);
        let (found, asked, _) = find((&[], &does), None, Kind::Began);
        assert_eq!(found, expected(10, from, 10, Kind::Began), "from {from}");
        assert!(asked <= 6, "{asked} runs from {from}");
    }
    // A bad build in the middle is found, too.
    let does = bad_in(10, 3, 4);
    let (found, ..) = find((&[], &does), None, Kind::Began);
    assert_eq!(found, expected(10, 3, 4, Kind::Began));
    // If none is bad, each is asked once.
    let (found, asked, _) = find((&[], &[Good; 7]), None, Kind::Began);
    assert_eq!((found, asked), (None, 7));
    assert_eq!(find((&[], &[]), None, Kind::Began).0, None);
}

#[test]
fn builds_that_cannot_be_known_are_passed_over_and_stay_between_the_ends() {
    let does = [Skipped, Good, Good, Skipped, Skipped, Bad, Bad, Skipped];
    let (found, _, bisection) = find((&does, &does), Some(6), Kind::Began);
    let change = Change {
        kind: Kind::Began,
        good: 2,
        bad: 5,
    };
    assert_eq!(found, Some(change));
    assert_eq!(bisection.changes(), [change]);
    let (found, ..) = find((&[Skipped; 4], &[Skipped; 4]), None, Kind::Began);
    assert_eq!(found, None);
}

#[test]
fn where_the_texts_disagree_the_original_is_right() {
    let minimized = bad_in(10, 2, 10);
    for from in 0..9 {
        let original = bad_in(10, from, 10);
        let (found, ..) = find((&minimized, &original), Some(9), Kind::Began);
        // Two texts that agree about all builds that were asked cannot be told apart.
        let wanted = expected(10, from, 10, Kind::Began);
        if from > 0 {
            assert_eq!(found, wanted, "from {from}");
        }
    }
}

#[test]
fn several_changes_are_seen_where_runs_show_them() {
    let mut bisection = Bisection::of(6, false);
    for (build, standing) in [(0, Bad), (2, Good), (3, Skipped), (5, Bad)] {
        bisection.put(build, About::Original, standing);
    }
    let kinds: Vec<_> = bisection
        .changes()
        .iter()
        .map(|change| (change.kind, change.good, change.bad))
        .collect();
    assert_eq!(kinds, [(Kind::Fixed, 2, 0), (Kind::Began, 2, 5)]);
}
