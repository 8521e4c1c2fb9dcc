//! Commands: which parts each command has, and what it declares.

use super::binding::Space;
use super::commands::{self, Parts};
use super::literal::{is_number, number};
use super::name::{is_keyword, is_name, name};
use super::text::Text;
use super::walk::Walk;
use super::{BindingId, BindingKind, IllFormed, Role, Sort};
use crate::tree::{Node, Symbol};

impl<T: Text> Walk<'_, '_, T> {
    /// Walks through one top-level expression. What the expression declares is visible in [`Walk::visible`].
    pub(super) fn command(&mut self, node: Node) {
        self.role(node, Role::Command);
        self.current = node;
        let head = self.elements(node).next();
        let Some(head) = head.filter(|&head| is_name(self.text.sym(head))) else {
            return self.malformed(node, "a command has no name");
        };
        let parts: Vec<Node> = self.elements(node).skip(1).collect();
        if let Some(extension) = IllFormed::extension(self.text.sym(head), parts.len()) {
            self.fault(node, extension);
        }
        if self.run_command(head, &parts).is_none() {
            self.fault(node, IllFormed::part_is_missing());
            self.pass_over(&parts);
        }
        self.end_named();
    }

    /// Walks through the parts of a command. None if some of its required parts are missing.
    fn run_command(&mut self, head: Node, parts: &[Node]) -> Option<()> {
        let Some(shape) = commands::parts(self.text.sym(head)) else {
            self.unbound(head, (name(self.text.sym(head)), Space::Command));
            self.pass_over(parts);
            return Some(());
        };
        match shape {
            Parts::Formula => {
                let &[formula] = parts else { return None };
                self.formula(formula);
            }
            Parts::FormulaAndName => {
                let (&formula, name) = parts.split_first()?;
                self.formula(formula);
                self.pass_over(name);
            }
            Parts::FormulaAndAttributes | Parts::TermAndAttributes => {
                let (&term, attributes) = parts.split_first()?;
                self.formula_or_term(term, shape == Parts::FormulaAndAttributes);
                return self.command_attributes(attributes);
            }
            Parts::AnswerAndFormula => {
                let (&[name, formula], grammar) = parts.split_first_chunk()?;
                self.opaque(name);
                self.formula(formula);
                self.possible_grammar(grammar, Sort::BOOL);
            }
            Parts::Formulas => parts.iter().for_each(|&part| self.formula(part)),
            Parts::Terms => parts
                .iter()
                .for_each(|&part| self.formula_or_term(part, false)),
            Parts::ListOfFormulas | Parts::ListOfTerms => return self.question(shape, parts),
            Parts::Clause => return self.clause(parts),
            Parts::Function | Parts::Relation | Parts::Constant | Parts::PrimedConstant => {
                return self.declaration(shape, parts);
            }
            Parts::FunctionDefinition { recursive } => return self.definition(recursive, parts),
            Parts::ConstantDefinition => return self.constant(parts),
            Parts::MutualDefinitions => return self.mutual(parts),
            Parts::Synthesis | Parts::InvariantSynthesis => return self.synthesis(shape, parts),
            Parts::Sort | Parts::SortDefinition | Parts::Datatype | Parts::Datatypes => {
                return self.sort_declaration(shape, parts);
            }
            Parts::Heap => parts.iter().for_each(|&part| drop(self.sorts(part))),
            Parts::Push | Parts::Pop | Parts::Reset => return self.scope_command(shape, parts),
            Parts::Name => return self.tokens(parts, is_name),
            Parts::Keyword => return self.tokens(parts, is_keyword),
            Parts::Info => {
                let [keyword, _] = parts else { return None };
                return self.tokens(&[*keyword], is_keyword);
            }
            Parts::Setting => {
                let &[option, value, ..] = parts else {
                    return None;
                };
                self.option(option, value);
                return self.tokens(&[option], is_keyword);
            }
            Parts::Anything => return (parts.len() == 1).then_some(()),
            Parts::Nothing | Parts::Search => return parts.is_empty().then_some(()),
            Parts::Exit => {
                // Solvers stop here, so later faults do not count.
                self.exited = self.exited.or(Some((self.current, self.faults.len())));
                self.change_scopes();
            }
        }
        Some(())
    }

    /// Keywords, each with at most one value. Values are not analysed.
    fn command_attributes(&mut self, attributes: &[Node]) -> Option<()> {
        let is_keyword = |node: Node| is_keyword(self.text.sym(node));
        let is_whole = attributes.first().is_none_or(|&first| is_keyword(first))
            && attributes
                .windows(2)
                .all(|pair| is_keyword(pair[0]) || is_keyword(pair[1]));
        self.pass_over(attributes);
        is_whole.then_some(())
    }

