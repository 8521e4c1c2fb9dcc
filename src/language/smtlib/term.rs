//! Terms: resolves names and infers sorts from the leaves up, with a stack of tasks instead of recursion.
//!
//! A task that enters a term pushes what is to be done for its parts and, below that, what is to be done once they are
//! finished. Each finished term leaves its sort on a second stack, the values.

use super::binding::Space;
use super::function::{self, arrow};
use super::grammar::is_wildcard;
use super::literal::{is_number, number};
use super::matching::Bindings;
use super::name::{is_name, name};
use super::operators;
use super::rank::Fit;
use super::text::Text;
use super::walk::{ApplicationHead, SortTask, Walk};
use super::{BindingId, BindingKind, IllFormed, LiteralKind, Role, Sort, SortKind};
use crate::tree::{Node, Symbol};

impl<T: Text> Walk<'_, '_, T> {
    /// Walks through a term and returns its sort.
    pub(super) fn term(&mut self, node: Node) -> Sort {
        let floor = self.tasks.len(); // tasks below this belong to others
        self.tasks.push(SortTask::Term(node));
        while self.tasks.len() > floor {
            let faults = self.faults.len();
            if let Some(task) = self.tasks.pop() {
                self.step(task);
            }
            if self.is_decided(faults) {
                self.tasks.truncate(floor);
                return Sort::UNKNOWN;
            }
        }
        self.values.pop().unwrap_or(Sort::UNKNOWN)
    }

    /// Walks through a term that must be `Bool`.
    pub(super) fn formula(&mut self, node: Node) {
        self.not_a_body(self.current, node);
        if !self.term(node).fits(Sort::BOOL) {
            let what = "a term is not a formula, where a formula is expected";
            self.misfit(self.current, node, what);
        }
    }

    /// Does one task.
    fn step(&mut self, task: SortTask) {
        match task {
            SortTask::Term(node) => self.enter_term(node),
            SortTask::Terms(node, end) => {
                let next = self.next(node);
                if next < end {
                    self.tasks.push(SortTask::Terms(next, end));
                }
                self.enter_term(node);
            }
            SortTask::Apply(node, mark, head) => self.apply(node, mark, head),
            SortTask::Name(token) => {
                let id = self.bind(token, BindingKind::Let, Space::Term);
                self.names.push(id);
            }
            SortTask::TypedName(token) => self.typed_name(token),
            SortTask::TypedTerm(binder) => self.typed_term(binder),
            SortTask::Let(node, values, names) => self.bind_let(node, values, names),
            SortTask::Leave(node, mark, body) => self.leave(node, mark, body),
            SortTask::Attributes(node) => self.attributes(node),
            SortTask::Case(case, mark) => self.case(case, mark),
            SortTask::Match(node, mark) => self.end_match(node, mark),
            SortTask::Drop => {
                self.values.pop();
            }
        }
    }

    /// Records the sort of a term and puts it on the stack.
    pub(super) fn done(&mut self, node: Node, sort: Sort) {
        if let Some(record) = &mut self.record {
            record.sorts[node as usize] = sort;
        }
        self.values.push(sort);
    }

    /// Records a term that is not understood because it is malformed.
    pub(super) fn bad(&mut self, node: Node, what: &'static str) {
        self.malformed(node, what);
        self.opaque(node);
        self.done(node, Sort::UNKNOWN);
    }

    fn enter_term(&mut self, node: Node) {
        self.role(node, Role::Term);
        if let Some(sort) = self.known(node) {
            self.values.push(sort);
        } else if self.is_list(node) {
            self.enter_list(node);
        } else {
            let sort = self.leaf(node);
            self.done(node, sort);
        }
    }

    /// The sort of a token as a term.
    fn leaf(&mut self, node: Node) -> Sort {
        let name = name(self.text.sym(node));
        if let Some(id) = self.lookup((name, Space::Term)) {
            self.refer(node, id);
            let binding = self.binding(id);
            return Bindings::default().sort(arrow(&binding.parameters, binding.sort));
        }
        if let Some(literal) = LiteralKind::of(name.bytes()) {
            return literal.sort();
        }
        if let Some(operator) = operators::operator(name) {
            return operator.result(&[], &[]).unwrap_or_else(|| {
                self.malformed(node, "an operator is used as a term");
                Sort::UNKNOWN
            });
        }
        if name.bytes().starts_with(b"#") {
            return Sort::UNKNOWN; // a literal of a solver's own, such as `#f1m7`
        }
        if !is_name(name) || self.is_sort_name(name, node) {
            self.malformed(node, "a term is expected");
        } else {
            self.unbound(node, (name, Space::Term));
        }
        Sort::UNKNOWN
    }

