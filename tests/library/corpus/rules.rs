//! Amounts, seeds and combined rules, as options and keys say them.

use super::words;
use smelt::corpus::{CaseOptions, Config, Settings, resolve, schema};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// The settings that keys in `[defaults]` give for this command.
pub(super) fn configured(keys: &str, command: &[&str]) -> Result<Settings, String> {
    let text = format!("[solver.ref]\ncommand = ['ref', '-q']\n[defaults]\n{keys}\n");
    let config =
        Config::parse(Path::new("smelt.toml"), &text).map_err(|error| error.to_string())?;
    resolve(&CaseOptions::default(), Some(&config), &words(command))
        .map_err(|error| error.to_string())
}

#[test]
fn amounts_are_words_numbers_and_commands() {
    for (keys, shown, others) in [
        (
            "more-than = ['rlimit-count', 1000]",
            "more than 1000 rlimit-count",
            &[][..],
        ),
        (
            "more-than = ['n', '50%']",
            "more than 50 % of the original's n",
            &[],
        ),
        (
            "more-than = ['n', 2.5]\npasses-on = 'ref'",
            "more than 2.5 n; passes-on",
            &[&["ref", "-q"][..]],
        ),
        (
            "more-than-factor = ['n', 10, 'ref']",
            "more-than-factor 10 of n",
            &[&["ref", "-q"]],
        ),
        (
            "more-than-factor = ['n', 1.5, ['a b', '-c']]",
            "more-than-factor 1.5 of n",
            &[&["a b", "-c"]],
        ),
        ("more-memory-than = 500", "more than 500 MB", &[]),
        (
            "more-memory-than = '20%'",
            "more than 20 % of the original's memory",
            &[],
        ),
        (
            "more-memory-than-factor = [3, 'ref']",
            "more-memory-than-factor 3 of memory",
            &[&["ref", "-q"]],
        ),
        (
            "proof-checker = 'ref'\nrejects-with = 'no'",
            "proof-checker, rejects-with \"no\"",
            &[&["ref", "-q"]],
        ),
    ] {
        let settings = configured(keys, &["solver"]).expect(keys);
        assert_eq!(settings.rule.shown(), shown, "{keys}");
        let expected: Vec<_> = others.iter().map(|words_of| words(words_of)).collect();
        assert_eq!(settings.others, expected, "{keys}");
    }
}

#[test]
fn values_of_a_wrong_type_and_contradictions_are_errors() {
    for (keys, said) in [
        ("more-than = 1000", "invalid type"),
        ("more-than = ['n', true]", "expected a word, a number"),
        (
            "more-than = ['n', 1]\nmatch-out = 'x'",
            "cannot be used together",
        ),
        (
            "more-than = ['n', 1]\nhangs = true",
            "cannot be used together",
        ),
        (
            "passes-on = 'a'\nsolved-by = 'b'\nhangs = true",
            "cannot be used together",
        ),
        (
            "rejects-with = 'x'",
            "`rejects-with` is given without `proof-checker`",
        ),
        ("interesting = { all = [] }", "take a list of rules"),
        (
            "interesting = { all = [{}], any = [{}] }",
            "must be the only key",
        ),
        (
            "interesting = { not = { mach-out = 'x' } }",
            "did you mean `match-out`",
        ),
        (
            "interesting = { not = { timeout = 3 } }",
            "`timeout` cannot be part of `interesting`",
        ),
        (
            "interesting = { not = { script = 'x' } }",
            "`script` cannot be part of `interesting`",
        ),
        (
            "interesting = { not = { match-out = 3 } }",
            "expected a string",
        ),
        ("interesting = { all = [3] }", "a rule is a table"),
        (
            "interesting = { not = {} }\nmatch-out = 'x'",
            "cannot be used together",
        ),
    ] {
        let error = configured(keys, &["solver"]).expect_err(keys);
        assert!(error.contains(said), "{keys}: {error}");
    }
}

#[test]
fn each_seed_is_a_command_after_the_other_solvers() {
    let keys = "seeds = 3\nat-least = 2\npasses-on = 'ref'";
    let settings = configured(keys, &["solver", "--seed={seed}", "{seed}"]).expect(keys);
    let solver = |seed: &str| words(&["solver", &format!("--seed={seed}"), seed]);
    assert_eq!(
        settings.commands(),
        [solver("1"), words(&["ref", "-q"]), solver("2"), solver("3")]
    );
    let under_test: Vec<bool> = (0..4)
        .map(|number| settings.is_under_test(number))
        .collect();
    assert_eq!(under_test, [true, false, true, true]);
    assert_eq!(
        settings.rule.shown(),
        "the same failure; passes-on, seeds 3, at-least 2"
    );
}

#[test]
fn a_rule_is_seen_beside_values_that_no_file_could_hold() {
    let path = || PathBuf::from(OsString::from_vec(b"\xff".to_vec()));
    let options = CaseOptions {
        script: Some(path()),
        depends: vec![path()],
        cwd: Some(path()),
        memout: Some(u64::MAX),
        timeout: Some(f64::NAN),
        same_stack: Some(u32::MAX),
        ..CaseOptions::default()
    };
    assert!(options.says_rule());
    let none = CaseOptions {
        script: None,
        ..options
    };
    assert!(!none.says_rule());
}

#[test]
fn a_rule_is_used_whatever_the_bounds_on_the_search() {
    let rule = |options: &CaseOptions| {
        let settings = resolve(options, None, &words(&["solver"]));
        settings.expect("settings").rule
    };
    let unbounded = CaseOptions {
        match_out: Some("foo".to_owned()),
        ..CaseOptions::default()
    };
    assert_ne!(rule(&unbounded), rule(&CaseOptions::default()));
    for most in [1, i64::MAX as u64 + 1, u64::MAX] {
        let bounded = CaseOptions {
            max_checks: Some(most),
            max_runs: Some(most),
            ..unbounded.clone()
        };
        assert_eq!(rule(&bounded), rule(&unbounded), "{most}");
    }
}

#[test]
fn the_schema_allows_a_time_with_a_unit_wherever_a_table_may_have_one() {
    let schema = schema();
    let keys = &schema["definitions"]["CaseOptions"]["properties"];
    for key in [
        "timeout",
        "timeout-cc",
        "idle",
        "slower-than",
        "max-cpu",
        "max-time",
    ] {
        configured(&format!("{key} = '10m'"), &["solver"]).expect(key);
        let shown = keys[key].to_string();
        assert!(shown.contains("\"number\""), "{key}: {shown}");
        assert!(shown.contains("\"string\""), "{key}: {shown}");
    }
}
