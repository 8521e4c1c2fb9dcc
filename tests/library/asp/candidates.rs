//! What holds of all candidates: a legal one reads as it was printed.

use super::case;
use smelt::language::asp::Asp;
use smelt::language::{Language, Syntax, TestCase};
use smelt::mutator::{MUTATORS, Mutator};

const TEXTS: &[&str] = &[
    "",
    "a. b|c:-a,not d. {e;f:a}2:-not not b. :-1{a;b},e. -k:-h. :~a,b.[1@2,x] #minimize{3@1,h:h;2}.",
    "#const n=3. p(1..n). q(X+1,f(X)):-p(X),X<2,not r(X). r(X):-q(X,Y),Y!=X. #show q/2. s:-X=#sum{Y,Z:q(Y,Z)},X>3.",
    "{m(X,Y):e(X,Y)}1:-v(X). e(1,2). e(2,3). v(X):-e(X,_). v(Y):-e(_,Y). :-m(X,Y),m(Y,X),X<Y. #external o(X):v(X).[true]",
    "2[a=1,not b=2,c]3:-d. {d,e}. :-[a=2].",
    "asp 1 0 0\n1 0 1 5 1 3 2 2 1 -7 2\n1 1 2 1 2 0 1 -3\n1 0 2 3 7 0 0\n2 1 2 5 1 -3 4\n3 1 5\n4 1 a 1 5\n5 9 2\n6 1 -9\n\
     7 0 5 1 2 1 3\n8 0 1 1 5\n9 0 0 3\n0\n",
    "1 5 3 1 2 3 4\n2 6 2 1 1 3 4\n3 2 7 8 1 0 5\n5 9 2 2 1 3 4 2 1\n6 0 2 1 3 4 1 2\n8 2 3 4 0 0\n0\n5 a\n0\nB+\n5\n0\nB-\n1\n0\n1\n",
];

fn check(case: &TestCase, mutator: &Mutator, filter: &dyn smelt::language::Filter) {
    for node in 0..case.tree().end() {
        for proposal in mutator.proposals(case, node) {
            assert!(mutator.applies(case, node), "{} at {node}", mutator.name());
            if filter.judge(case, &proposal.edit).is_ill_formed {
                continue;
            }
            let edited = case.apply(&proposal.edit);
            let text = case.edited_text(&proposal.edit);
            let shown = String::from_utf8_lossy(&text).into_owned();
            assert_eq!(
                shown,
                String::from_utf8_lossy(edited.text()),
                "{}",
                mutator.name()
            );
            let read = Asp.parse_as(&text, case.dialect());
            let read = read.unwrap_or_else(|error| panic!("{}: {shown}: {error}", mutator.name()));
            assert_eq!(
                String::from_utf8_lossy(read.text()),
                String::from_utf8_lossy(edited.tree().text()),
                "{}: {shown}",
                mutator.name()
            );
            let [read, edited] = [read.cells(), edited.tree().cells()].map(<[_]>::len);
            assert_eq!(read, edited, "{}: {shown}", mutator.name());
        }
    }
}

#[test]
fn each_legal_candidate_reads_as_it_was_printed() {
    for text in TEXTS {
        let case = case(text);
        let filter = Asp.filter(&case).expect("a filter");
        assert_eq!(filter.why_ill_formed(&case), None, "{text}");
        for mutator in MUTATORS
            .iter()
            .filter(|mutator| mutator.profile().understands("asp"))
        {
            check(&case, mutator, &*filter);
        }
    }
}
