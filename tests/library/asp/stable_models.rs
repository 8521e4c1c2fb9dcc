//! An independent answer: the stable models of a small ground program, found by trying all sets of atoms.
//!
//! The definition is that of Ferraris (2005) for rules with disjunctions, choices, aggregates, conditional literals and
//! default negation: a set of atoms is a stable model if it satisfies the program, and no smaller set satisfies the program
//! in which each negative literal, and each choice, has the value that it has in the set, and what does not hold in the set
//! does not hold.

use smelt::language::TestCase;
use smelt::language::asp::{negated, rule};
use smelt::tree::{Node, ROOT, Symbol, Tree};
use std::collections::BTreeMap;

/// More atoms are not tried.
const MOST_ATOMS: usize = 18;

/// A set of atoms, one bit each.
type Set = u32;

/// A ground program.
#[derive(Debug, Default)]
pub(crate) struct Program {
    atoms: BTreeMap<String, usize>,
    rules: Vec<Rule>,
}

#[derive(Debug)]
struct Rule {
    head: Head,
    body: Vec<Condition>,
}

#[derive(Debug)]
enum Head {
    /// Atoms, and atoms with conditions.
    Disjunction(Set, Vec<(Set, Vec<Condition>)>),
    /// The atoms that may be chosen; bounds are conditions of a constraint.
    Choice(Set),
}

type Relation = fn(&i64, &i64) -> bool;

#[derive(Debug)]
enum Condition {
    Atom(Set),
    Negated(Set),
    /// The literals, whether each is negated, with their weights; and the relations of the sum to numbers.
    Weights(Vec<(Set, bool, i64)>, Vec<(Relation, i64)>),
    /// The first holds where the others do.
    Implication(Box<Condition>, Vec<Condition>),
    Not(Box<Condition>),
}

impl Condition {
    /// Whether the condition holds in `now`, with negative literals as in `then`.
    fn holds(&self, now: Set, then: Set) -> bool {
        match self {
            Condition::Atom(atom) => now & atom != 0,
            Condition::Negated(atom) => then & atom == 0,
            Condition::Not(inner) => !inner.holds(then, then),
            Condition::Weights(elements, relations) => {
                let sum = |set: Set| -> i64 {
                    let holds = |&&(atom, is_negated, _): &&(Set, bool, i64)| {
                        if is_negated {
                            then & atom == 0
                        } else {
                            set & atom != 0
                        }
                    };
                    elements
                        .iter()
                        .filter(holds)
                        .map(|&(.., weight)| weight)
                        .sum()
                };
                let mut relations = relations.iter();
                relations
                    .all(|(holds, bound)| [now, then].iter().all(|&set| holds(&sum(set), bound)))
            }
            Condition::Implication(inner, given) => [now, then].into_iter().all(|now| {
                inner.holds(now, then) || !given.iter().all(|given| given.holds(now, then))
            }),
        }
    }
}

impl Program {
    /// The program of a test case. None if it has anything but ground rules, or too many atoms.
    pub(crate) fn of(case: &TestCase) -> Option<Program> {
        let tree = case.tree();
        let mut program = Program::default();
        for statement in tree.children(ROOT) {
            match tree.head(statement).map(Symbol::bytes) {
                None => {
                    let (head, body) = rule(tree, statement)?;
                    program.add(tree, head, body)?;
                }
                // Literals that must hold.
                Some(b"#assume") => {
                    for literal in tree.children(statement).skip(1) {
                        let holds = program.condition(tree, literal)?;
                        let body = vec![Condition::Not(Box::new(holds))];
                        let head = Head::Disjunction(0, Vec::new());
                        program.rules.push(Rule { head, body });
                    }
                }
                // What is printed does not matter.
                Some(b"#output") => {}
                Some(_) => return None,
            }
        }
        (program.atoms.len() <= MOST_ATOMS).then_some(program)
    }

