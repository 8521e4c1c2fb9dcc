//! Judging thousands of edits of a large text takes no analysis of the whole for each.

use super::{case, find, first};
use smelt::language::smtlib::{WellFormedness, analysis};
use smelt::language::{Filter, TestCase};
use smelt::mutator::smtlib::lets::LET_ELIMINATION;
use smelt::tree::{Edit, Node, Piece, ROOT, Symbol};
use std::time::{Duration, Instant};

/// Far more than is needed on a busy machine; an analysis for each edit would take minutes.
const ENOUGH: Duration = Duration::from_secs(40);

/// How many of the edits are held.
fn held(case: &TestCase, edits: impl Iterator<Item = Edit>) -> usize {
    let filter = WellFormedness::of(case);
    let began = Instant::now();
    let held = edits.filter(|edit| filter.edited(case, edit).is_some());
    let count = held.count();
    let took = began.elapsed();
    assert!(took < ENOUGH, "{took:?}");
    count
}

/// How many of the edits are held, and how many cells were looked at to judge them.
fn held_and_looked_at(case: &TestCase, edits: impl Iterator<Item = Edit>) -> (usize, usize) {
    let filter = WellFormedness::of(case);
    let judgements = edits.map(|edit| filter.judge(case, &edit));
    judgements.fold((0, 0), |(held, looked_at), judgement| {
        let held = held + usize::from(judgement.is_ill_formed);
        (held, looked_at + judgement.looked_at)
    })
}

/// Declarations and assertions that use them, behind what is given and before it.
fn declared(before: &str, n: usize, behind: &str) -> TestCase {
    let command = |k| format!("(declare-const x{k} Bool)(assert (or x{k} (not p)))");
    let commands: String = (0..n).map(command).collect();
    case(&format!("(declare-const p Bool){before}{commands}{behind}"))
}

/// The deletion of each declaration but the first.
fn deletions(case: &TestCase) -> impl Iterator<Item = Edit> {
    let declares = |&node: &Node| {
        let head = case.tree().head(node);
        head.is_some_and(|head| head.bytes() == b"declare-const")
    };
    let declarations = case.tree().children(ROOT).filter(declares).skip(1);
    declarations.map(|node| Edit::delete(case.tree(), node))
}

#[test]
fn a_fault_that_the_text_has_already_does_not_make_each_held_edit_a_whole_analysis() {
    let case = declared("(assert (not p p))", 4000, "");
    assert_eq!(held(&case, deletions(&case)), 4000);
}

#[test]
fn edits_of_a_command_that_has_a_fault_are_judged_from_their_places() {
    let operands: String = (0..1500).map(|_| " (or p (not p))").collect();
    let text = format!("(declare-const p Bool)(declare-const q Int)(assert (and q{operands}))");
    let case = case(&text);
    let list = find(&case, "and", 0) - 1;
    let operands: Vec<Node> = case.tree().children(list).skip(2).collect();
    let spoil = |&node: &Node| {
        let integer = vec![Piece::Leaf(Symbol::of(b"1"))];
        [
            Edit::delete(case.tree(), node),
            Edit::replace(case.tree(), node + 3, integer),
        ]
    };
    let held = held(&case, operands.iter().flat_map(spoil));
    assert_eq!(held, operands.len(), "only what is no formula is held");
}

#[test]
fn commands_behind_exit_do_not_make_each_edit_a_whole_analysis() {
    let case = declared("", 4000, "(exit)(assert x0)(assert)");
    assert_eq!(held(&case, deletions(&case)), 4000);
}

#[test]
fn levels_in_which_nothing_is_declared_are_changed_without_a_look_at_the_others() {
    let n = 3000;
    let [push, pop] = ["(push 1)(check-sat)", "(pop 1)"].map(|command| command.repeat(n));
    let case = case(&format!("(declare-const p Bool){push}{pop}(assert p)"));
    let commands = || case.tree().children(ROOT).skip(1);
    let is_level = |&node: &Node| {
        case.tree()
            .child(node, 1)
            .is_some_and(|at| case.tree().bytes(at) == b"1")
    };
    let deleted = commands().map(|node| Edit::delete(case.tree(), node));
    assert_eq!(
        held_and_looked_at(&case, deleted),
        (n, 0),
        "each push is held, and no cell is looked at"
    );
    let levels = commands().filter(is_level);
    let shortened = levels.map(|node| Edit::delete(case.tree(), node + 2));
    assert_eq!(
        held_and_looked_at(&case, shortened),
        (0, 0),
        "one level is one level"
    );
}

