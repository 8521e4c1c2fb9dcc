//! The origin of every setting.

use super::precedence::{Corpus, ROOT};
use smelt::corpus::{Case, CaseOptions, explain};

/// The table of a case, and the lines behind it.
fn explained(corpus: &Corpus, file: &str, options: &CaseOptions) -> String {
    let case = Case::of_file(&corpus.path().join(file)).expect("a case");
    let explained = explain(&case, corpus.config().as_ref(), options, None);
    let explained = explained.expect("options").expect("settings");
    let root = format!("{}/", case.root().display());
    explained.to_string().replace(&root, "")
}

/// Value and origin of a setting.
#[track_caller]
fn line<'a>(table: &'a str, setting: &str) -> (&'a str, &'a str) {
    let found = table.lines().find_map(|line| {
        let rest = line.strip_prefix(setting)?.strip_prefix("  ")?.trim();
        let (value, from) = rest.split_once("  ")?;
        Some((value, from.trim()))
    });
    found.unwrap_or_else(|| panic!("no {setting} in\n{table}"))
}

#[test]
fn every_setting_is_told_with_its_nearest_source() {
    let corpus = Corpus::new(&[
        (
            "smelt.toml",
            &format!("[defaults]\nmutators = ['-constants']\nmemout = 7\n{ROOT}"),
        ),
        (
            "a/smelt.toml",
            "[defaults]\nill-formed = 'last'\nmutators = ['+push-pop']",
        ),
        (
            "a/x.smt2",
            "; smelt: match-out = \"b\\nc\"\n; COMMAND-LINE: -f\n; EXPECT: sat\n; EXIT: x\n",
        ),
        ("a/x.smt2.smelt.toml", "timeout = 2.5"),
    ]);
    let options = CaseOptions {
        pretty: true,
        ..CaseOptions::default()
    };
    let table = explained(&corpus, "a/x.smt2", &options);
    let expected = [
        ("setting", ("value", "from")),
        ("solver", ("free", "smelt.toml, [[case]] '*'")),
        (
            "command",
            (
                "free-solver -q -i -f",
                "smelt.toml, [solver.free] + smelt.toml, [[case]] '*' + header, line 2, COMMAND-LINE",
            ),
        ),
        ("rule", ("match-out \"b\\nc\"", "header")),
        ("other solvers", ("none", "header")),
        ("timeout", ("2.5 s", "a/x.smt2.smelt.toml")),
        ("timeout-cc", ("2.5 s", "a/x.smt2.smelt.toml")),
        ("idle", ("5 s", "default")),
        ("repeat", ("1", "default")),
        ("memout", ("7 MB", "smelt.toml, [defaults]")),
        ("strategy", ("auto", "default")),
        ("ill-formed", ("last", "a/smelt.toml, [defaults]")),
        (
            "mutators",
            (
                "-constants +push-pop",
                "smelt.toml, [defaults] + a/smelt.toml, [defaults]",
            ),
        ),
        ("pretty", ("true", "command line")),
    ];
    for (setting, told) in expected {
        assert_eq!(line(&table, setting), told);
    }
    for note in [
        "not used:",
        "header, line 3: `EXPECT: sat`: the expected output is ignored",
        "header, line 4: `EXIT: x`: this is not an exit code",
    ] {
        assert!(table.contains(note), "`{note}` is not in\n{table}");
    }
}

#[test]
fn arguments_that_do_not_count_are_told_with_the_reason() {
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        ("x.smt2", "; COMMAND-LINE: -f\n; smelt: solver = 'strict'\n"),
    ]);
    let table = explained(&corpus, "x.smt2", &CaseOptions::default());
    assert_eq!(line(&table, "solver"), ("strict", "header"));
    assert!(
        table.contains("header, line 1, COMMAND-LINE: the arguments `-f` may not be added")
            && table.contains("`case_arguments = true`")
            && table.contains("smelt.toml, [[case]] '*': the arguments `-i` are for `free`"),
        "{table}"
    );
}

#[test]
fn the_root_is_the_topmost_directory_with_a_configuration() {
    let corpus = Corpus::new(&[
        ("a/smelt.toml", ROOT),
        ("a/b/smelt.toml", ""),
        ("a/b/c/x.smt2", ""),
        ("d/x.smt2", ""),
    ]);
    let relative = |file: &str| {
        let case = Case::of_file(&corpus.path().join(file)).expect("a case");
        case.relative.to_string_lossy().into_owned()
    };
    assert_eq!(relative("a/b/c/x.smt2"), "b/c/x.smt2");
    assert_eq!(relative("a/b/../b/c/x.smt2"), "b/c/x.smt2");
    assert_eq!(relative("d/x.smt2"), "x.smt2");
    assert!(Case::of_file(&corpus.path().join("gone/x.smt2")).is_err());
}

#[test]
fn the_limit_of_other_solvers_is_told_with_its_own_source_if_there_is_one() {
    let root = format!("[defaults]\ntimeout-cc = 7\n{ROOT}");
    let corpus = Corpus::new(&[("smelt.toml", &root), ("x.smt2", "; smelt: timeout = 2")]);
    let table = explained(&corpus, "x.smt2", &CaseOptions::default());
    assert_eq!(line(&table, "timeout"), ("2 s", "header"));
    let expected = ("7 s", "smelt.toml, [defaults]");
    assert_eq!(line(&table, "timeout-cc"), expected);
}
