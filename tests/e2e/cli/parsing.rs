//! Command lines: what is read from them, and what is refused.

use clap::error::ErrorKind;
use clap::{ArgAction, Command};
use smelt::cli::{Cli, Command as Verb, parse};
use smelt::mutator::MUTATORS;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Reads words that a shell has split.
fn cli(line: &str) -> Result<Cli, clap::Error> {
    let words = shell_words::split(line).expect("words");
    let words = std::iter::once("smelt".to_owned()).chain(words);
    let words: Vec<OsString> = words.map(OsString::from).collect();
    parse(&words)
}

#[test]
fn lines_like_ddsmts_are_read_and_the_command_keeps_its_options() {
    let first = MUTATORS[0].name();
    let table: [(&str, &[&str]); 13] = [
        ("reduce in out z3", &["z3"]),
        (
            "reduce in out z3 -in --help -j 3 --strategy",
            &["z3", "-in", "--help", "-j", "3", "--strategy"],
        ),
        (
            "reduce --cache none -j 1 --strategy hybrid --ill-formed last --match-err 'Fatal (x)' --ignore-out in out /c/exec /s/z3 -i",
            &["/c/exec", "/s/z3", "-i"],
        ),
        (
            "reduce -v -v -q --timeout 2.5 --memout 100 in out 'z3 -in'",
            &["z3 -in"],
        ),
        (
            "reduce -c 'cvc5 -q' --match-out-cc x --timeout-cc 3 --ignore-output-cc in out z3 -c",
            &["z3", "-c"],
        ),
        (
            "reduce --ignore-output --ignore-output --timeout 500ms --idle 1m in out z3",
            &["z3"],
        ),
        (
            "reduce --depends a --depends b --env A --cwd / --path absolute --pretty in out z3",
            &["z3"],
        ),
        ("reduce in out -- z3 --", &["z3", "--"]),
        ("reduce --hangs in out z3", &["z3"]),
        (
            "reduce --hangs=5 in out z3 --hangs 5",
            &["z3", "--hangs", "5"],
        ),
        ("reduce --hangs=2.5 --repeat 2 in out z3", &["z3"]),
        (
            "reduce --slower-than-factor 10 'z3 -q' in out z3 -x",
            &["z3", "-x"],
        ),
        ("reduce --script test.sh --idle 9 in out", &[]),
    ];
    for (line, command) in table {
        let Verb::Reduce(args) = cli(line).expect(line).command else {
            panic!("{line}")
        };
        assert_eq!(args.command, command, "{line}");
        assert_eq!(
            (args.input, args.output),
            (PathBuf::from("in"), PathBuf::from("out")),
            "{line}"
        );
    }
    let Verb::Reduce(args) = cli(&format!("reduce --{first} in out z3"))
        .expect("a switch")
        .command
    else {
        panic!("another verb")
    };
    assert_eq!(args.common.options().mutators, [format!("+{first}")]);
}

#[test]
fn options_between_the_files_and_the_command_are_read_in_any_notation() {
    let table: [(&str, usize, u8, &[&str]); 8] = [
        ("reduce in out -j 3 z3", 3, 0, &["z3"]),
        ("reduce in out -j3 z3", 3, 0, &["z3"]),
        ("reduce in out -j=3 z3", 3, 0, &["z3"]),
        ("reduce in out -j3 -- z3 -j9", 3, 0, &["z3", "-j9"]),
        ("reduce in -j3 out z3 -in", 3, 0, &["z3", "-in"]),
        ("reduce -j3 in out z3 -j9", 3, 0, &["z3", "-j9"]),
        ("reduce in out -vj3 z3", 3, 1, &["z3"]),
        ("reduce in out -v -j3 -v z3", 3, 2, &["z3"]),
    ];
    for (line, jobs, verbose, command) in table {
        let Verb::Reduce(args) = cli(line).expect(line).command else {
            panic!("{line}")
        };
        let run = &args.common.run;
        assert_eq!(run.jobs.map(usize::from), Some(jobs), "{line}");
        assert_eq!(run.verbose, verbose, "{line}");
        assert_eq!(args.command, command, "{line}");
    }
}

#[test]
fn lines_that_say_nothing_clear_are_refused() {
    let table = [
        ("", ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand),
        ("minimize in out z3", ErrorKind::InvalidSubcommand),
        ("reduce", ErrorKind::MissingRequiredArgument),
        ("reduce in out", ErrorKind::MissingRequiredArgument),
        ("reduce --bogus in out z3", ErrorKind::UnknownArgument),
        ("reduce in out --bogus z3", ErrorKind::UnknownArgument),
        ("reduce in out -x z3", ErrorKind::UnknownArgument),
        ("reduce in out -vx z3", ErrorKind::UnknownArgument),
        ("reduce in out -- -x", ErrorKind::UnknownArgument),
        ("reduce in out -jx z3", ErrorKind::ValueValidation),
        (
            "reduce --no-such-mutator in out z3",
            ErrorKind::UnknownArgument,
        ),
        ("reduce -j 0 in out z3", ErrorKind::ValueValidation),
        (
            "reduce --timeout long in out z3",
            ErrorKind::ValueValidation,
        ),
        ("reduce --match loosely in out z3", ErrorKind::InvalidValue),
        ("reduce --hangs=long in out z3", ErrorKind::ValueValidation),
        ("reduce --hangs 5 in out z3", ErrorKind::InvalidValue),
        ("check --hangs 5s in z3", ErrorKind::InvalidValue),
        ("reduce in out --hangs 5 z3", ErrorKind::InvalidValue),
        (
            "reduce --slower-than-factor 10",
            ErrorKind::WrongNumberOfValues,
        ),
        ("batch bugs -- z3", ErrorKind::MissingRequiredArgument),
        ("batch --out o", ErrorKind::MissingRequiredArgument),
        ("check in", ErrorKind::MissingRequiredArgument),
        ("init", ErrorKind::MissingRequiredArgument),
        ("init a b", ErrorKind::UnknownArgument),
        ("list everything", ErrorKind::InvalidValue),
    ];
    for (line, kind) in table {
        assert_eq!(cli(line).expect_err(line).kind(), kind, "{line}");
    }
}

