//! The widths of the bit-vectors of a text, and what must hold among them if some of them change.

use super::shape::operands;
use crate::language::TestCase;
use crate::language::smtlib::{Role, Sort, analysis};
use crate::tree::{Node, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// New widths by old ones; a width that is not in the map stays. Terms of equal width keep equal widths.
pub(super) type Widths = BTreeMap<u32, u32>;

/// How often the conditions are looked at before a change of widths is given up.
const ROUNDS: usize = 32;

/// What must hold among the widths of a text.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    /// All widths.
    pub(super) widths: BTreeSet<u32>,
    /// The widths that must not change.
    fixed: BTreeSet<u32>,
    /// Each first width is the sum of the others.
    sums: BTreeSet<(u32, Vec<u32>)>,
    /// Each first width is at least the second one.
    at_least: BTreeSet<(u32, u32)>,
}

impl Conditions {
    /// The conditions of the whole text. Empty if it has no bit-vectors.
    pub(super) fn of(case: &TestCase) -> Conditions {
        let mut conditions = Conditions::default();
        for node in 1..case.tree().end() {
            match analysis(case).role(node) {
                Role::Term => conditions.add_term(case, node),
                Role::Sort => conditions.widths.extend(width_of_sort(case.tree(), node)),
                _ => {}
            }
        }
        conditions
    }

    fn add_term(&mut self, case: &TestCase, node: Node) {
        let (tree, analysis) = (case.tree(), analysis(case));
        let made = analysis.sort(node).width();
        self.widths.extend(made);
        if !tree.is_list(node) {
            return;
        }
        let taken = || operands(tree, node).map(|operand| analysis.sort(operand));
        let widths = || taken().map(Sort::width).collect::<Option<Vec<u32>>>();
        match (operator(tree, node), made) {
            (b"concat", Some(made)) => {
                self.sums.extend(widths().map(|widths| (made, widths)));
            }
            (b"repeat", Some(made)) => {
                let times = |width: u32| vec![width; (made / width) as usize];
                let width = widths().and_then(|widths| widths.first().copied());
                self.sums.extend(width.map(|width| (made, times(width))));
            }
            (b"extract", Some(made)) => {
                let from = taken().next().and_then(Sort::width);
                self.at_least.extend(from.map(|from| (from, made)));
            }
            (b"zero_extend" | b"sign_extend", Some(made)) => {
                let from = taken().next().and_then(Sort::width);
                self.at_least.extend(from.map(|from| (made, from)));
            }
            (b"fp" | b"to_fp", _) => self.fixed.extend(taken().filter_map(Sort::width)),
            _ => {}
        }
    }

    /// The change that narrows one width to another, and with it all widths that depend on it. None if the conditions
    /// do not allow it.
    pub(super) fn narrowed(&self, width: u32, to: u32) -> Option<Widths> {
        let mut new = Widths::from([(width, to)]);
        for _ in 0..ROUNDS {
            let before = new.clone();
            for (sum, parts) in &self.sums {
                fit_sum(&mut new, *sum, parts)?;
            }
            for &(large, small) in &self.at_least {
                let limit = get(&new, large);
                if get(&new, small) > limit {
                    new.insert(small, limit);
                }
            }
            if new == before {
                let is_kept = |width: &u32| get(&new, *width) == *width;
                let is_allowed =
                    new.values().all(|&width| width > 0) && self.fixed.iter().all(is_kept);
                return is_allowed.then_some(new);
            }
        }
        None
    }
}

/// Makes the sum as small as its parts together, or its largest part smaller.
fn fit_sum(new: &mut Widths, sum: u32, parts: &[u32]) -> Option<()> {
    let total: u64 = parts.iter().map(|&part| u64::from(get(new, part))).sum();
    let wanted = u64::from(get(new, sum));
    if total < wanted {
        new.insert(sum, u32::try_from(total).ok()?);
    } else if total > wanted {
        let &largest = parts.iter().max_by_key(|&&part| get(new, part))?;
        let count = parts.iter().filter(|&&part| part == largest).count() as u64;
        let excess = u32::try_from((total - wanted).div_ceil(count)).ok()?;
        let less = get(new, largest)
            .checked_sub(excess)
            .filter(|&width| width > 0)?;
        new.insert(largest, less);
    }
    Some(())
}

/// What a width becomes.
pub(super) fn get(new: &Widths, width: u32) -> u32 {
    new.get(&width).copied().unwrap_or(width)
}

/// The width in a sort `(_ BitVec w)`.
pub(super) fn width_of_sort(tree: &Tree, node: Node) -> Option<u32> {
    let is_sort =
        tree.len(node) == 4 && tree.is_list(node) && tree.sym(node + 2).bytes() == b"BitVec";
    is_sort.then(|| index(tree, node + 3)).flatten()
}

/// The operator of an application, without its indices.
pub(super) fn operator(tree: &Tree, node: Node) -> &'static [u8] {
    let head = node + 1;
    if tree.len(node) < 2 {
        return b"";
    }
    if !tree.is_list(head) {
        return tree.sym(head).bytes();
    }
    let is_indexed = tree.len(head) > 2 && tree.sym(head + 1).bytes() == b"_";
    if is_indexed {
        tree.sym(head + 2).bytes()
    } else {
        b""
    }
}

/// The value of an index.
pub(super) fn index(tree: &Tree, node: Node) -> Option<u32> {
    std::str::from_utf8(tree.sym(node).bytes())
        .ok()?
        .parse()
        .ok()
}
