//! The standard interpretation of constants, and of operators applied to them: values of Bool, Int and bit-vectors.

use super::interpretation::Value::{Bits as Vector, Bool, Int};
use super::pieces::{word, words};
use super::shape::index;
use crate::language::TestCase;
use crate::language::smtlib::{Bits, LiteralKind, analysis};
use crate::tree::{Node, Piece, Symbol};

/// The value of a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Bool(bool),
    Int(i128),
    Bits(Bits),
}

impl Value {
    /// The value of a literal or of `(- 5)`.
    pub(crate) fn of(case: &TestCase, node: Node) -> Option<Value> {
        let tree = case.tree();
        if tree.is_list(node) {
            let is_minus = tree.len(node) == 3 && tree.sym(node + 1).bytes() == b"-";
            return match is_minus.then(|| Value::of_token(tree.sym(node + 2).bytes()))?? {
                Int(number) => Some(Int(-number)),
                Bool(_) | Vector(_) => None,
            };
        }
        Value::of_token(tree.sym(node).bytes())
    }

    /// The value of a literal.
    pub(crate) fn of_token(bytes: &[u8]) -> Option<Value> {
        match LiteralKind::of(bytes)? {
            LiteralKind::Bool => Some(Bool(bytes == b"true")),
            LiteralKind::Numeral => std::str::from_utf8(bytes).ok()?.parse().ok().map(Int),
            LiteralKind::BitVec(_) => Bits::of(bytes).map(Vector),
            LiteralKind::Decimal | LiteralKind::String | LiteralKind::Float(..) => None,
        }
    }

    /// Whether this is a negative number, which is written as a list.
    pub(crate) fn is_negative(&self) -> bool {
        matches!(self, Int(number) if *number < 0)
    }

    /// How the value is written.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        match self {
            Bool(value) => vec![word(if *value { "true" } else { "false" })],
            Int(number) if *number < 0 => {
                let digits = number.unsigned_abs().to_string();
                words(&["-", &digits])
            }
            Int(number) => vec![word(number.to_string())],
            Vector(bits) => vec![Piece::Leaf(bits.shortest())],
        }
    }
}

/// The value of an operator with these indices for these operands. None if it is unknown or too large, or if there is
/// no operand.
fn apply(operator: &[u8], indices: &[u32], operands: &[Value]) -> Option<Value> {
    match operator {
        b"=" => chain(operands, |a, b| a == b),
        b"distinct" => {
            let differ = |(at, a)| !operands[..at].contains(a);
            Some(Bool(operands.iter().enumerate().all(differ)))
        }
        _ => match operands.first()? {
            Bool(_) => booleans(operator, operands),
            Int(_) if !indices.is_empty() => int_to_vector(operator, indices, operands),
            Int(_) => integers(operator, operands),
            Vector(_) => vectors(operator, indices, operands),
        },
    }
}

/// Whether a relation holds between all neighbours.
fn chain<T>(operands: &[T], holds: impl Fn(&T, &T) -> bool) -> Option<Value> {
    let mut pairs = operands.windows(2);
    (operands.len() > 1).then(|| Bool(pairs.all(|pair| holds(&pair[0], &pair[1]))))
}

fn booleans(operator: &[u8], operands: &[Value]) -> Option<Value> {
    let is_true = |value: &Value| match value {
        Bool(value) => Some(*value),
        Int(_) | Vector(_) => None,
    };
    let values: Vec<bool> = operands.iter().map(is_true).collect::<Option<_>>()?;
    let (last, premises) = values.split_last()?;
    Some(Bool(match operator {
        b"not" if values.len() == 1 => !values[0],
        b"and" => !values.contains(&false),
        b"or" => values.contains(&true),
        b"xor" => values.iter().filter(|&&value| value).count() % 2 == 1,
        b"mkbv" => return vector_of(&values),
        b"=>" => premises.contains(&false) || *last,
        _ => return None,
    }))
}

