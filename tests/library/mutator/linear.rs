//! Asking a mutator about every node of a large text takes a few passes over the text, not one for each node.

use super::support::{case, first};
use smelt::language::TestCase;
use smelt::mutator::smtlib::arithmetic;
use smelt::mutator::smtlib::assertions::JOIN_ASSERTIONS;
use smelt::mutator::smtlib::constants::CONSTANTS;
use smelt::mutator::smtlib::declarations::{DROP_DECLARATION, MERGE_SYMBOLS};
use smelt::mutator::smtlib::form::FORM;
use smelt::mutator::smtlib::functions::{DROP_PARAMETER, INLINE_DEFINITIONS};
use smelt::mutator::smtlib::grammars::DROP_NONTERMINAL;
use smelt::mutator::smtlib::lets::LET_SUBSTITUTION;
use smelt::mutator::smtlib::literals::RESPELL_LITERALS;
use smelt::mutator::smtlib::names::SIMPLIFY_SYMBOL_NAMES;
use smelt::mutator::smtlib::operands::{SORT_CHILDREN, SWAP_CHILDREN};
use smelt::mutator::smtlib::quantifiers::{DROP_BOUND_VARIABLE, FREE_BOUND_VARIABLES};
use smelt::mutator::smtlib::relations::CHAIN_RELATIONS;
use smelt::mutator::smtlib::repeats::NAME_REPEATS;
use smelt::mutator::smtlib::sorts::INTERPRET_SORTS;
use smelt::mutator::smtlib::terms::{HOIST, INTRODUCE_FRESH_VARIABLES, REPLACE_BY_VARIABLE};
use smelt::mutator::{MUTATORS, Mutator};
use smelt::tree::Node;
use std::time::{Duration, Instant};

/// Far more than a linear pass needs on a busy machine, and far less than a quadratic one on any.
const ENOUGH: Duration = Duration::from_secs(40);

/// How many nodes have a first proposal.
fn proposals(mutator: &Mutator, case: &TestCase) -> usize {
    let began = Instant::now();
    let nodes = 0..case.tree().end();
    let proposes = |node: &Node| first(mutator, case, *node).is_some();
    let count = nodes.filter(proposes).count();
    let took = began.elapsed();
    assert!(took < ENOUGH, "{}: {took:?}", mutator.name());
    count
}

/// A text for each number, one after the other.
fn each(numbers: impl Iterator<Item = usize>, text: impl Fn(usize) -> String) -> String {
    numbers.map(text).collect()
}

/// So many nested lets, each of whose terms uses the one around it.
fn chain(lets: usize, name: impl Fn(usize) -> String) -> TestCase {
    let open = each(1..=lets, |k| {
        format!("(let (({} (not {}))) ", name(k), name(k - 1))
    });
    let close = ")".repeat(lets);
    case(format!(
        "(declare-const x0 Bool)(assert {open}{}{close})",
        name(lets)
    ))
}

#[test]
fn every_node_of_a_chain_of_lets_is_asked_about_in_linear_time() {
    let case = chain(20_000, |k| format!("x{k}"));
    assert!(proposals(&REPLACE_BY_VARIABLE, &case) > 20_000);
    assert!(proposals(&INTRODUCE_FRESH_VARIABLES, &case) > 19_000);
    assert!(proposals(&SIMPLIFY_SYMBOL_NAMES, &case) > 20_000);
    assert_eq!(proposals(&LET_SUBSTITUTION, &case), 20_000);
}

#[test]
fn lets_that_nest_in_their_terms_are_asked_about_in_linear_time() {
    let depth = 10_000;
    let open = each(0..depth, |k| format!("(let ((x{k} "));
    let close = each((0..depth).rev(), |k| format!(")) (not x{k}))"));
    let text = format!("(declare-const p Bool)(assert {open}p{close})");
    assert_eq!(proposals(&LET_SUBSTITUTION, &case(text)), depth);
}

