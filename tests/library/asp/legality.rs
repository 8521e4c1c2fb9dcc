//! Which programs are legal.

use super::case;
use smelt::language::Language;
use smelt::language::asp::Asp;

fn fault(text: &str) -> Option<String> {
    let safe = case("a.");
    Asp.filter(&safe)?.why_ill_formed(&case(text))
}

#[test]
fn each_variable_must_be_bound_by_a_positive_literal() {
    let safe = [
        "p(X) :- q(X).",
        "p(X) :- q(Y), X = Y + 1.",
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
