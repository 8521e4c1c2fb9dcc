//! The names of the atoms of a ground program, and what they mean in text: an atom such as `-a` excludes the atom `a`
//! there, and any ground term can be shown.

use super::bounds::GroundLiteral;
use super::formats::{Asp, GRINGO};
use super::ground::Ground;
use super::ground_rule::{Body, GroundRule};
use super::ground_term::value;
use super::roles::rule;
use crate::language::Syntax;
use crate::tree::{Node, ROOT, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

impl Ground {
    /// Adds the constraints that an atom and its classical negation do not hold together, as the text formats mean it.
    /// In the numeric formats, they are two unrelated atoms, and so are shown terms.
    pub(super) fn exclude_complements(&mut self) {
        let is_atom = |(atom, _): &(&GroundLiteral, &Vec<u8>)| self.predicates.contains_key(*atom);
        let atoms = || self.names.iter().filter(is_atom);
        let named: FxHashMap<&[u8], GroundLiteral> = atoms()
            .map(|(&atom, name)| (name.as_slice(), atom))
            .collect();
        let pairs = atoms().filter_map(|(&negative, name)| {
            let positive = *named.get(name.strip_prefix(b"-")?)?;
            Some(vec![positive, negative])
        });
        let pairs: Vec<Vec<GroundLiteral>> = pairs.collect();
        for pair in pairs {
            self.add(false, Vec::new(), Body::Literals(pair));
        }
    }

    /// Checks that all names are UTF-8, so that two of them cannot become one.
    ///
    /// # Errors
    /// One of them is not; says which, in words.
    pub(super) fn check_names(&self) -> Result<(), String> {
        let nodes = self.edges.iter().flat_map(|edge| &edge.nodes);
        let mut names = self.names.values().chain(nodes);
        match names.find(|name| str::from_utf8(name).is_err()) {
            Some(name) => Err(format!(
                "the name `{}` is not UTF-8",
                String::from_utf8_lossy(name)
            )),
            None => Ok(()),
        }
    }
}

/// The names of the atoms in the text format.
pub(super) struct TextNames {
    /// The atoms' own names, as far as they can be read as atoms and do not exclude one another.
    own: FxHashMap<GroundLiteral, String>,
    /// The names of the other atoms that are shown, as far as they can be read as terms.
    terms: FxHashMap<GroundLiteral, String>,
    taken: FxHashSet<String>,
}

impl TextNames {
    pub(super) fn of(ground: &Ground) -> TextNames {
        let mut own: FxHashMap<GroundLiteral, String> = ground
            .names
            .iter()
            .filter_map(|(&atom, name)| Some((atom, legal_atom(name)?)))
            .collect();
        for negation in compatible_negations(ground, &own) {
            own.remove(&negation);
        }
        let is_other =
            |atom: &GroundLiteral| !own.contains_key(atom) && !ground.hidden.contains(atom);
        let terms = ground
            .names
            .iter()
            .filter(|(atom, _)| is_other(atom))
            .filter_map(|(&atom, name)| Some((atom, legal_term(name)?)))
            .collect();
        // An atom excludes its classical negation, so the name of either is taken by both.
        let positive = |name: &String| name.trim_start_matches('-').to_owned();
        let taken = own.values().map(positive).collect();
        TextNames { own, terms, taken }
    }

    /// The literal with its own name, or with a new one.
    pub(super) fn shown(&self, literal: GroundLiteral) -> String {
        let atom = literal.abs();
        let name = self.own.get(&atom).cloned().unwrap_or_else(|| {
            let mut fresh = format!("x{atom}");
            while self.taken.contains(&fresh) {
                fresh.push('_');
            }
            fresh
        });
        let sign = if literal < 0 { "not " } else { "" };
        format!("{sign}{name}")
    }

    /// Whether some atom is shown as a term that is not its name.
    pub(super) fn has_terms(&self) -> bool {
        !self.terms.is_empty()
    }

    /// The term that is shown for an atom.
    pub(super) fn term(&self, atom: GroundLiteral) -> String {
        let term = self.terms.get(&atom).cloned();
        term.unwrap_or_else(|| self.shown(atom))
    }

    pub(super) fn joined(&self, literals: &[GroundLiteral], between: &str) -> String {
        let shown: Vec<String> = literals
            .iter()
            .map(|&literal| self.shown(literal))
            .collect();
        shown.join(between)
    }

    /// A condition after a colon; empty if there is none.
    pub(super) fn condition(&self, literals: &[GroundLiteral]) -> String {
        let colon = if literals.is_empty() { "" } else { ": " };
        format!("{colon}{}", self.joined(literals, ","))
    }

    /// Weighted literals as elements of an aggregate. Tuples are sets, so each gets a number of its own.
    pub(super) fn weighted(&self, elements: &[(GroundLiteral, i64)], priority: &str) -> String {
        let mut shown = Vec::new();
        for (number, &(literal, weight)) in elements.iter().enumerate() {
            let literal = self.shown(literal);
            shown.push(format!("{weight}{priority},{number}: {literal}"));
        }
        shown.join(";")
    }
}

/// The atoms with the name of a classical negation, such as `-a`, that may hold together with the other atom, here `a`. In
/// text they could not, so they cannot keep their names.
fn compatible_negations(
    ground: &Ground,
    own: &FxHashMap<GroundLiteral, String>,
) -> Vec<GroundLiteral> {
    let negations = own.iter().filter(|(_, name)| name.starts_with('-'));
    let negations: Vec<(GroundLiteral, &str)> =
        negations.map(|(&atom, name)| (atom, &name[1..])).collect();
    if negations.is_empty() {
        return Vec::new();
    }
    let atoms: FxHashMap<&str, GroundLiteral> =
        own.iter().map(|(&atom, name)| (&**name, atom)).collect();
    let excluded = excluded(&ground.rules);
    let are_compatible = |(negation, name): (GroundLiteral, &str)| {
        let atom = *atoms.get(name)?;
        let pairs = [[atom, negation], [atom, atom], [negation, negation]];
        let is_excluded = pairs.iter().any(|pair| excluded.contains(pair));
        // Atoms of a text exclude each other, but not what it shows.
        let are_of_text =
            ground.predicates.contains_key(&atom) && ground.predicates.contains_key(&negation);
        (!is_excluded && !are_of_text).then_some(negation)
    };
    negations.into_iter().filter_map(are_compatible).collect()
}

/// The pairs of literals that constraints exclude, in both orders; a pair of equal ones for a literal that never holds.
/// smodels has no constraints, but rules for atoms that must not hold.
fn excluded(rules: &[GroundRule]) -> FxHashSet<[GroundLiteral; 2]> {
    let constraints = rules.iter().filter(|rule| rule.heads.is_empty());
    let never: FxHashSet<GroundLiteral> = constraints
        .filter(|rule| !rule.is_choice)
        .filter_map(|rule| rule.body.literal())
        .collect();
    let is_constraint =
        |rule: &&GroundRule| !rule.is_choice && rule.heads.iter().all(|head| never.contains(head));
    let mut excluded = FxHashSet::default();
    for rule in rules.iter().filter(is_constraint) {
        if let Body::Literals(literals) = &rule.body
            && let [one] | [one, _] = literals[..]
        {
            let other = literals.last().copied().unwrap_or(one);
            excluded.extend([[one, other], [other, one]]);
        }
    }
    excluded
}

/// The name as text, if it can be read as one atom that is its own value.
fn legal_atom(name: &[u8]) -> Option<String> {
    let (tree, atom) = fact(&[name, b"."].concat())?;
    as_value(&tree, atom, name)
}

/// The name as text, if it can be read as one term that is its own value.
fn legal_term(name: &[u8]) -> Option<String> {
    let (tree, atom) = fact(&[b"p(", name, b")."].concat())?;
    as_value(&tree, tree.child(atom, 1)?, name)
}

/// The name as text, if it is the value of a term of this tree.
fn as_value(tree: &Tree, term: Node, name: &[u8]) -> Option<String> {
    let is_value = value(tree, term).is_some_and(|value| value == name);
    is_value.then(|| String::from_utf8(name.to_vec()).ok())?
}

/// The program and the atom of a text that is nothing but a fact.
fn fact(text: &[u8]) -> Option<(Tree, Node)> {
    let tree = Asp.parse_as(text, GRINGO).ok()?;
    let [statement] = tree.elements(ROOT)?;
    let (head, body) = rule(&tree, statement)?;
    let [atom] = tree.elements(head)?;
    (tree.len(body) == 1).then_some((tree, atom))
}