#[test]
fn uses_far_from_their_lets_are_asked_about_in_linear_time() {
    // All variables are used in the innermost body.
    let lets = 10_000;
    let open = each(0..lets, |k| format!("(let ((x{k} (not p))) "));
    let uses = each(0..lets, |k| format!(" x{k}"));
    let text = format!(
        "(declare-const p Bool)(assert {open}(and{uses}){})",
        ")".repeat(lets)
    );
    assert_eq!(proposals(&LET_SUBSTITUTION, &case(text)), lets);
}

#[test]
fn variables_that_are_not_visible_are_not_looked_at() {
    let assertion = |k| format!("(assert (forall ((x{k} Int)) (or (= x{k} 1) (= 1 (+ x{k} 2)))))");
    let case = case((0..10_000).map(assertion).collect::<String>());
    assert!(proposals(&REPLACE_BY_VARIABLE, &case) >= 10_000);
}

#[test]
fn mutators_of_declarations_take_linear_time() {
    let many = 4_000;
    let declare = each(0..many, |k| format!("(declare-const x{k} Int)"));
    let sorts = each(0..100, |k| {
        format!("(declare-sort U{k} 0)(declare-const u{k} U{k})(assert (= u{k} u{k}))")
    });
    let functions = each(0..many, |k| format!("(declare-fun f{k} (Int U0) U0)"));
    let conjuncts = each(0..many, |k| format!(" (= u0 (f{k} x{k} u0))"));
    let text = format!("{declare}{sorts}{functions}(assert (and{conjuncts}))");
    let case = case(text);
    assert!(proposals(&DROP_DECLARATION, &case) >= 100);
    let in_lists = DROP_DECLARATION.form("in-lists").expect("a form");
    assert!(proposals(in_lists, &case) >= many);
    assert!(proposals(&MERGE_SYMBOLS, &case) >= 2 * many - 2);
    assert!(proposals(&DROP_PARAMETER, &case) >= 2 * many);
    assert_eq!(proposals(&INTERPRET_SORTS, &case), 100);
    assert!(proposals(&CONSTANTS, &case) >= many);
}

#[test]
fn chains_of_definitions_take_linear_time() {
    let links = 4_000;
    let before = each(0..links, |k| format!("(declare-const c{k} Int)"));
    let chain = each(1..links, |k| {
        format!("(define-fun d{k} ((n Int)) Int (d{} n))", k - 1)
    });
    let first = "(define-fun d0 ((n Int)) Int (- n))";
    let case = case(format!(
        "{before}{first}{chain}(assert (= 0 (d{} 1)))",
        links - 1
    ));
    assert_eq!(proposals(&INLINE_DEFINITIONS, &case), links);
    assert_eq!(proposals(&DROP_DECLARATION, &case), links);
}

#[test]
fn long_chains_of_sorts_take_linear_time() {
    let links = 20_000;
    let chain = each(1..links, |k| format!("(define-sort S{k} () S{})", k - 1));
    let last = links - 1;
    let case = case(format!(
        "(declare-sort S0 0){chain}(declare-const c S{last})(assert (= c c))"
    ));
    // Only from these declarations on do all that follow go together.
    assert_eq!(proposals(&DROP_DECLARATION, &case), 32);
    let in_lists = DROP_DECLARATION.form("in-lists").expect("a form");
    assert_eq!(proposals(in_lists, &case), 32);
}

/// The names of up to three letters and digits, the short ones first.
fn short_names() -> impl Iterator<Item = String> {
    let characters = || ('a'..='z').chain('A'..='Z').chain('0'..='9');
    let longer = move |name: String| characters().map(move |next| format!("{name}{next}"));
    let one = || ('a'..='z').chain('A'..='Z').map(String::from);
    let two = move || one().flat_map(longer);
    one().chain(two()).chain(two().flat_map(longer))
}

#[test]
fn repeats_are_named_in_linear_time_where_most_short_names_are_taken() {
    let many = 20_000;
    let names: Vec<String> = short_names().take(many).collect();
    let declare = each(0..many, |k| format!("(declare-const {} Int)", names[k]));
    let repeats = each(0..many, |k| {
        let repeated = format!("(function {} 1 2)", names[k]);
        format!("(assert (= {repeated} {repeated} {repeated}))")
    });
    let case = case(format!(
        "{declare}(declare-fun function (Int Int Int) Int){repeats}"
    ));
    // A few of the names are words of the language.
    assert!(proposals(&NAME_REPEATS, &case) > many - 100);
}

