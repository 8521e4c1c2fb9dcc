//! Outputs that cannot be written, or not any more: a clear word, the documented exit code, and nothing lost.

use crate::mounts::in_own_mounts;
use crate::support::{Bench, INPUT};
use crate::two_nights::{FAILS, GREATER, after_a_first_night, build, night};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::process::Command;

const CASES: usize = 8;

/// So many cases that differ, and a solver that fails on each.
fn corpus(bench: &Bench) -> String {
    for nth in 0..CASES {
        bench.write(
            &format!("cases/case-{nth}.smt2"),
            format!("{INPUT}(get-info :c{nth})\n"),
        );
    }
    let text =
        "#!/bin/sh\nif grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n";
    bench.script("solver", text).to_string_lossy().into_owned()
}

/// Calls the program where no file may grow beyond so many blocks of 512 bytes. Its exit code, and what it said.
fn on_a_small_disk(bench: &Bench, blocks: usize, arguments: &[&str]) -> (Option<i32>, String) {
    limited(bench, &format!("ulimit -f {blocks}"), arguments)
}

/// Calls the program under a limit that a shell sets. Its exit code, and what it said.
fn limited(bench: &Bench, limit: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let script = format!("{limit}; exec \"$@\"");
    let ran = Command::new("/bin/sh")
        .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_smelt")])
        .args(arguments)
        .current_dir(bench.path("."))
        .output()
        .expect("a shell");
    (
        ran.status.code(),
        String::from_utf8_lossy(&ran.stderr).into_owned(),
    )
}

fn minimized(bench: &Bench, out: &str) -> Vec<Vec<u8>> {
    (0..CASES)
        .map(|nth| bench.read(&format!("{out}/minimized/case-{nth}.smt2")))
        .collect()
}

#[test]
fn a_batch_whose_disk_is_full_ends_with_3_and_goes_on_when_there_is_room() {
    let bench = Bench::new();
    let solver = corpus(&bench);
    let to = |out| {
        [
            "batch", "cases", "--out", out, "--cache", "none", "-j", "1", "--", &solver,
        ]
        .map(str::to_owned)
    };
    let full: Vec<String> = to("full").into();
    let full: Vec<&str> = full.iter().map(String::as_str).collect();
    let (code, said) = on_a_small_disk(&bench, 20, &full);
    assert_eq!(code, Some(3), "{said}");
    assert!(
        said.contains("cannot write") && said.contains("`ulimit -f`"),
        "{said}"
    );
    let begun = bench
        .text("full/journal.jsonl")
        .matches(r#""status":"reduced""#)
        .count();
    assert!((1..CASES).contains(&begun), "{begun} rows were written");
    assert!(!bench.path("full/results.csv.smelt-tmp").exists());
    assert!(
        bench.text("full/journal.jsonl").ends_with('\n'),
        "no half line"
    );

    let counts = std::fs::read_dir(bench.path("full/launches")).expect("a directory");
    assert!(
        counts.count() > 0,
        "the next run needs the count of runs of the case whose row was not written"
    );

    bench.smelt(&full).exits(0);
    let free: Vec<String> = to("free").into();
    bench
        .smelt(&free.iter().map(String::as_str).collect::<Vec<_>>())
        .exits(0);
    assert_eq!(minimized(&bench, "full"), minimized(&bench, "free"));
    let stable = |out| {
        bench
            .smelt(&["report", "--stable", "--format", "csv", out])
            .out
    };
    assert_eq!(
        stable("full"),
        stable("free"),
        "{}\n{}",
        bench.text("full/results.csv"),
        bench.text("free/results.csv")
    );
}

#[test]
fn the_chain_of_an_earlier_result_stays_where_the_row_of_the_next_one_cannot_be_written() {
    const BLOCKS: usize = 300;
    let (bench, solver, _) = after_a_first_night();
    let batch = night(&solver);
    let chains = || -> BTreeSet<OsString> {
        let entries = fs::read_dir(bench.path("out/chain/a.smt2")).expect("chains");
        let names = entries.map(|entry| entry.expect("a chain").file_name());
        names.collect()
    };
    let (first, journal) = (chains(), bench.text("out/journal.jsonl"));
    assert_eq!(first.len(), 1);
    let copied = Command::new("cp")
        .arg("-r")
        .args([bench.path("out"), bench.path("kept")])
        .status();
    assert!(copied.expect("cp").success());
    build(&bench, "two", GREATER, FAILS);
    bench.smelt(&batch).exits(0);
    assert!(chains().is_disjoint(&first), "it is no longer of use");
    let second = bench.text("out/journal.jsonl");
    let row = second.rfind("{\"event\":\"finished\"").expect("a row");
    fs::remove_dir_all(bench.path("out")).expect("an output");
    fs::rename(bench.path("kept"), bench.path("out")).expect("an output");
    // Empty lines mean nothing. With these, the row begins just before the limit.
    let empty = "\n".repeat(BLOCKS * 512 - 300 - row);
    bench.write("out/journal.jsonl", journal + &empty);
    let (code, said) = on_a_small_disk(&bench, BLOCKS, &batch);
    assert_eq!(code, Some(3), "{said}");
    assert!(chains().is_superset(&first));
    bench.smelt(&batch).exits(0);
    assert!(chains().is_disjoint(&first), "it is no longer of use");
}

#[test]
fn a_result_that_cannot_be_written_is_not_said_to_be_there() {
    let bench = Bench::new();
    // Nothing shrinks, so the original is delivered, which is longer than all that is asked.
    let comment = "; nothing\n".repeat(2000);
    bench.write("long/case.smt2", format!("{comment}(check-sat)\n"));
    let solver = bench.script("fails", "#!/bin/sh\ngrep -q check-sat \"$1\" && exit 9\n");
    let solver = solver.to_string_lossy();
    let batch = [
        "batch",
        "long",
        "--out",
        "out",
        "--cache",
        "none",
        "--allow-trivial",
        "--",
        &solver,
    ];
    let (code, said) = on_a_small_disk(&bench, 20, &batch);
    assert_eq!(code, Some(3), "{said}");
    let row = bench.row("out", "case.smt2");
    assert_eq!(
        (&*row["status"], &*row["bytes_after"]),
        ("failed", ""),
        "{row:#?}"
    );
    assert!(row["detail"].contains("cannot write"), "{row:#?}");

    let reduce = [
        "reduce",
        "--cache",
        "none",
        "--allow-trivial",
        "long/case.smt2",
        "small.smt2",
        &solver,
    ];
    let (code, said) = on_a_small_disk(&bench, 20, &reduce);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("cannot write `small.smt2`"), "{said}");
    assert!(said.contains("run the same command again"), "{said}");
    assert!(!bench.path("small.smt2").exists());
}

