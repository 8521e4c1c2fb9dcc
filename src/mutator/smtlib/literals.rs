//! Mutators that write literals in their shortest form, or replace operators applied to literals by their values.

use super::toolkit::float_literal;
use super::toolkit::interpretation::{Value, applied_operator, evaluated};
use super::toolkit::shape::is_smaller_token;
use crate::language::TestCase;
use crate::language::smtlib::{Bits, analysis, operator};
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// Terms with more operands are left to mutators that shorten lists.
const MOST: usize = 128;

/// `(+ 1 2)` → `3`, `(bvult #x1 #x2)` → `true`. For Bool, Int and bit-vectors of at most 128 bits.
pub static EVALUATE: Mutator = Mutator::smtlib("evaluate", "core")
    .about("Replace an operator applied to constants by its value")
    .at(At::Term)
    .edit(|case, node| {
        value(case, node, |operator| {
            !is_extend(operator) && operator != b"extract"
        })
    })
    .judged();

/// `((_ zero_extend 2) #b101)` → `#b00101`, `((_ sign_extend 2) #b101)` → `#b11101`
pub static EVAL_EXTEND: Mutator = Mutator::smtlib("bv-eval-extend", "bv")
    .about("Replace an extension of a constant by its value")
    .at(At::Term)
    .edit(|case, node| value(case, node, is_extend))
    .judged();

/// `((_ extract 2 1) #b0110)` → `#b11`
pub static EXTRACT_CONSTANTS: Mutator = Mutator::smtlib("bv-extract-constants", "bv")
    .about("Replace an extract of a constant by its value")
    .at(At::Term)
    .edit(|case, node| value(case, node, |operator| operator == b"extract"))
    .judged();

fn is_extend(operator: &[u8]) -> bool {
    matches!(operator, b"zero_extend" | b"sign_extend")
}

/// The edit that evaluates an application of an operator that `handles` accepts. All operands must be constants. In
/// nested terms, the inner ones are evaluated first.
fn value(case: &TestCase, node: Node, handles: fn(&[u8]) -> bool) -> Option<Edit> {
    let tree = case.tree();
    if node == ROOT || !tree.is_list(node) || tree.len(node) < 3 {
        return None;
    }
    let (name, _) = applied_operator(case, tree.first(node)?)?;
    if !handles(tree.sym(name).bytes()) {
        return None;
    }
    let value = evaluated(case, node, MOST, |operand| Value::of(case, operand))?;
    let is_value_already = Value::of(case, node).is_some() && value.is_negative();
    (!is_value_already).then(|| Edit::replace(tree, node, value.pieces()))
}

/// `(_ bv0 4)` → `#x0`, `(fp #b0 #b00000 #b0000000000)` → `(_ +zero 5 11)`, `1.50` → `1.5`, `2.0` → `2`,
/// `roundTowardZero` → `RTZ`
pub static RESPELL_LITERALS: Mutator = Mutator::smtlib("respell-literals", "smtlib")
    .about("Write a literal in its shortest form, with the same value")
    .at(At::Term)
    .edit(|case, node| {
        let shorter = Piece::Leaf(shorter(case, node)?);
        Some(Edit::replace(case.tree(), node, vec![shorter]))
    });

/// The shorter form of a token.
fn shorter(case: &TestCase, node: Node) -> Option<Symbol> {
    let old = case.tree().sym(node);
    if old == Symbol::LIST || analysis(case).binding(node).is_some() {
        return None;
    }
    let bytes = old.bytes();
    let new = match bytes.first()? {
        b'0'..=b'9' => Symbol::of(&number(bytes)),
        b'#' | b'(' => vector(bytes).or_else(|| float_literal::shortest(bytes))?,
        _ => operator(old)?.short?,
    };
    is_smaller_token(new, old).then_some(new)
}

/// A number without superfluous zeros.
fn number(token: &[u8]) -> Vec<u8> {
    let (whole, fraction) = match memchr::memchr(b'.', token) {
        Some(dot) => (&token[..dot], &token[dot + 1..]),
        None => (token, &token[..0]),
    };
    let first = whole.iter().position(|&digit| digit != b'0');
    let whole = &whole[first.unwrap_or(whole.len() - 1)..];
    match fraction.iter().rposition(|&digit| digit != b'0') {
        Some(last) => [whole, b".", &fraction[..=last]].concat(),
        None => whole.to_vec(),
    }
}

fn vector(token: &[u8]) -> Option<Symbol> {
    Some(Bits::of(token)?.shortest())
}
