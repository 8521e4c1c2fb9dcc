//! Statements of gringo's and lparse's text format. A statement that is not understood is kept as it is.
//!
//! | text | tree |
//! | --- | --- |
//! | `a \| b :- c, not d.` | `((a b) (c (not d)))` |
//! | `:- c.` | `(() (c))` |
//! | `1 { a; b : c } 2.` | `((({} (<= 1) (<= 2) a (: b c))) ())` |
//! | `:- 2 #sum { 3,x : a }.` | `(() ((#sum (<= 2) () ((3 x) a))))` |
//! | `:- 2 [ a = 3, not b ].` | `(() (([] (<= 2) () (3 a) (1 (not b)))))` |
//! | `:~ a. [1@2,x]` | `(:~ (a) ((@ 1 2) x))` |
//! | `#minimize { 1@2,x : a }.` | `(#minimize (((@ 1 2) x) a))` |
//! | `#external a : b. [true]` | `(#external a (b) (true))` |
//! | `#heuristic a : b. [3@2,sign]` | `(#heuristic a (b) ((@ 3 2) sign))` |
//! | `#edge (u,v) : b.` | `(#edge u v (b))` |
//! | `#project a : b.` | `(#project (: a b))` |
//! | `#show t : b.` | `(#show t (b))` |
//! | `#show.`, `#show p/2.`, `#project p/2.` | `(#show)`, `(#show p/2)`, `(#project p/2)` |
//! | `#const n = 3.` | `(#const n 3)` |
//! | `X = Y + 1` in a body | `(= X (+ Y 1))`; a chain `1 < X < 3` becomes `(#chain 1 < X < 3)` |
//! | `&sum { x; y } <= 3` in a rule | `(& &sum (x y) <= 3)` with the tokens as they are |

use super::draft::{Draft, Id};
use super::matched_tokens::{MatchedTokens, TokenRange, verbatim};
use super::relation::{RELATIONS, is_relation};
use super::signature::{Signature, predicate};
use super::term::{TUPLE, is_name, term};

/// The head of a chain of comparisons: `(#chain 1 < X < 3)`.
pub(super) const CHAIN: &[u8] = b"#chain";

/// The aggregates whose elements begin with a tuple of terms.
pub(super) const AGGREGATES: &[&[u8]] = &[b"#count", b"#sum", b"#sum+", b"#min", b"#max"];

/// Whether a list with this head is a choice, a weight constraint or an aggregate.
pub(super) fn is_aggregate(head: &[u8]) -> bool {
    matches!(head, b"{}" | b"[]") || AGGREGATES.contains(&head)
}

/// Whether a list with this head compares terms.
pub(super) fn is_comparison(head: &[u8]) -> bool {
    is_relation(head) || head == CHAIN
}

/// Reads one statement, without the full stop. `weight` is what is in brackets after it. None if the statement is not
/// understood.
pub(super) fn statement(
    source: &MatchedTokens<'_>,
    draft: &mut Draft,
    tokens: TokenRange,
    weight: Option<TokenRange>,
) -> Option<Id> {
    let mut reader = StatementReader { source, draft };
    let first = source.tokens[tokens.clone()].first()?.bytes;
    let rest = tokens.start + 1..tokens.end;
    match (first, weight) {
        (b":~", Some(weight)) => {
            let body = reader.body(rest)?;
            let weight = reader.tuple(weight, true)?;
            Some(reader.draft.form(b":~", [body, weight]))
        }
        (b"#minimize" | b"#maximize", None) => {
            let elements = source.braces(&rest)?;
            let elements = reader.tuple_elements(elements, true)?;
            Some(reader.draft.form(first, elements))
        }
        (b"#external" | b"#heuristic", value) => reader.directive(first, rest, value),
        (b"#edge", None) => reader.edge(rest),
        (b"#project", None) => {
            let literal = match reader.signature(&rest) {
                Some(signature) => signature,
                None => reader.projected(rest)?,
            };
            Some(reader.draft.form(first, [literal]))
        }
        (b"#show", None) => reader.show(rest),
        (b"#const", None) => {
            let [name, value] = source.split_once(rest, &[b"="])?;
            let (name, value) = (reader.term(name)?, reader.term(value)?);
            Some(reader.draft.form(b"#const", [name, value]))
        }
        (_, None) if !first.starts_with(b"#") || AGGREGATES.contains(&first) || is_truth(first) => {
            reader.rule(tokens)
        }
        _ => None,
    }
}

fn is_truth(token: &[u8]) -> bool {
    token == b"#true" || token == b"#false"
}

