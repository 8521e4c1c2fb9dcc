//! Values of terms without variables, and the arithmetic and the comparisons that are understood.

use crate::language::asp::{holds_between, number, variable};
use crate::tree::{Node, Piece, Symbol, Tree};

/// A number, or another constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum GroundValue {
    Number(i64),
    Other(Symbol),
}

impl GroundValue {
    /// The value of a token that is not a variable.
    pub(super) fn of(token: Symbol) -> GroundValue {
        number(token.bytes()).map_or(GroundValue::Other(token), GroundValue::Number)
    }

    /// The value as a term.
    pub(super) fn piece(self) -> Piece {
        Piece::Leaf(match self {
            GroundValue::Number(number) => Symbol::of(number.to_string().as_bytes()),
            GroundValue::Other(token) => token,
        })
    }

    /// The number, if it is one.
    pub(super) fn number(self) -> Option<i64> {
        match self {
            GroundValue::Number(number) => Some(number),
            GroundValue::Other(_) => None,
        }
    }
}

/// The values of the variables of a rule, in the order in which they were found.
pub(super) type Assignment = Vec<(Symbol, GroundValue)>;

/// The value of a variable, if it has one.
pub(super) fn bound(bindings: &Assignment, variable: Symbol) -> Option<GroundValue> {
    let mut known = bindings.iter();
    known
        .find(|(name, _)| *name == variable)
        .map(|&(_, value)| value)
}

/// Whether a term has a value once its variables have. Functions, tuples and intervals are not understood.
pub(super) fn is_understood(tree: &Tree, term: Node) -> bool {
    (term..tree.next(term)).all(|node| {
        if !tree.is_list(node) {
            return !tree.bytes(node).starts_with(b"#");
        }
        let head = tree.head(node).map_or(&b""[..], Symbol::bytes);
        tree.children(node).count() == 3 && matches!(head, b"+" | b"-" | b"*" | b"/" | b"\\")
    })
}

/// The value of a term. None if a variable has none yet, or if the arithmetic is not understood.
pub(super) fn value(tree: &Tree, term: Node, bindings: &Assignment) -> Option<GroundValue> {
    // The nodes are visited from the last to the first, so operands are on the stack when their operator is reached.
    let mut values: Vec<GroundValue> = Vec::new();
    let mut node = tree.next(term);
    while node > term {
        node -= 1;
        if tree.is_list(node) {
            let [operator, left, right] = [values.pop()?, values.pop()?, values.pop()?];
            values.push(GroundValue::Number(result(operator, left, right)?));
        } else {
            let token = tree.sym(node);
            values.push(match variable(tree, node) {
                Some(variable) => bound(bindings, variable)?,
                None => GroundValue::of(token),
            });
        }
    }
    values.pop()
}

/// The result of an operation on numbers, of which neither the operands nor the result may be negative.
fn result(operator: GroundValue, left: GroundValue, right: GroundValue) -> Option<i64> {
    let GroundValue::Other(operator) = operator else {
        return None;
    };
    let operands = (left.number()?, right.number()?);
    let (left, right) = Some(operands).filter(|&(left, right)| left >= 0 && right >= 0)?;
    let result = match operator.bytes() {
        b"+" => left.checked_add(right),
        b"-" => left.checked_sub(right),
        b"*" => left.checked_mul(right),
        b"/" => left.checked_div(right),
        b"\\" => left.checked_rem(right),
        _ => None,
    };
    result.filter(|&result| result >= 0)
}

/// Whether a comparison holds. None if it is not understood: only numbers are ordered.
pub(super) fn holds(left: GroundValue, relation: &[u8], right: GroundValue) -> Option<bool> {
    let numbers = left.number().zip(right.number());
    holds_between(numbers, left == right, relation)
}
