//! respell-literals: writes literals and rounding modes in their shortest form, with the same value.

use super::float_literal;
use super::shape::is_smaller_token;
use crate::language::TestCase;
use crate::language::smtlib::{Bits, Role, analysis, operator};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `(_ bv0 4)` → `#x0`, `(fp #b0 #b00000 #b0000000000)` → `(_ +zero 5 11)`, `1.50` → `1.5`, `2.0` → `2`,
/// `roundTowardZero` → `RTZ`
pub struct RespellLiterals;

impl Mutator for RespellLiterals {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "respell-literals",
                "Write a literal in its shortest form, with the same value",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        shorter(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = |token| Edit::replace(case.tree(), node, vec![Piece::Leaf(token)]);
        simplifications(shorter(case, node).map(edit))
    }
}

/// The shorter form of a token.
fn shorter(case: &TestCase, node: Node) -> Option<Symbol> {
    let (old, analysis) = (case.tree().sym(node), analysis(case));
    if old == Symbol::LIST || analysis.role(node) != Role::Term || analysis.binding(node).is_some()
    {
        return None;
    }
    let bytes = old.bytes();
    let new = match bytes.first()? {
        b'0'..=b'9' => Symbol::of(&number(bytes)),
        b'#' | b'(' => vector(bytes).or_else(|| float_literal::shortest(bytes))?,
        _ => operator(old)?.short()?,
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
