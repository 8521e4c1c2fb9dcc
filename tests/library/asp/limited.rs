//! Programs that are limited to one model, in every format.

use smelt::language::asp::with_model;
use std::time::Instant;

fn limited(program: &str, model: &[&str]) -> Option<String> {
    let model: Vec<String> = model.iter().map(|&atom| atom.to_owned()).collect();
    let made = with_model(program.as_bytes(), &model)?;
    Some(String::from_utf8(made).expect("UTF-8"))
}

#[test]
fn a_text_is_kept_and_its_other_atoms_are_forbidden_by_predicate() {
    let table: &[(&str, &[&str], &str)] = &[
        ("{a;b}. c.", &["a"], ":- not a.\n:- b.\n:- c.\n"),
        ("-c :- a.", &["-c", "a"], ":- not -c.\n:- not a.\n:- c.\n"),
        ("a. % b\n", &["a"], ":- not a.\n"),
        (
            "{p(1..2)}. q(X) :- p(X).",
            &["p(1)"],
            ":- not p(1).\nsmelt_p_p(1).\n:- p(V1), not smelt_p_p(V1).\n:- q(V1).\n",
        ),
        (
            "p(X,Y) :- smelt_(X,Y).",
            &["p(\"a b\",f(1,2))", "p(1,-2)"],
            ":- not p(\"a b\",f(1,2)).\n:- not p(1,-2).\nsmelt__p_p(\"a b\",f(1,2)).\nsmelt__p_p(1,-2).\n\
             :- p(V1,V2), not smelt__p_p(V1,V2).\n:- smelt_(V1,V2).\n",
        ),
        (
            "-p(X) :- q(X).",
            &["-p(1)"],
            ":- not -p(1).\n:- p(V1).\n:- q(V1).\nsmelt_n_p(1).\n:- -p(V1), not smelt_n_p(V1).\n",
        ),
        (
            "a. #program step(t). b.",
            &["a"],
            "#program base.\n:- not a.\n:- b.\n:- step(V1).\n:- t.\n",
        ),
        ("#const n=3. n(n) :- m.", &[], ":- m.\n:- n.\n:- n(V1).\n"),
        ("{a;b}. #show a/0.", &[], ":- a.\n"),
        ("{a;b}. #show.", &[], ""),
        ("1 {a;b}.", &["a"], ":- not a.\n:- b.\n"),
        ("{a: -b}. {-b}.", &["a"], ":- not a.\n:- b.\n:- -b.\n"),
        ("a :- 1 $< 2.", &[], ":- a.\n"),
    ];
    for (program, model, added) in table {
        let found = limited(program, model);
        assert_eq!(found, Some(format!("{program}\n{added}")), "{program}");
    }
}

#[test]
fn a_text_that_prints_terms_is_not_limited() {
    for (program, model) in [
        ("p(1). #show X : p(X).", &["1"][..]),
        ("a. #show b : a.", &["a", "b"]),
        ("#hide. a.", &["a"]),
        ("a.", &["1"]),
        ("a.", &["\"a\""]),
        ("a.", &["(a,b)"]),
        ("a.", &["a b"]),
    ] {
        assert_eq!(limited(program, model), None, "{program}");
    }
}

#[test]
fn an_aspif_program_is_limited_before_its_end_through_its_table_of_outputs() {
    let rules =
        "asp 1 0 0\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 1 b 1 2\n4 1 f 0\n4 1 c 2 1 -2\n4 3 a 0 1 -1\n";
    let program = format!("{rules}0\n");
    let end = |added: &str| Some(format!("{rules}{added}0\n"));
    // Names in the order of their bytes: `a`, `a 0`, `b`, `c`, `f`.
    assert_eq!(
        limited(&program, &["f", "c", "a"]),
        end("1 0 0 0 1 -1\n1 0 0 0 1 -1\n1 0 0 0 1 2\n1 0 0 0 1 -1\n1 0 0 0 1 2\n")
    );
    assert_eq!(
        limited(&program, &["f", "a 0"]),
        end("1 0 0 0 1 1\n1 0 0 0 1 1\n1 0 0 0 1 2\n1 0 0 0 2 1 -2\n")
    );
    assert_eq!(
        limited(&program, &["a 0"]),
        end("1 0 0 0 1 1\n1 0 0 0 1 1\n1 0 0 0 1 2\n1 0 0 0 2 1 -2\n1 0 0 0 0\n")
    );
    let several = "asp 1 0 0\n4 1 a 1 1\n4 1 a 1 2\n4 1 b 2 1 2\n4 1 b 1 3\n";
    assert_eq!(
        limited(&format!("{several}0\n"), &["a", "b"]),
        Some(format!("{several}1 0 0 0 2 -1 -2\n0\n")),
        "one of several conditions, as far as a rule can say so"
    );
    for (program, model) in [
        (&*program, &["unknown"][..]),
        ("asp 1 0 0\n4 1 a 1 1\n", &["a"]),
        ("asp 1 0 0 incremental\n0\n", &[]),
        ("asp 2 0 0\n0\n", &[]),
        ("asp 1 0 0\n4 9 a 1 1\n0\n", &[]),
        ("asp 1 0 0\n4 1 a 2 1\n0\n", &[]),
        ("asp 1 0 0\n4 99999999999999999999 a 2 1\n0\n", &[]),
        ("asp 1 0 0\n4 18446744073709551615 a 2 1\n0\n", &[]),
    ] {
        assert_eq!(limited(program, model), None, "{program}");
    }
}