#[test]
fn a_trace_for_which_there_is_no_room_fails_the_case_and_leaves_the_best_result_and_whole_rows() {
    let bench = Bench::new();
    let needed = "(assert (> x 0))\n(check-sat)\n";
    bench.write(
        "case.smt2",
        format!("{needed}{}", "(assert x)\n".repeat(60)),
    );
    let text =
        "#!/bin/sh\nif grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n";
    let solver = bench.script("solver", text);
    let solver = solver.to_string_lossy();
    let options = ["reduce", "--cache", "none", "--trace", "--disable-all"];
    let search = ["--erase-node", "--strategy", "hierarchical"];
    let words = ["case.smt2", "small.smt2", &solver];
    let (code, said) = on_a_small_disk(&bench, 4, &[&options[..], &search, &words].concat());
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("cannot write the trace"), "{said}");
    let steps = bench.rows("small.smt2.smelt-trace.csv");
    let last = steps.last().expect("a row");
    assert!(steps.len() > 20 && !last["wall_seconds"].is_empty());
    let delivered = bench.read("small.smt2").len();
    let traced: usize = last["bytes"].parse().expect("a number");
    assert!(delivered < traced, "the text that could not be traced");
}

/// No user may make a file there, root neither.
#[test]
fn a_place_that_cannot_be_written_is_refused_before_anything_runs() {
    let bench = Bench::new();
    let solver = corpus(&bench);
    let not_ours = ["not written by smelt", "choose an output"];
    let unwritable = ["error: cannot open output", "choose another place"];
    for (out, words) in [
        ("/proc", &not_ours),
        ("/proc/out", &unwritable),
        ("case.smt2/out", &unwritable),
    ] {
        bench.write("case.smt2", INPUT);
        bench
            .smelt(&[
                "batch", "cases", "--out", out, "--cache", "none", "--", &solver,
            ])
            .exits(2)
            .says(words);
    }
    bench
        .smelt(&[
            "reduce",
            "--cache",
            "none",
            "case.smt2",
            "/proc/small.smt2",
            &solver,
        ])
        .exits(2)
        .says(&["error: cannot open output", "choose another place"]);
}

