//! The widths in sorts, and what a rank says about the widths in an application: which are equal, which are sums of
//! others, and which depend on indices.

use super::matching::{Index, Pattern};
use super::rank::Rank;
use super::{Sort, SortKind};

/// A sort with more parts than this is not understood, and neither is a sum of more widths.
const MOST: usize = 64;

/// What a width is the width of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WidthKind {
    /// A bit-vector.
    BitVec,
    /// The exponent of a floating-point number.
    Exponent,
    /// The significand of a floating-point number, with its hidden bit.
    Significand,
}

/// How a width in an application depends on others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Width {
    /// It is always the same.
    Fixed,
    /// It is equal to the others with this name.
    Equal(WidthName),
    /// It is the sum of the widths with these names, plus this number.
    Sum(Vec<WidthName>, u32),
    /// It is larger than the width with this name, by an index.
    AtLeast(WidthName),
    /// Indices determine it, but it is at most the width with this name.
    AtMost(WidthName),
}

/// A name that all equal widths share. It is valid within one application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WidthName {
    /// The width is this variable for indices.
    Index(usize),
    /// The width has this place in the sort that a variable for sorts stands for: the variable, and the place.
    Place(usize, usize),
    /// The width belongs to this operand, and is independent of the others.
    Operand(usize),
}

/// The widths in a sort, in the order in which they are written. Empty if the sort has too many parts.
pub fn widths(sort: Sort) -> Vec<(WidthKind, u32)> {
    let mut widths = Vec::new();
    let mut pending = vec![sort];
    let mut steps = 0..MOST;
    while let Some(sort) = pending.pop() {
        if steps.next().is_none() {
            return Vec::new();
        }
        match sort.kind() {
            SortKind::BitVec(width) => widths.push((WidthKind::BitVec, width)),
            SortKind::Float(exponent, significand) => {
                widths.push((WidthKind::Exponent, exponent));
                widths.push((WidthKind::Significand, significand));
            }
            SortKind::Array(index, element) => pending.extend([element, index]),
            SortKind::Other(_, arguments) => pending.extend(arguments.into_iter().rev()),
            SortKind::Unknown | SortKind::Bool | SortKind::Int | SortKind::Real => {}
        }
    }
    widths
}

/// The widths of the operands, which have these sorts, and then those of the result. None if the rank does not say.
pub(super) fn of_application(
    rank: &Rank,
    indices: &[Option<u32>],
    operands: &[Sort],
    result: Sort,
) -> Option<Vec<Vec<Width>>> {
    if rank.accumulates() && operands.len() > rank.operands.len() {
        return accumulated(rank, operands.len());
    }
    let patterns: Vec<&Pattern> = (0..operands.len())
        .map(|k| rank.operand(k, operands.len()))
        .chain([&rank.result])
        .collect();
    let widths = patterns.iter().flat_map(|pattern| match pattern {
        Pattern::BitVec(width) => vec![width],
        Pattern::Float(exponent, significand) => vec![exponent, significand],
        Pattern::Anything | Pattern::NotUnderstood | Pattern::Sort(_) => Vec::new(),
    });
    // These come first, because sums refer to them.
    let named = widths.filter_map(|width| match width {
        Index::Variable(variable) => Some(*variable),
        _ => None,
    });
    let mut ranked = Ranked {
        rank,
        indices,
        named: named.collect(),
        places: Vec::new(),
    };
    let sorts = operands.iter().copied().chain([result]);
    patterns
        .into_iter()
        .zip(sorts)
        .map(|(pattern, sort)| ranked.widths(pattern, sort))
        .collect()
}

/// The widths in an application like that of `concat` to many operands: the width of the result is the sum of all.
fn accumulated(rank: &Rank, operands: usize) -> Option<Vec<Vec<Width>>> {
    let (&Pattern::BitVec(Index::Variable(first)), &Pattern::BitVec(Index::Variable(second))) =
        (rank.operands.first()?, rank.operands.get(1)?)
    else {
        return None;
    };
    let sum = Index::Sum(
        Box::new(Index::Variable(first)),
        Box::new(Index::Variable(second)),
    );
    let names: Vec<WidthName> = (0..operands).map(WidthName::Operand).collect();
    let mut widths: Vec<Vec<Width>> = names.iter().map(|&name| vec![Width::Equal(name)]).collect();
    widths.push(vec![Width::Sum(names, 0)]);
    (rank.result == Pattern::BitVec(sum)).then_some(widths)
}

/// What is known about the variables of a rank.
struct Ranked<'a> {
    rank: &'a Rank,
    indices: &'a [Option<u32>],
    /// The variables for indices that are widths of operands or of the result.
    named: Vec<usize>,
    /// The variables for sorts, each with the number of widths in its sort.
    places: Vec<(usize, usize)>,
}

