//! Command lines that are nearly right: what is said of them leads to one that is.

use super::{ended, smelt};
use clap::{Arg, Command};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use tempfile::TempDir;

/// A directory of cases and a solver.
fn world() -> TempDir {
    let root = tempfile::tempdir().expect("a directory");
    for directory in ["bugs", "out"] {
        fs::create_dir(root.path().join(directory)).expect("a directory");
    }
    fs::write(root.path().join("bugs/a.smt2"), "(check-sat)").expect("a case");
    let solver = root.path().join("sol.sh");
    fs::write(&solver, "#!/bin/sh\nexit 0\n").expect("a solver");
    fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).expect("executable");
    root
}

#[track_caller]
fn refused(words: &[&str]) -> String {
    let (code, out, err) = ended(&smelt(world().path(), words));
    assert_eq!((code, out.as_str()), (Some(2), ""), "{words:?}: {err}");
    err
}

#[test]
fn forgotten_dashes_before_the_solver_are_guessed() {
    let table: [(&[&str], &str); 9] = [
        (
            &["batch", "bugs", "--out", "out", "./sol.sh"],
            "did you mean `-- ./sol.sh`?",
        ),
        (
            &["batch", "bugs", "--out", "out", "sol.sh"],
            "did you mean `-- ./sol.sh`?",
        ),
        (
            &["batch", "./sol.sh", "bugs", "--out", "out"],
            "did you mean `-- ./sol.sh`?",
        ),
        (
            &["batch", "bugs", "--out", "out", "sh", "x=true", "two words"],
            "did you mean `-- sh x=true 'two words'`?",
        ),
        (
            &["batch", "bugs", "--out", "out", "./sol.sh", "-in"],
            "did you mean `-- ./sol.sh -in`?",
        ),
        (
            &["batch", "--out=out", "-j", "2", "bugs", "sh", "--models"],
            "did you mean `-- sh --models`?",
        ),
        (
            &["batch", "bugs", "--out", "out", "--models", "--", "sh"],
            "options of the solver come after its command, behind `--`",
        ),
        (
            &["cache", "verify", "--rerun", "5%", "bugs", "sh", "--models"],
            "did you mean `-- sh --models`?",
        ),
        (
            &["reduce", "--models", "bugs/a.smt2", "small", "sh"],
            "options of the solver come after COMMAND",
        ),
    ];
    for (words, guess) in table {
        let err = refused(words);
        assert!(err.contains(guess), "{words:?}: {err}");
        assert!(!err.contains("to pass"), "{words:?}: {err}");
    }
}

#[test]
fn an_option_that_is_mistyped_is_still_guessed() {
    let err = refused(&["reduce", "--stratgy", "ddmin", "bugs/a.smt2", "small", "sh"]);
    assert!(err.contains("'--strategy'"), "{err}");
}

#[test]
fn a_directory_that_is_missing_is_not_taken_for_a_solver() {
    let err = refused(&["batch", "bugs", "gone", "--out", "out"]);
    assert!(err.contains("cannot read `gone`"), "{err}");
}

#[test]
fn a_batch_without_a_solver_names_init() {
    let err = refused(&["batch", "bugs", "--out", "out"]);
    assert!(err.contains("`smelt init bugs/`"), "{err}");
}

#[test]
fn check_and_verify_refuse_what_they_would_not_use() {
    let check = ["bugs/a.smt2", "sh"];
    for option in [
        &["--strategy", "ddmin"][..],
        &["--jobs", "2"],
        &["--lift", "lp"],
        &["--pretty"],
        &["--pretty-print"],
        &["--ill-formed", "last"],
        &["--mutators", "-constants"],
        &["--no-core"],
        &["--constants"],
        &["--disable-all"],
    ] {
        let err = refused(&[&["check"], option, &check].concat());
        assert!(
            err.contains("does not search") && err.contains("`smelt reduce`"),
            "{option:?}: {err}"
        );
    }
    for option in [
        &["--strategy", "ddmin"][..],
        &["-j", "2"],
        &["--match-out", "x"],
    ] {
        let err = refused(&[&["cache", "verify"], option].concat());
        assert!(err.contains("--rerun"), "{option:?}: {err}");
    }
}

