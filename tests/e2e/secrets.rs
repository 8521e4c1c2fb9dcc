//! What is confidential reaches no file: values of the environment, and the texts of candidates in a store.

use crate::support::{Bench, Ran};
use std::process::Command;
use walkdir::WalkDir;

const VALUES: [&str; 2] = ["hunter2-of-the-caller", "swordfish-handed-on"];

/// A word of the case that every result contains, and one that none does.
const WORDS: [&str; 2] = ["confidential_kept", "confidential_gone"];

fn bench() -> Bench {
    let bench = Bench::new();
    let [kept, gone] = WORDS;
    let text = format!(
        "(declare-const {kept} Int)\n(declare-const {gone} Int)\n(assert (> {kept} 0))\n(assert (< {gone} {kept}))\n\
         (check-sat)\n"
    );
    bench.write("cases/a.smt2", text);
    bench.write("needed", "");
    // It fails only if it was given the second value, and prints none.
    let text = "#!/bin/sh\ncase $TOKEN in swordfish-*) ;; *) exit 0 ;; esac\n\
                grep -q '> confidential_kept' \"$1\" && exit 9\nexit 0\n";
    bench.script("solver", text);
    bench
}

fn call(bench: &Bench, arguments: &str) -> Ran {
    let solver = bench.path("solver").display().to_string();
    let ran = Command::new(env!("CARGO_BIN_EXE_smelt"))
        .args(arguments.split(' '))
        .args(["--", &solver])
        .current_dir(bench.path("."))
        .env("HOME", bench.path("home"))
        .env("SECRET", VALUES[0])
        .env("TOKEN", VALUES[1])
        .output()
        .expect("the program");
    let [out, err] =
        [ran.stdout, ran.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    let code = ran.status.code();
    Ran { code, out, err }
}

/// The files below a directory that contain the bytes.
fn files_with(bench: &Bench, below: &str, bytes: &str) -> Vec<String> {
    let files = WalkDir::new(bench.path(below)).into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file());
    let with = files.filter(|entry| {
        let content = std::fs::read(entry.path()).expect("a file");
        memchr::memmem::find(&content, bytes.as_bytes()).is_some()
    });
    with.map(|entry| entry.path().display().to_string())
        .collect()
}

#[test]
fn no_value_of_the_environment_is_in_a_store_a_journal_or_any_other_file() {
    let bench = bench();
    let options = "--env TOKEN --depends needed --trace -vv";
    let said = [
        call(
            &bench,
            &format!("batch cases --out out --cache store/s.db {options}"),
        )
        .exits(0),
        call(
            &bench,
            "batch cases --out opaque --env TOKEN --cache store/s.db",
        )
        .exits(0),
        call(&bench, "check --env TOKEN --cache none cases/a.smt2").exits(0),
        call(&bench, "check --explain --env TOKEN cases/a.smt2"),
        // The budget ends it, so that its state stays.
        call(
            &bench,
            "reduce --env TOKEN --cache store/s.db --budget 0.1s cases/a.smt2 small.smt2",
        ),
    ];
    assert_eq!(bench.row("out", "a.smt2")["status"], "reduced");
    for value in VALUES {
        assert_eq!(files_with(&bench, ".", value), [""; 0]);
        for ran in &said {
            let told = ran.out.contains(value) || ran.err.contains(value);
            assert!(!told, "{value}: {ran:#?}");
        }
    }
}

#[test]
fn no_text_of_a_candidate_is_in_a_store() {
    let bench = bench();
    let options = "--env TOKEN --depends needed -j 2";
    call(
        &bench,
        &format!("batch cases --out out --cache store/s.db {options}"),
    )
    .exits(0);
    assert!(bench.text("out/minimized/a.smt2").contains(WORDS[0]));
    for word in WORDS {
        assert_eq!(files_with(&bench, "store", word), [""; 0]);
    }
}

#[test]
fn no_column_has_a_value_that_env_sets_in_a_command() {
    let bench = bench();
    let sets = format!("TOKEN={}", VALUES[1]);
    // The second fails whatever it is given, so `detail` quotes its command.
    bench.script("always", "#!/bin/sh\nexit 9\n");
    for (solver, status) in [("solver", "reduced"), ("always", "failed")] {
        let out = format!("out-{solver}");
        let solver = bench.path(solver).display().to_string();
        let command = ["env", &sets, &solver, "{}"];
        let options = ["--out", &out, "--cache", "none", "--reduce-options", "--"];
        bench.smelt(&[&["batch", "cases"][..], &options, &command].concat());
        let row = bench.row(&out, "a.smt2");
        assert_eq!(row["status"], status, "{row:#?}");
        for (column, value) in &row {
            assert!(!value.contains(VALUES[1]), "{column}: {value}");
        }
        assert_eq!(row["arguments"], format!("TOKEN=… {solver} {{}}"));
    }
}
