//! Conversions between the formats keep the stable models.

use super::case;
use super::stable_models::Program;
use smelt::language::asp::{AnswerSets, Asp};
use smelt::language::{Language, Syntax, TestCase};

const PROGRAMS: &[&str] = &[
    "a:-b. b:-a. :-not a. a|b|c|d|e|f.",
    "{a;b}. c:-a,not b. :-not c,b. 1{d;e}1:-c.",
    "{a;b;c}. d:-2{a;b;not c}. e:-1{a;b}1,c. f:-not 2{a;b}2.",
    "{a;b}. c:-3#sum{1,x:a;2,y:b;2,z:not d}4,a. d:-not c.",
    "p(1):-not q(2). q(2):-not p(1). r|s:-p(1).",
    ":-2[a=1,not b=2]3,c. {a,b,c}.",
    "asp 1 0 0\n1 0 1 5 1 3 2 2 1 -1 2\n1 1 2 1 2 0 0\n1 0 2 3 4 0 1 5\n4 1 a 1 1\n4 4 p(2) 1 2\n0\n",
    "1 5 3 1 2 3 4\n3 2 2 3 0 0\n5 6 2 2 1 3 2 1 2\n1 1 1 0 6\n8 2 7 8 1 0 5\n0\n5 a\n7 b\n0\nB+\n0\nB-\n1\n0\n1\n",
];

/// The number of stable models. All atoms that a conversion adds depend on the others, so the number stays.
fn models(case: &TestCase) -> Option<usize> {
    Program::of(case).map(|program| program.stable_models().len())
}

#[test]
fn each_format_has_the_same_number_of_stable_models() {
    for text in PROGRAMS {
        let original = case(text);
        let expected = models(&original);
        for format in Asp.formats() {
            let converted = Asp.convert(&original, format);
            let converted = converted.unwrap_or_else(|why| panic!("{text} to {format}: {why}"));
            let shown = String::from_utf8_lossy(&converted).into_owned();
            let read = case(&shown);
            if let Some(expected) = expected {
                assert_eq!(models(&read), Some(expected), "{text} to {format}: {shown}");
            }
            assert_eq!(String::from_utf8_lossy(read.text()), shown, "{format}");
        }
    }
}

#[test]
fn each_program_of_the_corpus_is_converted_to_each_format() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/benchmarks/asp");
    let files = walkdir::WalkDir::new(directory)
        .into_iter()
        .filter_map(Result::ok);
    for file in files.filter(|file| {
        file.path()
            .extension()
            .is_some_and(|extension| extension == "aspif")
    }) {
        let text = std::fs::read(file.path()).expect("a program");
        let parsed = Asp.parse(&text).expect("it parses");
        let original = TestCase::new(&Asp, parsed);
        for format in Asp.formats() {
            let converted = Asp.convert(&original, format);
            assert!(
                converted.is_ok(),
                "{} to {format}: {converted:?}",
                file.path().display()
            );
        }
    }
}

/// What gringo prints for facts and for shown terms: a name with another condition than one atom.
#[test]
fn names_with_any_condition_keep_what_is_shown() {
    let text = "asp 1 0 0\n1 0 1 1 0 0\n1 1 2 2 3 0 0\n4 1 b 0\n4 1 c 1 2\n4 4 f(2) 1 2\n4 1 d 2 2 -3\n0\n";
    let shown = |text: &str| {
        let found = AnswerSets::of(&case(text)).unwrap_or_else(|why| panic!("{text}: {why}"));
        let sorted = found.iter().map(|mut atoms| {
            atoms.retain(|atom| !atom.starts_with('x'));
            atoms.sort_unstable();
            atoms.join(" ")
        });
        let mut sets: Vec<String> = sorted.collect();
        sets.sort();
        sets
    };
    assert_eq!(shown(text), ["b", "b", "b c d f(2)", "b c f(2)"]);
    for format in Asp.formats() {
        let converted = Asp.convert(&case(text), format).expect(format);
        let converted = String::from_utf8_lossy(&converted);
        assert_eq!(shown(&converted), shown(text), "{format}: {converted}");
    }
    let twice = "asp 1 0 0\n1 1 2 2 3 0 0\n4 1 c 1 2\n4 1 c 1 3\n0\n";
    assert!(Asp.convert(&case(twice), "lp").is_err());
}

