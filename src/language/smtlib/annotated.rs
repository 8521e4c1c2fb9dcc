//! Terms with attributes: `(! TERM :named NAME)`.

use super::name::{is_keyword, is_name};
use super::operators;
use super::text::Text;
use super::walk::{SortTask, Walk};
use super::{IllFormed, Sort};
use crate::tree::Node;

impl<T: Text> Walk<'_, '_, T> {
    /// Schedules the term of a `!`, and its attributes after it.
    pub(super) fn enter_annotation(&mut self, node: Node) {
        let Some(term) = self.elements(node).nth(1) else {
            return self.bad(node, "a `!` without its term");
        };
        self.not_a_body(node, term);
        self.tasks.push(SortTask::Attributes(node));
        self.tasks.push(SortTask::Term(term));
    }

    /// Handles the attributes of a `!`: names become visible, patterns are terms, and other attributes are skipped.
    pub(super) fn attributes(&mut self, node: Node) {
        let sort = self.values.pop().unwrap_or(Sort::UNKNOWN);
        self.done(node, sort);
        let mut attributes = self.elements(node).skip(2).peekable();
        if attributes.peek().is_none() {
            self.fault(node, IllFormed::no_attributes());
        }
        while let Some(keyword) = attributes.next() {
            if !is_keyword(self.text.sym(keyword)) {
                self.malformed(keyword, "an attribute is expected");
            }
            let value = attributes.next_if(|&value| !is_keyword(self.text.sym(value)));
            match (self.bytes(keyword), value) {
                (_, None) if operators::attribute(self.text.sym(keyword)).is_some() => {
                    self.malformed(keyword, "an attribute has no value");
                }
                (b":named", Some(token)) if is_name(self.text.sym(token)) => {
                    self.named(token, sort, self.next(node + 2));
                }
                (b":named", Some(token)) => self.malformed(token, "a name is missing"),
                (b":pattern", Some(list)) => self.pattern(node, list),
                (_, Some(value)) => self.opaque(value),
                (_, None) => {}
            }
        }
    }

    /// Schedules the terms of a pattern, each of which must be an application, as z3 demands. Some texts omit the list
    /// around the terms; then the first element is an operator or the name of a function.
    fn pattern(&mut self, node: Node, list: Node) {
        let is_operator = |&term: &Node| {
            let operator = operators::operator(self.text.sym(term));
            operator.is_some_and(|head| head.fewest() > 0)
        };
        let is_function = |&term: &Node| {
            let binding = self.bound(term).map(|id| self.binding(id));
            is_operator(&term) || binding.is_some_and(|binding| !binding.parameters.is_empty())
        };
        let is_list_omitted = self
            .elements(list)
            .next()
            .is_some_and(|term| is_function(&term));
        let terms: Vec<Node> = self
            .elements(list)
            .filter(|term| !is_operator(term))
            .collect();
        for term in terms.into_iter().rev() {
            if !is_list_omitted && self.is_literal_or_variable(term) {
                let what = "an element of a pattern is a literal or a variable";
                self.misfit(node, term, what);
            }
            self.not_a_body(node, term);
            self.tasks.extend([SortTask::Drop, SortTask::Term(term)]);
        }
    }
}
