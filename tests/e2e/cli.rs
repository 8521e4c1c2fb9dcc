//! The command line: how it is read, what is refused, and how the program ends.

mod ddsmt;
mod generated;
mod parsing;
mod refusals;

use smelt::mutator::MUTATORS;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program in a directory.
fn smelt(directory: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smelt"));
    command
        .args(words)
        .current_dir(directory)
        .stdin(Stdio::null());
    command
        .env("XDG_CACHE_HOME", directory.join("cache"))
        .output()
        .expect("the program")
}

/// Code and both streams of a run.
fn ended(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// A directory with a case, an empty corpus, and a configuration that is wrong.
fn world() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    for directory in ["bugs", "none", "wrong"] {
        fs::create_dir(root.path().join(directory)).expect("a directory");
    }
    let files = [
        ("bugs/a.smt2", "(check-sat)"),
        ("none/notes.md", ""),
        ("none/more.md", ""),
        ("wrong/a.smt2", "(check-sat)"),
        ("wrong/smelt.toml", "[defaults]\nbogus = 1\n"),
    ];
    for (name, text) in files {
        fs::write(root.path().join(name), text).expect(name);
    }
    root
}

/// Lines that are refused, the exit code, and a part of the message.
const REFUSED: [(&[&str], i32, &str); 16] = [
    (
        &["reduce", "gone.smt2", "out", "true"],
        2,
        "cannot read `gone.smt2`",
    ),
    (
        &["reduce", "bugs", "out", "true"],
        2,
        "`bugs` is a directory",
    ),
    (
        &["reduce", "/dev/null", "out", "true"],
        2,
        "is a pipe or a device",
    ),
    (
        &["reduce", "bugs/a.smt2", "bugs/a.smt2", "true"],
        2,
        "both the input and the output",
    ),
    (
        &["reduce", "bugs/a.smt2", "no/such/out", "true"],
        2,
        "there is no directory `no/such`",
    ),
    (
        &["reduce", "bugs/a.smt2", "out", "no-such-solver"],
        2,
        "cannot run solver `no-such-solver`: no such file on PATH",
    ),
    (
        &["reduce", "bugs/a.smt2", "out", "bugs/a.smt2"],
        2,
        "is not executable",
    ),
    (
        &["reduce", "--strategy", "best", "bugs/a.smt2", "out", "true"],
        2,
        "unknown strategy `best`",
    ),
    (
        &[
            "reduce",
            "--mutators",
            "-best",
            "bugs/a.smt2",
            "out",
            "true",
        ],
        2,
        "unknown mutator `best`",
    ),
    (
        &[
            "reduce",
            "--config",
            "wrong/smelt.toml",
            "bugs/a.smt2",
            "out",
            "true",
        ],
        2,
        "unknown key `bogus`",
    ),
    (
        &["check", "bugs/a.smt2", "no-such-solver"],
        2,
        "cannot run solver",
    ),
    (
        &["batch", "gone", "--out", "out", "--", "true"],
        2,
        "cannot read `gone`",
    ),
    (&["batch", "bugs", "--out", "out"], 2, "no solver is given"),
    (
        &["batch", "wrong", "--out", "out"],
        2,
        "`wrong/smelt.toml`: line 2: unknown key `bogus`",
    ),
    (
        &["batch", "bugs", "--out", "bugs/a.smt2", "--", "true"],
        2,
        "it is not a directory",
    ),
    (
        &["batch", "none", "--out", "out", "--", "true"],
        4,
        "no cases found in `none/`: 2 files seen, 2 skipped (unknown extension)",
    ),
];

#[test]
fn what_the_user_can_mend_ends_with_its_code_a_message_and_a_hint() {
    let world = world();
    for (words, code, message) in REFUSED {
        let (ended_with, out, err) = ended(&smelt(world.path(), words));
        assert_eq!(ended_with, Some(code), "{words:?}: {err}");
        assert!(
            err.starts_with("error: ") && err.contains("\n\nhint: "),
            "{words:?}: {err}"
        );
        assert!(err.contains(message), "`{message}` is not in: {err}");
        assert_eq!(out, "", "{words:?}");
    }
}

