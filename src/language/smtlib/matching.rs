//! Matches sorts against patterns with variables for sorts and for indices, and makes sorts from patterns.
//!
//! What is not understood fits every pattern and binds nothing. `Int` and `Real` fit each other; a match notes that
//! they mixed, because only some solvers accept that.

use super::sort::VARIABLES;
use super::{Sort, SortKind};

/// Which sorts an operand or a result may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Any sort.
    Anything,
    /// A sort that is not understood.
    NotUnderstood,
    /// A sort, which may have variables in it.
    Sort(Sort),
    /// `(_ BitVec w)`
    BitVec(Index),
    /// `(_ FloatingPoint e s)`
    Float(Index, Index),
}

/// An index: an expression over variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Index {
    Number(i64),
    Variable(usize),
    Sum(Box<Index>, Box<Index>),
    Difference(Box<Index>, Box<Index>),
    Product(Box<Index>, Box<Index>),
}

impl Pattern {
    /// The number of the variable for sorts, if the pattern is one.
    pub(super) fn variable(&self) -> Option<usize> {
        match self {
            Pattern::Sort(sort) => sort.as_variable(),
            _ => None,
        }
    }

    /// Whether terms of several sorts fit, other than sorts that differ only in widths.
    pub(super) fn is_parametric(&self) -> bool {
        match self {
            Pattern::Anything | Pattern::NotUnderstood => true,
            Pattern::Sort(sort) => sort.has_variable(),
            Pattern::BitVec(_) | Pattern::Float(..) => false,
        }
    }
}

/// What the variables stand for so far, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings {
    sorts: [Sort; VARIABLES],
    /// Whether the sort that a variable stands for is a part of a larger sort of an operand.
    are_parts: [bool; VARIABLES],
    indices: [Option<i64>; INDICES],
    /// Whether an `Int` stands where a `Real` is expected.
    pub(super) widened: bool,
    /// Whether a `Real` stands where an `Int` is expected.
    pub(super) narrowed: bool,
}

/// How many variables for indices a pattern may have.
pub(super) const INDICES: usize = 4;

impl Index {
    /// The value; none if a variable is not known, or if the value is too large.
    pub(super) fn value(&self, bindings: &Bindings) -> Option<i64> {
        match self {
            Index::Number(number) => Some(*number),
            Index::Variable(variable) => bindings.indices[*variable],
            Index::Sum(a, b) => a.value(bindings)?.checked_add(b.value(bindings)?),
            Index::Difference(a, b) => a.value(bindings)?.checked_sub(b.value(bindings)?),
            Index::Product(a, b) => a.value(bindings)?.checked_mul(b.value(bindings)?),
        }
    }

    /// The value as a width; none also if it is not in the range of widths.
    fn width(&self, bindings: &Bindings) -> Option<u32> {
        u32::try_from(self.value(bindings)?).ok()
    }

    /// Whether the index may have this value. If exactly one variable is unknown, this binds it.
    fn fits(&self, value: i64, bindings: &mut Bindings) -> bool {
        match self {
            Index::Number(number) => *number == value,
            Index::Variable(variable) => {
                value >= 0 && *bindings.indices[*variable].get_or_insert(value) == value
            }
            Index::Sum(a, b) => match (a.value(bindings), b.value(bindings)) {
                (Some(a), _) => value
                    .checked_sub(a)
                    .is_some_and(|rest| b.fits(rest, bindings)),
                (_, Some(b)) => value
                    .checked_sub(b)
                    .is_some_and(|rest| a.fits(rest, bindings)),
                _ => true,
            },
            Index::Difference(a, b) => match (a.value(bindings), b.value(bindings)) {
                (Some(a), _) => a
                    .checked_sub(value)
                    .is_some_and(|rest| b.fits(rest, bindings)),
                (_, Some(b)) => value
                    .checked_add(b)
                    .is_some_and(|rest| a.fits(rest, bindings)),
                _ => true,
            },
            Index::Product(a, b) => match (a.value(bindings), b.value(bindings)) {
                (Some(0), _) | (_, Some(0)) => value == 0,
                (Some(a), _) => value % a == 0 && b.fits(value / a, bindings),
                (_, Some(b)) => value % b == 0 && a.fits(value / b, bindings),
                _ => true,
            },
        }
    }
}

