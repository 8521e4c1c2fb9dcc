//! What the operators of the theories take and yield, which sort a place expects, and where `Int` and `Real` mix.

use super::edited::TEXTS;
use super::{case, find};
use smelt::language::smtlib::{
    IllFormed, Operator, Role, Sort, SortKind, WellFormedness, analysis, expected, indexed,
    operator, yielding,
};
use smelt::tree::{Node, ROOT, Symbol};

const DECLARATIONS: &str = "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))\
    (declare-fun i () Int)(declare-fun r () Real)(declare-fun b () Bool)(declare-fun v () (_ BitVec 8))(declare-fun l () (L Int))\
    (declare-fun a () (Array Int Bool))(declare-fun g () Float32)(declare-fun k () String)(declare-fun f (Int Bool) Real)";

fn plain(name: &str) -> &'static Operator {
    operator(Symbol::of(name.as_bytes())).unwrap_or_else(|| panic!("{name} is no operator"))
}

/// A text in which `@` marks a term, and the sorts that are expected in its place.
const PLACES: &[(&str, &[&str])] = &[
    ("(assert @b)", &["Bool"]),
    ("(assert (not @b))", &["Bool"]),
    ("(assert (= i @i))", &["Int"]),
    ("(assert (ite @b b b))", &["Bool"]),
    ("(assert (= v (ite b v @v)))", &["(_ BitVec 8)"]),
    ("(assert (< @i i))", &["Int"]),
    ("(assert (= i (+ i @i)))", &["Int"]),
    ("(assert (= r (+ @r 1.0)))", &["Real"]),
    ("(assert (bvult v @v))", &["(_ BitVec 8)"]),
    ("(assert (= v (bvneg @v)))", &["(_ BitVec 8)"]),
    ("(assert (= #b11 ((_ extract 3 2) @v)))", &["?"]),
    (
        "(assert (= #b111111111 ((_ zero_extend 1) @v)))",
        &["(_ BitVec 8)"],
    ),
    (
        "(assert (= #b111111111 (concat @v #b1)))",
        &["(_ BitVec 8)"],
    ),
    (
        "(assert (= #b111111111 (concat v @#b1)))",
        &["(_ BitVec 1)"],
    ),
    ("(assert (select @a i))", &["(Array Int Bool)"]),
    ("(assert (select a @i))", &["Int"]),
    ("(assert (= a (store a i @b)))", &["Bool"]),
    ("(assert (= a ((as const (Array Int Bool)) @b)))", &["Bool"]),
    ("(assert (= r (f @i b)))", &["Int"]),
    ("(assert (= r (f i @b)))", &["Bool"]),
    ("(assert (= l (cons @i l)))", &["Int"]),
    ("(assert (= i (hd @l)))", &["(L Int)"]),
    ("(assert (= l ((as cons (L Int)) i @l)))", &["(L Int)"]),
    ("(assert (fp.lt @g g))", &["(_ FloatingPoint 8 24)"]),
    ("(assert (= g (fp.neg @g)))", &["(_ FloatingPoint 8 24)"]),
    ("(assert (= g (fp.sqrt @RNE g)))", &["RoundingMode"]),
    ("(assert (= k (str.substr k @i i)))", &["Int"]),
    ("(assert (str.in_re k @re.all))", &["RegLan"]),
    ("(assert (forall ((x Int)) @b))", &["Bool"]),
    ("(assert (let ((x @i)) (= x x)))", &["Int"]),
    ("(assert (= i (let ((x b)) @i)))", &["Int"]),
    ("(assert (= i (! @i :named n)))", &["Int"]),
    ("(define-fun d () Real @r)", &["Real"]),
    ("(assert (foo @i))", &["?"]),
    ("(get-value (@i))", &["?"]),
];