#[test]
fn levels_that_stay_open_are_changed_without_a_look_at_what_is_declared_in_them() {
    let n = 3000;
    let level = |k| format!("(push 1)(declare-const x{k} Int)(push 1)(pop 1)(assert (> x{k} 0))");
    let case = case(&(0..n).map(level).collect::<String>());
    let is_push = |&node: &Node| case.tree().head_bytes(node) == b"push";
    let pushes: Vec<Node> = case.tree().children(ROOT).filter(is_push).collect();
    let delete = |node: &Node| Edit::delete(case.tree(), *node);
    let outer = pushes.iter().step_by(2).map(delete);
    assert_eq!(held_and_looked_at(&case, outer), (0, 0));
    // The level that the next `pop` closes then is one with a declaration.
    let inner = pushes.iter().skip(1).step_by(2).take(1).map(delete);
    assert_eq!(
        held(&case, inner),
        1,
        "what is declared in it is used later"
    );
}

#[test]
fn an_edit_of_one_of_very_many_open_levels_takes_no_look_at_the_others() {
    let n = 1 << 17;
    let case = case(&format!("{}(pop {n})(assert true)", "(push 1)".repeat(n)));
    let commands = case.tree().children(ROOT).take(n).step_by(1000);
    let deleted = commands.map(|node| Edit::delete(case.tree(), node));
    assert_eq!(
        held_and_looked_at(&case, deleted),
        (n.div_ceil(1000), 0),
        "the pop needs each"
    );
}

#[test]
fn what_a_term_with_many_attributes_can_spare_is_told_without_a_look_at_all_of_them() {
    let attribute = |k| format!(" :k{k} v{k}");
    let attributes: String = (0..100_000).map(attribute).collect();
    let case = case(&format!(
        "(declare-const p Bool)(assert (! p{attributes} :pattern (p)))"
    ));
    let list = find(&case, "!", 0) - 1;
    let began = Instant::now();
    let elements = case.tree().children(list);
    let removable = elements.filter(|&node| case.is_removable(&(node..case.tree().next(node))));
    assert_eq!(removable.count(), 100_000, "the values only");
    assert!(began.elapsed() < ENOUGH, "{:?}", began.elapsed());
}

/// So many nested lets, whose terms are given by their numbers.
fn lets(n: usize, term: impl Fn(usize) -> String) -> TestCase {
    let binder = |k| format!("(let ((x{k} {})) ", term(k));
    let open: String = (1..=n).map(binder).collect();
    let close = ")".repeat(n);
    case(&format!(
        "(declare-const x0 Bool)(assert {open}x{n}{close})"
    ))
}

fn hoists(case: &TestCase) -> impl Iterator<Item = Edit> {
    let nodes = 0..case.tree().end();
    nodes.filter_map(|node| first(&LET_ELIMINATION, case, node))
}

#[test]
fn each_let_of_a_chain_is_judged_without_a_walk_through_its_body() {
    let case = lets(10_000, |k| format!("(not x{})", k - 1));
    assert_eq!(held(&case, hoists(&case)), 10_000);
}

/// The deletion of each node.
fn all_deletions(case: &TestCase) -> impl Iterator<Item = Edit> {
    let nodes = 1..case.tree().end();
    nodes.map(|node| Edit::delete(case.tree(), node))
}

#[test]
fn no_node_of_a_chain_of_lets_is_taken_out_by_a_walk_through_all_of_it() {
    let case = lets(10_000, |k| format!("(not x{})", k - 1));
    let deletions = all_deletions(&case).count();
    assert_eq!(deletions, 80_007);
    assert_eq!(
        held(&case, all_deletions(&case)),
        deletions - 1,
        "the assertion may go"
    );
}

#[test]
fn no_node_of_a_deep_term_is_taken_out_by_a_copy_of_what_is_below_it() {
    let depth = 50_000;
    let term = format!("{}x{}", "(+ 1 ".repeat(depth), ")".repeat(depth));
    let case = case(&format!("(declare-const x Int)(assert (= 7 {term}))"));
    // An operator without its head or its operands is held, and the operands of `=` and `declare-const` are.
    assert_eq!(held(&case, all_deletions(&case)), depth + 9);
}

#[test]
fn terms_with_names_that_their_command_does_not_use_may_go() {
    let case = lets(500, |k| format!("(! (not x{}) :named n{k})", k - 1));
    let is_term = |&node: &Node| {
        let head = case.tree().head(node);
        head.is_some_and(|head| matches!(head.bytes(), b"!" | b"not"))
    };
    let terms = (0..case.tree().end()).filter(is_term);
    let constant = vec![Piece::Leaf(Symbol::of(b"true"))];
    let edits = terms.map(|node| Edit::replace(case.tree(), node, constant.clone()));
    assert_eq!(held(&case, edits), 0);
}

#[test]
fn ten_thousand_nested_lets_are_left_in_one_edit_that_is_judged_in_linear_time() {
    let case = lets(10_000, |_| "(not x0)".to_owned());
    let all: Vec<Edit> = hoists(&case).collect();
    assert_eq!(held(&case, all.iter().cloned()), 1, "the last one is used");
    let unused = Edit::join(case.tree(), &all[..9_999]);
    let every_second = Edit::join(case.tree(), all[..9_999].iter().step_by(2));
    let edits = [unused, every_second, Edit::join(case.tree(), &all)];
    let edits = edits.iter().cycle().take(15).cloned();
    assert_eq!(
        held(&case, edits),
        5,
        "those that leave the last one out are well-formed"
    );
}

