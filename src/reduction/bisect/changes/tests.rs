//! Every list of builds with one change, some that cannot be known, and texts that disagree.

use super::{About, Bisection, Change, Kind, Standing};
use Standing::{Bad, Good, Refuses, Skipped};

/// Looks for a change where builds do this on the minimized text and on the original; returns it and how often was
/// asked.
fn find(
    builds: (&[Standing], &[Standing]),
    known: Option<usize>,
    kind: Kind,
) -> (Option<Change>, usize, Bisection) {
    find_with(builds, known, kind, false)
}

/// As `find`, with an original that is short.
fn find_short(
    builds: (&[Standing], &[Standing]),
    known: usize,
) -> (Option<Change>, usize, Bisection) {
    find_with(builds, Some(known), Kind::Began, true)
}

fn find_with(
    builds: (&[Standing], &[Standing]),
    known: Option<usize>,
    kind: Kind,
    is_short: bool,
) -> (Option<Change>, usize, Bisection) {
    let (minimized, original) = builds;
    let mut bisection = Bisection::of(original.len(), !minimized.is_empty());
    if is_short {
        bisection.original_is_short();
    }
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
                    for (kind, is_short) in [
                        (Kind::Began, false),
                        (Kind::Fixed, false),
                        (Kind::Began, true),
                        (Kind::Fixed, true),
                    ] {
                        let (found, asked, bisection) =
                            find_with((&does, &does), Some(known), kind, is_short);
                        let what = format!(
                            "{builds} builds, {from} to {to}, {known}, {kind:?}, {is_short}"
                        );
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
fn old_builds_that_refuse_the_text_cost_no_run_each() {
    for refusing in 1..9 {
        for from in refusing..10 {
            let mut does = bad_in(10, from, 10);
            does[..refusing].fill(Refuses);
            for (minimized, is_short) in [(&[][..], false), (&does, false), (&does, true)] {
                let (found, asked, _) =
                    find_with((minimized, &does), Some(9), Kind::Began, is_short);
                let what = format!("{refusing} refuse, bad from {from}, {is_short}");
                let good = (from > refusing).then(|| from - 1);
                let wanted = good.map(|good| Change {
                    kind: Kind::Began,
                    good,
                    bad: from,
                });
                assert_eq!(found, wanted, "{what}");
                assert!(asked <= 6, "{asked} runs: {what}");
            }
        }
    }
}

#[test]
fn between_two_builds_that_say_nothing_all_are_asked_unless_both_refuse_the_text() {
    let skips = [
        Skipped, Good, Good, Good, Skipped, Skipped, Skipped, Skipped, Skipped, Bad,
    ];
    let (found, ..) = find((&[], &skips), Some(9), Kind::Began);
    assert_eq!(found.map(|found| found.good), Some(3));
    let refuses = skips.map(|does| if does == Skipped { Refuses } else { does });
    let (found, asked, bisection) = find((&[], &refuses), Some(9), Kind::Began);
    assert_eq!((found, asked), (None, 5));
    assert_eq!(bisection.on(1, About::Original), None);
}

#[test]
fn whatever_three_builds_do_a_pair_is_as_seen_and_one_that_was_seen_is_found() {
    const ALL: [Standing; 4] = [Bad, Good, Refuses, Skipped];
    let texts: Vec<[Standing; 3]> = (0..64)
        .map(|number| [ALL[number % 4], ALL[number / 4 % 4], ALL[number / 16]])
        .collect();
    let cases = texts.iter().flat_map(|minimized| {
        texts.iter().flat_map(move |original| {
            [
                (Kind::Began, false),
                (Kind::Began, true),
                (Kind::Fixed, false),
                (Kind::Fixed, true),
            ]
            .map(|how| (minimized, original, how))
        })
    });
    for (minimized, original, (kind, is_short)) in cases {
        let knowns = (0..3).filter(|&at| minimized[at] == Bad && original[at] == Bad);
        for known in knowns.map(Some).chain([None]) {
            let (found, _, bisection) = find_with((minimized, original), known, kind, is_short);
            let what = format!("{minimized:?}, {original:?}, {known:?}, {kind:?}, {is_short}");
            let changes = bisection.changes();
            match found {
                Some(found) => assert!(changes.contains(&found), "{found:?}: {what}"),
                None => assert!(changes.iter().all(|change| change.kind != kind), "{what}"),
            }
        }
    }
}

#[test]
fn a_build_that_crashes_otherwise_on_the_minimized_text_is_asked_about_the_original() {
    let minimized = [Bad, Skipped, Good, Good];
    let original = [Bad, Good, Good, Good];
    let (found, ..) = find((&minimized, &original), Some(0), Kind::Fixed);
    assert_eq!(found, expected(4, 0, 1, Kind::Fixed));
}

#[test]
fn what_refuses_only_the_minimized_text_is_found_by_the_original() {
    for (kind, known) in [(Kind::Began, 9), (Kind::Fixed, 0)] {
        for at in 1..10 {
            let (from, to) = match kind {
                Kind::Began => (at, 10),
                Kind::Fixed => (0, at),
            };
            let original = bad_in(10, from, to);
            // All take what the oldest and the newest build take.
            let mut minimized = [Refuses; 10];
            minimized[0] = original[0];
            minimized[9] = original[9];
            let (found, asked, bisection) = find((&minimized, &original), Some(known), kind);
            assert_eq!(found, expected(10, from, to, kind), "{kind:?} at {at}");
            let most = if kind == Kind::Began { 6 } else { 10 };
            assert!(asked <= most, "{asked} runs: {kind:?} at {at}");
            assert!(!bisection.disagree());
        }
    }
}

#[test]
fn where_only_the_minimized_text_says_something_it_is_asked() {
    let (found, ..) = find(
        (&[Good, Skipped, Bad], &[Refuses, Skipped, Bad]),
        Some(2),
        Kind::Began,
    );
    assert_eq!(found.map(|found| found.good), Some(0));
    let builds = (&[Bad, Good][..], &[Refuses, Good][..]);
    let (found, ..) = find_with(builds, None, Kind::Fixed, true);
    assert_eq!(found, expected(2, 0, 1, Kind::Fixed));
}

#[test]
fn a_short_original_is_asked_alone_until_it_says_nothing() {
    // The minimized text shows another bug, which makes no difference.
    let minimized = bad_in(10, 2, 10);
    let original = bad_in(10, 6, 10);
    let (found, asked, bisection) = find_short((&minimized, &original), 9);
    assert_eq!(found, expected(10, 6, 10, Kind::Began));
    assert!(asked <= 5, "{asked} runs");
    assert!(!bisection.disagree());
    // What refuses the original takes the minimized text, and the ends are confirmed where that can be.
    let mut original = bad_in(10, 6, 10);
    original[..4].fill(Refuses);
    let minimized = bad_in(10, 6, 10);
    let (found, asked, bisection) = find_short((&minimized, &original), 9);
    assert_eq!(found, expected(10, 6, 10, Kind::Began));
    assert!(asked <= 6, "{asked} runs");
    assert_eq!(bisection.on(5, About::Original), Some(Good));
    assert_eq!(bisection.on(6, About::Original), Some(Bad));
    // If none is good, the one next to the bad build is asked about the minimized text.
    let mut original = bad_in(10, 6, 10);
    original[..6].fill(Skipped);
    let (found, _, bisection) = find_short((&[&[Good; 6][..], &[Bad; 4]].concat(), &original), 9);
    assert_eq!(found, expected(10, 6, 10, Kind::Began));
    assert_eq!(bisection.on(5, About::Minimized), Some(Good));
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
