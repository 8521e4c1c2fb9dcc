//! Random texts over all theories, with binders and named terms.

use super::random_edits::Random;
use smelt::language::TestCase;
use smelt::language::smtlib::{SmtLib, Sort, analysis, parse, yielding};
use std::fmt::Write as _;

/// The sorts of the constants. There are two of each.
const SORTS: &[&str] = &[
    "Bool",
    "Int",
    "Real",
    "(_ BitVec 8)",
    "(_ BitVec 16)",
    "(_ FloatingPoint 8 24)",
    "RoundingMode",
    "String",
    "RegLan",
    "(Array Int Bool)",
    "(Seq Int)",
    "(Set Int)",
    "(Bag Int)",
    "U",
    "(L Int)",
];

/// How deep terms nest.
const DEPTH: usize = 4;

/// A text with so many assertions.
pub(crate) fn generated(assertions: usize, random: &mut Random) -> TestCase {
    let mut text = "(declare-sort U 0)(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))".to_owned();
    for (k, sort) in SORTS.iter().enumerate() {
        let _ = write!(
            text,
            "(declare-fun c{k} () {sort})(declare-const d{k} {sort})(declare-fun f{k} ({sort} Int) {sort})"
        );
    }
    let declared = read(&text);
    let constant = |name: &str| {
        let mut bindings = analysis(&declared).bindings().iter();
        bindings
            .find(|binding| binding.name.bytes() == name.as_bytes())
            .map(|binding| binding.sort)
    };
    let sorts: Vec<Sort> = (0..SORTS.len())
        .filter_map(|k| constant(&format!("c{k}")))
        .collect();
    for k in 0..assertions {
        let term = term(&sorts, 0, DEPTH, random);
        let command = match random.below(6) {
            0 => format!("(assert (! {term} :named n{k}))"),
            1 => format!("(define-fun g{k} ((c1 Bool)) Bool (and c1 {term}))(assert (g{k} c0))"),
            2 => format!("(push 1)(assert {term})(pop 1)"),
            _ => format!("(assert {term})"),
        };
        text.push_str(&command);
    }
    read(&text)
}

fn read(text: &str) -> TestCase {
    let parsed = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    TestCase::new(&SmtLib, parsed)
}

/// A term of the `k`th sort.
fn term(sorts: &[Sort], k: usize, depth: usize, random: &mut Random) -> String {
    let leaf = |random: &mut Random| format!("{}{k}", ["c", "d"][random.below(2)]);
    if depth == 0 {
        return leaf(random);
    }
    match random.below(10) {
        0 => return leaf(random),
        1 => {
            let bound = random.below(sorts.len());
            let value = term(sorts, bound, depth - 1, random);
            let body = term(sorts, k, depth - 1, random);
            return format!("(let ((c{bound} {value}) (x{bound} d1)) {body})");
        }
        2 if k == 0 => {
            let bound = random.below(sorts.len());
            let body = term(sorts, k, depth - 1, random);
            return format!("(exists ((d{bound} {}) (y Int)) {body})", SORTS[bound]);
        }
        3 => {
            let operand = term(sorts, k, depth - 1, random);
            return format!("(f{k} {operand} {})", term(sorts, 1, depth - 1, random));
        }
        _ => {}
    }
    let operators = yielding(sorts[k]).filter(|operator| operator.indices() == 0);
    // An operand of any sort may be a Boolean one.
    let place = |sort: &Sort| match *sort {
        Sort::UNKNOWN => Some(0),
        sort => sorts.iter().position(|&other| other == sort),
    };
    let rows = operators.flat_map(|operator| {
        let rows = operator.yielding(sorts[k]);
        let places = rows.filter_map(|row| row.iter().map(place).collect::<Option<Vec<usize>>>());
        places.map(|places| (operator.name(), places))
    });
    let rows: Vec<_> = rows.filter(|(_, places)| !places.is_empty()).collect();
    let Some((name, operands)) = rows.get(random.below(rows.len())) else {
        return leaf(random);
    };
    let operands = operands.iter().map(|&k| term(sorts, k, depth - 1, random));
    let operands: Vec<String> = operands.collect();
    format!(
        "({} {})",
        String::from_utf8_lossy(name.bytes()),
        operands.join(" ")
    )
}