    fn enter_list(&mut self, node: Node) {
        let Some(head) = self.elements(node).next() else {
            return self.bad(node, "an empty list where a term belongs");
        };
        if self.is_list(head) {
            return self.enter_application(node, None);
        }
        match self.bytes(head) {
            b"let" => self.enter_let(node),
            b"!" => self.enter_annotation(node),
            b"match" => self.enter_match(node),
            b"as" => {
                let sort = self.qualified(node);
                self.done(node, sort);
            }
            b"_" => {
                self.opaque(node);
                let sort = self.indexed_constant(node);
                self.done(node, sort);
            }
            b"par" => self.bad(node, "`par` where a term belongs"),
            _ => self.enter_named(node, head),
        }
    }

    /// Enters an application of a name, or a binder that is not a reserved word.
    fn enter_named(&mut self, node: Node, token: Node) {
        let name = name(self.text.sym(token));
        if let Some(id) = self.lookup((name, Space::Term)) {
            self.refer(token, id);
            return self.enter_application(node, Some(ApplicationHead::Bound(id)));
        }
        if is_wildcard(name) && self.is_pair(node) && self.spells_sort(token + 1) {
            let sort = self.sort(token + 1);
            return self.done(node, sort);
        }
        let head = match operators::operator(name) {
            Some(operator) => ApplicationHead::Operator(operator),
            None if operators::is_binder(name) => return self.enter_binder(node, name),
            None if !is_name(name) || self.is_sort_name(name, token) => {
                return self.bad(node, "an application of what is no function");
            }
            None => self.unknown_head(token, name),
        };
        self.enter_application(node, Some(head));
    }

    /// The head of an application whose name has no other meaning: `is-c` is the tester of the constructor `c`;
    /// anything else is unknown.
    fn unknown_head(&mut self, token: Node, name: Symbol) -> ApplicationHead {
        let constructor = name.bytes().strip_prefix(b"is-").map(Symbol::of);
        let tested = constructor.and_then(|name| self.lookup((name, Space::Term)));
        let is_constructor = |&id: &BindingId| self.binding(id).kind == BindingKind::Datatype;
        if tested.as_ref().is_some_and(is_constructor) {
            return self.tester(tested);
        }
        let name = constructor.unwrap_or(name);
        self.unbound(token, (name, Space::Term));
        ApplicationHead::Makes(Sort::UNKNOWN)
    }

    /// Schedules the operands of an application, and the application after them. If `head` is none, the first element
    /// is a list.
    fn enter_application(&mut self, node: Node, head: Option<ApplicationHead>) {
        if self.next(node + 1) == self.next(node) {
            return self.bad(node, "an application without operands");
        }
        // A head that is any other list is a term, like the operands.
        let skip = usize::from(head.is_some() || self.is_qualified(node + 1));
        let head = head.unwrap_or_else(|| self.list_head(node + 1));
        self.tasks
            .push(SortTask::Apply(node, self.values.len(), head));
        if let Some(first) = self.elements(node).nth(skip) {
            self.tasks.push(SortTask::Terms(first, self.next(node)));
        }
        for operand in self.elements(node).skip(skip) {
            self.not_a_body(node, operand);
        }
    }

    /// Whether a list that is a head has the form `(_ f …)` or `(as f S)`, so that it is not a term.
    fn is_qualified(&self, list: Node) -> bool {
        self.text.len(list) > 1 && matches!(self.bytes(list + 1), b"_" | b"as")
    }

    /// The sort of `(_ c i …)` as a term.
    fn indexed_constant(&mut self, node: Node) -> Sort {
        let head = self.elements(node).nth(1);
        let Some(token) = head.filter(|&token| !self.is_list(token)) else {
            return Sort::UNKNOWN;
        };
        let name = self.text.sym(token);
        let Some(operator) = operators::indexed(name) else {
            self.unbound(node, (name, Space::Indexed));
            return Sort::UNKNOWN;
        };
        operator
            .result(&self.indices(node), &[])
            .unwrap_or_else(|| {
                self.fault(node, IllFormed::Operands(name));
                Sort::UNKNOWN
            })
    }