/// The bit-vector with these bits, the lowest one first, as in Z3.
fn vector_of(bits: &[bool]) -> Option<Value> {
    let digits = bits.iter().rev().map(|&bit| if bit { '1' } else { '0' });
    let token: String = "#b".chars().chain(digits).collect();
    Bits::of(token.as_bytes()).map(Vector)
}

fn integers(operator: &[u8], operands: &[Value]) -> Option<Value> {
    let number = |value: &Value| match value {
        Int(number) => Some(*number),
        Bool(_) | Vector(_) => None,
    };
    let numbers: Vec<i128> = operands.iter().map(number).collect::<Option<_>>()?;
    let fold = |step: fn(i128, i128) -> Option<i128>| {
        let mut rest = numbers.iter().copied();
        let first = rest.next()?;
        rest.try_fold(first, step).map(Int)
    };
    match (operator, &numbers[..]) {
        (b"-", [number]) => number.checked_neg().map(Int),
        (b"abs", [number]) => number.checked_abs().map(Int),
        (b"+", _) => fold(i128::checked_add),
        (b"-", _) => fold(i128::checked_sub),
        (b"*", _) => fold(i128::checked_mul),
        (b"div", [_, _, ..]) => fold(i128::checked_div_euclid),
        (b"mod", [a, b]) => a.checked_rem_euclid(*b).map(Int),
        (b"<", _) => chain(&numbers, i128::lt),
        (b"<=", _) => chain(&numbers, i128::le),
        (b">", _) => chain(&numbers, i128::gt),
        (b">=", _) => chain(&numbers, i128::ge),
        _ => None,
    }
}

fn int_to_vector(operator: &[u8], indices: &[u32], operands: &[Value]) -> Option<Value> {
    match (operator, indices, operands) {
        (b"int2bv" | b"nat2bv" | b"int_to_bv", &[width @ 1..=128], &[Int(number)]) => {
            // The lowest bits in two's complement.
            Some(Vector(Bits::of_number(number.cast_unsigned(), width)))
        }
        _ => None,
    }
}

fn vectors(operator: &[u8], indices: &[u32], operands: &[Value]) -> Option<Value> {
    let bits = |value: &Value| match value {
        Vector(bits) => Some(bits.clone()),
        Bool(_) | Int(_) => None,
    };
    let operands: Vec<Bits> = operands.iter().map(bits).collect::<Option<_>>()?;
    match (operator, indices, &operands[..]) {
        (b"zero_extend", &[by], [bits]) => bits.extended(by, false).map(Vector),
        (b"sign_extend", &[by], [bits]) => bits.extended(by, true).map(Vector),
        (b"extract", &[high, low], [bits]) => bits.extract(high, low).map(Vector),
        (b"bvnot", [], [bits]) => Some(Vector(bits.not())),
        (b"bv2nat" | b"ubv_to_int", [], [bits]) => i128::try_from(bits.number()?).ok().map(Int),
        (b"concat", [], [first, rest @ ..]) => {
            let mut rest = rest.iter();
            let all = rest.try_fold(first.clone(), |all, bits| all.concat(bits));
            all.filter(|_| operands.len() > 1).map(Vector)
        }
        (_, [], [first, rest @ ..]) => {
            let alike = rest.iter().all(|bits| bits.width() == first.width());
            if !alike {
                return None;
            }
            let fold = |step: fn(&Bits, &Bits) -> Bits| {
                let mut bits = rest.iter();
                let second = bits.next()?;
                Some(Vector(
                    bits.fold(step(first, second), |all, bits| step(&all, bits)),
                ))
            };
            match (operator, rest) {
                (b"bvand", _) => fold(Bits::and),
                (b"bvor", _) => fold(Bits::or),
                (b"bvxor", _) => fold(Bits::xor),
                (b"bvnand", [_]) => fold(|a, b| a.and(b).not()),
                (b"bvnor", [_]) => fold(|a, b| a.or(b).not()),
                (b"bvxnor", [_]) => fold(|a, b| a.xor(b).not()),
                (b"bvcomp", [other]) => {
                    Some(Vector(Bits::of_number(u128::from(first == other), 1)))
                }
                _ => vector_numbers(operator, &operands),
            }
        }
        _ => None,
    }
}

