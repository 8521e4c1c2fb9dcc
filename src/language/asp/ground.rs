//! Ground programs in one form, whatever their format: rules over numbered atoms. Conversions between formats go
//! through this form, and the answer sets of small programs are found from it.

use super::aspif::MODIFIERS;
use super::bounds::{GroundLiteral, WeightedLiterals, bounds};
use super::constants::with_values;
use super::formats::{SMODELS, is_text};
use super::ground_rule::{Body, GroundRule};
use super::ground_term::{comparison, value};
use super::print_text::print_statement;
use super::roles::{Role, is_signature, negated, roles, rule};
use super::smodels::assigned;
use super::statement::{is_aggregate, is_comparison};
use super::term::{is_number, number};
use super::tuples::{Tuples, weight};
use super::uses::says_nothing;
use crate::language::Dialect;
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// A ground program.
#[derive(Debug, Default)]
pub(super) struct Ground {
    /// The names of the atoms that have one.
    pub(super) names: BTreeMap<GroundLiteral, Vec<u8>>,
    pub(super) rules: Vec<GroundRule>,
    /// The weighted literals whose sum is minimized, by priority.
    pub(super) minimize: BTreeMap<i64, WeightedLiterals>,
    /// The atoms that are projected on.
    pub(super) projected: Vec<GroundLiteral>,
    pub(super) heuristics: Vec<Heuristic>,
    pub(super) edges: Vec<Edge>,
    /// The atoms that have names, but are not shown.
    pub(super) hidden: FxHashSet<GroundLiteral>,
    /// The predicates of the atoms of a text. Shown terms are no atoms, though they may look like some.
    pub(super) predicates: BTreeMap<GroundLiteral, Vec<u8>>,
    /// What `#show` and `#project` select, until all atoms are known.
    pub(super) selected: Selected,
    /// The tuples to be minimized, by priority; moved to `minimize` once all of them are known.
    pub(super) costs: BTreeMap<i64, Tuples>,
    /// The external atoms with their values, until all rules are known.
    pub(super) externals: BTreeMap<GroundLiteral, &'static [u8]>,
    /// The atoms in heads of the program's own rules, and whether one of these rules depends on other atoms.
    pub(super) heads: FxHashMap<GroundLiteral, bool>,
    /// The atoms in conditions of disjunctions.
    pub(super) conditions: FxHashSet<GroundLiteral>,
    /// Whether atoms are numbers in the tree.
    is_numeric: bool,
    /// Whether statements about costs have no priorities: a later one matters more.
    later_matters_more: bool,
    /// The atoms by name.
    numbers: FxHashMap<Vec<u8>, GroundLiteral>,
    /// The greatest number of an atom.
    last: GroundLiteral,
}

/// The atoms of numeric programs have smaller numbers than this, so that there are enough for new atoms.
const OUT_OF_RANGE: GroundLiteral = 1 << 40;

/// Advice to the solver about an atom, which applies where the condition holds. It changes no answer set.
#[derive(Debug)]
pub(super) struct Heuristic {
    pub(super) atom: GroundLiteral,
    /// An index in [`MODIFIERS`].
    pub(super) modifier: usize,
    pub(super) bias: i64,
    pub(super) priority: i64,
    pub(super) condition: Vec<GroundLiteral>,
}

/// An edge of a graph, which exists where the condition holds. In an answer set, the graph has no cycle.
#[derive(Debug)]
pub(super) struct Edge {
    /// The names of its nodes.
    pub(super) nodes: [Vec<u8>; 2],
    pub(super) condition: Vec<GroundLiteral>,
}

/// What `#show` and `#project` name. It is applied once all atoms are known.
#[derive(Debug, Default)]
pub(super) struct Selected {
    /// The predicates that are shown, such as `p/2`. None if all atoms are shown.
    pub(super) shown: Option<BTreeSet<Vec<u8>>>,
    /// The terms that are shown, each where one of its bodies holds.
    pub(super) terms: BTreeMap<Vec<u8>, Vec<Body>>,
    /// The predicates that are projected on.
    pub(super) projected: BTreeSet<Vec<u8>>,
    /// The atoms that are projected on if a condition holds.
    pub(super) conditional: Vec<(GroundLiteral, Vec<GroundLiteral>)>,
}

/// Why a program cannot be converted, in words.
type Unconvertible = String;