#[test]
fn a_place_expects_the_sorts_that_keep_its_surroundings_well_sorted() {
    for &(marked, sorts) in PLACES {
        let token = &marked[marked.find('@').unwrap_or_default()..];
        let end = token.find([' ', ')']).unwrap_or(token.len());
        let node = find(&case(&format!("{DECLARATIONS}{marked}")), &token[..end], 0);
        let case = case(&format!("{DECLARATIONS}{}", marked.replacen('@', "", 1)));
        let found = expected(&case, node);
        let found: Vec<String> = found.iter().map(Sort::to_string).collect();
        assert_eq!(found, sorts, "{marked}");
    }
}

#[test]
fn every_term_of_a_well_sorted_text_has_a_sort_that_its_place_expects() {
    for text in TEXTS {
        let case = case(text);
        let filter = WellFormedness::of(&case);
        let faulty: Vec<Node> = filter.faults(&case).map(|(node, _)| node).collect();
        let analysis = analysis(&case);
        let terms = (ROOT + 1..case.tree().end())
            .filter(|&node| analysis.role(node) == Role::Term)
            .filter(|&node| !faulty.contains(&case.parent(node)));
        for node in terms {
            let sorts = expected(&case, node);
            let fits = |sort: &Sort| sort.fits(analysis.sort(node));
            let term = String::from_utf8_lossy(case.tree().bytes(node));
            assert!(sorts.iter().any(fits), "{sorts:?} for {term} in {text}");
        }
    }
}

#[test]
fn of_very_many_operands_each_place_expects_what_it_should() {
    let union = |elements: &str, set: &str| format!("(assert (= s (set.insert {elements} {set})))");
    let text = format!(
        "(declare-fun s () (Set Int)){}",
        union(&"1 ".repeat(40), "s")
    );
    let case = case(&text);
    let at = |nth| expected(&case, find(&case, "1", nth))[0].to_string();
    assert_eq!([at(0), at(20), at(39)], ["Int"; 3]);
    assert_eq!(
        expected(&case, find(&case, "s", 2))[0].to_string(),
        "(Set Int)"
    );
}

#[test]
fn several_sorts_may_be_expected_if_the_operator_has_several_ranks() {
    let sorts = |operands: &[Sort], result| plain("+").expected(&[], operands, 0, result);
    let free = Sort::UNKNOWN;
    assert_eq!(sorts(&[free, free], free), [Sort::INT, Sort::REAL]);
    assert_eq!(sorts(&[free, Sort::REAL], free), [Sort::REAL]);
    assert_eq!(sorts(&[free, free], Sort::INT), [Sort::INT]);
    assert!(sorts(&[free, Sort::BOOL], free).is_empty());
    assert!(
        plain("bvand")
            .expected(&[], &[free, Sort::bitvec(3)], 0, Sort::BIT)
            .is_empty()
    );
}

#[test]
fn indices_are_solved_for_the_sort_that_is_expected() {
    let free = Sort::UNKNOWN;
    let at = |name: &str, index: u32, width: u32| {
        let operator = indexed(Symbol::of(name.as_bytes()));
        let sorts = operator
            .map(|operator| operator.expected(&[Some(index)], &[free], 0, Sort::bitvec(width)));
        sorts.unwrap_or_default()
    };
    assert_eq!(at("zero_extend", 3, 8), [Sort::bitvec(5)]);
    assert_eq!(at("repeat", 3, 9), [Sort::bitvec(3)]);
    assert!(at("repeat", 3, 8).is_empty());
    assert!(at("zero_extend", 3, 2).is_empty());
    assert_eq!(at("rotate_left", 3, 8), [Sort::bitvec(8)]);
    let concat = plain("concat").expected(&[], &[Sort::bitvec(3), free], 1, Sort::bitvec(8));
    assert_eq!(concat, [Sort::bitvec(5)]);
}

