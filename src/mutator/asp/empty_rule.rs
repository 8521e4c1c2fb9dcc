//! asp-empty-head, asp-empty-body: take out the whole head or the whole body of a rule.

use crate::language::TestCase;
use crate::language::asp::{Role, program, rule};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Tree};

/// `a :- b.` → `:- b.` This is the first half of DeltaASP's phase 2.
pub static EMPTY_HEAD: EmptyPart = EmptyPart {
    profile: &const {
        Profile::of_asp(
            "asp-empty-head",
            "Make a constraint of a rule",
            &[(Pass::Terms, 80), (Pass::Emptying, 0), (Pass::Lists, 81)],
        )
    },
    part: |(head, body)| (head, body),
};

/// `a :- b.` → `a.` This is the second half of DeltaASP's phase 2.
pub static EMPTY_BODY: EmptyPart = EmptyPart {
    profile: &const {
        Profile::of_asp(
            "asp-empty-body",
            "Make a fact of a rule",
            &[(Pass::Terms, 81), (Pass::Emptying, 1), (Pass::Lists, 80)],
        )
    },
    part: |(head, body)| (body, head),
};

/// Empties a part of a rule, unless the other part is empty: facts and constraints stay.
pub struct EmptyPart {
    profile: &'static Profile,
    /// Of the head and the body: the part that is emptied, and the other one.
    part: fn((Node, Node)) -> (Node, Node),
}

impl EmptyPart {
    fn emptied(&self, case: &TestCase, node: Node) -> Option<Node> {
        let is_rule = program(case)?.role(node) == Role::Rule;
        let (part, other) = (self.part)(rule(case.tree(), node).filter(|_| is_rule)?);
        let has_elements = |tree: &Tree, list| tree.len(list) > 1;
        let both = has_elements(case.tree(), part) && has_elements(case.tree(), other);
        both.then_some(part)
    }
}

impl Mutator for EmptyPart {
    fn profile(&self) -> &'static Profile {
        self.profile
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
