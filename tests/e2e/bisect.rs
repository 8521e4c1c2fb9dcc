//! `smelt bisect`: the builds between which a failure began or was fixed, by few runs.

use crate::support::{Bench, INPUT, Ran};
use serde_json::Value;

/// A build of a made-up solver that prints its version and does this on a file. Each run is written to `runs`.
fn build(bench: &Bench, name: &str, version: &str, does: &str) {
    let runs = bench.path("runs");
    let says = if version.is_empty() {
        "exit 1".to_owned()
    } else {
        format!("echo 'Solver version {version} - 64 bit'; exit 0")
    };
    let text = format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then {says}; fi\necho {name} >> {}\n{does}\necho sat\n",
        runs.display()
    );
    bench.script(&format!("builds/{name}"), &text);
}

const FAILS: &str = "grep -q '> x 0' \"$1\" && { echo 'internal error: in the solver'; exit 134; }";

/// Ten builds of which those from `from` up to `to` fail. Their names do not show their order.
fn ten(bench: &Bench, from: usize, to: usize) {
    for nth in 0..10 {
        let does = if (from..to).contains(&nth) { FAILS } else { "" };
        build(
            bench,
            &format!("s{}", 19 - nth),
            &format!("1.{nth}.0"),
            does,
        );
    }
}

