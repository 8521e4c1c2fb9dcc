//! asp-empty-head, asp-empty-body: take out the whole head or the whole body of a rule.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis, rule};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece};

/// `a, b :- c, d.` → `:- c, d.` This is the first half of DeltaASP's phase 2.
pub static EMPTY_HEAD: EmptyPart = EmptyPart {
    part: Side::Head,
    least: 2,
};

/// `a :- b, c.` → `a.` This is the second half of DeltaASP's phase 2.
pub static EMPTY_BODY: EmptyPart = EmptyPart {
    part: Side::Body,
    least: 2,
};

/// The forms in DeltaASP's phase 2. Elsewhere, a single element is left to erase-node.
static ANY_HEAD: EmptyPart = EmptyPart {
    part: Side::Head,
    least: 1,
};
static ANY_BODY: EmptyPart = EmptyPart {
    part: Side::Body,
    least: 1,
};

/// Empties a part of a rule, unless the other part is empty: facts and constraints stay.
pub struct EmptyPart {
    part: Side,
    /// The part has at least this many elements.
    least: usize,
}

#[derive(Clone, Copy)]
enum Side {
    Head,
    Body,
}

impl EmptyPart {
    /// The part that is emptied.
    fn emptied(&self, case: &TestCase, node: Node) -> Option<Node> {
        let is_rule = analysis(case)?.role(node) == Role::Rule;
        let (head, body) = rule(case.tree(), node).filter(|_| is_rule)?;
        let (part, other) = match self.part {
            Side::Head => (head, body),
            Side::Body => (body, head),
        };
        let count = |list| case.tree().children(list).count();
        (count(part) >= self.least && count(other) > 0).then_some(part)
    }
}

impl Mutator for EmptyPart {
    fn profile(&self) -> &'static Profile {
        match self.part {
            Side::Head => {
                &const { Profile::of_asp("asp-empty-head", "Make a constraint of a rule") }
            }
            Side::Body => &const { Profile::of_asp("asp-empty-body", "Make a fact of a rule") },
        }
    }

    fn forms(&self) -> &'static [(&'static str, &'static dyn Mutator)] {
        match self.part {
            Side::Head => const { &[("any", &ANY_HEAD)] },
            Side::Body => const { &[("any", &ANY_BODY)] },
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        self.emptied(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let part = self.emptied(case, node);
        let edit = |part| Edit::replace(case.tree(), part, vec![Piece::Open, Piece::Close]);
        simplifications(part.map(edit))
    }
}
