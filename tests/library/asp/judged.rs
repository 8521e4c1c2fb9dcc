//! An edit is judged, and its text is printed, as if that were done for the whole edited program.

use super::case;
use proptest::prelude::*;
use smelt::language::asp::Asp;
use smelt::language::{Filter, Language, Syntax, TestCase};
use smelt::mutator::mutator;
use smelt::tree::{Edit, Node, Piece, Splice, Symbol};
use std::time::Instant;

/// Programs in formats in which statements may have any order.
const TEXTS: &[&str] = &[
    "a. b|c:-a,not d. {e;f:a}2:-not not b. :-1{a;b},e. -k:-h. :~a,b.[1@2,x] #minimize{3@1,h:h;2;4,f(a,b,c),c:a,b,e,h}.",
    "#const n=3. p(1..n). q(X+1,f(X)):-p(X),X<2,not r(X). r(X):-q(X,Y),Y!=X. #show q/2. s:-X=#sum{Y,Z:q(Y,Z)},X>3.",
    "p(a,f(a,(1,2,3,b),g(c,|2-x|)),-(4+x)*5,-3,(),(c,),1+(2+(3+(4+5))),x&y**2). -p(a,b,c,d). p(|1|,~x,@f(1),\"s\",#inf).",
    "a;b:c,d;e;not f;g:h:-a,b,c:d,e,f;not not g;d:e;h. a|b|c|d|1<2|f(x):-1<x+2<|3-y|,x=2*(3+y),a,b,c,|x|=4,f(a,b,g(c,d,e,f)).",
    "{a;b;c:d,e,f,g;not h;1<2}:-2<#sum{1,a,b:a,b,c,d;2,x;3:b;4+|x|,c:c,not d},#count{x,y:a;:b}=3,{a;b;c;d}2,3*x{a;b:c;d:e}.",
    "#sum{1,2,x:a:b,c,d;2:b;3,y:c:d,e}4:-1 #max{x+1:a}. #show f(a,b,c,d+1):a,b,c,d. #show a+b. #show a/b. #show. #edge(a+1,b):c,d.",
    "#external a(b,c,d):e,f,g,h. [true] #heuristic a(x):b,c,d. [3@2,sign] #project a:b,c,d. #project p/3. :~. [1,2,3,4,5]",
    "&sum{x;y-z;2*x;4;f(x)}<=3:-&diff{x-y;z},&p,not &q{a;b;c;d}. p(X,Y):-q(X,Y+1),r(Y),X=Y+|Z|,s(f(Z,2)),not t(X,a,b,g(Y)).",
    "{m(X,Y):e(X,Y)}1:-v(X). e(1,2). v(X):-e(X,_). :-m(X,Y),m(Y,X),X<Y,#sum{Z,X:w(X,Z,a,b);2,Y:not e(X,Y)}>2*X+1. #minimize{X@2,Y:e(X,Y)}.",
    "r(-X,-(X*2),1-X,- -X):-p(X),-X<3,#sum{-X,Y:q(Y);1-2,X}>-X. #minimize{-X@2-X,-(3-X):p(X)}. :~p(X).[-X] p(3). #const c= -(1-2).",
    "2[a=1,not b=2,c,d,e=4]3:-d. {d,e,f,g}. :-[a=2]. 1{a,b,c,d}:-f(a,b,c,d),a,b,c,{a;b;c}. a|b|c|d:-[a=1,b=2+3,c=-1]4.",
    "asp 1 0 0\n1 0 1 5 1 3 2 2 1 -7 2\n1 1 2 1 2 0 1 -3\n1 0 2 3 7 0 0\n2 1 2 5 1 -3 4\n3 1 5\n4 1 a 1 5\n5 9 2\n6 1 -9\n\
     7 0 5 1 2 1 3\n8 0 1 1 5\n9 0 0 3\n0\n",
];

/// Tokens that mean something at some place.
const TOKENS: &[&str] = &[
    "a", "f", "X", "Z", "_", "0", "-3", "not", "-", "~", "||", "@", "+", "**", "..", "/", ",", ":",
    "=", "<", "#chain", "{}", "[]", "#sum", "&", "&p", "#true", "p/2", "x y", "w", "-p",
];

/// What an edit is made of.
type Numbers = (u8, usize, usize, usize);