#[test]
fn the_function_of_each_term_of_a_deep_one_is_replaced_in_linear_time() {
    let depth = 30_000;
    let term = format!("{}0{}", "(f ".repeat(depth), ")".repeat(depth));
    let case = case(&format!(
        "(declare-fun f (Int) Int)(declare-fun g (Int) Int)(declare-fun h (Bool) Int)(assert (= 0 {term}))"
    ));
    let nodes = find(&case, "f", 1)..case.tree().end();
    let is_used = |&node: &Node| case.tree().sym(node) == Symbol::of(b"f");
    let uses: Vec<Node> = nodes.filter(is_used).collect();
    assert_eq!(uses.len(), depth);
    let by = |other: &'static str| {
        let leaf = move || vec![Piece::Leaf(Symbol::of(other.as_bytes()))];
        let edits = uses
            .iter()
            .map(|&node| Edit::replace(case.tree(), node, leaf()));
        let without_declaration = Edit::delete(case.tree(), find(&case, "declare-fun", 0) - 1);
        Edit::join(case.tree(), edits.chain([without_declaration]))
    };
    let edits = ["g", "h", "f"].map(by);
    assert_eq!(
        held(&case, edits.into_iter()),
        2,
        "h takes no integers, and f is not declared"
    );
}

#[test]
fn a_name_that_each_level_declares_gets_another_sort_in_linear_time() {
    let level = "(push 1)(declare-fun x () Real)(assert (> x (+ x x)))(pop 1)";
    let case = case(&level.repeat(20_000));
    let is_sort = |&node: &Node| case.tree().bytes(node) == b"Real";
    let sorts = (1..case.tree().end()).filter(is_sort);
    let integer = vec![Piece::Leaf(Symbol::of(b"Int"))];
    let edits = sorts.map(|node| Edit::replace(case.tree(), node, integer.clone()));
    let edit = Edit::join(case.tree(), edits);
    assert_eq!(held(&case, std::iter::repeat_n(edit, 5)), 0);
}

#[test]
fn a_higher_order_text_is_not_analysed_again_for_each_of_its_function_sorts() {
    let n = 2000;
    let function = |k| format!("(declare-fun f{k} () (-> U U))(assert (= u (f{k} u)))");
    let functions: String = (0..n).map(function).collect();
    let case = case(&format!(
        "(declare-sort U 0)(declare-fun u () U){functions}"
    ));
    let arrow = Symbol::of(b"->");
    let arrows = (1..case.tree().end()).filter(|&node| case.tree().sym(node) == arrow);
    let deletions = arrows.map(|node| Edit::delete(case.tree(), node));
    let (held, looked_at) = held_and_looked_at(&case, deletions);
    assert_eq!(held, n, "a sort takes no operands");
    assert!(looked_at < 100 * n, "{looked_at}");
}

#[test]
fn what_is_unbound_in_very_many_terms_is_found_in_linear_time() {
    let n = 30_000;
    let assertions = "(assert (forall ((v Int) (w Int)) (p w)))".repeat(n);
    let case = case(&format!("(declare-fun p (Int) Bool){assertions}"));
    let is_unused = |&node: &Node| case.tree().bytes(node) == b"(v Int)";
    let unused = (1..case.tree().end()).filter(is_unused);
    let edits = unused.map(|node| Edit::delete(case.tree(), node));
    let edit = Edit::join(case.tree(), edits);
    let began = Instant::now();
    let edited = case.apply(&edit);
    assert_eq!(analysis(&edited).bindings().len(), 1 + n);
    assert!(began.elapsed() < ENOUGH, "{:?}", began.elapsed());
}

#[test]
fn a_term_behind_a_chain_of_lets_is_judged_without_a_look_at_the_chain() {
    let names: [fn(usize) -> String; 2] = [|k| format!("x{k}"), |_| "p".to_owned()];
    for name in names {
        let (lets, terms) = (100_000, 2_000);
        let opens = (0..lets).map(|k| ["(let ((", &name(k), " (not p))) "].concat());
        let open: String = opens.collect();
        let chain = format!("(assert {open}p{})", ")".repeat(lets));
        let behind = "(assert (or p (and p p p)))".repeat(terms);
        let case = case(&format!("(declare-const p Bool){chain}{behind}"));
        let is_term = |&node: &Node| case.tree().bytes(node) == b"(or p (and p p p))";
        let edits = (1..case.tree().end()).filter(is_term).flat_map(|node| {
            let copy = vec![Piece::Copy(node + 3)];
            let negation = vec![
                Piece::Open,
                Piece::Leaf(Symbol::of(b"not")),
                Piece::Leaf(Symbol::of(b"p")),
                Piece::Close,
            ];
            [copy, negation].map(|with| Edit::replace(case.tree(), node, with))
        });
        assert_eq!(held(&case, edits), 0);
    }
}
