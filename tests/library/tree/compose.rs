//! Joined edits do what a naive recursive substitution does.

use super::naive::{Item, Joined};
use super::{token, trees};
use proptest::prelude::*;
use smelt::tree::{Builder, Edit, Node, Piece, ROOT, Splice, Symbol, Tree};

/// One splice, made of numbers: `place` says where, `what` which kind, `other` with what.
fn splice(tree: &Tree, (place, what, other): (u32, u8, u32)) -> Splice {
    let at = place % tree.end() + 1; // the very end included
    let other = other % (tree.end() - 1) + 1;
    let whole = if at == tree.end() { 0 } else { tree.len(at) };
    let below = |at: Node| at + other % tree.len(at);
    let (cells, with) = match what {
        _ if at == tree.end() => (0, vec![Piece::Leaf(token(0))]),
        0 | 1 => (whole, Vec::new()),
        2 => (whole, vec![Piece::Leaf(token(other as usize))]),
        3..=9 => (whole, vec![Piece::Copy(below(at))]),
        10 => (
            whole,
            vec![
                Piece::Open,
                Piece::Copy(below(at)),
                Piece::Copy(at),
                Piece::Close,
            ],
        ),
        11 | 12 => (whole, vec![Piece::Copy(other)]),
        13 => (0, vec![Piece::Copy(other), Piece::Leaf(token(1))]),
        14 if tree.is_list(at) => {
            let mut with = vec![Piece::Enter(at)];
            let mut elements: Vec<Node> = tree.children(at).collect();
            elements.reverse();
            with.extend(elements.into_iter().map(Piece::Copy));
            with.push(Piece::Close);
            (whole, with)
        }
        _ => (super::neighbours(tree, at), vec![Piece::Copy(at)]),
    };
    Splice {
        at,
        cells,
        with: with.into(),
    }
}

type Numbers = Vec<Vec<(u32, u8, u32)>>;

fn edits(tree: &Tree, numbers: &Numbers) -> Vec<Edit> {
    let splices = |edit: &Vec<(u32, u8, u32)>| edit.iter().map(|&n| splice(tree, n)).collect();
    numbers
        .iter()
        .map(|edit| Edit::new(splices(edit)))
        .collect()
}

/// Any edits, or edits that each change one place and copy from there only.
fn numbers() -> impl Strategy<Value = Numbers> {
    let edit = prop::collection::vec((any::<u32>(), 0u8..16, any::<u32>()), 1..4);
    let local = prop::collection::vec((any::<u32>(), 0u8..11, any::<u32>()), 1);
    prop_oneof![
        prop::collection::vec(edit, 1..8),
        prop::collection::vec(local, 1..8),
    ]
}

/// The tree of naive items, and of each node of the base the first copy in it.
fn rebuilt(tree: &Tree, items: &[Item]) -> (Tree, Vec<Option<Node>>) {
    fn add(builder: &mut Builder, copies: &mut [Option<Node>], item: &Item) {
        if let Some(origin) = item.origin {
            let here = builder.here();
            copies[origin as usize].get_or_insert(here);
        }
        if item.sym == Symbol::LIST {
            builder.open();
            for element in &item.elements {
                add(builder, copies, element);
            }
            builder.close();
        } else {
            builder.leaf(item.sym);
        }
    }
    let mut builder = Builder::default();
    let mut copies = vec![None; tree.cells().len()];
    copies[ROOT as usize] = Some(ROOT);
    for item in items {
        add(&mut builder, &mut copies, item);
    }
    (builder.finish(), copies)
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 20_000, ..ProptestConfig::with_cases(4000) })]

    #[test]
    fn joined_edits_are_a_naive_recursive_substitution(tree in trees(), numbers in numbers()) {
        prop_assume!(!tree.is_empty());
        let edits = edits(&tree, &numbers);
        let naive = Joined::of(&tree, &edits);
        let items = naive.edited();
        let cells: usize = items.iter().map(Item::cells).sum();
        prop_assume!(cells <= 2 * tree.cells().len()); // what grows much is joined less
        let (expected, copies) = rebuilt(&tree, &items);

        let joined = Edit::join(&tree, &edits);
        let kept = (0..edits.len()).filter(|edit| !naive.left_out().contains(edit));
        let kept = kept.flat_map(|edit| edits[edit].parts().to_vec()).collect();
        prop_assert_eq!(&joined, &Edit::new(kept), "each is made whole or not at all");
        let (edited, map) = tree.apply(&joined);
        let shown = || String::from_utf8_lossy(tree.text()).into_owned();
        prop_assert_eq!(
            String::from_utf8_lossy(edited.text()),
            String::from_utf8_lossy(expected.text()),
            "{} with {:?} without {:?}", shown(), edits, naive.left_out()
        );
        prop_assert_eq!(&edited, &expected);
        prop_assert_eq!(tree.spliced(&joined), expected.text());
        for node in 0..tree.end() {
            prop_assert_eq!(map.node(node), copies[node as usize], "node {} of {}", node, shown());
        }
        let splices = joined.splices(&tree);
        prop_assert!(splices.windows(2).all(|pair| pair[0].end() <= pair[1].at));
    }
}
