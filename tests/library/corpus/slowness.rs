//! Hangs, slow-downs and scripts, as options and keys say them.

use super::precedence::{Corpus, ROOT};
use super::words;
use smelt::corpus::{CaseOptions, Config, HangLimit, Settings, resolve};
use smelt::oracle::{
    Hangs, MatchRule, Rule, Same, Script, SecondRule, SlowerThan, SlowerThanFactor,
};
use std::path::Path;
use std::time::Duration;

/// The settings that keys in `[defaults]` give.
fn configured(keys: &str) -> Result<Settings, String> {
    let text = format!("[solver.ref]\ncommand = ['ref', '-q']\n[defaults]\n{keys}\n");
    let config =
        Config::parse(Path::new("smelt.toml"), &text).map_err(|error| error.to_string())?;
    resolve(&CaseOptions::default(), Some(&config), &words(&["solver"]))
        .map_err(|error| error.to_string())
}

#[test]
fn the_limit_of_a_hang_is_its_own_or_the_timeout_or_ten_seconds() {
    let second = Some(SecondRule::Behaves(MatchRule::default()));
    for (keys, rule, timeout) in [
        ("hangs = true", Rule::of(Hangs(None)), Some(10.0)),
        ("hangs = 2.5", Rule::of(Hangs(None)), Some(2.5)),
        ("hangs = 3", Rule::of(Hangs(None)), Some(3.0)),
        ("hangs = '2m'", Rule::of(Hangs(None)), Some(120.0)),
        (
            "hangs = true\ntimeout = 4",
            Rule::of(Hangs(None)),
            Some(4.0),
        ),
        (
            "hangs = true\ncross-check = 'ref'",
            Rule::of(Hangs(second.clone())),
            None,
        ),
        (
            "hangs = 2\ncross-check = 'ref'",
            Rule::of(Hangs(second)),
            Some(2.0),
        ),
        (
            "hangs = true\nsolved-by = 'ref'",
            Rule::of(Hangs(Some(SecondRule::Solves))),
            None,
        ),
        ("hangs = false", Rule::of(Same(MatchRule::default())), None),
    ] {
        let settings = configured(keys).expect(keys);
        assert_eq!(settings.rule, rule, "{keys}");
        let timeout = timeout.map(Duration::from_secs_f64);
        assert_eq!(settings.timeout, timeout, "{keys}");
        assert_eq!(settings.repeat, 1, "{keys}");
    }
}

#[test]
fn the_rules_of_an_expression_share_the_longest_limit() {
    for (rules, timeout, limit) in [
        ("{ hangs = true }, {}", "", Some(10)),
        ("{ hangs = true }, {}", "timeout = 4", Some(4)),
        ("{ hangs = 5 }, { slower-than = 20 }", "", Some(20)),
        ("{ hangs = 5 }, {}", "timeout = 4", Some(5)),
        ("{ hangs = true, solved-by = 'ref' }, {}", "", None),
    ] {
        let keys = format!("interesting = {{ any = [{rules}] }}\n{timeout}");
        let settings = configured(&keys).expect(&keys);
        assert_eq!(settings.timeout, limit.map(Duration::from_secs), "{keys}");
    }
}

#[test]
fn times_that_are_compared_are_taken_three_times_unless_a_number_is_given() {
    let slower = configured("slower-than = 5").expect("a rule");
    let time = Duration::from_secs(5);
    assert_eq!(slower.rule, Rule::of(SlowerThan(time, None)));
    assert_eq!((slower.timeout, slower.repeat), (Some(time), 3));
    let factor = configured("slower-than-factor = [2.5, 'ref']\nrepeat = 7").expect("a rule");
    assert_eq!(factor.rule, Rule::of(SlowerThanFactor(2.5)));
    assert_eq!(factor.others, [words(&["ref", "-q"])]);
    assert_eq!((factor.timeout, factor.repeat), (None, 7));
    let list = configured("slower-than-factor = [10, ['other', 'a b']]").expect("a rule");
    assert_eq!(list.others, [words(&["other", "a b"])]);
    let text = configured("slower-than-factor = ['10', 'ref -v']").expect("a rule");
    assert_eq!(text.rule, Rule::of(SlowerThanFactor(10.0)));
    assert_eq!(text.others, [words(&["ref", "-v"])]);
}

#[test]
fn the_second_solver_keeps_the_timeout_that_is_said_for_all_runs() {
    let settings = configured("differs-from = 'ref'\ntimeout = 7").expect("settings");
    assert_eq!(settings.second_timeout, Some(Duration::from_secs(7)));
    let settings = configured("hangs = 2\ncross-check = 'ref'").expect("settings");
    assert_eq!(settings.second_timeout, None);
}

