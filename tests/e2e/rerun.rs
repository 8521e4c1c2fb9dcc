//! `smelt cache verify --rerun`: reductions replayed from the store, a sample of its answers asked again.

use crate::support::{Bench, Ran};

const INPUT: &str = "(set-logic QF_LIA)
(declare-const x Int)
(assert (and (> x 0) (< x 10)))
(check-sat)
(get-value (x))
";

/// A case, and a store that has answered its reduction. The solver does something else on small texts once the file
/// `mended` is there, which smelt cannot know of.
struct Answered {
    bench: Bench,
    solver: String,
}

impl Answered {
    fn new() -> Answered {
        let bench = Bench::new();
        bench.write("cases/a.smt2", INPUT);
        bench.write("needed", "nothing\n");
        let text = format!(
            "#!/bin/sh\ncd '{}'\necho run >>runs\n[ -e mended ] && mended=yes\ncd \"$OLDPWD\"\n\
             if grep -q get-value \"$1\"; then\n  if [ \"$mended\" ] && ! grep -q set-logic \"$1\"; then exit 0; fi\n  \
             echo 'error: get-value is not supported'\n  exit 1\nfi\n",
            bench.path("").display()
        );
        let solver = bench.script("solver", &text).to_string_lossy().into_owned();
        let answered = Answered { bench, solver };
        answered.smelt(&["batch", "cases", "--out", "out"]).exits(0);
        answered
    }

    #[track_caller]
    fn smelt(&self, words: &[&str]) -> Ran {
        let fixed = [
            "--cache",
            "store.db",
            "--match-out",
            "get-value",
            "--depends",
            "needed",
            "--",
            &self.solver,
        ];
        self.bench.smelt(&[words, &fixed].concat())
    }

    #[track_caller]
    fn verify(&self, share: &str) -> Ran {
        self.smelt(&["cache", "verify", "--rerun", share, "cases"])
    }

    fn runs(&self) -> usize {
        self.bench.text("runs").lines().count()
    }

    /// How many answers the store gave, and how many were asked again.
    #[track_caller]
    fn counted(ran: &Ran) -> (usize, usize) {
        let line = ran.out.lines().find(|line| line.starts_with("run again"));
        let words: Vec<&str> = line.expect("a line").split_whitespace().collect();
        (
            words[4].parse().expect("known"),
            words[2].parse().expect("again"),
        )
    }
}

#[test]
fn a_store_that_is_true_is_found_true() {
    let answered = Answered::new();
    let before = answered.runs();
    let ran = answered.verify("100%").exits(0);
    let (known, again) = Answered::counted(&ran);
    assert!(known > 5 && again == known, "{ran:#?}");
    // Source, golden twice, final.
    assert_eq!(answered.runs() - before, again + 4);
    assert!(ran.out.contains("replayed       1 of 1 cases"), "{ran:#?}");
    assert!(
        ran.out.contains("0 would be judged differently, 0 differ"),
        "{ran:#?}"
    );
}

#[test]
fn a_small_share_asks_for_little_but_the_final_text() {
    let answered = Answered::new();
    // The sample is another one each time: of so few answers it is all but never one.
    let (known, again) = Answered::counted(&answered.verify("0.00001%").exits(0));
    assert!(known > 5 && again == 1, "{again} of {known}");
}

#[test]
fn an_answer_that_is_no_longer_true_is_reported_and_ends_with_3() {
    let answered = Answered::new();
    answered.bench.write("mended", "");
    let ran = answered.verify("100%").exits(3);
    let line = ran.out.lines().find(|line| line.starts_with("judged anew"));
    let line = line.unwrap_or_else(|| panic!("{ran:#?}"));
    assert!(line.contains("a.smt2, candidate of"), "{line}");
    assert!(line.contains("stored `exit 1`, now `exit 0`"), "{line}");
}

#[test]
fn what_the_store_does_not_know_is_not_run() {
    let answered = Answered::new();
    answered
        .bench
        .write("cases/b.smt2", INPUT.replace("10", "77"));
    let before = answered.runs();
    let ran = answered.verify("0.000001%").exits(0);
    assert!(ran.out.contains("replayed       1 of 2 cases"), "{ran:#?}");
    // The new case: source and golden runs; the other one: the final run too.
    assert_eq!(answered.runs() - before, 3 + 4);
}

#[test]
fn a_share_that_is_none_and_directories_without_a_share_are_refused() {
    let bench = Bench::new();
    for words in [
        &["--rerun", "0%", "."][..],
        &["--rerun", "101%", "."],
        &["--rerun", "some", "."],
        &["--rerun", "5%"],
        &["."],
    ] {
        bench
            .smelt(&[&["cache", "verify"], words].concat())
            .exits(2)
            .says(&["error:"]);
    }
}

#[test]
fn a_case_that_does_not_fail_any_more_and_a_store_that_knows_nothing_end_with_3() {
    let answered = Answered::new();
    answered
        .bench
        .write("cases/a.smt2", "(check-sat)\n(get-value (x))\n");
    answered.bench.write("mended", "");
    let ran = answered.verify("100%").exits(3);
    // Nothing is longer than this word.
    assert!(ran.out.contains("\nnot-reproduced a.smt2: "), "{ran:#?}");
    assert!(!ran.err.contains("contains none of these"), "{ran:#?}");

    answered
        .bench
        .write("cases/a.smt2", INPUT.replace("10", "77"));
    let ran = answered.verify("100%").exits(3);
    assert!(ran.err.contains("contains none of these"), "{ran:#?}");
}

#[test]
fn verifying_writes_nothing_to_the_store() {
    let answered = Answered::new();
    let stats = || {
        answered
            .bench
            .smelt(&["cache", "stats", "--cache", "store.db"])
            .out
    };
    let before = stats();
    answered
        .bench
        .write("cases/b.smt2", INPUT.replace("10", "77"));
    answered.verify("100%").exits(0);
    assert_eq!(stats(), before);
}
