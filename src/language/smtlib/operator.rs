//! What is known about one operator, from its ranks.

use super::bits::{Bits, WIDEST};
use super::rank::{Fit, Generic, Rank, Repeats};
use super::rank_widths::{Width, of_application};
use super::{LiteralKind, Sort};
use crate::tree::Symbol;

/// An operator of a theory.
#[derive(Debug, Default)]
pub struct Operator {
    pub(super) name: Symbol,
    /// The theory that has the operator.
    pub theory: Symbol,
    /// The ranks that the standard gives it.
    pub(super) ranks: Vec<Rank>,
    /// Further ranks that solvers accept. They count only where no rank of the standard fits without mixing numbers.
    pub(super) extensions: Vec<Rank>,
    /// Whether two operands may be swapped.
    pub is_commutative: bool,
    /// Whether the name occurs only in texts in an older dialect.
    pub(super) is_older: bool,
    /// Whether `(f (f x a) b)` equals `(f x (+ a b))`, as for shifts.
    pub adds_up: bool,
    /// A shorter name.
    pub short: Option<Symbol>,
    /// The operands that make no difference, for each sort.
    pub(super) neutral: Vec<Element>,
    /// The operands that make no difference except as the first one, for each sort.
    pub(super) right_neutral: Vec<Element>,
    /// The operands that alone decide the result, for each sort.
    pub(super) absorbing: Vec<Element>,
    /// What an application becomes where single bits become truth values.
    pub as_bool: Option<Image>,
    /// What an application becomes where bit-vectors or reals become integers.
    pub as_int: Option<Image>,
}

/// What corresponds to an application when terms are translated to another sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// An application of another operator to the operands.
    Operator(Symbol),
    /// Its first operand.
    Operand,
    /// This constant.
    Constant(Symbol),
}

impl Image {
    /// The image with this name.
    pub(super) fn of(name: Symbol) -> Image {
        match name.bytes() {
            b"operand" => Image::Operand,
            literal if LiteralKind::of(literal).is_some() => Image::Constant(name),
            _ => Image::Operator(name),
        }
    }
}

/// A constant that is special among the operands of an operator.
#[derive(Clone, Copy, Debug)]
pub(super) enum Element {
    /// This token, among operands of this sort.
    Token(Sort, Symbol),
    /// The bit-vector that this makes of the width of the operands.
    Vector(fn(u32) -> Bits),
}

impl Element {
    fn token(self, sort: Sort) -> Option<Symbol> {
        match self {
            Element::Token(own, token) => (own == sort).then_some(token),
            Element::Vector(of_width) => {
                // A wider literal would be long.
                let width = sort.width().filter(|&width| width <= WIDEST)?;
                Some(of_width(width).shortest())
            }
        }
    }

    /// Whether the literal is this constant, in any spelling. A numeral may also stand for a real number.
    fn is_spelled(self, literal: &[u8]) -> bool {
        match self {
            Element::Token(_, token) => {
                let token = token.bytes();
                token == literal || token.strip_suffix(b".0") == Some(literal)
            }
            Element::Vector(of_width) => {
                Bits::of(literal).is_some_and(|bits| bits == of_width(bits.width()))
            }
        }
    }
}

impl Operator {
    /// The name, without indices.
    pub fn name(&self) -> Symbol {
        self.name
    }

    fn all_ranks(&self) -> impl Iterator<Item = &Rank> {
        self.ranks.iter().chain(&self.extensions)
    }

    /// The least number of operands.
    pub fn fewest(&self) -> usize {
        self.all_ranks()
            .map(|rank| rank.operands.len())
            .min()
            .unwrap_or(0)
    }

    /// Whether there may be this number of operands.
    pub(super) fn takes(&self, operands: usize) -> bool {
        self.all_ranks().any(|rank| rank.takes(operands))
    }

    /// Whether there may be this number of indices.
    pub(super) fn takes_indices(&self, indices: usize) -> bool {
        self.all_ranks().any(|rank| rank.indices == indices)
    }

    /// How many indices the operator has.
    pub fn indices(&self) -> usize {
        self.all_ranks().map(|rank| rank.indices).max().unwrap_or(0)
    }

    /// The sort of an application to operands of these sorts; none if their number or their sorts are wrong. An index
    /// that is not a small number is given as `None`.
    pub fn result(&self, indices: &[Option<u32>], operands: &[Sort]) -> Option<Sort> {
        self.apply(indices, operands).map(|fit| fit.sort)
    }

    /// Like [`Operator::result`], but also says whether `Int` and `Real` mix.
    pub(super) fn apply(&self, indices: &[Option<u32>], operands: &[Sort]) -> Option<Fit> {
        let fit = |ranks: &[Rank]| {
            ranks
                .iter()
                .filter_map(|rank| rank.apply(indices, operands))
                .reduce(|a, b| better(a, b, operands))
        };
        match fit(&self.ranks) {
            Some(fit) if !fit.mixes => Some(fit),
            mixing => mixing
                .into_iter()
                .chain(fit(&self.extensions))
                .reduce(|a, b| better(a, b, operands)),
        }
    }

