//! evaluate, bv-eval-extend and bv-extract-constants: replace an operator at constants by its value.

use super::interpretation::{self, Value};
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// Terms with more operands are left to mutators that shorten lists.
const MOST: usize = 128;

/// A mutator that evaluates some operators. All operands must be constants; nested terms are evaluated from inside.
#[derive(Debug)]
pub struct Evaluate {
    profile: &'static Profile,
    handles: fn(operator: &[u8]) -> bool,
}

/// `(+ 1 2)` → `3`, `(bvult #x1 #x2)` → `true`. For Bool, Int and bit-vectors of at most 128 bits.
pub static EVALUATE: Evaluate = Evaluate {
    profile: &Profile::of_smtlib(
        "evaluate",
        "Replace an operator applied to constants by its value",
        "core",
    ),
    handles: |operator| !is_extend(operator) && operator != b"extract",
};

/// `((_ zero_extend 2) #b101)` → `#b00101`, `((_ sign_extend 2) #b101)` → `#b11101`
pub static EVAL_EXTEND: Evaluate = Evaluate {
    profile: &Profile::of_smtlib(
        "bv-eval-extend",
        "Replace an extension of a constant by its value",
        "bv",
    ),
    handles: is_extend,
};

/// `((_ extract 2 1) #b0110)` → `#b11`
pub static EXTRACT_CONSTANTS: Evaluate = Evaluate {
    profile: &Profile::of_smtlib(
        "bv-extract-constants",
        "Replace an extract of a constant by its value",
        "bv",
    ),
    handles: |operator| operator == b"extract",
};

fn is_extend(operator: &[u8]) -> bool {
    matches!(operator, b"zero_extend" | b"sign_extend")
}

impl Evaluate {
    fn value(&self, case: &TestCase, node: Node) -> Option<Vec<Piece>> {
        let (tree, analysis) = (case.tree(), analysis(case));
        let is_term = node != ROOT && tree.is_list(node) && analysis.role(node) == Role::Term;
        if !is_term || tree.len(node) < 3 {
            return None;
        }
        let (name, _) = operator(case, tree.first(node)?)?;
        if !(self.handles)(tree.sym(name).bytes()) {
            return None;
        }
        let value = evaluated(case, node, MOST, |operand| Value::of(case, operand))?;
        let is_value_already = Value::of(case, node).is_some() && value.is_negative();
        (!is_value_already).then(|| value.pieces())
    }
}

/// The value of an application, if it has at most so many operands and each has a value.
pub(super) fn evaluated(
    case: &TestCase,
    term: Node,
    most: usize,
    value: impl Fn(Node) -> Option<Value>,
) -> Option<Value> {
    let (name, indices) = operator(case, case.tree().first(term)?)?;
    if analysis(case).binding(name).is_some() {
        return None;
    }
    let mut operands = Vec::new();
    for operand in case.tree().children(term).skip(1) {
        operands.push(value(operand).filter(|_| operands.len() < most)?);
    }
    interpretation::apply(case.tree().sym(name).bytes(), &indices, &operands)
}

/// The name and the indices of an operator, plain or indexed.
fn operator(case: &TestCase, head: Node) -> Option<(Node, Vec<u32>)> {
    let tree = case.tree();
    if !tree.is_list(head) {
        return Some((head, Vec::new()));
    }
    let is_indexed = tree.head(head).map(Symbol::bytes) == Some(b"_");
    let mut parts = tree.children(head).skip(1);
    let name = parts.next().filter(|_| is_indexed)?;
    let number = |node| {
        std::str::from_utf8(tree.sym(node).bytes())
            .ok()?
            .parse()
            .ok()
    };
    Some((name, parts.map(number).collect::<Option<_>>()?))
}

impl Mutator for Evaluate {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        self.value(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let value = self.value(case, node);
        judged(
            case,
            value.map(|with| Edit::replace(case.tree(), node, with)),
        )
    }
}
