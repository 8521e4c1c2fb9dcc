//! Files that are compressed, in UTF-16, or no texts at all: a reduction of each works on what it holds, or says why it
//! does not.

use crate::support::{Bench, INPUT, script};
use std::path::Path;
use std::process::{Command, Stdio};

/// Compresses a file of the bench, which stays.
fn gzip(bench: &Bench, name: &str) {
    let path = bench.path(name);
    let packed = Command::new("gzip")
        .arg("-kn")
        .arg(path)
        .stdin(Stdio::null())
        .status();
    assert!(packed.expect("gzip runs").success());
}

fn remove(bench: &Bench, name: &str) {
    std::fs::remove_file(bench.path(name)).expect("a file");
}

fn utf16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

/// A batch of `cases` by a solver that fails on `(> x`.
#[track_caller]
fn batch(bench: &Bench, code: i32) {
    batch_with(bench, &[], code);
}

/// The same with more options.
#[track_caller]
fn batch_with(bench: &Bench, more: &[&str], code: i32) {
    let solver = script("contains.sh");
    let options = [
        "batch",
        "cases",
        "--out",
        "out",
        "--cache",
        "none",
        "--allow-trivial",
    ];
    bench
        .smelt(&[&options[..], more, &["--", &solver, "(> x"]].concat())
        .exits(code);
}

#[test]
fn a_compressed_case_is_reduced_under_its_name_without_the_ending() {
    let bench = Bench::new();
    bench.write(
        "cases/deep/case.smt2",
        format!("; smelt: repeat = 2\n{INPUT}"),
    );
    gzip(&bench, "cases/deep/case.smt2");
    remove(&bench, "cases/deep/case.smt2");
    let packed = bench.read("cases/deep/case.smt2.gz");
    batch(&bench, 0);
    let row = bench.row("out", "deep/case.smt2");
    assert_eq!(row["status"], "reduced", "{row:#?}");
    assert_eq!(row["language"], "smtlib", "{row:#?}");
    assert_eq!(
        row["bytes_before"],
        (INPUT.len() + 20).to_string(),
        "{row:#?}"
    );
    assert!(bench.text("out/minimized/deep/case.smt2").contains("(> x"));
    assert_eq!(bench.read("cases/deep/case.smt2.gz"), packed);
    let explained = bench.smelt(&["check", "--explain", "cases/deep/case.smt2.gz", "false"]);
    assert!(explained.out.contains("header"), "{explained:#?}");
    batch(&bench, 0);
    assert_eq!(bench.row("out", "deep/case.smt2")["starts"], "1");
}

#[test]
fn a_compressed_file_beside_its_plain_one_is_a_case_of_its_own() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    gzip(&bench, "cases/case.smt2");
    bench.write("cases/case.smt2", format!("{INPUT}(exit)\n"));
    batch(&bench, 0);
    for name in ["case.smt2", "case.gz.smt2"] {
        assert_eq!(bench.row("out", name)["status"], "reduced");
        assert!(bench.path("out/minimized").join(name).is_file(), "{name}");
    }
}

#[test]
fn a_compressed_file_is_reduced_to_the_output_that_is_named() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    gzip(&bench, "case.smt2");
    let solver = bench.script(
        "solver",
        "#!/bin/sh\ncase $1 in *.smt2) ;; *) exit 7 ;; esac\ngrep -q 'x 0' \"$1\" && exit 1\nexit 0\n",
    );
    bench.reduce("case.smt2.gz", &solver).exits(0);
    assert!(bench.text("small.smt2").contains("x 0"));
    let solver = solver.to_string_lossy();
    let options = ["reduce", "--cache", "none", "case.smt2.gz", "small.smt2.gz"];
    let ran = bench.smelt(&[&options[..], &[&*solver]].concat());
    ran.exits(0).says(&["the result is plain text"]);
    assert_eq!(bench.read("small.smt2.gz"), bench.read("small.smt2"));
    let listed = bench.smelt(&["mutations", "case.smt2.gz"]).exits(0);
    assert!(listed.out.contains("check-sat"), "{listed:#?}");
}

#[test]
fn a_compressed_file_that_is_cut_off_is_a_failed_row() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    gzip(&bench, "cases/case.smt2");
    remove(&bench, "cases/case.smt2");
    let packed = bench.read("cases/case.smt2.gz");
    bench.write("cases/case.smt2.gz", &packed[..packed.len() - 9]);
    batch(&bench, 3);
    let row = bench.row("out", "case.smt2");
    assert_eq!(row["status"], "failed", "{row:#?}");
    assert!(row["detail"].contains("cut off (gzip)"), "{row:#?}");
}

#[test]
fn a_file_in_utf16_is_reduced_in_utf8_with_a_word() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", utf16(INPUT));
    batch(&bench, 0);
    let row = bench.row("out", "case.smt2");
    assert_eq!(
        (&*row["status"], &*row["language"]),
        ("reduced", "smtlib"),
        "{row:#?}"
    );
    assert!(row["detail"].contains("UTF-16"), "{row:#?}");
    assert!(bench.text("out/minimized/case.smt2").contains("(> x"));
    let solver = script("contains.sh");
    let options = ["check", "--cache", "none", "--allow-trivial"];
    let checked = bench.smelt(&[&options[..], &["cases/case.smt2", &solver, "(> x"]].concat());
    assert!(checked.exits(0).out.contains("read as UTF-8"));
}

#[test]
fn a_program_is_refused_unless_it_is_reduced_as_lines() {
    let bench = Bench::new();
    let elf = [&b"\x7fELF\x02\0\0\n"[..], b"x 0\n\0\0\0\n"].concat();
    bench.write("case.smt2", elf);
    let solver = bench.script(
        "solver",
        "#!/bin/sh\ngrep -aq 'x 0' \"$1\" && exit 1\nexit 0\n",
    );
    let solver = solver.to_string_lossy();
    bench
        .reduce("case.smt2", Path::new(&*solver))
        .exits(3)
        .says(&["an ELF file", "--language lines"]);
    assert!(!bench.path("small.smt2").exists());
    let options = ["reduce", "--cache", "none", "--language", "lines"];
    bench
        .smelt(&[&options[..], &["case.smt2", "small.smt2", &solver]].concat())
        .exits(0);
    assert_eq!(bench.text("small.smt2"), "x 0\n");
}

#[test]
fn a_script_knows_a_compressed_file_by_its_name_without_the_ending() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    gzip(&bench, "case.smt2");
    bench.script(
        "test.sh",
        "#!/bin/sh\n[ \"$1\" = case.smt2 ] && grep -q 'x 0' case.smt2\n",
    );
    let options = ["reduce", "--cache", "none", "--script", "./test.sh"];
    bench
        .smelt(&[&options[..], &["case.smt2.gz", "small.smt2"]].concat())
        .exits(0);
    assert!(bench.text("small.smt2").contains("x 0"));
}

#[test]
fn a_compressed_case_that_was_cut_short_goes_on_from_its_result() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    gzip(&bench, "cases/case.smt2");
    remove(&bench, "cases/case.smt2");
    batch_with(&bench, &["--max-checks", "2"], 5);
    assert_eq!(bench.row("out", "case.smt2")["status"], "stopped");
    batch(&bench, 0);
    let row = bench.row("out", "case.smt2");
    assert_eq!(
        (&*row["status"], &*row["starts"]),
        ("reduced", "2"),
        "{row:#?}"
    );
}
