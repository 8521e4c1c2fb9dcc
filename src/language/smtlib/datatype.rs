//! Commands that declare sorts: plain ones, aliases, and datatypes in the standard and in the older syntax.

use super::binding::Space;
use super::commands::Parts;
use super::literal::number;
use super::text::Text;
use super::walk::Walk;
use super::{BindingId, BindingKind, Role, Sort};
use crate::tree::Node;

/// A sort with more parameters than this is a mistake: each takes memory, and a few bytes of a text can ask for any
/// number.
const MOST_PARAMETERS: usize = 1 << 6;

impl<T: Text> Walk<'_, '_, T> {
    /// Declares the sorts of a command. None if some of its required parts are missing.
    pub(super) fn sort_declaration(&mut self, shape: Parts, parts: &[Node]) -> Option<()> {
        match (shape, parts) {
            (Parts::Sort, &[token, ref arity @ ..]) if arity.len() < 2 => {
                let arity = match arity {
                    [] => 0,
                    [arity, ..] => number(self.bytes(*arity))?,
                };
                self.new_sort(token, arity)?;
            }
            (Parts::SortDefinition, &[token, list, sort]) if self.is_list(list) => {
                self.alias(token, list, sort)?;
            }
            (Parts::Datatype, &[token, body]) => {
                let parameters = self
                    .par(body)
                    .map_or(0, |(names, _)| self.elements(names).count());
                let sort = self.new_sort(token, parameters)?;
                self.datatype(sort, body)?;
            }
            (Parts::Datatypes, &[first, second]) if self.is_list(first) && self.is_list(second) => {
                let is_standard = self
                    .elements(first)
                    .next()
                    .is_some_and(|sort| self.is_list(sort));
                return if is_standard {
                    self.datatypes(first, second)
                } else {
                    self.old_datatypes(first, second)
                };
            }
            _ => return None,
        }
        Some(())
    }

    /// Declares a sort with this number of parameters, which are variables in the returned sort.
    fn new_sort(&mut self, token: Node, parameters: usize) -> Option<Sort> {
        let id = self.bind_name(token, BindingKind::Sort, Space::Sort)?;
        if parameters > MOST_PARAMETERS {
            return None;
        }
        let sort = Sort::generic(self.binding(id).name, parameters);
        self.declare(id, sort, vec![Sort::UNKNOWN; parameters]);
        Some(sort)
    }

    /// `define-sort`: gives a name to a sort in which the parameters are variables.
    fn alias(&mut self, token: Node, list: Node, sort: Node) -> Option<()> {
        let id = self.bind_name(token, BindingKind::Sort, Space::Sort)?;
        let mark = self.scopes.mark();
        let parameters = self.sort_parameters(list, sort..self.next(sort));
        let sort = self.sort(sort);
        self.scopes.leave(mark);
        self.declare(id, sort, vec![Sort::UNKNOWN; parameters]);
        Some(())
    }

    /// Binds sort parameters as variables, and returns their number.
    fn sort_parameters(&mut self, list: Node, scope: std::ops::Range<Node>) -> usize {
        let tokens: Vec<Node> = self.elements(list).collect();
        self.role(list, Role::Binders);
        for (k, &token) in tokens.iter().enumerate() {
            match self.bind_name(token, BindingKind::Parameter, Space::Sort) {
                Some(id) => self.enter(id, Sort::variable(k), scope.clone()),
                None => self.malformed(token, "the name of a parameter is missing"),
            }
        }
        tokens.len()
    }

    /// The parameters and the body of `(par (X …) body)`.
    fn par(&self, node: Node) -> Option<(Node, Node)> {
        let parts: Vec<Node> = self.elements(node).take(4).collect();
        match parts[..] {
            [par, names, body] if self.bytes(par) == b"par" => Some((names, body)),
            _ => None,
        }
    }