/// Every option of a command and of those below it that has one value or several in one place, and how many.
fn with_values(command: &Command, path: &[String], found: &mut Vec<(Vec<String>, String, usize)>) {
    for arg in command.get_arguments() {
        let takes_values = matches!(arg.get_action(), ArgAction::Set);
        let Some(long) = arg.get_long().filter(|_| takes_values) else {
            continue;
        };
        let values = arg.get_value_names().map_or(1, <[_]>::len);
        found.push((path.to_vec(), format!("--{long}"), values));
    }
    for verb in command.get_subcommands() {
        let path = [path, &[verb.get_name().to_owned()]].concat();
        with_values(verb, &path, found);
    }
}

#[test]
fn an_option_with_a_value_is_given_once() {
    let mut found = Vec::new();
    with_values(&smelt::cli::definition(), &[], &mut found);
    assert!(found.len() > 60, "{found:?}");
    for (path, option, values) in found {
        let (verb, values) = (path.join(" "), vec!["2"; values].join(" "));
        let attached = format!("{verb} {option}=2 {option}=2");
        let detached = format!("{verb} {option} {values} {option} {values}");
        let line = if option == "--hangs" {
            attached
        } else {
            detached
        };
        let error = cli(&line).expect_err(&line);
        let is_of_value =
            error.kind() == ErrorKind::InvalidValue || error.kind() == ErrorKind::ValueValidation;
        assert!(
            error.kind() == ErrorKind::ArgumentConflict || is_of_value,
            "{line}: {error}"
        );
    }
    for line in [
        "reduce --timeout 5 --timeout 6 in out z3",
        "reduce --match-out a --match-out a in out z3",
        "reduce --timeout 5 in out --timeout 6 z3",
        "reduce -j1 in out -j2 z3",
        "batch --out a --out b bugs",
        "check --hangs --hangs=5 in z3",
    ] {
        let said = cli(line).expect_err(line).to_string();
        assert!(
            said.contains("cannot be used multiple times"),
            "{line}: {said}"
        );
    }
}

#[test]
fn mutators_are_switched_in_the_order_of_the_line() {
    let (a, b) = (MUTATORS[0].name(), MUTATORS[1].name());
    let table = [
        (String::new(), vec![]),
        (format!("--no-{a}"), vec![format!("-{a}")]),
        (
            format!("--disable-all --{a}"),
            vec!["-all".to_owned(), format!("+{a}")],
        ),
        (
            format!("--{a} --disable-all"),
            vec![format!("+{a}"), "-all".to_owned()],
        ),
        (
            format!("--mutators -{a},+{b} --{a}"),
            vec![format!("-{a}"), format!("+{b}"), format!("+{a}")],
        ),
        (
            format!("--{a} --mutators=-{a} --no-{b} --mutators -all"),
            vec![
                format!("+{a}"),
                format!("-{a}"),
                format!("-{b}"),
                "-all".to_owned(),
            ],
        ),
    ];
    for (options, switches) in table {
        let Verb::Reduce(args) = cli(&format!("reduce {options} in out z3"))
            .expect(&options)
            .command
        else {
            panic!("{options}")
        };
        assert_eq!(args.common.options().mutators, switches, "{options}");
    }
}

#[test]
fn a_batch_has_directories_an_output_and_perhaps_a_command() {
    let Verb::Batch(args) = cli("batch a b --out o -j 3 --cache x.db -- z3 --out -q")
        .expect("a batch")
        .command
    else {
        panic!("another verb")
    };
    assert_eq!(args.directories, [PathBuf::from("a"), PathBuf::from("b")]);
    assert_eq!(args.out, Path::new("o"));
    assert_eq!(args.command, ["z3", "--out", "-q"]);
    assert_eq!(args.common.run.jobs().get(), 3);
    assert_eq!(args.common.run.level(), 0);
}

#[test]
fn what_is_explained_needs_no_command() {
    for (line, command) in [
        ("check --explain in", &[][..]),
        ("check --explain --timeout 3 in z3 -in", &["z3", "-in"]),
    ] {
        let Verb::Check(args) = cli(line).expect(line).command else {
            panic!("{line}")
        };
        assert!(args.explain && args.command == command, "{line}");
    }
}
