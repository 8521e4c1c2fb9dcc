//! simplify-symbol-names: gives shorter names to whatever the text binds.

use super::names;
use crate::language::TestCase;
use crate::language::smtlib::{is_reserved, short_name};
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Node, Symbol};

/// `(declare-const abcdef Int)` → `a`, `abc`, `abcde`, `bcdef`, there and at all uses. The proposals are made at the
/// token that binds the name. A name that the text or the language already has is never proposed. The first proposals
/// of any two bindings differ, so that all names can be changed at once.
pub struct SimplifySymbolNames;

impl Mutator for SimplifySymbolNames {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "simplify-symbol-names",
                "Shorten a name in all its occurrences",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (name, _) = names::content(case.tree().sym(node).bytes());
        name.len() > 1 && names::bound(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let bound = self.applies(case, node).then(|| names::bound(case, node));
        let Some(id) = bound.flatten() else {
            return none();
        };
        let (name, quoted) = names::content(case.tree().sym(node).bytes());
        let shortest = short_name(case, id);
        let others = shorter(name).into_iter().flatten().filter(move |&name| {
            let is_new = Some(name) != shortest.map(Symbol::bytes);
            is_new && is_valid(name, quoted) && !names::is_taken(case, name)
        });
        let others = others.map(move |shorter| {
            names::rename(case, id, |token| {
                let (_, quoted) = names::content(token);
                Some(names::token(shorter, quoted || !names::can_begin(shorter)))
            })
        });
        let shortest = shortest.map(|token| names::rename(case, id, |_| Some(token)));
        simplifications(shortest.into_iter().chain(others))
    }
}

/// The first half of the name, the name without its last character, and the name without its first character.
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
