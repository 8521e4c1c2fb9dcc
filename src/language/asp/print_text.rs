//! Printing programs in gringo's and lparse's text format.

use super::output::TextWriter;
use super::relation::is_relation;
use super::roles::is_signature;
use super::statement::{AGGREGATES, CHAIN};
use super::term::print_term;
use crate::language::Printed;
use crate::tree::{Node, ROOT, Tree};

/// Prints a program, one statement per line.
pub(super) fn print_text(tree: &Tree, is_lparse: bool) -> Printed {
    let mut printer = Printer {
        out: TextWriter::with_capacity(tree.text().len()),
        tree,
        is_lparse,
    };
    let mut places = Vec::new();
    for statement in tree.children(ROOT) {
        places.push(printer.out.place());
        printer.statement(statement);
        printer.out.end_line();
    }
    places.push(printer.out.place());
    let text = printer.out.finish();
    Printed { text, places }
}

/// Prints one statement in gringo's format.
pub(super) fn print_statement(tree: &Tree, statement: Node) -> Vec<u8> {
    let mut printer = Printer {
        out: TextWriter::default(),
        tree,
        is_lparse: false,
    };
    printer.statement(statement);
    printer.out.finish()
}

struct Printer<'a> {
    out: TextWriter,
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
        let head = self.tree.head_bytes(statement);
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
            (b"#external" | b"#heuristic", [_, atom, body, value @ ..]) => {
                self.out.put(head);
                self.literal(*atom);
                self.condition(*body);
                self.out.put(b".");
                for &value in value {
                    self.weight(value);
                }
            }
            (b"#edge", &[_, from, to, body]) => {
                self.out.put(b"#edge(");
                self.separated(&[from, to], b",", Self::term);
                self.out.put(b")");
                self.condition(body);
                self.out.put(b".");
            }
            (b"#show", &[_]) => self.out.put(b"#show."),
            (b"#show" | b"#project", &[_, signature]) if is_signature(self.tree, signature) => {
                self.out.put(head);
                self.out.put(self.tree.sym(signature).bytes());
                self.out.put(b".");
            }
            (b"#show", &[_, term, body]) if self.tree.is_list(body) => {
                self.out.put(head);
                self.term(term);
                self.condition(body);
                self.out.put(b".");
            }
            (b"#project", &[_, literal]) => {
                self.out.put(head);
                self.literal(literal);
                self.out.put(b".");
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

    /// Prints the body of a directive after a colon, if it has any literals.
    fn condition(&mut self, body: Node) {
        if self.tree.len(body) > 1 {
            self.out.put(b":");
            self.literals(body);
        }
    }

    fn rule(&mut self, head: Node, body: Node) {
        let heads: Vec<Node> = self.tree.children(head).collect();
        let has_condition = heads.iter().any(|&head| self.tree.head_bytes(head) == b":");
        let separator = if has_condition { b";" } else { b"|" };
        self.separated(&heads, separator, Self::literal);
        if heads.is_empty() || self.tree.len(body) > 1 {
            self.out.put(b":-");
            self.literals(body);
        }
        self.out.put(b".");
    }

    /// Prints the literals of a body. After a condition, a comma would continue it.
    fn literals(&mut self, body: Node) {
        let literals: Vec<Node> = self.tree.children(body).collect();
        for (place, &literal) in literals.iter().enumerate() {
            if place > 0 {
                let follows_condition = self.tree.head_bytes(literals[place - 1]) == b":";
                self.out.put(if follows_condition { b";" } else { b"," });
            }
            self.literal(literal);
        }
    }

    fn literal(&mut self, mut literal: Node) {
        while self.tree.head_bytes(literal) == b"not"
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
        let head = self.tree.head_bytes(literal);
        match (head, &parts[..]) {
            (b":", [_, inner, condition @ ..]) => {
                self.literal(*inner);
                self.out.put(b":");
                self.separated(condition, b",", Self::literal);
            }
            (_, &[_, left, right]) if is_relation(head) => {
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
                self.guard(*left, true);
                self.out.put(&head[..1]);
                if head == b"[]" {
                    self.separated(elements, b",", Self::weighted);
                } else {
                    let uses_commas = self.is_lparse
                        && !elements
                            .iter()
                            .any(|&element| self.tree.head_bytes(element) == b":");
                    let separator: &[u8] = if uses_commas { b"," } else { b";" };
                    self.separated(elements, separator, Self::literal);
                }
                self.out.put(&head[1..]);
                self.guard(*right, false);
            }
            (_, [_, left, right, elements @ ..]) if AGGREGATES.contains(&head) => {
                self.guard(*left, true);
                self.out.put(head);
                self.out.put(b"{");
                self.separated(elements, b";", Self::tuple_element);
                self.out.put(b"}");
                self.guard(*right, false);
            }
            _ => self.term(literal),
        }
    }

    /// Prints a guard, with its relation between its bound and the braces.
    fn guard(&mut self, guard: Node, is_left: bool) {
        let Some(bound) = self.tree.child(guard, 1) else {
            return;
        };
        let relation: &[u8] = match self.tree.head_bytes(guard) {
            b"" => return,
            b"<=" => b"",
            relation => relation,
        };
        if is_left {
            self.term(bound);
        }
        self.out.put(relation);
        if !is_left {
            self.term(bound);
        }
    }

    /// Prints `a = 3`.
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

    /// Prints `1,x : a, b`.
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
            if printer.tree.head_bytes(term) == b"@"
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
}
