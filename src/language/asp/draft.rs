//! Expressions while they are being read: an operator comes after its first operand, so the tree cannot be built from
//! left to right.

use crate::tree::{Builder, Symbol};

/// The index of an expression in a draft.
pub(super) type Id = u32;

#[derive(Debug)]
enum Expression {
    Leaf(Symbol),
    List(Vec<Id>),
}

/// A table of expressions that refer to one another.
#[derive(Debug, Default)]
pub(super) struct Draft(Vec<Expression>);

impl Draft {
    /// Adds a token.
    pub(super) fn leaf(&mut self, token: &[u8]) -> Id {
        self.add(Expression::Leaf(Symbol::of(token)))
    }

    /// Adds a list.
    pub(super) fn list(&mut self, elements: Vec<Id>) -> Id {
        self.add(Expression::List(elements))
    }

    /// Adds a list that begins with a token.
    pub(super) fn form(&mut self, head: &[u8], elements: impl IntoIterator<Item = Id>) -> Id {
        let mut all = vec![self.leaf(head)];
        all.extend(elements);
        self.list(all)
    }

    /// The token, if the expression is one.
    pub(super) fn token(&self, id: Id) -> Option<&'static [u8]> {
        match self.0[id as usize] {
            Expression::Leaf(token) => Some(token.bytes()),
            Expression::List(_) => None,
        }
    }

    /// The elements, if the expression is a list.
    pub(super) fn elements(&self, id: Id) -> Option<&[Id]> {
        match &self.0[id as usize] {
            Expression::Leaf(_) => None,
            Expression::List(elements) => Some(elements),
        }
    }

    /// Forgets everything, because it has been built.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the expression to a tree.
    pub(super) fn build(&self, id: Id, builder: &mut Builder) {
        // What is still to be added; `None` closes a list.
        let mut stack = vec![Some(id)];
        while let Some(next) = stack.pop() {
            let Some(id) = next else {
                builder.close();
                continue;
            };
            match &self.0[id as usize] {
                Expression::Leaf(token) => builder.leaf(*token),
                Expression::List(elements) => {
                    builder.open();
                    stack.push(None);
                    stack.extend(elements.iter().rev().copied().map(Some));
                }
            }
        }
    }

    fn add(&mut self, expression: Expression) -> Id {
        let id = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        self.0.push(expression);
        id
    }
}
