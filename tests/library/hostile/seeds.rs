//! Known texts that are mangled, each with the number of its language in [`smelt::language::LANGUAGES`].

use super::smtlib_seeds::SMTLIB;
use std::sync::LazyLock;

/// All of them.
pub(crate) static SEEDS: LazyLock<Vec<(usize, &[u8])>> = LazyLock::new(|| {
    let smtlib = SMTLIB.iter().map(|&text| (0, text));
    smtlib.chain(OTHERS.iter().copied()).collect()
});

/// Those in other languages.
const OTHERS: &[(usize, &[u8])] = &[
    (1, b"a. b|c:-a,not d. {e;f:a}2:-not not b. :-1{a;b},e. -k:-h. :~a,b.[1@2,x] #minimize{3@1,h:h;2}."),
    (1, b"#const n=3. p(1..n). q(X+1,f(X)):-p(X),X<2,not r(X). r(X):-q(X,Y),Y!=X. #show q/2. s:-X=#sum{Y,Z:q(Y,Z)},X>3."),
    (1, b"{m(X,Y):e(X,Y)}1:-v(X). e(1,2). e(2,3). v(X):-e(X,_). v(Y):-e(_,Y). :-m(X,Y),m(Y,X),X<Y. #external o(X):v(X).[true]"),
    (1, b"2[a=1,not b=2,c]3:-d. {d,e}. :-[a=2]."),
    (1, b"asp 1 0 0\n1 0 1 5 1 3 2 2 1 -7 2\n1 1 2 1 2 0 1 -3\n1 0 2 3 7 0 0\n2 1 2 5 1 -3 4\n3 1 5\n4 1 a 1 5\n5 9 2\n6 1 -9\n\
     7 0 5 1 2 1 3\n8 0 1 1 5\n9 0 0 3\n0\n"),
    (1, b"1 5 3 1 2 3 4\n2 6 2 1 1 3 4\n3 2 7 8 1 0 5\n5 9 2 2 1 3 4 2 1\n6 0 2 1 3 4 1 2\n8 2 3 4 0 0\n0\n5 a\n0\nB+\n5\n0\nB-\n1\n0\n1\n"),
    (2, b"one line\nanother one\n\nthe last one"),
];
