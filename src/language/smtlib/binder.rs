//! Terms that bind names: `let`, quantifiers and similar binders, `match`.
//!
//! The terms that a `let` binds see only names from outside the `let`. A binding is made when the walk comes to its
//! token, so that bindings are in the order of their tokens, but it stays invisible until the body begins. In SyGuS 1,
//! a binder of a `let` may also give the sort of its term: `(x Int (+ y 1))`.

use super::binding::Space;
use super::matching::Bindings;
use super::name::{is_name, name};
use super::operators;
use super::text::Text;
use super::theories::Binder;
use super::walk::{BinderSort, SortTask, Walk};
use super::{BindingId, BindingKind, IllFormed, Role, Sort};
use crate::tree::{Node, Symbol};

/// The fault of a `let` without a list of binders and a body.
const LET_WITHOUT_PARTS: &str = "a `let` without its two parts";

/// The fault of a `let` that has no binders, or whose binders are not pairs of a name and a term.
const LET_WITHOUT_BINDERS: &str = "a `let` without its binders";

impl<T: Text> Walk<'_, '_, T> {
    /// Schedules the terms that a `let` binds, then its body.
    pub(super) fn enter_let(&mut self, node: Node) {
        let parts: Vec<Node> = self.elements(node).skip(1).collect();
        let [list, body, ref further_bodies @ ..] = parts[..] else {
            return self.enter_bodiless_let(node, &parts);
        };
        let binders: Vec<Node> = self.elements(list).collect();
        let is_whole = |&binder: &Node| self.is_pair(binder) || self.typed(binder).is_some();
        if binders.is_empty() || !binders.iter().all(is_whole) {
            return self.bad(node, LET_WITHOUT_BINDERS);
        }
        self.role(list, Role::Binders);
        let (values, names) = (self.values.len(), self.names.len());
        // The tasks are pushed in reverse: the last one is done first.
        // Some solvers accept several bodies; it is unclear what these mean.
        let sort = if further_bodies.is_empty() {
            BinderSort::Same
        } else {
            BinderSort::Makes(Sort::UNKNOWN)
        };
        self.tasks
            .push(SortTask::Leave(node, self.scopes.mark(), sort));
        for &term in further_bodies.iter().rev() {
            self.not_a_body(node, term);
            self.tasks.extend([SortTask::Drop, SortTask::Term(term)]);
        }
        self.not_a_body(node, body);
        self.tasks.push(SortTask::Term(body));
        self.tasks.push(SortTask::Let(node, values, names));
        for &binder in binders.iter().rev() {
            self.role(binder, Role::Binder);
            self.not_a_body(node, self.typed(binder).unwrap_or(binder + 2));
            let tasks = match self.typed(binder) {
                Some(term) => &[
                    SortTask::TypedTerm(binder),
                    SortTask::Term(term),
                    SortTask::TypedName(binder + 1),
                ][..],
                None => &[SortTask::Term(binder + 2), SortTask::Name(binder + 1)],
            };
            self.tasks.extend(tasks);
        }
    }

    /// The term of a binder `(x S t)`; none if the binder does not have this form.
    fn typed(&self, binder: Node) -> Option<Node> {
        let is_named = self.text.len(binder) > 3
            && !self.is_list(binder + 1)
            && is_name(self.text.sym(binder + 1));
        let term = is_named.then(|| self.next(binder + 2))?;
        let is_last = term < self.next(binder) && self.next(term) == self.next(binder);
        (is_last && self.spells_sort(binder + 2)).then_some(term)
    }

    /// Binds the name of a binder `(x S t)`, and puts the sort `S` on the stack.
    pub(super) fn typed_name(&mut self, token: Node) {
        let id = self.bind(token, BindingKind::Let, Space::Term);
        self.names.push(id);
        let sort = self.sort(token + 1);
        self.values.push(sort);
    }

    /// Compares the sort of the term of a binder `(x S t)` with `S`, which stays on the stack as the sort of the name.
    pub(super) fn typed_term(&mut self, binder: Node) {
        let found = self.values.pop().unwrap_or_default();
        let declared = self.values.last().copied().unwrap_or_default();
        if !found.fits(declared) {
            let what = "a term in a `let` has another sort than its name";
            self.misfit(binder, self.next(binder + 2), what);
        }
    }

