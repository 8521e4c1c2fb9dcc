//! Excerpts of an edited program: what of it must be read to know whether it is legal.
//!
//! To print and read a whole statement for each of its possible edits would take time quadratic in its size. But most of
//! what an edit leaves alone stands between separators of its own and does not matter:
//! - a term that is read by itself (see `roles`) is read as the argument of a fact, without the rest of the statement,
//! - in what is read, the arguments of functions that the edit leaves alone are cut, `f(g(a),b)` to `f(w)`,
//! - and of a list between separators, only its first elements are kept beside those that the edit touches: that they
//!   are there, alone or not, is all that the reader could tell of the others.

use super::analysis::Analysis;
use super::roles::{Role, has_level, is_call};
use super::term::is_variable;
use crate::language::TestCase;
use crate::tree::{Builder, Node, Piece, ROOT, Splice, Symbol, Tree};
use rustc_hash::FxHashSet;
use std::slice;

/// How many elements of a list stay beside those that an edit touches. Operators have one or two operands, so that a list
/// of three is not mistaken for one.
const KEPT: u32 = 3;

/// The name and the argument of what stands for a term.
const STAND_IN: &[u8] = b"w";

/// A list in which an edit changes something, and the part of the text that must be read because of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    /// What is inserted between the statements.
    Program,
    /// The statement.
    Statement(Node),
    /// An atom, without the rest of its statement.
    Atom(Node),
    /// A term, without the rest of its statement.
    Term(Node),
}

impl Part {
    /// What must be read because an element of this list changes.
    fn around(base: &TestCase, analysis: &Analysis, list: Node, is_renamed: bool) -> Part {
        if list == ROOT {
            return Part::Program;
        }
        let (tree, role) = (base.tree(), analysis.role(list));
        if !is_renamed && is_call(tree, list, role) && role == Role::Atom {
            Part::Atom(list)
        } else if !is_renamed && is_call(tree, list, role) || analysis.is_apart(tree, list) {
            Part::Term(list)
        } else {
            Part::Statement(base.top_level(list))
        }
    }

    /// The statement with this part, if it has one.
    fn of_statement(self, base: &TestCase) -> Part {
        match self {
            Part::Program | Part::Statement(_) => self,
            Part::Atom(node) | Part::Term(node) => Part::Statement(base.top_level(node)),
        }
    }
}

/// The changes of a program that are judged together.
pub(super) struct Changes<'a> {
    base: &'a TestCase,
    analysis: &'a Analysis,
    /// The splices, each with the part that must be read because of it.
    by_part: Vec<(Part, &'a Splice)>,
}

impl<'a> Changes<'a> {
    /// What these splices, which are sorted and disjoint, change.
    pub(super) fn of(base: &'a TestCase, analysis: &'a Analysis, splices: &'a [Splice]) -> Self {
        let mut renamed = FxHashSet::default();
        let mut recast: Vec<Node> = Vec::new();
        let mut by_part: Vec<(Part, &Splice)> = Vec::with_capacity(splices.len());
        for splice in splices {
            let list = list_of(base, splice);
            if splice.at == list + 1 {
                // What comes first in a list may be a name, on which the meaning of all others depends.
                renamed.insert(list);
            }
            let part = Part::around(base, analysis, list, renamed.contains(&list));
            if matches!(part, Part::Statement(_)) && recasts(base, analysis, list, splice) {
                recast.push(list);
            }
            by_part.push((part, splice));
        }
        // What is in a list whose elements are read as something else is not read by itself.
        recast.sort_unstable();
        let (mut recast, mut end) = (recast.into_iter().peekable(), ROOT);
        for (part, splice) in &mut by_part {
            while let Some(list) = recast.next_if(|&list| list < splice.at) {
                end = end.max(base.tree().next(list));
            }
            if splice.at < end {
                *part = part.of_statement(base);
            }
        }
        // The order of the splices of a part stays.
        by_part.sort_by_key(|&(part, _)| part);
        Changes {
            base,
            analysis,
            by_part,
        }
    }