/// The runs so far, by the name of the build.
fn runs(bench: &Bench) -> Vec<String> {
    let text = std::fs::read_to_string(bench.path("runs")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn bisect(bench: &Bench, arguments: &[&str]) -> Ran {
    let fixed = ["bisect", "--builds", "builds", "--format", "json"];
    bench.smelt(&[&fixed[..], arguments].concat())
}

#[track_caller]
fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:#?}"))
}

/// The good build and the bad one.
#[track_caller]
fn ends(ran: &Ran) -> (String, String) {
    let found = json(ran);
    let name = |end: &str| found[end]["name"].as_str().unwrap_or_default().to_owned();
    (name("good"), name("bad"))
}

/// Reduces the case with this build, into `out`.
#[track_caller]
fn batch(bench: &Bench, name: &str) {
    bench.write("cases/a.smt2", INPUT);
    let solver = bench.path(&format!("builds/{name}"));
    let begin = ["batch", "cases", "--out", "out", "--cache", "s.db", "--"];
    let command = solver.to_string_lossy().into_owned();
    bench.smelt(&[&begin[..], &[&command]].concat()).exits(0);
}

#[test]
fn a_case_of_an_output_is_bisected_by_at_most_six_runs_and_asked_again_by_none() {
    let bench = Bench::new();
    ten(&bench, 4, 10);
    batch(&bench, "s11");
    let before = runs(&bench).len();
    let ran = bisect(&bench, &["out/a.smt2"]).exits(0);
    assert_eq!(ends(&ran), ("s16".into(), "s15".into()), "{ran:#?}");
    let made = runs(&bench).len() - before;
    assert!(made <= 6, "{made} runs: {ran:#?}");
    let found = json(&ran);
    assert_eq!(found["runs"].as_u64(), Some(made as u64));
    assert_eq!(found["confirmed"].as_bool(), Some(true));
    assert_eq!(found["ordered_by"].as_str(), Some("version"));
    assert_eq!(found["change"].as_str(), Some("began"));
    // By the path of the minimized file, and with answers of the store alone.
    let again = bisect(&bench, &["out/minimized/a.smt2"]).exits(0);
    assert_eq!(ends(&again), ends(&ran));
    assert_eq!(json(&again)["runs"].as_u64(), Some(0));
    assert_eq!(runs(&bench).len(), before + made);
}

#[test]
fn old_builds_that_refuse_an_option_cost_no_run_each() {
    let bench = Bench::new();
    ten(&bench, 6, 10);
    for nth in 0..4 {
        let refuses = "echo \"ERROR: invalid parameter, unknown module 'x'\"; exit 110";
        build(
            &bench,
            &format!("s{}", 19 - nth),
            &format!("1.{nth}.0"),
            refuses,
        );
    }
    batch(&bench, "s10");
    let ran = bisect(&bench, &["out/a.smt2"]).exits(0);
    assert_eq!(ends(&ran), ("s14".into(), "s13".into()), "{ran:#?}");
    let found = json(&ran);
    assert!(
        found["runs"].as_u64().is_some_and(|runs| runs <= 6),
        "{ran:#?}"
    );
    let is_idle = |build: &&Value| build["minimized"].is_null() && build["original"].is_null();
    let refusing = found["builds"].as_array().into_iter().flatten().take(4);
    assert!(refusing.filter(is_idle).count() >= 1, "{ran:#?}");
    assert_eq!(found["confirmed"].as_bool(), Some(true));
    assert_eq!(found["builds"][0]["original"].as_str(), Some("skipped"));
}

#[test]
fn a_build_that_cannot_be_started_is_named_and_passed_over() {
    let bench = Bench::new();
    ten(&bench, 4, 10);
    bench.write("case.smt2", INPUT);
    for (text, words) in [
        ("#!/nowhere/interpreter", "its interpreter"),
        ("no program", "neither a program nor a script"),
    ] {
        // They have no version, so the names decide, and the oldest build is asked.
        bench.script("builds/s0", text);
        bench.script("builds/s15", text);
        let options = ["--cache", "none", "case.smt2", "--", "builds/s11"];
        let ran = bisect(&bench, &options).exits(0);
        assert_eq!(ends(&ran), ("s16".into(), "s14".into()), "{ran:#?}");
        let oldest = &json(&ran)["builds"][0];
        assert_eq!(oldest["original"].as_str(), Some("skipped"), "{ran:#?}");
        let said = oldest["said"].as_str().unwrap_or_default();
        assert!(said.contains(words), "{ran:#?}");
    }
}

#[test]
fn under_a_rule_that_compares_no_failures_a_build_that_ends_well_is_good() {
    let bench = Bench::new();
    ten(&bench, 4, 10);
    bench.write("case.smt2", INPUT);
    let options = ["--ignore-output", "--cache", "none", "case.smt2"];
    let ran = bisect(&bench, &[&options[..], &["--", "builds/s11"]].concat()).exits(0);
    assert_eq!(ends(&ran), ("s16".into(), "s15".into()), "{ran:#?}");
    assert!(ran.out.contains("not this failure: exit 0"), "{ran:#?}");
}

#[test]
fn a_build_that_crashes_before_the_phrase_of_the_rule_is_not_good() {
    let bench = Bench::new();
    ten(&bench, 4, 10);
    build(
        &bench,
        "s16",
        "1.3.0",
        "echo 'internal error: another'; exit 134",
    );
    bench.write("case.smt2", INPUT);
    let options = ["--match-out", "in the solver", "--cache", "none"];
    let ran = bisect(
        &bench,
        &[&options[..], &["case.smt2", "--", "builds/s11"]].concat(),
    )
    .exits(0);
    assert_eq!(ends(&ran), ("s17".into(), "s15".into()), "{ran:#?}");
}

#[test]
fn under_a_rule_about_time_a_build_that_refuses_an_option_is_not_good() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let burns = "i=0; while [ $i -lt 2000000 ]; do i=$((i+1)); done";
    let refuses = "echo 'ERROR: unknown parameter x'; exit 1";
    for (nth, does) in ["", refuses, burns].into_iter().enumerate() {
        build(&bench, &format!("s{nth}"), &format!("1.{nth}.0"), does);
    }
    let options = ["--slower-than", "0.3", "--cache", "none", "case.smt2"];
    let ran = bisect(&bench, &[&options[..], &["--", "builds/s2"]].concat()).exits(0);
    assert_eq!(ends(&ran), ("s0".into(), "s2".into()), "{ran:#?}");
}

