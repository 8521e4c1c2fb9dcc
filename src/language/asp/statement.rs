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
//! | `#const n = 3.` | `(#const n 3)` |
//! | `X = Y + 1` in a body | `(= X (+ Y 1))`; a chain `1 < X < 3` becomes `(#chain 1 < X < 3)` |
//! | `&sum { x; y } <= 3` in a rule | `(& &sum (x y) <= 3)` with the tokens as they are |

use super::draft::{Draft, Id};
use super::lexer::Token;
use super::term::{is_name, term};
use std::ops::Range;

/// The head of a chain of comparisons: `(chain 1 < X < 3)`.
pub(super) const CHAIN: &[u8] = b"#chain";

/// The relations of comparisons.
pub(super) const RELATIONS: &[&[u8]] = &[b"=", b"==", b"!=", b"<>", b"<", b"<=", b">", b">="];

/// The aggregates whose elements begin with a tuple of terms.
pub(super) const AGGREGATES: &[&[u8]] = &[b"#count", b"#sum", b"#sum+", b"#min", b"#max"];

/// Tokens with their brackets matched.
pub(super) struct Source<'a> {
    pub(super) tokens: &'a [Token<'a>],
    /// For each opening bracket, the index of the bracket that closes it.
    pub(super) closing: &'a [usize],
}

type Tokens = Range<usize>;

/// Reads one statement, without the full stop. `weight` is what stands in brackets behind it.
pub(super) fn statement(
    source: &Source<'_>,
    draft: &mut Draft,
    tokens: Tokens,
    weight: Option<Tokens>,
) -> Option<Id> {
    let mut reader = Reader { source, draft };
    let first = source.tokens[tokens.clone()].first()?.bytes;
    let rest = tokens.start + 1..tokens.end;
    match (first, weight) {
        (b":~", Some(weight)) => {
            let body = reader.body(rest)?;
            let weight = reader.tuple(weight, true)?;
            Some(reader.draft.form(b":~", [body, weight]))
        }
        (b"#minimize" | b"#maximize", None) => {
            let elements = reader.braces(&rest)?;
            let elements = reader.tuple_elements(elements, true)?;
            Some(reader.draft.form(first, elements))
        }
        (b"#external", weight) => reader.external(rest, weight),
        (b"#const", None) => {
            let [name, value] = reader.split_once(rest, &[b"="])?;
            let (name, value) = (reader.term(name)?, reader.term(value)?);
            Some(reader.draft.form(b"#const", [name, value]))
        }
        (_, None) if !first.starts_with(b"#") || is_aggregate(first) || is_truth(first) => {
            reader.rule(tokens)
        }
        _ => None,
    }
}

fn is_aggregate(token: &[u8]) -> bool {
    AGGREGATES.contains(&token)
}

fn is_truth(token: &[u8]) -> bool {
    token == b"#true" || token == b"#false"
}

struct Reader<'a, 'd> {
    source: &'a Source<'a>,
    draft: &'d mut Draft,
}

impl Reader<'_, '_> {
    fn rule(&mut self, tokens: Tokens) -> Option<Id> {
        let (head, body) = match self.find(&tokens, &[b":-"]) {
            Some(arrow) => (tokens.start..arrow, arrow + 1..tokens.end),
            None => (tokens.clone(), tokens.end..tokens.end),
        };
        let head = self.head(head)?;
        let body = self.body(body)?;
        Some(self.draft.list(vec![head, body]))
    }

    fn head(&mut self, tokens: Tokens) -> Option<Id> {
        let mut elements = Vec::new();
        if self.is_aggregate(&tokens) {
            elements.push(self.literal(tokens, true)?);
        } else if !tokens.is_empty() {
            for part in self.split(tokens, &[b";", b"|"]) {
                if self.find(&part, &[b":"]).is_some() {
                    elements.push(self.conditional(part)?);
                    continue;
                }
                for literal in self.split(part, &[b","]) {
                    elements.push(self.literal(literal, true)?);
                }
            }
        }
        Some(self.draft.list(elements))
    }

    fn body(&mut self, tokens: Tokens) -> Option<Id> {
        let mut literals = Vec::new();
        if !tokens.is_empty() {
            for part in self.split(tokens, &[b";"]) {
                literals.extend(self.conjunction(part)?);
            }
        }
        Some(self.draft.list(literals))
    }