    /// A program that is legal if and only if the changed statements are, if those of the base are legal.
    pub(super) fn excerpt(&self) -> Tree {
        let mut excerpt = Writer {
            base: self.base,
            analysis: self.analysis,
            is_in_parentheses: false,
            builder: Builder::default(),
        };
        for changes in self.by_part.chunk_by(|(one, _), (next, _)| one == next) {
            excerpt.part(changes);
        }
        excerpt.builder.finish()
    }

    /// The changed statements.
    pub(super) fn statements(&self) -> Tree {
        self.those_with(|_| true)
    }

    /// The changed statements in which a variable comes or goes, or may be bound by something else.
    pub(super) fn statements_with_variables(&self) -> Tree {
        let tree = self.base.tree();
        let has_variables = |node: Node| self.analysis.has_variables(tree, node..tree.next(node));
        let inserts_variable = |splice: &Splice| {
            splice.with.iter().any(|piece| match *piece {
                Piece::Copy(node) => has_variables(node),
                Piece::Leaf(token) => is_variable(token.bytes()),
                Piece::Open | Piece::Enter(_) | Piece::Close => false,
            })
        };
        self.those_with(|&(part, splice)| {
            inserts_variable(splice)
                || match part {
                    Part::Program => false,
                    Part::Statement(statement) => has_variables(statement),
                    // What an atom or a term binds are the variables that it contains.
                    Part::Atom(_) | Part::Term(_) => {
                        self.analysis.has_variables(tree, splice.at..splice.end())
                    }
                }
        })
    }

    /// The changed statements that have a change of which this holds.
    fn those_with(&self, mut holds: impl FnMut(&(Part, &'a Splice)) -> bool) -> Tree {
        let tree = self.base.tree();
        let statement = |part: Part| part.of_statement(self.base);
        let wanted: FxHashSet<Part> = self
            .by_part
            .iter()
            .filter(|change| holds(change))
            .map(|&(part, _)| statement(part))
            .collect();
        let mut whole = Builder::default();
        if wanted.is_empty() {
            return whole.finish();
        }
        let mut changes: Vec<(Part, &Splice)> = self
            .by_part
            .iter()
            .map(|&(part, splice)| (statement(part), splice))
            .filter(|(statement, _)| wanted.contains(statement))
            .collect();
        changes.sort_by_key(|&(statement, splice)| (statement, splice.at, splice.cells > 0));
        for changes in changes.chunk_by(|(one, _), (next, _)| one == next) {
            let splices: Vec<Splice> = changes.iter().map(|&(_, one)| one.clone()).collect();
            match changes[0].0 {
                Part::Program => {
                    for splice in &splices {
                        let nodes = splice.at..splice.end();
                        tree.copy_spliced(&mut whole, nodes, slice::from_ref(splice));
                    }
                }
                Part::Statement(node) | Part::Atom(node) | Part::Term(node) => {
                    tree.copy_spliced(&mut whole, node..tree.next(node), &splices);
                }
            }
        }
        whole.finish()
    }
}

/// The list in which a splice changes something. The end of the program belongs to no node.
fn list_of(base: &TestCase, splice: &Splice) -> Node {
    if splice.at == base.tree().end() {
        ROOT
    } else {
        base.parent(splice.at)
    }
}

/// Whether the other elements of a list may be read as something else because of a splice among them: as a rule, for
/// example, if the name of a directive goes.
fn recasts(base: &TestCase, analysis: &Analysis, list: Node, splice: &Splice) -> bool {
    let is_first = splice.at == list + 1;
    match analysis.role(list) {
        Role::Head | Role::Body | Role::Tuple => false,
        Role::Statement if !is_optimization(base.tree(), list) => true,
        Role::Rule => true,
        _ => is_first,
    }
}

/// Writes what must be read of changed statements.
struct Writer<'a> {
    base: &'a TestCase,
    analysis: &'a Analysis,
    /// Whether what is written stands in parentheses, where any term is read by itself.
    is_in_parentheses: bool,
    builder: Builder,
}

/// A list that is being written.
struct OpenList {
    /// Where it ends in the base.
    end: Node,
    /// How many more of the elements that the edit leaves alone are kept.
    room: u32,
    /// Whether its elements may be read as something else than in the base, so that they are kept as they are.
    is_recast: bool,
}

/// Where splices change something in a node.
#[derive(Default)]
struct Touched<'s> {
    /// The splices, in order.
    splices: Vec<&'s Splice>,
    /// Where they begin, and the lists around that, in order.
    nodes: Vec<Node>,
    /// The lists whose elements may be read as something else because of them.
    recast: FxHashSet<Node>,
}