#[test]
fn help_is_complete_and_on_standard_output() {
    let world = world();
    let fragments: [(&[&str], &[&str]); 3] = [
        (
            &["--help"],
            &[
                "reduce",
                "batch",
                "check",
                "init",
                "report",
                "cache",
                "list",
                "130 SIGINT",
            ],
        ),
        (
            &["reduce", "--help-all"],
            &[
                "Examples:",
                "What is interesting:",
                "A second solver:",
                "How to search:",
                "--match-err-regex",
                "--disable-all",
                "--cache",
            ],
        ),
        (
            &["batch", "--help-all"],
            &[
                "Examples:",
                "[[case]]",
                "--out",
                "--config",
                "Limits of a solver run:",
            ],
        ),
    ];
    for (words, fragments) in fragments {
        let (code, out, err) = ended(&smelt(world.path(), words));
        assert_eq!((code, err.as_str()), (Some(0), ""));
        for fragment in fragments {
            assert!(
                out.contains(fragment),
                "`{fragment}` is not in the help of {words:?}"
            );
        }
    }
}

#[test]
fn the_first_line_of_an_options_help_fits_a_terminal() {
    let mut command = smelt::cli::definition();
    command.build();
    for verb in command.get_subcommands() {
        for arg in verb.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(
                !help.is_empty() && help.chars().count() <= 79,
                "{} {arg}: {help}",
                verb.get_name()
            );
            assert!(!help.ends_with('.'), "{} {arg}: {help}", verb.get_name());
        }
    }
}

/// The lines that follow the options in the help of a command and of those below it, with its name.
fn last_lines(command: &clap::Command) -> Vec<(String, String)> {
    let after = command.get_after_help().map(ToString::to_string);
    let after = after.unwrap_or_default();
    let name = command.get_name();
    let lines = after.lines().map(|line| (name.to_owned(), line.to_owned()));
    let below = command.get_subcommands().flat_map(last_lines);
    lines.chain(below).collect()
}

#[test]
fn no_line_behind_the_options_is_so_long_that_it_is_torn() {
    let lines = last_lines(&smelt::cli::definition());
    assert!(lines.len() > 100, "{lines:?}");
    for (name, line) in lines {
        assert!(line.chars().count() <= 90, "{name}: {line}");
    }
}

#[test]
fn lists_are_those_that_the_program_uses() {
    let world = world();
    let (code, out, _) = ended(&smelt(world.path(), &["list", "mutators"]));
    assert_eq!(code, Some(0));
    let names: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(
        names,
        MUTATORS
            .iter()
            .map(|mutator| mutator.name())
            .collect::<Vec<_>>()
    );
    for (what, name) in [
        ("strategies", "hybrid"),
        ("oracles", "  "),
        ("languages", "smtlib"),
    ] {
        let (code, out, _) = ended(&smelt(world.path(), &["list", what]));
        assert!(code == Some(0) && out.contains(name), "{what}: {out}");
    }
}

#[test]
fn the_stages_of_each_strategy_are_listed_in_their_order() {
    let world = world();
    let (code, out, _) = ended(&smelt(world.path(), &["list", "stages"]));
    assert_eq!(code, Some(0));
    let mut rest = &*out;
    for next in [
        "auto:\n  ill-formed commands\n",
        " commands\n",
        " coarse (",
        " heavy terms\n",
        "  not with --effort quick:\n",
        "    skipping nothing:\n      proof\n",
        "hybrid:\n",
        " ddmin terms\n",
        " pass 5 of 5\n",
        "deltaasp:\n",
        "  phase 7 of 7: back to phase 1",
    ] {
        let at = rest
            .find(next)
            .unwrap_or_else(|| panic!("`{next}` in {rest}"));
        rest = &rest[at + next.len()..];
    }
    let longest = out.lines().map(str::len).max();
    assert!(longest.is_some_and(|longest| longest <= 100), "{longest:?}");
}

#[test]
fn a_store_is_asked_for_what_it_holds() {
    let world = world();
    let (code, _, err) = ended(&smelt(world.path(), &["cache", "stats"]));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("there is no verdict store"), "{err}");
}

#[test]
fn a_store_is_checked_and_made_smaller() {
    let world = world();
    let path = world.path().join("s.db");
    drop(smelt::store::Store::open(&path).expect("a new store"));
    let (code, out, err) = ended(&smelt(
        world.path(),
        &["cache", "verify", "--cache", "s.db"],
    ));
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("0 sound, 0 damaged"), "{out}");
    let gc = ["cache", "gc", "--cache", "s.db", "--max-size", "1M"];
    let (code, out, err) = ended(&smelt(world.path(), &gc));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("0 before, 0 removed"), "{out}");
    let gc = ["cache", "gc", "--cache", "s.db", "--max-size", "much"];
    assert_eq!(ended(&smelt(world.path(), &gc)).0, Some(2));
    let mut bytes = fs::read(&path).expect("read");
    bytes[..16].fill(b'?');
    fs::write(&path, &bytes).expect("write");
    let (code, out, err) = ended(&smelt(
        world.path(),
        &["cache", "verify", "--cache", "s.db"],
    ));
    assert_eq!(code, Some(3), "{err}");
    assert!(out.contains("not a database"), "{out}");
}