    fn formula_or_term(&mut self, node: Node, is_formula: bool) {
        if is_formula {
            self.formula(node);
        } else {
            self.not_a_body(self.current, node);
            self.term(node);
        }
    }

    /// Commands that query the solver about terms.
    fn question(&mut self, shape: Parts, parts: &[Node]) -> Option<()> {
        let &[list] = parts else { return None };
        let is_empty = self.text.len(list) == 1;
        if !self.is_list(list) || shape == Parts::ListOfTerms && is_empty {
            return None;
        }
        let terms: Vec<Node> = self.elements(list).collect();
        for term in terms {
            self.formula_or_term(term, shape == Parts::ListOfFormulas);
        }
        Some(())
    }

    /// A constrained Horn clause over variables of its own.
    fn clause(&mut self, parts: &[Node]) -> Option<()> {
        let (&list, formulas) = parts.split_first()?;
        let end = self.next(formulas.last().copied()?);
        let mark = self.scopes.mark();
        self.variables(list, self.next(list)..end, BindingKind::Quantified);
        for &formula in formulas {
            self.formula(formula);
        }
        self.scopes.leave(mark);
        Some(())
    }

    /// Skips parts that are not analysed, except for names in them.
    fn pass_over(&mut self, parts: &[Node]) {
        for &part in parts {
            self.opaque(part);
        }
    }

    /// Checks that there is exactly one part, and that it is a token of this kind.
    fn tokens(&self, parts: &[Node], kind: fn(Symbol) -> bool) -> Option<()> {
        matches!(parts, &[part] if kind(self.text.sym(part))).then_some(())
    }

    fn option(&mut self, option: Node, value: Node) {
        if self.bytes(option) == b":global-declarations" {
            self.scopes.global = self.bytes(value) == b"true";
            self.change_scopes();
        }
    }

    /// Notes that this command concerns all commands after it.
    fn change_scopes(&mut self) {
        if let Some(known) = &mut self.known {
            known.is_far_reaching = true;
        }
    }

    /// `declare-fun` and similar commands.
    fn declaration(&mut self, shape: Parts, parts: &[Node]) -> Option<()> {
        let (&token, rest) = parts.split_first()?;
        let id = self.bind_name(token, BindingKind::Declared, Space::Term)?;
        let (parameters, sort) = match (shape, rest) {
            (Parts::Function, &[list, sort]) => (self.sorts(list), self.sort(sort)),
            (Parts::Relation, &[list]) => (self.sorts(list), Sort::BOOL),
            (Parts::Constant | Parts::PrimedConstant, &[sort]) => (Vec::new(), self.sort(sort)),
            _ => return None,
        };
        self.declare(id, sort, parameters);
        Some(())
    }

    /// `define-const`
    fn constant(&mut self, parts: &[Node]) -> Option<()> {
        let &[token, sort, body] = parts else {
            return None;
        };
        let id = self.bind_name(token, BindingKind::Defined, Space::Term)?;
        let sort = self.sort(sort);
        self.body(body, sort);
        self.declare(id, sort, Vec::new());
        Some(())
    }

    /// `define-fun` and `define-fun-rec`
    fn definition(&mut self, recursive: bool, parts: &[Node]) -> Option<()> {
        let &[token, list, sort, body] = parts else {
            return None;
        };
        let id = self.bind_name(token, BindingKind::Defined, Space::Term)?;
        let mark = self.scopes.mark();
        let parameters = self.variables(list, body..self.next(body), BindingKind::Parameter);
        let sort = self.sort(sort);
        if recursive {
            self.recursive(id, sort, parameters, mark, body);
        } else {
            self.body(body, sort);
            self.scopes.leave(mark);
            self.declare(id, sort, parameters);
        }
        Some(())
    }

    /// Declares a function and walks through its body, which sees the function unless a parameter shadows it.
    fn recursive(
        &mut self,
        id: BindingId,
        sort: Sort,
        parameters: Vec<Sort>,
        mark: usize,
        body: Node,
    ) {
        // The function is declared outside of the scope of its parameters, so they step aside for a moment.
        let variables = self.scopes.suspend(mark);
        self.see_early(id, body);
        self.declare(id, sort, parameters);
        let mark = self.scopes.mark();
        self.scopes.resume(variables);
        self.body(body, sort);
        self.scopes.leave(mark);
    }

    fn body(&mut self, body: Node, sort: Sort) {
        self.term_of(
            body,
            sort,
            "the sort of a body differs from the declared sort",
        );
    }

