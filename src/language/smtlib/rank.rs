//! Ranks, as the SMT-LIB standard calls the signatures of operators: which sorts the operands may have, and which sort
//! an application then has.

use super::Sort;
use super::matching::{Bindings, Index, Pattern};

/// One rank of an operator.
#[derive(Debug)]
pub(super) struct Rank {
    pub(super) operands: Vec<Pattern>,
    pub(super) result: Pattern,
    pub(super) repeats: Repeats,
    /// How many indices the operator has.
    pub(super) indices: usize,
    /// What holds for the indices.
    pub(super) conditions: Vec<IndexCondition>,
    /// The variable for the index that is the number of operands, if there is such an index.
    pub(super) count: Option<usize>,
    /// Whether `Int` and `Real` never mix among the operands.
    pub(super) is_exact: bool,
}

/// Which pattern stands for further operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeats {
    /// There are no further operands.
    None,
    /// The first pattern, as for `:right-assoc`.
    First,
    /// The last pattern, as for `:left-assoc`.
    Last,
    /// The last pattern; each operand is related to each other one, as for `:pairwise`.
    Pairs,
    /// The last pattern; each operand is related to the next one, as for `:chainable`.
    Chain,
}

/// A condition on indices: the first is less than the second, or with `or_equal`, at most as large.
#[derive(Clone, Debug)]
pub(super) struct IndexCondition {
    pub(super) less: Index,
    pub(super) greater: Index,
    pub(super) or_equal: bool,
}

/// Which parts of an application have the same sort as one of its operands, whatever that sort is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generic {
    /// The indices of the operands, including that operand.
    pub operands: Vec<usize>,
    /// Whether the application has the sort.
    pub is_result: bool,
}

/// An application that fits a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fit {
    /// The sort of the application.
    pub(super) sort: Sort,
    /// Whether it only fits if `Int` and `Real` mix.
    pub(super) mixes: bool,
    /// Whether it only fits if a `Real` may stand for an `Int`.
    pub(super) narrows: bool,
}

impl Fit {
    /// The fit with these bindings.
    pub(super) fn of(sort: Sort, bindings: &Bindings) -> Fit {
        Fit {
            sort,
            mixes: bindings.mixed(),
            narrows: bindings.narrowed,
        }
    }
}

impl Rank {
    /// Whether there may be this number of operands.
    pub(super) fn takes(&self, operands: usize) -> bool {
        operands == self.operands.len()
            || operands > self.operands.len() && self.repeats != Repeats::None
    }

    /// Whether there may be any number of operands, and all of them are treated alike.
    pub(super) fn treats_all_alike(&self) -> bool {
        let mut pairs = self.operands.windows(2);
        self.repeats != Repeats::None
            && self.count.is_none()
            && pairs.all(|pair| pair[0] == pair[1] || self.accumulates())
    }

    /// Whether some operand may be of any sort.
    pub(super) fn is_parametric(&self) -> bool {
        self.operands.iter().any(Pattern::is_parametric)
    }

    /// Which operands, and whether the application, have the sort of the `k`th of `n` operands, if that may be any
    /// sort. None if it may not.
    pub(super) fn generic(&self, k: usize, n: usize) -> Option<Generic> {
        let variable = self.operand(k, n).variable()?;
        let patterns = || self.operands.iter().chain([&self.result]);
        let is_like = |pattern: &Pattern| pattern.variable() == Some(variable);
        // A sort with the variable inside would have to change, too.
        let is_plain = |pattern: &Pattern| pattern.variable().is_some() || !pattern.is_parametric();
        patterns().all(is_plain).then(|| Generic {
            operands: (0..n).filter(|&k| is_like(self.operand(k, n))).collect(),
            is_result: is_like(&self.result),
        })
    }

    /// The pattern of the `k`th of `n` operands.
    pub(super) fn operand(&self, k: usize, n: usize) -> &Pattern {
        let further = n - self.operands.len();
        match self.repeats {
            Repeats::First => &self.operands[k.saturating_sub(further)],
            Repeats::None | Repeats::Last | Repeats::Pairs | Repeats::Chain => {
                &self.operands[k.min(self.operands.len() - 1)]
            }
        }
    }

    /// Whether the indices of the result change with each operand, as the width of `concat` does.
    pub(super) fn accumulates(&self) -> bool {
        let is_sum = |index: &Index| !matches!(index, Index::Variable(_) | Index::Number(_));
        self.repeats != Repeats::None
            && matches!(&self.result, Pattern::BitVec(width) if is_sum(width))
    }

    /// The sort of an application; none if it does not fit.
    pub(super) fn apply(&self, indices: &[Option<u32>], operands: &[Sort]) -> Option<Fit> {
        if indices.len() != self.indices || !self.takes(operands.len()) {
            return None;
        }
        if self.accumulates() {
            return self.accumulated(operands);
        }
        let mut bindings = self.bindings(indices, operands.len());
        self.fits(operands, &mut bindings)
            .then(|| Fit::of(self.result.sort(&bindings), &bindings))
    }