#[test]
fn operators_are_found_by_the_sort_that_they_yield() {
    let names = |sort| -> Vec<&[u8]> {
        let found = yielding(sort);
        found.map(|operator| operator.name().bytes()).collect()
    };
    let has = |sort, name: &str| names(sort).contains(&name.as_bytes());
    for name in [
        "and",
        "=",
        "<",
        "bvult",
        "fp.lt",
        "str.prefixof",
        "ite",
        "select",
    ] {
        assert!(has(Sort::BOOL, name), "{name}");
    }
    for name in ["+", "bvadd", "str.len", "implies", "bvredor"] {
        assert!(!has(Sort::BOOL, name), "{name}");
    }
    assert!(has(Sort::INT, "str.len") && has(Sort::INT, "div") && !has(Sort::INT, "/"));
    assert!(has(Sort::bitvec(4), "bvadd") && has(Sort::bitvec(4), "concat"));
    assert!(has(Sort::BIT, "bvcomp") && !has(Sort::bitvec(4), "bvcomp"));
    let operands: Vec<Vec<Sort>> = plain("bvadd").yielding(Sort::bitvec(4)).collect();
    assert_eq!(operands, [[Sort::bitvec(4); 2]]);
    let theory = |name| String::from_utf8_lossy(plain(name).theory.bytes()).into_owned();
    assert_eq!(
        [theory("ite"), theory("bvadd")],
        ["Core", "FixedSizeBitVectors"]
    );
}

#[test]
fn special_operands_stand_on_the_row_of_their_operator() {
    let text = |token: Option<Symbol>| {
        token.map(|token| String::from_utf8_lossy(token.bytes()).into_owned())
    };
    let neutral = |name, sort| text(plain(name).neutral(sort)).unwrap_or_default();
    let absorbing = |name, sort| text(plain(name).absorbing(sort)).unwrap_or_default();
    assert_eq!(neutral("and", Sort::BOOL), "true");
    assert_eq!(absorbing("and", Sort::BOOL), "false");
    assert_eq!(
        [neutral("*", Sort::INT), neutral("*", Sort::REAL)],
        ["1", "1.0"]
    );
    assert_eq!(absorbing("*", Sort::INT), "0");
    assert_eq!(neutral("bvand", Sort::bitvec(3)), "#b111");
    assert_eq!(neutral("bvand", Sort::bitvec(8)), "#xff");
    assert_eq!(absorbing("bvand", Sort::bitvec(8)), "#x00");
    assert_eq!(neutral("bvmul", Sort::bitvec(33)), "(_ bv1 33)");
    assert_eq!(neutral("bvand", Sort::bitvec(1 << 29)), "");
    assert_eq!(neutral("xor", Sort::INT), "");
    assert_eq!(neutral("-", Sort::INT), "");
}

#[test]
fn a_literal_is_neutral_in_any_spelling_and_for_some_operators_only_behind_the_first_operand() {
    let places = |name: &str, literal: &str| {
        [true, false].map(|is_first| plain(name).is_neutral(literal.as_bytes(), is_first))
    };
    for (name, literal) in [
        ("and", "true"),
        ("+", "0"),
        ("*", "1.0"),
        ("bvand", "#b1111"),
        ("bvxnor", "#xf"),
        ("bvor", "(_ bv0 9)"),
        ("str.++", "\"\""),
    ] {
        assert_eq!(places(name, literal), [true, true], "{name} {literal}");
    }
    for (name, literal) in [
        ("-", "0.0"),
        ("/", "1"),
        ("div", "1"),
        ("bvsub", "#x0"),
        ("bvudiv", "#b01"),
        ("bvashr", "#x00"),
    ] {
        assert_eq!(places(name, literal), [false, true], "{name} {literal}");
    }
    for (name, literal) in [
        ("and", "false"),
        ("+", "1"),
        ("bvand", "#b1101"),
        ("bvurem", "#x1"),
        ("=", "true"),
    ] {
        assert_eq!(places(name, literal), [false, false], "{name} {literal}");
    }
}