#[test]
fn of_a_case_on_several_builds_a_minimized_file_is_run_where_one_has_it() {
    let bench = Bench::new();
    ten(&bench, 4, 10);
    bench.write("cases/a.smt2", INPUT);
    let solver = bench.path("builds/s19").to_string_lossy().into_owned();
    let begin = ["batch", "cases", "--out", "out", "--cache", "s.db"];
    let builds = ["--builds", "builds/s19,builds/s11", "--", &solver];
    bench.smelt(&[&begin[..], &builds].concat()).exits(0);
    let ran = bisect(&bench, &["out/a.smt2"]).exits(0);
    assert_eq!(ends(&ran), ("s16".into(), "s15".into()), "{ran:#?}");
    assert_eq!(json(&ran)["confirmed"].as_bool(), Some(true));
}

#[test]
fn a_failure_as_old_as_the_oldest_build_is_told_by_where_it_was_fixed() {
    let bench = Bench::new();
    ten(&bench, 0, 7);
    batch(&bench, "s17");
    let before = runs(&bench).len();
    let ran = bisect(&bench, &["out/a.smt2"]).exits(0);
    assert_eq!(ends(&ran), ("s12".into(), "s13".into()));
    assert_eq!(json(&ran)["change"].as_str(), Some("fixed"));
    assert!(runs(&bench).len() - before <= 6);
    let text = bench
        .smelt(&["bisect", "--builds", "builds", "out/a.smt2"])
        .exits(0);
    assert!(
        text.out
            .contains("last bad build: s13 (confirmed on the original)"),
        "{text:#?}"
    );
    assert!(
        text.out.contains("first good build: s12 (confirmed"),
        "{text:#?}"
    );
}

#[test]
fn a_file_needs_no_result_and_fixed_looks_at_newer_builds() {
    let bench = Bench::new();
    ten(&bench, 2, 5);
    bench.write("case.smt2", INPUT);
    let command = ["--cache", "none", "case.smt2", "--", "builds/s15"];
    let ran = bisect(&bench, &command).exits(0);
    assert_eq!(ends(&ran), ("s18".into(), "s17".into()), "{ran:#?}");
    let ran = bisect(&bench, &[&["--fixed"], &command[..]].concat()).exits(0);
    assert_eq!(ends(&ran), ("s14".into(), "s15".into()), "{ran:#?}");
}

#[test]
fn builds_that_do_not_run_refuse_or_fail_otherwise_are_named_and_passed_over() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    build(&bench, "a", "1.0", "");
    build(
        &bench,
        "b",
        "1.1",
        "echo 'Error: unknown parameter foo'; exit 1",
    );
    build(
        &bench,
        "c",
        "1.2",
        "echo 'internal error: another'; exit 134",
    );
    build(&bench, "d", "1.3", FAILS);
    bench.write("builds/notes.txt", "no program");
    let ran = bisect(&bench, &["--cache", "none", "case.smt2"]).exits(0);
    assert_eq!(ends(&ran), ("a".into(), "d".into()), "{ran:#?}");
    let found = json(&ran);
    let said = |nth: usize| {
        found["builds"][nth]["said"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(said(1).contains("unknown parameter foo"), "{ran:#?}");
    assert!(said(2).contains("another way"), "{ran:#?}");
    assert_eq!(found["builds"][1]["original"].as_str(), Some("skipped"));
    ran.says(&["`notes.txt` is no build"]);
    let text = bench.smelt(&[
        "bisect",
        "--cache",
        "none",
        "--builds",
        "builds",
        "case.smt2",
    ]);
    assert!(
        text.out.contains("between them, and not known: b, c"),
        "{text:#?}"
    );
}

#[test]
fn builds_without_a_version_are_ordered_by_their_names_as_people_count() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    for (name, does) in [("s-9", ""), ("s-10", FAILS), ("s-11", FAILS)] {
        build(&bench, name, "", does);
    }
    let ran = bisect(&bench, &["--cache", "none", "case.smt2"]).exits(0);
    assert_eq!(ends(&ran), ("s-9".into(), "s-10".into()));
    assert_eq!(json(&ran)["ordered_by"].as_str(), Some("name"));
    ran.says(&["in the order of their names"]);
}

