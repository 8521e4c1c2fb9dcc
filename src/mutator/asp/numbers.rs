//! asp-lower-numbers: weights, bounds and other numbers become smaller.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis, number};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `7` → `0`, `1`, `3`, `6`; and `-7` → `7`.
pub struct LowerNumbers;

impl Mutator for LowerNumbers {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-lower-numbers",
                "Make a weight, a bound or another number smaller",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        lowerable(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let smaller = lowerable(case, node).map(smaller).unwrap_or_default();
        let edits = smaller.into_iter().map(move |number| {
            let token = Symbol::of(number.to_string().as_bytes());
            Edit::replace(case.tree(), node, vec![Piece::Leaf(token)])
        });
        // The order of texts decides whether a number of equal rank and length is smaller.
        simplifications(edits)
    }
}

/// The value of a term that is a number, but not zero.
fn lowerable(case: &TestCase, node: Node) -> Option<i64> {
    let is_term = analysis(case)?.role(node) == Role::Term && !case.tree().is_list(node);
    let token = is_term.then(|| case.tree().bytes(node))?;
    number(token).filter(|&number| number != 0)
}

/// Numbers that are nearer to zero, the most promising first.
fn smaller(number: i64) -> Vec<i64> {
    let mut smaller = if number < 0 {
        vec![0, 1, -1, number.saturating_neg(), number / 2]
    } else {
        vec![0, 1, number / 2, number - 1]
    };
    smaller.retain(|&other| other != number);
    let mut seen = Vec::new();
    smaller.retain(|other| {
        !seen.contains(other) && {
            seen.push(*other);
            true
        }
    });
    smaller
}