#[test]
fn heuristics_edges_and_projections_keep_their_meaning() {
    let text = "{a;b;c}.\n#project a.\n#project b.\n#heuristic a:b,not c.[-3@2,true]\n#heuristic c.[1,level]\n#edge(1,f(x)):a,not b.\n#edge(f(x),1).\n";
    let aspif = "asp 1 0 0\n1 1 3 1 2 3 0 0\n3 2 1 2\n7 4 1 -3 2 2 2 -3\n7 0 3 1 0 0\n8 0 1 2 1 -2\n8 1 0 0\n4 1 a 1 1\n4 1 b 1 2\n4 1 c 1 3\n0\n";
    let back = "{a;b;c}.\n#project a.\n#project b.\n#heuristic a:b,not c.[-3@2,true]\n#heuristic c.[1@0,level]\n#edge(0,1):a,not b.\n#edge(1,0).\n";
    let convert = |text: &str, format| {
        let converted = Asp.convert(&case(text), format).expect(format);
        String::from_utf8_lossy(&converted).into_owned()
    };
    assert_eq!(convert(text, "aspif"), aspif);
    assert_eq!(convert(aspif, "lp"), back);
    assert_eq!(
        convert(text, "lp"),
        text.replace("[1,level]", "[1@0,level]")
    );
    assert_eq!(convert(aspif, "aspif"), aspif);
    assert!(Asp.convert(&case(text), "smodels").is_err());
    let decided = "{a;c}. b. #project a:b,not d,1<2. #project c:not b. d:-a.";
    assert!(
        Asp.convert(&case(decided), "aspif").is_err(),
        "`d` is not decided"
    );
    let decided = decided.replace("not d,", "");
    assert!(convert(&decided, "lp").ends_with("#project a.\n"));
}

#[test]
fn a_large_weight_is_no_atom() {
    let text = "asp 1 0 0\n1 0 1 1 1 5 1 2 2000000000\n1 0 0 0 1 2\n0\n";
    let converted = Asp
        .convert(&case(text), "smodels")
        .expect("it has a counterpart");
    let converted = String::from_utf8_lossy(&converted);
    assert!(
        converted.starts_with("5 1 5 1 0 2 2000000000\n1 3 1 0 2\n"),
        "{converted}"
    );
}

#[test]
fn what_has_no_counterpart_is_named() {
    for text in [
        "p(X):-q(X).",
        "#project a/0.",
        "a. {b}. #show a:b.",
        "a:-[b=-1]1.",
        "a:-X=#count{1:b}.",
        "#project a:b.",
        "{b}. {a}. #project a:b.",
        "{a}. #project a:1>2.",
        "#heuristic a.[1,\"sign\"]",
        "#edge(X,1):p(X).",
    ] {
        let problem = Asp.convert(&case(text), "aspif");
        assert!(problem.is_err(), "{text}: {problem:?}");
    }
}

