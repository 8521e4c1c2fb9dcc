//! Rules about wrong answers, as options and keys say them.

use super::words;
use smelt::corpus::{CaseOptions, Config, Settings, resolve};
use smelt::oracle::{Differs, Incorrect, InvalidModel, ModelsDiffer, Outvoted, Rule};
use std::path::Path;

/// The settings that keys in `[defaults]` give.
fn configured(keys: &str) -> Result<Settings, String> {
    let text = format!("[solver.ref]\ncommand = ['clasp', '-q']\n[defaults]\n{keys}\n");
    let config =
        Config::parse(Path::new("smelt.toml"), &text).map_err(|error| error.to_string())?;
    let command = words(&["clingo-5.3.0", "--eq=0"]);
    resolve(&CaseOptions::default(), Some(&config), &command).map_err(|error| error.to_string())
}

fn differs(either_direction: bool, rejecters: usize) -> Rule {
    Rule::of(Differs {
        either_direction,
        rejecters,
    })
}

/// Keys, and the rule, the command and the other solvers that they give.
type Row<'a> = (&'a str, Rule, &'a [&'a str], &'a [&'a [&'a str]]);

#[test]
fn a_rule_has_the_solvers_that_it_needs() {
    let own: &[&str] = &["clingo-5.3.0", "--eq=0"];
    let all: &[&str] = &["clingo-5.3.0", "--eq=0", "-n", "0"];
    let named: &[&str] = &["clasp", "-q"];
    let table: &[Row<'_>] = &[
        ("differs-from = 'ref'", differs(false, 0), own, &[named]),
        (
            "differs-from = 'ref'\neither-direction = true\nreject = ['b c', 'ref']",
            differs(true, 2),
            own,
            &[named, &["b", "c"], named],
        ),
        (
            "models-differ-from = 'ref'",
            Rule::of(ModelsDiffer),
            all,
            &[&["clasp", "-q", "-n", "0"]],
        ),
        (
            "models-differ-from = 'clingo 3'",
            Rule::of(ModelsDiffer),
            all,
            &[&["clingo", "3"]],
        ),
        (
            "invalid-model = 'ref'",
            Rule::of(InvalidModel),
            own,
            &[named],
        ),
        (
            "incorrect = 'ref'",
            Rule::of(Incorrect { is_verified: false }),
            own,
            &[named],
        ),
        (
            "incorrect = 'ref'\nverified-by = ['b', 'c d']",
            Rule::of(Incorrect { is_verified: true }),
            own,
            &[named, &["b", "c d"]],
        ),
        (
            "outvoted-by = ['ref', 'b c', ['d', 'e f']]",
            Rule::of(Outvoted { voters: 3 }),
            own,
            &[named, &["b", "c"], &["d", "e f"]],
        ),
    ];
    for (keys, rule, command, others) in table {
        let settings = configured(keys).expect(keys);
        assert_eq!(settings.rule, *rule, "{keys}");
        assert_eq!(settings.command, words(command), "{keys}");
        let others: Vec<_> = others.iter().map(|other| words(other)).collect();
        assert_eq!(settings.others, others, "{keys}");
        assert_eq!((settings.timeout, settings.repeat), (None, 1), "{keys}");
    }
}

#[test]
fn rules_about_wrong_answers_contradict_others() {
    for (keys, said) in [
        (
            "invalid-model = 'ref'\nincorrect = 'ref'",
            "`invalid-model` and `incorrect`",
        ),
        (
            "models-differ-from = 'ref'\ndiffers-from = 'ref'",
            "`differs-from` and `models-differ-from`",
        ),
        (
            "outvoted-by = ['ref']\nhangs = true",
            "`outvoted-by` and `hangs`",
        ),
        (
            "incorrect = 'ref'\nmatch-out = 'a'",
            "`incorrect` and `match`",
        ),
        (
            "incorrect = 'ref'\ncross-check = 'ref'",
            "`incorrect` and `cross-check`",
        ),
        ("verified-by = 'ref'", "without `incorrect`"),
        (
            "reject = ['ref']",
            "`reject` is given without `differs-from`",
        ),
        (
            "hangs = true\neither-direction = true",
            "`either-direction` is given without `differs-from`",
        ),
        ("differs-from = 'ref'\nreject = 'ref'", "sequence"),
        ("solved-by = 'ref'", "without a rule about time"),
        (
            "slower-than-factor = [2, 'ref']\nsolved-by = 'ref'",
            "`slower-than-factor` and `cross-check`, `passes-on` or `solved-by`",
        ),
        (
            "hangs = true\nsolved-by = 'ref'\ncross-check = 'ref'",
            "`solved-by` and `cross-check`",
        ),
        (
            "solved-by = 'ref'\nmatch-out-cc = 'a'\nhangs = true",
            "without `cross-check`",
        ),
        ("outvoted-by = 'ref'", "sequence"),
    ] {
        let why = configured(keys).expect_err(keys);
        assert!(why.contains(said), "{keys}: {why}");
    }
}
