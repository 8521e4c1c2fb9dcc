//! For each mutator of answer-set programs, what it refuses and what it produces.

use super::case;
use smelt::language::TestCase;
use smelt::language::asp::{Asp, analysis};
use smelt::mutator::{MUTATORS, Mutator, mutator, with_unused};
use smelt::tree::{Edit, Node};
use std::time::Instant;

/// The mutator, the program, and what the mutator makes of it.
const TABLE: &[(&str, &str, &[&str])] = &[
    ("asp-settle", "a|b. c:-a.", &["a|b."]),
    ("asp-settle", "{a}. :-a,not b. c:-d.", &["{a}. :-a."]),
    (
        "asp-settle",
        "a. a|b. {c}. :-a,c. :-not a.",
        &["a. a|b. {c}. :-c."],
    ),
    (
        "asp-settle",
        "p(X):-q(X). q(1). #show p/1.",
        &["#show p/1."],
    ),
    ("asp-propositional", "a:-b.", &[]),
    (
        "asp-propositional",
        "p(X):-q(X,Y),X<Y. q(1,2). q(2,3).",
        &["p:-q. q."],
    ),
    (
        "asp-propositional",
        "{p(X):q(X)}. :-#count{X:p(X)}>1.",
        &["{p:q}. :-#count{X:p}>1."],
    ),
    ("asp-flatten-atoms", "p(X):-q(X).", &[]),
    (
        "asp-flatten-atoms",
        "p(1):-q(1,2). q(1,2). a1.",
        &["a2:-a3. a3. a1."],
    ),
    ("asp-empty-head", "a. :-b. a:-b.", &[]),
    ("asp-empty-head", "a|b:-c.", &[":-c."]),
    ("asp-empty-body", "a. :-b,c. a:-b.", &[]),
    ("asp-empty-body", "a:-b,c.", &["a."]),
    // There is no such directive in text.
    ("asp-assume", ":-not a. a|b. a:-c.", &[]),
    (
        "asp-assume",
        "asp 1 0 0\n1 0 0 0 1 1\n1 0 0 0 2 -1 2\n1 0 1 1 0 0\n1 0 2 1 2 0 1 3\n1 0 3 1 2 3 0 0\n0\n",
        &[],
    ),
    (
        "asp-assume",
        "asp 1 0 0\n1 0 0 0 1 -2\n1 0 2 1 2 0 0\n1 0 1 1 0 1 3\n0\n",
        &[
            "asp 1 0 0 6 1 2 1 0 2 1 2 0 0 1 0 1 1 0 1 3 0",
            "asp 1 0 0 1 0 0 0 1 -2 6 1 1 1 0 1 1 0 1 3 0",
        ],
    ),
    ("asp-drop-negation", "a:-b.", &[]),
    ("asp-drop-negation", "a:-not b.", &["a:-b."]),
    (
        "asp-drop-negation",
        "a:-not not b.",
        &["a:-not b.", "a:-not b."],
    ),
    ("asp-shift-negation", "{a}:-not b. a:-b.", &[]),
    ("asp-shift-negation", "a:-b,not c.", &["a|c:-b."]),
    ("asp-other-atom", "a:-b.", &[]),
    (
        "asp-other-atom",
        "b:-a. b:-c. c.",
        &[
            "b:-a. a:-c. c.",
            "b:-a. b:-a. c.",
            "b:-a. b:-c. b.",
            "b:-a. b:-c. a.",
        ],
    ),
    (
        "asp-merge-atoms",
        "a. -a:-b. c(X):-d(X,Y).",
        &["a. -a:-a. c(X):-d(X,Y)."],
    ),
    (
        "asp-merge-atoms",
        "a:-b. c:-b,a. b|d.",
        &[
            "c:-a. a|d.",
            "a:-b. b|d.",
            "a:-b. b|d.",
            "a:-b. c:-b,a. b.",
            "a:-b. c:-b,a. b|a.",
        ],
    ),
    ("asp-unfold", "a|b:-c. {a}. a:-a.", &[]),
    (
        "asp-unfold",
        "a:-b. c:-a,not d. :-not a.",
        &["c:-b,not d. :-not b.", "a:-b. :-not a."],
    ),
    ("asp-unfold", "a:-b,c. :-a. :-not a.", &[]),
    (
        "asp-unfold",
        "asp 1 0 0\n1 0 1 1 0 2 2 -3\n6 2 1 4\n0\n",
        &["asp 1 0 0 6 3 2 -3 4 0"],
    ),
    ("asp-unfold", "asp 1 0 0\n1 0 1 1 0 2 2 3\n6 1 -1\n0\n", &[]),
    ("asp-choice-to-disjunction", ":-{a}.", &[]),
    ("asp-choice-to-disjunction", "1{a;b:c}2:-d.", &["a|b:-d."]),
    ("asp-disjunction-to-choice", "a:-b|c. {a;b}. a:-b.", &[]),
    ("asp-disjunction-to-choice", "a|b:c. a;not b.", &[]),
    (
        "asp-disjunction-to-choice",
        "a|b:-c. {c}.",
        &["{a}:-c. {c}.", "{b}:-c. {c}.", "{a;b}:-c. {c}."],
    ),
    // What needs the other alternatives goes with them, and what the choice leaves open stays.
    (
        "asp-disjunction-to-choice",
        "a|b. c:-b. d:-a,not c. :-d,c. :-not d.",
        &[
            "{a}. d:-a. :-not d.",
            "{b}. :-.",
            "{a;b}. c:-b. d:-a,not c. :-d,c. :-not d.",
        ],
    ),
    (
        "asp-disjunction-to-choice",
        "p(X)|q:-r(X). {r(1)}. :-p(1).",
        &[
            "{p(X)}:-r(X). {r(1)}. :-p(1).",
            "{q}:-r(X). {r(1)}.",
            "{p(X);q}:-r(X). {r(1)}. :-p(1).",
        ],
    ),
    ("asp-aggregate-to-literals", "{a}.", &[]),
    (
        "asp-aggregate-to-literals",
        ":-2#sum{1,x:a;2,y:not b}.",
        &[":-a,not b.", ":-a.", ":-not b."],
    ),
    ("asp-sum-to-count", ":-2{a;b}.", &[]),
    ("asp-sum-to-count", ":-2#sum{1,x:a;2,y:b}.", &[":-2{a;b}."]),
    ("asp-drop-bound", "{a}.", &[]),
    ("asp-drop-bound", "1{a;b}2.", &["{a;b}2.", "1{a;b}."]),
    ("asp-lower-numbers", "a(0).", &[]),
    (
        "asp-lower-numbers",
        "a(7).",
        &["a(0).", "a(1).", "a(3).", "a(6)."],
    ),
    (
        "asp-lower-numbers",
        ":~a.[-4@1]",
        &[
            ":~a.[0@1]",
            ":~a.[1@1]",
            ":~a.[-1@1]",
            ":~a.[4@1]",
            ":~a.[-2@1]",
            ":~a.[-4@0]",
        ],
    ),
    ("asp-replace-by-part", "a(X):-b(X).", &[]),
    (
        "asp-replace-by-part",
        "a(f(1,2+3)).",
        &["a(1).", "a(2+3).", "a(f(1,2)).", "a(f(1,3))."],
    ),
    (
        "asp-replace-by-part",
        "a(1..9):-b:c.",
        &["a(1):-b:c.", "a(9):-b:c.", "a(1..9):-b.", "a(1..9):-c."],
    ),
    ("asp-drop-argument", "a:-b.", &[]),
    (
        "asp-drop-argument",
        "p(X,Y):-q(Y,X). p(1,2).",
        &[
            "p(Y):-q(Y,X). p(2).",
            "p(X):-q(Y,X). p(1).",
            "p(X,Y):-q(X). p(1,2).",
            "p(X,Y):-q(Y). p(1,2).",
        ],
    ),
    (
        "asp-drop-argument",
        "p(X):-q(X).",
        &["p:-q(X).", "p(X):-q."],
    ),
    ("asp-instantiate", "p(1).", &[]),
    (
        "asp-instantiate",
        "p(X):-q(X). q(a). q(2).",
        &["p(a):-q(a). q(a). q(2).", "p(2):-q(2). q(a). q(2)."],
    ),
    // Another rule derives `q`, a choice does, or nothing is known of an argument or a statement.
    (
        "asp-all-instances",
        "p(X):-q(X). q(1). q(X):-r(X). r(2).",
        &["p(X):-q(X). q(1). q(2)."],
    ),
    ("asp-all-instances", "p(X):-q(X). {q(1)}.", &[]),
    ("asp-all-instances", "p(X):-q(X). #external q(1).", &[]),
    ("asp-all-instances", "p(X):-q(X). q(1). q(3;4).", &[]),
    (
        "asp-all-instances",
        "p(X):-q(X). q(1). #show (X;1):p(X).",
        &["p(1). #show (X;1):p(X)."],
    ),
    ("asp-all-instances", "p(X):-q(X+1). q(1).", &[]),
    ("asp-all-instances", "p(X):-q(X). q(f(1)).", &[]),
    ("asp-all-instances", "p(X):-q(X). q(1..99).", &[]),
    (
        "asp-all-instances",
        "p:-q. q. p(1):-r(2). r(2). :-not p(X).",
        &[],
    ),
    (
        "asp-all-instances",
        "p(X):-q(X,Y),r(Y),X<Y. q(1,2). q(2,2). {r(2)}.",
        &["p(1):-r(2). {r(2)}."],
    ),
    (
        "asp-all-instances",
        "p(X):-q(X,X,3,_). q(1,1,3,a). q(1,1,3,b). q(1,2,3,a). q(2,2,4,a). :-not q(1,1,3,a). q(1).",
        &["p(1). q(1,1,3,a). q(1,1,3,b). q(1,2,3,a). q(2,2,4,a). :-not q(1,1,3,a). q(1)."],
    ),
    (
        "asp-all-instances",
        "{p(X,Y)}:-q(X),r(Y),X!=2. q(1..3). r(a).",
        &[
            "{p(1,Y)}:-r(Y). {p(3,Y)}:-r(Y). r(a).",
            "{p(X,a)}:-q(X),X!=2. q(1..3).",
        ],
    ),
    ("asp-derive", "a:-b. b.", &[]),
    (
        "asp-derive",
        "p(X):-q(X,Y),X<Y. q(1,2). q(2,2).",
        &["p(1). q(1,2). q(2,2)."],
    ),
    (
        "asp-derive",
        "q(1..3). r(2). p(X+1):-q(X),not r(X),X\\2==1. s(X):-p(X),not s(3).",
        &["q(1..3). r(2). p(2). p(4). s(X):-p(X),not s(3)."],
    ),
    (
        "asp-derive",
        "e(1,2). e(2,3). r(X,Y):-e(X,Y). r(X,Z):-r(X,Y),e(Y,Z),X!=Z.",
        &["e(1,2). e(2,3). r(1,2). r(2,3). r(1,3)."],
    ),
    (
        "asp-derive",
        "c(a,3). c(b,3). n(N):-N=#count{X:c(X,Y)}. s(S):-S=#sum{Y,X:c(X,Y)}. t:-1#sum{Y:c(X,Y)}3,n(2).",
        &["c(a,3). c(b,3). n(2). s(6). t."],
    ),
    // What may or may not be true is not evaluated, nor what needs it.
    ("asp-derive", "{q(1)}. p(X):-q(X). r(X):-p(X).", &[]),
    ("asp-derive", "q(1)|q(2). p(X):-q(X).", &[]),
    ("asp-derive", "#external q(1). p(X):-q(X).", &[]),
    ("asp-derive", "q(f(1)). p(X):-q(X).", &[]),
    ("asp-derive", "q(1). p(X-2):-q(X).", &[]),
    (
        "asp-derive",
        "q(1). p(X):-q(X),not r(X). r(X):-q(X),not p(X).",
        &[],
    ),
    // Nor is what too much follows from.
    ("asp-derive", "q(1..300). p(X):-q(X).", &[]),
    ("asp-derive", "n(0). n(X+1):-n(X).", &[]),
    ("asp-rank-numbers", "p(0,1). q(2).", &[]),
    (
        "asp-rank-numbers",
        "p(17,a,40). q(40). :-p(X,Y,Z),X<20.",
        &["p(0,a,2). q(2). :-p(X,Y,Z),X<1."],
    ),
    ("asp-shift-numbers", "p(0,7).", &[]),
    (
        "asp-shift-numbers",
        "p(17,40). q(40).",
        &["p(0,23). q(23)."],
    ),
    (
        "asp-inline-constants",
        "#const n=3. p(1..n).",
        &["p(1..3)."],
    ),
    // Predicates and functions are no constants, whatever their names.
    (
        "asp-inline-constants",
        "#const n=3. n(n(n)):-n,n<2.",
        &["n(n(3)):-n,3<2."],
    ),
    ("asp-rename-atoms", "a:-b.", &[]),
    (
        "asp-rename-atoms",
        "x17:-x4,not x2. -x9.",
        &["a:-b,not c. -x9."],
    ),
    ("asp-rename-atoms", "p(x):-q(x).", &[]),
    ("erase-node", "a:-b.", &["", ":-b.", "a."]),
];

