//! Aggregates, weight constraints and theory atoms in gringo's and lparse's text format.

use super::draft::Id;
use super::matched_tokens::TokenRange;
use super::relation::is_relation;
use super::statement::{AGGREGATES, StatementReader};

impl StatementReader<'_, '_> {
    /// Whether the tokens are an aggregate, a weight constraint or a theory atom, after any negations.
    pub(super) fn is_aggregate(&self, tokens: &TokenRange) -> bool {
        let first = self.source.tokens[tokens.clone()].first();
        first.is_some_and(|token| token.bytes.len() > 1 && token.bytes.starts_with(b"&"))
            || self.source.find(tokens, &[b":"]).is_none()
                && self.source.find(tokens, &[b"{", b"["]).is_some()
    }

    /// Reads an aggregate, a weight constraint, a choice or a theory atom.
    pub(super) fn aggregate(&mut self, tokens: TokenRange, is_head: bool) -> Option<Id> {
        let first = self.source.tokens[tokens.start].bytes;
        if first.len() > 1 && first.starts_with(b"&") {
            return Some(self.theory_atom(tokens));
        }
        let open = self.source.find(&tokens, &[b"{", b"["])?;
        let close = self.source.closing[open];
        let inside = open + 1..close;
        let kind_at = open.checked_sub(1).filter(|&at| at >= tokens.start);
        let kind = kind_at
            .map(|at| self.source.tokens[at].bytes)
            .filter(|kind| AGGREGATES.contains(kind));
        let left = self.guard(tokens.start..open - usize::from(kind.is_some()), true)?;
        let right = self.guard(close + 1..tokens.end, false)?;
        let is_weights = self.source.tokens[open].bytes == b"[";
        let (head, elements): (&[u8], _) = match kind {
            Some(kind) if !is_weights && is_head => (kind, self.head_elements(inside)?),
            Some(kind) if !is_weights => (kind, self.tuple_elements(inside, false)?),
            None if is_weights => (b"[]", self.weighted(inside)?),
            None => (b"{}", self.set_elements(inside)?),
            Some(_) => return None,
        };
        Some(
            self.draft
                .form(head, [left, right].into_iter().chain(elements)),
        )
    }

    /// Reads what comes before the braces, such as `1`, `1 <` or `X =`, or what comes after them. Without a relation,
    /// `<=` is meant.
    fn guard(&mut self, tokens: TokenRange, is_left: bool) -> Option<Id> {
        if tokens.is_empty() {
            return Some(self.draft.list(Vec::new()));
        }
        let (near, without) = if is_left {
            (tokens.end - 1, tokens.start..tokens.end - 1)
        } else {
            (tokens.start, tokens.start + 1..tokens.end)
        };
        let near = self.source.tokens[near].bytes;
        let (relation, bound) = if is_relation(near) {
            (near, without)
        } else {
            (&b"<="[..], tokens)
        };
        let bound = self.term(bound)?;
        Some(self.draft.form(relation, [bound]))
    }

    /// Reads `a; b : c`, or `a, b` as lparse writes it.
    fn set_elements(&mut self, tokens: TokenRange) -> Option<Vec<Id>> {
        let is_lparse = self.source.find(&tokens, &[b";", b":"]).is_none();
        let separator = if is_lparse { b"," } else { b";" };
        let parts = self.source.split_any(tokens, &[separator]).into_iter();
        parts
            .map(|part| self.conditional_or_literal(part))
            .collect()
    }

    /// Reads `a = 3, not b`.
    fn weighted(&mut self, tokens: TokenRange) -> Option<Vec<Id>> {
        let mut elements = Vec::new();
        for part in self.source.split_any(tokens, &[b","]) {
            let (literal, weight) = match self.source.split_once(part.clone(), &[b"="]) {
                Some([literal, weight]) => (literal, self.term(weight)?),
                None => (part, self.draft.leaf(b"1")),
            };
            let literal = self.literal(literal)?;
            elements.push(self.draft.list(vec![weight, literal]));
        }
        Some(elements)
    }

    /// Reads `1,x : a, b; 2,y : c`.
    pub(super) fn tuple_elements(
        &mut self,
        tokens: TokenRange,
        has_weights: bool,
    ) -> Option<Vec<Id>> {
        let mut elements = Vec::new();
        for part in self.source.split_any(tokens, &[b";"]) {
            let [terms, condition] = self.source.cut(part, &[b":"]);
            let mut element = vec![self.tuple(terms, has_weights)?];
            element.extend(self.literals(condition)?);
            elements.push(self.draft.list(element));
        }
        Some(elements)
    }

    /// Reads `1,x : a : b; 2,y : c`, the elements of an aggregate in a head.
    fn head_elements(&mut self, tokens: TokenRange) -> Option<Vec<Id>> {
        let mut elements = Vec::new();
        for part in self.source.split_any(tokens, &[b";"]) {
            let [terms, rest] = self.source.split_once(part, &[b":"])?;
            let terms = self.tuple(terms, false)?;
            let literal = self.conditional_or_literal(rest)?;
            elements.push(self.draft.list(vec![terms, literal]));
        }
        Some(elements)
    }

    /// Reads terms separated by commas; if `has_weight`, the first one must be there and may have a priority.
    pub(super) fn tuple(&mut self, tokens: TokenRange, has_weight: bool) -> Option<Id> {
        if has_weight && tokens.is_empty() {
            return None;
        }
        let parts = self.source.split_any(tokens, &[b","]);
        let mut terms = Vec::new();
        for (place, part) in parts.into_iter().enumerate() {
            let level = (has_weight && place == 0)
                .then(|| self.source.split_once(part.clone(), &[b"@"]))
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

    /// Reads `&sum(t) { e; f } <= 3`. What is between the braces is split; everything else stays as it is.
    pub(super) fn theory_atom(&mut self, tokens: TokenRange) -> Id {
        let open = self.source.find(&tokens, &[b"{"]);
        let close = open.map_or(tokens.end, |open| self.source.closing[open]);
        let name = self.verbatim(tokens.start..open.unwrap_or(tokens.end));
        let mut parts = vec![name];
        if let Some(open) = open {
            let inside = open + 1..close;
            let elements = self
                .source
                .split_any(inside, &[b";"])
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
}
