//! Configuration, and what is found below directories.

mod digests;
mod discovery;
mod explain;
mod header;
mod precedence;
mod rules;
mod slowness;
mod starter;
mod trust;
mod wrong_answers;

use smelt::corpus::{
    Case, CaseOptions, CommandLine, Config, CorpusError, IllFormedMode, MatchMode, Settings, plan,
    resolve,
};
use smelt::oracle::{CrossCheck, MatchRule, Rule, Same, StreamPattern};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const GOOD: &str = r#"
[defaults]
timeout = 10
ill-formed = "last"

[solver.old]
command = ["../bin/old", "--lang=smt2"]
arguments = ["-q"]
case_arguments = true
memout = 1024

[solver.new]
command = "new --flag 'two words'"

[[case]]
glob = "str-*.smt2"
solver = "old"
arguments = ["-i"]
match-err = "Fatal"
ignore-out = true
timeout = 2.5

[[case]]
glob = "deep/**/*.smt2"
solver = "old"
differs-from = "new"

[[case]]
glob = "*.smt2"
solver = "new"
mutators = ["-all", "+erase-node"]
"#;

const X: &str = "[solver.x]\ncommand = 'x'\n";

fn config(text: &str) -> Result<Config, CorpusError> {
    Config::parse(Path::new("bugs/smelt.toml"), text)
}

