//! What was read is printed as it was, and what was printed is read as the same tree.

use super::case;
use smelt::language::asp::{ASPIF, Asp, GRINGO, LPARSE, SMODELS};
use smelt::language::{Dialect, Syntax, TestCase};
use smelt::tree::ROOT;
use std::fs;
use std::path::{Path, PathBuf};

/// A statement, its tree, and how it is printed.
const STATEMENTS: &[(&str, &str, &str)] = &[
    ("a.", "((a) ())", "a."),
    (
        "a | b ; c :- d, not e; not not f.",
        "((a b c) (d (not e) (not (not f))))",
        "a|b|c:-d,not e,not not f.",
    ),
    (":- a.", "(() (a))", ":-a."),
    (":-.", "(() ())", ":-."),
    ("a :- .", "((a) ())", "a."),
    (
        "-a(X) :- b(X, _), X != 1+2*3.",
        "((( -a X)) ((b X _) (!= X (+ 1 (* 2 3)))))",
        "-a(X):-b(X,_),X!=1+2*3.",
    ),
    (
        "{a; b : c, d} 2.",
        "((({} () (<= 2) a (: b c d))) ())",
        "{a;b:c,d}2.",
    ),
    (
        ":- 1 < #count { X,Y : p(X,Y) } , q.",
        "(() ((#count (< 1) () ((X Y) (p X Y))) q))",
        ":-1<#count{X,Y:p(X,Y)},q.",
    ),
    ("X = 1 :- p(X).", "(((= X 1)) ((p X)))", "X=1:-p(X)."),
    (
        "a(X) :- X = #sum { 1,x : b; 2 }.",
        "(((a X)) ((#sum (= X) () ((1 x) b) ((2)))))",
        "a(X):-X=#sum{1,x:b;2}.",
    ),
    (
        "#sum { 1 : a : b; 2 : c } 3.",
        "(((#sum () (<= 3) ((1) (: a b)) ((2) c))) ())",
        "#sum{1:a:b;2:c}3.",
    ),
    (
        "a : b; c :- d : e, f; g.",
        "(((: a b) c) ((: d e f) g))",
        "a:b;c:-d:e,f;g.",
    ),
    (":- a : -b.", "(() ((: a -b)))", ":-a: -b."),
    (
        ":~ a, b. [1@2, x]",
        "(:~ (a b) ((@ 1 2) x))",
        ":~a,b.[1@2,x]",
    ),
    (
        "#minimize { 1@2,x : a, b; 3 }.",
        "(#minimize (((@ 1 2) x) a b) ((3)))",
        "#minimize{1@2,x:a,b;3}.",
    ),
    (
        "#external a(X) : b(X). [true]",
        "(#external (a X) ((b X)) (true))",
        "#external a(X):b(X).[true]",
    ),
    ("#const n = 3.", "(#const n 3)", "#const n=3."),
    (
        "p(1..3, (1-2)-3, 1-(2-3), -4, -X, |Y|, 2**3**4, (a,b), (a,), ()).",
        "(((p (.. 1 3) (- (- 1 2) 3) (- 1 (- 2 3)) -4 (- X) (|| Y) (** 2 (** 3 4)) (, a b) (, a) (,))) ())",
        "p(1..3,1-2-3,1-(2-3),-4,-X,|Y|,2**3**4,(a,b),(a,),()).",
    ),
    (
        "&diff { x - y; z } <= 3 :- a.",
        "(((& &diff (x - y z) <= 3)) (a))",
        "&diff{x - y;z}<= 3:-a.",
    ),
    (
        "a :- 1 < X < 3, b(X).",
        "((a) ((#chain 1 < X < 3) (b X)))",
        "a:-1<X<3,b(X).",
    ),
    ("#show.", "(#show)", "#show."),
    ("#show -a / 1.", "(#show -a/1)", "#show-a/1."),
    ("#project a/1.", "(#project a/1)", "#project a/1."),
    (
        "#show f(X) : a(X), not b.",
        "(#show (f X) ((a X) (not b)))",
        "#show f(X):a(X),not b.",
    ),
    ("#show t.", "(#show t ())", "#show t."),
    ("#show a/1 : b.", "(#show (/ a 1) (b))", "#show a/1:b."),
    (
        "#heuristic a : b. [1@2, sign]",
        "(#heuristic a (b) ((@ 1 2) sign))",
        "#heuristic a:b.[1@2,sign]",
    ),
    ("#heuristic a.", "#heuristic a.", "#heuristic a."),
    (
        "#edge (X,f(1)) : p(X), not q.",
        "(#edge X (f 1) ((p X) (not q)))",
        "#edge(X,f(1)):p(X),not q.",
    ),
    (
        "#edge (1,2;3,4) : a.",
        "#edge (1,2;3,4) : a.",
        "#edge (1,2;3,4) : a.",
    ),
    ("#project a.", "(#project a)", "#project a."),
    (
        "#project a(X) : b(X), not c.",
        "(#project (: (a X) (b X) (not c)))",
        "#project a(X):b(X),not c.",
    ),
    ("p(1;2).", "p(1;2).", "p(1;2)."),
    (
        "#script (lua) a. b. #end.",
        "#script (lua) a. b. #end.",
        "#script (lua) a. b. #end.",
    ),
    ("x(\"a % b\"). % c", "(((x \"a % b\")) ())", "x(\"a % b\")."),
    ("p() :- q.", "((p) (q))", "p:-q."),
    (
        "a:-#true,not #false.",
        "((a) (#true (not #false)))",
        "a:-#true,not#false.",
    ),
];