#[test]
fn mutators_of_terms_take_linear_time_on_deep_and_on_wide_terms() {
    let depth = 8_000;
    let deep = format!("{}p{}", "(not (and p ".repeat(depth), "))".repeat(depth));
    let wide = each(0..depth, |k| format!(" (or p (not (= {k} (+ {k} 2))))"));
    let quantified = format!(
        "{}p{}",
        "(forall ((x Int)) (or (= x 0) ".repeat(depth),
        "))".repeat(depth)
    );
    let text = format!(
        "(declare-const p Bool)(assert {deep})(assert (and{wide}))(assert {quantified})(assert p)"
    );
    let case = case(text);
    assert!(proposals(&HOIST, &case) > depth);
    assert!(proposals(&FORM, &case) > depth);
    assert!(proposals(&arithmetic::CONSTANTS, &case) > depth);
    assert_eq!(proposals(&RESPELL_LITERALS, &case), 0);
    assert_eq!(proposals(&DROP_BOUND_VARIABLE, &case), depth);
    assert_eq!(proposals(&FREE_BOUND_VARIABLES, &case), depth);
    assert_eq!(proposals(&JOIN_ASSERTIONS, &case), 3);
}

#[test]
fn sorting_the_operands_of_each_level_of_a_deep_term_is_compared_in_linear_time() {
    let depth = 100_000;
    let deep = format!("{}x{}", "(+ ".repeat(depth), " x)".repeat(depth));
    let case = case(format!("(declare-const x Int)(assert (= x {deep}))"));
    let began = Instant::now();
    let edits = (0..case.tree().end()).filter_map(|node| first(&SORT_CHILDREN, &case, node));
    let count = edits.filter(|edit| case.is_simplification(edit)).count();
    let took = began.elapsed();
    assert!(took < ENOUGH, "{took:?}");
    // The innermost operands are equally large.
    assert_eq!(count, depth - 1);
}

#[test]
fn swapping_operands_is_compared_in_linear_time_in_deep_and_in_wide_texts() {
    let depth = 100_000;
    let deep = format!("{}x{}", "(+ ".repeat(depth), " x x)".repeat(depth));
    let deep = case(format!("(declare-const x Int)(assert (= x {deep}))"));
    // The innermost operands are equally large.
    assert_eq!(proposals(&SWAP_CHILDREN, &deep), depth - 1);
    let wide = "(assert (ite b (r a) a))".repeat(10_000);
    let declare = "(declare-const a Bool)(declare-const b Bool)(declare-fun r (Bool) Bool)";
    let wide = case(format!("{declare}{wide}"));
    assert_eq!(proposals(&SWAP_CHILDREN, &wide), 10_000);
}

#[test]
fn a_deep_term_is_not_read_at_each_conjunction_around_it() {
    let depth = 100_000;
    let (open, close) = ("(and (= p ".repeat(depth), ") (= q r))".repeat(depth));
    let declare = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)";
    let case = case(format!("{declare}(assert {open}p{close})"));
    assert_eq!(proposals(&CHAIN_RELATIONS, &case), 0);
}

#[test]
fn nonterminals_of_a_grammar_are_asked_about_in_linear_time() {
    let grammar = |nonterminals: usize, rules: usize| {
        let heads = each(0..nonterminals, |k| format!("(N{k} Int)"));
        let rules = "0 ".repeat(rules);
        let groups = each(0..nonterminals, |k| format!("(N{k} Int ({rules}))"));
        case(format!("(synth-fun f () Int ({heads}) ({groups}))"))
    };
    // There are too many of them, or they have many rules.
    assert_eq!(proposals(&DROP_NONTERMINAL, &grammar(20_000, 1)), 0);
    assert_eq!(proposals(&DROP_NONTERMINAL, &grammar(1_000, 300)), 1_000);
}