impl Ground {
    /// The ground program of a tree.
    ///
    /// # Errors
    /// Says which statement is not understood, or what the form cannot express.
    pub(super) fn of(tree: &Tree, dialect: Dialect) -> Result<Ground, Unconvertible> {
        let mut ground = Ground {
            is_numeric: !is_text(dialect),
            later_matters_more: dialect == SMODELS,
            ..Ground::default()
        };
        if is_text(dialect) {
            check_numbers(tree)?;
        } else {
            ground.last = last_atom(tree);
        }
        let with_values = with_values(tree)?;
        let tree = with_values.as_ref().unwrap_or(tree);
        // First all statements, then what depends on all of them.
        for statement in tree.children(ROOT) {
            let added = ground.statement(tree, statement);
            added.ok_or_else(|| {
                let text = print_statement(tree, statement);
                let text = String::from_utf8_lossy(&text);
                format!("this statement is not ground, or smelt does not know its meaning: {text}")
            })?;
        }
        ground.assign()?;
        ground.check_conditions()?;
        for (priority, tuples) in std::mem::take(&mut ground.costs) {
            let weighted = ground.weighted(tuples);
            ground
                .minimize
                .entry(priority)
                .or_default()
                .extend(weighted);
        }
        ground.select()?;
        Ok(ground)
    }

    /// Adds a statement. None if it is not understood.
    fn statement(&mut self, tree: &Tree, node: Node) -> Option<()> {
        let parts: Vec<Node> = tree.children(node).collect();
        let kind = tree.head(node).map(Symbol::bytes);
        match (kind, &parts[..]) {
            (None, _) if tree.is_list(node) => {
                let (head, body) = rule(tree, node)?;
                self.rule(tree, head, body)
            }
            (Some(b"minimize"), [_, priority, elements @ ..]) => {
                let priority = if self.later_matters_more {
                    i64::try_from(self.minimize.len()).ok()?
                } else {
                    number(tree.bytes(*priority))?
                };
                let weighted = elements.iter().map(|&element| {
                    let weight = number(tree.bytes(tree.child(element, 0)?))?;
                    Some((self.literal(tree, tree.child(element, 1)?)?, weight))
                });
                let weighted: WeightedLiterals = weighted.collect::<Option<_>>()?;
                self.minimize.entry(priority).or_default().extend(weighted);
                Some(())
            }
            (Some(b"#minimize"), [_, elements @ ..]) => self.optimized(tree, elements, 1),
            (Some(b"#maximize"), [_, elements @ ..]) => self.optimized(tree, elements, -1),
            (Some(b":~"), &[_, body, tuple]) => {
                let body = self.body(tree, body)?;
                self.cost(tree, tuple, 1, body)
            }
            (Some(b"#output"), &[_, name, condition]) => {
                let literals = self.literals(tree, tree.children(condition))?;
                self.show(tree.bytes(name), literals).map(|_| ())
            }
            (Some(b"#show"), [_, parts @ ..]) => self.showing(tree, parts),
            (Some(b"#project"), &[_, signature]) if is_signature(tree, signature) => {
                self.projecting(tree, signature);
                Some(())
            }
            (Some(b"#project"), &[_, atom]) if tree.head_bytes(atom) == b":" => {
                self.projecting_where(tree, atom)
            }
            (Some(b"#project"), [_, atoms @ ..]) if !atoms.is_empty() => {
                for &atom in atoms {
                    let atom = self.atom(tree, atom)?;
                    self.projected.push(atom);
                }
                Some(())
            }
            (Some(b"#heuristic"), &[_, atom, condition, value]) => {
                self.heuristic(tree, atom, condition, value)
            }
            (Some(b"#edge"), &[_, from, to, condition]) => {
                let nodes = [value(tree, from)?, value(tree, to)?];
                let condition = self.literals(tree, tree.children(condition))?;
                self.edges.push(Edge { nodes, condition });
                Some(())
            }
            (Some(b"#assume"), [_, literals @ ..]) => {
                for &literal in literals {
                    let literal = self.literal(tree, literal)?;
                    self.add(false, Vec::new(), Body::Literals(vec![-literal]));
                }
                Some(())
            }
            (Some(b"#external"), &[_, atom, body, ref value @ ..]) => {
                let atom = self.literal(tree, atom)?;
                let value = value
                    .first()
                    .and_then(|&value| tree.child(value, 0))
                    .map_or(&b"false"[..], |value| tree.sym(value).bytes());
                let is_certain = tree.len(body) <= 1;
                self.external(atom, value, is_certain)
            }
            (Some(b"#const"), &[_, _, constant]) => value(tree, constant).map(|_| ()),
            (Some(b"#models"), _) => Some(()),
            (None, _) if says_nothing(tree.bytes(node)) => Some(()),
            (None, _) if self.is_numeric => {
                let (atom, value) = assigned(tree.bytes(node))?;
                self.external(in_range(atom)?, value, true)
            }
            _ => None,
        }
    }