#[test]
fn an_output_below_a_directory_that_may_not_be_searched_is_refused_with_the_systems_reason() {
    let bench = Bench::new();
    let solver = corpus(&bench);
    let cases = bench.path("cases").to_string_lossy().into_owned();
    // Root may search all directories, unless it gives up its privileges.
    let script = "here=$PWD; mkdir closed; cd closed; chmod 0 \"$here/closed\"\n\
                  [ $(id -u) != 0 ] || set -- setpriv --bounding-set=-all \"$@\"\n\
                  \"$@\"; code=$?; chmod 700 \"$here/closed\"; exit $code";
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_smelt")]);
    command.args(["batch", &cases, "--out", "out", "--cache", "none", "--"]);
    let ran = bench.through(command.arg(&solver)).exits(2);
    ran.says(&["cannot open output", "Permission denied", "choose another"]);
}

#[test]
fn a_file_at_the_output_that_may_not_be_read_stays_and_nothing_runs() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.write("small.smt2", "precious");
    let runs = bench.path("runs");
    let text = format!("#!/bin/sh\necho run >>'{}'\nexit 9\n", runs.display());
    let solver = bench.script("solver", &text);
    // Root may read all files, unless it gives up its privileges.
    let script = "chmod 0 small.smt2\n\
                  [ $(id -u) != 0 ] || set -- setpriv --bounding-set=-all \"$@\"\n\
                  \"$@\"; code=$?; chmod 600 small.smt2; exit $code";
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_smelt")]);
    command.args(["reduce", "--cache", "none", "case.smt2", "small.smt2"]);
    let ran = bench.through(command.arg(&solver)).exits(3);
    ran.says(&["cannot write `small.smt2`", "read", "Permission denied"]);
    assert_eq!(bench.text("small.smt2"), "precious");
    assert!(!runs.exists());
}

#[test]
fn an_output_on_a_disk_that_is_only_read_is_refused_before_anything_runs() {
    let bench = Bench::new();
    let solver = corpus(&bench);
    bench
        .smelt(&["batch", "cases", "--out", "disk/made", "--", &solver])
        .exits(0);
    let script = "mount --bind -o ro disk disk\nexec \"$@\"\n";
    for out in ["disk/new", "disk/made"] {
        let batch = [
            "batch", "cases", "--out", out, "--cache", "none", "--", &solver,
        ];
        let Some(ran) = in_own_mounts(&bench, script, &batch) else {
            return;
        };
        let words = [
            "error: cannot open output",
            "Read-only file system",
            "choose another place",
        ];
        ran.exits(2).says(&words);
    }
    // What is there can be reported on.
    let report = ["report", "disk/made", "--format", "csv"];
    if let Some(ran) = in_own_mounts(&bench, script, &report) {
        assert_eq!(ran.exits(0).out, bench.text("disk/made/results.csv"));
    }
}

#[test]
fn a_solver_has_the_default_for_a_file_that_may_not_grow_whatever_smelt_does_about_it() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    // Where the signal is ignored or caught, the shell goes on to the next command.
    let text = "#!/bin/sh\ngrep -q '> x 0' \"$1\" || exit 0\nkill -XFSZ $$\nexit 0\n";
    let solver = bench.script("solver", text);
    bench.reduce("case.smt2", &solver).exits(0);
    assert!(bench.text("small.smt2").contains("> x 0"));
}

#[test]
fn a_limit_on_open_files_that_is_too_low_is_refused_with_the_number_that_is_needed() {
    for files in [5, 10, 14, 18, 24, 30, 39] {
        let bench = Bench::new();
        let solver = corpus(&bench);
        let batch = [
            "batch", "cases", "--out", "out", "--cache", "none", "--", &solver,
        ];
        let (code, said) = limited(&bench, &format!("ulimit -n {files}"), &batch);
        assert_eq!(code, Some(2), "{files}: {said}");
        let words = [&*format!("open files is {files}"), "at least 40"];
        assert!(
            words.iter().all(|word| said.contains(word)),
            "{files}: {said}"
        );
        assert!(!bench.path("out").exists());
    }
    let bench = Bench::new();
    let solver = corpus(&bench);
    let batch = ["batch", "cases", "--out", "out", "--", &solver];
    let (code, said) = limited(&bench, "ulimit -n 40; export HOME=$PWD", &batch);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_file_for_which_there_is_no_memory_is_an_error_and_no_abort() {
    let bench = Bench::new();
    bench.write("case.smt2", format!("{INPUT}{}", " ".repeat(300 << 20)));
    let convert = ["convert", "--to", "lp", "--language", "asp", "case.smt2"];
    let (code, said) = limited(&bench, "ulimit -v 250000", &convert);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("cannot read the file") && said.contains("memory"),
        "{said}"
    );
}