    fn add(&mut self, tree: &Tree, head: Node, body: Node) -> Option<()> {
        let conditions = self.conditions(tree, body)?;
        let heads: Vec<Node> = tree.children(head).collect();
        let choice = heads.first().filter(|&&one| is_aggregate(tree, one));
        let Some(&choice) = choice else {
            let (conditional, atoms): (Vec<Node>, Vec<Node>) = heads
                .into_iter()
                .partition(|&head| is_form(tree, head, b":"));
            let atoms = self.set(tree, atoms.into_iter())?;
            let conditional = conditional.into_iter().map(|head| {
                let parts: Vec<Node> = tree.children(head).skip(1).collect();
                let (&atom, given) = parts.split_first()?;
                let given = given.iter().map(|&given| self.condition(tree, given));
                let given = given.collect::<Option<_>>()?;
                Some((self.atom(tree, atom)?, given))
            });
            let head = Head::Disjunction(atoms, conditional.collect::<Option<_>>()?);
            self.rules.push(Rule {
                head,
                body: conditions,
            });
            return Some(());
        };
        let elements = tree.children(choice).skip(3);
        let is_set = is_form(tree, choice, b"{}");
        let literal = |element| {
            if is_set {
                Some(element)
            } else {
                tree.child(element, 1)
            }
        };
        let atoms: Option<Vec<Node>> = elements.map(literal).collect();
        let head = Head::Choice(self.set(tree, atoms?.into_iter())?);
        self.rules.push(Rule {
            head,
            body: conditions,
        });
        // The bounds of a choice are a constraint.
        let mut violated = self.conditions(tree, body)?;
        violated.push(Condition::Not(Box::new(self.weights(tree, choice)?)));
        let head = Head::Disjunction(0, Vec::new());
        self.rules.push(Rule {
            head,
            body: violated,
        });
        Some(())
    }

    fn set(&mut self, tree: &Tree, atoms: impl Iterator<Item = Node>) -> Option<Set> {
        let mut set = 0;
        for atom in atoms {
            set |= self.atom(tree, atom)?;
        }
        Some(set)
    }

    fn conditions(&mut self, tree: &Tree, body: Node) -> Option<Vec<Condition>> {
        let literals = tree.children(body);
        literals
            .map(|literal| self.condition(tree, literal))
            .collect()
    }

    fn condition(&mut self, tree: &Tree, literal: Node) -> Option<Condition> {
        if let Some(inner) = negated(tree, literal) {
            return Some(match self.condition(tree, inner)? {
                Condition::Atom(atom) => Condition::Negated(atom),
                other => Condition::Not(Box::new(other)),
            });
        }
        if is_aggregate(tree, literal) {
            return self.weights(tree, literal);
        }
        if is_form(tree, literal, b":") {
            let parts = tree.children(literal).skip(1);
            let mut parts = parts.map(|part| self.condition(tree, part));
            let inner = Box::new(parts.next()??);
            return Some(Condition::Implication(inner, parts.collect::<Option<_>>()?));
        }
        match tree.bytes(literal) {
            b"#true" => Some(Condition::Weights(Vec::new(), Vec::new())),
            b"#false" => Some(Condition::Weights(Vec::new(), vec![(i64::ge, 1)])),
            _ => self.atom(tree, literal).map(Condition::Atom),
        }
    }