/// The settings of a file of a corpus that is configured by [`GOOD`].
fn settings(
    relative: &str,
    options: &CaseOptions,
    command: Option<&str>,
) -> Result<Settings, String> {
    let case = Case {
        id: relative.into(),
        file: smelt::input::InputFile::named(Path::new("bugs").join(relative)),
        relative: Path::new(relative).into(),
        directory: 0,
        bytes: 0,
    };
    let config = config(GOOD).map_err(|error| error.to_string())?;
    let command = command.map(|command| command.parse::<CommandLine>().expect("a command"));
    let planned = plan(vec![case], &[Some(config)], options, command.as_ref());
    let planned = planned.map_err(|error| error.to_string())?;
    let settings = planned.into_iter().next().expect("one case").settings;
    settings.map(Arc::unwrap_or_clone)
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

#[test]
fn a_wrong_configuration_is_refused_with_its_line_and_what_is_known() {
    let in_x = |more: &str| format!("{X}{more}");
    let own = str::to_owned;
    let table = [
        (
            own("[solvers.x]\ncommand = 'x'"),
            &["line 1", "unknown key `solvers`", "`solver`"][..],
        ),
        (
            in_x("timeuot = 3"),
            &["line 3", "unknown key `timeuot`", "`timeout`"],
        ),
        (
            own("[defaults]\ntimeout = 'long'"),
            &["line 2", "expected a time: a number of seconds"],
        ),
        (
            own("[solver.x]\ncommand = 3"),
            &["line 2", "a command: a string, or a list of strings"],
        ),
        (
            own("[solver.x]\ncommand = []"),
            &["line 2", "the command is empty"],
        ),
        (
            own("[solver.x]\ncommand = \"a 'b\""),
            &["line 2", "cannot split"],
        ),
        (
            own("\n[solver.x]\ntimeout = 3"),
            &["line 2", "`[solver.x]` has no `command`"],
        ),
        (
            own("[[case]]\nglob = '*'"),
            &["line 1", "the `[[case]]` of `*` has no `solver`"],
        ),
        (in_x("[[case]]\nsolver = 'x'"), &["line 3", "has no `glob`"]),
        (
            in_x("[[case]]\nglob = '*'\nsolver = 'y'"),
            &["line 5", "unknown solver `y`", "known solvers: x"],
        ),
        (
            in_x("[[case]]\nsolver = 'y'\nglob = '*'\n[[case]]\nglob = 'a'\nsolver = 'x'"),
            &["line 4", "unknown solver `y`"],
        ),
        (
            in_x("[[case]]\nglob = '*'\nsolver = 'x'\n[[case]]\nglob = 'a'\nsolver = 'y'"),
            &["line 8", "unknown solver `y`"],
        ),
        (
            "case = [{ glob = '*', solver = 'y' }]\n[solver.x]\ncommand = 'solver'\n".to_owned(),
            &["line 1", "unknown solver `y`"],
        ),
        (
            in_x("[[case]]\nglob = './a*'\nsolver = 'x'"),
            &["line 4", "matches no case"],
        ),
        (
            in_x("[[case]]\nglob = '[a'\nsolver = 'x'"),
            &["line 4", "[a"],
        ),
        (
            in_x("[[case]]\nglob = '*'\nsolver = 'x'\ncommand = 'y'"),
            &["`command` has no effect in `[[case]]`"],
        ),
        (
            own("[defaults]\nglob = '*'"),
            &["`glob` has no effect in `[defaults]`"],
        ),
        (
            own("[defaults]\nstrategy = 'best'"),
            &["unknown strategy `best`", "choose one of: auto"],
        ),
        (
            in_x("mutators = ['-foo']"),
            &["line 1", "unknown mutator `foo`"],
        ),
        (own("[defaults]\ntimeout = 0"), &["`timeout` is 0"]),
        (own("[defaults]\ntimeout = 1e19"), &["`timeout` is 1"]),
        (
            own("[defaults]\nmemout = 17592186044416"),
            &["`memout` is 17592186044416"],
        ),
        (
            in_x("match-out = 'a'\nignore-out = true"),
            &["`match-out` and `ignore-out` cannot be used together"],
        ),
        (own("[solver\n"), &["line 1"]),
    ];
    for (text, fragments) in table {
        let error = config(&text).expect_err(&text).to_string();
        for fragment in fragments.iter().chain(&["bugs/smelt.toml"]) {
            assert!(error.contains(fragment), "`{fragment}` is not in: {error}");
        }
    }
}

#[test]
fn the_first_glob_that_matches_decides_and_what_is_nearer_wins() {
    let none = CaseOptions::default();
    let string = settings("sub/str-1.smt2", &none, None).expect("settings");
    assert_eq!(string.solver, "old");
    assert_eq!(
        string.command,
        words(&["bugs/../bin/old", "--lang=smt2", "-q", "-i"])
    );
    assert_eq!(string.timeout, Some(Duration::from_millis(2500)));
    assert_eq!(string.memory_mb, Some(1024));
    assert_eq!(string.ill_formed, IllFormedMode::Last);
    let rule = MatchRule {
        err: Some(StreamPattern::Text(b"Fatal".to_vec())),
        ignore_out: true,
        ..MatchRule::default()
    };
    assert_eq!(string.rule, Rule::of(Same(rule)));

    let deep = settings("deep/er/x.smt2", &none, None).expect("settings");
    assert!(format!("{:?}", deep.rule).starts_with("Differs "));
    assert_eq!(deep.others, [words(&["new", "--flag", "two words"])]);
    assert_eq!(deep.timeout, Some(Duration::from_secs(10)));

    let other = settings("deeper/x.smt2", &none, Some("z3")).expect("settings");
    assert_eq!(other.command, words(&["new", "--flag", "two words"]));
    assert_eq!(
        other.mutators,
        [("all".to_owned(), false), ("erase-node".to_owned(), true)]
    );

    let options = CaseOptions {
        timeout: Some(1.0),
        ignore_output: true,
        ..none
    };
    let nearer = settings("str-1.smt2", &options, None).expect("settings");
    assert_eq!(nearer.timeout, Some(Duration::from_secs(1)));
    let rule = MatchRule {
        ignore_out: true,
        ignore_err: true,
        ..MatchRule::default()
    };
    assert_eq!(
        nearer.rule,
        Rule::of(Same(rule)),
        "who is nearest and speaks of the rule decides it"
    );
}

#[test]
fn the_command_is_for_cases_that_no_glob_matches() {
    let none = CaseOptions::default();
    let with = settings("x.sy", &none, Some("/opt/z3 -in")).expect("settings");
    assert_eq!(
        (with.solver.as_str(), with.command),
        ("z3", words(&["/opt/z3", "-in"]))
    );
    assert_eq!(
        with.timeout,
        Some(Duration::from_secs(10)),
        "the defaults hold for it"
    );
    let without = settings("x.sy", &none, None).expect_err("no solver");
    assert!(
        without.contains("no glob of `bugs/smelt.toml`"),
        "{without}"
    );
}

#[test]
fn contradicting_options_are_refused_and_others_make_a_rule() {
    let text = |text: &str| Some(text.to_owned());
    let command: Option<CommandLine> = "b -x".parse().ok();
    let none = CaseOptions::default();
    let exact = Some(MatchMode::Exact);
    let refused = [
        CaseOptions {
            match_mode: exact,
            ignore_exit: true,
            ..none.clone()
        },
        CaseOptions {
            env: vec!["HOME".into(), "NAME=value".into()],
            ..none.clone()
        },
        CaseOptions {
            match_out: text("a"),
            match_out_regex: text("a"),
            ..none.clone()
        },
        CaseOptions {
            match_err: text("a"),
            ignore_output: true,
            ..none.clone()
        },
        CaseOptions {
            match_out_cc: text("a"),
            ..none.clone()
        },
        CaseOptions {
            differs_from: command.clone(),
            cross_check: command.clone(),
            ..none.clone()
        },
        CaseOptions {
            differs_from: command.clone(),
            match_err: text("a"),
            ..none.clone()
        },
        CaseOptions {
            match_err_regex: text("("),
            ..none.clone()
        },
    ];
    for options in refused {
        assert!(
            resolve(&options, None, &words(&["z3"])).is_err(),
            "{options:?}"
        );
    }
    let rule = |options: &CaseOptions| {
        resolve(options, None, &words(&["z3"]))
            .expect("a rule")
            .rule
    };
    assert_eq!(rule(&none), Rule::of(Same(MatchRule::default())));
    let exact = CaseOptions {
        match_mode: exact,
        ..none.clone()
    };
    assert_eq!(
        rule(&exact),
        Rule::of(Same(MatchRule {
            exact: true,
            ..MatchRule::default()
        }))
    );
    let cross = CaseOptions {
        cross_check: command,
        match_err_cc: text("e"),
        ignore_exit: true,
        ..none
    };
    let first = MatchRule {
        ignore_exit: true,
        ..MatchRule::default()
    };
    let second = MatchRule {
        err: Some(StreamPattern::Text(b"e".to_vec())),
        ..MatchRule::default()
    };
    assert_eq!(rule(&cross), Rule::of(CrossCheck(first, second)));
}

#[test]
fn a_command_in_one_string_is_split_as_a_shell_splits_words() {
    let split = |given: &[&str]| CommandLine::of_words(&words(given)).map(|command| command.0);
    assert_eq!(split(&["z3 'a b' -c"]), Ok(words(&["z3", "a b", "-c"])));
    assert_eq!(
        split(&["z3 -x", "-y"]),
        Ok(words(&["z3 -x", "-y"])),
        "a shell has split these"
    );
    assert!(split(&["z3 'a"]).is_err());
    assert!(split(&["  "]).is_err());
    assert!(split(&[]).is_err());
}

#[test]
fn what_is_configured_is_in_the_digest() {
    let digest = |options: &CaseOptions| {
        resolve(options, None, &words(&["z3"]))
            .expect("settings")
            .digest()
    };
    let none = CaseOptions::default();
    assert_eq!(digest(&none), digest(&none));
    assert_ne!(
        digest(&none),
        digest(&CaseOptions {
            pretty: true,
            ..none.clone()
        })
    );
    assert_ne!(
        digest(&none),
        digest(&CaseOptions {
            timeout: Some(3.0),
            ..none.clone()
        })
    );
    let matching = CaseOptions {
        match_out: Some("x".to_owned()),
        ..none.clone()
    };
    assert_ne!(digest(&none), digest(&matching));
}