/// Operators that treat bit-vectors of one width as numbers.
fn vector_numbers(operator: &[u8], operands: &[Bits]) -> Option<Value> {
    let width = operands[0].width();
    let numbers: Vec<u128> = operands.iter().map(Bits::number).collect::<Option<_>>()?;
    let signed = |number: u128| {
        let above = 128 - width;
        (number << above).cast_signed() >> above
    };
    let made = |number: u128| Some(Vector(Bits::of_number(number, width)));
    let fold = |step: fn(u128, u128) -> u128| {
        made(numbers[1..].iter().fold(numbers[0], |a, &b| step(a, b)))
    };
    let (a, b) = match (operator, &numbers[..]) {
        (b"bvneg", [a]) => return made(a.wrapping_neg()),
        (b"bvadd", [_, _, ..]) => return fold(u128::wrapping_add),
        (b"bvmul", [_, _, ..]) => return fold(u128::wrapping_mul),
        (_, &[a, b]) => (a, b),
        _ => return None,
    };
    let (sa, sb) = (signed(a), signed(b));
    let shift = u32::try_from(b).unwrap_or(u32::MAX).min(width);
    match operator {
        b"bvsub" => made(a.wrapping_sub(b)),
        b"bvudiv" => made(a.checked_div(b).unwrap_or(u128::MAX)),
        b"bvurem" => made(a.checked_rem(b).unwrap_or(a)),
        b"bvshl" => made(a.checked_shl(shift).unwrap_or(0)),
        b"bvlshr" => made(a.checked_shr(shift).unwrap_or(0)),
        b"bvashr" => made((sa >> shift.min(127)).cast_unsigned()),
        b"bvult" => Some(Bool(a < b)),
        b"bvule" => Some(Bool(a <= b)),
        b"bvugt" => Some(Bool(a > b)),
        b"bvuge" => Some(Bool(a >= b)),
        b"bvslt" => Some(Bool(sa < sb)),
        b"bvsle" => Some(Bool(sa <= sb)),
        b"bvsgt" => Some(Bool(sa > sb)),
        b"bvsge" => Some(Bool(sa >= sb)),
        // Signed division by zero has special results, which solvers have changed over time.
        b"bvsdiv" if sb != 0 => made(sa.wrapping_div(sb).cast_unsigned()),
        b"bvsrem" if sb != 0 => made(sa.wrapping_rem(sb).cast_unsigned()),
        _ => None,
    }
}

/// The value of an application, if it has at most this many operands and each has a value.
pub(crate) fn evaluated(
    case: &TestCase,
    term: Node,
    most: usize,
    value: impl Fn(Node) -> Option<Value>,
) -> Option<Value> {
    let (name, indices) = applied_operator(case, case.tree().first(term)?)?;
    if analysis(case).binding(name).is_some() {
        return None;
    }
    let mut operands = Vec::new();
    for operand in case.tree().children(term).skip(1) {
        operands.push(value(operand).filter(|_| operands.len() < most)?);
    }
    apply(case.tree().sym(name).bytes(), &indices, &operands)
}

/// The name and the indices of an operator, plain or indexed.
pub(crate) fn applied_operator(case: &TestCase, head: Node) -> Option<(Node, Vec<u32>)> {
    let tree = case.tree();
    if !tree.is_list(head) {
        return Some((head, Vec::new()));
    }
    let is_indexed = tree.head(head).map(Symbol::bytes) == Some(b"_");
    let mut parts = tree.children(head).skip(1);
    let name = parts.next().filter(|_| is_indexed)?;
    let indices = parts.map(|node| index(tree, node));
    Some((name, indices.collect::<Option<_>>()?))
}