    /// Walks through a term that must have this sort.
    pub(super) fn term_of(&mut self, term: Node, sort: Sort, otherwise: &'static str) {
        self.not_a_body(self.current, term);
        let found = self.term(term);
        if (found, sort) == (Sort::INT, Sort::REAL) {
            self.int_for_real(term);
        } else if !found.fits(sort) || (found, sort) == (Sort::REAL, Sort::INT) {
            // `Real` may stand for `Int` among operands, but hardly any solver lets it stand here.
            self.misfit(self.current, term, otherwise);
        }
    }

    /// Notes that a term of the sort `Int` stands for one of the sort `Real`. As among operands, numerals may be
    /// `Real`, and some solvers let other terms mix, too.
    fn int_for_real(&mut self, term: Node) {
        if !is_number(self.text, term) {
            let command = name(self.text.sym(self.current + 1));
            self.fault_in(self.current, term, IllFormed::Mixes(command));
        }
    }

    /// `define-funs-rec`: binds all names first, then walks through the bodies.
    fn mutual(&mut self, parts: &[Node]) -> Option<()> {
        let &[heads, bodies] = parts else { return None };
        let heads: Vec<Node> = self.elements(heads).collect();
        let bodies: Vec<Node> = self.elements(bodies).collect();
        if heads.is_empty() || heads.len() != bodies.len() {
            return None;
        }
        let mut open = Vec::new();
        for (&head, &body) in heads.iter().zip(&bodies) {
            let [token, list, sort] = self.elements(head).collect::<Vec<_>>()[..] else {
                return None;
            };
            let id = self.bind_name(token, BindingKind::Defined, Space::Term)?;
            let mark = self.scopes.mark();
            let parameters = self.variables(list, body..self.next(body), BindingKind::Parameter);
            let variables = self.scopes.suspend(mark);
            let sort = self.sort(sort);
            self.see_early(id, bodies[0]);
            self.declare(id, sort, parameters);
            open.push((variables, sort, body));
        }
        for (variables, sort, body) in open {
            let mark = self.scopes.mark();
            self.scopes.resume(variables);
            self.body(body, sort);
            self.scopes.leave(mark);
        }
        Some(())
    }

    /// `synth-fun`, and `synth-inv`, which has no sort. The solver looks for a body, one that the grammar generates if
    /// there is a grammar.
    fn synthesis(&mut self, shape: Parts, parts: &[Node]) -> Option<()> {
        let (&[token, variables], mut rest) = parts.split_first_chunk()?;
        let id = self.bind_name(token, BindingKind::Declared, Space::Term)?;
        let mark = self.scopes.mark();
        let end = self.next(parts.last().copied()?);
        let parameters =
            self.variables(variables, self.next(variables)..end, BindingKind::Parameter);
        let mut sort = Sort::BOOL;
        if shape == Parts::Synthesis {
            let Some((&first, grammar)) = rest.split_first() else {
                self.scopes.leave(mark);
                return None;
            };
            (sort, rest) = (self.sort(first), grammar);
        }
        self.possible_grammar(rest, sort);
        self.scopes.leave(mark);
        self.declare(id, sort, parameters);
        Some(())
    }

    /// Walks through the grammar of a function or of an answer of this sort, if there is one.
    fn possible_grammar(&mut self, lists: &[Node], sort: Sort) {
        if self.grammar(lists, sort).is_none() {
            self.malformed(lists[0], "a grammar lacks a part");
            self.pass_over(lists);
        }
    }

    /// `push`, `pop` and `reset`. In an edited text, only the analysis of the whole text follows them.
    fn scope_command(&mut self, shape: Parts, parts: &[Node]) -> Option<()> {
        let levels = match parts {
            [] => Some(1),
            [levels] => number(self.bytes(*levels)),
            _ => None,
        };
        self.change_scopes();
        let is_numeral = |part: &Node| self.bytes(*part).first().is_some_and(u8::is_ascii_digit);
        if parts.len() > 1 || !parts.iter().all(is_numeral) {
            return None;
        }
        if self.known.is_none() {
            let end = self.visible.start; // where scopes that end here end: after this command
            match (shape, levels) {
                (Parts::Push, Some(levels)) => self.scopes.push(levels),
                (Parts::Pop, Some(levels)) => {
                    let enough = self.scopes.pop(levels, end, &mut self.bindings);
                    return enough.then_some(());
                }
                (Parts::Reset, _) => self.scopes.reset(end, &mut self.bindings),
                _ => {}
            }
        }
        Some(())
    }
}
