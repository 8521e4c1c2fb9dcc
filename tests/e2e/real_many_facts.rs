//! Programs of few rules and many facts, of three made-up shapes. Ignored unless asked for, because they need
//! `scripts/solvers` to have been run: `cargo test --test e2e -- --ignored real_many_facts`.

use crate::support::{Bench, repository};
use std::process::Command;

/// The shapes that `benchmarks/many-facts` knows, with the most statements that may be left and the most checks that may
/// be needed.
const SHAPES: [(&str, usize, u64); 3] = [
    ("joins", 3, 100),
    ("intervals", 2, 100),
    ("aggregates", 5, 180),
];

#[test]
#[ignore = "needs clingo 5.8.0 in solvers/"]
fn real_programs_of_many_facts_end_at_a_few_statements_after_less_than_two_hundred_checks() {
    let clingo = repository("solvers/clingo-5.8.0");
    for (shape, statements, checks) in SHAPES {
        let bench = Bench::new();
        let script = repository("benchmarks/many-facts");
        let emitted = Command::new("python3")
            .args([&*script, "--emit", shape, "--facts", "2000", "--out"])
            .arg(bench.path("cases"))
            .status();
        assert!(emitted.is_ok_and(|status| status.success()), "{shape}");
        let wrong = bench.path("cases/wrong.lp");
        let wrong = wrong.to_string_lossy();
        let trusted = format!("{clingo} -W none 1");
        let case = format!("cases/{shape}.lp");
        let rule = ["--models-differ-from", &trusted, &case, "small.lp"];
        let words = [
            &["reduce", "--cache", "none", "--strategy", "auto"],
            &rule[..],
            &[&clingo, "-W", "none", "1", "{}", &wrong],
        ];
        let said = bench.smelt(&words.concat()).exits(0).err;
        let left = bench.text("small.lp").lines().count();
        assert!((1..=statements).contains(&left), "{shape}: {said}");
        let made = said.split(" checks").next();
        let made = made.and_then(|before| before.rsplit(' ').next()?.parse::<u64>().ok());
        assert!(made.is_some_and(|made| made <= checks), "{shape}: {said}");
    }
}
