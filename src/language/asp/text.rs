//! gringo's and lparse's text format: reading and printing whole programs.

use super::draft::Draft;
use super::lexer::{Token, error, tokens};
use super::output::Output;
use super::statement::{AGGREGATES, CHAIN, RELATIONS, Source, statement, verbatim};
use super::term::print_term;
use crate::language::ParseError;
use crate::tree::{Builder, Node, ROOT, Symbol, Tree};
use std::ops::Range;

/// A program that was read.
pub(super) struct Program {
    pub(super) tree: Tree,
    /// Whether it uses what only lparse's format has: weights in square brackets, commas between the atoms of a choice.
    pub(super) is_lparse: bool,
}

/// Reads a program.
///
/// # Errors
/// There is a byte outside of all tokens, or the last statement has no end.
pub(super) fn parse_text(text: &[u8]) -> Result<Program, ParseError> {
    ParseError::refuse_larger_than_4_gib(text.len().saturating_mul(2))?;
    let tokens = tokens(text)?;
    let (statements, closing) = statements(&tokens);
    let end = statements.last().map_or(0, |last| last.end);
    if end < tokens.len() {
        return Err(error(
            text,
            tokens[end].at,
            "this statement has no full stop",
        ));
    }
    let source = Source {
        tokens: &tokens,
        closing: &closing,
    };
    let mut builder = Builder::with_capacity(tokens.len() * 2, text.len() * 2);
    let mut draft = Draft::default();
    for found in &statements {
        draft.clear();
        let inner = found.start..found.stop;
        let weight = (found.end > found.stop + 1).then(|| found.stop + 2..found.end - 1);
        let read = found
            .is_balanced
            .then(|| statement(&source, &mut draft, inner, weight));
        match read.flatten() {
            Some(statement) => draft.build(statement, &mut builder),
            None => builder.leaf(Symbol::of(&verbatim(&tokens[found.start..found.end]))),
        }
    }
    Ok(Program {
        tree: builder.finish(),
        is_lparse: is_lparse(&source),
    })
}

/// A statement among the tokens.
struct Found {
    start: usize,
    /// Where its full stop is.
    stop: usize,
    /// Where it ends, including what stands in square brackets behind the full stop.
    end: usize,
    /// Whether its brackets match.
    is_balanced: bool,
}