    /// Literals separated by commas. The first one with a condition takes all that follows as its condition.
    fn conjunction(&mut self, tokens: Tokens) -> Option<Vec<Id>> {
        let mut literals = Vec::new();
        for part in self.split(tokens.clone(), &[b","]) {
            if self.find(&part, &[b":"]).is_some() {
                literals.push(self.conditional(part.start..tokens.end)?);
                break;
            }
            literals.push(self.literal(part, false)?);
        }
        Some(literals)
    }

    /// `a : b, c`
    fn conditional(&mut self, tokens: Tokens) -> Option<Id> {
        let [literal, condition] = self.split_once(tokens, &[b":"])?;
        let mut parts = vec![self.literal(literal, false)?];
        parts.extend(self.literals(condition)?);
        Some(self.draft.form(b":", parts))
    }

    /// Literals without conditions, separated by commas.
    fn literals(&mut self, tokens: Tokens) -> Option<Vec<Id>> {
        let parts = if tokens.is_empty() {
            Vec::new()
        } else {
            self.split(tokens, &[b","])
        };
        parts
            .into_iter()
            .map(|part| self.literal(part, false))
            .collect()
    }

    fn literal(&mut self, tokens: Tokens, is_head: bool) -> Option<Id> {
        let negations = self.source.tokens[tokens.clone()].iter();
        let negations = negations.take_while(|token| token.bytes == b"not").count();
        let inner = tokens.start + negations..tokens.end;
        let mut literal = if self.is_aggregate(&inner) {
            self.aggregate(inner, is_head)?
        } else {
            self.simple_literal(inner)?
        };
        for _ in 0..negations.min(3) {
            literal = self.draft.form(b"not", [literal]);
        }
        (negations <= 2).then_some(literal)
    }

