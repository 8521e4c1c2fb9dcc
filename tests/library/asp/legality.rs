//! Which programs are legal.

use super::case;
use smelt::language::Language;
use smelt::language::asp::Asp;
use smelt::tree::Edit;
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
    check(&safe, &unsafe_);
}

/// Checks that the first programs have no fault, and that each of the others has one.
fn check(legal: &[&str], illegal: &[&str]) {
    for text in legal {
        assert_eq!(fault(text), None, "{text}");
    }
    for text in illegal {
        assert!(fault(text).is_some(), "{text}");
    }
}

#[test]
fn an_element_of_a_set_in_a_body_binds_its_own_variables() {
    check(
        &[
            ":-r(X),2{q(X)}.",
            ":-2{q(X)}.",
            ":-2{q(X):not r(X)}.",
            ":-not 2{q(X):r(Y)}.",
        ],
        &[
            ":-2{not q(X)}.",
            ":-Y{q(X)}.",
            "2{q(X)}.",
            "{q(X):not r(X)}.",
        ],
    );
}

#[test]
fn an_element_of_an_aggregate_in_a_head_binds_variables_by_its_condition_only() {
    check(
        &[
            "#count{X:p(X):q(X)}2.",
            "1#sum{X,Y:p(X,Y):q(X),r(Y)}:-s.",
            "#count{X:p(X)}2:-q(X).",
        ],
        &[
            "#count{X:p(X)}2.",
            "#count{X:p(X):not q(X)}2.",
            "1#sum{X,Y:p(X,Y):q(X)}.",
        ],
    );
}

#[test]
fn a_comparison_binds_also_where_it_is_negated_or_limits_a_variable_on_both_sides() {
    check(
        &[
            "p(X):-not X!=1.",
            "p(X):-not not X=1.",
            "p(X):-not X<>Y,q(Y).",
            "p(X):-X<=3,X>=1.",
            "p(X):-not X>3,0<X.",
            "p(X):-not not 1<=X<=3.",
            ":-#count{X:1<=X,X<=3}>2.",
            "p(Y):-Y==#count{X:q(X)}.",
        ],
        &[
            "p(X):-not X=1.",
            "p(X):-X!=1.",
            "p(X):-X<=3,X<4.",
            "p(X):-not X<=3,X>=1.",
            "p(X):-1<=X,X<=Y,q(Y).",
            "p(Y):-not not Y=#count{X:q(X)}.",
        ],
    );
}

#[test]
fn an_atom_binds_whatever_its_name_begins_with_and_where_it_is_projected_on() {
    check(
        &[
            "p(X):-'q(X).",
            "p(X):-_'q(X).",
            "p(X):- -'q(X).",
            "#project q(X).",
            "#project q(X):r(Y),not s(X,Y).",
        ],
        &["p(X):-not 'q(X).", "#project q(X):not r(Y)."],
    );
}

#[test]
fn variables_that_lparse_binds_by_a_domain_may_be_bound_by_nothing_else() {
    let golden = case("#domain d(X). d(1..3). p(X):-q(X).");
    let filter = Asp.filter(&golden).expect("a filter");
    assert_eq!(filter.why_ill_formed(&case("#domain d(X). p(X).")), None);
}

#[test]
fn the_brackets_after_a_statement_have_as_many_terms_as_it_needs() {
    for (text, term) in [
        ("#external a:b.[true]", &b"true"[..]),
        ("#heuristic a:b.[1@2,sign]", b"sign"),
        ("#heuristic a:b.[1@2,sign]", b"(@ 1 2)"),
        (":~a.[7]", b"7"),
        ("#minimize{7:a}.", b"7"),
    ] {
        let case = case(text);
        let tree = case.tree();
        let node = (1..tree.end()).find(|&node| tree.bytes(node) == term);
        let filter = Asp.filter(&case).expect("a filter");
        let edit = Edit::delete(tree, node.expect("the term"));
        assert!(filter.judge(&case, &edit).is_ill_formed, "{text}");
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
