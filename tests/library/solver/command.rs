//! How commands are resolved.

use super::{caller, fake, observed, resolve, slot, spec, text, wide};
use smelt::solver::{Caller, CommandSpec, Invocation};
use std::path::{Path, PathBuf};

fn refused(argv: &[&str], change: impl Fn(&mut CommandSpec)) -> String {
    let mut spec = CommandSpec {
        argv: argv.iter().map(Into::into).collect(),
        ..CommandSpec::default()
    };
    change(&mut spec);
    let error = Invocation::resolve_for(&spec, &caller()).expect_err("refused");
    error.to_string()
}

#[test]
fn what_cannot_be_run_is_refused_with_the_reason() {
    let here = fake("cat.sh").display().to_string();
    let same = |spec: &mut CommandSpec| spec.depends = vec![PathBuf::from("Cargo.toml"); 2];
    for (message, expected) in [
        (refused(&[], |_| ()), "the solver's command is empty"),
        (refused(&[""], |_| ()), "empty"),
        (refused(&["no-such-solver"], |_| ()), "no such file on PATH"),
        (refused(&["./no-such-solver"], |_| ()), "no such file"),
        (refused(&["/"], |_| ()), "it is a directory"),
        (
            refused(&["./Cargo.toml"], |_| ()),
            "not executable (try `chmod +x`)",
        ),
        (
            refused(&[&here], |spec| spec.cwd = Some("/no/dir".into())),
            "no such directory",
        ),
        (
            refused(&[&here], |spec| spec.depends = vec!["/no/file".into()]),
            "no such file",
        ),
        (refused(&[&here], same), "the same name"),
    ] {
        assert!(message.contains(expected), "{message}");
    }
}

/// A command that prints these arguments.
fn echo(arguments: &[&str]) -> Invocation {
    let argv = [&["echo"], arguments].concat();
    resolve(&CommandSpec {
        argv: argv.iter().map(Into::into).collect(),
        ..spec("cat.sh", &[])
    })
}

/// What this command prints about a candidate.
fn printed(command: &Invocation) -> String {
    text(&observed(slot().run(command, b"", &wide()).expect("a run")).out)
}

#[test]
fn the_candidate_stands_where_it_is_wanted_or_last() {
    assert_eq!(printed(&echo(&["-q"])), "-q case.smt2\n");
    assert_eq!(
        printed(&echo(&["{}", "-q", "--file={},{}"])),
        "case.smt2 -q --file=case.smt2,case.smt2\n"
    );
}

#[test]
fn the_proof_stands_wherever_a_word_has_its_place() {
    assert_eq!(
        printed(&echo(&["{proof},{}:{proof}", "{proof}"])),
        "case.smt2.proof,case.smt2:case.smt2.proof case.smt2.proof\n"
    );
}

#[test]
fn a_place_in_the_name_of_a_file_is_part_of_the_name() {
    for (name, arguments, expected) in [
        ("a{proof}.smt2", &["-q"][..], "-q a{proof}.smt2\n"),
        ("a{}.smt2", &["{},{}"], "a{}.smt2,a{}.smt2\n"),
        (
            "{proof}{}",
            &["{}", "{proof}"],
            "{proof}{} {proof}{}.proof\n",
        ),
    ] {
        let in_place = slot().run_in_place(&echo(arguments), Path::new(name), &wide());
        let seen = observed(in_place.expect("a run"));
        assert_eq!(text(&seen.out), expected, "{name}");
    }
}

#[test]
fn the_candidate_is_standard_input_where_the_command_says_so() {
    let spec = CommandSpec {
        argv: ["sh", "-c", "echo $#; cat", "<", "{}"]
            .map(Into::into)
            .into(),
        ..CommandSpec::default()
    };
    let (invocation, mut slot) = (resolve(&spec), slot());
    for candidate in ["one", "another"] {
        let ran = slot.run(&invocation, candidate.as_bytes(), &wide());
        assert_eq!(
            text(&observed(ran.expect("a run")).out),
            format!("0\n{candidate}")
        );
    }
    let in_place = slot.run_in_place(&invocation, Path::new("LICENSE"), &wide());
    let seen = text(&observed(in_place.expect("a run")).out);
    assert!(seen.starts_with("0\nMIT License"), "{seen}");
}

#[test]
fn other_programs_read_an_empty_standard_input() {
    let spec = CommandSpec {
        argv: ["sh", "-c", "cat; echo $0"].map(Into::into).into(),
        ..CommandSpec::default()
    };
    let seen = observed(
        slot()
            .run(&resolve(&spec), b"text", &wide())
            .expect("a run"),
    );
    assert_eq!(text(&seen.out), "case\n");
}

#[test]
fn a_file_of_the_callers_directory_is_found_from_the_slot() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("options"), "opt ").expect("a file");
    let caller = Caller {
        dir: directory.path().to_owned(),
        ..caller()
    };
    let invocation =
        Invocation::resolve_for(&spec("cat.sh", &["options"]), &caller).expect("resolves");
    let seen = observed(slot().run(&invocation, b"text", &wide()).expect("a run"));
    assert_eq!(text(&seen.out), "opt text");
}

#[test]
fn paths_in_options_and_of_directories_become_absolute_and_plain_words_do_not() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir_all(directory.path().join("sub/smt2")).expect("a directory");
    std::fs::write(directory.path().join("sub/file"), "").expect("a file");
    let caller = Caller {
        dir: directory.path().join("sub"),
        ..caller()
    };
    let spec = CommandSpec {
        argv: [
            "echo",
            "--lang",
            "smt2",
            "./smt2",
            "--file=./file",
            "--o=./no",
        ]
        .map(Into::into)
        .into(),
        ..CommandSpec::default()
    };
    let invocation = Invocation::resolve_for(&spec, &caller).expect("resolves");
    let seen = observed(slot().run(&invocation, b"", &wide()).expect("a run"));
    let sub = caller.dir.display();
    let expected = format!("--lang smt2 {sub}/./smt2 --file={sub}/./file --o=./no case\n");
    assert_eq!(text(&seen.out), expected);
}

#[test]
fn a_program_on_path_wins_over_a_file_of_the_same_name() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("echo"), "not a program").expect("a file");
    let caller = Caller {
        dir: directory.path().to_owned(),
        ..caller()
    };
    let spec = CommandSpec {
        argv: ["timeout", "5", "echo"].map(Into::into).into(),
        ..CommandSpec::default()
    };
    let invocation = Invocation::resolve_for(&spec, &caller).expect("resolves");
    assert_eq!(
        invocation.program().file_name(),
        Path::new("timeout").file_name()
    );
    let seen = observed(slot().run(&invocation, b"", &wide()).expect("a run"));
    assert_eq!(text(&seen.out), "case\n");
}
