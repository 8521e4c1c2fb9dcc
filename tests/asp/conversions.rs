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
        "a:-b:c.",
        "#show a/0.",
        "a:-#sum{-1:b}1.",
        "a:-X=#count{1:b}.",
        "#project a:b.",
        "#heuristic a.[1,\"sign\"]",
        "#edge(X,1):p(X).",
    ] {
        let problem = Asp.convert(&case(text), "aspif");
        assert!(problem.is_err(), "{text}: {problem:?}");
    }
}
