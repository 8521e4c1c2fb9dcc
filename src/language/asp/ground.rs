//! Ground programs in one form, whatever their format: rules over numbered atoms. Conversions between formats go through
//! it.

use super::numeric::has_head;
use super::output::Output;
use super::print_text::print_statement;
use super::roles::{negated, rule};
use super::statement::AGGREGATES;
use super::term::{is_variable, print_term};
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// An atom, or minus an atom for its negation. Atoms have the numbers from 1.
pub(super) type Literal = i64;

/// A ground program.
#[derive(Debug, Default)]
pub(super) struct Ground {
    /// The names of the atoms, if they have any.
    pub(super) names: Vec<Option<Vec<u8>>>,
    pub(super) rules: Vec<GroundRule>,
    /// Weighted literals by their priorities.
    pub(super) minimize: BTreeMap<i64, Vec<(Literal, i64)>>,
    /// Atoms that stand for a body of the program. Each has one rule, before all rules with the atom in the body.
    pub(super) defined: FxHashSet<Literal>,
    numbers: FxHashMap<Vec<u8>, Literal>,
}

#[derive(Debug)]
pub(super) struct GroundRule {
    pub(super) is_choice: bool,
    pub(super) heads: Vec<Literal>,
    pub(super) body: Body,
}

#[derive(Clone, Debug)]
pub(super) enum Body {
    Literals(Vec<Literal>),
    /// The weights of the literals that hold have at least this sum.
    Sum(i64, Vec<(Literal, i64)>),
}

/// Why a program cannot be converted.
type Problem = String;

impl Ground {
    /// The ground program of a tree; `is_numeric` if its atoms are numbers.
    ///
    /// # Errors
    /// The first statement that is not understood, in words.
    pub(super) fn of(tree: &Tree, is_numeric: bool) -> Result<Ground, Problem> {
        let mut ground = Ground::default();
        if is_numeric {
            ground.number_all(tree);
        }
        for statement in tree.children(ROOT) {
            let added = ground.statement(tree, statement);
            added.ok_or_else(|| {
                let text = print_statement(tree, statement);
                let text = String::from_utf8_lossy(&text);
                format!("this statement is not ground, or smelt does not know its meaning: {text}")
            })?;
        }
        Ok(ground)
    }

    /// Keeps the numbers of a numeric program, and gives its atoms their names.
    fn number_all(&mut self, tree: &Tree) {
        let tokens = (1..tree.end()).filter(|&node| !tree.is_list(node));
        let numbers =
            tokens.filter_map(|node| str::from_utf8(tree.bytes(node)).ok()?.parse::<usize>().ok());
        // Weights count, too. So there may be atoms that do not occur.
        let most = numbers
            .filter(|&number| number < 10_000_000)
            .max()
            .unwrap_or(0);
        self.names = vec![None; most];
        for number in 1..=most {
            let token = number.to_string().into_bytes();
            self.numbers
                .insert(token, i64::try_from(number).unwrap_or(i64::MAX));
        }
    }

    fn statement(&mut self, tree: &Tree, node: Node) -> Option<()> {
        let parts: Vec<Node> = tree.children(node).collect();
        let kind = tree.head(node).map(Symbol::bytes);
        match (kind, &parts[..]) {
            (None, _) if tree.is_list(node) => {
                let (head, body) = rule(tree, node)?;
                self.rule(tree, head, body)
            }
            (Some(b"minimize"), [_, priority, elements @ ..]) => {
                let priority = number(tree, *priority)?;
                for &element in elements {
                    let weight = number(tree, tree.child(element, 0)?)?;
                    let literal = self.literal(tree, tree.child(element, 1)?)?;
                    self.minimize
                        .entry(priority)
                        .or_default()
                        .push((literal, weight));
                }
                Some(())
            }
            (Some(b"#minimize"), [_, elements @ ..]) => self.sets(tree, elements),
            (Some(b"#output"), &[_, name, condition]) => {
                let mut literals = tree.children(condition);
                let atom = literals.next();
                let atom = atom.map_or(Some(0), |atom| self.literal(tree, atom))?;
                let place = usize::try_from(atom - 1).ok()?;
                literals.next().is_none().then_some(())?;
                let known = self.names.get_mut(place)?;
                known
                    .is_none()
                    .then(|| *known = Some(tree.bytes(name).to_vec()))
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
                let value = value.first().and_then(|&value| tree.child(value, 0));
                (tree.len(body) == 1).then_some(())?;
                match value.map_or(&b"false"[..], |value| tree.bytes(value)) {
                    b"false" | b"release" => {}
                    b"true" => self.add(false, vec![atom], Body::Literals(Vec::new())),
                    _ => self.add(true, vec![atom], Body::Literals(Vec::new())),
                }
                Some(())
            }
            (Some(b"#models"), _) => Some(()),
            _ => None,
        }
    }

