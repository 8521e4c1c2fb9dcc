//! Commands: which parts each command has, and what it declares.

use super::levels::numeral;
use super::name::{is_name, name};
use super::scope::Space;
use super::walk::{Text, Walk};
use super::{BindingId, BindingKind, Role, Sort};
use crate::tree::{Node, Symbol};

/// The most levels that we let one `push` open.
const LEVELS: usize = 1 << 16;

impl<T: Text> Walk<'_, '_, T> {
    /// Walks through one top-level expression. What the expression declares is visible in [`Walk::visible`].
    pub(super) fn command(&mut self, node: Node) {
        self.role(node, Role::Command);
        let head = self.elements(node).next();
        let Some(head) = head.filter(|&head| is_name(self.text.sym(head))) else {
            return self.malformed(node, "a command has no name");
        };
        let parts: Vec<Node> = self.elements(node).skip(1).collect();
        if self.run_command(head, &parts).is_none() {
            self.malformed(node, "a part of a command is missing");
            self.pass_over(&parts);
        }
        self.scopes_of_terms_end();
    }

    /// Makes the names that `:named` has bound visible to later commands.
    fn scopes_of_terms_end(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let mut ids: Vec<BindingId> = std::mem::take(&mut self.pending).into_values().collect();
        ids.sort_unstable();
        for id in ids {
            let sort = self.binding(id).sort;
            self.declare(id, sort, Vec::new());
        }
    }

    /// None if the command does not have its required parts.
    #[rustfmt::skip]
    fn run_command(&mut self, head: Node, parts: &[Node]) -> Option<()> {
        let command = self.bytes(head);
        match command {
            b"assert" | b"constraint" | b"assume" | b"assert-soft" | b"query" | b"rule" | b"minimize" | b"maximize"
            | b"simplify" | b"eval" | b"get-qe" => self.with_term(command, parts),
            b"check-sat" | b"check-sat-assuming" | b"get-value" => self.question(command, parts),
            b"declare-fun" | b"declare-rel" | b"declare-const" | b"declare-var" => self.declaration(command, parts),
            b"define-fun" | b"define-fun-rec" | b"define-const" | b"define-funs-rec" => self.definition(command, parts),
            b"synth-fun" | b"synth-inv" => self.synthesis(parts),
            b"declare-sort" | b"define-sort" | b"declare-datatype" | b"declare-datatypes" | b"declare-codatatype"
            | b"declare-codatatypes" => self.sort_declaration(command, parts),
            b"push" | b"pop" | b"reset" => self.scope_command(command, parts),
            b"set-logic" | b"set-info" | b"set-option" | b"get-info" | b"get-option" | b"echo" | b"get-model"
            | b"get-assertions" | b"get-unsat-core" | b"get-proof" | b"get-assignment" | b"get-unsat-assumptions"
            | b"reset-assertions" => self.setting(command, parts),
            b"declare-heap" => {
                for &part in parts {
                    self.sorts(part);
                }
                Some(())
            }
            b"exit" => {
                self.exit();
                Some(())
            }
            _ => {
                self.unknown(head, parts);
                Some(())
            }
        }
    }

    /// Commands that begin with a term.
    fn with_term(&mut self, command: &[u8], parts: &[Node]) -> Option<()> {
        let (&term, rest) = parts.split_first()?;
        if matches!(
            command,
            b"minimize" | b"maximize" | b"simplify" | b"eval" | b"get-qe"
        ) {
            self.term(term);
        } else {
            self.formula(term);
        }
        if matches!(command, b"assert" | b"constraint" | b"assume") && !rest.is_empty() {
            return None;
        }
        self.pass_over(rest);
        Some(())
    }

