//! respell-literals: writes literals and rounding modes in their shortest form, with the same value.

use super::shape::is_smaller_token;
use crate::language::TestCase;
use crate::language::smtlib::{Bits, NAME, Role, analysis, literals_of};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// The rounding modes by their long names.
const ROUNDING_MODES: [(&[u8], &[u8]); 5] = [
    (b"roundNearestTiesToEven", b"RNE"),
    (b"roundNearestTiesToAway", b"RNA"),
    (b"roundTowardPositive", b"RTP"),
    (b"roundTowardNegative", b"RTN"),
    (b"roundTowardZero", b"RTZ"),
];

/// `(_ bv0 4)` → `#x0`, `(fp #b0 #b00000 #b0000000000)` → `(_ +zero 5 11)`, `1.50` → `1.5`, `2.0` → `2`,
/// `roundTowardZero` → `RTZ`
pub struct RespellLiterals;

impl Mutator for RespellLiterals {
    fn profile(&self) -> &'static Profile {
        &Profile {
            name: "respell-literals",
            about: "Write a literal in its shortest form, with the same value",
            theory: "smtlib",
            language: Some(NAME),
            passes: &[(Pass::Terms, 50), (Pass::Quick, 2)],
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
        b'#' | b'(' => vector(bytes).or_else(|| float(bytes))?,
        _ => {
            let mut modes = ROUNDING_MODES.iter();
            Symbol::of(modes.find(|(long, _)| *long == bytes)?.1)
        }
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

/// A floating-point literal by its name, if it has one, otherwise of the shortest parts.
fn float(token: &[u8]) -> Option<Symbol> {
    let parts = token.strip_prefix(b"(fp ")?.strip_suffix(b")")?;
    let parts: Option<Vec<Bits>> = literals_of(parts)?.into_iter().map(Bits::of).collect();
    let [sign, exponent, significand] = &parts?[..] else {
        return None;
    };
    let sign_of = |name: &str| {
        if sign.is_ones() {
            format!("-{name}")
        } else {
            format!("+{name}")
        }
    };
    let special = match (exponent.is_zero(), significand.is_zero()) {
        (true, true) => Some(sign_of("zero")),
        (_, true) if exponent.is_ones() => Some(sign_of("oo")),
        (_, _) if exponent.is_ones() => Some("NaN".to_owned()),
        _ => None,
    };
    let text = if let Some(name) = special {
        let (exponent, significand) = (exponent.width(), significand.width() + 1);
        format!("(_ {name} {exponent} {significand})").into_bytes()
    } else {
        let parts = [sign, exponent, significand].map(|part| part.shortest().bytes());
        [b"(fp ", &parts.join(&b' ')[..], b")"].concat()
    };
    Some(Symbol::of(&text))
}