    /// An atom, a truth value or a comparison.
    fn simple_literal(&mut self, tokens: Tokens) -> Option<Id> {
        let relations = self.all(&tokens, RELATIONS);
        match relations[..] {
            [] => self.atom(tokens),
            [relation] => {
                let left = self.term(tokens.start..relation)?;
                let right = self.term(relation + 1..tokens.end)?;
                Some(
                    self.draft
                        .form(self.source.tokens[relation].bytes, [left, right]),
                )
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

    fn atom(&mut self, tokens: Tokens) -> Option<Id> {
        let first = self.source.tokens[tokens.clone()].first()?;
        if is_truth(first.bytes) && tokens.len() == 1 {
            return Some(self.draft.leaf(first.bytes));
        }
        let is_negative = first.bytes == b"-";
        let positive = tokens.start + usize::from(is_negative)..tokens.end;
        let name = self.source.tokens[positive.clone()].first()?;
        if !is_name(name.bytes) || name.bytes.starts_with(b"@") {
            return None;
        }
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

    /// Whether the tokens are an aggregate, a weight constraint or a theory atom, after any negations.
    fn is_aggregate(&self, tokens: &Tokens) -> bool {
        let first = self.source.tokens[tokens.clone()].first();
        first.is_some_and(|token| token.bytes.len() > 1 && token.bytes.starts_with(b"&"))
            || self.find(tokens, &[b":"]).is_none() && self.find(tokens, &[b"{", b"["]).is_some()
    }

    fn aggregate(&mut self, tokens: Tokens, is_head: bool) -> Option<Id> {
        let first = self.source.tokens[tokens.start].bytes;
        if first.len() > 1 && first.starts_with(b"&") {
            return Some(self.theory_atom(tokens));
        }
        let open = self.find(&tokens, &[b"{", b"["])?;
        let close = self.source.closing[open];
        let inside = open + 1..close;
        let kind_at = open.checked_sub(1).filter(|&at| at >= tokens.start);
        let kind = kind_at
            .map(|at| self.source.tokens[at].bytes)
            .filter(|kind| is_aggregate(kind));
        let left = tokens.start..open - usize::from(kind.is_some());
        let left = self.left_guard(left)?;
        let right = self.right_guard(close + 1..tokens.end)?;
        let is_weights = self.source.tokens[open].bytes == b"[";
        let (head, elements): (&[u8], _) = match kind {
            Some(kind) if !is_weights => (
                kind,
                if is_head {
                    self.head_elements(inside)?
                } else {
                    self.tuple_elements(inside, false)?
                },
            ),
            None if is_weights => (b"[]", self.weighted(inside)?),
            None => (b"{}", self.set_elements(inside)?),
            Some(_) => return None,
        };
        Some(
            self.draft
                .form(head, [left, right].into_iter().chain(elements)),
        )
    }

    /// What stands before the braces: `1`, `1 <`, `X =`.
    fn left_guard(&mut self, tokens: Tokens) -> Option<Id> {
        if tokens.is_empty() {
            return Some(self.draft.list(Vec::new()));
        }
        let last = self.source.tokens[tokens.end - 1].bytes;
        let (relation, bound) = if RELATIONS.contains(&last) {
            (last, tokens.start..tokens.end - 1)
        } else {
            (&b"<="[..], tokens)
        };
        let bound = self.term(bound)?;
        Some(self.draft.form(relation, [bound]))
    }

    fn right_guard(&mut self, tokens: Tokens) -> Option<Id> {
        if tokens.is_empty() {
            return Some(self.draft.list(Vec::new()));
        }
        let first = self.source.tokens[tokens.start].bytes;
        let (relation, bound) = if RELATIONS.contains(&first) {
            (first, tokens.start + 1..tokens.end)
        } else {
            (&b"<="[..], tokens)
        };
        let bound = self.term(bound)?;
        Some(self.draft.form(relation, [bound]))
    }

    /// `a; b : c`, or `a, b` as lparse writes it.
    fn set_elements(&mut self, tokens: Tokens) -> Option<Vec<Id>> {
        if tokens.is_empty() {
            return Some(Vec::new());
        }
        let is_lparse = self.find(&tokens, &[b";", b":"]).is_none();
        let parts = self.split(tokens, if is_lparse { &[b","] } else { &[b";"] });
        let mut elements = Vec::new();
        for part in parts {
            elements.push(if self.find(&part, &[b":"]).is_some() {
                self.conditional(part)?
            } else {
                self.literal(part, false)?
            });
        }
        Some(elements)
    }

    /// `a = 3, not b`
    fn weighted(&mut self, tokens: Tokens) -> Option<Vec<Id>> {
        if tokens.is_empty() {
            return Some(Vec::new());
        }
        let mut elements = Vec::new();
        for part in self.split(tokens, &[b","]) {
            let (literal, weight) = match self.split_once(part.clone(), &[b"="]) {
                Some([literal, weight]) => (literal, self.term(weight)?),
                None => (part, self.draft.leaf(b"1")),
            };
            let literal = self.literal(literal, false)?;
            elements.push(self.draft.list(vec![weight, literal]));
        }
        Some(elements)
    }

    /// `1,x : a, b; 2,y : c`
    fn tuple_elements(&mut self, tokens: Tokens, has_weights: bool) -> Option<Vec<Id>> {
        let parts = if tokens.is_empty() {
            Vec::new()
        } else {
            self.split(tokens, &[b";"])
        };
        let mut elements = Vec::new();
        for part in parts {
            let (terms, condition) = match self.split_once(part.clone(), &[b":"]) {
                Some([terms, condition]) => (terms, condition),
                None => (part.clone(), part.end..part.end),
            };
            let mut element = vec![self.tuple(terms, has_weights)?];
            element.extend(self.literals(condition)?);
            elements.push(self.draft.list(element));
        }
        Some(elements)
    }

    /// `1,x : a : b; 2,y : c`
    fn head_elements(&mut self, tokens: Tokens) -> Option<Vec<Id>> {
        let parts = if tokens.is_empty() {
            Vec::new()
        } else {
            self.split(tokens, &[b";"])
        };
        let mut elements = Vec::new();
        for part in parts {
            let [terms, rest] = self.split_once(part, &[b":"])?;
            let terms = self.tuple(terms, false)?;
            let literal = if self.find(&rest, &[b":"]).is_some() {
                self.conditional(rest)?
            } else {
                self.literal(rest, false)?
            };
            elements.push(self.draft.list(vec![terms, literal]));
        }
        Some(elements)
    }

    /// Terms separated by commas; the first may be a weight with a priority.
    fn tuple(&mut self, tokens: Tokens, has_weight: bool) -> Option<Id> {
        let parts = if tokens.is_empty() {
            Vec::new()
        } else {
            self.split(tokens, &[b","])
        };
        let mut terms = Vec::new();
        for (place, part) in parts.into_iter().enumerate() {
            let level = (has_weight && place == 0)
                .then(|| self.split_once(part.clone(), &[b"@"]))
                .flatten();
            terms.push(match level {
                Some([weight, priority]) => {
                    let (weight, priority) = (self.term(weight)?, self.term(priority)?);
                    self.draft.form(b"@", [weight, priority])
                }
                None => self.term(part)?,
            });
        }
        Some(self.draft.list(terms))
    }

    fn external(&mut self, tokens: Tokens, value: Option<Tokens>) -> Option<Id> {
        let (atom, body) = match self.split_once(tokens.clone(), &[b":"]) {
            Some([atom, body]) => (atom, body),
            None => (tokens.clone(), tokens.end..tokens.end),
        };
        let mut parts = vec![self.atom(atom)?, self.body(body)?];
        if let Some(value) = value {
            parts.push(self.tuple(value, false)?);
        }
        Some(self.draft.form(b"#external", parts))
    }

    /// `&sum(t) { e; f } <= 3`: what is between the braces is split; everything else stays as it is.
    fn theory_atom(&mut self, tokens: Tokens) -> Id {
        let open = self.find(&tokens, &[b"{"]);
        let close = open.map_or(tokens.end, |open| self.source.closing[open]);
        let name = self.verbatim(tokens.start..open.unwrap_or(tokens.end));
        let mut parts = vec![name];
        if let Some(open) = open {
            let inside = open + 1..close;
            let elements = if inside.is_empty() {
                Vec::new()
            } else {
                self.split(inside, &[b";"])
            };
            let elements = elements
                .into_iter()
                .map(|part| self.verbatim(part))
                .collect();
            parts.push(self.draft.list(elements));
            if close + 1 < tokens.end {
                parts.push(self.verbatim(close + 1..tokens.end));
            }
        }
        self.draft.form(b"&", parts)
    }

    /// The tokens as one.
    fn verbatim(&mut self, tokens: Tokens) -> Id {
        let text = verbatim(&self.source.tokens[tokens]);
        self.draft.leaf(&text)
    }

    fn term(&mut self, tokens: Tokens) -> Option<Id> {
        let source = self.source;
        term(self.draft, &source.tokens[tokens])
    }

    /// What stands between the braces, if the tokens are nothing but braces.
    fn braces(&self, tokens: &Tokens) -> Option<Tokens> {
        let first = self.source.tokens[tokens.clone()].first()?;
        let close = self.source.closing[tokens.start];
        (first.bytes == b"{" && close + 1 == tokens.end).then_some(tokens.start + 1..close)
    }

    /// Where the first of these tokens stands outside of inner brackets.
    fn find(&self, tokens: &Tokens, wanted: &[&[u8]]) -> Option<usize> {
        self.outside(tokens)
            .find(|&at| wanted.contains(&self.source.tokens[at].bytes))
    }

    fn all(&self, tokens: &Tokens, wanted: &[&[u8]]) -> Vec<usize> {
        let places = self.outside(tokens);
        places
            .filter(|&at| wanted.contains(&self.source.tokens[at].bytes))
            .collect()
    }

    /// The tokens that are not inside inner brackets.
    fn outside(&self, tokens: &Tokens) -> impl Iterator<Item = usize> {
        let (mut at, end) = (tokens.start, tokens.end);
        let closing = self.source.closing;
        std::iter::from_fn(move || {
            let here = (at < end).then_some(at)?;
            at = if closing[here] > here {
                closing[here] + 1
            } else {
                here + 1
            };
            Some(here)
        })
    }

    fn split(&self, tokens: Tokens, separators: &[&[u8]]) -> Vec<Tokens> {
        let mut parts = Vec::new();
        let mut from = tokens.start;
        for at in self.all(&tokens, separators) {
            parts.push(from..at);
            from = at + 1;
        }
        parts.push(from..tokens.end);
        parts
    }

    fn split_once(&self, tokens: Tokens, separators: &[&[u8]]) -> Option<[Tokens; 2]> {
        let at = self.find(&tokens, separators)?;
        Some([tokens.start..at, at + 1..tokens.end])
    }
}

/// The tokens with a space where there was white space between them.
pub(super) fn verbatim(tokens: &[Token<'_>]) -> Vec<u8> {
    let mut text = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        if place > 0 && token.is_apart {
            text.push(b' ');
        }
        text.extend_from_slice(token.bytes);
    }
    text
}
