//! Conditional literals in rules: `a : b, c`.
//!
//! In a body, it means the implication that `a` holds if `b` and `c` do. Negation and disjunction can express an
//! implication in a body (Cabalar & Ferraris, TPLP 2007, "Propositional theories are strongly equivalent to logic
//! programs"). In a disjunction, it is an alternative that exists only if `b` and `c` hold. If these depend on the rule
//! itself, gringo 5.8.0 is inconsistent about the meaning, so here they must be decided by facts and choices alone.

use super::bounds::GroundLiteral;
use super::ground::Ground;
use super::ground_rule::Body;
use crate::tree::{Node, Tree};

impl Ground {
    /// A literal that holds where the conditional literal of a body does.
    pub(super) fn implication(&mut self, tree: &Tree, node: Node) -> Option<GroundLiteral> {
        let mut parts = tree.children(node).skip(1);
        let then = self.literal(tree, parts.next()?)?;
        let condition = self.literals(tree, parts)?;
        // It holds if the conclusion does, or if the condition does not.
        let holds = self.defined(Body::Literals(vec![then]));
        let given = self.as_literal(Body::Literals(condition.clone()));
        let not_given = self.negation(given);
        self.add(false, vec![holds], Body::Literals(vec![not_given]));
        // The rule for a negative literal follows from those above.
        if then > 0 {
            let then = self.negation(-then);
            for atom in condition.into_iter().filter(|&literal| literal > 0) {
                self.add(false, vec![holds, atom], Body::Literals(vec![then]));
            }
        }
        Some(holds)
    }

    /// An atom that stands for a conditional literal in a disjunction.
    pub(super) fn alternative(&mut self, tree: &Tree, node: Node) -> Option<GroundLiteral> {
        let mut parts = tree.children(node).skip(1);
        let atom = self.atom(tree, parts.next()?)?;
        let condition = self.literals(tree, parts)?;
        let atoms = condition.iter().map(|literal| literal.abs());
        self.conditions.extend(atoms);
        let given = self.as_literal(Body::Literals(condition));
        let chosen = self.defined(Body::Literals(vec![atom, given]));
        self.derives(&[atom], true);
        self.add(false, vec![atom], Body::Literals(vec![given, chosen]));
        self.add(false, Vec::new(), Body::Literals(vec![chosen, -given]));
        Some(chosen)
    }

    /// Checks that the atoms in conditions of disjunctions depend on no other atoms.
    ///
    /// # Errors
    /// One of them does; says which, in words.
    pub(super) fn check_conditions(&self) -> Result<(), String> {
        let dependent = self
            .conditions
            .iter()
            .filter(|atom| self.heads.get(atom) == Some(&true))
            .min();
        let Some(atom) = dependent else {
            return Ok(());
        };
        let name = self.names.get(atom).map_or(&b""[..], Vec::as_slice);
        let name = String::from_utf8_lossy(name);
        Err(format!(
            "the atom `{name}` is a condition in a disjunction, and depends on other atoms"
        ))
    }
}