    /// Commands that query the solver about terms.
    fn question(&mut self, command: &[u8], parts: &[Node]) -> Option<()> {
        if command == b"check-sat" {
            for &part in parts {
                self.formula(part);
            }
            return Some(());
        }
        let &[list] = parts else { return None };
        if !self.is_list(list) || command == b"get-value" && self.text.len(list) == 1 {
            return None;
        }
        let terms: Vec<Node> = self.elements(list).collect();
        for term in terms {
            if command == b"get-value" {
                self.term(term);
            } else {
                self.formula(term);
            }
        }
        Some(())
    }

    /// Commands that contain no terms.
    fn setting(&mut self, command: &[u8], parts: &[Node]) -> Option<()> {
        match (command, parts) {
            (b"set-logic", _) => self.tokens(parts, is_name),
            (b"get-info" | b"get-option", _) => self.tokens(parts, is_keyword),
            (b"set-info", [_, _]) => self.tokens(&parts[..1], is_keyword),
            (b"set-option", &[option, value, ..]) => {
                self.option(option, value);
                self.tokens(&parts[..1], is_keyword)
            }
            (b"echo", [_]) => Some(()),
            (b"set-info" | b"set-option" | b"echo", _) => None,
            _ => parts.is_empty().then_some(()),
        }
    }

    /// Skips parts that are not analysed.
    fn pass_over(&mut self, parts: &[Node]) {
        for &part in parts {
            self.opaque(part);
        }
    }

    /// A command that we do not know. This is a fault only if the text declares the command's name as something else.
    fn unknown(&mut self, head: Node, parts: &[Node]) {
        let key = (name(self.text.sym(head)), Space::Term);
        self.unresolved.push((head, key));
        self.pass_over(parts);
    }

    /// Checks that there is exactly one part, and that it is a token of this kind.
    fn tokens(&self, parts: &[Node], kind: fn(Symbol) -> bool) -> Option<()> {
        matches!(parts, &[part] if kind(self.text.sym(part))).then_some(())
    }

    fn option(&mut self, option: Node, value: Node) {
        if self.bytes(option) == b":global-declarations" {
            self.scopes.global = self.bytes(value) == b"true";
            self.require_full_analysis();
        }
    }

    /// Faults after this command do not count.
    fn exit(&mut self) {
        self.exited = self.exited.or(Some([
            self.faults.len(),
            self.unresolved.len(),
            self.mixes.len(),
        ]));
        self.require_full_analysis();
    }

    /// Notes that an edit of this command can only be judged by analysing the whole text.
    fn require_full_analysis(&mut self) {
        if let Some(update) = &mut self.update {
            update.needs_full_analysis = true;
        }
    }

    /// Binds a function's name. None if the token is not a name.
    fn function(&mut self, token: Node, kind: BindingKind) -> Option<BindingId> {
        (!self.is_list(token) && is_name(self.text.sym(token)))
            .then(|| self.bind(token, kind, Space::Term))
    }

    fn declaration(&mut self, command: &[u8], parts: &[Node]) -> Option<()> {
        let (&token, rest) = parts.split_first()?;
        let id = self.function(token, BindingKind::Declared)?;
        let (parameters, sort) = match (command, rest) {
            (b"declare-fun", &[list, sort]) => (self.sorts(list), self.sort(sort)),
            (b"declare-rel", &[list]) => (self.sorts(list), Sort::BOOL),
            (b"declare-fun" | b"declare-rel", _) => return None,
            (_, &[sort]) => (Vec::new(), self.sort(sort)),
            _ => return None,
        };
        self.declare(id, sort, parameters);
        Some(())
    }

