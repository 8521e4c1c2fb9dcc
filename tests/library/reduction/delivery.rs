//! What is delivered is a text that failed when it was run once more, or the file as it was.

use super::{FAILS, INPUT, World};
use smelt::event::{MutatorCounts, OneMinimal, Row, Status};

#[test]
fn the_result_is_delivered_and_described() {
    let world = World::of(INPUT, FAILS);
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert_eq!(world.delivered().trim(), "(check-sat)");
    assert_eq!(row.bytes_after, Some(world.delivered().len() as u64));
    assert_eq!(row.one_minimal, Some(OneMinimal::Known(true)));
    assert_eq!(row.runs, world.runs() as u64);
    assert_eq!(row.signature, row.signature_after);
}

#[test]
fn every_check_and_every_byte_is_some_mutators() {
    let mut world = World::of(INPUT, FAILS);
    world.options.mutators = vec!["-push-pop".into()];
    let row = world.reduce();
    let sum = |count: fn(&MutatorCounts) -> u64| row.mutators.iter().map(count).sum::<u64>();
    assert_eq!(sum(|mutator| mutator.checks), row.checks);
    assert_eq!(sum(|mutator| mutator.accepted), row.accepted);
    let runs = sum(|mutator| mutator.runs);
    assert!(
        runs > 0 && runs < row.runs,
        "golden and final runs are nobody's"
    );
    let removed: i64 = row
        .mutators
        .iter()
        .map(|mutator| mutator.bytes_removed)
        .sum();
    let gone = row.bytes_printed.zip(row.bytes_after);
    let gone = gone.map(|(before, after)| before - after);
    assert_eq!(gone, u64::try_from(removed).ok());
    let names: Vec<&str> = row
        .mutators
        .iter()
        .map(|mutator| &*mutator.mutator)
        .collect();
    assert_eq!(
        names,
        ["constants", "erase-node"],
        "the others propose nothing"
    );
}

#[test]
fn a_minimal_case_is_delivered_byte_for_byte() {
    let input = "; why\r\n(check-sat)\r\n";
    let world = World::of(input, FAILS);
    let row = world.reduce();
    assert_eq!(row.status, Status::AlreadyMinimal, "{row:#?}");
    assert_eq!(world.delivered(), input);
    assert_eq!(row.reduction_percent, Some(0.0));
    assert_eq!(row.signature_after, row.signature);
}

#[test]
fn a_result_that_stops_failing_is_never_delivered_but_a_larger_one_that_always_fails() {
    let whole = World::of(INPUT, FAILS);
    let result = {
        whole.reduce();
        whole.delivered()
    };
    // Fails on everything with `check-sat` but on the result when that is run again.
    let script = format!("if ! {{ again '{result}' && is '{result}'; }}; then {FAILS}; fi");
    let world = World::of(INPUT, &script);
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert_ne!(world.delivered(), result);
    assert!(world.delivered().contains("check-sat"));
    assert!(row.notes.contains("fail only sometimes"), "{row:#?}");
    assert!(row.signature_after.is_some());
}

#[test]
fn where_nothing_fails_any_more_the_original_is_delivered() {
    let whole = World::of(INPUT, FAILS);
    whole.reduce();
    let script = format!("if ! again '{}'; then {FAILS}; fi", whole.delivered());
    let world = World::of(INPUT, &script);
    let row = world.reduce();
    assert_eq!(row.status, Status::Flaky, "{row:#?}");
    assert_eq!(world.delivered(), INPUT);
    assert_eq!(row.bytes_after, Some(INPUT.len() as u64));
    assert_eq!((row.one_minimal, row.signature_after), (None, None));
}

