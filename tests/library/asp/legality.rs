//! Which programs are legal.

use super::case;
use smelt::language::Language;
use smelt::language::asp::Asp;
use std::time::Instant;

fn fault(text: &str) -> Option<String> {
    let safe = case("a.");
    Asp.filter(&safe)?.why_ill_formed(&case(text))
}

#[test]
fn each_variable_must_be_bound_by_a_positive_literal() {
    let safe = [
        "p(X) :- q(X).",
        "p(X) :- q(Y), X = Y + 1.",
        "p(X) :- X = Y + Z, Z = Y + 1, Y + W = 2, q(W).",
        "p(X) :- X = 1..3.",
        "{p(X) : q(X)}.",
        "p :- #sum { X : q(X) } > 3.",
        "p(X) :- X = #count { Y : q(Y) }.",
        "#minimize { X,Y : q(X,Y) }.",
        ":~ q(X). [X@1]",
        "p :- q(_).",
        "p :- r(X) : q(X).",
        "#external p(X) : q(X).",
        "&sum { X } <= 3.",
    ];
    for text in safe {
        assert_eq!(fault(text), None, "{text}");
    }
    let unsafe_ = [
        "p(X).",
        "p(X) :- not q(X).",
        "p(X) :- q(Y), X < Y.",
        "p(X) :- X = Y + Z, Z = Y + X, Y + W = 2, q(W).",
        "{p(X) : q(Y)}.",
        "p(Y) :- Z = #sum { Y : q(Y) }, r(Z).",
        "#minimize { X : q(Y) }.",
        ":~ q(Y). [X@1]",
        "#external p(X).",
    ];
    for text in unsafe_ {
        assert!(fault(text).is_some(), "{text}");
    }
}

#[test]
fn a_long_chain_of_equations_binds_in_linear_time() {
    let n = 20_000;
    let equation = |k| format!("X{k} = X{} + 1, ", k + 1);
    let chain: String = (0..n).map(equation).collect();
    let began = Instant::now();
    assert_eq!(fault(&format!("p(X0) :- {chain} q(X{n}).")), None);
    assert!(fault(&format!("p(X0) :- {chain} not q(X{n}).")).is_some());
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}
