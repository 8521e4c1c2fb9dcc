//! Whole reductions of one case, with scripts in place of solvers: what is delivered, and what the row says.

mod delivery;
mod golden;
mod progress;
mod stopping;
pub(crate) mod world;

use world::World;

const INPUT: &str = "(set-logic QF_LIA)
(declare-const x Int)
; a comment
(assert (and (> x 0) (< x 10)))
(check-sat)
(get-value (x))
(exit)
";

/// Fails on texts with `check-sat`.
const FAILS: &str = "if grep -q check-sat \"$1\"; then exit 9; fi";
