//! A solver that is one quick program and no script, so that its answers are stored without a word on what it needs,
//! and made-up cases for it.

use crate::support::{Bench, Ran};
use smelt::fuzz::Random;
use std::fmt::Write;

/// Fails in one of four ways, which depend on several places of the text each. Some appear and disappear while a text
/// gets smaller.
pub(crate) const SOLVER: [&str; 4] = [
    "sed",
    "-nz",
    "/(not (and.*= x2/q8; /(=> .*(or.*=>/q7; /(and .*(not.*x3/q6; /(> x[12].*(< x[34]/q9",
    "{}",
];

/// A made-up case: the same number gives the same text. The solver fails on each.
pub(crate) fn case(number: u64) -> String {
    let mut random = Random::of(44, number);
    let mut text = String::new();
    for variable in 1..5 {
        let _ = writeln!(text, "(declare-const x{variable} Int)");
    }
    for _ in 0..random.between(1, 2) {
        let depth = random.between(2, 3);
        let _ = writeln!(text, "(assert {})", term(&mut random, depth));
    }
    let (greater, less) = (random.between(1, 2), random.between(3, 4));
    let _ = writeln!(text, "(assert (or (> x{greater} 0) (< x{less} 9)))");
    text + "(check-sat)\n"
}

fn term(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        let operator = ["<", ">", "="][random.below(3) as usize];
        return format!(
            "({operator} x{} x{})",
            random.between(1, 4),
            random.between(1, 4)
        );
    }
    let (left, right) = (term(random, depth - 1), term(random, depth - 1));
    match random.below(4) {
        0 => format!("(and {left} {right})"),
        1 => format!("(or {left} {right})"),
        2 => format!("(=> {left} {right})"),
        _ => format!("(not {left})"),
    }
}

/// Writes so many cases below `cases`. Their names.
pub(crate) fn cases(bench: &Bench, count: u64) -> Vec<String> {
    let names = (0..count).map(|number| {
        let name = format!("{number:03}.smt2");
        bench.write(&format!("cases/{name}"), case(number));
        name
    });
    names.collect()
}

/// A number that the environment may raise for a longer run.
pub(crate) fn raised(variable: &str, number: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.and_then(|given| given.parse().ok()).unwrap_or(number)
}

/// The arguments of a batch of the cases.
pub(crate) fn batch<'a>(out: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    let begin = ["batch", "cases", "--out", out];
    [&begin[..], options, &["--"], &SOLVER].concat()
}

/// Everything of an output that must not depend on how it was made.
pub(crate) fn results(bench: &Bench, out: &str, names: &[String]) -> (String, Vec<Vec<u8>>) {
    let report = ["report", out, "--format", "csv", "--stable"];
    let Ran { out: table, .. } = bench.smelt(&report).exits(0);
    let minimized = |name: &String| bench.read(&format!("{out}/minimized/{name}"));
    (table, names.iter().map(minimized).collect())
}