#[test]
fn check_issue_and_verify_show_only_what_they_use() {
    let help = |words: &[&str]| ended(&smelt(world().path(), words)).1;
    let issue = help(&["issue", "--help"]);
    assert!(issue.contains("--timeout"), "{issue}");
    for option in ["--strategy", "--jobs", "--pretty"] {
        let is_shown = issue.contains(&format!(" {option}"));
        assert!(!is_shown, "{option} in {issue}");
    }
    let check = help(&["check", "--help"]);
    for option in [
        "--timeout",
        "--match-out",
        "--differs-from",
        "--cache",
        "--language",
    ] {
        assert!(check.contains(option), "{option} in {check}");
    }
    for option in [
        "--strategy",
        "--jobs",
        "--lift",
        "--pretty",
        "--mutators",
        "--ill-formed",
    ] {
        assert!(
            !check.contains(&format!(" {option}")),
            "{option} in {check}"
        );
    }
    let verify = help(&["cache", "verify", "--help"]);
    for option in ["--rerun", "--cache", "--jobs"] {
        assert!(verify.contains(option), "{option} in {verify}");
    }
    for option in ["--match-out", "--strategy", "--timeout"] {
        assert!(
            !verify.contains(&format!(" {option}")),
            "{option} in {verify}"
        );
    }
    assert!(verify.contains("smelt batch --help"), "{verify}");
}

#[test]
fn check_and_bisect_show_what_reduce_shows_but_for_jobs_its_search_and_its_output() {
    let definition = smelt::cli::definition();
    let shown = |verb: &str| -> Vec<Arg> {
        let verb = definition.find_subcommand(verb).expect("a subcommand");
        let args = verb.get_arguments();
        args.filter(|arg| !arg.is_hide_set() && arg.get_long().is_some())
            .cloned()
            .collect()
    };
    let is_left_out = |arg: &Arg| match arg.get_help_heading() {
        Some("How to search") => arg.get_long() != Some("language"),
        Some("Output") => true,
        _ => arg.get_long() == Some("jobs"),
    };
    for verb in ["check", "bisect"] {
        let there = shown(verb);
        for arg in shown("reduce") {
            let name = arg.get_long();
            let is_there = there.iter().any(|other| other.get_long() == name);
            assert_eq!(is_there, !is_left_out(&arg), "{verb} {name:?}");
        }
    }
}

#[test]
fn jobs_are_cases_where_all_calls_on_a_case_are_made_one_after_another() {
    let definition = smelt::cli::definition();
    let help = |verb: &str| {
        let verb = definition.find_subcommand(verb).expect("a subcommand");
        let mut args = verb.get_arguments();
        let jobs = args.find(|arg| arg.get_long() == Some("jobs"));
        let help = jobs.and_then(Arg::get_help).map(ToString::to_string);
        help.unwrap_or_default()
    };
    assert_eq!(
        help("compare"),
        "Number of cases at the same time [default: 1]"
    );
    assert!(help("batch").starts_with("Number of solver runs"));
}

/// Every option of a command and of those below it that takes a number, by its value's name.
fn numeric(command: &Command, path: &[String]) -> Vec<(Vec<String>, Arg)> {
    let takes_number = |arg: &&Arg| {
        let names = arg.get_value_names().unwrap_or_default();
        let numbers = ["S", "MB", "N", "P%", "SIZE", "TIME"];
        !arg.is_hide_set() && names.iter().any(|name| numbers.contains(&name.as_str()))
    };
    let own = command.get_arguments().filter(takes_number);
    let mut found: Vec<_> = own.map(|arg| (path.to_vec(), arg.clone())).collect();
    for verb in command.get_subcommands() {
        let path = [path, &[verb.get_name().to_owned()]].concat();
        found.extend(numeric(verb, &path));
    }
    found
}