#[test]
fn a_store_that_is_larger_than_it_may_be_is_made_smaller_when_a_run_begins() {
    let world = world();
    let run = |size: Option<&str>, variable: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smelt"));
        let size = size.iter().flat_map(|size| ["--cache-size", size]);
        command
            .args(["check", "--cache", "s.db"])
            .args(size)
            .args(["bugs/a.smt2", "false"])
            .current_dir(world.path())
            .env("SMELT_CACHE_SIZE", variable);
        let (code, _, err) = ended(&command.output().expect("the program"));
        (code, err)
    };
    drop(smelt::store::Store::open(&world.path().join("s.db")).expect("a new store"));
    let shrunk = "the verdict store was larger than 1024 bytes (--cache-size)";
    let table = [
        (Some("1K"), "1G", true),
        (Some("1G"), "1K", false),
        (None, "1K", true),
        (None, "", false),
    ];
    for (size, variable, expected) in table {
        let (_, err) = run(size, variable);
        assert_eq!(err.contains(shrunk), expected, "{size:?} {variable}: {err}");
    }
    let (code, err) = run(None, "much");
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("`much` of SMELT_CACHE_SIZE"), "{err}");
}

#[test]
fn a_case_that_no_solver_is_known_for_is_a_row_and_the_batch_ends() {
    let world = world();
    let config = "[solver.x]\ncommand = 'x'\n[[case]]\nglob = 'z*'\nsolver = 'x'\n";
    fs::write(world.path().join("night.toml"), config).expect("a configuration");
    let words = [
        "batch",
        "bugs",
        "--out",
        "out",
        "--config",
        "night.toml",
        "--cache",
        "none",
    ];
    let (code, out, err) = ended(&smelt(world.path(), &words));
    assert_eq!(code, Some(3), "{err}");
    assert!(out.contains("1 case: 1 failed."), "{out}");
    let last = err.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("cases=1 reduced=0 ") && last.contains(" failed=1 "),
        "{err}"
    );
    let results = fs::read_to_string(world.path().join("out/results.csv")).expect("results");
    assert!(
        results.contains("a.smt2,failed") && results.contains("No solver is configured"),
        "{results}"
    );
}

#[test]
fn nothing_steers_the_terminal() {
    let world = world();
    let (code, _, err) = ended(&smelt(
        world.path(),
        &["reduce", "\x1b[31m.smt2", "out", "true"],
    ));
    assert_eq!(code, Some(2));
    assert!(
        err.contains("\\x1b[31m.smt2") && !err.contains('\x1b'),
        "{err}"
    );
    let (_, _, err) = ended(&smelt(world.path(), &["\x1b[31m"]));
    assert!(!err.contains('\x1b'), "{err}");
}

#[test]
fn who_stops_reading_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smelt"));
    let child = command
        .args(["reduce", "--help"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

#[test]
fn mutations_are_printed_one_candidate_a_line() {
    let world = world();
    let text = "(declare-const x Int)\n(assert (= x (+ 12 1)))\n";
    std::fs::write(world.path().join("a.smt2"), text).expect("a file is written");
    let of = |words: &[&str]| {
        ended(&smelt(
            world.path(),
            &[&["mutations", "a.smt2"], words].concat(),
        ))
    };
    let (code, out, err) = of(&["--only", "arith-constants"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let candidates = [
        "(declare-const x Int) (assert (= x (+ 1 1)))\n",
        "(declare-const x Int) (assert (= x (+ 6 1)))\n",
    ];
    assert_eq!(out, candidates.concat());
    let (_, all, _) = of(&[]);
    assert!(all.contains(&out) && all.lines().count() > 10, "{all}");
    let (_, held, _) = of(&["--held", "--only", "erase-node"]);
    assert_eq!(held, "(assert (= x (+ 12 1)))\n");
    let (_, held, _) = of(&["--held", "--why", "--only", "erase-node"]);
    assert_eq!(
        held,
        "erase-node\t`x` is not declared\t(assert (= x (+ 12 1)))\n"
    );
    let (code, _, err) = of(&["--only", "arith-constnats"]);
    assert!(
        code == Some(2) && err.contains("did you mean `arith-constants`"),
        "{err}"
    );
    let (code, _, err) = of(&["--only", "xyzzy"]);
    assert!(
        code == Some(2) && err.contains("smelt list mutators"),
        "{err}"
    );
}
