//! neutral-operands: removes operands that do not change the value of a term.

use super::interpretation::Value;
use super::shape::operands;
use crate::language::TestCase;
use crate::language::smtlib::{Bits, Role, analysis};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT};

/// The neutral element of an operator.
#[derive(Clone, Copy)]
enum Neutral {
    Token(&'static [u8]),
    /// 0 as an integer or a real number.
    Zero,
    /// 1 as an integer or a real number.
    One,
    /// The bit-vector 0.
    Zeros,
    /// The bit-vector 1.
    LowestBit,
    /// The bit-vector of ones.
    Ones,
}

/// Whether the first operand may be the neutral one, too.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Both,
    Right,
}

use Neutral::{LowestBit, One, Ones, Token, Zero, Zeros};
use Side::{Both, Right};

/// Operators, their neutral elements, and on which side these are neutral.
const NEUTRAL: &[(&[u8], Neutral, Side)] = &[
    (b"and", Token(b"true"), Both),
    (b"or", Token(b"false"), Both),
    (b"xor", Token(b"false"), Both),
    (b"+", Zero, Both),
    (b"-", Zero, Right),
    (b"*", One, Both),
    (b"/", One, Right),
    (b"div", One, Right),
    (b"bvand", Ones, Both),
    (b"bvor", Zeros, Both),
    (b"bvxor", Zeros, Both),
    (b"bvxnor", Ones, Both),
    (b"bvadd", Zeros, Both),
    (b"bvsub", Zeros, Right),
    (b"bvmul", LowestBit, Both),
    (b"bvudiv", LowestBit, Right),
    (b"bvsdiv", LowestBit, Right),
    (b"bvshl", Zeros, Right),
    (b"bvlshr", Zeros, Right),
    (b"bvashr", Zeros, Right),
    (b"str.++", Token(b"\"\""), Both),
    (b"re.union", Token(b"re.none"), Both),
    (b"re.inter", Token(b"re.all"), Both),
];

/// `(and true x y)` → `(and x y)`, `(bvor #x0 x)` → `x`: all neutral operands at once. If one operand is left, the term
/// becomes that operand.
pub struct NeutralOperands;

impl Mutator for NeutralOperands {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "neutral-operands",
                "Remove operands that do not change the value of a term",
                "core",
                &[(Pass::Terms, 3)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        neutral(case, node).is_some_and(|neutral| kept(case, node, neutral).1)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        judged(
            case,
            neutral(case, node).and_then(|neutral| stripped(case, node, neutral)),
        )
    }
}

/// The neutral element of the operator at the head of a term of at least two operands.
fn neutral(case: &TestCase, node: Node) -> Option<(Neutral, Side)> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let head = tree.head(node).filter(|_| node != ROOT)?.bytes();
    let &(_, neutral, side) = NEUTRAL.iter().find(|(operator, ..)| *operator == head)?;
    let is_own = analysis.role(node) == Role::Term && analysis.binding(node + 1).is_none();
    (is_own && tree.child(node, 2).is_some()).then_some((neutral, side))
}

/// The operands that stay, and whether any others are there. If all are neutral, the last one stays.
fn kept(case: &TestCase, node: Node, (neutral, side): (Neutral, Side)) -> (Vec<Node>, bool) {
    let all: Vec<Node> = operands(case.tree(), node).collect();
    let stays =
        |&(at, operand): &(usize, Node)| side == Right && at == 0 || !neutral.is_at(case, operand);
    let stay = all.iter().copied().enumerate().filter(stays);
    let mut stay: Vec<Node> = stay.map(|(_, operand)| operand).collect();
    if stay.is_empty() {
        stay.extend(all.last());
    }
    let is_shorter = stay.len() < all.len();
    (stay, is_shorter)
}

fn stripped(case: &TestCase, node: Node, neutral: (Neutral, Side)) -> Option<Edit> {
    let (stay, is_shorter) = kept(case, node, neutral);
    let with = if let [only] = stay[..] {
        vec![Piece::Copy(only)]
    } else {
        let head = [Piece::Enter(node), Piece::Copy(node + 1)];
        let rest = stay.into_iter().map(Piece::Copy);
        head.into_iter().chain(rest).chain([Piece::Close]).collect()
    };
    is_shorter.then(|| Edit::replace(case.tree(), node, with))
}

impl Neutral {
    /// Whether a node is this element.
    fn is_at(self, case: &TestCase, node: Node) -> bool {
        let token = case.tree().sym(node).bytes();
        let bits = |is: fn(&Bits) -> bool| matches!(Value::of(case, node), Some(Value::Bits(bits)) if is(&bits));
        match self {
            Token(text) => token == text && analysis(case).binding(node).is_none(),
            Zero => matches!(token, b"0" | b"0.0"),
            One => matches!(token, b"1" | b"1.0"),
            Zeros => bits(Bits::is_zero),
            Ones => bits(Bits::is_ones),
            LowestBit => bits(Bits::is_one),
        }
    }
}
