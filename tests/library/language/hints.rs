//! What a solver is asked about which conjuncts matter, how its output is read, and what is left without the others.

use super::case;
use super::generated::generated;
use super::random_edits::Random;
use smelt::language::smtlib::{SmtLib, parse};
use smelt::language::{Hint, HintDepth, Language, TestCase};
use smelt::tree::Node;

const CLAIMS: &str = "(set-option :smt.mbqi false)(declare-const a Bool)(declare-const b Bool)(assert (and a (not b)))\
                      (assert (not (=> a (or b (not a)))))(check-sat)(get-info :version)";

fn ask(case: &TestCase, depth: HintDepth) -> Option<Hint> {
    SmtLib.hint(case, depth)
}

#[test]
fn every_conjunct_depends_on_a_mark_and_all_marks_are_asserted_before_the_query() {
    let hint = ask(&case(CLAIMS), HintDepth::Inner).expect("a hint");
    let text = String::from_utf8(hint.text).expect("UTF-8");
    let start = "(set-option :produce-unsat-cores true)\n(set-option :smt.mbqi false)\n(declare-fun smelt-mark-0 () Bool)\n";
    assert!(text.starts_with(start), "{text}");
    for part in [
        "(assert (=> smelt-mark-0 (and (=> smelt-mark-1 a) (=> smelt-mark-2 (not b)))))\n",
        "(assert (=> smelt-mark-3 (not (=> (=> smelt-mark-4 a) \
         (and smelt-mark-5 (or (and smelt-mark-6 b) (and smelt-mark-7 (not a))))))))\n",
        "(assert (! smelt-mark-6 :named smelt-name-6))\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let end = "(assert (! smelt-mark-7 :named smelt-name-7))\n(check-sat)\n(get-unsat-core)\n(get-info :version)\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn whole_assertions_are_named() {
    let hint = ask(&case(CLAIMS), HintDepth::Outer).expect("a hint");
    let text = String::from_utf8(hint.text).expect("UTF-8");
    let claims = "(assert (! (and a (not b)) :named smelt-name-0))\n\
                  (assert (! (not (=> a (or b (not a)))) :named smelt-name-1))\n(check-sat)\n(get-unsat-core)\n";
    assert!(text.contains(claims), "{text}");
    assert_eq!(hint.parts.len(), 2);
}

#[test]
fn what_is_claimed_and_what_is_denied_is_found_through_binders_and_names() {
    let declared = "(declare-const a Bool)(declare-const b Bool)(declare-fun p (Int) Bool)";
    let table: [(&str, &[&str]); 7] = [
        ("(assert (or a b))", &[]),
        (
            "(assert (forall ((x Int)) (! (and (p x) a) :pattern ((p x)))))",
            &["(p x)", "a"],
        ),
        (
            "(assert (not (exists ((x Int)) (or (p x) b))))",
            &["(p x)", "b"],
        ),
        (
            "(assert (let ((c (and a b))) (ite b c (and c c))))",
            &["a", "b", "c", "c"],
        ),
        (
            "(assert (let ((c (and a b)) (d (or a b))) (=> d (not (=> c (not d))))))",
            &["a", "b", "c", "(not d)"],
        ),
        ("(assert (= a (and a b)))", &[]),
        ("(assert (let ((c (and a b))) (= c a)))", &[]),
    ];
    for (assertion, inner) in table {
        let case = case(&format!("{declared}{assertion}(assert true)(check-sat)"));
        let hint = ask(&case, HintDepth::Inner).expect("a hint");
        let parts = hint.parts.iter();
        let parts = parts.map(|&node| String::from_utf8_lossy(case.tree().bytes(node)));
        let expected = [&[assertion][..], inner, &["(assert true)"]].concat();
        assert_eq!(parts.collect::<Vec<_>>(), expected, "{assertion}");
    }
}

#[test]
fn texts_without_one_query_of_their_own_are_not_asked_about() {
    let assertions = "(declare-const a Bool)(assert a)(assert (not a))";
    for rest in [
        "",
        "(check-sat)(check-sat)",
        "(check-sat-assuming (a))",
        "(reset-assertions)(check-sat)",
    ] {
        let text = format!("{assertions}{rest}");
        assert!(ask(&case(&text), HintDepth::Inner).is_none(), "{rest}");
    }
    for taken in ["smelt-mark-0", "|smelt-name-7|"] {
        let text = format!("(declare-const {taken} Bool){assertions}(check-sat)");
        assert!(ask(&case(&text), HintDepth::Inner).is_none(), "{taken}");
    }
    let one_part = case("(declare-const a Bool)(assert a)(check-sat)");
    assert!(ask(&one_part, HintDepth::Inner).is_none());
}

#[test]
fn the_named_conjuncts_matter_and_other_output_tells_nothing() {
    let hint = ask(&case(CLAIMS), HintDepth::Inner).expect("a hint");
    for core in [
        "unsat\n(smelt-name-0 smelt-name-1 smelt-name-2)\n",
        "(:version 4)\r\nunsat\r\n(\r\nsmelt-name-2\nuser\nsmelt-name-0 smelt-name-1\n)\n(smelt-name-5)\n",
    ] {
        let superfluous = hint.superfluous(core.as_bytes());
        assert_eq!(superfluous.as_deref(), Some(&hint.parts[3..]), "{core}");
    }
    for output in [
        "",
        "unknown\n(smelt-name-0)\n",
        "sat\n",
        "unsat\n",
        "unsat\n()\n",
        "unsat\n(error \"line 9 column 15: smelt-name-0 is not available\")\n",
        "unsat\n(smelt-name-8)\n",
        "unsat\n(smelt-name-99999999999999999999999)\n",
    ] {
        let superfluous = hint.superfluous(output.as_bytes());
        assert_eq!(superfluous, None, "{output}");
    }
}

/// What is left of assertions without the parts with these numbers.
fn left(assertions: &str, gone: &[usize]) -> String {
    let declared = "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)";
    let case = case(&format!("{declared}{assertions}(assert true)(check-sat)"));
    let parts = ask(&case, HintDepth::Inner).expect("a hint").parts;
    let gone: Vec<Node> = gone.iter().map(|&number| parts[number]).collect();
    let text = case.edited_text(&SmtLib.without(&case, &gone));
    let text = String::from_utf8(text).expect("UTF-8");
    let rest = text.strip_suffix("(assert true)\n(check-sat)\n");
    let assertions = rest.expect("what was not taken out").lines().skip(3);
    assertions.collect::<Vec<&str>>().join(" ")
}

#[test]
fn operators_without_operands_or_with_one_go_with_them() {
    let table: [(&str, &[usize], &str); 13] = [
        ("(assert (and a b c))", &[1], "(assert (and b c))"),
        ("(assert (and a b c))", &[1, 3], "(assert b)"),
        ("(assert (and a b c))", &[1, 2, 3], ""),
        ("(assert (and a b))(assert c)", &[3], "(assert (and a b))"),
        (
            "(assert (not (or a (not (and b c)))))",
            &[1],
            "(assert (not (not (and b c))))",
        ),
        (
            "(assert (not (or a (not (and b c)))))",
            &[3],
            "(assert (not (or a (not c))))",
        ),
        (
            "(assert (not (or a (not (and b c)))))",
            &[3, 4],
            "(assert (not a))",
        ),
        ("(assert (not (=> a b c)))", &[1], "(assert (not (=> b c)))"),
        ("(assert (not (=> a b c)))", &[1, 2], "(assert (not c))"),
        (
            "(assert (not (=> a b c)))",
            &[3],
            "(assert (not (=> a b false)))",
        ),
        ("(assert (not (=> a b c)))", &[1, 2, 3], ""),
        (
            "(assert (let ((d (and a b))) (ite c d d)))",
            &[1, 2],
            "(assert (let ((d true)) (ite c d d)))",
        ),
        (
            "(assert (forall ((x Int)) (! (and a b) :qid q)))",
            &[1, 2],
            "",
        ),
    ];
    for (assertions, gone, expected) in table {
        assert_eq!(left(assertions, gone), expected, "{assertions} {gone:?}");
    }
}

#[test]
fn deep_nesting_is_no_trouble() {
    let depth = 50_000;
    let nested = "(and a (not (or b ".repeat(depth) + "a" + &")))".repeat(depth);
    let text = format!("(declare-const a Bool)(declare-const b Bool)(assert {nested})(check-sat)");
    let case = case(&text);
    let hint = ask(&case, HintDepth::Inner).expect("a hint");
    assert_eq!(hint.parts.len(), 1 + 2 * depth);
    let gone: Vec<Node> = hint.parts.iter().copied().skip(1).step_by(4).collect();
    let edited = case.edited_text(&SmtLib.without(&case, &gone));
    assert!(edited.len() < text.len());
}

#[test]
fn without_any_of_its_parts_a_random_text_is_smaller_and_well_formed() {
    let mut random = Random::of(43);
    for n in 0..300 {
        let text = generated(1 + n % 5, &mut random);
        let text = String::from_utf8_lossy(text.text()).into_owned();
        let case = case(&format!("{text}(assert true)(check-sat)"));
        let hint = ask(&case, HintDepth::Inner).expect("a hint");
        assert!(parse(&hint.text).is_ok(), "{text}");
        let gone = hint.parts.iter().copied().filter(|_| random.below(3) == 0);
        let gone: Vec<Node> = gone.collect();
        let edit = SmtLib.without(&case, &gone);
        let filter = SmtLib.filter(&case).expect("a filter");
        assert_eq!(filter.why_held(&case, &edit), None, "{text}\n{gone:?}");
        let is_smaller = case.shrinks(&edit, || case.edited_len(&edit));
        assert!(gone.is_empty() || is_smaller, "{text}\n{gone:?}");
    }
}