    /// Schedules the terms of a `let` without its two parts. Solvers reject it, but real inputs contain it. The terms
    /// in its binders are checked as usual; otherwise any change of them would count as well-formed.
    fn enter_bodiless_let(&mut self, node: Node, parts: &[Node]) {
        let binders: Vec<Node> = parts.iter().flat_map(|&list| self.elements(list)).collect();
        if binders.is_empty() || !binders.iter().all(|&binder| self.is_pair(binder)) {
            return self.bad(node, LET_WITHOUT_PARTS);
        }
        self.malformed(node, LET_WITHOUT_PARTS);
        self.role(parts[0], Role::Binders);
        let mark = self.scopes.mark();
        self.tasks.push(SortTask::Leave(
            node,
            mark,
            BinderSort::Makes(Sort::UNKNOWN),
        ));
        for (k, &binder) in binders.iter().enumerate().rev() {
            self.role(binder, Role::Binder);
            self.role(binder + 1, Role::Name);
            if k > 0 {
                self.tasks.push(SortTask::Drop);
            }
            self.not_a_body(node, binder + 2);
            self.tasks.push(SortTask::Term(binder + 2));
        }
    }

    /// Whether a list consists of a name and one more element.
    pub(super) fn is_pair(&self, list: Node) -> bool {
        self.text.len(list) > 2
            && !self.is_list(list + 1)
            && is_name(self.text.sym(list + 1))
            && self.next(list + 2) == self.next(list)
    }

    /// Makes the names of a `let` visible in its body. The sorts of its terms are the values from the index `values`
    /// on.
    pub(super) fn bind_let(&mut self, node: Node, values: usize, names: usize) {
        let body = self.next(node + 2); // after the head and the binders
        let scope = body..self.next(node);
        for k in names..self.names.len() {
            let sort = self.values[values + k - names];
            self.enter(self.names[k], sort, scope.clone());
        }
        self.values.truncate(values);
        self.names.truncate(names);
    }

    /// Binds the variables of a quantifier or a similar binder, and schedules its body.
    pub(super) fn enter_binder(&mut self, node: Node, word: Symbol) {
        let binder = operators::binder(word);
        let is_quantifier = binder == Some(Binder::Formula);
        let parts: Vec<Node> = self.elements(node).skip(1).collect();
        let Some((&[list, term], rest)) = parts.split_first_chunk() else {
            return self.bad(node, "a binder without its parts");
        };
        if !rest.is_empty() && is_quantifier || self.text.len(list) == 1 {
            return self.bad(node, "a binder without its parts");
        }
        let mark = self.scopes.mark();
        let variables = self.variables(list, term..self.next(node), BindingKind::Quantified);
        let body = match (binder, &variables[..]) {
            (Some(Binder::Formula), _) => BinderSort::Bool,
            (Some(Binder::Variable), &[sort]) => BinderSort::Makes(sort),
            _ => BinderSort::Makes(Sort::UNKNOWN),
        };
        self.tasks.push(SortTask::Leave(node, mark, body));
        for &more in rest.iter().rev() {
            self.tasks.push(SortTask::Drop);
            self.tasks.push(SortTask::Term(more));
        }
        self.tasks.push(SortTask::Term(term));
    }

    /// Binds the variables `((x S) …)` of a list, and returns their sorts.
    pub(super) fn variables(
        &mut self,
        list: Node,
        scope: std::ops::Range<Node>,
        kind: BindingKind,
    ) -> Vec<Sort> {
        self.role(list, Role::Binders);
        if !self.is_list(list) {
            self.malformed(list, "a list of variables is missing");
            return Vec::new();
        }
        let binders: Vec<Node> = self.elements(list).collect();
        let mut bound = Vec::with_capacity(binders.len());
        for binder in binders {
            if !self.is_pair(binder) {
                self.malformed(binder, "a variable has no sort");
                continue;
            }
            self.role(binder, Role::Binder);
            let id = self.bind(binder + 1, kind, Space::Term);
            bound.push((id, self.sort(binder + 2)));
        }
        for &(id, sort) in &bound {
            self.enter(id, sort, scope.clone());
        }
        bound.into_iter().map(|(_, sort)| sort).collect()
    }

    /// Ends the scope of a binder, and gives it its sort.
    pub(super) fn leave(&mut self, node: Node, mark: usize, body: BinderSort) {
        self.scopes.leave(mark);
        let inner = self.values.pop().unwrap_or(Sort::UNKNOWN);
        let sort = match body {
            BinderSort::Same => inner,
            BinderSort::Makes(sort) => sort,
            BinderSort::Bool => {
                if !inner.fits(Sort::BOOL) {
                    self.fault(node, IllFormed::Operands(self.text.sym(node + 1)));
                }
                Sort::BOOL
            }
        };
        self.done(node, sort);
    }

