//! Deletion of terms such that what remains is well-sorted: an operand is dropped if its parent takes any number of
//! operands, and otherwise replaced by a default of its sort.
//!
//! If the parent is left with one operand of its own sort, this operand replaces it. If nothing is left, or there is no
//! default, the parent is deleted in the same way, and in the end its command.

use super::pieces::deletions;
use super::shape::{is_case, is_form, operands, own_operator};
use super::values::default_without;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, Operator, Role, analysis};
use crate::tree::{Node, Piece, ROOT, Splice};
use std::collections::{BTreeMap, BTreeSet};

/// The splices that delete these terms. No default uses a name that `is_gone` with them. None if some term cannot be
/// deleted.
pub(crate) fn deletion(
    case: &TestCase,
    terms: impl IntoIterator<Item = Node>,
    is_gone: &dyn Fn(BindingId) -> bool,
) -> Option<Vec<Splice>> {
    let mut deletion = Deletion {
        case,
        is_gone,
        doomed: BTreeMap::new(),
        splices: Vec::new(),
    };
    for term in terms {
        deletion.doom(term);
    }
    // Children come after their parents, so the last parent comes first, and all its doomed children are known by then.
    while let Some((parent, children)) = deletion.doomed.pop_last() {
        deletion.delete_from(parent, &children)?;
    }
    Some(deletion.splices)
}

/// The outermost of these terms, in order. Those inside others go with them.
pub(crate) fn outermost(case: &TestCase, mut terms: Vec<Node>) -> Vec<Node> {
    terms.sort_unstable();
    let mut reach = 0;
    terms.retain(|&term| {
        let is_outside = term >= reach;
        reach = reach.max(case.tree().next(term));
        is_outside
    });
    terms
}

struct Deletion<'a> {
    case: &'a TestCase,
    is_gone: &'a dyn Fn(BindingId) -> bool,
    /// The nodes that are still to be deleted, by parent, in order.
    doomed: BTreeMap<Node, BTreeSet<Node>>,
    splices: Vec<Splice>,
}

impl Deletion<'_> {
    fn doom(&mut self, node: Node) {
        let siblings = self.doomed.entry(self.case.parent(node)).or_default();
        siblings.insert(node);
    }

    /// Deletes these elements of a list, which are all that are deleted from it.
    fn delete_from(&mut self, parent: Node, children: &BTreeSet<Node>) -> Option<()> {
        if parent == ROOT {
            self.drop_all(children);
            return Some(());
        }
        match analysis(self.case).role(parent) {
            Role::Command if is_form(self.case.tree(), parent, b"assert") => self.doom(parent),
            Role::Term if self.drops(parent) => self.drop_operands(parent, children),
            Role::Term | Role::Command | Role::Binder => self.replace(parent, children),
            Role::Rules => self.drop_rules(parent, children),
            Role::Other if is_case(self.case, parent) => self.replace(parent, children),
            Role::Other => self.delete_attribute(parent)?,
            Role::Sort | Role::Name | Role::Binders => return None,
        }
        Some(())
    }

    /// Whether operands can be dropped from the term.
    fn drops(&self, term: Node) -> bool {
        own_operator(self.case, term).is_some_and(Operator::takes_any_number)
    }

    fn drop_operands(&mut self, term: Node, children: &BTreeSet<Node>) {
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let mut left = operands(tree, term).filter(|node| !children.contains(node));
        match (left.next(), left.next()) {
            // No operand is left, or several are, or a single one.
            (None, _) => self.doom(term),
            (Some(_), Some(_)) => self.drop_all(children),
            (Some(last), None) if analysis.sort(last) == analysis.sort(term) => {
                let hoisted = Splice::replace(self.case.tree(), term, vec![Piece::Copy(last)]);
                self.splices.push(hoisted);
            }
            (Some(_), None) => self.replace(term, children),
        }
    }

    /// Drops rules of a nonterminal. If no rule would be left, they are replaced instead.
    fn drop_rules(&mut self, list: Node, children: &BTreeSet<Node>) {
        if self.case.tree().children(list).count() == children.len() {
            return self.replace(list, children);
        }
        self.drop_all(children);
    }

    fn drop_all(&mut self, children: &BTreeSet<Node>) {
        let dropped = deletions(self.case.tree(), children.iter().copied());
        self.splices.extend(dropped);
    }

    /// Replaces the children by defaults. If one has none, the parent is deleted.
    fn replace(&mut self, parent: Node, children: &BTreeSet<Node>) {
        let analysis = analysis(self.case);
        let default = |&child: &Node| {
            let value = default_without(self.case, analysis.sort(child), child, self.is_gone)?;
            Some(Splice::replace(self.case.tree(), child, value))
        };
        match children.iter().map(default).collect::<Option<Vec<_>>>() {
            Some(splices) => self.splices.extend(splices),
            None => self.doom(parent),
        }
    }

    /// Deletes a list that is not understood with what is around it. If it is in an attribute, the annotated term is
    /// replaced by the term alone.
    fn delete_attribute(&mut self, list: Node) -> Option<()> {
        let outer = std::iter::successors(Some(list), |&node| Some(self.case.parent(node)))
            .take_while(|&node| node != ROOT)
            .find(|&node| analysis(self.case).role(node) != Role::Other)?;
        let tree = self.case.tree();
        if is_form(tree, outer, b"!") {
            let term = Piece::Copy(tree.child(outer, 1)?);
            self.splices
                .push(Splice::replace(self.case.tree(), outer, vec![term]));
        } else {
            self.doom(outer);
        }
        Some(())
    }
}