    /// The head of an application whose first element is a list.
    fn list_head(&mut self, list: Node) -> ApplicationHead {
        if !self.is_qualified(list) {
            if !self.higher_order {
                self.misfit(list - 1, list, "a list is used as a function");
            }
            return ApplicationHead::Makes(Sort::UNKNOWN);
        }
        if self.bytes(list + 1) == b"as" {
            return self.qualified_head(list);
        }
        self.opaque(list);
        let is_symbol = |&token: &Node| {
            !self.is_list(token) && LiteralKind::of(self.text.sym(token).bytes()).is_none()
        };
        let Some(token) = self.elements(list).nth(1).filter(is_symbol) else {
            self.malformed(list, "an index has no name before it");
            return ApplicationHead::Makes(Sort::UNKNOWN);
        };
        if self.bytes(token) == b"is" {
            return self.constructor(list);
        }
        let name = self.text.sym(token);
        if let Some(operator) = operators::indexed(name) {
            return ApplicationHead::Indexed(operator, list);
        }
        self.unbound(list, (name, Space::Indexed));
        ApplicationHead::Makes(Sort::UNKNOWN)
    }

    /// The head `(_ is c)`. Its constructor `c` may also be `(c (S) T)`.
    fn constructor(&mut self, list: Node) -> ApplicationHead {
        let constructor = self.elements(list).nth(2);
        let bound = constructor.and_then(|token| self.bound(token));
        match constructor {
            None => self.malformed(list, "a tester has no constructor"),
            Some(token) if bound.is_none() && !self.is_list(token) => {
                self.unbound(token, (name(self.text.sym(token)), Space::Term));
            }
            Some(_) => {}
        }
        self.tester(bound)
    }

    /// The tester of a constructor; of anything else, little is known.
    fn tester(&self, constructor: Option<BindingId>) -> ApplicationHead {
        let binding = constructor.map(|id| self.binding(id));
        match binding.filter(|binding| binding.kind == BindingKind::Datatype) {
            Some(binding) => ApplicationHead::Takes(binding.name, binding.sort, Sort::BOOL),
            None => ApplicationHead::Makes(Sort::BOOL),
        }
    }

    /// The head `(as f S)`.
    fn qualified_head(&mut self, list: Node) -> ApplicationHead {
        let sort = self.qualified(list);
        let Some(token) = self.elements(list).nth(1) else {
            return ApplicationHead::Makes(sort);
        };
        match (self.bound(token), sort.structure()) {
            (Some(id), _) => ApplicationHead::Qualified(id, sort),
            (None, Some(&SortKind::Array(_, element))) if self.bytes(token) == b"const" => {
                ApplicationHead::Takes(self.text.sym(token), element, sort)
            }
            _ => ApplicationHead::Makes(sort),
        }
    }

    /// Walks through `(as f S)`, and returns the sort `S`.
    fn qualified(&mut self, node: Node) -> Sort {
        let parts: Vec<Node> = self.elements(node).skip(1).collect();
        let [term, sort] = parts[..] else {
            self.malformed(node, "`as` does not have two parts");
            return Sort::UNKNOWN;
        };
        let name = name(self.text.sym(term));
        if let Some(id) = self.lookup((name, Space::Term)) {
            self.refer(term, id);
        } else if !self.is_list(term) {
            self.unbound(term, (name, Space::Term));
        }
        self.sort(sort)
    }

    /// Finishes an application whose operands have left their sorts on the stack above the mark.
    fn apply(&mut self, node: Node, mark: usize, head: ApplicationHead) {
        let fit = self.fit(head, &self.values[mark..]);
        let sort = match fit {
            Some(fit) if fit.mixes && self.mixes_for_sure(node, mark, head) => {
                self.fault(node, IllFormed::Mixes(self.head_name(head)));
                fit.sort
            }
            Some(fit) => fit.sort,
            None => {
                self.fault(node, IllFormed::Operands(self.head_name(head)));
                Sort::UNKNOWN
            }
        };
        if let Some(array) = self.applied_array(head) {
            self.fault(node, IllFormed::Applies(array));
        }
        self.values.truncate(mark);
        self.done(node, sort);
    }

    /// The name of the head if it is an array, which some solvers let be applied to an index like a function.
    fn applied_array(&self, head: ApplicationHead) -> Option<Symbol> {
        let ApplicationHead::Bound(id) = head else {
            return None;
        };
        let binding = self.binding(id);
        let is_array = matches!(binding.sort.structure(), Some(SortKind::Array(..)));
        (is_array && binding.parameters.is_empty()).then_some(binding.name)
    }

