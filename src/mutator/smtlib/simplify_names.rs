//! simplify-symbol-names: shorter names, wherever they are bound.

use super::names;
use crate::language::TestCase;
use crate::language::smtlib::is_reserved;
use crate::mutator::Mutator;
use crate::tree::{Edit, Node, Symbol};

/// `(declare-const abcdef Int)` → `a`, `abc`, `abcde`, `bcdef`, there and at all uses. Proposed at the token that binds
/// the name; never a name that the text or the language has already. The first proposals of any two bindings differ, so
/// that all can be renamed at once.
pub struct SimplifySymbolNames;

impl Mutator for SimplifySymbolNames {
    fn name(&self) -> &'static str {
        "simplify-symbol-names"
    }

    fn about(&self) -> &'static str {
        "Shorten a name in all its occurrences"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (name, _) = names::content(case.tree().sym(node).bytes());
        name.len() > 1 && names::bound(case, node).is_some()
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if !self.applies(case, node) {
            return None;
        }
        let id = names::bound(case, node)?;
        let (name, quoted) = names::content(case.tree().sym(node).bytes());
        let shortest = case.short_name(id).map(Symbol::bytes);
        let mut shorter = shorter(name)
            .into_iter()
            .flatten()
            .filter(|name| is_valid(name, quoted) && !names::is_taken(case, name))
            .filter(|&name| Some(name) != shortest);
        if let (0, Some(shortest)) = (k, shortest) {
            let token = Symbol::of(shortest);
            return Some(names::rename(case, id, |_| Some(token)));
        }
        let shorter = shorter.nth(k - usize::from(shortest.is_some()))?;
        Some(names::rename(case, id, |token| {
            let (_, quoted) = names::content(token);
            Some(names::token(shorter, quoted || !names::can_begin(shorter)))
        }))
    }
}

/// The first half, all but the last character, all but the first.
fn shorter(name: &[u8]) -> [Option<&[u8]>; 3] {
    let is_start = |&at: &usize| at == name.len() || name[at] & 0xc0 != 0x80; // of a UTF-8 character
    let second = (1..=name.len()).find(is_start);
    let last = (0..name.len()).rev().find(is_start);
    let half = Some(name.len() / 2).filter(|at| name.len() > 3 && is_start(at));
    [
        half.map(|at| &name[..at]),
        last.filter(|_| last != half).map(|at| &name[..at]),
        second.map(|at| &name[at..]),
    ]
}

fn is_valid(name: &[u8], quoted: bool) -> bool {
    let fits = if quoted {
        names::is_quotable(name)
    } else {
        names::can_begin(name)
    };
    fits && !is_reserved(name)
}