#[test]
fn a_text_that_failed_its_re_check_is_never_delivered_though_it_fails_again_later() {
    let whole = World::of(INPUT, FAILS);
    whole.reduce();
    let result = whole.delivered();
    // Nothing fails for so many runs from the re-check on.
    for quiet in 1..8 {
        let script = format!(
            "if again '{result}'; then echo run >>\"$0.late\"; fi
if [ $(cat \"$0.late\" 2>/dev/null | wc -l) -gt {quiet} ] || [ ! -e \"$0.late\" ]; then {FAILS}; fi"
        );
        let world = World::of(INPUT, &script);
        let row = world.reduce();
        assert_ne!(world.delivered(), result, "{quiet} quiet runs: {row:#?}");
    }
}

/// A reduction with at most so many checks, by a solver that fails on each text with `check-sat` in its first run, and
/// on those of so many bytes or more in each run.
fn bounded(input: &str, most_checks: u64, bytes: usize) -> (World, Row) {
    let script = format!(
        "once=\"$0.$(cksum <\"$1\" | tr ' ' -)\"
if [ $(wc -c <\"$1\") -ge {bytes} ] || [ ! -e \"$once\" ]; then echo >\"$once\"; {FAILS}; fi"
    );
    let mut world = World::of(input, &script);
    world.options.max_checks = Some(most_checks);
    let row = world.reduce();
    (world, row)
}

#[test]
fn a_search_that_is_cut_short_never_delivers_more_bytes_than_the_original_has() {
    // Printing adds white space.
    let input = "(declare-const x Int)(assert(> x 0))(assert(< x 9))(check-sat)";
    let mut accepted = 0;
    for most_checks in 1..=8 {
        let (world, row) = bounded(input, most_checks, input.len());
        assert_eq!(world.delivered(), input, "{row:#?}");
        accepted += row.accepted;
    }
    assert!(accepted > 0);
}

#[test]
fn the_failure_of_an_earlier_text_that_a_search_which_is_cut_short_goes_back_to_is_told() {
    let printed = INPUT.replace("; a comment\n", "");
    let mut accepted = 0;
    for most_checks in 1..=8 {
        let (world, row) = bounded(INPUT, most_checks, printed.len());
        assert!(world.delivered().len() < INPUT.len(), "{row:#?}");
        assert!(row.signature.is_some(), "{row:#?}");
        assert_eq!(row.signature_after, row.signature, "{row:#?}");
        accepted += row.accepted;
    }
    assert!(accepted > 0);
}

#[test]
fn ddmin_does_not_claim_what_only_a_full_sweep_shows() {
    let mut world = World::of(INPUT, FAILS);
    world.options.strategy = Some("ddmin".into());
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert_eq!(row.one_minimal, Some(OneMinimal::Known(false)));
}

/// Two names that together fill more than a line.
fn two_names() -> String {
    format!("{} {}", "a".repeat(60), "b".repeat(60))
}

#[test]
fn an_indented_text_that_fails_is_delivered() {
    let input = format!("(assert (f {}))\n(check-sat)\n", two_names());
    let script = format!("if grep -q {} \"$1\"; then exit 9; fi", "b".repeat(60));
    let mut world = World::of(
        &input,
        &format!("if grep -q {} \"$1\"; then {script}; fi", "a".repeat(60)),
    );
    world.options.pretty = true;
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert!(!row.notes.contains("indented"), "{row:#?}");
    assert!(world.delivered().contains("\n  "), "{}", world.delivered());
}

#[test]
fn an_indented_text_that_does_not_fail_leaves_the_plain_one_with_a_note() {
    let input = format!("(assert (f {}))\n(check-sat)\n", two_names());
    let script = format!("if grep -q '{}' \"$1\"; then exit 9; fi", two_names());
    let mut world = World::of(&input, &script);
    world.options.pretty = true;
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert!(
        row.notes.contains("the indented text does not fail"),
        "{row:#?}"
    );
    assert!(world.delivered().contains(&two_names()));
    assert!(world.delivered().len() < input.len());
}

#[test]
fn an_output_that_cannot_be_written_fails_the_case_before_any_run() {
    let world = World::of(INPUT, FAILS);
    std::fs::write(world.path("file"), "").expect("a file");
    let row = world.reduce_to(&world.path("file/small.smt2"), &|_| ());
    assert_eq!(row.status, Status::Failed);
    assert!(row.detail.contains("cannot write"), "{row:#?}");
    assert_eq!(world.runs(), 0);
}
