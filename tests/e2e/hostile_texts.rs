//! Names of files, arguments and outputs of solvers that would do harm to a shell, a terminal or a path.

use crate::support::{Bench, INPUT, Ran};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::symlink;
use std::time::{Duration, Instant};
use walkdir::WalkDir;

/// Names that a shell, an option parser, a report or a path would misread.
fn names() -> Vec<OsString> {
    let longest = [&b"n".repeat(250)[..], b".smt2"].concat();
    let names: [&[u8]; 14] = [
        b"-rf.smt2",
        b"--out.smt2",
        b"new\nline.smt2",
        b"tab\tand space.smt2",
        b"'quotes\" and `ticks`.smt2",
        b"$(touch pwned); touch pwned.smt2",
        b"a & b | c > d.smt2",
        b"*?[x]{}.smt2",
        b"\xff\xfe.smt2",
        b"\x1b[31mred\x07.smt2",
        "\u{202e}2tms.smt2".as_bytes(),
        b"=cmd|' -C calc'!A0.smt2",
        b"..hidden..smt2",
        &longest,
    ];
    names
        .iter()
        .map(|name| OsString::from_vec(name.to_vec()))
        .collect()
}

fn harmless(ran: &Ran) {
    for text in [&ran.out, &ran.err] {
        let harmful = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
        assert!(!text.contains(harmful), "{text:?}");
    }
}

#[test]
fn whatever_cases_are_called_each_is_reduced_below_the_output_and_nothing_else_happens() {
    let bench = Bench::new();
    for name in names() {
        std::fs::create_dir_all(bench.path("cases/--/-x")).expect("a directory");
        for directory in ["cases", "cases/--/-x"] {
            let path = bench.path(directory).join(&name);
            std::fs::write(path, "(check-sat)\n(exit)\n").expect("a case");
        }
    }
    symlink(".", bench.path("cases/itself")).expect("a link");
    symlink("loop-b.smt2", bench.path("cases/loop-a.smt2")).expect("a link");
    symlink("loop-a.smt2", bench.path("cases/loop-b.smt2")).expect("a link");
    bench.script(
        "solver",
        "#!/bin/sh\ngrep -q check-sat \"$1\" && exit 9\nexit 0\n",
    );
    bench.script("test.sh", "#!/bin/sh\ngrep -q check-sat \"$1\"\n");
    for (out, judge) in [
        ("out", ["--", "./solver"]),
        ("by-script", ["--script", "test.sh"]),
    ] {
        let batch = [
            "batch",
            "cases",
            "--out",
            out,
            "--cache",
            "none",
            "--allow-trivial",
        ];
        let ran = bench.smelt(&[&batch[..], &judge].concat());
        harmless(&ran);
        let rows = bench.rows(&format!("{out}/results.csv"));
        assert_eq!(rows.len(), 2 * names().len(), "{ran:#?}");
        assert!(
            rows.iter().all(|row| row["status"] == "reduced"),
            "{rows:#?}"
        );
        let minimized = WalkDir::new(bench.path(&format!("{out}/minimized"))).into_iter();
        let minimized = minimized
            .flatten()
            .filter(|entry| entry.file_type().is_file());
        let texts: Vec<_> = minimized
            .map(|entry| std::fs::read(entry.path()).ok())
            .collect();
        assert_eq!(texts, vec![Some(b"(check-sat)\n".to_vec()); rows.len()]);
        for report in ["results.csv", "summary.md"] {
            let text = bench.text(&format!("{out}/{report}"));
            assert!(!text.contains(['\x1b', '\u{202e}', '\x07']), "{text}");
        }
    }
    let everything = WalkDir::new(bench.path(".")).into_iter().flatten();
    let pwned: Vec<_> = everything
        .filter(|entry| entry.file_name().as_bytes() == b"pwned")
        .collect();
    assert!(pwned.is_empty(), "{pwned:?}");
}

#[test]
fn what_looks_like_shell_in_a_command_is_an_argument_like_any_other() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let words = [
        "$(touch pwned)",
        "; touch pwned",
        "`touch pwned`",
        "|| touch pwned",
        "a  b\n",
        "",
    ];
    bench.script(
        "solver",
        "#!/bin/sh\nwhile [ $# -gt 1 ]; do printf '<%s>' \"$1\"; shift; done\n\
         grep -q '> x 0' \"$1\" && exit 9\nexit 0\n",
    );
    let reduce = [
        "reduce",
        "--cache",
        "none",
        "case.smt2",
        "small.smt2",
        "./solver",
    ];
    bench.smelt(&[&reduce[..], &words].concat()).exits(0);
    let check = ["check", "--cache", "none", "case.smt2", "./solver"];
    let shown = bench.smelt(&[&check[..], &words].concat()).exits(0);
    assert!(
        shown
            .out
            .contains("<$(touch pwned)><; touch pwned><`touch pwned`><|| touch pwned>")
    );
    assert!(!bench.path("pwned").exists());
}

#[test]
fn what_a_solver_prints_steers_no_terminal_and_no_report() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let text = "#!/bin/sh\ngrep -q '> x 0' \"$1\" || exit 0\n\
                printf 'Fatal error: \\033]0;title\\007 \\033[2J \\302\\233 31m' >&2\n\
                printf ' \\342\\200\\256 \\r over\\010 \\377 <script>\\n' >&2\n\
                kill -ABRT $$\n";
    bench.script("solver", text);
    for arguments in [
        "check --cache none cases/a.smt2 ./solver",
        "check --cache none cases/a.smt2 false",
        "reduce --cache none -vv cases/a.smt2 small.smt2 ./solver",
        "batch cases --out out --cache none -vv -- ./solver",
        "report out",
        "report out --format csv",
    ] {
        harmless(&bench.smelt(&arguments.split(' ').collect::<Vec<_>>()));
    }
    for report in ["results.csv", "summary.md"] {
        let text = bench.text(&format!("out/{report}"));
        assert!(text.contains("Fatal error"), "{text}");
        let harmful = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
        assert!(!text.contains(harmful), "{text:?}");
    }
}

#[test]
fn a_hostile_regular_expression_is_refused_or_takes_little_time() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let text = "#!/bin/sh\nhead -c 60000 /dev/zero | tr '\\0' a\ngrep -q '> x 0' \"$1\" && echo b\nexit 0\n";
    bench.script("solver", text);
    let begin = Instant::now();
    for (regex, code) in [
        ("(a*)*b", 0),
        ("(a|a)*(a|aa)+b", 0),
        ("((a{1000}){1000}){1000}", 2),
        ("\\w{5000}{5000}", 2),
    ] {
        let check = ["check", "--cache", "none", "--match-out-regex", regex];
        let ran = bench
            .smelt(&[&check[..], &["case.smt2", "./solver"]].concat())
            .exits(code);
        assert!(
            code == 0 || ran.err.contains("cannot use the regular expression"),
            "{ran:#?}"
        );
    }
    assert!(
        begin.elapsed() < Duration::from_secs(20),
        "{:?}",
        begin.elapsed()
    );
}
