//! Inputs of any size, of which three operators matter.

use std::fmt::Write as _;

/// What must stay for the made-up solver to fail.
pub(crate) const NEEDED: [&str; 3] = ["bvmul", "bvudiv", "bvurem"];

/// Spreads the numbers of a graph's operands over the earlier elements.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

/// Makes a text with so many elements.
type Make = fn(usize) -> String;

/// The shapes by name.
pub(crate) const SHAPES: [(&str, Make); 5] = [
    // nested lets, each of which uses the one around it
    ("chain", chain),
    // nested lets, each of which uses two earlier ones
    ("graph", graph),
    // assertions, none of which uses another
    ("assertions", assertions),
    // operands of one `and`
    ("operands", operands),
    // operators, each an operand of the next
    ("depth", depth),
];

/// The operator of an element: one of those that matter at a quarter, a half and three quarters.
fn operator(element: usize, n: usize) -> &'static str {
    match (1..=3).find(|quarter| element == quarter * n / 4) {
        Some(quarter) => NEEDED[quarter - 1],
        None => "bvadd",
    }
}

fn text(assertions: &str) -> String {
    format!(
        "(set-logic QF_BV)\n(declare-const x0 (_ BitVec 8))\n(declare-const x1 (_ BitVec 8))\n{assertions}(check-sat)\n"
    )
}

/// Lets whose terms are given, in their order; the last one is in the body.
fn lets(n: usize, term: impl Fn(usize) -> String) -> String {
    let mut assertion = String::from("(assert ");
    for element in 2..n + 2 {
        let _ = write!(assertion, "(let ((x{element} {})) ", term(element));
    }
    let _ = write!(assertion, "(= x{} x0)", n + 1);
    assertion += &")".repeat(n + 1);
    text(&(assertion + "\n"))
}

fn chain(n: usize) -> String {
    lets(n, |element| {
        format!("({} x{} x0)", operator(element - 2, n), element - 1)
    })
}

fn graph(n: usize) -> String {
    lets(n, |element| {
        let earlier = |nth: u64| {
            let seed = (2 * element as u64 + nth).wrapping_mul(MULTIPLIER);
            (seed >> 33) % element as u64
        };
        let name = operator(element - 2, n);
        format!("({name} x{} x{})", earlier(0), earlier(1))
    })
}

fn assertions(n: usize) -> String {
    let assertion = |element| format!("(assert (= x0 ({} x0 x1)))\n", operator(element, n));
    text(&(0..n).map(assertion).collect::<String>())
}

fn operands(n: usize) -> String {
    let operand = |element| format!(" (= x0 ({} x0 x1))", operator(element, n));
    let operands: String = (0..n).map(operand).collect();
    text(&format!("(assert (and{operands}))\n"))
}

fn depth(n: usize) -> String {
    let operator = |element| format!("({} x1 ", operator(element, n));
    let open: String = (0..n).map(operator).collect();
    text(&format!("(assert (= x0 {open}x0{}))\n", ")".repeat(n)))
}
