//! Integers and reals.

use super::rewrite::rules;
use super::toolkit::literals::{Literals, Simpler};
use super::toolkit::pieces::word;
use super::toolkit::shape::{operands, own_operator};
use crate::language::TestCase;
use crate::language::smtlib::{LiteralKind, Operator};
use crate::mutator::proposal::{none, unseen};
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `(not (< x y))` → `(>= x y)`, for all relations, equality and bit-vectors included.
pub static NEGATE_RELATIONS: Mutator = Mutator::smtlib("arith-negate-relations", "arithmetic")
    .about("Replace a negated relation by the opposite relation")
    .by(rules! {
        "(not (= ?x ...))" => "(distinct ?x ...)",
        "(not (distinct ?x ...))" => "(= ?x ...)",
        "(not (!= ?x ...))" => "(= ?x ...)",
        "(not (<> ?x ...))" => "(= ?x ...)",
        "(not (< ?x ...))" => "(>= ?x ...)",
        "(not (> ?x ...))" => "(<= ?x ...)",
        "(not (<= ?x ...))" => "(> ?x ...)",
        "(not (>= ?x ...))" => "(< ?x ...)",
    });

/// `(<= x y)` → `(< x y)`, `(= x y)`; `(> x y)` → `(= x y)`. The rule for `<` is a pump, because `=` comes later in the
/// order of texts.
pub static STRENGTHEN_RELATIONS: Mutator =
    Mutator::smtlib("arith-strengthen-relations", "arithmetic")
        .about("Replace a relation by a stronger one")
        .by(rules! {
            "(< ?x ...)" => "(= ?x ...)",
            "(> ?x ...)" => "(= ?x ...)",
            "(<= ?x ...)" => "(< ?x ...)",
            "(<= ?x ...)" => "(= ?x ...)",
            "(>= ?x ...)" => "(> ?x ...)",
            "(>= ?x ...)" => "(= ?x ...)",
            "(distinct ?x ...)" => "(= ?x ...)",
        });

/// `(+ x (- y))` → `(- x y)`, `(to_int (to_real x))` → `x`, …
pub static IDENTITIES: Mutator = Mutator::smtlib("arith-identities", "arithmetic")
    .about("Replace an arithmetic term by a smaller equal one")
    .by(rules! {
        "(- (- ?x))" => "?x",
        "(- (- ?x ?y))" => "(- ?y ?x)",
        "(+ ?x (- ?y))" => "(- ?x ?y)",
        "(- ?x (- ?y))" => "(+ ?x ?y)",
        "(- 0 ?x)" => "(- ?x)",
        "(- 0.0 ?x)" => "(- ?x)",
        "(* (- 1) ?x)" => "(- ?x)",
        "(* (- ?x) (- ?y))" => "(* ?x ?y)",
        "(= (- ?x) (- ?y))" => "(= ?x ?y)",
        "(= 0 (- ?x ?y))" => "(= ?x ?y)",
        "(abs (- ?x))" => "(abs ?x)",
        "(to_int (to_real ?x:int))" => "?x",
        "(is_int (to_real ?x:int))" => "true",
        "(= (to_real ?x:int) (to_real ?y:int))" => "(= ?x ?y)",
    });

/// `1234` → `12`, `123`, `617`; `31.415` → `31.0`, `31.4`, `31.41`, `0.415`, `3.415`; `8.0` → `0.0`, `4.0`. A decimal
/// stays a decimal. Numbers of any size are computed digit by digit. 0 and 1 stay.
pub static CONSTANTS: Mutator = Mutator::smtlib("arith-constants", "arithmetic")
    .about("Replace a number by a smaller one")
    .by(&Literals(simpler));

fn simpler(token: &'static [u8]) -> Simpler {
    let kind = LiteralKind::of(token);
    let is_number = matches!(kind, Some(LiteralKind::Numeral | LiteralKind::Decimal));
    if !is_number || matches!(token, b"0" | b"1" | b"0.0" | b"1.0") {
        return none();
    }
    let text = std::str::from_utf8(token).unwrap_or_default();
    let texts: Vec<String> = match text.split_once('.') {
        None => shorter(text),
        Some((whole, fraction)) if fraction.bytes().all(|digit| digit == b'0') => shorter(whole)
            .into_iter()
            .chain([trimmed(whole)])
            .map(|whole| format!("{whole}.0"))
            .collect(),
        Some((whole, fraction)) => {
            let cut = |length: usize| match &fraction[..length] {
                "" => format!("{whole}.0"),
                digits => format!("{whole}.{digits}"),
            };
            let mut lengths = vec![0, fraction.len() / 2, fraction.len() - 1];
            lengths.dedup();
            let smaller_wholes =
                ["0", &whole[..whole.len().div_ceil(2)]].map(|whole| format!("{whole}.{fraction}"));
            lengths.into_iter().map(cut).chain(smaller_wholes).collect()
        }
    };
    let simpler = unseen(texts, [text.to_owned()]);
    Box::new(simpler.map(|text| Symbol::of(text.as_bytes())))
}

/// The first half of the digits, the number without its last digit, and half of the number: the smallest first.
fn shorter(digits: &str) -> Vec<String> {
    let digits = trimmed(digits);
    if matches!(&digits[..], "0" | "1") {
        return Vec::new();
    }
    let prefix = |length: usize| trimmed(&digits[..length]);
    let mut shorter = Vec::new();
    if digits.len() > 3 {
        shorter.push(prefix(digits.len() / 2));
    }
    shorter.extend([prefix(digits.len() - 1), half(&digits)]);
    shorter
}

/// The digits without leading zeros.
fn trimmed(digits: &str) -> String {
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    }
}

/// Half of the number, by long division.
fn half(digits: &str) -> String {
    let mut remainder = 0;
    let halved = digits.bytes().map(|digit| {
        let value = remainder * 10 + (digit - b'0');
        remainder = value % 2;
        char::from(b'0' + value / 2)
    });
    trimmed(&halved.collect::<String>())
}

/// `(< a b c d)` → `(and (< a b) (< b c) (< c d))`, for all relations, equality included. A pump, because it has more
/// cells. A `distinct` is not a chain; only its neighbours stay distinct, as in ddSMT.
pub static SPLIT_NARY_RELATIONS: Mutator =
    Mutator::smtlib("arith-split-nary-relations", "arithmetic")
        .about("Replace a relation of many operands by a conjunction")
        .at(At::Term)
        .only(|case, node| {
            own_operator(case, node).is_some_and(Operator::is_relation)
                && case.tree().child(node, 3).is_some()
        })
        .edit(|case, node| Some(split(case, node)))
        .judged();

fn split(case: &TestCase, node: Node) -> Edit {
    let tree = case.tree();
    let terms: Vec<Node> = operands(tree, node).collect();
    let mut with = vec![word("and")];
    for pair in terms.windows(2) {
        let relation = Piece::Leaf(tree.sym(node + 1));
        with.extend(Piece::list([
            relation,
            Piece::Copy(pair[0]),
            Piece::Copy(pair[1]),
        ]));
    }
    Edit::replace(tree, node, Piece::list(with))
}