    /// What is known about the variables before the sorts are looked at.
    fn bindings(&self, indices: &[Option<u32>], operands: usize) -> Bindings {
        let mut bindings = Bindings::of_indices(indices);
        if let Some(variable) = self.count {
            bindings.bind_index(variable, i64::try_from(operands).unwrap_or(i64::MAX));
        }
        bindings
    }

    /// Whether operands of these sorts fit. This binds the variables.
    fn fits(&self, operands: &[Sort], bindings: &mut Bindings) -> bool {
        let mut sorts = operands.iter().enumerate();
        sorts.all(|(k, &sort)| self.operand(k, operands.len()).fits(sort, bindings))
            && !(self.is_exact && bindings.mixed())
            && self
                .conditions
                .iter()
                .all(|condition| condition.excess(bindings) <= 0)
    }

    /// The sort of an application like that of `concat` to many operands: the result for the operands so far is the
    /// first operand of the next step.
    fn accumulated(&self, operands: &[Sort]) -> Option<Fit> {
        let (&first, more) = operands.split_first()?;
        let fit = |sort| Fit::of(sort, &Bindings::default());
        more.iter().try_fold(fit(first), |before, &next| {
            let mut bindings = Bindings::default();
            let fits = self.operands[0].fits(before.sort, &mut bindings)
                && self.operands[1].fits(next, &mut bindings);
            fits.then(|| fit(self.result.sort(&bindings)))
        })
    }

    /// The sort that the `k`th operand must have if the application is to have the sort `result`. The operand's present
    /// sort does not matter.
    pub(super) fn expected(
        &self,
        indices: &[Option<u32>],
        operands: &[Sort],
        k: usize,
        result: Sort,
    ) -> Option<(Sort, Bindings)> {
        if indices.len() != self.indices || !self.takes(operands.len()) {
            return None;
        }
        let mut bindings = self.bindings(indices, operands.len());
        let place = self.operand(k, operands.len());
        if self.accumulates() && operands.len() > self.operands.len() {
            return Some((Sort::UNKNOWN, bindings));
        }
        let mut others = operands.to_vec();
        *others.get_mut(k)? = Sort::UNKNOWN;
        // The result is looked at again, because an index of it may be a sum with an index of an operand.
        let fits = self.result.fits(result, &mut bindings)
            && self.fits(&others, &mut bindings)
            && self.result.fits(result, &mut bindings);
        fits.then(|| (place.sort(&bindings), bindings))
    }

    /// The indices with which an application to operands of these sorts has this sort. An index that the sorts do not
    /// determine stays as it is, unless a condition makes it smaller.
    pub(super) fn indices(
        &self,
        old: &[Option<u32>],
        operands: &[Sort],
        result: Sort,
    ) -> Option<Vec<u32>> {
        if old.len() != self.indices || !self.takes(operands.len()) {
            return None;
        }
        // What the sorts determine.
        let mut known = self.bindings(&[], operands.len());
        let mut sorts = operands.iter().enumerate();
        let fits = sorts.all(|(k, &sort)| self.operand(k, operands.len()).fits(sort, &mut known));
        if !fits || !self.result.fits(result, &mut known) {
            return None;
        }
        // The other indices, with their old values.
        let open: Vec<usize> = (0..self.indices)
            .filter(|&index| known.index(index).is_none())
            .collect();
        let mut kept: Vec<i64> = Vec::new();
        for &index in &open {
            kept.push(i64::from(old[index]?));
        }
        // Each keeps its value, the last one first, unless the result and the values so far determine it. While a
        // condition is violated, the last value is lowered by as much as needed.
        for _ in 0..=open.len() {
            let mut bindings = known.clone();
            for (&index, &value) in open.iter().zip(&kept).rev() {
                if bindings.index(index).is_none() {
                    bindings.bind_index(index, value);
                }
                if !self.result.fits(result, &mut bindings) {
                    return None;
                }
            }
            let excess = self
                .conditions
                .iter()
                .map(|condition| condition.excess(&bindings))
                .max()
                .unwrap_or(0);
            if excess <= 0 {
                let index = |index| u32::try_from(bindings.index(index)?).ok();
                return (0..self.indices).map(index).collect();
            }
            let last = kept.last_mut()?;
            *last = last.checked_sub(excess).filter(|&less| less >= 0)?;
        }
        None
    }

    /// The sorts of the operands if an application is to have this sort; none if it cannot.
    pub(super) fn yielding(&self, sort: Sort) -> Option<Vec<Sort>> {
        let mut bindings = self.bindings(&[], self.operands.len());
        let fits = self.result.fits(sort, &mut bindings) && !bindings.mixed();
        let sorts = self.operands.iter().map(|pattern| pattern.sort(&bindings));
        fits.then(|| sorts.collect())
    }
}

impl IndexCondition {
    /// By how much the first index is too large; not positive if the condition holds, and 0 if a value is not known.
    fn excess(&self, bindings: &Bindings) -> i64 {
        let values = self.less.value(bindings).zip(self.greater.value(bindings));
        values.map_or(0, |(less, greater)| {
            less - greater + i64::from(!self.or_equal)
        })
    }
}