/// Checks that the printed text reads as the same tree, and returns it.
fn printed(text: &[u8], name: &str) -> (String, Dialect) {
    let parsed = Asp
        .parse(text)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let (dialect, tree) = (parsed.dialect, parsed.tree.clone());
    let first = TestCase::new(&Asp, parsed);
    let again = Asp
        .parse(first.text())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(again.dialect, dialect, "{name}");
    assert_eq!(
        String::from_utf8_lossy(again.tree.text()),
        String::from_utf8_lossy(tree.text()),
        "{name}"
    );
    (String::from_utf8_lossy(first.text()).into_owned(), dialect)
}

fn programs(below: &str) -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join(below);
    let mut programs: Vec<PathBuf> = walkdir::WalkDir::new(dir)
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            matches!(extension, Some("lp" | "aspif" | "smodels"))
        })
        .collect();
    programs.sort();
    programs
}

#[test]
fn each_program_of_the_corpus_is_understood_and_reads_back_as_it_was_printed() {
    let programs = programs("benchmarks/asp");
    assert!(programs.len() > 60, "{}", programs.len());
    for path in programs {
        let text = fs::read(&path).expect("a program");
        let name = path.display().to_string();
        let (printed, _) = printed(&text, &name);
        let parsed = Asp.parse(&text).expect("read before");
        let tree = &parsed.tree;
        let opaque = tree.children(ROOT).find(|&node| !tree.is_list(node));
        assert_eq!(
            opaque.map(|node| String::from_utf8_lossy(tree.bytes(node))),
            None,
            "{name}"
        );
        if parsed.dialect == ASPIF {
            let without_comments = String::from_utf8_lossy(&text);
            let lines = without_comments
                .lines()
                .filter(|line| !line.starts_with("10 "));
            assert!(lines.eq(printed.lines()), "{name}");
        }
    }
}

#[test]
fn what_gringo_writes_for_each_kind_of_statement_is_printed_as_it_was() {
    for (path, expected) in [
        ("gringo-5.4.1.aspif", ASPIF),
        ("gringo-5.4.1.smodels", SMODELS),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data/asp")
            .join(path);
        let text = fs::read_to_string(&path).expect("a program");
        let (printed, dialect) = printed(text.as_bytes(), &path.display().to_string());
        assert_eq!(dialect, expected);
        assert_eq!(printed, text);
    }
}

#[test]
fn each_kind_of_statement_has_its_tree_and_its_text() {
    for (text, tree, expected) in STATEMENTS {
        let (printed, dialect) = printed(text.as_bytes(), text);
        assert_eq!(dialect, GRINGO, "{text}");
        assert_eq!(&printed.trim_end(), expected, "{text}");
        let read = case(text);
        let found = String::from_utf8_lossy(read.tree().text()).into_owned();
        assert_eq!(found.trim_end(), tree.replace("( ", "("), "{text}");
    }
}

#[test]
fn the_format_of_lparse_is_printed_as_it_is_read() {
    let table = [
        ("2 {a, not b} 3 :- c.", "2{a,not b}3:-c."),
        (":- 2 [a = 1, not b = 2, c] 3.", ":-2[a,not b=2,c]3."),
    ];
    for (text, expected) in table {
        let (printed, dialect) = printed(text.as_bytes(), text);
        assert_eq!((printed.trim_end(), dialect), (expected, LPARSE));
    }
}