    /// How an application to operands of these sorts fits; none if it does not.
    fn fit(&self, head: ApplicationHead, operands: &[Sort]) -> Option<Fit> {
        match head {
            ApplicationHead::Makes(sort) => Some(Fit::of(sort, &Bindings::default())),
            ApplicationHead::Takes(_, operand, sort) => {
                function::call(&[operand], sort, operands, false)
            }
            ApplicationHead::Qualified(id, sort) => {
                let binding = self.binding(id);
                if binding.parameters.is_empty() {
                    return Some(Fit::of(sort, &Bindings::default()));
                }
                // The sort is matched like a first operand.
                let parameters = [&[binding.sort][..], &binding.parameters].concat();
                let operands = [&[sort][..], operands].concat();
                function::call(&parameters, binding.sort, &operands, self.higher_order)
            }
            ApplicationHead::Operator(operator) => operator.apply(&[], operands),
            ApplicationHead::Indexed(operator, list) => {
                operator.apply(&self.indices(list), operands)
            }
            ApplicationHead::Bound(id) => {
                let binding = self.binding(id);
                match &binding.parameters[..] {
                    [] => function::applied(binding.sort, operands),
                    parameters => {
                        function::call(parameters, binding.sort, operands, self.higher_order)
                    }
                }
            }
        }
    }

    /// Whether `Int` and `Real` mix even if the numerals among the operands may be of either sort, as they are in the
    /// logics of the reals.
    fn mixes_for_sure(&self, node: Node, mark: usize, head: ApplicationHead) -> bool {
        let sorts: Vec<Sort> = self
            .elements(node)
            .skip(1)
            .zip(&self.values[mark..])
            .map(|(operand, &sort)| match sort {
                Sort::INT if is_number(self.text, operand) => Sort::UNKNOWN,
                _ => sort,
            })
            .collect();
        self.fit(head, &sorts).is_some_and(|fit| fit.mixes)
    }

    /// The indices of `(_ f i …)`; `None` for each that is not a small number.
    fn indices(&self, list: Node) -> Vec<Option<u32>> {
        self.elements(list)
            .skip(2)
            .map(|index| number(self.bytes(index)))
            .collect()
    }

    /// The name of a head, for a message.
    fn head_name(&self, head: ApplicationHead) -> Symbol {
        match head {
            ApplicationHead::Operator(operator) | ApplicationHead::Indexed(operator, _) => {
                operator.name()
            }
            ApplicationHead::Bound(id) | ApplicationHead::Qualified(id, _) => self.binding(id).name,
            ApplicationHead::Takes(name, ..) => name,
            ApplicationHead::Makes(_) => Symbol::LIST,
        }
    }

    /// What a token means as a term.
    pub(super) fn bound(&self, token: Node) -> Option<BindingId> {
        if self.is_list(token) {
            return None;
        }
        self.lookup((name(self.text.sym(token)), Space::Term))
    }

    pub(super) fn is_literal_or_variable(&self, token: Node) -> bool {
        if self.is_list(token) {
            return false;
        }
        match self.bound(token).map(|id| self.binding(id).kind) {
            Some(kind) => kind.is_variable(),
            // Solvers read `true` and `false` as names of functions.
            None => LiteralKind::of(self.bytes(token))
                .is_some_and(|literal| literal != LiteralKind::Bool),
        }
    }

    /// Binds the name of a `:named` for later commands. Its own command sees it from the node `early` on, unless the
    /// name means something else there.
    pub(super) fn named(&mut self, token: Node, sort: Sort, early: Node) {
        let id = self.bind(token, BindingKind::Named, Space::Term);
        let binding = &mut self.bindings[(id - self.first) as usize];
        (binding.sort, binding.global, binding.early) = (sort, true, early);
        let name = binding.name;
        self.given.push(id);
        if self.pending.insert(name, id).is_some() {
            self.fault(token, IllFormed::declared_twice());
        } else if let Some(other) = self.lookup_global((name, Space::Term)) {
            self.declared_twice(id, other);
        }
        self.note_meaning(id);
    }

    /// Makes the names that `:named` has bound visible to later commands. If a name is bound twice, the last binding
    /// counts.
    pub(super) fn end_named(&mut self) {
        self.pending.clear();
        let mut given = std::mem::take(&mut self.given);
        given.sort_unstable_by_key(|&id| self.binding(id).node);
        for id in given {
            let binding = &mut self.bindings[(id - self.first) as usize];
            binding.scope = self.visible.clone();
            binding.outer = self.scopes.enter(binding.key(), id);
        }
    }
}