    /// The sorts that the `k`th operand may have if the application is to have the sort `result`. Unknown sorts among
    /// `operands` and as `result` demand nothing; the `k`th operand is not looked at. A sort that is unknown, or has an
    /// unknown part, stands for any sort that fits it. Empty if no operand makes the application well-sorted.
    pub fn expected(
        &self,
        indices: &[Option<u32>],
        operands: &[Sort],
        k: usize,
        result: Sort,
    ) -> Vec<Sort> {
        // The ranks of the standard come before others, and sorts that do not mix numbers before those that do.
        for may_mix in [false, true] {
            for ranks in [&self.ranks, &self.extensions] {
                let mut sorts = Vec::new();
                for rank in ranks {
                    if let Some((sort, bindings)) = rank.expected(indices, operands, k, result)
                        && (may_mix || !bindings.mixed())
                        && !sorts.contains(&sort)
                    {
                        sorts.push(sort);
                    }
                }
                if !sorts.is_empty() {
                    return sorts;
                }
            }
        }
        Vec::new()
    }

    /// The sorts of the operands, for each rank of the standard whose result may have this sort. If a rank takes any
    /// number of operands, the least number is given.
    pub fn yielding(&self, sort: Sort) -> impl Iterator<Item = Vec<Sort>> + '_ {
        self.ranks
            .iter()
            .filter_map(move |rank| rank.yielding(sort))
    }

    /// Whether an application to a single operand would be this operand.
    pub fn is_idle_alone(&self) -> bool {
        !self.neutral.is_empty()
    }

    /// Whether some operand may have any sort.
    pub fn is_parametric(&self) -> bool {
        self.all_ranks().any(Rank::is_parametric)
    }

    /// How the widths in the sorts of an application depend on one another: first for each operand, which have these
    /// sorts, then for the application, which has the sort `result`. None if that is not known.
    pub fn widths(
        &self,
        indices: &[Option<u32>],
        operands: &[Sort],
        result: Sort,
    ) -> Option<Vec<Vec<Width>>> {
        let rank = self
            .all_ranks()
            .find(|rank| rank.apply(indices, operands).is_some())?;
        of_application(rank, indices, operands, result)
    }

    /// The indices with which an application to operands of these sorts has the sort `result`. An index that the sorts
    /// do not determine stays as it is, unless it would be too large.
    pub fn indices_for(
        &self,
        indices: &[Option<u32>],
        operands: &[Sort],
        result: Sort,
    ) -> Option<Vec<u32>> {
        self.all_ranks()
            .find_map(|rank| rank.indices(indices, operands, result))
    }

    /// Which operands, and whether the application, have the sort of the `k`th of `n` operands, if that may be any
    /// sort; none if it may not. None also for operators that only some solvers know: their variables may stand for
    /// sorts of one kind only.
    pub fn generic(&self, k: usize, n: usize) -> Option<Generic> {
        let [rank] = &self.ranks[..] else {
            return None;
        };
        let is_only = self.extensions.iter().all(|rank| !rank.takes(n));
        (is_only && rank.takes(n))
            .then(|| rank.generic(k, n))
            .flatten()
    }

    /// Whether the sort of an application depends on the number of operands, as that of `concat` does.
    pub fn accumulates(&self) -> bool {
        self.all_ranks().any(Rank::accumulates)
    }

    /// Whether there may be any number of operands, all treated alike, so that an operand with the same operator can be
    /// replaced by its own operands.
    pub fn takes_any_number(&self) -> bool {
        self.all_ranks().any(Rank::treats_all_alike)
    }

    /// Whether there may be any number of operands, each of them related to the next one.
    pub fn is_chainable(&self) -> bool {
        let mut ranks = self.ranks.iter();
        ranks.any(|rank| rank.repeats == Repeats::Chain)
    }

    /// Whether there may be any number of operands, each of them related to the next one or to all others.
    pub fn is_relation(&self) -> bool {
        let mut ranks = self.ranks.iter();
        ranks.any(|rank| matches!(rank.repeats, Repeats::Chain | Repeats::Pairs))
    }

    /// The operand of this sort that makes no difference, such as `true` for `and`.
    pub fn neutral(&self, sort: Sort) -> Option<Symbol> {
        self.neutral.iter().find_map(|element| element.token(sort))
    }

    /// Whether some operand makes no difference, in all places or in all but the first one.
    pub fn has_neutral(&self) -> bool {
        !self.neutral.is_empty() || !self.right_neutral.is_empty()
    }

    /// Whether this literal makes no difference as an operand, as the first one or in another place.
    pub fn is_neutral(&self, literal: &[u8], is_first: bool) -> bool {
        let elsewhere = self.right_neutral.iter().filter(|_| !is_first);
        let mut elements = self.neutral.iter().chain(elsewhere);
        elements.any(|element| element.is_spelled(literal))
    }

    /// The operand of this sort that decides the result, such as `false` for `and`.
    pub fn absorbing(&self, sort: Sort) -> Option<Symbol> {
        self.absorbing
            .iter()
            .find_map(|element| element.token(sort))
    }
}

/// The better one of two fits. If an operand that is not understood could decide for either, the result is unknown.
fn better(a: Fit, b: Fit, operands: &[Sort]) -> Fit {
    if a.narrows != b.narrows {
        return if a.narrows { b } else { a };
    }
    let is_vague = || operands.iter().any(|sort| sort.has_unknown());
    if a.sort != b.sort && is_vague() {
        return Fit {
            sort: Sort::UNKNOWN,
            mixes: a.mixes && b.mixes,
            narrows: a.narrows,
        };
    }
    if a.mixes && !b.mixes { b } else { a }
}