    fn rule(&mut self, tree: &Tree, head: Node, body: Node) -> Option<()> {
        let heads: Vec<Node> = tree.children(head).collect();
        let choice = heads
            .first()
            .copied()
            .filter(|&one| has_head(tree, one, b"{}"));
        let atoms = match choice {
            Some(choice) => self.atoms(tree, tree.children(choice).skip(3))?,
            None => self.atoms(tree, heads.into_iter())?,
        };
        let body = self.body(tree, body)?;
        self.add(choice.is_some(), atoms, body.clone());
        let Some(choice) = choice else {
            return Some(());
        };
        // A choice with bounds is one without, and a constraint for each bound.
        let (least, greatest) = bounds(tree, choice)?;
        let elements = self.elements(tree, choice)?;
        for (bound, holds) in [(least, false), (greatest.map(|most| most + 1), true)] {
            let Some(bound) = bound else { continue };
            let reached = self.defined(Body::Sum(bound, elements.clone()));
            let condition = self.as_literal(body.clone());
            let violated = vec![condition, if holds { reached } else { -reached }];
            self.add(false, Vec::new(), Body::Literals(violated));
        }
        Some(())
    }

    fn atoms(&mut self, tree: &Tree, nodes: impl Iterator<Item = Node>) -> Option<Vec<Literal>> {
        nodes.map(|atom| self.atom(tree, atom)).collect()
    }

    /// A body with a single weight constraint without an upper bound is one; of any other, the weight constraints get
    /// atoms of their own.
    fn body(&mut self, tree: &Tree, body: Node) -> Option<Body> {
        let literals: Vec<Node> = tree.children(body).collect();
        if let [only] = literals[..]
            && is_aggregate(tree, only)
            && let (Some(least), None) = bounds(tree, only)?
        {
            return Some(Body::Sum(least, self.elements(tree, only)?));
        }
        let mut all = Vec::new();
        for literal in literals {
            let (inner, sign) = match negated(tree, literal) {
                Some(inner) => (inner, -1),
                None => (literal, 1),
            };
            if !is_aggregate(tree, inner) {
                all.push(self.literal(tree, literal)?);
                continue;
            }
            let (least, greatest) = bounds(tree, inner)?;
            let elements = self.elements(tree, inner)?;
            let mut within = Vec::new();
            within.extend(least.map(|least| self.defined(Body::Sum(least, elements.clone()))));
            within.extend(greatest.map(|most| -self.defined(Body::Sum(most + 1, elements))));
            match (sign, &within[..]) {
                (1, _) => all.extend(within),
                (_, &[only]) => all.push(-only),
                _ => {
                    let both = self.defined(Body::Literals(within));
                    all.push(-both);
                }
            }
        }
        Some(Body::Literals(all))
    }

    /// The literals with their weights. None if a tuple stands twice, if there are conditions or negative weights.
    fn elements(&mut self, tree: &Tree, aggregate: Node) -> Option<Vec<(Literal, i64)>> {
        let kind = tree.head(aggregate)?.bytes();
        let mut tuples = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut elements = Vec::new();
        for element in tree.children(aggregate).skip(3) {
            let (literal, weight) = match kind {
                b"{}" => (self.literal(tree, element)?, 1),
                b"[]" => {
                    let weight = number(tree, tree.child(element, 0)?)?;
                    (self.literal(tree, tree.child(element, 1)?)?, weight)
                }
                _ => self.set_element(tree, element, kind == b"#count", &mut tuples)?,
            };
            let is_twice = kind == b"{}" && !seen.insert(literal);
            (weight >= 0).then_some(())?;
            elements.extend((!is_twice).then_some((literal, weight)));
        }
        Some(elements)
    }

