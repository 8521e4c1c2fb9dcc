//! Settling: after an edit of a program, atoms without a rule are false, facts are true, and nothing needs the rules of
//! atoms that are never used.
//!
//! A grounder draws the same conclusions (Gebser, Kaminski, Kaufmann, Schaub 2012, "Answer Set Solving in Practice",
//! section 4), so the solver hardly ever sees a difference. One candidate replaces many.

use crate::language::TestCase;
use crate::language::asp::{Analysis, AtomUse, Role, UseCounts, analysis, name, rule};
use crate::tree::{Edit, Node, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

/// The edit, joined with the removal of everything that it settles. Only edits that do nothing but remove nodes settle
/// anything.
pub(in crate::mutator) fn with_settled(case: &TestCase, edit: Edit) -> Edit {
    let tree = case.tree();
    let only_removes = edit
        .splices(tree)
        .iter()
        .all(|splice| splice.with.is_empty());
    if !only_removes {
        return edit;
    }
    let mut settling = Settling::new(case);
    for splice in edit.splices(tree) {
        let mut at = splice.at;
        while at < splice.end() {
            settling.remove(at);
            at = tree.next(at);
        }
    }
    settling.run();
    settling.edit().unwrap_or(edit)
}

/// The edit that removes everything that is settled in the program as it is. None if that is nothing.
pub(super) fn all_settled(case: &TestCase) -> Option<Edit> {
    let mut settling = Settling::new(case);
    settling.is_whole = true;
    for &name in settling.analysis.names(case.tree()).all() {
        settling.revisit(name);
    }
    settling.run();
    settling.edit()
}

/// The edit that removes the other alternatives of a head, and everything that this settles if the remaining one is
/// chosen freely. None if the rule itself goes.
pub(super) fn settled_by_choice(case: &TestCase, head: Node, alternative: Node) -> Option<Edit> {
    let mut settling = Settling::new(case);
    settling.chosen = Some(head);
    for other in case.tree().children(head) {
        if other != alternative {
            settling.remove(other);
        }
    }
    settling.run();
    let stays = !settling.gone.contains(&alternative);
    stays.then(|| settling.edit()).flatten()
}

/// So many places of names an edit looks at, or so many for each node that it removes itself, whichever is more. In a
/// program with many rules, each of its edits may settle nearly all of them.
const MOST_PLACES: usize = 10_000;
const MOST_PLACES_PER_NODE: usize = 16;

struct Settling<'a> {
    case: &'a TestCase,
    tree: &'a Tree,
    analysis: &'a Analysis,
    /// The removed nodes, with all nodes of their subtrees.
    gone: FxHashSet<Node>,
    /// How many elements are left of each head and body from which some are removed.
    left: FxHashMap<Node, usize>,
    /// How each name is used in what is left of the program, for those of which something is removed.
    uses: FxHashMap<Symbol, UseCounts>,
    /// The roots of the removed subtrees, in the order in which they were found.
    removed: Vec<Node>,
    /// Names about which something may be settled, without duplicates.
    pending: Vec<Symbol>,
    /// The names in `pending`.
    is_pending: FxHashSet<Symbol>,
    /// How many more places may be looked at.
    places_left: usize,
    /// A head whose remaining alternative becomes a choice.
    chosen: Option<Node>,
    /// Whether the whole program is settled, and not only what an edit affects.
    is_whole: bool,
}

