//! What an edit of a program settles: atoms without a rule are false, facts are true, and nobody needs the rules of atoms
//! that are used nowhere.
//!
//! A grounder draws the same conclusions (Gebser, Kaminski, Kaufmann, Schaub 2012, "Answer Set Solving in Practice",
//! section 4), so the solver hardly ever sees a difference. One candidate takes the place of many.

use crate::language::TestCase;
use crate::language::asp::{Analysis, AtomNames, Role, analysis, negated, rule};
use crate::tree::{Edit, Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

/// The edit, with everything that it settles removed. Only edits that remove nodes settle anything.
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
            settling.take_out(at);
            at = tree.next(at);
        }
    }
    settling.run();
    settling.edit().unwrap_or(edit)
}

/// The edit that removes everything that is settled in the program as it is. None if nothing is.
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

/// The edit that removes the other alternatives of a head, and what that settles if the one that stays is chosen freely.
/// None if the rule itself goes.
pub(super) fn settled_by_choice(case: &TestCase, head: Node, alternative: Node) -> Option<Edit> {
    let mut settling = Settling::new(case, analysis(case)?);
    settling.chosen = Some(head);
    for other in case.tree().children(head) {
        if other != alternative {
            settling.take_out(other);
        }
    }
    settling.run();
    let stays = !settling.gone.contains(&alternative);
    stays.then(|| settling.edit()).flatten()
}

/// How often a name is looked at for one edit.
const MOST_LOOKS: usize = 16;

struct Settling<'a> {
    case: &'a TestCase,
    tree: &'a Tree,
    analysis: &'a Analysis,
    names: &'a AtomNames,
    /// Which nodes are removed; of a subtree, all of them.
    gone: FxHashSet<Node>,
    /// For each body of which something is removed, how many conditions are left.
    conditions: FxHashMap<Node, usize>,
    /// The outermost nodes that are removed, in the order in which that was found out.
    taken: Vec<Node>,
    /// Names of which something may be settled, without duplicates.
    pending: Vec<Symbol>,
    /// For each name that was pending, whether it still is, and how often it was looked at.
    looks: FxHashMap<Symbol, (bool, usize)>,
    /// A head of which what stays becomes a choice.
    chosen: Option<Node>,
    /// Whether everything is settled, not only what an edit settles.
    is_whole: bool,
}

/// How an atom stands at a place.
enum AtomPlace {
    /// It is all of a rule's head.
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
            taken: Vec::new(),
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

    /// Remembers that something may be settled of a name. A name is looked at a few times only, because each look takes
    /// time linear in the number of its places.
    fn revisit(&mut self, name: Symbol) {
        let (is_pending, looks) = self.looks.entry(name).or_default();
        if !*is_pending && *looks < MOST_LOOKS && !self.names.places(name).is_empty() {
            (*is_pending, *looks) = (true, *looks + 1);
            self.pending.push(name);
        }
    }

    /// Removes a node, and remembers the names whose places it has.
    fn take_out(&mut self, node: Node) {
        if self.gone.contains(&node) {
            return;
        }
        self.taken.push(node);
        for inner in node..self.tree.next(node) {
            if self.gone.insert(inner) && !self.tree.is_list(inner) {
                let name = self.tree.sym(inner);
                self.revisit(name);
            }
        }
        self.note_fact(node);
    }