#[test]
fn operands_of_the_same_operator_can_be_merged_if_all_are_treated_alike() {
    let takes_any_number =
        |name: &str| operator(Symbol::of(name.as_bytes())).is_some_and(Operator::takes_any_number);
    for name in [
        "and",
        "+",
        "bvadd",
        "concat",
        "=",
        "str.++",
        "re.union",
        "set.union",
    ] {
        assert!(takes_any_number(name), "{name}");
    }
    for name in [
        "not",
        "select",
        "bvsub",
        "store",
        "ite",
        "f",
        "set.insert",
        "str.at",
    ] {
        assert!(!takes_any_number(name), "{name}");
    }
}

/// Whether a text mixes `Int` and `Real` by the reckoning of a reduction of `golden`.
fn mixes(golden: &str, text: &str) -> bool {
    let golden = case(&format!("{DECLARATIONS}{golden}"));
    let text = case(&format!("{DECLARATIONS}{text}"));
    let fault = WellFormedness::of(&golden).whole(&text);
    assert!(
        matches!(fault, None | Some(IllFormed::Mixes(_))),
        "{fault:?}"
    );
    fault.is_some()
}

const APART: &str = "(assert (and (> r 1.5) (= i 2)))";
const MIXED: &[&str] = &[
    "(assert (> r i))",
    "(assert (= 2 r i))",
    "(assert (= r (+ r i)))",
    "(assert (= r (ite b r (+ i 1))))",
    "(assert (= i (div r 2)))",
    "(assert (= r (f r b)))",
    "(assert (= r (/ i 2)))",
    "(assert (= a (store a r b)))",
    "(assert (= l (cons r l)))",
    "(define-fun d () Real i)",
    "(synth-fun d ((y Int)) Real ((S Real)) ((S Real (r y))))",
];

#[test]
fn numbers_mix_only_where_the_golden_text_lets_them() {
    for text in MIXED {
        assert!(mixes(APART, text), "{text}");
        assert!(!mixes("(assert (> r i))", text), "{text}");
        assert!(!mixes(text, text), "{text}");
    }
}

#[test]
fn a_golden_text_without_both_sorts_does_not_tell_whether_they_mix() {
    for text in MIXED {
        assert!(!mixes("(assert (> r 1.5))", text), "{text}");
        assert!(!mixes("", text), "{text}");
    }
}

#[test]
fn numerals_may_stand_among_reals() {
    for text in [
        "(assert (> r 1))",
        "(assert (= r (- 1) (/ 1 3) (* 2 (+ 1 1))))",
        "(assert (= r (ite b 1 r)))",
        "(assert (= r (to_real i)))",
        "(assert (= i (to_int r)))",
        "(assert (= r (f 1 b)))",
        "(define-fun d () Real 1)",
        "(define-fun d ((x Real)) Real (- (* 2 3)))",
        "(synth-fun d () Real ((S Real)) ((S Real (1 (+ 1 1)))))",
    ] {
        assert!(!mixes(APART, text), "{text}");
    }
}

#[test]
fn a_real_defines_no_integer_though_numbers_mix() {
    let golden = case(&format!("{DECLARATIONS}(assert (> r i))"));
    let text = case(&format!("{DECLARATIONS}(define-fun d () Int r)"));
    let fault = WellFormedness::of(&golden).whole(&text);
    assert!(matches!(fault, Some(IllFormed::Shape(_))), "{fault:?}");
}

#[test]
fn a_part_of_a_larger_sort_stays_an_integer_or_real_whatever_it_mixes_with() {
    let result = |name: &str, operands: &[Sort]| plain(name).result(&[], operands);
    for [element, other] in [[Sort::INT, Sort::REAL], [Sort::REAL, Sort::INT]] {
        let array = Sort::of(SortKind::Array(element, element));
        assert_eq!(result("store", &[array, other, other]), Some(array));
        let set = Sort::of(SortKind::Other(Symbol::of(b"Set"), vec![element]));
        assert_eq!(result("set.insert", &[other, set]), Some(set));
    }
}