#[test]
fn equal_deep_terms_are_compared_once() {
    let (depth, f) = (100_000, "f".repeat(100));
    let deep = [&format!("({f} ").repeat(depth), "x", &")".repeat(depth)].concat();
    let declare = format!("(declare-const x Int)(declare-fun {f} (Int) Int)");
    let case = case(format!("{declare}(assert (= {deep} {deep}))"));
    assert_eq!(proposals(&NAME_REPEATS, &case), 1);
}

#[test]
fn many_assertions_are_joined_in_linear_time() {
    let case = case("(declare-const p Bool)".to_owned() + &"(assert p)".repeat(20_000));
    assert_eq!(proposals(&JOIN_ASSERTIONS, &case), 19_999);
}

#[test]
fn a_let_that_gives_many_names_other_meanings_takes_linear_time() {
    let names = 200_000;
    let declared = each(0..names, |k| format!("(declare-const x{k} Bool)"));
    let binders = each(0..names, |k| format!("(x{k} x{})", (k + 1) % names));
    let uses = each(0..names, |k| format!(" x{k}"));
    let text = format!("{declared}(assert (let ({binders}) (and{uses})))");
    assert_eq!(proposals(&LET_SUBSTITUTION, &case(text)), 1);
}

#[test]
fn long_equalities_are_joined_in_linear_time() {
    let operands = 200_000;
    let equality = |from| format!("(= x{})", each(from..from + operands, |k| format!(" {k}")));
    let text = format!(
        "(declare-const x Int)(assert (and {} {}))",
        equality(0),
        equality(operands)
    );
    assert_eq!(proposals(&CHAIN_RELATIONS, &case(text)), 1);
}

#[test]
fn all_mutators_are_asked_about_all_nodes_in_linear_time() {
    let nested = |open: &str, inner: &str, depth: usize, lists: usize| {
        [&open.repeat(depth), inner, &")".repeat(depth * lists)].concat()
    };
    let d = "(declare-const p Bool)(declare-const x Int)(define-fun f ((b Bool)) Bool (exists ((i Int)) (and b (= i x))))";
    let texts = [
        format!("(assert (and{}))", " p true".repeat(20_000)),
        each(0..5000, |k| format!("(assert (= x {k}))")),
        each(0..2000, |k| {
            format!("(assert (forall ((a Int)) (exists ((b Int)) (= a b (+ b {k})))))")
        }),
        format!("(assert {})", nested("(f ", "p", 10_000, 1)),
        format!(
            "(assert {})",
            nested("(not (forall ((a Int)) ", "(< x 1)", 5000, 2)
        ),
        format!("(assert {})", nested("(and p (or p ", "p", 5000, 2)),
        format!(
            "(declare-datatypes ((T 0)) (({})))",
            each(0..10_000, |k| format!("(c{k} (s{k} T))"))
        ),
        format!("(assert (= \"{}\" \"\"))", "ab".repeat(20_000)),
        format!("(assert (= {0} 1 {0}.5))", "7".repeat(100_000)),
        format!(
            "(declare-fun g ({}) Int)(assert (= 0 (g{})))",
            " Int".repeat(10_000),
            " 1".repeat(10_000)
        ),
        format!(
            "(define-fun h ({}) Int x1)(assert (= 0 (h{})))",
            each(0..10_000, |k| format!("(x{k} Int)")),
            " 1".repeat(10_000)
        ),
        format!(
            "(declare-datatype W ((w {})))(declare-const v W)(assert (= 0 {}))",
            each(0..5000, |k| format!("(s{k} Int)")),
            each(0..5000, |k| format!(" (s{k} v)"))
        ),
        "(push 1)(assert p)".repeat(5000) + &"(pop 1)".repeat(5000),
        format!(
            "(declare-const v (_ BitVec 4000))(assert (= v #b{}))",
            "01".repeat(2000)
        ),
    ];
    for text in texts {
        let case = case(format!("{d}{text}"));
        for mutator in MUTATORS {
            proposals(mutator, &case);
        }
    }
}