#[test]
fn what_is_no_number_is_told_in_words_for_every_option() {
    let found = numeric(&smelt::cli::definition(), &[]);
    assert!(found.len() > 8, "{found:?}");
    for (path, arg) in found {
        let long = format!("--{}", arg.get_long().expect("a long name"));
        let assigned = format!("{long}=never");
        let mut words: Vec<&str> = path.iter().map(String::as_str).collect();
        // A number with a share for an alternative, or with other words, is read with the rest of a case's settings,
        // alike for every verb.
        let is_read_later = long == "--more-memory-than";
        match arg.get_value_names().unwrap_or_default() {
            [] | [_] if !is_read_later => words.push(&assigned),
            _ if words != ["check"] => continue,
            [_] => words.extend([&assigned, "bugs/a.smt2", "sh"]),
            names => {
                words.push(&long);
                words.extend(
                    names
                        .iter()
                        .map(|name| if name == "N" { "never" } else { "sh" }),
                );
                words.extend(["bugs/a.smt2", "sh"]);
            }
        }
        let err = refused(&words);
        assert!(err.contains("expected a"), "{words:?}: {err}");
        for rust in ["literal", "f64", "u64", "zero type"] {
            assert!(!err.contains(rust), "{words:?}: {err}");
        }
    }
}

#[test]
fn a_negative_number_is_no_unknown_option() {
    let err = refused(&["reduce", "--timeout", "-1", "bugs/a.smt2", "small", "sh"]);
    assert!(err.contains("`timeout` is -1"), "{err}");
    let err = refused(&["reduce", "-j", "-1", "bugs/a.smt2", "small", "sh"]);
    assert!(err.contains("expected a whole number of jobs"), "{err}");
    for (option, said) in [
        ("--patience", "`patience` is -1"),
        ("--max-time", "`max-time` is -1"),
        ("--budget", "expected a time above 0"),
        ("--max-input", "expected a number of bytes"),
    ] {
        let err = refused(&["reduce", option, "-1", "bugs/a.smt2", "small", "sh"]);
        assert!(err.contains(said), "{err}");
    }
}

#[test]
fn a_comparison_has_no_store_whose_place_or_size_could_be_chosen() {
    for option in [["--cache", "s.db"], ["--cache-size", "1G"]] {
        let compare = ["compare", "bugs", "--out", "out", "--tool", "auto"];
        let err = refused(&[&compare[..], &option].concat());
        assert!(err.contains("`smelt compare` has no store"), "{err}");
    }
}

#[test]
fn a_time_behind_hangs_gets_the_sign_that_it_needs() {
    let err = refused(&["reduce", "--hangs", "5", "bugs/a.smt2", "small", "sh"]);
    assert!(err.contains("did you mean `--hangs=5`?"), "{err}");
    let err = refused(&["batch", "--hangs", "2m", "bugs", "--out", "out"]);
    assert!(err.contains("did you mean `--hangs=2m`?"), "{err}");
}

#[test]
fn an_option_of_smelt_behind_the_solver_is_pointed_out_if_nothing_fails() {
    let table: [(&[&str], bool); 5] = [
        (
            &[
                "reduce",
                "bugs/a.smt2",
                "small",
                "./sol.sh",
                "--timeout",
                "5",
            ],
            true,
        ),
        (&["check", "bugs/a.smt2", "./sol.sh", "--match-out=x"], true),
        (
            &[
                "batch",
                "bugs",
                "--out",
                "out",
                "--",
                "./sol.sh",
                "--timeout",
                "5",
            ],
            true,
        ),
        (
            &["reduce", "bugs/a.smt2", "small", "./sol.sh", "--models"],
            false,
        ),
        (&["check", "bugs/a.smt2", "./sol.sh"], false),
    ];
    for (words, is_ours) in table {
        let (code, _, err) = ended(&smelt(world().path(), words));
        assert_eq!(code, Some(3), "{words:?}: {err}");
        let is_told = err.contains("stands behind the solver's command");
        assert_eq!(is_told, is_ours, "{words:?}: {err}");
    }
}