impl Pattern {
    /// Whether a sort fits the pattern. This binds the pattern's variables.
    pub(super) fn fits(&self, sort: Sort, bindings: &mut Bindings) -> bool {
        if sort == Sort::UNKNOWN {
            return true;
        }
        match self {
            Pattern::Anything => true,
            Pattern::NotUnderstood => sort.has_unknown(),
            Pattern::Sort(pattern) => bindings.fits(*pattern, sort),
            Pattern::BitVec(width) => match sort.width() {
                Some(known) => width.fits(i64::from(known), bindings),
                None => sort.has_unknown(),
            },
            Pattern::Float(exponent, significand) => match sort.structure() {
                Some(&SortKind::Float(e, s)) => {
                    exponent.fits(i64::from(e), bindings)
                        && significand.fits(i64::from(s), bindings)
                }
                _ => sort.has_unknown(),
            },
        }
    }

    /// The sort that the pattern stands for; the parts whose variables are not bound are unknown.
    pub(super) fn sort(&self, bindings: &Bindings) -> Sort {
        match self {
            Pattern::Anything | Pattern::NotUnderstood => Sort::UNKNOWN,
            Pattern::Sort(pattern) => bindings.sort(*pattern),
            Pattern::BitVec(width) => width.width(bindings).map_or(Sort::UNKNOWN, Sort::bitvec),
            Pattern::Float(exponent, significand) => {
                let widths = exponent.width(bindings).zip(significand.width(bindings));
                widths.map_or(Sort::UNKNOWN, |(e, s)| Sort::of(SortKind::Float(e, s)))
            }
        }
    }
}

impl Bindings {
    /// The first variables for indices stand for these values, and no other variable is bound.
    pub(super) fn of_indices(values: &[Option<u32>]) -> Bindings {
        let mut bindings = Bindings::default();
        for (index, value) in bindings.indices.iter_mut().zip(values) {
            *index = value.map(i64::from);
        }
        bindings
    }

    /// Binds a variable for indices to a number.
    pub(super) fn bind_index(&mut self, variable: usize, number: i64) {
        self.indices[variable] = Some(number);
    }

    /// The number for which a variable stands.
    pub(super) fn index(&self, variable: usize) -> Option<i64> {
        self.indices[variable]
    }

    /// The first variables for sorts stand for these sorts, and no other variable is bound.
    pub(super) fn of_sorts(sorts: &[Sort]) -> Bindings {
        let mut bindings = Bindings::default();
        for (bound, &sort) in bindings.sorts.iter_mut().zip(sorts) {
            *bound = sort;
        }
        bindings
    }

    /// Whether `Int` and `Real` mixed.
    pub(super) fn mixed(&self) -> bool {
        self.widened || self.narrowed
    }

    /// Whether a sort fits a pattern. This binds the variables of the pattern.
    pub(super) fn fits(&mut self, pattern: Sort, sort: Sort) -> bool {
        self.fits_at(pattern, sort, false)
    }

    /// The same for a whole sort, or for a part of one.
    fn fits_at(&mut self, pattern: Sort, sort: Sort, is_part: bool) -> bool {
        if pattern == sort {
            return true;
        }
        if let Some(variable) = pattern.as_variable() {
            return self.bind(variable, sort, is_part);
        }
        if !pattern.has_unknown() && !sort.has_unknown() {
            self.widened |= (pattern, sort) == (Sort::REAL, Sort::INT);
            self.narrowed |= (pattern, sort) == (Sort::INT, Sort::REAL);
            return pattern.fits(sort) || is_same_map(pattern, sort);
        }
        match (pattern.structure(), sort.structure()) {
            (Some(SortKind::Array(i, e)), Some(SortKind::Array(index, element))) => {
                self.fits_at(*i, *index, true) && self.fits_at(*e, *element, true)
            }
            (Some(SortKind::Other(head, parts)), Some(SortKind::Other(name, arguments)))
                if head == name && parts.len() == arguments.len() =>
            {
                let mut pairs = parts.iter().zip(arguments);
                pairs.all(|(&part, &argument)| self.fits_at(part, argument, true))
            }
            _ => self.fits_otherwise(pattern, sort),
        }
    }

