//! Numbers in rules: sums of indices and widths, and conditions on them.

use super::matching::Match;

/// A sum such as `u-l+1`. A name stands for an index of the pattern (`@u`), or for the width of one of its terms
/// (`?x`).
#[derive(Debug)]
pub(super) struct Formula(Vec<(i64, Summand)>);

#[derive(Debug)]
enum Summand {
    Number(i64),
    Name(&'static str),
}

impl Formula {
    /// Reads a sum.
    pub(super) fn of(text: &'static str) -> Formula {
        let mut atoms = Vec::new();
        let mut sign = 1;
        for part in text.split_inclusive(['+', '-']) {
            let atom = part.trim_end_matches(['+', '-']).trim();
            let number = atom.parse().map(Summand::Number);
            atoms.push((sign, number.unwrap_or(Summand::Name(atom))));
            sign = if part.ends_with('-') { -1 } else { 1 };
        }
        Formula(atoms)
    }

    /// The value for a match. None if a width is unknown or a number is too large.
    pub(super) fn value(&self, found: &Match) -> Option<i64> {
        self.0.iter().try_fold(0i64, |sum, (sign, atom)| {
            let value = match atom {
                Summand::Number(number) => *number,
                Summand::Name(name) => found.number(name)?,
            };
            sum.checked_add(sign * value)
        })
    }
}

type Comparison = fn(&i64, &i64) -> bool;

/// A comparison of two sums.
#[derive(Debug)]
pub(super) struct Condition {
    left: Formula,
    holds: Comparison,
    right: Formula,
}

impl Condition {
    /// Reads conditions separated by commas: `u < x, l = 0`.
    pub(super) fn all(text: &'static str) -> Vec<Condition> {
        text.split(',')
            .filter(|text| !text.is_empty())
            .filter_map(Condition::of)
            .collect()
    }

    fn of(text: &'static str) -> Option<Condition> {
        let comparisons: [(&str, Comparison); 4] = [
            (">=", i64::ge),
            ("<=", i64::le),
            ("<", i64::lt),
            ("=", i64::eq),
        ];
        comparisons.into_iter().find_map(|(sign, holds)| {
            let (left, right) = text.split_once(sign)?;
            Some(Condition {
                left: Formula::of(left),
                holds,
                right: Formula::of(right),
            })
        })
    }

    /// Whether the condition holds. It does not if a number is unknown.
    pub(super) fn holds(&self, found: &Match) -> bool {
        let values = self.left.value(found).zip(self.right.value(found));
        values.is_some_and(|(left, right)| (self.holds)(&left, &right))
    }
}
