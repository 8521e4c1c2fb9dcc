//! Which edits are joined, and how they nest.

use super::token;
use smelt::language::smtlib::parse;
use smelt::tree::{Edit, Node, Piece, Splice, Symbol, Tree};
use std::time::{Duration, Instant};

fn tree(text: &str) -> Tree {
    parse(text.as_bytes()).expect("it is read").tree
}

/// The first node with this text.
fn find(tree: &Tree, text: &str) -> Node {
    let mut nodes = 1..tree.end();
    let found = nodes.find(|&node| tree.bytes(node) == text.as_bytes());
    found.expect("the text has the node")
}

fn hoist(tree: &Tree, from: &str, to: &str) -> Edit {
    Edit::replace(tree, find(tree, from), vec![Piece::Copy(find(tree, to))])
}

fn leaf(tree: &Tree, node: &str) -> Edit {
    Edit::replace(tree, find(tree, node), vec![Piece::Leaf(token(0))])
}

fn joined(tree: &Tree, edits: &[Edit]) -> String {
    let edit = Edit::join(tree, edits);
    let text = String::from_utf8_lossy(&tree.spliced(&edit)).into_owned();
    text.trim_end().to_owned()
}

#[test]
fn an_edit_inside_what_another_removes_is_left_out_whatever_the_order() {
    let tree = tree("(f (g a) b)");
    let (outer, inner) = (Edit::delete(&tree, find(&tree, "(g a)")), leaf(&tree, "a"));
    assert_eq!(joined(&tree, &[inner.clone(), outer.clone()]), "(f b)");
    assert_eq!(joined(&tree, &[outer, inner]), "(f b)");
}

#[test]
fn an_edit_inside_what_another_copies_is_made_inside_the_copy() {
    let tree = tree("(f (g a (h b c)) d)");
    let outer = hoist(&tree, "(g a (h b c))", "(h b c)");
    let inner = leaf(&tree, "b");
    assert_eq!(joined(&tree, &[inner, outer.clone()]), "(f (h x c) d)");
    let same = hoist(&tree, "(h b c)", "c");
    assert_eq!(joined(&tree, &[outer, same]), "(f c d)");
}

#[test]
fn an_edit_goes_whole_where_one_of_its_parts_cannot_be_made() {
    let tree = tree("(d) (f (g a) b)");
    let declared = Splice {
        at: 1,
        cells: 0,
        with: [Piece::Leaf(token(1))].into(),
    };
    let used = leaf(&tree, "a").parts()[0].clone();
    let both = Edit::new(vec![declared, used]);
    assert_eq!(
        joined(&tree, std::slice::from_ref(&both)),
        "y\n(d)\n(f (g x) b)"
    );
    let removal = Edit::delete(&tree, find(&tree, "(g a)"));
    assert_eq!(joined(&tree, &[both, removal]), "(d)\n(f b)");
}

#[test]
fn a_deletion_that_crosses_another_one_is_left_out_and_hides_no_third_one() {
    let tree = tree("(f a b c d)");
    let delete = |from: &str, to: &str| {
        let nodes = find(&tree, from)..tree.next(find(&tree, to));
        Edit::new(vec![Splice::delete_all(nodes)])
    };
    let crossing = [delete("a", "b"), delete("b", "c"), delete("c", "d")];
    assert_eq!(joined(&tree, &crossing), "(f)");
}

#[test]
fn renamings_of_several_tokens_are_all_made_unless_two_meet() {
    let tree = tree("(f a b a c b)");
    let in_all = |name: &str, with: Symbol| {
        let uses = (1..tree.end()).filter(|&node| tree.bytes(node) == name.as_bytes());
        let leaf = |node| Splice::replace(&tree, node, [Piece::Leaf(with)]);
        Edit::new(uses.map(leaf).collect())
    };
    let [a, b] = [in_all("a", token(0)), in_all("b", token(1))];
    assert_eq!(joined(&tree, &[b.clone(), a.clone()]), "(f x y x c y)");
    let removal = Edit::delete(&tree, find(&tree, "c"));
    assert_eq!(
        joined(&tree, &[removal, a.clone(), b.clone()]),
        "(f x y x y)"
    );
    // The first of two edits at a node is made, the other one in no place.
    let last = Edit::delete(&tree, tree.end() - 1);
    assert_eq!(
        joined(&tree, &[last.clone(), b.clone(), a.clone()]),
        "(f x b x c)"
    );
    assert_eq!(joined(&tree, &[b, a, last]), "(f x y x c y)");
}