/// One edit.
fn edit(case: &TestCase, (kind, at, other, token): Numbers) -> Edit {
    let tree = case.tree();
    let node = |number: usize| 1 + Node::try_from(number % (tree.cells().len() - 1)).unwrap_or(0);
    let (at, other) = (node(at), node(other));
    let leaf = Piece::Leaf(Symbol::of(TOKENS[token % TOKENS.len()].as_bytes()));
    let with = match kind {
        0 | 1 => Vec::new(),
        2 => {
            let children: Vec<Node> = tree.children(at).collect();
            let child = children.get(token % children.len().max(1));
            child.map_or(Vec::new(), |&child| vec![Piece::Copy(child)])
        }
        3 => vec![leaf],
        4 | 5 => vec![Piece::Copy(other)],
        6 => vec![Piece::Open, leaf, Piece::Copy(at), Piece::Close],
        7 => vec![
            Piece::Open,
            leaf,
            Piece::Copy(at),
            Piece::Copy(other),
            Piece::Close,
        ],
        8 => vec![Piece::Copy(at), Piece::Copy(other)],
        9 => vec![Piece::Open, Piece::Close],
        10 => return insert(at, Piece::Copy(other)),
        11 => return insert(at, leaf),
        12 => return insert(tree.end(), Piece::Copy(other)),
        _ => return delete_siblings(case, at, token),
    };
    Edit::replace(tree, at, with)
}

/// The numbers of several edits to be joined, several times.
fn edits() -> impl Strategy<Value = Vec<Vec<Numbers>>> {
    let numbers = (0_u8..14, any::<usize>(), any::<usize>(), any::<usize>());
    prop::collection::vec(prop::collection::vec(numbers, 1..4), 1..6)
}

fn joined(case: &TestCase, numbers: Vec<Numbers>) -> Edit {
    let parts: Vec<Edit> = numbers
        .into_iter()
        .map(|numbers| edit(case, numbers))
        .collect();
    Edit::join(case.tree(), &parts)
}

fn insert(at: Node, piece: Piece) -> Edit {
    Edit::new(vec![Splice {
        at,
        cells: 0,
        with: [piece].into(),
    }])
}

/// Without this node and some that follow it in the same list.
fn delete_siblings(case: &TestCase, from: Node, most: usize) -> Edit {
    let tree = case.tree();
    let (mut end, list_end) = (from, tree.next(case.parent(from)));
    for _ in 0..=most % 4 {
        if end < list_end {
            end = tree.next(end);
        }
    }
    Edit::new(vec![Splice::delete_all(from..end)])
}

/// Whether the whole program reads as it is printed, and has no fault.
fn is_legal(case: &TestCase, filter: &dyn Filter) -> bool {
    let tree = case.tree();
    let read = Asp.parse_as(case.text(), case.dialect());
    let is_same = |read: smelt::tree::Tree| {
        read.text() == tree.text() && read.cells().len() == tree.cells().len()
    };
    read.is_ok_and(is_same) && filter.faulty_nodes(case).is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Several edits are judged together, and where they are legal, others are judged in what they make.
    #[test]
    fn an_edit_is_judged_as_the_whole_edited_program(
        text in 0..TEXTS.len(),
        edits in edits(),
    ) {
        let mut case = case(TEXTS[text]);
        let filter = Asp.filter(&case).expect("a filter");
        prop_assert!(is_legal(&case, &*filter), "{}", TEXTS[text]);
        for numbers in edits {
            if case.tree().is_empty() {
                break;
            }
            let joined = joined(&case, numbers);
            let edited = case.apply(&joined);
            let is_ill_formed = filter.judge(&case, &joined).is_ill_formed;
            prop_assert_eq!(
                is_ill_formed,
                !is_legal(&edited, &*filter),
                "{}becomes\n{}by {:?}",
                String::from_utf8_lossy(case.text()),
                String::from_utf8_lossy(edited.tree().text()),
                joined
            );
            if !is_ill_formed {
                case = edited;
            }
        }
    }

    #[test]
    fn the_text_of_an_edit_is_that_of_the_whole_edited_program(
        text in 0..TEXTS.len(),
        edits in edits(),
    ) {
        let mut case = case(TEXTS[text]);
        for numbers in edits {
            if case.tree().is_empty() {
                break;
            }
            let joined = joined(&case, numbers);
            let edited = case.apply(&joined);
            let text = case.edited_text(&joined);
            prop_assert_eq!(text.len(), case.edited_len(&joined));
            prop_assert_eq!(
                String::from_utf8_lossy(&text),
                String::from_utf8_lossy(edited.text()),
                "{:?}",
                joined
            );
            case = edited;
        }
    }
}