/// Whether a statement is `#minimize` or `#maximize`.
fn is_optimization(tree: &Tree, statement: Node) -> bool {
    matches!(tree.head_bytes(statement), b"#minimize" | b"#maximize")
}

impl Writer<'_> {
    /// Writes the statement that must be read because of the changes of a part.
    fn part(&mut self, changes: &[(Part, &Splice)]) {
        let splices = changes.iter().map(|&(_, splice)| splice);
        match changes[0].0 {
            Part::Program => splices.for_each(|splice| self.new_statements(splice)),
            Part::Statement(node) => self.changed(node, splices),
            Part::Atom(node) => self.fact(|writer| writer.changed(node, splices)),
            Part::Term(node) => self.fact(|writer| {
                writer.builder.open();
                writer.builder.leaf(Symbol::of(STAND_IN));
                writer.is_in_parentheses = true;
                writer.changed(node, splices);
                writer.is_in_parentheses = false;
                writer.builder.close();
            }),
        }
    }

    /// Writes a fact.
    fn fact(&mut self, atom: impl FnOnce(&mut Self)) {
        self.builder.open();
        self.builder.open();
        atom(self);
        self.builder.close();
        self.builder.open();
        self.builder.close();
        self.builder.close();
    }

    /// Writes the statements that a splice inserts, but no copies of statements.
    fn new_statements(&mut self, splice: &Splice) {
        let is_copy =
            |piece: &Piece| matches!(*piece, Piece::Copy(node) if self.base.parent(node) == ROOT);
        if !splice.with.iter().all(is_copy) {
            self.pieces(splice);
        }
    }

    /// Writes what a splice inserts.
    fn pieces(&mut self, splice: &Splice) {
        let mut depth = 0;
        for piece in &splice.with {
            match *piece {
                Piece::Open | Piece::Enter(_) => {
                    self.builder.open();
                    depth += 1;
                }
                Piece::Close => {
                    self.builder.close();
                    depth -= 1;
                }
                Piece::Leaf(token) => self.builder.leaf(token),
                Piece::Copy(node) if self.fits(node, splice, depth) => {
                    self.write(node, &Touched::default(), false);
                }
                Piece::Copy(node) => self.builder.copy(self.base.tree(), node),
            }
        }
    }

    /// Whether the copy of a node in this many lists of what a splice inserts is certainly read as what it is in the
    /// base. A tuple of an aggregate, for example, could become a function there, or an atom the head of a rule.
    fn fits(&self, node: Node, splice: &Splice, depth: u32) -> bool {
        let is_expression = matches!(
            self.analysis.role(node),
            Role::Term | Role::Atom | Role::Literal | Role::Aggregate
        );
        let around = list_of(self.base, splice);
        let takes_expressions = match self.analysis.role(around) {
            Role::Head | Role::Body | Role::Tuple | Role::Term => true,
            Role::Literal => self.base.tree().head_bytes(around) != b"&",
            _ => false,
        };
        is_expression && (self.is_in_parentheses || depth == 0 && takes_expressions)
    }

    /// Writes a node in which these splices, which are sorted, change something.
    fn changed<'s>(&mut self, node: Node, splices: impl Iterator<Item = &'s Splice>) {
        let mut touched = Touched {
            splices: splices.collect(),
            ..Touched::default()
        };
        let mut nodes = FxHashSet::from_iter([node]);
        for splice in &touched.splices {
            let list = list_of(self.base, splice);
            if !self.is_in_parentheses && recasts(self.base, self.analysis, list, splice) {
                touched.recast.insert(list);
            }
            let mut around = splice.at;
            // Above a node that another splice has touched, all are touched.
            while nodes.insert(around) {
                around = self.base.parent(around);
            }
        }
        touched.nodes.extend(nodes);
        touched.nodes.sort_unstable();
        self.write(node, &touched, true);
    }

    /// Writes a node, changed as is said; `is_kept` is whether it stays where it is in the base.
    fn write(&mut self, node: Node, touched: &Touched<'_>, is_kept: bool) {
        let tree = self.base.tree();
        let end = tree.next(node);
        let mut nodes = touched.nodes.iter().copied().peekable();
        let mut splices = touched.splices.iter().peekable();
        let mut open: Vec<OpenList> = Vec::new();
        let mut at = node;
        loop {
            while open.pop_if(|list| list.end <= at).is_some() {
                self.builder.close();
            }
            if at >= end {
                return;
            }
            if let Some(splice) = splices.next_if(|splice| splice.at == at) {
                self.pieces(splice);
                at = splice.end();
                while nodes.next_if(|&node| node < at).is_some() {}
                continue;
            }
            let is_touched = nodes.next_if_eq(&at).is_some();
            let is_recast = open.last().is_some_and(|list| list.is_recast);
            if let Some(list) = open.last_mut().filter(|_| !is_touched) {
                if list.room == 0 {
                    // The next touched node below this list is one of its elements.
                    at = nodes.peek().map_or(list.end, |&next| next.min(list.end));
                    continue;
                }
                list.room -= 1;
            }
            if is_touched && tree.is_list(at) {
                let is_recast = is_recast || touched.recast.contains(&at);
                self.open(at, is_recast, &mut open);
                at += 1;
            } else if is_recast || !tree.is_list(at) {
                self.builder.copy(tree, at);
                at = tree.next(at);
            } else if self.writes_stand_in(at, is_kept) {
                at = tree.next(at);
            } else {
                self.open(at, false, &mut open);
                at += 1;
            }
        }
    }

    fn open(&mut self, list: Node, is_recast: bool, open: &mut Vec<OpenList>) {
        self.builder.open();
        open.push(OpenList {
            end: self.base.tree().next(list),
            room: if is_recast { u32::MAX } else { self.room(list) },
            is_recast,
        });
    }

    /// Writes something short in the place of a list that the edit leaves alone, if that list may stand for any other.
    fn writes_stand_in(&mut self, list: Node, is_kept: bool) -> bool {
        let tree = self.base.tree();
        let role = self.analysis.role(list);
        let stand_in = Symbol::of(STAND_IN);
        let name = if is_call(tree, list, role) {
            tree.head(list).unwrap_or(stand_in)
        } else if is_kept && self.analysis.is_apart(tree, list)
            || self.is_in_parentheses && role == Role::Term && !has_level(tree, list)
        {
            stand_in
        } else {
            return false;
        };
        self.builder.open();
        self.builder.leaf(name);
        self.builder.leaf(stand_in);
        self.builder.close();
        true
    }

    /// How many elements of a list are kept although the edit leaves them alone.
    fn room(&self, list: Node) -> u32 {
        let tree = self.base.tree();
        // What comes before the elements.
        let before = match (self.analysis.role(list), tree.head_bytes(list)) {
            (Role::Head | Role::Body | Role::Tuple, _) => 0,
            // The kind of the aggregate and its bounds.
            (Role::Aggregate, _) => 3,
            // The weight or the tuple.
            (Role::Element, _) => 1,
            (Role::Statement, _) if is_optimization(tree, list) => 1,
            // What is conditional.
            (Role::Literal, b":") => 2,
            (role, _) if is_call(tree, list, role) => 1,
            _ => return u32::MAX,
        };
        before + KEPT
    }
}
