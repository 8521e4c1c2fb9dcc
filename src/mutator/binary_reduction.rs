//! binary-reduction: takes out a half, a quarter, … of a long list at once.

use super::proposal::{none, simplifications};
use super::{Mutator, Profile, Proposals};
use crate::language::TestCase;
use crate::tree::{Edit, Node, Splice};
use std::ops::Range;

/// Lists shorter than this are left to the other mutators.
pub(super) const SHORTEST: usize = 8;

/// `(and a b c d e f g h)` → `(and a b c)`, … The top-level commands count as a list, too. What its list cannot do
/// without stays.
pub struct BinaryReduction;

impl Mutator for BinaryReduction {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_any_language(
                "binary-reduction",
                "Erase halves, quarters and smaller parts of a long list",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        case.tree().child(node, SHORTEST - 1).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        let tree = case.tree();
        let elements: Vec<Node> = tree.children(node).collect();
        simplifications(sections(elements.len()).filter_map(move |section| {
            let section = &elements[section];
            let nodes = *section.first()?..tree.next(*section.last()?);
            let can_spare = case.can_spare(&nodes);
            can_spare.then(|| Edit::new(vec![Splice::delete_all(nodes)]))
        }))
    }
}

/// The sections of a list: first the second half, then the first half, then the quarters from the last to the first,
/// and so on, down to sections of two elements.
pub(super) fn sections(elements: usize) -> impl Iterator<Item = Range<usize>> {
    (0..).map_while(move |k| section(elements, k))
}

fn section(elements: usize, k: usize) -> Option<Range<usize>> {
    // All coarser granularities together have 2 + 4 + … + parts/2 = parts − 2 sections.
    let parts = (k + 2).next_power_of_two();
    let parts = if parts > k + 2 { parts / 2 } else { parts };
    let number = parts - 1 - (k + 2 - parts);
    (2 * parts <= elements).then(|| {
        let at = |number: usize| number * elements / parts;
        at(number)..at(number + 1)
    })
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
