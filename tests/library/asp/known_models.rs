//! The numbers of models that are known of the programs in `benchmarks/asp` agree with the definition.

use super::case;
use super::stable_models::Program;
use smelt::language::asp::AnswerSets;

fn models(file: &str) -> usize {
    let path = format!("{}/benchmarks/asp/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a program");
    let program = Program::of(&case(&text)).expect("a small ground program");
    program.stable_models().len()
}

#[test]
fn the_known_numbers_of_models_are_right() {
    let table = [
        ("new/mixed-unsat.aspif", 1),
        ("new/mixed-choice-weight.aspif", 4),
        ("new/weightrec.lp", 3),
        ("new/choice-self.lp", 1),
        ("min/dup-eq0-disj.aspif", 2),
        ("min/segv-transext-choice.aspif", 0),
        ("min/err65-transext-integ.aspif", 1),
        ("min/dup-frumpy-compl-weight.aspif", 3),
        ("min/unsat-transext-no.aspif", 1),
        ("min/invalid-satprepro-choice.aspif", 1),
        ("min/missing-transext-all-335.aspif", 2),
        ("new/invalid-satprepro.lp", 1),
        ("new/canon-dlp.lp", 1),
    ];
    for (file, expected) in table {
        assert_eq!(models(file), expected, "{file}");
    }
}

/// The numbers were counted by clingo 5.8.0.
#[test]
fn aggregates_with_any_bound_have_the_answer_sets_that_clingo_finds() {
    let table = [
        ("{a;b;c}. :-#count{1:a;2:b;3:c}=2.", 5),
        ("{a;b;c}. :-not 1<#count{1:a;2:b;3:c}.", 4),
        ("{a;b;c}. :-#sum{1,1:a;2:b;3:c}>=3.", 3),
        ("{a;b;c}. :-3>#sum{1,1:a;2:b;3:c}.", 5),
        ("{a;b;c}. :-2<=#max{1:a;2:b;3:c}.", 2),
        ("{a;b;c}. :-#max{1:a;2:b;3:c}<=2.", 4),
        ("{a;b;c}. :-#min{1:a;2:b;3:c}<=1.", 4),
        ("{a;b;c}. :-2<=#min{1:a;2:b;3:c}.", 4),
        ("a:-not not a.", 2),
        ("{a;b}. :-not not a,b.", 3),
        ("a:-#true. b:-#false. c:-not #false,not #true.", 1),
        ("{a;b}=1.", 2),
        ("2>{a;b;not c}>=1. {c}.", 3),
        ("1<=#sum{2,1:a;1,2:b}<=2.", 2),
        ("{a;b}:-1{c;d}1,not not c. {c;d}.", 7),
        ("{a;b}. :-#sum+{1:a;2:b}<2.", 2),
        ("a:-1{a}.", 1),
        ("{a;b}. :-not 1{a;b}1.", 2),
        ("{a}. :-#count{}>0. :-not #sum{}=0.", 2),
    ];
    for (text, expected) in table {
        let found = AnswerSets::of(&case(text)).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(found.count(), expected, "{text}");
    }
}

#[test]
fn what_is_not_understood_has_no_answer_sets_and_is_named() {
    for (text, named) in [
        ("{a(1..2)}!=1.", "{a(1..2)}!=1."),
        ("a. b:-#sum{1,X:a}>0.", "b:-#sum{1,X:a}>0."),
        ("{a;b}. :-#count{1:a,1:b}>0.", "#count{1:a,1:b}"),
        ("{a}. :-[a=-1]0.", "[a=-1]"),
        (
            "{a}. :-9223372036854775807<#sum{1:a}.",
            "9223372036854775807",
        ),
        (
            "{a}. :-#sum{1:a}9223372036854775807.",
            "9223372036854775807",
        ),
        ("a. #show a:b.", "#show"),
    ] {
        let why = AnswerSets::of(&case(text)).expect_err(text);
        assert!(why.contains(named), "{text}: {why}");
    }
}

#[test]
fn each_minimized_program_on_which_a_solver_finds_no_answer_set_has_one() {
    let directory = "benchmarks/runs/2026-11-23-deltaasp/minimized";
    let directory = format!("{}/{directory}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(&directory).expect("a directory");
    let texts = files.map(|file| std::fs::read_to_string(file.expect("a file").path()));
    let mut count = 0;
    for text in texts {
        let text = text.expect("a program");
        let program = Program::of(&case(&text)).expect("a small ground program");
        assert!(!program.stable_models().is_empty(), "{text}");
        count += 1;
    }
    assert_eq!(count, 12);
}