#[test]
fn the_brackets_of_a_theory_atom_do_not_tell_which_format_a_program_has() {
    for (text, last, expected) in [
        ("#theory t{}. &f(1,2){a,b}. {c;d}.", "{c;d}.", GRINGO),
        (
            "&g{a}<=[1,2]. {c;d}:-&f(1){a,b},e.",
            "{c;d}:-&f(1){a,b},e.",
            GRINGO,
        ),
        ("&f{a,b}. {c,d}.", "{c,d}.", LPARSE),
        (":-&f(1){a,b},2[c=1].", ":-&f(1){a,b},2[c].", LPARSE),
    ] {
        let (printed, dialect) = printed(text.as_bytes(), text);
        assert_eq!((printed.lines().last(), dialect), (Some(last), expected));
    }
}

#[test]
fn a_text_may_begin_with_a_line_that_is_a_number() {
    let (printed, dialect) = printed(b"1\n{a;b} 2.\nc. % 1", "a bound");
    assert_eq!((&*printed, dialect), ("1{a;b}2.\nc.\n", GRINGO));
}

#[test]
fn the_brackets_after_a_constant_belong_to_it() {
    let program = case("#const n=3. [override] a(n).");
    let tree = String::from_utf8_lossy(program.tree().text()).into_owned();
    assert_eq!(tree, "#const n=3. [override]\n(((a n)) ())\n");
}

#[test]
fn lines_of_aspif_that_are_not_understood_stay_as_they_are() {
    let text = "asp 1 0 0\n9 0 0 3\n9 4 0 1 0 0\n1 0 1 1 7 0\n10 a comment\n4 3 a b 1 2\n0\n";
    let (printed, _) = printed(text.as_bytes(), "aspif");
    assert_eq!(printed, text.replace("10 a comment\n", ""));
    let incremental = "asp 1 0 0 incremental\n1 0 1 1 0 0\n0\n1 0 1 2 0 0\n0\n";
    assert_eq!(
        super::round_trips::printed(incremental.as_bytes(), "steps").0,
        incremental
    );
    let second = "asp 2 0 0\n4 0 1 a 1\n0\n";
    assert_eq!(
        super::round_trips::printed(second.as_bytes(), "version 2").0,
        second
    );
}

#[test]
fn a_name_in_aspif_may_contain_line_feeds() {
    let text = "asp 1 0 0\n1 1 1 1 0 0\n4 3 a\n0 1 1\n4 900 b\n0\n";
    let parsed = Asp.parse(text.as_bytes()).expect("a program");
    let understood = parsed
        .tree
        .children(0)
        .filter(|&it| parsed.tree.is_list(it));
    assert_eq!(understood.count(), 2, "the rule and the first name");
    assert_eq!(printed(text.as_bytes(), "names").0, text);
}

#[test]
fn what_is_no_program_is_an_error_with_its_place() {
    let table = [
        ("a.\nb", "line 2, column 1: this statement has no full stop"),
        (
            "asp 7 0 0\n0\n",
            "line 1, column 1: this version of aspif is unknown",
        ),
        (
            "asp 1 0 0\n1 0 0\n",
            "line 2, column 6: the last line is not `0`",
        ),
        ("1 2 0 0\n0\n", "line 2, column 2: a section is missing"),
    ];
    for (text, expected) in table {
        let error = Asp
            .parse(text.as_bytes())
            .map(|parsed| parsed.tree.text().to_vec());
        assert_eq!(
            error.map_err(|error| error.to_string()),
            Err(expected.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn a_term_a_hundred_thousand_deep_is_read_and_printed() {
    let deep = format!("p({}0{}).\n", "f(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(printed(deep.as_bytes(), "deep").0, deep);
    let sum = format!("p({}0{}).", "(1+".repeat(100_000), ")".repeat(100_000));
    assert!(printed(sum.as_bytes(), "sums").0.len() > 400_000);
}

#[test]
fn an_aggregate_in_an_aggregate_is_kept_as_it_is_however_deep() {
    for braces in [2, 100_000] {
        let nested = format!("a:-{}b{}.\n", "{".repeat(braces), "}".repeat(braces));
        assert_eq!(printed(nested.as_bytes(), "nested").0, nested);
        assert_eq!(case(&nested).tree().cells().len(), 2); // the root and one token
    }
}
