//! Identities of nodes across edits.

use super::{edit, parsed, trees};
use proptest::prelude::*;
use smelt::tree::{Edit, Identities, Node, NodeId, Piece};
use std::collections::HashSet;

#[test]
fn a_kept_node_keeps_its_identity_and_a_new_one_gets_one_that_nobody_had() {
    let tree = parsed("(f a b) (g (h c) d)");
    let before = Identities::of(&tree);
    let (f, g, c) = (before.id(1), before.id(5), before.id(9));
    let edit = Edit::join(
        &tree,
        [
            Edit::delete(&tree, 1),
            Edit::replace(
                &tree,
                7,
                vec![Piece::Open, Piece::Copy(9), Piece::Copy(9), Piece::Close],
            ),
        ],
    );
    let (edited, map) = tree.apply(&edit);
    assert_eq!(edited.text(), b"(g (c c) d)\n");
    let after = before.carried(&map, &edited);
    assert_eq!(after.node(f), None);
    assert_eq!(after.node(g), Some(1));
    assert_eq!(after.node(c), Some(4), "the first of two copies");
    let (new_list, second_copy) = (after.id(3), after.id(5));
    for new in [new_list, second_copy] {
        assert_eq!(before.node(new), None, "{new:?}");
    }
    assert!(
        new_list < second_copy,
        "new identities are given in preorder"
    );
}

#[test]
fn an_identity_is_never_given_again() {
    let tree = parsed("(a b c d)");
    let first = Identities::of(&tree);
    let last = first.id(5);
    let (shorter, map) = tree.apply(&Edit::delete(&tree, 5));
    let second = first.carried(&map, &shorter);
    let insertion = Edit::replace(&shorter, 4, vec![Piece::Copy(4), Piece::Copy(4)]);
    let (longer, map) = shorter.apply(&insertion);
    let third = second.carried(&map, &longer);
    assert_eq!(third.node(last), None);
}

proptest! {
    #[test]
    fn the_nodes_that_an_edit_removes_are_those_that_went_nowhere(
        tree in trees(),
        numbers in prop::collection::vec((any::<u32>(), 0u8..9, any::<u8>()), 0..6),
    ) {
        let edit = edit(&tree, &numbers);
        let (edited, map) = tree.apply(&edit);
        let removed: Vec<Node> = edit.removed(&tree).flatten().collect();
        let gone: Vec<Node> = (0..tree.end()).filter(|&node| map.node(node).is_none()).collect();
        prop_assert_eq!(removed, gone);
        let before = Identities::of(&tree);
        let after = before.carried(&map, &edited);
        let ids: HashSet<NodeId> = (0..edited.end()).map(|node| after.id(node)).collect();
        prop_assert_eq!(ids.len(), edited.cells().len());
        for node in 0..tree.end() {
            prop_assert_eq!(after.node(before.id(node)), map.node(node));
        }
        for node in 0..edited.end() {
            prop_assert_eq!(after.node(after.id(node)), Some(node));
        }
    }
}