/// What a mutator makes of a text, at all nodes, one text after the other.
fn proposed(name: &str, text: &str) -> Vec<String> {
    proposed_by(name, &case(text))
}

fn proposed_by(name: &str, case: &TestCase) -> Vec<String> {
    let mutator = mutator(name).expect("a mutator");
    let nodes = (0..case.tree().end()).filter(|&node| mutator.applies(case, node));
    nodes
        .flat_map(|node| proposals(mutator, case, node))
        .map(|edit| shown(case, &edit))
        .collect()
}

fn proposals(mutator: &Mutator, case: &TestCase, node: Node) -> Vec<Edit> {
    let proposals = mutator.proposals(case, node);
    proposals.map(|proposal| proposal.edit).collect()
}

fn shown(case: &TestCase, edit: &Edit) -> String {
    let text = case.edited_text(edit);
    String::from_utf8_lossy(&text).trim_end().replace('\n', " ")
}

#[test]
fn each_mutator_makes_what_its_table_says() {
    let mut wrong = Vec::new();
    for (name, text, expected) in TABLE {
        let mut found = proposed(name, text);
        if *name == "erase-node" {
            found.retain(|text| text.is_empty() || text.ends_with('.'));
            found.dedup();
        }
        if found != *expected {
            wrong.push(format!("{name} on {text}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_mutator_of_the_language_has_a_row_in_the_table() {
    let source = include_str!("mutators.rs");
    let own = MUTATORS
        .iter()
        .filter(|mutator| mutator.profile().language == Some("asp"));
    for mutator in own {
        let row = format!("\"{}\",", mutator.name());
        assert!(source.contains(&row), "{}", mutator.name());
    }
}

/// The program without one of its statements and what is settled then.
fn without(text: &str, nth: usize) -> String {
    let case = case(text);
    let statement = case.tree().children(0).nth(nth).expect("a statement");
    let edit = with_unused(&Asp)(&case, Edit::delete(case.tree(), statement));
    shown(&case, &edit)
}

#[test]
fn what_is_settled_goes_with_an_edit() {
    let text = "a|x. b:-a. c:-b. :-c,not d. d:-e. {e}.";
    assert_eq!(without(text, 3), "a|x. {e}.");
}

#[test]
fn facts_that_nothing_used_before_an_edit_stay_when_one_of_them_goes() {
    assert_eq!(without("p(1). p(2). q.", 0), "p(2). q.");
    assert_eq!(without("p(1). p(2). q:-p(X). {r}.", 2), "{r}.");
}

#[test]
fn what_was_settled_before_an_edit_stays() {
    // Nothing derives `q`, and `f` is a fact.
    assert_eq!(
        without("p(1):-q(1). p(2):-q(2). f. r:-f. :-r.", 0),
        "p(2):-q(2). f. r:-f. :-r."
    );
    assert_eq!(without("p:-q,f. r:-f,not q. f. :-p,r.", 0), "f.");
    assert_eq!(
        without(":-f,s. r:-f. f. :-not r. {s}.", 0),
        "r:-f. f. :-not r. {s}."
    );
}

#[test]
fn numeric_formats_have_the_same_mutators() {
    let aspif = "asp 1 0 0\n1 0 1 5 1 3 2 2 1 -7 2\n4 1 a 1 5\n0\n";
    assert_eq!(
        proposed("asp-drop-negation", aspif),
        ["asp 1 0 0 1 0 1 5 1 3 2 2 1 7 2 4 1 a 1 5 0"]
    );
    let smodels = "1 5 3 1 2 3 4\n0\n0\nB+\n0\nB-\n0\n1\n";
    assert_eq!(
        proposed("asp-drop-negation", smodels),
        ["1 5 3 0 2 3 4 0 0 B+ 0 B- 0 1"]
    );
    let two_negative = "1 5 3 2 2 3 4\n0\n0\nB+\n0\nB-\n0\n1\n";
    assert_eq!(
        proposed("asp-drop-negation", two_negative),
        [
            "1 5 3 1 3 2 4 0 0 B+ 0 B- 0 1",
            "1 5 3 1 2 3 4 0 0 B+ 0 B- 0 1"
        ]
    );
}

#[test]
fn a_disjunction_is_smaller_than_a_choice_of_its_atoms_in_each_format() {
    let texts = [
        "a|b.",
        "asp 1 0 0\n1 0 2 1 2 0 0\n0\n",
        "8 2 1 2 0 0\n0\n0\nB+\n0\nB-\n0\n1\n",
    ];
    for text in texts {
        let case = case(text);
        let to_choice = mutator("asp-disjunction-to-choice").expect("a mutator");
        let head = (0..case.tree().end()).find(|&node| to_choice.applies(&case, node));
        let head = head.expect("a disjunction");
        let all = to_choice.proposals(&case, head).last();
        let all = all.expect("the choice of all atoms");
        assert!(all.is_pump, "{text}");
        let choice = case.apply(&all.edit);
        let back = proposed_by("asp-choice-to-disjunction", &choice);
        assert_eq!(back, [shown(&case, &Edit::new(Vec::new()))]);
    }
}

#[test]
fn a_choice_of_one_alternative_is_a_simplification_if_enough_goes_with_the_others() {
    let is_pump = |text: &str| {
        let case = case(text);
        let to_choice = mutator("asp-disjunction-to-choice").expect("a mutator");
        let head = (0..case.tree().end()).find(|&node| to_choice.applies(&case, node));
        let mut all = to_choice.proposals(&case, head.expect("a disjunction"));
        all.next().expect("a proposal").is_pump
    };
    assert!(is_pump("a|b."));
    assert!(is_pump("a|b. {b}. :-a."));
    assert!(!is_pump("a|b. :-a,b."));
    assert!(!is_pump("a|b|c|d|e."));
    assert!(!is_pump("a|b. c:-b. d:-c. :-not a."));
}

#[test]
fn a_long_rule_is_not_copied_for_each_of_its_conditions() {
    let proposals = |conditions: usize| {
        let body: Vec<String> = (0..conditions).map(|k| format!("q(X{k})")).collect();
        let text = format!("p:-{}. q(1). q(2). q(3).", body.join(","));
        let case = case(&text);
        let mutator = mutator("asp-all-instances").expect("a mutator");
        let nodes = 0..case.tree().end();
        nodes
            .map(|node| mutator.proposals(&case, node).count())
            .sum::<usize>()
    };
    assert_eq!(proposals(20), 20);
    assert_eq!(proposals(20_000), 0);
}

#[test]
fn no_atom_gets_a_short_name_that_is_the_word_for_negation() {
    // The 9,874th name would be `not`.
    let rules = (0..4_950).map(|k| format!("x{k}a:-not x{k}b.\n"));
    let renamed = proposed("asp-rename-atoms", &rules.collect::<String>());
    let case = case(&renamed[0]);
    let names = analysis(&case).names(case.tree());
    assert_eq!(names.all().len(), 2 * 4_950);
    assert!(renamed[0].contains("not nou."), "the name after it");
}

#[test]
fn the_places_of_an_atom_with_many_rules_are_not_looked_at_for_each_of_them() {
    let rules = (0..40_000).map(|k| format!("a:-b{k},c{k}.\n"));
    let case = case(&rules.collect::<String>());
    let began = Instant::now();
    assert!(proposed_by("asp-unfold", &case).is_empty());
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

#[test]
fn a_long_rule_is_not_looked_at_for_each_of_its_atoms() {
    let atoms: Vec<String> = (0..20_000).map(|k| format!("a{k}")).collect();
    let case = case(&format!(":-{}.", atoms.join(",")));
    let merge = mutator("asp-merge-atoms").expect("a mutator");
    let began = Instant::now();
    let proposes = |node: &Node| merge.proposals(&case, *node).next().is_some();
    let merged = (0..case.tree().end()).filter(proposes).count();
    assert_eq!(merged, 19_999, "all but the smallest");
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}