#[test]
fn a_name_with_a_line_feed_is_one_name() {
    let rules = "asp 1 0 0\n4 3 a\n0 1 1\n";
    let made = limited(&format!("{rules}0\n"), &["a\n0"]);
    assert_eq!(made, Some(format!("{rules}1 0 0 0 1 -1\n0\n")));
}

#[test]
fn a_numeric_program_is_limited_through_its_lists_of_true_and_false_atoms() {
    let program = "3 2 2 3 0 0\n0\n2 a\n3 b\n0\nB+\n0\nB-\n1\n0\n1\n";
    assert_eq!(
        limited(program, &["b"]).as_deref(),
        Some("3 2 2 3 0 0\n0\n2 a\n3 b\n0\nB+\n3\n0\nB-\n2\n1\n0\n1\n")
    );
    for (program, model) in [
        (program, &["c"][..]),
        ("1 2 0 0\n0\n2 a\n0\n1\n", &[]),
        ("1 2 0 0\n", &[]),
        ("0\n2a\n0\n", &[]),
    ] {
        assert_eq!(limited(program, model), None, "{program}");
    }
}

#[test]
fn a_predicate_with_more_arguments_than_any_atom_has_is_left_free() {
    for arity in ["1025", "32147483648", "18446744073709551615"] {
        let program = format!("a. #show a/0. #show q/{arity}.");
        let expected = Some(format!("{program}\n:- not a.\n"));
        assert_eq!(limited(&program, &["a"]), expected, "{arity}");
    }
}

#[test]
fn very_many_predicates_with_many_arguments_make_no_text_of_any_size() {
    let shown = (0..50_000).map(|nth| format!("#show p{nth}/1000.\n"));
    let limited = limited(&shown.collect::<String>(), &[]).expect("a program");
    assert!(limited.len() < 100 << 20, "{}", limited.len());
}

#[test]
fn a_text_with_a_script_or_another_file_is_not_limited() {
    for program in [
        "#include <incmode>. #program base. a. #program check(t). :-query(t).",
        "#include \"b.lp\". a.",
        "a. #script (lua) x = 1 #end.",
        "#include.",
    ] {
        assert_eq!(limited(program, &["a"]), None, "{program}");
    }
}

#[test]
fn a_constant_may_have_the_name_of_an_atom() {
    let program = "#const a=3. {a}. :-not a. q(a).";
    let added = ":- not q(3).\n:- a.\nsmelt_p_q(3).\n:- q(V1), not smelt_p_q(V1).\n";
    let expected = Some(format!("{program}\n{added}"));
    assert_eq!(limited(program, &["q(3)"]), expected);
}

#[test]
fn a_text_that_begins_with_a_number_is_limited_as_text() {
    let program = "1\n{a;b} 2.\nc.";
    let expected = Some(format!("{program}\n:- not a.\n:- not c.\n:- b.\n"));
    assert_eq!(limited(program, &["a", "c"]), expected);
}

#[test]
fn a_name_with_very_many_underscores_is_exceeded_in_linear_time() {
    let most = "_".repeat(200_000);
    let program = format!("p(1..2). smelt_. smelt{most}.");
    let began = Instant::now();
    let limited = limited(&program, &["p(1)"]).expect("a program");
    assert!(limited.contains(&format!("\nsmelt{most}_p_p(1).\n")));
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

#[test]
fn numbered_atoms_that_share_a_name_that_is_printed_are_left_free() {
    let program = "3 3 2 3 4 0 0\n0\n2 a\n3 a\n4 b\n0\nB+\n0\nB-\n1\n0\n1\n";
    let with = |truths: &str, falsehoods: &str| {
        let lists = format!("B+\n{truths}0\nB-\n{falsehoods}1\n");
        Some(program.replace("B+\n0\nB-\n1\n", &lists))
    };
    assert_eq!(limited(program, &["a", "b"]), with("4\n", ""));
    assert_eq!(limited(program, &["a"]), with("", "4\n"));
    assert_eq!(limited(program, &["b"]), with("4\n", "2\n3\n"));
}