    /// `1 {a; not b} 2`, `2 [a=1, not b=2]` or `2 #sum {1,x : a}`. Elements of sets must differ, so that they are not
    /// counted twice.
    fn weights(&mut self, tree: &Tree, node: Node) -> Option<Condition> {
        let parts: Vec<Node> = tree.children(node).collect();
        let kind = tree.head(node)?.bytes();
        let mut relations = Vec::new();
        for (guard, is_left) in [(parts[1], true), (parts[2], false)] {
            let Some(bound) = tree.child(guard, 1) else {
                continue;
            };
            let relation: Relation = match (tree.head(guard)?.bytes(), is_left) {
                (b"=", _) => i64::eq,
                (b"!=", _) => i64::ne,
                (b"<=", true) | (b">=", false) => i64::ge,
                (b"<", true) | (b">", false) => i64::gt,
                (b">=", true) | (b"<=", false) => i64::le,
                (b">", true) | (b"<", false) => i64::lt,
                _ => return None,
            };
            relations.push((relation, number(tree, bound)?));
        }
        let mut elements = Vec::new();
        let mut tuples = Vec::new();
        for &element in &parts[3..] {
            let (weight, literal) = match kind {
                b"{}" => (1, element),
                b"[]" => (
                    number(tree, tree.child(element, 0)?)?,
                    tree.child(element, 1)?,
                ),
                b"#sum" | b"#count" => {
                    let tuple = tree.child(element, 0)?;
                    tuples.push(tree.bytes(tuple).to_vec());
                    (tree.children(element).count() == 2).then_some(())?;
                    let weight = if kind == b"#sum" {
                        number(tree, tree.child(tuple, 0)?)?
                    } else {
                        1
                    };
                    (weight, tree.child(element, 1)?)
                }
                _ => return None,
            };
            (weight >= 0 || kind == b"#sum").then_some(())?;
            let (literal, is_negated) = match negated(tree, literal) {
                Some(inner) => (inner, true),
                None => (literal, false),
            };
            let element = (self.atom(tree, literal)?, is_negated, weight);
            if kind == b"{}" && elements.contains(&element) {
                continue;
            }
            elements.push(element);
        }
        let count = tuples.len();
        tuples.sort();
        tuples.dedup();
        (tuples.len() == count).then_some(Condition::Weights(elements, relations))
    }

    fn atom(&mut self, tree: &Tree, node: Node) -> Option<Set> {
        let name = String::from_utf8_lossy(tree.bytes(node)).into_owned();
        let name_begins = name.trim_start_matches('(');
        let begins = |first: char| first.is_ascii_lowercase() || first.is_ascii_digit();
        let is_plain = name_begins.starts_with(begins);
        let is_plain = is_plain && !is_form(tree, node, b"not");
        let next = self.atoms.len();
        is_plain.then_some(())?;
        let number = *self.atoms.entry(name).or_insert(next);
        (number < 32).then(|| 1 << number)
    }

    /// All stable models.
    pub(crate) fn stable_models(&self) -> Vec<Set> {
        let all = 0..1 << self.atoms.len();
        all.filter(|&set| self.is_stable(set)).collect()
    }

    fn is_stable(&self, set: Set) -> bool {
        if !self.is_model(set, set) {
            return false;
        }
        // All proper subsets, from the largest to the smallest.
        let mut smaller = set;
        while smaller > 0 {
            smaller = (smaller - 1) & set;
            if self.is_model(smaller, set) {
                return false;
            }
        }
        true
    }

    /// Whether `now` satisfies all rules, with negative literals and choices as in `then`.
    fn is_model(&self, now: Set, then: Set) -> bool {
        self.rules.iter().all(|rule| {
            let applies = rule.body.iter().all(|condition| condition.holds(now, then));
            !applies
                || match &rule.head {
                    Head::Disjunction(atoms, conditional) => {
                        now & atoms != 0 || conditional.iter().any(|one| is_chosen(one, now, then))
                    }
                    &Head::Choice(atoms) => then & atoms & !now == 0,
                }
        })
    }
}

/// Whether an atom and its condition hold in `then`, and in `now` the atom does where the condition does.
fn is_chosen((atom, given): &(Set, Vec<Condition>), now: Set, then: Set) -> bool {
    let holds = |now| given.iter().all(|given| given.holds(now, then));
    then & atom != 0 && holds(then) && (now & atom != 0 || !holds(now))
}

fn is_aggregate(tree: &Tree, node: Node) -> bool {
    let kind = tree.head(node).map_or(&b""[..], Symbol::bytes);
    matches!(kind, b"{}" | b"[]" | b"#sum" | b"#count")
}

fn is_form(tree: &Tree, node: Node, head: &[u8]) -> bool {
    tree.head(node).is_some_and(|its| its.bytes() == head)
}

fn number(tree: &Tree, node: Node) -> Option<i64> {
    str::from_utf8(tree.bytes(node)).ok()?.parse().ok()
}