/// Reads the parts of a statement.
pub(super) struct StatementReader<'a, 'd> {
    pub(super) source: &'a MatchedTokens<'a>,
    pub(super) draft: &'d mut Draft,
}

impl StatementReader<'_, '_> {
    fn rule(&mut self, tokens: TokenRange) -> Option<Id> {
        let [head, body] = self.source.cut(tokens, &[b":-"]);
        let head = self.head(head)?;
        let body = self.body(body)?;
        Some(self.draft.list(vec![head, body]))
    }

    fn head(&mut self, tokens: TokenRange) -> Option<Id> {
        let mut elements = Vec::new();
        if self.is_aggregate(&tokens) {
            elements.push(self.literal_or_aggregate(tokens, true)?);
        } else {
            for part in self.source.split_any(tokens, &[b";", b"|"]) {
                if self.source.find(&part, &[b":"]).is_some() {
                    elements.push(self.conditional(part)?);
                    continue;
                }
                for literal in self.source.split(part, &[b","]) {
                    elements.push(self.literal_or_aggregate(literal, true)?);
                }
            }
        }
        Some(self.draft.list(elements))
    }

    fn body(&mut self, tokens: TokenRange) -> Option<Id> {
        let mut literals = Vec::new();
        for part in self.source.split_any(tokens, &[b";"]) {
            literals.extend(self.conjunction(part)?);
        }
        Some(self.draft.list(literals))
    }

    /// Reads literals separated by commas. After the colon of a conditional literal, all commas belong to its
    /// condition.
    fn conjunction(&mut self, tokens: TokenRange) -> Option<Vec<Id>> {
        let mut literals = Vec::new();
        for part in self.source.split(tokens.clone(), &[b","]) {
            if self.source.find(&part, &[b":"]).is_some() {
                literals.push(self.conditional(part.start..tokens.end)?);
                break;
            }
            literals.push(self.literal_or_aggregate(part, false)?);
        }
        Some(literals)
    }

    /// Reads `a : b, c`.
    pub(super) fn conditional(&mut self, tokens: TokenRange) -> Option<Id> {
        let [literal, condition] = self.source.split_once(tokens, &[b":"])?;
        let mut parts = vec![self.literal(literal)?];
        parts.extend(self.literals(condition)?);
        Some(self.draft.form(b":", parts))
    }

    /// Reads `a : b, c` or a literal without a condition.
    pub(super) fn conditional_or_literal(&mut self, tokens: TokenRange) -> Option<Id> {
        match self.source.find(&tokens, &[b":"]) {
            Some(_) => self.conditional(tokens),
            None => self.literal(tokens),
        }
    }

    /// Reads literals without conditions, separated by commas.
    pub(super) fn literals(&mut self, tokens: TokenRange) -> Option<Vec<Id>> {
        self.source
            .split_any(tokens, &[b","])
            .into_iter()
            .map(|part| self.literal(part))
            .collect()
    }

    /// Reads a literal with at most two negations. No aggregate is one: those of a body or head contain no others.
    pub(super) fn literal(&mut self, tokens: TokenRange) -> Option<Id> {
        let (negations, inner) = self.negations(tokens);
        let literal = self.simple_literal(inner)?;
        self.negated(literal, negations)
    }

    /// Reads a literal or an aggregate with at most two negations.
    fn literal_or_aggregate(&mut self, tokens: TokenRange, is_head: bool) -> Option<Id> {
        let (negations, inner) = self.negations(tokens);
        let literal = if self.is_aggregate(&inner) {
            self.aggregate(inner, is_head)?
        } else {
            self.simple_literal(inner)?
        };
        self.negated(literal, negations)
    }

    /// How many negations come first, and what comes after them.
    fn negations(&self, tokens: TokenRange) -> (usize, TokenRange) {
        let negations = self.source.tokens[tokens.clone()]
            .iter()
            .take_while(|token| token.bytes == b"not")
            .count();
        (negations, tokens.start + negations..tokens.end)
    }

    fn negated(&mut self, mut literal: Id, negations: usize) -> Option<Id> {
        if negations > 2 {
            return None;
        }
        for _ in 0..negations {
            literal = self.draft.form(b"not", [literal]);
        }
        Some(literal)
    }

