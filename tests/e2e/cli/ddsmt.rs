//! The whole list of ddSMT 2.0.6's options: each is understood with its meaning, or refused with a word.

use smelt::cli::{Command as Verb, ReduceArgs, parse};
use smelt::mutator::{MUTATORS, Mutator, THEORIES};
use std::ffi::OsString;

/// Reads `smelt reduce OPTIONS in out z3`.
fn reduce(options: &[&str]) -> Result<ReduceArgs, String> {
    let words = [&["smelt", "reduce"], options, &["in", "out", "z3"]].concat();
    let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    match parse(&words) {
        Ok(cli) => match cli.command {
            Verb::Reduce(args) => Ok(args),
            other => panic!("{other:?}"),
        },
        Err(error) => Err(error.render().to_string()),
    }
}

fn notes(options: &[&str]) -> Vec<String> {
    let read = reduce(options).unwrap_or_else(|error| panic!("{options:?}: {error}"));
    read.common.notes()
}

fn switches(options: &[&str]) -> Vec<String> {
    let read = reduce(options).unwrap_or_else(|error| panic!("{options:?}: {error}"));
    read.common.options().mutators
}

#[test]
fn options_with_ddsmts_name_and_meaning_are_read_without_a_note() {
    let table: [&[&str]; 18] = [
        &["-v"],
        &["-q"],
        &["--strategy", "ddmin"],
        &["--disable-all"],
        &["-j", "1"],
        &["--jobs", "1"],
        &["--memout", "100"],
        &["--timeout", "2.5"],
        &["--ignore-output"],
        &["--ignore-out"],
        &["--ignore-err"],
        &["--match-err", "x"],
        &["--match-out", "x"],
        &["--cross-check", "cvc5"],
        &["--timeout-cc", "3"],
        &["--ignore-output-cc"],
        &["--match-err-cc", "x"],
        &["--match-out-cc", "x"],
    ];
    for options in table {
        assert_eq!(notes(options), [""; 0], "{options:?}");
    }
}

#[test]
fn second_names_mean_what_they_mean_in_ddsmt() {
    assert!(
        reduce(&["--pretty-print"])
            .expect("read")
            .common
            .case
            .pretty
    );
    let exit = reduce(&["--ignore-exitcode"]).expect("read");
    assert!(exit.common.case.ignore_exit, "pyDelta's");
    assert_eq!(notes(&["--replace-by-variable-mode", "dec"]), [""; 0]);
    let help = reduce(&["--help-all"]).expect_err("help");
    assert!(help.contains("What is interesting:"), "{help}");
}

#[test]
fn what_smelt_has_no_need_of_is_accepted_with_a_note() {
    let [note] = &notes(&["--check-loops"])[..] else {
        panic!("one note")
    };
    assert!(note.contains("`--check-loops` is not needed"), "{note}");
}

#[test]
fn what_smelt_does_not_have_is_refused_with_what_to_do_instead() {
    let table: [(&[&str], &str); 12] = [
        (&["--wrap-lines"], "--pretty"),
        (&["--parser-test"], "smelt check"),
        (&["--dump-config"], "smelt check --explain"),
        (&["--unchecked"], "--ignore-output"),
        (&["--profile"], "mutators.csv"),
        (&["--dump-diffs"], "smallest text"),
        (&["--replace-by-variable-mode", "inc"], "smaller names only"),
        (&["--parse-only"], "smelt check"),
        (&["--run-unchecked"], "saw the solver fail"),
        (&["--max-threads", "-2"], "--jobs"),
        (&["--outputfile", "x"], "smelt reduce INPUT OUTPUT"),
        (&["--skip", "10"], "continues where"),
    ];
    for (options, instead) in table {
        let error = reduce(options).expect_err(options[0]);
        let begins = format!("error: smelt has no option `{}`\n\nhint: ", options[0]);
        assert!(
            error.starts_with(&begins) && error.contains(instead),
            "{options:?}: {error}"
        );
    }
}

#[test]
fn in_place_of_ddsmt_what_has_no_effect_on_the_result_is_accepted_with_a_note() {
    let read = |words: &[&str]| {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        match parse(&words)
            .map_err(|error| error.render().to_string())?
            .command
        {
            Verb::Reduce(args) => Ok(args.common.notes()),
            other => panic!("{other:?}"),
        }
    };
    let options = "--wrap-lines --profile --dump-diffs --max-threads 2 --replace-by-variable-mode inc -j 1 in out z3";
    let options: Vec<&str> = options.split(' ').collect();
    for program in [&["/usr/bin/ddsmt"][..], &["smelt", "ddsmt"]] {
        let words = [program, &options].concat();
        let notes: Result<Vec<String>, String> = read(&words);
        let notes = notes.expect("accepted");
        assert_eq!(notes.len(), 5, "{notes:?}");
        assert!(
            notes.iter().all(|note| note.contains("has no effect")),
            "{notes:?}"
        );
        let refused = read(&[program, &["--parser-test", "in", "out", "z3"]].concat());
        assert!(refused.expect_err("refused").contains("smelt check"));
    }
}

#[test]
fn every_mutator_is_switched_by_its_name() {
    for theory in THEORIES {
        let names = || theory.mutators().map(Mutator::name);
        let options: Vec<String> = names()
            .flat_map(|name| [format!("--{name}"), format!("--no-{name}")])
            .collect();
        let expected = names().flat_map(|name| [format!("+{name}"), format!("-{name}")]);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        assert_eq!(switches(&options), expected.collect::<Vec<_>>());
    }
}

#[test]
fn a_theory_switches_its_mutators() {
    for theory in THEORIES {
        let names: Vec<&str> = theory.mutators().map(Mutator::name).collect();
        for (option, sign) in [
            (format!("--{}", theory.name), '+'),
            (format!("--no-{}", theory.name), '-'),
        ] {
            let expected: Vec<String> = names.iter().map(|name| format!("{sign}{name}")).collect();
            assert_eq!(switches(&[&option]), expected, "{option}");
            assert!(!names.is_empty(), "{option}");
            assert_eq!(notes(&[&option]), [""; 0], "{option}");
        }
    }
}

#[test]
fn the_last_switch_counts_for_theories_too() {
    let first = |options: &[&str]| {
        let switches = switches(options);
        let of = |name: &str| {
            let says = |switch: &&String| switch[1..] == *name || switch[1..] == *"all";
            switches
                .iter()
                .rev()
                .find(says)
                .cloned()
                .unwrap_or_default()
        };
        (of("constants"), of("erase-node"), of("push-pop"))
    };
    let signs = |(a, b, c): (String, String, String)| {
        [a, b, c].map(|switch| switch.chars().next().unwrap_or(' '))
    };
    assert_eq!(signs(first(&["--no-core", "--constants"])), ['+', '-', ' ']);
    assert_eq!(signs(first(&["--constants", "--no-core"])), ['-', '-', ' ']);
    assert_eq!(signs(first(&["--disable-all", "--core"])), ['+', '+', '-']);
}

#[test]
fn every_mutator_has_a_theory_that_is_listed() {
    let listed: usize = THEORIES
        .iter()
        .map(|theory| theory.mutators().count())
        .sum();
    assert_eq!(listed, MUTATORS.len());
}