    /// `((T n) …) (constructors …)`: all sorts are declared first, so that the constructors can use them.
    fn datatypes(&mut self, sorts: Node, bodies: Node) -> Option<()> {
        let bodies: Vec<Node> = self.elements(bodies).collect();
        let names: Vec<Node> = self.elements(sorts).collect();
        if names.len() != bodies.len() {
            return None;
        }
        let mut declared = Vec::with_capacity(names.len());
        for name in names {
            if !self.is_pair(name) {
                return None;
            }
            let arity = number(self.bytes(name + 2))?;
            declared.push(self.new_sort(name + 1, arity)?);
        }
        for (sort, body) in declared.into_iter().zip(bodies) {
            self.datatype(sort, body)?;
        }
        Some(())
    }

    /// `(X …) ((T constructor …) …)`, the older syntax.
    fn old_datatypes(&mut self, parameters: Node, types: Node) -> Option<()> {
        let types: Vec<Node> = self.elements(types).collect();
        let mut declared = Vec::with_capacity(types.len());
        let count = self.elements(parameters).count();
        for &list in &types {
            if self.text.len(list) < 3 {
                return None;
            }
            declared.push(self.new_sort(list + 1, count)?);
        }
        let mark = self.scopes.mark();
        let scope = self.next(parameters)..self.visible.start;
        // The constructors outlive the command and the parameters do not. So the constructors are declared after the
        // parameters have gone out of scope.
        self.sort_parameters(parameters, scope);
        let mut constructors = Vec::new();
        self.implies_parameters = true;
        let read = types.iter().zip(&declared).try_for_each(|(&list, &sort)| {
            let nodes: Vec<Node> = self.elements(list).skip(1).collect();
            nodes
                .into_iter()
                .try_for_each(|node| self.constructor_of(sort, node, &mut constructors))
        });
        self.implies_parameters = false;
        self.scopes.leave(mark);
        read?;
        self.declare_all(constructors);
        Some(())
    }

    /// The constructors of one datatype: `(c …)`, or `(par (X …) (c …))`.
    fn datatype(&mut self, sort: Sort, body: Node) -> Option<()> {
        let mark = self.scopes.mark();
        let list = match self.par(body) {
            Some((names, list)) => {
                self.sort_parameters(names, list..self.next(list));
                list
            }
            None => body,
        };
        let nodes: Vec<Node> = self.elements(list).collect();
        let mut constructors = Vec::new();
        let read = nodes
            .iter()
            .try_for_each(|&node| self.constructor_of(sort, node, &mut constructors));
        self.scopes.leave(mark);
        read?;
        self.declare_all(constructors);
        (!nodes.is_empty()).then_some(())
    }

    /// Reads `c`, `(c)`, or `(c (selector S) …)`, and adds the constructor and its selectors to `found`.
    fn constructor_of(&mut self, sort: Sort, node: Node, found: &mut Vec<Member>) -> Option<()> {
        let token = if self.is_list(node) {
            self.elements(node).next()?
        } else {
            node
        };
        let id = self.bind_name(token, BindingKind::Datatype, Space::Term)?;
        let selectors: Vec<Node> = self.elements(node).skip(1).collect();
        let mut parameters = Vec::with_capacity(selectors.len());
        let place = found.len(); // the constructor comes before its selectors
        for selector in selectors {
            if !self.is_pair(selector) {
                return None;
            }
            let id = self.bind_name(selector + 1, BindingKind::Datatype, Space::Term)?;
            let range = self.sort(selector + 2);
            parameters.push(range);
            found.push((id, range, vec![sort]));
        }
        found.insert(place, (id, sort, parameters));
        Some(())
    }

    fn declare_all(&mut self, members: Vec<Member>) {
        for (id, sort, parameters) in members {
            self.declare(id, sort, parameters);
        }
    }
}

/// A constructor or selector that is still to be declared: its binding, its sort, and the sorts of its parameters.
type Member = (BindingId, Sort, Vec<Sort>);