/// Each program with its answer sets and their costs, as clingo prints them.
#[test]
fn optimisation_conditions_comparisons_and_negation_keep_their_meaning() {
    let table = [
        (
            "{a;b}. :-not a,not b. #minimize{2@1,x:b;2@1,x:a}.",
            "a,a b,b | 2",
        ),
        (
            "{a;b}. :-not a,not b. #minimize{2@1,x:b;2@1,y:a}.",
            "a,b | 2",
        ),
        ("{a;b}. :~a.[3@2,x] :~b.[3@2,x] :-not a.", "a,a b | 3"),
        ("{a;b}. :~b,not a.[-2@1]", "b | -2"),
        (
            "{a;b}. #maximize{1@2:b;1@2:a,b}. #minimize{-1@2:a}.",
            "a,a b,b | -1",
        ),
        ("{a;b}. :~1{a;b}1.[2] :~#sum{1:a;2:b}>2.[1,x]", " | 0"),
        (
            "{a;b}. c:-#count{1:a,not b;2:b;1:not a}>=2.",
            ",a,a b,b c |",
        ),
        ("{a;b}. c:-#sum+{-1:a;2:b}>=1.", ",a,a b c,b c |"),
        (
            "{a}. b:-1<2,a. c:-2<1. d:-not x=y,x!=z. e:-(1,f)=(1,f).",
            "a b d e,d e |",
        ),
        ("{a;-a}.", ",-a,a |"),
        ("{a;-a}. b:-1{-a;a}. :~-a.[1]", ",a b | 0"),
        ("{a}. c(f(-g)):-a.", ",a c(f(-g)) |"),
        ("{b}. {a:b;c}1.", ",a b,b,b c,c |"),
        ("{b;c}. 1#sum{1,x:a:b;2:d:c}2:-b.", "a b,a b c,b c d,,c |"),
        ("{a;b}. c:-1{a:b;b:not a}1.", ",a,a b c,b c |"),
        ("{a;b}. 1{not a}:-b. {}:-a.", ",a,b |"),
        (
            "{a;b}. #show t(1):a. #show t(1):not b.",
            "a b t(1),a t(1),b,t(1) |",
        ),
        ("{a;b}. #show t(1):a,b. #show b/0.", ",,b,b t(1) |"),
        ("{a;b(1)}. #show. #show b/1. #show c/0.", ",,b(1),b(1) |"),
        ("{a;-a;b}. #show -a/0. #show b:b.", ",,-a,-a b,b,b |"),
        (
            "{b;c}. a:-#sum{-1:b;2:c}>=1. d:-#sum{-1:b;2:c}<=0.",
            "a b c,a c,b d,d |",
        ),
        // The sum is lost without `b`, and `a` depends on itself: no complement of an atom stands for it.
        ("{c}. b:-a. a:-#sum{-1:b;2:c}>=1. a:-b.", ",a b c |"),
        ("a:-#sum{1,a:a;1,b:b}!=1. b:-a. a:-b.", "a b |"),
        (
            "{a;b}. c:-#max{1:a;3:b}!=3. d:-#min{1:a;3:b}!=3. e:-#count{1:a;2:b}<>1.",
            "a b d e,a c d,b,c d e |",
        ),
        ("{a;b;c}!=1. :-1!=#sum{-2:a;-1:b;3:c}.", "a c |"),
        ("{a;b}. -1{a;b}1. #sum{-1:a;1:b}=0.", "|"),
        ("a:-not{a}0. b:-not not 1{b}.", ",a,a b,b |"),
        (
            "{a;b}. c:-a:b. d:-a:b,not e;not c. e:-#false:a.",
            "a b c,a c,b d e,c e |",
        ),
        ("{a}. h:-a:b. b:-h.", "a b h |"),
        ("{b;c}. a:b,c|d.", "a b c,b c d,b d,c d,d |"),
        ("a:b|c:1<2. {b}.", "a b,b c,c |"),
        ("{b}. a:b.", "a b |"),
        (
            "#const n=2. #const s=f(\"b\"). {n;a(n(n));c(s)}n. :-#sum{n:n;1:c(s)}>n. :~n.[n@2,n]",
            ",a(n(2)),c(f(\"b\")),a(n(2)) c(f(\"b\")) | 0",
        ),
        ("{a}. #external x:a. #defined c/0. #program base.", ",a |"),
        (
            "90 0\n1 2 0 0\n91 3 1\n91 4 2\n91 5 0\n0\n2 a\n3 b\n4 c\n5 d\n0\nB+\n0\nB-\n0\n1\n",
            "a b,a b c |",
        ),
        (
            "90 0\n91 2 1\n92 2\n91 2 1\n91 3 1\n91 3 2\n0\n2 a\n3 b\n0\nB+\n0\nB-\n0\n1\n",
            ",b |",
        ),
        (
            "asp 1 0 0\n5 1 1\n5 1 2\n5 2 3\n5 2 0\n4 1 a 1 1\n4 1 b 1 2\n0\n",
            " |",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(answer_sets(text, 0), sorted(expected), "{text}");
        for format in Asp.formats() {
            let converted = Asp.convert(&case(text), format);
            let converted = converted.unwrap_or_else(|why| panic!("{text} to {format}: {why}"));
            let converted = String::from_utf8_lossy(&converted).into_owned();
            // smodels has no negative weights, so all costs are greater by the same number.
            let shift = match (format, text.contains("-2@1"), text.contains("maximize")) {
                (&"smodels", true, _) => 2,
                (&"smodels", _, true) => 1,
                _ => 0,
            };
            let found = answer_sets(&converted, shift);
            assert_eq!(found, sorted(expected), "{text} to {format}: {converted}");
        }
    }
}

#[test]
fn no_name_of_a_text_excludes_an_atom_that_the_program_does_not_exclude() {
    for text in [
        "x3:-not not x3. x3|-x2. -x2;x3:-not x5:.",
        "asp 1 0 0\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 2 -a 1 2\n0\n",
        "asp 1 0 0\n1 1 3 1 2 3 0 0\n1 0 0 0 2 1 2\n4 3 -x3 1 1\n4 2 x3 1 2\n0\n",
        "asp 1 0 0\n1 1 2 1 2 0 0\n1 0 1 3 0 1 -1\n4 3 -x3 1 2\n0\n",
    ] {
        let (sets, _) = answer_sets(text, 0);
        let converted = Asp
            .convert(&case(text), "lp")
            .expect("it has a counterpart");
        let converted = String::from_utf8_lossy(&converted).into_owned();
        let (found, _) = answer_sets(&converted, 0);
        assert_eq!(found.len(), sets.len(), "{text} to {converted}");
    }
}

/// Checks that a program has these answer sets and costs in every format.
fn check(text: &str, expected: &str) {
    assert_eq!(answer_sets(text, 0), sorted(expected), "{text}");
    for format in Asp.formats() {
        let converted = convert(text, format).unwrap_or_else(|why| panic!("{text}: {why}"));
        let found = answer_sets(&converted, 0);
        assert_eq!(found, sorted(expected), "{text} to {format}: {converted}");
    }
}

/// The program in another format.
fn convert(text: &str, format: &str) -> Result<String, String> {
    let converted = Asp.convert(&case(text), format)?;
    Ok(String::from_utf8_lossy(&converted).into_owned())
}

#[test]
fn of_several_costs_in_the_format_of_smodels_the_last_one_matters_most() {
    let rules = "3 2 2 3 0 0\n1 1 2 0 2 3\n1 1 2 2 2 3\n6 0 1 0 3 3\n6 0 1 0 2 1\n";
    let end = "0\n2 a\n3 b\n0\nB+\n0\nB-\n1\n0\n1\n";
    check(&format!("{rules}{end}"), "b | 0 3");
}

#[test]
fn the_external_atoms_at_the_end_of_the_format_of_smodels_are_free() {
    let text = "1 3 1 0 2\n0\n2 a\n3 b\n0\nB+\n0\nB-\n1\n0\nE\n2\n0\n1\n";
    check(text, ",a b |");
}

#[test]
fn a_shown_term_excludes_nothing() {
    for (text, expected) in [
        ("{a;b}. #show 1:a. #show -1:b.", ",1 a,-1 b,-1 1 a b |"),
        ("{a;c}. #show -c:a.", ",-c a,c,-c a c |"),
        (
            "{a;b}. #show f(1):a. #show -f(1):b.",
            ",a f(1),-f(1) b,-f(1) a b f(1) |",
        ),
        ("{a;-a;b}. #show -b: -a.", ",a,-a -b,b,a b,-a -b b |"),
    ] {
        check(text, expected);
    }
}

#[test]
fn an_element_of_a_sum_of_positive_weights_may_be_chosen_whatever_its_weight() {
    check("#sum+{-2,y:p(1)}<=1.", ",p(1) |");
    check("#sum+{-2,x:a;2,y:b}<=1.", ",a |");
}

#[test]
fn a_name_that_is_a_number_is_that_of_one_atom_only() {
    let text = "asp 1 0 0\n1 1 2 1 2 0 0\n4 1 2 1 1\n4 1 b 1 2\n0\n";
    check(text, ",2,b,2 b |");
}

#[test]
fn a_name_that_no_atom_can_have_in_text_is_shown_as_a_term() {
    let text = "asp 1 0 0\n1 1 1 1 0 0\n4 4 p(1) 1 1\n4 1 1 1 1\n4 7 (1,\"s\") 1 1\n0\n";
    let expected = "{p(1)}.\nx2:-p(1).\nx3:-p(1).\n#show.\n#show p(1):p(1).\n#show 1:x2.\n#show(1,\"s\"):x3.\n";
    assert_eq!(convert(text, "lp").as_deref(), Ok(expected));
    check(&text.replace("7 (1,\"s\")", "3 \"s\""), ",\"s\" 1 p(1) |");
    let compatible = "asp 1 0 0\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 2 -a 1 2\n0\n";
    check(compatible, ",a,-a,-a a |");
}

#[test]
fn a_name_that_is_neither_an_atom_nor_a_term_in_text_is_replaced() {
    for name in [
        "a:-b", "not a", "p(X)", "p(1..2)", "p(1+1)", "{c}", "a:b", "&x{y}", "#true", "b ", "a,c",
        "a. c", "p(1;2)", "1<2",
    ] {
        let length = name.len();
        let text = format!("asp 1 0 0\n1 1 2 1 2 0 0\n4 {length} {name} 1 1\n4 1 b 1 2\n0\n");
        assert_eq!(convert(&text, "lp").as_deref(), Ok("{x1;b}.\n"), "{name}");
    }
}

#[test]
fn a_name_that_the_format_of_smodels_would_change_is_refused() {
    for name in ["a\nb", "b ", " b"] {
        let length = name.len();
        let text = format!("asp 1 0 0\n1 1 2 1 2 0 0\n4 {length} {name} 1 1\n4 1 b 1 2\n0\n");
        assert!(convert(&text, "smodels").is_err(), "{name:?}");
        assert_eq!(convert(&text, "aspif"), Ok(text));
    }
}

#[test]
fn names_whose_bytes_are_no_utf_8_do_not_become_one() {
    let parsed = Asp.parse(b"p(\"\xe9\"). {p(\"\xe8\")}. q:-p(\"\xe8\").");
    let program = TestCase::new(&Asp, parsed.expect("a program"));
    for refused in [
        Asp.convert(&program, "lp").map(drop),
        AnswerSets::of(&program).map(drop),
    ] {
        let why = refused.expect_err("two names");
        assert!(why.contains("UTF-8"), "{why}");
    }
    let aspif = Asp
        .convert(&program, "aspif")
        .expect("it has a counterpart");
    assert!(memchr::memmem::find(&aspif, b"4 6 p(\"\xe9\") 1 ").is_some());
}

/// gringo writes a constraint as a rule for an atom that must be false.
#[test]
fn a_classical_negation_keeps_its_name_where_a_false_atom_excludes_the_other_atom() {
    let rules = "3 3 2 3 4 0 0\n1 5 1 1 4\n1 1 2 0 2 3\n";
    let end = "0\n2 a\n3 -a\n4 b\n5 c\n0\nB+\n0\nB-\n1\n0\n1\n";
    let text = format!("{rules}{end}");
    let expected = "{a;-a;b}.\nc:-not b.\nx1:-a,-a.\n:-x1.\n";
    assert_eq!(convert(&text, "lp").as_deref(), Ok(expected));
    check(&text, "b,-a b,a b,c,-a c,a c |");
    // A choice excludes nothing.
    let choice = text.replace("1 1 2 0 2 3\n", "3 1 1 2 0 2 3\n");
    check(&choice, "b,-a b,a b,-a a b,c,-a c,a c,-a a c |");
}

#[test]
fn numbers_of_more_than_32_bits_are_refused_in_text() {
    for number in ["3000000000", "-2147483649", "99999999999999999999"] {
        let text = format!("{{a}}. b:-{number}{{a}}. c(\"{number}\").");
        let why = AnswerSets::of(&case(&text)).expect_err(number);
        assert!(why.contains(&format!("number {number} ")), "{why}");
        assert!(convert(&text, "aspif").is_err(), "{number}");
    }
    check(
        "{a}. b:-2147483647{a}. c(-2147483648).",
        "c(-2147483648),a c(-2147483648) |",
    );
    let sum =
        "asp 1 0 0\n1 1 1 1 0 0\n1 0 1 2 1 3000000000 1 1 3000000000\n4 1 a 1 1\n4 1 b 1 2\n0\n";
    assert_eq!(answer_sets(sum, 0), sorted(",a b |"));
}

fn sorted(expected: &str) -> (Vec<String>, String) {
    let (sets, costs) = expected.split_once('|').expect("sets | costs");
    let mut sets: Vec<String> = sets.trim().split(',').map(str::to_owned).collect();
    sets.sort();
    (sets, costs.trim().to_owned())
}

/// The answer sets without the atoms that have no names, and their costs without a shift.
fn answer_sets(text: &str, shift: i64) -> (Vec<String>, String) {
    let found = AnswerSets::of(&case(text)).unwrap_or_else(|why| panic!("{text}: {why}"));
    let named = |mut atoms: Vec<&str>| {
        atoms.retain(|atom| !atom.starts_with('x'));
        atoms.sort_unstable();
        atoms.join(" ")
    };
    let mut sets: Vec<String> = found.iter().map(named).collect();
    sets.sort();
    let costs: Vec<String> = found
        .costs()
        .iter()
        .map(|cost| (cost - shift).to_string())
        .collect();
    (sets, costs.join(" "))
}

#[test]
fn what_a_grounder_evaluates_is_not_converted() {
    for text in [
        "{a(1..3)}.",
        "a(1+1).",
        "a(|-2|).",
        "a(@f(1)).",
        "a(0x10).",
        "a(-1..1).",
        "{a;b}. c:-a<b.",
        "{a;b}. c:-1<2<3.",
        "{a}. #external x:a. [true]",
        "{a}. b:-a. #external b. [true]",
        "{a(1;2)}.",
        "a:b|c. b:-a.",
        "a:b|b.",
        "a|b. a:b|c.",
        "#const n=1. #const n=2. {a(n)}.",
        "#const n=1. #const m=f(n). {a(m)}.",
        "#const n=1+1. {a(n)}.",
        "#const n=1. {a(n+1)}.",
    ] {
        let refused = Asp.convert(&case(text), "aspif");
        assert!(refused.is_err(), "{text}: {refused:?}");
        assert!(AnswerSets::of(&case(text)).is_err(), "{text}");
    }
}
