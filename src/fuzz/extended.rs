//! The rules of weight constraint programs: with choice, cardinality and weight atoms; and minimize statements.

use super::rules::Generator;
use super::{Aggregate, BodyLiteral, Head, Literal, Parameter, Statement};

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
        let kinds = [
            (Parameter::CardinalityRules, false),
            (Parameter::WeightRules, true),
        ];
        for (parameter, has_weights) in kinds {
            for _ in 0..self.relative(parameter) {
                self.aggregate_rule(has_weights);
            }
        }
    }

    /// Adds a rule with an aggregate as its head, or with at least one in its body.
    fn aggregate_rule(&mut self, has_weights: bool) {
        let (head, mut body) = if self.random.chance(50) {
            (Head::Aggregate(self.aggregate(has_weights)), Vec::new())
        } else {
            let head = Head::Atoms(vec![self.atom()]);
            (
                head,
                vec![BodyLiteral::Aggregate(self.aggregate(has_weights))],
            )
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
            let has_weights = self.random.chance(50);
            return BodyLiteral::Aggregate(self.aggregate(has_weights));
        }
        let atom = self.atom();
        BodyLiteral::Literal(self.negated(atom))
    }

    /// An aggregate. Unless a bound is left out, its weights alone make it neither always true nor always false. At
    /// most one bound is left out.
    fn aggregate(&mut self, has_weights: bool) -> Aggregate {
        let elements = self.weighted(has_weights);
        let total = elements.iter().map(|(_, weight)| weight).sum();
        let lower = self.random.between(1, total);
        let upper = self.random.between(lower, total);
        let is_open = self.random.chance(self.drawn[Parameter::OpenBounds]);
        let (has_lower, has_upper) = match is_open.then(|| self.random.chance(50)) {
            None => (true, true),
            Some(is_upper) => (is_upper, !is_upper),
        };
        Aggregate {
            has_weights,
            elements,
            lower: has_lower.then_some(lower),
            upper: has_upper.then_some(upper),
        }
    }

    /// How many elements there are.
    fn elements(&mut self) -> u32 {
        self.drawn.length(Parameter::Elements, self.random)
    }

    /// Literals of different atoms, with their weights. All are 1 unless `has_weights`.
    fn weighted(&mut self, has_weights: bool) -> Vec<(Literal, u32)> {
        let length = self.elements();
        let atoms = self.distinct(length);
        atoms
            .into_iter()
            .map(|atom| (self.negated(atom), self.weight(has_weights)))
            .collect()
    }

    fn weight(&mut self, has_weights: bool) -> u32 {
        if !has_weights || self.random.chance(self.drawn[Parameter::Unweighted]) {
            return 1;
        }
        self.random.between(1, self.drawn[Parameter::Weight])
    }

    /// Adds a minimize statement.
    pub(super) fn minimize(&mut self, priority: u32) {
        let elements = self.weighted(true);
        self.statement(Statement::Minimize { priority, elements });
    }
}
