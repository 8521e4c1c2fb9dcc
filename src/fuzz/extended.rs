//! The rules of weight constraint programs: with choice, cardinality and weight atoms; and minimize statements.

use super::rules::Generator;
use super::{Aggregate, BodyLiteral, Head, Literal, Parameter, Statement};

/// What the aggregates of a rule are.
#[derive(Clone, Copy)]
enum AggregateKind {
    Cardinality,
    Weight,
}

impl Generator<'_> {
    /// Step 4 of weight constraint programs: choice, cardinality and weight rules.
    pub(super) fn weight_constraint_rules(&mut self) {
        for _ in 0..self.relative(Parameter::ChoiceRules) {
            let length = self.elements();
            let heads = self.distinct(length);
            // Facts with a choice make the most models.
            let body = if self.random.chance(30) {
                Vec::new()
            } else {
                self.mixed_body()
            };
            self.add(Head::Choice(heads), body);
        }
        for _ in 0..self.relative(Parameter::CardinalityRules) {
            self.aggregate_rule(AggregateKind::Cardinality);
        }
        for _ in 0..self.relative(Parameter::WeightRules) {
            self.aggregate_rule(AggregateKind::Weight);
        }
    }

    /// Adds a rule with an aggregate as its head, or with at least one in its body.
    fn aggregate_rule(&mut self, kind: AggregateKind) {
        let (head, mut body) = if self.random.chance(50) {
            (Head::Aggregate(self.aggregate(kind)), Vec::new())
        } else {
            let head = Head::Atoms(vec![self.atom()]);
            (head, vec![BodyLiteral::Aggregate(self.aggregate(kind))])
        };
        let more = self.mixed_body();
        // The aggregate counts as one of the body's literals.
        body.extend(more.into_iter().skip(body.len()));
        self.add(head, body);
    }

    /// A body of normal, cardinality and weight literals.
    fn mixed_body(&mut self) -> Vec<BodyLiteral> {
        let length = self.length();
        (0..length).map(|_| self.body_literal()).collect()
    }

    fn body_literal(&mut self) -> BodyLiteral {
        if self.random.chance(self.drawn[Parameter::Aggregates]) {
            let is_weight = self.random.chance(50);
            let kind = if is_weight {
                AggregateKind::Weight
            } else {
                AggregateKind::Cardinality
            };
            return BodyLiteral::Aggregate(self.aggregate(kind));
        }
        let atom = self.atom();
        BodyLiteral::Literal(self.negated(atom))
    }

    /// An aggregate. Unless a bound is left out, its weights alone make it neither always true nor always false. At
    /// most one bound is left out.
    fn aggregate(&mut self, kind: AggregateKind) -> Aggregate {
        let elements = self.weighted(kind);
        let total = elements.iter().map(|(_, weight)| weight).sum();
        let lower = self.random.between(1, total);
        let upper = self.random.between(lower, total);
        let is_open = self.random.chance(self.drawn[Parameter::OpenBounds]);
        let (has_lower, has_upper) = match is_open.then(|| self.random.chance(50)) {
            None => (true, true),
            Some(is_upper) => (is_upper, !is_upper),
        };
        Aggregate {
            has_weights: matches!(kind, AggregateKind::Weight),
            elements,
            lower: has_lower.then_some(lower),
            upper: has_upper.then_some(upper),
        }
    }

    /// How many elements there are.
    fn elements(&mut self) -> u32 {
        self.drawn.length(Parameter::Elements, self.random)
    }

    /// Literals of different atoms, with their weights.
    fn weighted(&mut self, kind: AggregateKind) -> Vec<(Literal, u32)> {
        let length = self.elements();
        let atoms = self.distinct(length);
        atoms
            .into_iter()
            .map(|atom| (self.negated(atom), self.weight(kind)))
            .collect()
    }

    fn weight(&mut self, kind: AggregateKind) -> u32 {
        match kind {
            AggregateKind::Cardinality => 1,
            AggregateKind::Weight if self.random.chance(self.drawn[Parameter::Unweighted]) => 1,
            AggregateKind::Weight => self.random.between(1, self.drawn[Parameter::Weight]),
        }
    }

    /// Adds a minimize statement.
    pub(super) fn minimize(&mut self, priority: u32) {
        let elements = self.weighted(AggregateKind::Weight);
        self.statement(Statement::Minimize { priority, elements });
    }
}