    fn set_element<'t>(
        &mut self,
        tree: &'t Tree,
        element: Node,
        counts: bool,
        tuples: &mut FxHashSet<&'t [u8]>,
    ) -> Option<(Literal, i64)> {
        let tuple = tree.child(element, 0)?;
        let is_plain = tuples.insert(tree.bytes(tuple)) && tree.children(element).count() == 2;
        let literal = tree.child(element, 1).filter(|_| is_plain)?;
        let weight = if counts {
            1
        } else {
            number(tree, tree.child(tuple, 0)?)?
        };
        Some((self.literal(tree, literal)?, weight))
    }

    /// `#minimize {1@2,x : a}`
    fn sets(&mut self, tree: &Tree, elements: &[Node]) -> Option<()> {
        let mut tuples = FxHashSet::default();
        for &element in elements {
            let tuple = tree.child(element, 0)?;
            let is_plain = tuples.insert(tree.bytes(tuple)) && tree.children(element).count() == 2;
            let literal = self.literal(tree, tree.child(element, 1).filter(|_| is_plain)?)?;
            let first = tree.child(tuple, 0)?;
            let (weight, priority) = if has_head(tree, first, b"@") {
                (
                    number(tree, tree.child(first, 1)?)?,
                    number(tree, tree.child(first, 2)?)?,
                )
            } else {
                (number(tree, first)?, 0)
            };
            self.minimize
                .entry(priority)
                .or_default()
                .push((literal, weight));
        }
        Some(())
    }

    fn literal(&mut self, tree: &Tree, node: Node) -> Option<Literal> {
        match negated(tree, node) {
            Some(inner) => Some(-self.atom(tree, inner)?),
            None => self.atom(tree, node),
        }
    }

    /// The number of an atom without variables.
    fn atom(&mut self, tree: &Tree, node: Node) -> Option<Literal> {
        let is_ground = !(node..tree.next(node)).any(|inner| is_variable(tree.sym(inner).bytes()));
        let is_aggregate =
            is_aggregate(tree, node) || has_head(tree, node, b":") || has_head(tree, node, b"not");
        let is_truth = tree.bytes(node).starts_with(b"#");
        (is_ground && !is_aggregate && !is_truth).then_some(())?;
        let mut out = Output::default();
        print_term(&mut out, tree, node);
        let name = out.finish();
        if let Some(&known) = self.numbers.get(&name) {
            return Some(known);
        }
        let number = self.fresh();
        if let Some(last) = self.names.last_mut() {
            *last = Some(name.clone());
        }
        self.numbers.insert(name, number);
        Some(number)
    }

    /// A new atom without a name.
    pub(super) fn fresh(&mut self) -> Literal {
        self.names.push(None);
        i64::try_from(self.names.len()).unwrap_or(i64::MAX)
    }

    /// A new atom that holds where the body does.
    pub(super) fn defined(&mut self, body: Body) -> Literal {
        let atom = self.fresh();
        self.defined.insert(atom);
        self.add(false, vec![atom], body);
        atom
    }

    /// A literal that holds where the body does.
    fn as_literal(&mut self, body: Body) -> Literal {
        match body {
            Body::Literals(literals) if literals.len() == 1 => literals[0],
            body => self.defined(body),
        }
    }

    pub(super) fn add(&mut self, is_choice: bool, heads: Vec<Literal>, body: Body) {
        self.rules.push(GroundRule {
            is_choice,
            heads,
            body,
        });
    }
}

/// The lower and the upper bound. None if there is another relation than `<=`.
fn bounds(tree: &Tree, aggregate: Node) -> Option<(Option<i64>, Option<i64>)> {
    let bound = |place| -> Option<Option<i64>> {
        let guard = tree.child(aggregate, place)?;
        match tree.child(guard, 1) {
            None => Some(None),
            Some(bound) if has_head(tree, guard, b"<=") => Some(Some(number(tree, bound)?)),
            Some(_) => None,
        }
    };
    Some((bound(1)?, bound(2)?))
}

fn is_aggregate(tree: &Tree, node: Node) -> bool {
    let head = tree.head(node).map_or(&b""[..], Symbol::bytes);
    matches!(head, b"{}" | b"[]") || AGGREGATES.contains(&head)
}

fn number(tree: &Tree, node: Node) -> Option<i64> {
    str::from_utf8(tree.bytes(node)).ok()?.parse().ok()
}
