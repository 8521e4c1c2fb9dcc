//! Choices in the heads of ground rules: a choice with bounds is one without, and a constraint for each bound.

use super::bounds::{GroundLiteral, bounds};
use super::ground::Ground;
use super::ground_rule::Body;
use super::tuples::AggregateElement;
use crate::tree::{Node, Tree};
use rustc_hash::FxHashSet;

impl Ground {
    /// Adds a rule whose head is a choice: the choice without its bounds, and a constraint for each bound.
    pub(super) fn choice(&mut self, tree: &Tree, choice: Node, body: Node) -> Option<()> {
        let has_conditions = tree.len(body) > 1;
        let elements = self.elements(tree, choice)?;
        let body = self.body(tree, body)?;
        let counted = self.counted(&elements);
        for element in &elements {
            let is_conditional = has_conditions || element.literals.len() > 1;
            self.derives(&element.literals[..1], is_conditional);
        }
        self.choose(&elements, &body);
        for bound in bounds(tree, choice, &counted)? {
            let holds = self.kept(&bound)?;
            let condition = self.as_literal(body.clone());
            let violated = Body::Literals(vec![condition, -holds]);
            self.add(false, Vec::new(), violated);
        }
        Some(())
    }

    /// Adds the choice of the elements' literals where the body and their conditions hold. Negative literals are not
    /// chosen.
    fn choose(&mut self, elements: &[AggregateElement], body: &Body) {
        let (plain, conditional): (Vec<_>, Vec<_>) = elements
            .iter()
            .filter_map(|element| element.literals.split_first())
            .filter(|&(&head, _)| head > 0)
            .partition(|(_, condition)| condition.is_empty());
        // One rule chooses all atoms without conditions, each once.
        let mut seen = FxHashSet::default();
        let heads: Vec<GroundLiteral> = plain
            .into_iter()
            .map(|(&head, _)| head)
            .filter(|head| seen.insert(*head))
            .collect();
        if !heads.is_empty() || conditional.is_empty() {
            self.add(true, heads, body.clone());
        }
        if conditional.is_empty() {
            return;
        }
        let body = match body {
            Body::Literals(literals) => literals.clone(),
            sum @ Body::Sum(..) => vec![self.as_literal(sum.clone())],
        };
        for (&head, condition) in conditional {
            let all = [&body[..], condition].concat();
            self.add(true, vec![head], Body::Literals(all));
        }
    }
}
