//! replace-sorts: replaces a sort of a theory by a simpler one, in the whole text at once, or one sort on which no other
//! depends.

use super::lone_sorts::is_lone_sort;
use super::shape::{bound_head, is_form, operator, theory_operator};
use super::sort_text::width_of_sort;
use crate::language::TestCase;
use crate::language::smtlib::{
    Bits, Image, LiteralKind, Operator, Role, Sort, analysis, is_binder, is_word,
};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};

/// `(declare-const x Real) (assert (< x 1.5))` → `(declare-const x Int) (assert (< x 1))`;
/// `(declare-const v (_ BitVec 8)) (assert (bvult #x02 (bvmul v v)))` → `(declare-const v Int) (assert (< 2 (* v v)))`; where
/// all bit-vectors have a single bit, also to `Bool`. Proposed at the root.
///
/// Literals get the nearest value, and an operator becomes one of the other sort that is like it. Nothing is proposed
/// where an operator has no such image. Uninterpreted sorts are left to interpret-sorts.
///
/// `(declare-const x (Array Int Int)) (assert (= x x))` → `(declare-const x Bool) (assert (= x x))`. Proposed at the sort
/// of a declaration if no other sort depends on it.
pub struct ReplaceSorts;

/// How a sort is replaced.
struct Replacement {
    /// Whether a term of this sort becomes one of the new sort.
    is_old: fn(Sort) -> bool,
    new: &'static [u8],
    /// What becomes of an application that takes or makes the old sort.
    image: fn(&Operator) -> Option<Image>,
    literal: fn(&[u8]) -> Option<Symbol>,
    /// A part of the logic's name, and its new one.
    logic: &'static [(&'static str, &'static str)],
}

const REPLACEMENTS: [Replacement; 3] = [
    Replacement {
        is_old: |sort| sort == Sort::BIT,
        new: b"Bool",
        image: Operator::as_bool,
        literal: |token| {
            let bits = Bits::of(token).filter(|bits| bits.width() == 1)?;
            let value: &[u8] = if bits.is_one() { b"true" } else { b"false" };
            Some(Symbol::of(value))
        },
        logic: &[],
    },
    Replacement {
        is_old: |sort| sort.width().is_some(),
        new: b"Int",
        image: Operator::as_int,
        literal: |token| {
            let number = Bits::of(token)?.number()?;
            Some(Symbol::of(number.to_string().as_bytes()))
        },
        logic: &[("BV", "NIA")],
    },
    Replacement {
        is_old: |sort| sort == Sort::REAL,
        new: b"Int",
        image: Operator::as_int,
        literal: |token| {
            let whole = memchr::memchr(b'.', token).unwrap_or(token.len());
            Some(Symbol::of(&token[..whole]))
        },
        logic: &[
            ("LIRA", "LIA"),
            ("NIRA", "NIA"),
            ("LRA", "LIA"),
            ("NRA", "NIA"),
            ("RDL", "IDL"),
        ],
    },
];

impl Mutator for ReplaceSorts {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "replace-sorts",
                "Replace Real or bit-vectors by Int, or other sorts by Bool",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let has = |token: &[u8]| case.has_token(Symbol::of(token));
        match node {
            ROOT => has(b"Real") || has(b"BitVec"),
            node => is_lone_sort(case, node),
        }
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        if node != ROOT {
            let bool = vec![leaf(b"Bool")];
            return judged(case, [Edit::replace(case.tree(), node, bool)]);
        }
        let edits = REPLACEMENTS.iter().filter_map(|replacement| {
            let splices = replacement.splices(case)?;
            (!splices.is_empty()).then(|| Edit::new(splices))
        });
        judged(case, edits)
    }
}

impl Replacement {
    /// What changes in the whole text. None if some operator or literal has no image.
    fn splices(&self, case: &TestCase) -> Option<Vec<Splice>> {
        let (tree, analysis) = (case.tree(), analysis(case));
        let mut splices = Vec::new();
        for node in 1..tree.end() {
            let with = match analysis.role(node) {
                Role::Sort if self.is_old_sort(case, node) => vec![leaf(self.new)],
                Role::Term if tree.is_list(node) => {
                    self.application(case, node, &mut splices)?;
                    continue;
                }
                Role::Term => {
                    let token = tree.sym(node).bytes();
                    let is_literal = LiteralKind::of(token).is_some();
                    if !is_literal || !(self.is_old)(analysis.sort(node)) {
                        continue;
                    }
                    vec![Piece::Leaf((self.literal)(token)?)]
                }
                Role::Command if is_form(tree, node, b"set-logic") => {
                    splices.extend(self.logic(case, node));
                    continue;
                }
                _ => continue,
            };
            if with != [Piece::Leaf(tree.sym(node))] {
                splices.push(Splice::replace(case.tree(), node, with));
            }
        }
        Some(splices)
    }

    /// Whether the sort at a node is replaced.
    fn is_old_sort(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        let sort = match width_of_sort(tree, node) {
            Some(width) => Sort::bitvec(width),
            None if tree.sym(node).bytes() == b"Real" => Sort::REAL,
            None => Sort::UNKNOWN,
        };
        (self.is_old)(sort)
    }

    /// Adds the change of an application, if there is any. None if it has no image.
    fn application(&self, case: &TestCase, node: Node, out: &mut Vec<Splice>) -> Option<()> {
        let (tree, analysis) = (case.tree(), analysis(case));
        let name = operator(tree, node);
        let is_old = |node| (self.is_old)(analysis.sort(node));
        let is_touched = || is_old(node) || tree.children(node).skip(1).any(is_old);
        if takes_any_sort(tree, node)
            || name.is_empty()
            || bound_head(case, node).is_some()
            || !is_touched()
        {
            return Some(());
        }
        let (at, with) = match theory_operator(tree, node).and_then(self.image)? {
            Image::Operator(new) if new.bytes() == name => return Some(()),
            Image::Operator(new) => (node + 1, Piece::Leaf(new)),
            Image::Operand => (node, Piece::Copy(tree.child(node, 1)?)),
            Image::Constant(value) => (node, Piece::Leaf(value)),
        };
        out.push(Splice::replace(case.tree(), at, vec![with]));
        Some(())
    }

    /// The new name of the logic.
    fn logic(&self, case: &TestCase, command: Node) -> Option<Splice> {
        let logic = case.tree().child(command, 1)?;
        let name = std::str::from_utf8(case.tree().sym(logic).bytes()).ok()?;
        let mut parts = self.logic.iter();
        let (part, new) = parts.find(|(part, _)| name.contains(part))?;
        let name = name.replace(part, new);
        Some(Splice::replace(
            case.tree(),
            logic,
            vec![leaf(name.as_bytes())],
        ))
    }
}

/// Whether an application is of an operator that takes terms of any sort, or of a word that begins terms.
fn takes_any_sort(tree: &Tree, node: Node) -> bool {
    let begins_term = |word: Symbol| is_word(word) || is_binder(word);
    tree.head(node).is_some_and(begins_term)
        || tree
            .first(node)
            .is_some_and(|head| is_form(tree, head, b"as"))
        || theory_operator(tree, node).is_some_and(Operator::is_parametric)
}

fn leaf(token: &[u8]) -> Piece {
    Piece::Leaf(Symbol::of(token))
}