#[test]
fn of_edits_at_one_node_the_first_is_made() {
    let tree = tree("(f (g a) b)");
    let (first, second) = (hoist(&tree, "(g a)", "a"), leaf(&tree, "(g a)"));
    assert_eq!(joined(&tree, &[first.clone(), second.clone()]), "(f a b)");
    assert_eq!(joined(&tree, &[second, first]), "(f x b)");
}

#[test]
fn a_term_that_is_copied_to_its_uses_is_changed_in_each_of_them() {
    let tree = tree("(let ((v (g a))) (f v v))");
    let body = find(&tree, "(f v v)");
    let term = find(&tree, "(g a)");
    let place = |at| Splice {
        at,
        cells: 1,
        with: [Piece::Copy(term)].into(),
    };
    let substitution = Edit::new(vec![
        Splice {
            at: 1,
            cells: tree.len(1),
            with: [Piece::Copy(body)].into(),
        },
        place(body + 2),
        place(body + 3),
    ]);
    assert_eq!(
        joined(&tree, &[substitution, leaf(&tree, "a")]),
        "(f (g x) (g x))"
    );
}

#[test]
fn what_is_copied_from_behind_is_copied_as_it_is_and_changes_there_are_left_out() {
    let tree = tree("(f a (g b))");
    let swap = Edit::replace(
        &tree,
        find(&tree, "a"),
        vec![Piece::Copy(find(&tree, "(g b)"))],
    );
    assert_eq!(joined(&tree, &[leaf(&tree, "b"), swap]), "(f (g b) (g b))");
}

#[test]
fn a_node_is_never_changed_inside_its_own_copy() {
    let tree = tree("(f (g a))");
    let node = find(&tree, "(g a)");
    let wrapped = vec![Piece::Open, Piece::Copy(node), Piece::Close];
    let wrap = Edit::replace(&tree, node, wrapped);
    assert_eq!(joined(&tree, &[wrap, leaf(&tree, "a")]), "(f ((g x)))");
}

#[test]
fn copies_of_copies_that_would_grow_without_bounds_are_not_made() {
    // Each of fifty levels wants two copies of the one below.
    let depth = 50;
    let tree = tree(&["(f ".repeat(depth), "a".to_owned(), ")".repeat(depth)].concat());
    let double = |level: Node| {
        let node = 1 + 2 * level;
        let copy = Piece::Copy(node + 2);
        Edit::replace(&tree, node, vec![Piece::Open, copy, copy, Piece::Close])
    };
    let edits: Vec<Edit> = (0..50).map(double).collect();
    let (edited, _) = tree.apply(&Edit::join(&tree, &edits));
    assert_eq!(
        tree.apply(&edits[0]).0,
        edited,
        "only the outermost is made"
    );
}

#[test]
fn a_hundred_thousand_nested_hoists_are_one_candidate_in_linear_time() {
    let depth = 100_000;
    let tree = tree(&["(f b ".repeat(depth), "a".to_owned(), ")".repeat(depth)].concat());
    let began = Instant::now();
    let hoist = |level: u32| {
        let node = 1 + 3 * level;
        Edit::replace(&tree, node, vec![Piece::Copy(node + 3)])
    };
    let edits: Vec<Edit> = (0..100_000).map(hoist).collect();
    let edit = Edit::join(&tree, &edits);
    assert_eq!(tree.spliced(&edit), b"a\n");
    let (edited, map) = tree.apply(&edit);
    assert_eq!(edited.text(), b"a\n");
    assert_eq!(map.node(tree.end() - 1), Some(1));
    // Every second one: what stays is opened again, level by level.
    let edit = Edit::join(&tree, edits.iter().step_by(2));
    assert_eq!(tree.spliced(&edit).len(), depth / 2 * 6 + 2);
    let took = began.elapsed();
    assert!(took < Duration::from_mins(1), "{took:?}");
}