impl<'a> Settling<'a> {
    fn new(case: &'a TestCase) -> Settling<'a> {
        Settling {
            case,
            tree: case.tree(),
            analysis: analysis(case),
            gone: FxHashSet::default(),
            left: FxHashMap::default(),
            uses: FxHashMap::default(),
            removed: Vec::new(),
            pending: Vec::new(),
            is_pending: FxHashSet::default(),
            places_left: 0,
            chosen: None,
            is_whole: false,
        }
    }

    /// Removes all that is settled.
    fn run(&mut self) {
        let nodes = if self.is_whole {
            self.tree.cells().len()
        } else {
            self.gone.len()
        };
        self.places_left = MOST_PLACES.max(MOST_PLACES_PER_NODE * nodes);
        while let Some(name) = self.pending.pop() {
            self.is_pending.remove(&name);
            self.settle(name);
        }
    }

    /// Remembers that something may be settled about a name.
    fn revisit(&mut self, name: Symbol) {
        let is_atom = self.analysis.uses(self.case, name).is_some();
        if is_atom && self.is_pending.insert(name) {
            self.pending.push(name);
        }
    }

    /// Removes a node, and revisits the names that occur in it.
    fn remove(&mut self, node: Node) {
        if self.gone.contains(&node) {
            return;
        }
        self.removed.push(node);
        let end = self.tree.next(node);
        for inner in node..end {
            if self.is_name(inner) && !self.gone.contains(&inner) {
                self.count(inner, false);
            }
        }
        for inner in node..end {
            if self.gone.insert(inner) && !self.tree.is_list(inner) {
                self.revisit(self.tree.sym(inner));
            }
        }
        self.shorten(node);
    }

    /// Whether a node is the name of an atom.
    fn is_name(&self, node: Node) -> bool {
        let parent = self.case.parent(node);
        !self.tree.is_list(node)
            && (self.analysis.role(node) == Role::Atom
                || self.analysis.role(parent) == Role::Atom
                    && name(self.tree, parent) == Some(node))
    }

    /// Counts the place of a name among the uses of the name, or no longer.
    fn count(&mut self, place: Node, is_there: bool) {
        let usage = self.analysis.atom_use(self.case, place);
        // The chosen alternative is one of several, though the others are gone.
        let elements = |list| match self.chosen {
            Some(head) if head == list => 2,
            _ => self.at_most_two(list),
        };
        let has_arguments = self.analysis.has_arguments(place);
        let name = self.tree.sym(place);
        let mut counts = self.uses(name);
        let count = counts.of(usage, elements);
        if is_there {
            *count += 1;
            counts.with_arguments += usize::from(has_arguments);
        } else {
            *count -= 1;
            counts.with_arguments -= usize::from(has_arguments);
        }
        self.uses.insert(name, counts);
    }

    /// How the name is used in what is left of the program.
    fn uses(&self, name: Symbol) -> UseCounts {
        let changed = self.uses.get(&name).copied();
        changed.unwrap_or_else(|| self.uses_before(name))
    }

    /// How the name is used in the whole program.
    fn uses_before(&self, name: Symbol) -> UseCounts {
        let uses = self.analysis.uses(self.case, name);
        uses.copied().unwrap_or_default()
    }

    /// How many elements are left of a head or a body; two stands for more as well.
    fn at_most_two(&self, list: Node) -> usize {
        let left = self.left.get(&list).copied();
        left.unwrap_or_else(|| self.tree.children(list).take(2).count())
    }

    /// Notes that an element of a head or a body is gone. If it was the last but one of a head, the other one is
    /// derived; if it was the last one of a body, the head is a fact.
    fn shorten(&mut self, node: Node) {
        let list = self.case.parent(node);
        let role = self.analysis.role(list);
        if !matches!(role, Role::Head | Role::Body) {
            return;
        }
        let Some((head, _)) = rule(self.tree, self.case.parent(list)) else {
            return;
        };
        let before = self.left.get(&list).copied();
        let left = before.unwrap_or_else(|| self.tree.children(list).count()) - 1;
        let is_other_now = left == usize::from(role == Role::Head);
        let places: Vec<Node> = (head..self.tree.next(head))
            .take_while(|_| is_other_now)
            .filter(|&inner| self.is_name(inner) && !self.gone.contains(&inner))
            .collect();
        for &place in &places {
            self.count(place, false);
        }
        self.left.insert(list, left);
        for &place in &places {
            self.count(place, true);
            self.revisit(self.tree.sym(place));
        }
    }

    /// Settles a name. What was settled already before the edit stays as it is, unless the whole program is settled: it
    /// is no consequence of the edit.
    fn settle(&mut self, name: Symbol) {
        let (before, now) = (self.uses_before(name), self.uses(name));
        // Nothing is known of an atom with other uses.
        if now.others > 0 {
            return;
        }
        // Only atoms without arguments are true or false as a whole.
        let is_plain = now.with_arguments == 0;
        if now.derivations() == 0 {
            if self.is_whole || before.derivations() > 0 {
                self.make_false(name);
            }
        } else if is_plain && now.facts > 0 {
            let has_more = now.facts + now.derived > 1 || now.dependents() > 0;
            if has_more && (self.is_whole || before.facts == 0) {
                self.make_true(name);
            }
        } else if now.dependents() == 0
            && now.choices == 0
            && (self.is_whole || is_plain || now.dependents() < before.dependents())
        {
            self.make_false_heads(name);
        }
    }

    /// The places of a name in what is left of the program, and how it is used there. Empty if these are too many.
    fn places(&mut self, name: Symbol) -> Vec<(Node, AtomUse)> {
        let places = self.analysis.names(self.tree).places(name);
        let Some(places_left) = self.places_left.checked_sub(places.len()) else {
            return Vec::new();
        };
        self.places_left = places_left;
        places
            .iter()
            .filter(|place| !self.gone.contains(place))
            .map(|&place| (place, self.analysis.atom_use(self.case, place)))
            .collect()
    }

    /// Settles an atom that nothing derives: rules that need it go, and so does its negation.
    fn make_false(&mut self, name: Symbol) {
        for (_, usage) in self.places(name) {
            match usage {
                AtomUse::Condition { statement } => self.remove(statement),
                AtomUse::Negated { literal, .. } => self.remove(literal),
                _ => {}
            }
        }
    }

    /// Settles an atom that is a fact: it goes as a condition, and its other rules are superfluous.
    fn make_true(&mut self, name: Symbol) {
        let places = self.places(name);
        let fact = places.iter().find_map(|&(_, usage)| match usage {
            AtomUse::Alternative {
                statement,
                head,
                body,
            } if self.is_alone(head) && self.at_most_two(body) == 0 => Some(statement),
            _ => None,
        });
        for &(place, usage) in &places {
            match usage {
                AtomUse::Alternative {
                    statement, head, ..
                } if Some(statement) != fact && self.is_alone(head) => self.remove(statement),
                AtomUse::Condition { .. } => self.remove(place),
                AtomUse::Negated { statement, .. } => self.remove(statement),
                _ => {}
            }
        }
    }

    /// Settles an atom that nothing depends on any more: its rules go. If nothing depended on an atom with arguments before
    /// the edit either, its rules stay, so that an edit may remove the rules of one atom without those of atoms with other
    /// arguments.
    fn make_false_heads(&mut self, name: Symbol) {
        for (_, usage) in self.places(name) {
            if let AtomUse::Alternative { statement, .. } = usage {
                self.remove(statement);
            }
        }
    }

    /// Whether the only alternative of a head is left, and not chosen.
    fn is_alone(&self, head: Node) -> bool {
        self.chosen != Some(head) && self.at_most_two(head) == 1
    }

    /// The edit that removes all that. None if nothing is removed.
    fn edit(&self) -> Option<Edit> {
        if self.removed.is_empty() {
            return None;
        }
        let deletions = self
            .removed
            .iter()
            .map(|&node| Edit::delete(self.tree, node));
        Some(Edit::join(self.tree, deletions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::asp::Asp;
    use crate::language::{Syntax, TestCase};
    use crate::tree::ROOT;

    /// The uses that are kept up to date while something is settled are those of the program that comes out.
    #[test]
    fn uses_are_counted_as_in_the_edited_program() {
        let text = b"a|b|c:-d,not e. d:-a. d. e:-d,e. {f;g(X)}:-h(X),d. h(X):-g(X),not k. k|h(1). :-b,not c. p(h,1):-c.
                     l:-#count{X:g(X)}>1. m|n:-l. n:-m,n. o:-n. o:-o. a:-o,not b. q(X):-p(X,Y),h(Y). :~q(X).[X]";
        let parsed = Asp.parse(text).expect("a program");
        let case = TestCase::new(&Asp, parsed);
        let (tree, before) = (case.tree(), analysis(&case));
        // Statements, and elements of heads and bodies: without others, a statement may be read as something else.
        let is_element = |&node: &Node| {
            let list = case.parent(node);
            list == ROOT || matches!(before.role(list), Role::Head | Role::Body)
        };
        let elements: Vec<Node> = (1..tree.end()).filter(is_element).collect();
        let mut settled = 0;
        for &first in &elements {
            for &second in &elements {
                let mut settling = Settling::new(&case);
                settling.remove(first);
                settling.remove(second);
                let removed = settling.removed.len();
                settling.run();
                settled += settling.removed.len() - removed;
                let edited = case.apply(&settling.edit().expect("an edit"));
                let after = analysis(&edited);
                for &name in before.names(tree).all() {
                    let counted = after.uses(&edited, name).copied().unwrap_or_default();
                    let text = String::from_utf8_lossy(edited.text());
                    assert_eq!(settling.uses(name), counted, "{name:?} in {text}");
                }
            }
        }
        assert!(settled > 100, "{settled}");
    }
}
