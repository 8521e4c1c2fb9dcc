//! Settling: after an edit of a program, atoms without a rule are false, facts are true, and nothing needs the rules of
//! atoms that are never used.
//!
//! A grounder draws the same conclusions (Gebser, Kaminski, Kaufmann, Schaub 2012, "Answer Set Solving in Practice",
//! section 4), so the solver hardly ever sees a difference. One candidate replaces many.

use crate::language::TestCase;
use crate::language::asp::{Analysis, AtomNames, Role, analysis, negated, rule};
use crate::tree::{Edit, Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

/// The edit, joined with the removal of everything that it settles. Only edits that do nothing but remove nodes settle
/// anything.
pub(in crate::mutator) fn with_settled(case: &TestCase, edit: Edit) -> Edit {
    let tree = case.tree();
    let only_removes = edit
        .splices(tree)
        .iter()
        .all(|splice| splice.with.is_empty());
    let Some(analysis) = analysis(case).filter(|_| only_removes) else {
        return edit;
    };
    let mut settling = Settling::new(case, analysis);
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
    let analysis = analysis(case)?;
    let mut settling = Settling::new(case, analysis);
    settling.is_whole = true;
    for &name in settling.names.all() {
        settling.revisit(name);
    }
    settling.run();
    settling.edit()
}

/// The edit that removes the other alternatives of a head, and everything that this settles if the remaining one is
/// chosen freely. None if the rule itself goes.
pub(super) fn settled_by_choice(case: &TestCase, head: Node, alternative: Node) -> Option<Edit> {
    let mut settling = Settling::new(case, analysis(case)?);
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

/// How often a name is looked at for one edit, at most.
const MOST_LOOKS: usize = 16;

struct Settling<'a> {
    case: &'a TestCase,
    tree: &'a Tree,
    analysis: &'a Analysis,
    names: &'a AtomNames,
    /// The removed nodes, with all nodes of their subtrees.
    gone: FxHashSet<Node>,
    /// For each body from which something is removed, how many conditions are left.
    conditions: FxHashMap<Node, usize>,
    /// The roots of the removed subtrees, in the order in which they were found.
    removed: Vec<Node>,
    /// Names about which something may be settled, without duplicates.
    pending: Vec<Symbol>,
    /// For each name that was pending, whether it still is, and how often it was looked at.
    looks: FxHashMap<Symbol, (bool, usize)>,
    /// A head whose remaining alternative becomes a choice.
    chosen: Option<Node>,
    /// Whether the whole program is settled, and not only what an edit affects.
    is_whole: bool,
}

/// How an atom is used at a place.
enum AtomPlace {
    /// It is the only atom of a head.
    Head { statement: Node, body: Node },
    /// It is one of several alternatives, or chosen.
    Choice,
    /// It must hold for the rule to apply.
    Condition { statement: Node },
    /// It must not hold for the rule to apply.
    Negated { literal: Node, statement: Node },
    /// Somewhere else.
    Other,
}

impl<'a> Settling<'a> {
    fn new(case: &'a TestCase, analysis: &'a Analysis) -> Settling<'a> {
        Settling {
            case,
            tree: case.tree(),
            analysis,
            names: analysis.names(case.tree()),
            gone: FxHashSet::default(),
            conditions: FxHashMap::default(),
            removed: Vec::new(),
            pending: Vec::new(),
            looks: FxHashMap::default(),
            chosen: None,
            is_whole: false,
        }
    }

    fn run(&mut self) {
        while let Some(name) = self.pending.pop() {
            self.looks.entry(name).or_default().0 = false;
            self.settle(name);
        }
    }

    /// Remembers that something may be settled about a name. A name is looked at only a few times, because each look
    /// takes time linear in the number of its places.
    fn revisit(&mut self, name: Symbol) {
        let (is_pending, looks) = self.looks.entry(name).or_default();
        if !*is_pending && *looks < MOST_LOOKS && !self.names.places(name).is_empty() {
            (*is_pending, *looks) = (true, *looks + 1);
            self.pending.push(name);
        }
    }

    /// Removes a node, and revisits the names that occur in it.
    fn remove(&mut self, node: Node) {
        if self.gone.contains(&node) {
            return;
        }
        self.removed.push(node);
        for inner in node..self.tree.next(node) {
            if self.gone.insert(inner) && !self.tree.is_list(inner) {
                let name = self.tree.sym(inner);
                self.revisit(name);
            }
        }
        self.note_fact(node);
    }

    /// Notes that a condition is gone. If it was the last one of its rule, the head is a fact now.
    fn note_fact(&mut self, node: Node) {
        let body = self.case.parent(node);
        if self.analysis.role(body) != Role::Body {
            return;
        }
        *self
            .conditions
            .entry(body)
            .or_insert_with(|| self.tree.children(body).count()) -= 1;
        if self.has_conditions(body) {
            return;
        }
        let statement = self.case.parent(body);
        let Some((head, _)) = rule(self.tree, statement) else {
            return;
        };
        for inner in head..self.tree.next(head) {
            self.revisit(self.tree.sym(inner));
        }
    }

    fn has_conditions(&self, body: Node) -> bool {
        let left = self.conditions.get(&body);
        left.map_or(self.tree.len(body) > 1, |&left| left > 0)
    }

    fn settle(&mut self, name: Symbol) {
        // How the name is used in what is left of the program. Nothing is known of an atom with other uses.
        let found: Vec<(Node, AtomPlace)> = self
            .names
            .places(name)
            .iter()
            .filter(|place| !self.gone.contains(place))
            .map(|&place| (place, self.place(place)))
            .collect();
        if found.is_empty()
            || found
                .iter()
                .any(|(_, place)| matches!(place, AtomPlace::Other))
        {
            return;
        }
        let is_derived = found
            .iter()
            .any(|(_, place)| matches!(place, AtomPlace::Head { .. } | AtomPlace::Choice));
        // Only atoms without arguments are true or false as a whole.
        let is_plain = found
            .iter()
            .all(|&(node, _)| self.analysis.role(node) == Role::Atom);
        let fact = found.iter().find_map(|(_, place)| match *place {
            AtomPlace::Head { statement, body } if is_plain && !self.has_conditions(body) => {
                Some(statement)
            }
            _ => None,
        });
        if !is_derived {
            self.make_false(&found);
        } else if let Some(fact) = fact {
            self.make_true(&found, fact);
        } else if found
            .iter()
            .all(|(_, place)| matches!(place, AtomPlace::Head { .. }))
            && (is_plain || self.loses_use(name))
        {
            self.make_false_heads(&found);
        }
    }

    /// Settles an atom that nothing derives: rules that need it go, and so does its negation.
    fn make_false(&mut self, found: &[(Node, AtomPlace)]) {
        for (_, place) in found {
            match *place {
                AtomPlace::Condition { statement } => self.remove(statement),
                AtomPlace::Negated { literal, .. } => self.remove(literal),
                _ => {}
            }
        }
    }

    /// Settles an atom that is a fact: it goes as a condition, and its other rules are superfluous.
    fn make_true(&mut self, found: &[(Node, AtomPlace)], fact: Node) {
        for &(node, ref place) in found {
            match *place {
                AtomPlace::Head { statement, .. } if statement != fact => self.remove(statement),
                AtomPlace::Condition { .. } => self.remove(node),
                AtomPlace::Negated { statement, .. } => self.remove(statement),
                _ => {}
            }
        }
    }

    /// Whether the name has lost a use: something that is removed uses it, or the whole program is settled. Otherwise
    /// nothing used the name before the edit either. Then its rules stay, so that an edit may remove the rules of one
    /// atom without those of atoms with other arguments.
    fn loses_use(&self, name: Symbol) -> bool {
        let mut gone = self
            .names
            .places(name)
            .iter()
            .filter(|place| self.gone.contains(place));
        self.is_whole
            || gone.any(|&place| {
                !matches!(
                    self.place(place),
                    AtomPlace::Head { .. } | AtomPlace::Choice
                )
            })
    }

    /// Settles an atom that nothing uses: its rules go.
    fn make_false_heads(&mut self, found: &[(Node, AtomPlace)]) {
        for (_, place) in found {
            if let AtomPlace::Head { statement, .. } = *place {
                self.remove(statement);
            }
        }
    }

    fn place(&self, name: Node) -> AtomPlace {
        let parent = self.case.parent(name);
        let is_argumented = self.analysis.role(parent) == Role::Atom;
        let atom = if is_argumented { parent } else { name };
        let list = self.case.parent(atom);
        // Directly in a head or a body.
        if let Some(statement) = self.statement_of(list) {
            return match (self.analysis.role(list), rule(self.tree, statement)) {
                (Role::Head, Some((head, body))) => {
                    let alternatives = self
                        .tree
                        .children(head)
                        .filter(|alternative| !self.gone.contains(alternative));
                    if alternatives.take(2).count() == 1 && self.chosen != Some(head) {
                        AtomPlace::Head { statement, body }
                    } else {
                        AtomPlace::Choice
                    }
                }
                (Role::Body, _) => AtomPlace::Condition { statement },
                _ => AtomPlace::Other,
            };
        }
        // In a negative literal of a body, or in a choice.
        let around_list = self.case.parent(list);
        match self.statement_of(around_list) {
            Some(statement)
                if negated(self.tree, list) == Some(atom)
                    && self.analysis.role(around_list) == Role::Body =>
            {
                AtomPlace::Negated {
                    literal: list,
                    statement,
                }
            }
            Some(_)
                if self.analysis.role(list) == Role::Aggregate
                    && self.analysis.role(around_list) == Role::Head =>
            {
                AtomPlace::Choice
            }
            _ => AtomPlace::Other,
        }
    }

    /// The rule whose head or body this is.
    fn statement_of(&self, list: Node) -> Option<Node> {
        let statement = self.case.parent(list);
        let is_rule = list != ROOT && self.analysis.role(statement) == Role::Rule;
        is_rule.then_some(statement)
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