    /// Gives the name to the condition, if that is an atom without a name, or else to a new atom that stands for it.
    /// Returns the atom. None if something else has the name.
    pub(super) fn show(
        &mut self,
        name: &[u8],
        condition: Vec<GroundLiteral>,
    ) -> Option<GroundLiteral> {
        let atom = match condition[..] {
            [atom] if atom > 0 && !self.names.contains_key(&atom) => atom,
            _ => self.defined(Body::Literals(condition)),
        };
        self.names.insert(atom, name.to_vec());
        let before = self.numbers.insert(name.to_vec(), atom);
        before.is_none().then_some(atom)
    }

    /// Adds a rule.
    fn rule(&mut self, tree: &Tree, head: Node, body: Node) -> Option<()> {
        if let Some(choice) = tree.child(head, 0)
            && is_aggregate(tree.head_bytes(choice))
        {
            return self.choice(tree, choice, body);
        }
        let mut atoms = Vec::new();
        for atom in tree.children(head) {
            atoms.push(if tree.head_bytes(atom) == b":" {
                self.alternative(tree, atom)?
            } else {
                self.atom(tree, atom)?
            });
        }
        let is_fact = atoms.len() == 1 && tree.len(body) == 1;
        let body = self.body(tree, body)?;
        self.derives(&atoms, !is_fact);
        self.add(false, atoms, body);
        Some(())
    }

    /// Notes that these atoms are in the head of a rule, and whether the rule depends on other atoms.
    pub(super) fn derives(&mut self, heads: &[GroundLiteral], depends: bool) {
        for &head in heads {
            *self.heads.entry(head).or_default() |= depends;
        }
    }

    /// The body of a rule. A single aggregate becomes a sum if it can be expressed as one that never falls; in any
    /// other body, aggregates get atoms of their own.
    pub(super) fn body(&mut self, tree: &Tree, body: Node) -> Option<Body> {
        let literals: Vec<Node> = tree.children(body).collect();
        if let [only] = literals[..]
            && is_aggregate(tree.head_bytes(only))
        {
            let elements = self.elements(tree, only)?;
            let elements = self.counted(&elements);
            if let [bound] = &bounds(tree, only, &elements)?[..]
                && let Some(body) = Ground::plain(bound)
            {
                return Some(body);
            }
        }
        let mut all = Vec::new();
        for literal in literals {
            // An aggregate may be negated once or twice.
            let (mut inner, mut negations) = (literal, 0);
            while let Some(within) = negated(tree, inner) {
                (inner, negations) = (within, negations + 1);
            }
            if tree.head_bytes(literal) == b":" {
                all.push(self.implication(tree, literal)?);
                continue;
            }
            if !is_aggregate(tree.head_bytes(inner)) {
                all.push(self.literal(tree, literal)?);
                continue;
            }
            let elements = self.elements(tree, inner)?;
            let elements = self.counted(&elements);
            let bounds = bounds(tree, inner, &elements)?;
            let mut within: Vec<GroundLiteral> = bounds
                .iter()
                .map(|bound| self.kept(bound))
                .collect::<Option<_>>()?;
            for _ in 0..negations {
                let literal = self.as_literal(Body::Literals(within));
                within = vec![self.negation(literal)];
            }
            all.extend(within);
        }
        Some(Body::Literals(all))
    }

    fn heuristic(&mut self, tree: &Tree, atom: Node, condition: Node, value: Node) -> Option<()> {
        let name = tree.bytes(tree.child(value, 1)?);
        let modifier = MODIFIERS.iter().position(|&known| known == name)?;
        let (bias, priority) = weight(tree, value)?;
        let heuristic = Heuristic {
            atom: self.atom(tree, atom)?,
            modifier,
            bias,
            priority,
            condition: self.literals(tree, tree.children(condition))?,
        };
        self.heuristics.push(heuristic);
        Some(())
    }

