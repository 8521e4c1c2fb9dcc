//! Mutators that work on trees of any language.

use super::proposal::Edits;
use super::value::Mutator;
use crate::language::TestCase;
use crate::tree::{Edit, Node, ROOT, Splice};
use std::ops::Range;

/// The name of the form of a mutator that searches without a filter use. It also proposes edits that the mutator itself
/// leaves out because they are certainly ill-formed; some solver may accept them.
pub const UNFILTERED: &str = "unfiltered";

/// Lists shorter than this are left to the other mutators.
pub(super) const SHORTEST: usize = 8;

/// `(and a b c d e f g h)` → `(and a b c)`, … The top-level commands count as a list, too. Elements that their list
/// needs stay.
pub static BINARY_REDUCTION: Mutator = Mutator::of_any_language("binary-reduction", "core")
    .about("Erase halves, quarters and smaller parts of a long list")
    .only(|case, node| case.tree().child(node, SHORTEST - 1).is_some())
    .edits(without_sections);

fn without_sections(case: &TestCase, list: Node) -> Edits<'_> {
    let tree = case.tree();
    let elements: Vec<Node> = tree.children(list).collect();
    Box::new(sections(elements.len()).filter_map(move |section| {
        let section = &elements[section];
        let nodes = *section.first()?..tree.next(*section.last()?);
        case.is_removable(&nodes).then(|| without(nodes))
    }))
}

/// The sections of a list: first the second half, then the first half, then the quarters from the last to the first,
/// and so on, down to sections of two elements.
pub(super) fn sections(elements: usize) -> impl Iterator<Item = Range<usize>> {
    (0..).map_while(move |k| section(elements, k))
}

/// The section with this number in the order of [`sections`]. None if there are no more.
fn section(elements: usize, k: usize) -> Option<Range<usize>> {
    // All coarser granularities together have 2 + 4 + … + parts/2 = parts − 2 sections.
    let parts = 1 << (k + 2).ilog2();
    let number = parts - 1 - (k + 2 - parts);
    let bound = |number: usize| number * elements / parts;
    (2 * parts <= elements).then(|| bound(number)..bound(number + 1))
}

const ERASING: Mutator = Mutator::of_any_language("erase-node", "core")
    .about("Erase a node, or a keyword together with its value");

/// `(and a b c)` → `(and a b)`. First removes the node with the cells that belong to it, if the language names any,
/// then the node alone. In SMT-LIB, a keyword is removed with its value, `(! t :named n)` → `(! t)`, and the list of a
/// grammar's nonterminals with their rules. Elements that their list needs stay: `(= a b)` does not become `(= a)`.
pub static ERASE_NODE: Mutator = ERASING
    .only(|case, node| erasures(case, node).any(|gone| case.is_removable(&gone)))
    .edits(|case, node| {
        let removable = erasures(case, node).filter(|gone| case.is_removable(gone));
        Box::new(removable.map(without))
    })
    .with_forms(&[(UNFILTERED, &ERASE_ANY_NODE)]);

/// Like [`ERASE_NODE`], but also removes elements that their list needs: `(= a b)` → `(= a)`.
static ERASE_ANY_NODE: Mutator = ERASING
    .only(|_, node| node != ROOT)
    .edits(|case, node| Box::new(erasures(case, node).map(without)));

/// The ranges to remove at a node: the cells that are best removed together, then the node alone. Each range is one
/// element of a list, or several neighbouring ones.
fn erasures(case: &TestCase, node: Node) -> impl Iterator<Item = Range<Node>> {
    let alone = case.tree().len(node);
    let together = case.cells_to_remove(node);
    let first = (node != ROOT).then_some(together);
    let second = (node != ROOT && together > alone).then_some(alone);
    first
        .into_iter()
        .chain(second)
        .map(move |cells| node..node + cells)
}

fn without(gone: Range<Node>) -> Edit {
    Edit::new(vec![Splice::delete_all(gone)])
}

#[cfg(test)]
mod tests {
    use super::sections;

    #[test]
    fn sections_halve_until_they_are_of_two_elements() {
        let sections = |n| -> Vec<_> { sections(n).collect() };
        assert!(sections(3).is_empty());
        assert_eq!(sections(4), [2..4, 0..2]);
        assert_eq!(sections(15), [7..15, 0..7, 11..15, 7..11, 3..7, 0..3]);
        assert_eq!(sections(16).len(), 14);
    }
}