#[test]
fn a_directory_of_directories_and_a_list_name_builds_too() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    for (name, does) in [("x/old/bin/s", ""), ("x/new/s", FAILS)] {
        let text = format!("#!/bin/sh\n[ \"$1\" = --version ] && exit 1\n{does}\necho sat\n");
        bench.script(name, &text);
    }
    let options = [
        "bisect",
        "--cache",
        "none",
        "--builds",
        "x",
        "case.smt2",
        "--",
        "s",
    ];
    let ran = bench.smelt(&options).exits(0);
    // Their names say that `old` is the newer one.
    assert!(ran.out.contains("last bad build: new"), "{ran:#?}");
    let list = "x/old/bin/s,x/new/s";
    let ran = bench
        .smelt(&["bisect", "--cache", "none", "--builds", list, "case.smt2"])
        .exits(0);
    assert!(ran.out.contains("last good build"), "{ran:#?}");
}

#[test]
fn what_is_wrong_with_the_command_of_a_batch_is_not_said_of_this_call() {
    let bench = Bench::new();
    ten(&bench, 4, 10);
    batch(&bench, "s11");
    let of_corpus = |command: &str| {
        let text =
            format!("[solver.s]\ncommand = \"{command}\"\n[[case]]\nglob = '*'\nsolver = 's'\n");
        bench.write("cases/smelt.toml", text);
    };
    of_corpus("../builds/s12");
    let ran = bisect(&bench, &["out/a.smt2"]).exits(2);
    ran.says(&[
        "as its batch was called, with `smelt batch cases",
        "call the batch again",
    ]);
    of_corpus("cat {} | ../builds/s11");
    let piped = ["batch", "cases", "--out", "piped", "--cache", "s.db"];
    bench.smelt(&piped);
    let ran = bisect(&bench, &["piped/a.smt2"]).exits(2);
    ran.says(&[
        "the batch has the command `cat {} '|'",
        "give the command here",
    ]);
}

#[test]
fn no_change_and_wrong_calls_have_their_exit_codes() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    build(&bench, "a", "1.0", "");
    let one = bisect(&bench, &["--cache", "none", "case.smt2"]).exits(2);
    one.says(&["too few builds"]);
    build(&bench, "b", "1.1", "");
    let ran = bisect(&bench, &["--cache", "none", "case.smt2"]).exits(3);
    assert!(json(&ran)["change"].is_null(), "{ran:#?}");
    assert_eq!(json(&ran)["runs"].as_u64(), Some(2));
    bisect(&bench, &["missing.smt2"])
        .exits(2)
        .says(&["missing.smt2"]);
    bench
        .smelt(&["bisect", "--builds", "nowhere", "case.smt2"])
        .exits(2)
        .says(&["nowhere"]);
    bisect(&bench, &["--jobs", "2", "case.smt2"])
        .exits(2)
        .says(&["smelt bisect"]);
    bisect(&bench, &["--script", "x", "case.smt2"]).exits(2);
    let piped = ["case.smt2", "--", "cat", "{}", "|", "s"];
    bisect(&bench, &piped).exits(2).says(&["{build}"]);
}

#[test]
fn a_build_that_fails_with_fewer_seeds_than_asked_for_is_neither_good_nor_bad() {
    let bench = Bench::new();
    let fails_up_to = |most: u32| {
        format!(
            "for word; do case $word in --seed=*) seed=${{word#--seed=}};; *) file=$word;; esac; done\n\
             [ $seed -le {most} ] && grep -q '> x 0' $file && {{ echo 'internal error: in the solver'; exit 134; }}"
        )
    };
    for (nth, most) in [0, 0, 1, 1, 3].into_iter().enumerate() {
        build(
            &bench,
            &format!("s{nth}"),
            &format!("1.{nth}.0"),
            &fails_up_to(most),
        );
    }
    bench.write("a.smt2", INPUT);
    let solver = bench.path("builds/s4").to_string_lossy().into_owned();
    let options = ["--seeds", "5", "--at-least", "2", "--cache", "s.db"];
    let ran = bisect(
        &bench,
        &[&["a.smt2"], &options[..], &["--", &solver, "--seed={seed}"]].concat(),
    );
    assert_eq!(ends(&ran), ("s1".into(), "s4".into()), "{ran:#?}");
}
