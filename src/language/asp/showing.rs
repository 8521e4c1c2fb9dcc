//! `#show` and `#project` in ground programs in text.

use super::bounds::GroundLiteral;
use super::ground::Ground;
use super::ground_rule::Body;
use super::ground_term::value;
use crate::tree::{Node, Tree};
use rustc_hash::FxHashSet;

impl Ground {
    /// Adds `#show.`, `#show p/2.` or `#show t : a, b.`
    pub(super) fn showing(&mut self, tree: &Tree, parts: &[Node]) -> Option<()> {
        match *parts {
            [] => {
                self.selected.shown.get_or_insert_default();
            }
            [predicate] => {
                let shown = self.selected.shown.get_or_insert_default();
                shown.insert(tree.bytes(predicate).to_vec());
            }
            [term, body] => {
                let term = value(tree, term)?;
                let body = self.body(tree, body)?;
                self.selected.terms.entry(term).or_default().push(body);
            }
            _ => return None,
        }
        Some(())
    }

    /// Adds `#project p/2.`
    pub(super) fn projecting(&mut self, tree: &Tree, predicate: Node) {
        let predicate = tree.bytes(predicate).to_vec();
        self.selected.projected.insert(predicate);
    }

    /// Adds `#project a : b, c.`
    pub(super) fn projecting_where(&mut self, tree: &Tree, node: Node) -> Option<()> {
        let mut parts = tree.children(node).skip(1);
        let atom = self.atom(tree, parts.next()?)?;
        let condition = self.literals(tree, parts)?;
        self.selected.conditional.push((atom, condition));
        Some(())
    }

    /// Projects on the atoms whose conditions hold. Facts must decide the conditions; truth values and comparisons have
    /// become facts, too.
    ///
    /// # Errors
    /// Says, in words, that a condition is not decided.
    fn project(
        &mut self,
        conditional: Vec<(GroundLiteral, Vec<GroundLiteral>)>,
    ) -> Result<(), String> {
        let facts: FxHashSet<GroundLiteral> = self
            .rules
            .iter()
            .filter_map(|rule| match (&rule.heads[..], &rule.body) {
                (&[head], Body::Literals(body)) if body.is_empty() && !rule.is_choice => Some(head),
                _ => None,
            })
            .collect();
        for (atom, condition) in conditional {
            if condition.iter().all(|literal| facts.contains(literal)) {
                self.projected.push(atom);
            } else if !condition.iter().any(|&literal| facts.contains(&-literal)) {
                return Err("a condition of `#project` is not decided by facts".into());
            }
        }
        Ok(())
    }

    /// Notes the predicate of a new atom.
    pub(super) fn note_predicate(&mut self, tree: &Tree, node: Node, atom: GroundLiteral) {
        let name = tree.head(node).unwrap_or(tree.sym(node));
        let arguments = tree.children(node).count().saturating_sub(1);
        let predicate = [name.bytes(), b"/", arguments.to_string().as_bytes()].concat();
        self.predicates.insert(atom, predicate);
    }

    /// Applies what was selected, once all atoms are known.
    ///
    /// # Errors
    /// Says, in words, what the formats cannot express.
    pub(super) fn select(&mut self) -> Result<(), String> {
        let selected = std::mem::take(&mut self.selected);
        let atoms: Vec<GroundLiteral> = self.names.keys().copied().collect();
        let mut as_terms = FxHashSet::default();
        for (term, bodies) in selected.terms {
            let atom = self.shown_term(&term, bodies).ok_or_else(|| {
                let term = String::from_utf8_lossy(&term);
                format!("the term `{term}` of `#show` is an atom, too")
            })?;
            as_terms.insert(atom);
        }
        let predicate = |atom: &GroundLiteral| self.predicates.get(atom);
        if let Some(shown) = selected.shown {
            self.hidden = atoms.iter().copied().collect();
            self.hidden.retain(|atom| {
                let is_hidden = |predicate| !shown.contains(predicate);
                !as_terms.contains(atom) && predicate(atom).is_some_and(is_hidden)
            });
        }
        for atom in &atoms {
            if predicate(atom).is_some_and(|predicate| selected.projected.contains(predicate)) {
                self.projected.push(*atom);
            }
        }
        let is_projecting = !selected.projected.is_empty() || !selected.conditional.is_empty();
        self.project(selected.conditional)?;
        if self.projected.is_empty() && is_projecting {
            return Err("there is no atom that `#project` names".into());
        }
        Ok(())
    }

    /// The atom that stands for a shown term. None if there is another atom of this name.
    fn shown_term(&mut self, term: &[u8], bodies: Vec<Body>) -> Option<GroundLiteral> {
        let literal = self.one_of(bodies);
        match self.atom_named(term) {
            Some(atom) => (atom == literal).then_some(atom),
            None => self.show(term, vec![literal]),
        }
    }
}