    /// If the node was the last condition of a rule, its head is a fact now.
    fn note_fact(&mut self, node: Node) {
        let body = self.case.parent(node);
        if self.analysis.role(body) != Role::Body {
            return;
        }
        let all = || self.tree.children(body).count();
        *self.conditions.entry(body).or_insert_with(all) -= 1;
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
        // Only atoms without arguments are true or false as a whole.
        let places: Vec<Node> = self
            .names
            .places(name)
            .iter()
            .copied()
            .filter(|place| !self.gone.contains(place))
            .collect();
        let found: Vec<(Node, AtomPlace)> = places
            .into_iter()
            .map(|place| (place, self.place(place)))
            .collect();
        if found.is_empty()
            || found
                .iter()
                .any(|(_, place)| matches!(place, AtomPlace::Other))
        {
            return;
        }
        let is_head =
            |place: &AtomPlace| matches!(place, AtomPlace::Head { .. } | AtomPlace::Choice);
        let is_plain = found
            .iter()
            .all(|&(node, _)| self.analysis.role(node) == Role::Atom);
        let fact = found.iter().find_map(|(_, place)| match *place {
            AtomPlace::Head { statement, body } if is_plain && !self.has_conditions(body) => {
                Some(statement)
            }
            _ => None,
        });
        if !found.iter().any(|(_, place)| is_head(place)) {
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

    /// Nothing derives the atom: rules that need it go, and so does its negation.
    fn make_false(&mut self, found: &[(Node, AtomPlace)]) {
        for (_, place) in found {
            match *place {
                AtomPlace::Condition { statement } => self.take_out(statement),
                AtomPlace::Negated { literal, .. } => self.take_out(literal),
                _ => {}
            }
        }
    }

    /// The atom is a fact: it is no condition any more, and its other rules are superfluous.
    fn make_true(&mut self, found: &[(Node, AtomPlace)], fact: Node) {
        for &(node, ref place) in found {
            match *place {
                AtomPlace::Head { statement, .. } if statement != fact => self.take_out(statement),
                AtomPlace::Condition { .. } => self.take_out(node),
                AtomPlace::Negated { statement, .. } => self.take_out(statement),
                _ => {}
            }
        }
    }

    /// Whether everything is settled, or something that is removed uses the atom. If nothing used atoms of this name
    /// before either, one of them may go without the others, which have other arguments.
    fn loses_use(&self, name: Symbol) -> bool {
        let places = self.names.places(name).iter();
        let mut gone = places.filter(|place| self.gone.contains(place));
        self.is_whole
            || gone.any(|&place| {
                !matches!(
                    self.place(place),
                    AtomPlace::Head { .. } | AtomPlace::Choice
                )
            })
    }

    /// Nothing uses the atom: its rules go.
    fn make_false_heads(&mut self, found: &[(Node, AtomPlace)]) {
        for (_, place) in found {
            if let AtomPlace::Head { statement, .. } = *place {
                self.take_out(statement);
            }
        }
    }

    fn place(&self, name: Node) -> AtomPlace {
        let parent = self.case.parent(name);
        let is_argumented = self.analysis.role(parent) == Role::Atom;
        let atom = if is_argumented { parent } else { name };
        let list = self.case.parent(atom);
        if let Some(statement) = self.statement_of(list) {
            return match (self.analysis.role(list), rule(self.tree, statement)) {
                (Role::Head, Some((head, body))) => {
                    let alternatives = self
                        .tree
                        .children(head)
                        .filter(|one| !self.gone.contains(one));
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
        let of_negated = self.case.parent(list);
        match self.statement_of(of_negated) {
            Some(statement)
                if negated(self.tree, list) == Some(atom)
                    && self.analysis.role(of_negated) == Role::Body =>
            {
                AtomPlace::Negated {
                    literal: list,
                    statement,
                }
            }
            Some(_)
                if self.analysis.role(list) == Role::Aggregate
                    && self.analysis.role(of_negated) == Role::Head =>
            {
                AtomPlace::Choice
            }
            _ => AtomPlace::Other,
        }
    }

    /// The rule of which this is the head or the body.
    fn statement_of(&self, list: Node) -> Option<Node> {
        let statement = self.case.parent(list);
        let is_rule = list != ROOT && self.analysis.role(statement) == Role::Rule;
        is_rule.then_some(statement)
    }

    /// The edit that takes all that out. None if nothing is removed.
    fn edit(&self) -> Option<Edit> {
        let edits = self.taken.iter().map(|&node| Edit::delete(self.tree, node));
        (!self.taken.is_empty()).then(|| Edit::join(self.tree, edits.collect::<Vec<_>>()))
    }
}