impl Ranked<'_> {
    /// The widths of an operand or of the result.
    fn widths(&mut self, pattern: &Pattern, sort: Sort) -> Option<Vec<Width>> {
        let found = match pattern {
            Pattern::BitVec(width) => vec![self.width(width)?],
            Pattern::Float(exponent, significand) => {
                vec![self.width(exponent)?, self.width(significand)?]
            }
            Pattern::Sort(pattern) => self.places(*pattern, sort)?,
            Pattern::Anything | Pattern::NotUnderstood => return None,
        };
        (found.len() == widths(sort).len()).then_some(found)
    }

    /// The widths of a sort that fits a pattern with variables for sorts.
    fn places(&mut self, pattern: Sort, sort: Sort) -> Option<Vec<Width>> {
        let mut found = Vec::new();
        let mut pending = vec![(pattern, sort)];
        let mut steps = 0..MOST;
        while let Some((pattern, sort)) = pending.pop() {
            steps.next()?;
            if let Some(variable) = pattern.as_variable() {
                let count = widths(sort).len();
                if sort.has_unknown() {
                    return None;
                }
                match self.places.iter().find(|&&(known, _)| known == variable) {
                    Some(&(_, known)) if known != count => return None,
                    Some(_) => {}
                    None => self.places.push((variable, count)),
                }
                let names = (0..count).map(|place| WidthName::Place(variable, place));
                found.extend(names.map(Width::Equal));
                continue;
            }
            match (pattern.structure(), sort.structure()) {
                (Some(SortKind::Array(i, e)), Some(SortKind::Array(index, element))) => {
                    pending.extend([(*e, *element), (*i, *index)]);
                }
                (Some(SortKind::Other(head, parts)), Some(SortKind::Other(name, arguments)))
                    if head == name && parts.len() == arguments.len() =>
                {
                    let pairs = parts.iter().copied().zip(arguments.iter().copied());
                    pending.extend(pairs.rev());
                }
                _ if !pattern.has_unknown() && !sort.has_unknown() => {}
                _ => return None,
            }
        }
        Some(found)
    }

    /// How the width that an expression stands for depends on others.
    fn width(&self, index: &Index) -> Option<Width> {
        match index {
            Index::Number(_) => return Some(Width::Fixed),
            Index::Variable(variable) if self.rank.count == Some(*variable) => {
                return Some(Width::Fixed);
            }
            Index::Variable(variable) => return Some(Width::Equal(WidthName::Index(*variable))),
            Index::Sum(..) | Index::Difference(..) | Index::Product(..) => {}
        }
        let mut addends = Addends::default();
        self.add(index, &mut addends)?;
        let Addends {
            names,
            number,
            chosen,
        } = addends;
        match (&names[..], &chosen[..]) {
            (_, []) => Some(Width::Sum(names, number)),
            ([], chosen) => self.limit(chosen).map(Width::AtMost),
            (&[name], _) if number == 0 => Some(Width::AtLeast(name)),
            _ => None,
        }
    }

    /// Adds what an expression consists of. None if it is not understood.
    fn add(&self, index: &Index, addends: &mut Addends) -> Option<()> {
        match index {
            Index::Number(number) => addends.number += u32::try_from(*number).ok()?,
            Index::Variable(variable) if self.named.contains(variable) => {
                addends.names.push(WidthName::Index(*variable));
            }
            Index::Variable(variable) => addends.chosen.push(*variable),
            Index::Sum(a, b) => {
                self.add(a, addends)?;
                self.add(b, addends)?;
            }
            // A subtrahend only makes the width smaller, so an upper bound of the rest is also one of the difference.
            Index::Difference(a, b) => {
                let mut less = Addends::default();
                self.add(a, addends)?;
                self.add(b, &mut less)?;
                if !less.names.is_empty() || less.number > 0 || addends.chosen.is_empty() {
                    return None;
                }
            }
            Index::Product(times, factor) => {
                let (Index::Variable(times), Index::Variable(factor)) = (&**times, &**factor)
                else {
                    return None;
                };
                let times = self.indices.get(*times).copied().flatten()?;
                let times = usize::try_from(times).ok().filter(|&times| times <= MOST)?;
                let names = std::iter::repeat_n(WidthName::Index(*factor), times);
                addends.names.extend(names);
            }
        }
        Some(())
    }

    /// A width that is larger than one of these indices, as a condition says.
    fn limit(&self, chosen: &[usize]) -> Option<WidthName> {
        let mut conditions = self.rank.conditions.iter();
        conditions.find_map(|condition| match (&condition.less, &condition.greater) {
            (Index::Variable(index), Index::Variable(width)) => {
                let is_limit = chosen.contains(index) && self.named.contains(width);
                is_limit.then_some(WidthName::Index(*width))
            }
            _ => None,
        })
    }
}

/// The addends of an expression.
#[derive(Default)]
struct Addends {
    names: Vec<WidthName>,
    number: u32,
    /// The variables that are indices of the operator but not widths.
    chosen: Vec<usize>,
}