/// The statements, and for each opening bracket the bracket that closes it. What follows the last full stop belongs to
/// no statement.
fn statements(tokens: &[Token<'_>]) -> (Vec<Found>, Vec<usize>) {
    let mut closing = vec![0; tokens.len()];
    let mut statements = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let (mut start, mut is_balanced, mut at) = (0, true, 0);
    while at < tokens.len() {
        match tokens[at].bytes {
            b"(" | b"{" | b"[" => open.push(at),
            b")" | b"}" | b"]" => match open.pop() {
                Some(begin) if closes(tokens[begin].bytes, tokens[at].bytes) => closing[begin] = at,
                _ => is_balanced = false,
            },
            b"." => {
                is_balanced &= open.is_empty() && start < at;
                open.clear();
                let end = weight_end(tokens, start, at);
                statements.push(Found {
                    start,
                    stop: at,
                    end,
                    is_balanced,
                });
                match_inside(tokens, at + 1..end, &mut closing);
                (start, is_balanced, at) = (end, true, end);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    (statements, closing)
}

fn closes(begin: &[u8], end: &[u8]) -> bool {
    matches!((begin, end), (b"(", b")") | (b"{", b"}") | (b"[", b"]"))
}

/// Where a statement ends whose full stop is at `stop`: behind the square brackets that some statements have there.
fn weight_end(tokens: &[Token<'_>], start: usize, stop: usize) -> usize {
    let has_weight = matches!(tokens[start].bytes, b":~" | b"#external" | b"#heuristic");
    let opens = tokens
        .get(stop + 1)
        .is_some_and(|token| token.bytes == b"[");
    if !has_weight || !opens {
        return stop + 1;
    }
    let rest = tokens[stop + 2..].iter();
    let length = rest
        .take_while(|token| !matches!(token.bytes, b"]" | b"."))
        .count();
    let end = stop + 2 + length;
    if tokens.get(end).is_some_and(|token| token.bytes == b"]") {
        end + 1
    } else {
        stop + 1
    }
}

/// Matches the parentheses of the tokens behind a full stop.
fn match_inside(tokens: &[Token<'_>], range: Range<usize>, closing: &mut [usize]) {
    let mut open = Vec::new();
    for at in range {
        match tokens[at].bytes {
            b"(" => open.push(at),
            b")" => {
                if let Some(begin) = open.pop() {
                    closing[begin] = at;
                }
            }
            _ => {}
        }
    }
}

/// Square brackets in a rule, or braces with commas and neither semicolons nor colons, are lparse's.
fn is_lparse(source: &Source<'_>) -> bool {
    let tokens = source.tokens;
    let mut follows_stop = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.bytes {
            b"[" if !follows_stop => return true,
            b"{" if has_only_commas(source, at) => return true,
            _ => {}
        }
        follows_stop = token.bytes == b".";
    }
    false
}

/// Whether the braces that open here contain commas that are not inside parentheses, but no semicolon and no colon.
/// Aggregates with a name have commas in their tuples.
fn has_only_commas(source: &Source<'_>, open: usize) -> bool {
    let tokens = source.tokens;
    let is_named = open > 0 && tokens[open - 1].bytes.starts_with(b"#");
    let is_theory = open > 0 && tokens[open - 1].bytes.starts_with(b"&");
    let (mut depth, mut commas) = (0_usize, 0);
    for token in tokens
        .get(open + 1..source.closing[open])
        .unwrap_or_default()
    {
        match token.bytes {
            b"(" => depth += 1,
            b")" => depth = depth.saturating_sub(1),
            b";" | b":" => return false,
            b"," if depth == 0 => commas += 1,
            _ => {}
        }
    }
    commas > 0 && !is_named && !is_theory
}

/// Prints a program, one statement a line.
pub(super) fn print_text(tree: &Tree, is_lparse: bool) -> Vec<u8> {
    let mut printer = Printer {
        out: Output::with_capacity(tree.text().len()),
        tree,
        is_lparse,
    };
    for statement in tree.children(ROOT) {
        printer.statement(statement);
        printer.out.end_line();
    }
    printer.out.finish()
}

struct Printer<'a> {
    out: Output,
    tree: &'a Tree,
    is_lparse: bool,
}

impl Printer<'_> {
    fn statement(&mut self, statement: Node) {
        if !self.tree.is_list(statement) {
            self.out.put(self.tree.sym(statement).bytes());
            return;
        }
        let parts: Vec<Node> = self.tree.children(statement).collect();
        let head = self.tree.head(statement).map_or(&b""[..], Symbol::bytes);
        match (head, &parts[..]) {
            (b":~", &[_, body, weight]) => {
                self.out.put(b":~");
                self.literals(body);
                self.out.put(b".");
                self.weight(weight);
            }
            (b"#minimize" | b"#maximize", [_, elements @ ..]) => {
                self.out.put(head);
                self.out.put(b"{");
                self.separated(elements, b";", Self::tuple_element);
                self.out.put(b"}.");
            }
            (b"#external", [_, atom, body, value @ ..]) => {
                self.out.put(b"#external");
                self.literal(*atom);
                if self.tree.len(*body) > 1 {
                    self.out.put(b":");
                    self.literals(*body);
                }
                self.out.put(b".");
                for &value in value {
                    self.weight(value);
                }
            }
            (b"#const", &[_, name, value]) => {
                self.out.put(b"#const");
                self.term(name);
                self.out.put(b"=");
                self.term(value);
                self.out.put(b".");
            }
            (_, &[head, body]) => self.rule(head, body),
            _ => self.literal(statement),
        }
    }

    fn rule(&mut self, head: Node, body: Node) {
        let heads: Vec<Node> = self.tree.children(head).collect();
        let has_condition = heads.iter().any(|&head| self.has_head(head, b":"));
        self.separated(
            &heads,
            if has_condition { b";" } else { b"|" },
            Self::literal,
        );
        if heads.is_empty() || self.tree.len(body) > 1 {
            self.out.put(b":-");
            self.literals(body);
        }
        self.out.put(b".");
    }

    /// The literals of a body.
    fn literals(&mut self, body: Node) {
        let literals: Vec<Node> = self.tree.children(body).collect();
        for (place, &literal) in literals.iter().enumerate() {
            if place > 0 {
                let follows_condition = self.has_head(literals[place - 1], b":");
                self.out.put(if follows_condition { b";" } else { b"," });
            }
            self.literal(literal);
        }
    }

    fn literal(&mut self, mut literal: Node) {
        while self.has_head(literal, b"not")
            && let Some(inner) = self.tree.child(literal, 1)
        {
            self.out.put(b"not");
            literal = inner;
        }
        if !self.tree.is_list(literal) {
            self.out.put(self.tree.sym(literal).bytes());
            return;
        }
        let parts: Vec<Node> = self.tree.children(literal).collect();
        let head = self.tree.head(literal).map_or(&b""[..], Symbol::bytes);
        match (head, &parts[..]) {
            (b":", [_, inner, condition @ ..]) => {
                self.literal(*inner);
                self.out.put(b":");
                self.separated(condition, b",", Self::literal);
            }
            (_, &[_, left, right]) if RELATIONS.contains(&head) => {
                self.term(left);
                self.out.put(head);
                self.term(right);
            }
            (_, [_, parts @ ..]) if head == CHAIN => {
                for &part in parts {
                    self.term(part);
                }
            }
            (b"&", [_, name, rest @ ..]) => {
                self.term(*name);
                if let Some(&elements) = rest.first() {
                    self.out.put(b"{");
                    let elements: Vec<Node> = self.tree.children(elements).collect();
                    self.separated(&elements, b";", Self::term);
                    self.out.put(b"}");
                }
                rest.iter().skip(1).for_each(|&guard| self.term(guard));
            }
            (b"{}" | b"[]", [_, left, right, elements @ ..]) => {
                self.left_guard(*left);
                self.out.put(&head[..1]);
                if head == b"[]" {
                    self.separated(elements, b",", Self::weighted);
                } else {
                    let uses_commas = self.is_lparse
                        && !elements.iter().any(|&element| self.has_head(element, b":"));
                    let separator: &[u8] = if uses_commas { b"," } else { b";" };
                    self.separated(elements, separator, Self::literal);
                }
                self.out.put(&head[1..]);
                self.right_guard(*right);
            }
            (_, [_, left, right, elements @ ..]) if AGGREGATES.contains(&head) => {
                self.left_guard(*left);
                self.out.put(head);
                self.out.put(b"{");
                self.separated(elements, b";", Self::tuple_element);
                self.out.put(b"}");
                self.right_guard(*right);
            }
            _ => self.term(literal),
        }
    }

    fn left_guard(&mut self, guard: Node) {
        if let (Some(relation), Some(bound)) = (self.tree.head(guard), self.tree.child(guard, 1)) {
            self.term(bound);
            if relation.bytes() != b"<=" {
                self.out.put(relation.bytes());
            }
        }
    }

    fn right_guard(&mut self, guard: Node) {
        if let (Some(relation), Some(bound)) = (self.tree.head(guard), self.tree.child(guard, 1)) {
            if relation.bytes() != b"<=" {
                self.out.put(relation.bytes());
            }
            self.term(bound);
        }
    }

    /// `a = 3`
    fn weighted(&mut self, element: Node) {
        let (Some(weight), Some(literal)) =
            (self.tree.child(element, 0), self.tree.child(element, 1))
        else {
            return;
        };
        self.literal(literal);
        if self.tree.bytes(weight) != b"1" {
            self.out.put(b"=");
            self.term(weight);
        }
    }

    /// `1,x : a, b`
    fn tuple_element(&mut self, element: Node) {
        let mut parts = self.tree.children(element);
        let Some(tuple) = parts.next() else { return };
        self.tuple(tuple);
        let condition: Vec<Node> = parts.collect();
        if !condition.is_empty() {
            self.out.put(b":");
            self.separated(&condition, b",", Self::literal);
        }
    }

    fn weight(&mut self, tuple: Node) {
        self.out.put(b"[");
        self.tuple(tuple);
        self.out.put(b"]");
    }

    fn tuple(&mut self, tuple: Node) {
        let terms: Vec<Node> = self.tree.children(tuple).collect();
        self.separated(&terms, b",", |printer, term| {
            if printer.has_head(term, b"@")
                && let [weight, priority] = [1, 2].map(|place| printer.tree.child(term, place))
                && let (Some(weight), Some(priority)) = (weight, priority)
            {
                printer.term(weight);
                printer.out.put(b"@");
                printer.term(priority);
            } else {
                printer.term(term);
            }
        });
    }

    fn term(&mut self, node: Node) {
        print_term(&mut self.out, self.tree, node);
    }

    fn separated(
        &mut self,
        nodes: &[Node],
        separator: &[u8],
        mut print: impl FnMut(&mut Self, Node),
    ) {
        for (place, &node) in nodes.iter().enumerate() {
            if place > 0 {
                self.out.put(separator);
            }
            print(self, node);
        }
    }

    fn has_head(&self, node: Node, head: &[u8]) -> bool {
        self.tree.head(node).is_some_and(|its| its.bytes() == head)
    }
}