#[test]
fn rules_that_exclude_each_other_are_refused() {
    for (keys, why) in [
        ("hangs = 2\ntimeout = 3", "`hangs=S` and `timeout`"),
        ("hangs = true\nslower-than = 3", "`hangs` and `slower-than`"),
        (
            "slower-than = 3\nslower-than-factor = [2, 'ref']",
            "`slower-than` and `slower-than-factor`",
        ),
        (
            "slower-than = 3\ntimeout = 9",
            "`slower-than` and `timeout`",
        ),
        ("hangs = true\nmatch-out = 'x'", "`hangs` and `match`"),
        (
            "slower-than = 3\nmatch = 'exact'",
            "`slower-than` and `match`",
        ),
        (
            "hangs = true\ndiffers-from = 'ref'",
            "`differs-from` and `hangs`",
        ),
        (
            "slower-than-factor = [2, 'ref']\ncross-check = 'ref'",
            "`slower-than-factor` and `cross-check`",
        ),
        ("script = 'a.sh'\nignore-out = true", "`script` and `match`"),
        (
            "script = 'a.sh'\ncross-check = 'ref'",
            "`script` and `cross-check`",
        ),
        ("slower-than-factor = [2]", "a factor and a command"),
        ("slower-than-factor = ['x', 'ref']", "expected a factor"),
        (
            "slower-than-factor = [0.5, 'ref']",
            "expected a factor from 1 to",
        ),
        ("hangs = 'long'", "expected a time"),
        (
            "hangs = []",
            "expected `true`, a number of CPU seconds, or a time",
        ),
        ("hangs = 0", "`hangs` is 0"),
        ("slower-than = -1", "`slower-than` is -1"),
        ("idle = 0", "`idle` is 0"),
        ("repeat = 0", "`repeat` is 0"),
        ("repeat = 101", "`repeat` is 101"),
    ] {
        let said = configured(keys).expect_err(keys);
        assert!(said.contains(why), "`{why}` is not in: {said}");
    }
}

#[test]
fn a_script_takes_the_place_of_the_solver_and_is_no_command_on_path() {
    let scripted = |script: &str| CaseOptions {
        script: Some(script.into()),
        ..CaseOptions::default()
    };
    for (script, program) in [
        ("test.sh", "./test.sh"),
        ("a/test.sh", "a/test.sh"),
        ("/a/test.sh", "/a/test.sh"),
    ] {
        let settings = resolve(&scripted(script), None, &[]).expect(script);
        assert_eq!(settings.command, words(&[program]));
        assert_eq!(
            (settings.solver.as_str(), settings.rule),
            ("test.sh", Rule::of(Script))
        );
    }
    let both = resolve(&scripted("test.sh"), None, &words(&["z3"]));
    let said = both.expect_err("both").to_string();
    assert!(
        said.contains("`--script` and a command are both given"),
        "{said}"
    );
    assert!(resolve(&CaseOptions::default(), None, &[]).is_err());
}

#[test]
fn the_root_file_may_name_a_script_and_the_nearest_of_scripts_and_solvers_counts() {
    let root = format!(
        "[defaults]\nscript = 'tests/a.sh'\n{}[[case]]\nglob = 'b*'\nscript = 'b.sh'\n",
        ROOT.replace("glob = '*'", "glob = 's*'")
    );
    let corpus = Corpus::new(&[
        ("smelt.toml", &root),
        ("x.smt2", ""),
        ("b.smt2", ""),
        ("s.smt2", ""),
        ("near.smt2", "; smelt: solver = 'strict'\n"),
        ("ruled.smt2", "; smelt: match-out = 'x'\n"),
    ]);
    let in_corpus = |name: &str| corpus.path().join(name).into_os_string();
    let settings = |id: &str| corpus.settings(id).expect(id);
    let default = settings("x.smt2");
    assert_eq!(default.command, [in_corpus("tests/a.sh")]);
    assert_eq!(
        (default.solver.as_str(), default.rule),
        ("a.sh", Rule::of(Script))
    );
    assert_eq!(settings("b.smt2").command, [in_corpus("b.sh")]);
    for (id, command) in [
        ("s.smt2", &["free-solver", "-q", "-i"][..]),
        ("near.smt2", &["strict-solver"]),
    ] {
        let settings = settings(id);
        assert_eq!(settings.command, words(command), "{id}");
        assert_eq!(settings.rule, Rule::of(Same(MatchRule::default())), "{id}");
    }
    let said = corpus.settings("ruled.smt2").expect_err("two rules");
    assert!(said.contains("alone decides what is interesting"), "{said}");
}

#[test]
fn a_script_stands_neither_beside_a_solver_nor_with_arguments() {
    for (table, why) in [
        (
            "[solver.x]\ncommand = 'x'\nscript = 'a'",
            "`script` has no effect",
        ),
        (
            "[solver.x]\ncommand = 'x'\n[[case]]\nglob = '*'\nsolver = 'x'\nscript = 'a'",
            "has both a `solver` and a `script`",
        ),
        (
            "[[case]]\nglob = '*'\nscript = 'a'\narguments = ['-x']",
            "gets only the file name",
        ),
    ] {
        let said = Config::parse(Path::new("smelt.toml"), table).expect_err(why);
        assert!(said.to_string().contains(why), "{said}");
    }
}

#[test]
fn an_option_without_a_value_is_the_default_limit() {
    let hangs = |text: &str| text.parse::<HangLimit>();
    assert_eq!(hangs(""), Ok(HangLimit::Default));
    assert_eq!(hangs("2.5"), Ok(HangLimit::Seconds(2.5)));
    assert_eq!(hangs("2.5s"), Ok(HangLimit::Seconds(2.5)));
    assert!(hangs("long").is_err());
}