    /// Reads an atom, a truth value or a comparison.
    fn simple_literal(&mut self, tokens: TokenRange) -> Option<Id> {
        let relations = self.source.all(&tokens, RELATIONS);
        match relations[..] {
            [] => self.atom(tokens),
            [relation] => {
                let left = self.term(tokens.start..relation)?;
                let right = self.term(relation + 1..tokens.end)?;
                let relation = self.source.tokens[relation].bytes;
                Some(self.draft.form(relation, [left, right]))
            }
            _ => {
                let mut parts = Vec::new();
                let mut from = tokens.start;
                for relation in relations.into_iter().chain([tokens.end]) {
                    parts.push(self.term(from..relation)?);
                    if relation < tokens.end {
                        parts.push(self.draft.leaf(self.source.tokens[relation].bytes));
                    }
                    from = relation + 1;
                }
                Some(self.draft.form(CHAIN, parts))
            }
        }
    }

    /// Reads an atom or a truth value. The sign of classical negation becomes a part of the name.
    fn atom(&mut self, tokens: TokenRange) -> Option<Id> {
        let first = self.source.tokens[tokens.clone()].first()?;
        if is_truth(first.bytes) && tokens.len() == 1 {
            return Some(self.draft.leaf(first.bytes));
        }
        let is_negative = first.bytes == b"-";
        let positive = tokens.start + usize::from(is_negative)..tokens.end;
        let name = self.source.tokens[positive.clone()].first()?;
        predicate(name.bytes)?;
        let atom = self.term(positive)?;
        let sign: &[u8] = if is_negative { b"-" } else { b"" };
        match self.draft.elements(atom) {
            None => {
                let token = self.draft.token(atom)?;
                Some(if is_negative {
                    self.draft.leaf(&[sign, token].concat())
                } else {
                    atom
                })
            }
            Some(elements) => {
                let name = self
                    .draft
                    .token(*elements.first()?)
                    .filter(|name| is_name(name))?;
                let arguments = elements[1..].to_vec();
                Some(self.draft.form(&[sign, name].concat(), arguments))
            }
        }
    }

    /// Reads `#external a : b. [true]`, whose value may be left out, or `#heuristic a : b. [3@2,sign]`.
    fn directive(
        &mut self,
        kind: &[u8],
        tokens: TokenRange,
        value: Option<TokenRange>,
    ) -> Option<Id> {
        let [atom, body] = self.source.cut(tokens, &[b":"]);
        let mut parts = vec![self.atom(atom)?, self.body(body)?];
        let is_heuristic = kind == b"#heuristic";
        if let Some(value) = value {
            let value = self.tuple(value, is_heuristic)?;
            let terms = self.draft.elements(value)?.len();
            (terms == 1 + usize::from(is_heuristic)).then_some(())?;
            parts.push(value);
        } else if is_heuristic {
            return None;
        }
        Some(self.draft.form(kind, parts))
    }

    /// Reads `(u,v) : a, b`.
    fn edge(&mut self, tokens: TokenRange) -> Option<Id> {
        let [pair, body] = self.source.cut(tokens, &[b":"]);
        let pair = self.term(pair)?;
        let &[head, from, to] = self.draft.elements(pair)? else {
            return None;
        };
        (self.draft.token(head) == Some(TUPLE)).then_some(())?;
        let body = self.body(body)?;
        Some(self.draft.form(b"#edge", [from, to, body]))
    }

    /// Reads what `#show` shows: nothing, `p/2`, `t`, or `t : a, b`.
    fn show(&mut self, tokens: TokenRange) -> Option<Id> {
        let mut parts = Vec::new();
        if let Some(signature) = self.signature(&tokens) {
            parts.push(signature);
        } else if !tokens.is_empty() {
            let [term, body] = self.source.cut(tokens, &[b":"]);
            parts.extend([self.term(term)?, self.body(body)?]);
        }
        Some(self.draft.form(b"#show", parts))
    }

    /// Reads `p/2` or `-p/2` as one token.
    fn signature(&mut self, tokens: &TokenRange) -> Option<Id> {
        let all: Vec<&[u8]> = self.source.tokens[tokens.clone()]
            .iter()
            .map(|token| token.bytes)
            .collect();
        Signature::of(&all).map(|_| self.draft.leaf(&all.concat()))
    }

    /// Reads `a` or `a : b, c`.
    fn projected(&mut self, tokens: TokenRange) -> Option<Id> {
        let [atom, body] = self.source.cut(tokens.clone(), &[b":"]);
        if body.is_empty() {
            return self.atom(atom);
        }
        self.conditional(tokens)
    }

    /// The tokens as one token.
    pub(super) fn verbatim(&mut self, tokens: TokenRange) -> Id {
        let text = verbatim(&self.source.tokens[tokens]);
        self.draft.leaf(&text)
    }

    pub(super) fn term(&mut self, tokens: TokenRange) -> Option<Id> {
        let source = self.source;
        term(self.draft, &source.tokens[tokens])
    }
}