    /// Schedules the term of a `match`, then its cases.
    pub(super) fn enter_match(&mut self, node: Node) {
        let parts: Vec<Node> = self.elements(node).skip(1).collect();
        let [term, cases] = parts[..] else {
            return self.bad(node, "a `match` without its two parts");
        };
        let cases: Vec<Node> = self.elements(cases).collect();
        let whole = |&case: &Node| self.elements(case).count() == 2;
        if cases.is_empty() || !cases.iter().all(whole) {
            return self.bad(node, "a `match` without its cases");
        }
        let mark = self.values.len();
        self.tasks.push(SortTask::Match(node, mark));
        self.tasks
            .extend(cases.iter().rev().map(|&case| SortTask::Case(case, mark)));
        self.not_a_body(node, term);
        self.tasks.push(SortTask::Term(term));
    }

    /// Makes the variables in the pattern of a case visible, and schedules its body. The sort of the matched term is
    /// the value at the index `values`.
    pub(super) fn case(&mut self, case: Node, values: usize) {
        let (pattern, matched) = (case + 1, self.values[values]);
        let body = self.next(pattern);
        let scope = body..self.next(body);
        let mark = self.scopes.mark();
        let variables: Vec<Node> = self.elements(pattern).skip(1).collect();
        let constructor = self.constructor_in(pattern, &variables);
        if constructor.is_none() && is_name(self.text.sym(pattern)) {
            // A name that is no constructor is a variable for the whole value.
            let id = self.bind(pattern, BindingKind::Quantified, Space::Term);
            self.enter(id, matched, scope.clone());
        }
        let sorts = constructor.map_or(Vec::new(), |id| self.fields(id, matched));
        for (k, &token) in variables.iter().enumerate() {
            if is_name(self.text.sym(token)) {
                let id = self.bind(token, BindingKind::Quantified, Space::Term);
                let sort = sorts.get(k).copied().unwrap_or_default();
                self.enter(id, sort, scope.clone());
            }
        }
        self.not_a_body(case, body);
        self.tasks
            .push(SortTask::Leave(case, mark, BinderSort::Same));
        self.tasks.push(SortTask::Term(body));
    }

    /// The constructor with which a pattern begins. In a list, it must be one, and the others variables, one for each of
    /// its parameters; some solvers let all of them be left out.
    fn constructor_in(&mut self, pattern: Node, variables: &[Node]) -> Option<BindingId> {
        let head = self.elements(pattern).next().unwrap_or(pattern);
        let key = (name(self.text.sym(head)), Space::Term);
        let bound = self.lookup(key);
        let constructor = bound.filter(|&id| self.binding(id).kind == BindingKind::Datatype);
        if let Some(id) = constructor {
            self.refer(head, id);
            let binding = self.binding(id);
            let is_known = binding.sort != Sort::UNKNOWN;
            let is_bare = variables.is_empty();
            if is_known && !is_bare && binding.parameters.len() != variables.len() {
                self.fault(pattern, IllFormed::Operands(key.0));
            }
        } else if let Some(id) = bound.filter(|_| head != pattern) {
            self.refer(head, id);
            self.malformed(head, "a pattern begins with no constructor");
        } else if head != pattern && is_name(key.0) {
            self.unbound(head, key);
        }
        if let Some(&token) = variables.iter().find(|&&token| self.is_list(token)) {
            self.malformed(token, "a part of a pattern is no variable");
        }
        constructor
    }

    /// The sorts of a constructor's parameters in a value of this sort.
    fn fields(&self, constructor: BindingId, sort: Sort) -> Vec<Sort> {
        let binding = self.binding(constructor);
        let mut bindings = Bindings::default();
        bindings.fits(binding.sort, sort);
        binding
            .parameters
            .iter()
            .map(|&parameter| bindings.sort(parameter))
            .collect()
    }

    /// Gives a `match` the sort of its first case whose sort is known. The sorts of the cases are the values after
    /// `mark`.
    pub(super) fn end_match(&mut self, node: Node, mark: usize) {
        let cases = self.values.get(mark + 1..).unwrap_or_default();
        let known = cases.iter().find(|sort| !sort.has_unknown());
        let sort = known.or(cases.first()).copied().unwrap_or_default();
        self.values.truncate(mark);
        self.done(node, sort);
    }
}