    /// Whether a sort fits a pattern with another head. Some solvers take a string for a sequence. What is not
    /// understood fits everything.
    fn fits_otherwise(&mut self, pattern: Sort, sort: Sort) -> bool {
        if sort.has_unknown() || !pattern.has_variable() {
            return true;
        }
        match (as_map(pattern), as_map(sort)) {
            (Some((i, e)), Some((index, element))) => {
                self.fits_at(i, index, true) && self.fits_at(e, element, true)
            }
            _ => pattern.has_head(b"Seq") && sort.has_head(b"String"),
        }
    }

    /// Binds a variable for sorts, or compares the sort with the one that it stands for.
    fn bind(&mut self, variable: usize, sort: Sort, is_part: bool) -> bool {
        let bound = self.sorts[variable];
        if sort.has_unknown() && bound != Sort::UNKNOWN {
            return true;
        }
        if bound.has_unknown() {
            (self.sorts[variable], self.are_parts[variable]) = (sort, is_part);
            return true;
        }
        if bound.is_number() && sort.is_number() {
            self.bind_number(variable, sort, is_part);
        }
        bound.fits(sort) || is_same_map(bound, sort)
    }

    /// Binds a variable that stands for `Int` or `Real` to one of them. If one of the two sorts is a part of a larger one,
    /// such as that of the indices of an array, it stays what it is, and the operand is converted to it. If both or
    /// neither are, `Int` and `Real` become `Real`.
    fn bind_number(&mut self, variable: usize, sort: Sort, is_part: bool) {
        let (bound, was_part) = (self.sorts[variable], self.are_parts[variable]);
        self.are_parts[variable] |= is_part;
        if bound == sort {
            return;
        }
        let both = match (was_part, is_part) {
            (true, false) => bound,
            (false, true) => sort,
            _ => Sort::REAL,
        };
        self.sorts[variable] = both;
        self.widened |= both == Sort::REAL;
        self.narrowed |= both == Sort::INT;
    }

    /// The sort that a pattern stands for; the parts whose variables are not bound are unknown.
    pub(super) fn sort(&self, pattern: Sort) -> Sort {
        if !pattern.has_variable() {
            return pattern;
        }
        if let Some(variable) = pattern.as_variable() {
            return self.sorts[variable];
        }
        match pattern.structure() {
            Some(&SortKind::Array(index, element)) => {
                Sort::of(SortKind::Array(self.sort(index), self.sort(element)))
            }
            Some(SortKind::Other(head, parts)) => {
                let arguments = parts.iter().map(|&part| self.sort(part)).collect();
                Sort::of(SortKind::Other(*head, arguments))
            }
            _ => Sort::UNKNOWN,
        }
    }
}

/// Whether the sorts are the same to z3, which takes sets and functions for arrays.
fn is_same_map(a: Sort, b: Sort) -> bool {
    as_map(a).is_some_and(|map| as_map(b) == Some(map))
}

/// The sorts of the indices and of the elements, if z3 takes the sort for an array.
fn as_map(sort: Sort) -> Option<(Sort, Sort)> {
    match sort.structure()? {
        &SortKind::Array(index, element) => Some((index, element)),
        SortKind::Other(head, parts) => match (head.bytes(), &parts[..]) {
            (b"Set", &[element]) => Some((element, Sort::BOOL)),
            (b"->", &[parameter, result]) => Some((parameter, result)),
            _ => None,
        },
        _ => None,
    }
}