#[test]
fn a_statement_that_is_inserted_at_the_end_is_judged() {
    let case = case("a:-b. p(X):-q(X).");
    let filter = Asp.filter(&case).expect("a filter");
    let (end, body) = (case.tree().end(), 4);
    let fact = [
        Piece::Open,
        Piece::Copy(body),
        Piece::Open,
        Piece::Close,
        Piece::Close,
    ];
    let table: [(&[Piece], bool); 3] = [
        (&[Piece::Copy(1)], false),
        (&fact, false),
        (&[Piece::Copy(body)], true),
    ];
    for (pieces, expected) in table {
        let edit = Edit::new(vec![Splice {
            at: end,
            cells: 0,
            with: pieces.iter().copied().into(),
        }]);
        let judgement = filter.judge(&case, &edit);
        assert_eq!(judgement.is_ill_formed, expected, "{pieces:?}");
    }
}

#[test]
fn an_argument_of_what_becomes_the_head_of_a_rule_is_judged_as_an_atom() {
    let case = case("#show f(a,b+1):c.");
    let filter = Asp.filter(&case).expect("a filter");
    let (show, sum) = (2, 6);
    assert_eq!(case.tree().head_bytes(sum), b"+");
    let delete = |node: Node| Edit::delete(case.tree(), node);
    let is_ill_formed = |edit: &Edit| filter.judge(&case, edit).is_ill_formed;
    assert!(is_ill_formed(&delete(show)), "`f|a|b+1:-c.`");
    assert!(!is_ill_formed(&delete(sum)), "`#show f(a):c.`");
    let both = Edit::join(case.tree(), &[delete(show), delete(sum)]);
    assert!(!is_ill_formed(&both), "`f|a:-c.`");
}

#[test]
fn what_an_edit_leaves_alone_is_not_read() {
    let many = |text: &'static str| vec![text; 3_000];
    let texts = [
        format!("p({}).", many("f(a)").join(",")),
        format!("p({}a{}).", many("f(b,").concat(), many(")").concat()),
        format!("p({}a{}).", many("1+(").concat(), many(")").concat()),
        format!("a:-X={}a{},p(X).", many("1+(").concat(), many(")").concat()),
        format!("{}.", many("a(b)").join("|")),
        format!("a:-{}.", many("not b(c)").join(",")),
        format!("a:-#sum{{{}}}>2.", many("1,x:b,c").join(";")),
        format!("{{a:{}}}.", many("b(c)").join(",")),
        format!("#minimize{{{}}}.", many("1@2,x:b,c").join(";")),
    ];
    for text in texts {
        let case = case(&text);
        let tree = case.tree();
        let filter = Asp.filter(&case).expect("a filter");
        for node in (5..tree.end()).step_by(997) {
            let judgement = filter.judge(&case, &Edit::delete(tree, node));
            assert!(judgement.looked_at < 100, "{node} of {}", &text[..20]);
        }
    }
}

/// The first edit that puts a constant in the place of the only variable.
fn instantiated(case: &TestCase) -> Edit {
    let instantiate = mutator("asp-instantiate").expect("a mutator");
    let nodes = 0..case.tree().end();
    let mut first = nodes.filter(|&node| instantiate.applies(case, node));
    let variable = first.next().expect("a variable");
    let mut proposals = instantiate.proposals(case, variable);
    let edit = proposals.next().expect("a constant").edit;
    assert_eq!(first.next(), None, "the first place of the variable");
    edit
}

#[test]
fn a_negated_variable_becomes_a_negative_number() {
    let case = case("r(-X,-(-X),1-X,(-X,-X)):-p(X),-X<3. p(2).");
    let filter = Asp.filter(&case).expect("a filter");
    let edit = instantiated(&case);
    assert!(!filter.judge(&case, &edit).is_ill_formed);
    let edited = case.apply(&edit);
    assert_eq!(filter.why_ill_formed(&edited), None);
    let expected = "(((r -1 (- -1) (- 1 1) (, -1 -1))) ((p 1) (< -1 3)))\n(((p 2)) ())\n";
    assert_eq!(String::from_utf8_lossy(edited.tree().text()), expected);
    assert_eq!(case.edited_text(&edit), edited.text());
}

#[test]
fn an_edit_at_many_depths_of_a_term_is_made_and_judged_in_linear_time() {
    let depth = 20_000;
    for (text, open) in [
        ("#show _:q(X). r(1).", "X+("),
        ("p(_):-q(X). r(1).", "f(X,"),
    ] {
        let deep = format!("{}X{}", open.repeat(depth), ")".repeat(depth));
        let case = case(&text.replace('_', &deep));
        let filter = Asp.filter(&case).expect("a filter");
        let began = Instant::now();
        let edit = instantiated(&case);
        assert_eq!(edit.parts().len(), depth + 2);
        assert!(!filter.judge(&case, &edit).is_ill_formed);
        assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    }
}