    fn definition(&mut self, command: &[u8], parts: &[Node]) -> Option<()> {
        match (command, parts) {
            (b"define-funs-rec", &[heads, bodies]) => return self.mutual(heads, bodies),
            (b"define-const", &[token, sort, body]) => {
                let id = self.function(token, BindingKind::Defined)?;
                let sort = self.sort(sort);
                self.body(body, sort);
                self.declare(id, sort, Vec::new());
            }
            (b"define-fun" | b"define-fun-rec", &[token, list, sort, body]) => {
                let id = self.function(token, BindingKind::Defined)?;
                let mark = self.scopes.mark();
                let parameters =
                    self.variables(list, body..self.next(body), BindingKind::Parameter);
                let sort = self.sort(sort);
                if command == b"define-fun" {
                    self.body(body, sort);
                    self.scopes.leave(mark);
                    self.declare(id, sort, parameters);
                } else {
                    self.recursive(id, sort, parameters, mark, body);
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Walks through a body that sees its own function, unless a parameter shadows it.
    fn recursive(
        &mut self,
        id: BindingId,
        sort: Sort,
        parameters: Vec<Sort>,
        mark: usize,
        body: Node,
    ) {
        let variables = self.scopes.suspend(mark);
        self.declare(id, sort, parameters);
        let mark = self.scopes.mark();
        self.scopes.resume(variables);
        self.body(body, sort);
        self.scopes.leave(mark);
    }

    fn body(&mut self, body: Node, sort: Sort) {
        let found = self.term(body);
        // `Int` and `Real` mix in operands, but hardly any solver lets them mix here.
        if !found.fits(sort) || found.is_number() && sort.is_number() && found != sort {
            self.malformed(body, "the sort of a body differs from the declared sort");
        }
    }

    /// `define-funs-rec`: binds all names first, then walks through the bodies.
    fn mutual(&mut self, heads: Node, bodies: Node) -> Option<()> {
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
            let id = self.function(token, BindingKind::Defined)?;
            let mark = self.scopes.mark();
            let parameters = self.variables(list, body..self.next(body), BindingKind::Parameter);
            let variables = self.scopes.suspend(mark);
            let sort = self.sort(sort);
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

    /// `synth-fun` and `synth-inv`. The grammar is not analysed.
    fn synthesis(&mut self, parts: &[Node]) -> Option<()> {
        let &[token, variables, ref rest @ ..] = parts else {
            return None;
        };
        let id = self.function(token, BindingKind::Declared)?;
        let mark = self.scopes.mark();
        let end = self.next(rest.last().copied().unwrap_or(variables));
        let parameters =
            self.variables(variables, self.next(variables)..end, BindingKind::Parameter);
        let mut rest = rest;
        let mut sort = Sort::BOOL;
        if let Some((&first, more)) = rest.split_first()
            && self.is_sort(first)
        {
            sort = self.sort(first);
            rest = more;
        }
        self.pass_over(rest);
        self.scopes.leave(mark);
        self.declare(id, sort, parameters);
        Some(())
    }

    /// Whether the part after the variables of a synthesis command is the sort, not the grammar.
    fn is_sort(&self, node: Node) -> bool {
        !self.is_list(node) || self.text.len(node) > 1 && !self.is_list(node + 1)
    }

    fn scope_command(&mut self, name: &[u8], parts: &[Node]) -> Option<()> {
        let levels = match parts {
            [] => Some(1),
            [levels] => {
                numeral(self.bytes(*levels)).and_then(|levels| usize::try_from(levels).ok())
            }
            _ => None,
        };
        self.require_full_analysis();
        let numeral = |part: &Node| self.bytes(*part).first().is_some_and(u8::is_ascii_digit);
        if parts.len() > 1 || !parts.iter().all(numeral) {
            return None;
        }
        if self.update.is_none() {
            let end = self.visible.start;
            match (name, levels) {
                (b"push", Some(levels)) => self.scopes.push(LEVELS.min(levels)),
                (b"pop", Some(levels)) => {
                    let enough = self.scopes.pop(levels, end, &mut self.bindings);
                    return enough.then_some(());
                }
                (b"reset", _) => self.scopes.reset(end, &mut self.bindings),
                _ => {}
            }
        }
        Some(())
    }
}

fn is_keyword(token: Symbol) -> bool {
    token.bytes().first() == Some(&b':')
}
