//! The sorts of functions as values, and applications of functions to fewer or more operands than they have parameters.
//!
//! `(-> A (-> B C))` and `(-> A B C)` are the same sort; it is always represented in the second form.

use super::matching::Bindings;
use super::rank::Fit;
use super::{Sort, SortKind};
use crate::tree::Symbol;

/// The sort of functions from these parameters.
pub(super) fn arrow(parameters: &[Sort], result: Sort) -> Sort {
    if parameters.is_empty() {
        return result;
    }
    let mut sorts = parameters.to_vec();
    match arrow_parts(result) {
        Some(more) => sorts.extend(more),
        None => sorts.push(result),
    }
    Sort::of(SortKind::Other(Symbol::of(b"->"), sorts))
}

/// The sorts of the parameters and of the result of a function as a value, in one list; none if the sort is not that of
/// a function.
fn arrow_parts(sort: Sort) -> Option<&'static [Sort]> {
    match sort.structure()? {
        SortKind::Other(head, parts) if head.bytes() == b"->" => Some(parts),
        _ => None,
    }
}

/// The sort of an application of a value; none if the value certainly cannot be applied to these operands.
pub(super) fn applied(sort: Sort, operands: &[Sort]) -> Option<Fit> {
    let fit = |sort| Fit::of(sort, &Bindings::default());
    let Some((result, parameters)) = arrow_parts(sort).and_then(<[Sort]>::split_last) else {
        // Some solvers let an array be applied to an index.
        let is_array = matches!(sort.structure(), Some(SortKind::Array(..)));
        return (is_array || sort.has_unknown()).then(|| fit(Sort::UNKNOWN));
    };
    call(parameters, *result, operands, true)
}

/// The sort of an application of a function with these parameters; none if it does not fit. The sorts may have
/// variables. In higher-order logic, there may be fewer or more operands than parameters.
pub(super) fn call(
    parameters: &[Sort],
    result: Sort,
    operands: &[Sort],
    higher_order: bool,
) -> Option<Fit> {
    let mut bindings = Bindings::default();
    let mut pairs = parameters.iter().zip(operands);
    if !pairs.all(|(&parameter, &operand)| bindings.fits(parameter, operand)) {
        return None;
    }
    let given = operands.len().min(parameters.len());
    let sort = bindings.sort(arrow(&parameters[given..], result));
    match (&operands[given..], given == parameters.len()) {
        ([], true) => Some(Fit::of(bindings.sort(result), &bindings)),
        ([], false) => higher_order.then(|| Fit::of(sort, &bindings)),
        (more, _) => higher_order.then(|| applied(sort, more))?,
    }
}
