//! Trees and edits, by properties: random trees, random edits, and what must hold of every result.

mod compose;
mod identity;
mod join;
mod naive;

use proptest::prelude::*;
use smelt::language::TestCase;
use smelt::language::smtlib::{SmtLib, parse};
use smelt::tree::{Builder, Edit, Node, Parents, Piece, ROOT, Splice, Symbol, Tree};

/// The tree of a text.
fn parsed(text: &str) -> Tree {
    parse(text.as_bytes()).expect("it is read").tree
}

/// A tree as it is told to the builder: positive numbers are tokens, others open and close lists.
fn trees() -> impl Strategy<Value = Tree> {
    prop::collection::vec(0usize..12, 0..60).prop_map(|steps| {
        let mut builder = Builder::default();
        for step in steps {
            match step {
                0..=3 => builder.open(),
                4..=5 => builder.close(),
                _ => builder.leaf(token(step)),
            }
        }
        builder.finish()
    })
}

fn token(step: usize) -> Symbol {
    let tokens: [&[u8]; 6] = [b"x", b"y", b"|a b|", b"\"s \"\" t\"", b"(_ bv5 8)", b"12"];
    Symbol::of(tokens[step % tokens.len()])
}

/// An edit of the tree, made from arbitrary numbers.
fn edit(tree: &Tree, numbers: &[(u32, u8, u8)]) -> Edit {
    let splice = |&(place, what, with): &(u32, u8, u8)| {
        let at = place % tree.end() + 1; // the very end included
        let cells = match what {
            _ if at == tree.end() => 0,
            0..=5 => tree.len(at),
            6..=7 => neighbours(tree, at),
            _ => 0,
        };
        let with = match with % 4 {
            0 => Vec::new(),
            1 => vec![Piece::Leaf(token(with as usize))],
            2 if tree.end() > 1 => vec![Piece::Copy(u32::from(with) % (tree.end() - 1) + 1)],
            _ => vec![
                Piece::Open,
                Piece::Leaf(token(1)),
                Piece::Open,
                Piece::Close,
                Piece::Close,
                Piece::Leaf(token(2)),
            ],
        };
        Splice {
            at,
            cells,
            with: with.into(),
        }
    };
    Edit::new(numbers.iter().map(splice).collect())
}

/// The cells of a node and the one behind it, if that is in the same list.
fn neighbours(tree: &Tree, at: Node) -> u32 {
    let parent = Parents::of(tree).parent(at);
    let next = tree.next(at);
    if next < tree.next(parent) {
        tree.len(at) + tree.len(next)
    } else {
        tree.len(at)
    }
}

fn is_whole(tree: &Tree, text: &[u8]) -> bool {
    matches!(parse(text), Ok(parsed) if parsed.tree == *tree)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_printed_tree_parses_back(tree in trees()) {
        prop_assert!(is_whole(&tree, tree.text()));
    }

    #[test]
    fn the_spliced_text_is_that_of_the_edited_tree(
        tree in trees(),
        numbers in prop::collection::vec((any::<u32>(), 0u8..10, any::<u8>()), 0..6),
    ) {
        let edit = edit(&tree, &numbers);
        let (edited, _) = tree.apply(&edit);
        let spliced = tree.spliced(&edit);
        prop_assert_eq!(tree.spliced_len(&edit), spliced.len());
        prop_assert_eq!(
            String::from_utf8_lossy(&spliced),
            String::from_utf8_lossy(edited.text())
        );
        prop_assert!(is_whole(&edited, &spliced));
    }

    #[test]
    fn a_mapped_node_keeps_its_text_unless_an_edit_lies_inside(
        tree in trees(),
        numbers in prop::collection::vec((any::<u32>(), 0u8..10, any::<u8>()), 0..6),
    ) {
        let edit = edit(&tree, &numbers);
        let (edited, map) = tree.apply(&edit);
        prop_assert_eq!(map.node(ROOT), Some(ROOT));
        for old in 1..tree.end() {
            let touched = edit.parts().iter().any(|splice| {
                let inside = splice.at > old && splice.at < tree.next(old);
                inside && (splice.cells > 0 || !splice.with.is_empty())
            });
            match map.node(old) {
                Some(new) if !touched => prop_assert_eq!(edited.bytes(new), tree.bytes(old)),
                Some(new) => prop_assert_eq!(edited.sym(new), tree.sym(old)),
                None => {
                    let covers = |splice: &Splice| splice.at <= old && old < splice.end();
                    let gone = edit.parts().iter().any(covers);
                    prop_assert!(gone, "node {} is lost", old);
                }
            }
        }
        let all: Vec<Node> = (0..tree.end()).collect();
        let mapped = map.nodes(&all);
        prop_assert!(mapped.is_sorted());
        prop_assert!(mapped.iter().all(|&new| new < edited.end()));
    }
}

proptest! {
    #[test]
    fn two_maps_in_a_row_lead_where_the_nodes_went(
        tree in trees(),
        first in prop::collection::vec((any::<u32>(), 0u8..10, any::<u8>()), 0..4),
        second in prop::collection::vec((any::<u32>(), 0u8..10, any::<u8>()), 0..4),
    ) {
        let (middle, one) = tree.apply(&edit(&tree, &first));
        let (_, two) = middle.apply(&edit(&middle, &second));
        let both = one.then(&two);
        for node in 0..tree.end() {
            prop_assert_eq!(both.node(node), one.node(node).and_then(|middle| two.node(middle)));
        }
    }
}

#[test]
fn a_node_that_is_copied_twice_maps_to_its_first_copy() {
    let tree = parse(b"(f a) (g b)").expect("it is read").tree;
    let twice = Edit::replace(&tree, 1, vec![Piece::Copy(4), Piece::Copy(4)]);
    let (edited, map) = tree.apply(&twice);
    assert_eq!(edited.text(), b"(g b)\n(g b)\n(g b)\n");
    assert_eq!(map.node(4), Some(1));
    assert_eq!(map.node(1), None);
}

#[test]
fn a_million_nested_lists_are_edited_without_recursion() {
    let depth = 1_000_000;
    let text = ["(".repeat(depth), ")".repeat(depth)].concat();
    let tree = parse(text.as_bytes()).expect("it is read").tree;
    let deepest = tree.end() - 1;
    let edit = Edit::delete(&tree, deepest);
    let (edited, map) = tree.apply(&edit);
    assert_eq!(edited.end(), tree.end() - 1);
    assert_eq!(edited.text(), tree.spliced(&edit));
    assert_eq!(map.node(deepest - 1), Some(deepest - 1));
    assert_eq!(map.node(deepest), None);
}

#[test]
fn a_list_that_an_edit_makes_a_literal_is_one_token() {
    let parsed = parse(b"(= (fp x #b10 #b1) (f (_ bv5 8 9)))").expect("it is read");
    let case = TestCase::new(&SmtLib, parsed);
    let edits = [
        Edit::replace(case.tree(), 5, vec![Piece::Leaf(Symbol::of(b"#b0"))]),
        Edit::delete(case.tree(), 14),
    ];
    assert_eq!(case.tree().bytes(5), b"x");
    assert_eq!(case.tree().bytes(14), b"9");
    let edited = case.apply(&Edit::join(case.tree(), &edits));
    let node = |before| edited.node(case.id(before));
    assert_eq!(
        edited.tree().text(),
        b"(= (fp #b0 #b10 #b1) (f (_ bv5 8)))\n"
    );
    assert!(is_whole(edited.tree(), edited.tree().text()));
    assert_eq!(node(2), Some(2));
    assert_eq!(node(6), None);
    assert_eq!(node(9), Some(5));
}