    /// The literals at these nodes.
    pub(super) fn literals(
        &mut self,
        tree: &Tree,
        nodes: impl Iterator<Item = Node>,
    ) -> Option<Vec<GroundLiteral>> {
        nodes.map(|literal| self.literal(tree, literal)).collect()
    }

    /// The literal at a node; a truth value or a comparison becomes an atom that always holds, or its negation.
    pub(super) fn literal(&mut self, tree: &Tree, node: Node) -> Option<GroundLiteral> {
        if let Some(inner) = negated(tree, node) {
            let inner = self.literal(tree, inner)?;
            return Some(self.negation(inner));
        }
        let holds = match tree.bytes(node) {
            b"#true" => true,
            b"#false" => false,
            _ if is_comparison(tree.head_bytes(node)) => comparison(tree, node)?,
            _ => return self.atom(tree, node),
        };
        let always = self.defined(Body::Literals(Vec::new()));
        Some(if holds { always } else { -always })
    }

    /// The number of an atom without variables; a new one if the atom is new.
    pub(super) fn atom(&mut self, tree: &Tree, node: Node) -> Option<GroundLiteral> {
        let name = value(tree, node).filter(|name| !name.starts_with(b"#"))?;
        // The name that a numeric program gives to an atom may be a number, too.
        if self.is_numeric {
            return in_range(number(&name)?);
        }
        if let Some(&known) = self.numbers.get(&name) {
            return Some(known);
        }
        let number = self.fresh();
        self.names.insert(number, name.clone());
        self.numbers.insert(name, number);
        self.note_predicate(tree, node, number);
        Some(number)
    }

    /// The atom of this name, if there is one.
    pub(super) fn atom_named(&self, name: &[u8]) -> Option<GroundLiteral> {
        self.numbers.get(name).copied()
    }

    /// A new atom without a name.
    pub(super) fn fresh(&mut self) -> GroundLiteral {
        self.last += 1;
        self.last
    }

    /// The negation of a literal. A doubly negated atom gets an atom of its own: unlike the atom itself, it supports
    /// nothing.
    pub(super) fn negation(&mut self, literal: GroundLiteral) -> GroundLiteral {
        if literal > 0 {
            return -literal;
        }
        -self.defined(Body::Literals(vec![literal]))
    }

    /// A new atom that holds where the body does.
    pub(super) fn defined(&mut self, body: Body) -> GroundLiteral {
        let atom = self.fresh();
        self.add(false, vec![atom], body);
        atom
    }

    /// A literal that holds where the body does.
    pub(super) fn as_literal(&mut self, body: Body) -> GroundLiteral {
        body.literal().unwrap_or_else(|| self.defined(body))
    }

    /// Adds a rule to the ground program.
    pub(super) fn add(&mut self, is_choice: bool, heads: Vec<GroundLiteral>, body: Body) {
        self.rules.push(GroundRule {
            is_choice,
            heads,
            body,
        });
    }
}

/// Refuses numbers of more than 32 bits, because grounders cut them off.
///
/// # Errors
/// Names the first such number, in words.
fn check_numbers(tree: &Tree) -> Result<(), Unconvertible> {
    let tokens = (1..tree.end()).filter(|&node| !tree.is_list(node));
    let is_large = |token: &&[u8]| {
        let digits = token.strip_prefix(b"-").unwrap_or(token);
        let is_number = is_number(token) && digits.iter().all(u8::is_ascii_digit);
        is_number && number(token).is_none_or(|number| i32::try_from(number).is_err())
    };
    match tokens.map(|node| tree.bytes(node)).find(is_large) {
        Some(token) => Err(format!(
            "the number {} has more than the 32 bits that grounders have for it",
            String::from_utf8_lossy(token)
        )),
        None => Ok(()),
    }
}

/// The greatest number of an atom in a numeric program.
fn last_atom(tree: &Tree) -> GroundLiteral {
    let roles = roles(tree);
    let atoms = (1..tree.end()).filter(|&node| roles[node as usize] == Role::Atom);
    let assigned = tree
        .children(ROOT)
        .filter_map(|line| assigned(tree.bytes(line)));
    atoms
        .filter_map(|atom| number(tree.bytes(atom)))
        .chain(assigned.map(|(atom, _)| atom))
        .filter_map(in_range)
        .max()
        .unwrap_or_default()
}

/// The number of an atom of a numeric program. None if it is out of range.
fn in_range(atom: GroundLiteral) -> Option<GroundLiteral> {
    (1..OUT_OF_RANGE).contains(&atom).then_some(atom)
}
