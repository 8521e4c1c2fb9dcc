//! Mutators of sorts.

use super::datatypes::without_datatype;
use super::toolkit::pieces::{replacements, word};
use super::toolkit::shape::{
    bound_head, declared, is_form, is_quantified, operands, operator, theory_operator,
};
use super::toolkit::sort_text::width_of_sort;
use crate::language::TestCase;
use crate::language::smtlib::{
    Binding, BindingId, BindingKind, Bits, Generic, Image, LiteralKind, Operator, Parts, Role,
    Sort, analysis, is_binder, is_word,
};
use crate::mutator::proposal::none;
use crate::mutator::{Edits, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};

/// To find another sort, at most this many names before a sort are looked at.
const MOST_NAMES: usize = 64;

/// `(declare-sort U 0) (declare-const u U)` → `(declare-const u Bool)`, `(declare-const u Int)`;
/// `(declare-sort T 0) (declare-datatype D ((a))) (declare-const d D)` → `(declare-sort T 0) (declare-const d T)`.
///
/// Proposed at the command that declares a sort, and at the name of a datatype. The other declared sort is the nearest
/// one before it. Sorts with arguments stay.
pub static INTERPRET_SORTS: Mutator = Mutator::smtlib("interpret-sorts", "smtlib")
    .about("Replace a declared sort by Bool, Int or another declared sort")
    .only(|case, node| name(case, node).is_some())
    .edits(interpreted)
    .judged();

fn interpreted(case: &TestCase, node: Node) -> Edits<'_> {
    let id = name(case, node).and_then(|name| analysis(case).binding(name));
    let Some(id) = id else {
        return none();
    };
    let binding = analysis(case).get(id);
    if !binding.parameters.is_empty() || binding.uses.is_empty() {
        return none();
    }
    let interpreted = [&b"Bool"[..], b"Int"].map(Symbol::of);
    let sorts = interpreted.into_iter().chain(another(case, id));
    Box::new(sorts.filter_map(move |sort| replaced_by(case, node, binding, sort)))
}

/// The token that declares a sort: the one of a `declare-sort`, or this node if it is the name of a datatype.
fn name(case: &TestCase, node: Node) -> Option<Node> {
    let tree = case.tree();
    if node == ROOT {
        return None;
    }
    if case.parent(node) == ROOT {
        let declares = declared(case, node) == Some(Parts::Sort) && tree.len(node) > 2;
        return declares.then_some(node + 2);
    }
    analysis(case).bound_as(node, BindingKind::Sort)?;
    let made = declared(case, case.parent(node));
    let is_of_sort = matches!(made, Some(Parts::Sort | Parts::SortDefinition));
    (!is_of_sort).then_some(node)
}

/// The nearest sort without arguments that is declared before this one.
fn another(case: &TestCase, id: BindingId) -> Option<Symbol> {
    let bindings = &analysis(case).bindings()[..id as usize];
    let found = bindings
        .iter()
        .rev()
        .take(MOST_NAMES)
        .find(|binding| binding.kind == BindingKind::Sort && binding.parameters.is_empty())?;
    Some(case.tree().sym(found.node))
}

/// Replaces all uses of a sort by another one, and removes its declaration.
fn replaced_by(case: &TestCase, node: Node, binding: &Binding, sort: Symbol) -> Option<Edit> {
    let tree = case.tree();
    let splices = replacements(tree, &binding.uses, Piece::Leaf(sort));
    let declaration = if case.parent(node) == ROOT {
        Edit::delete(tree, node)
    } else {
        without_datatype(case, node)?
    };
    // A datatype may use itself.
    Some(Edit::new(
        declaration.parts().iter().cloned().chain(splices).collect(),
    ))
}

/// `(declare-const x Real) (assert (< x 1.5))` → `(declare-const x Int) (assert (< x 1))`;
/// `(declare-const v (_ BitVec 8)) (assert (bvult #x02 (bvmul v v)))` → `(declare-const v Int) (assert (< 2 (* v v)))`;
/// where all bit-vectors have a single bit, also `Bool`. Proposed at the root.
///
/// Literals get the nearest value, and an operator becomes the one of the other sort that is like it. Nothing is
/// proposed where an operator has no such image. Uninterpreted sorts are left to interpret-sorts.
///
/// `(declare-const x (Array Int Int)) (assert (= x x))` → `(declare-const x Bool) (assert (= x x))`. Proposed at the
/// sort of a declaration if no other sort depends on it.
pub static REPLACE_SORTS: Mutator = Mutator::smtlib("replace-sorts", "smtlib")
    .about("Replace Real or bit-vectors by Int, or other sorts by Bool")
    .only(|case, node| {
        let has = |token: &[u8]| case.has_token(Symbol::of(token));
        match node {
            ROOT => has(b"Real") || has(b"BitVec"),
            node => is_lone_sort(case, node),
        }
    })
    .edits(|case, node| {
        if node != ROOT {
            let bool = vec![word("Bool")];
            return Box::new(std::iter::once(Edit::replace(case.tree(), node, bool)));
        }
        Box::new(REPLACEMENTS.iter().filter_map(|replacement| {
            let splices = replacement.splices(case)?;
            (!splices.is_empty()).then(|| Edit::new(splices))
        }))
    })
    .judged();

/// How a sort is replaced.
struct Replacement {
    /// Whether a term of this sort becomes one of the new sort.
    is_old: fn(Sort) -> bool,
    new: &'static [u8],
    /// The image of an operator that takes or makes the old sort. None if it has none.
    image: fn(&Operator) -> Option<Image>,
    literal: fn(&[u8]) -> Option<Symbol>,
    /// A part of the logic's name, and its new one.
    logic: &'static [(&'static str, &'static str)],
}

const REPLACEMENTS: [Replacement; 3] = [
    Replacement {
        is_old: |sort| sort == Sort::BIT,
        new: b"Bool",
        image: |operator| operator.as_bool,
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
        image: |operator| operator.as_int,
        literal: |token| {
            let number = Bits::of(token)?.number()?;
            Some(Symbol::of(number.to_string().as_bytes()))
        },
        logic: &[("BV", "NIA")],
    },
    Replacement {
        is_old: |sort| sort == Sort::REAL,
        new: b"Int",
        image: |operator| operator.as_int,
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

impl Replacement {
    /// The splices that change the whole text. None if some operator or literal has no image.
    fn splices(&self, case: &TestCase) -> Option<Vec<Splice>> {
        let (tree, analysis) = (case.tree(), analysis(case));
        let mut splices = Vec::new();
        for node in 1..tree.end() {
            let with = match analysis.role(node) {
                Role::Sort if self.is_old_sort(case, node) => vec![word(self.new)],
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
            || name.is_none()
            || bound_head(case, node).is_some()
            || !is_touched()
        {
            return Some(());
        }
        // The application gets a new operator, or becomes an operand or a constant.
        let (at, with) = match theory_operator(tree, node).and_then(self.image)? {
            Image::Operator(new) if Some(new) == name => return Some(()),
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
        Some(Splice::replace(case.tree(), logic, vec![word(name)]))
    }
}

/// Whether an application is of an operator that takes terms of any sort, or of a word that begins terms.
fn takes_any_sort(tree: &Tree, node: Node) -> bool {
    tree.head(node)
        .is_some_and(|word| is_word(word) || is_binder(word))
        || tree
            .first(node)
            .is_some_and(|head| is_form(tree, head, b"as"))
        || theory_operator(tree, node).is_some_and(Operator::is_parametric)
}

/// A name whose sort concerns more terms than this is left alone, so that looking at it takes constant time.
const MOST_TERMS: usize = 32;

/// Whether the sort at a node, which is neither `Bool` nor `Int`, may become any other sort without another change. It
/// must be the sort of a constant, of a quantified variable, of the result of a function, or of a parameter of a
/// function without uses.
fn is_lone_sort(case: &TestCase, node: Node) -> bool {
    if node == ROOT || analysis(case).role(node) != Role::Sort {
        return false;
    }
    declared_by(case, node).is_some_and(|name| {
        let binding = analysis(case).get(name);
        let is_parameter = case.parent(node) != case.parent(binding.node);
        let is_used = !binding.uses.is_empty();
        if is_parameter {
            !is_used && !is_simple(case, node)
        } else {
            ![Sort::BOOL, Sort::INT, Sort::UNKNOWN].contains(&binding.sort) && is_free(case, name)
        }
    })
}

/// Whether a sort is spelled `Bool` or `Int`.
fn is_simple(case: &TestCase, node: Node) -> bool {
    matches!(case.tree().bytes(node), b"Bool" | b"Int")
}

/// The name in whose declaration the sort is.
fn declared_by(case: &TestCase, node: Node) -> Option<BindingId> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let parent = case.parent(node);
    let above = case.parent(parent);
    let (name, kind) = if analysis.role(parent) == Role::Binder {
        let term = case.parent(above);
        let is_quantified = is_quantified(tree, term);
        (
            is_quantified.then_some(parent + 1)?,
            BindingKind::Quantified,
        )
    } else if let Some(Parts::Constant | Parts::Function) = declared(case, parent) {
        (parent + 2, BindingKind::Declared)
    } else {
        let is_function = declared(case, above) == Some(Parts::Function);
        (is_function.then_some(above + 2)?, BindingKind::Declared)
    };
    analysis.bound_as(name, kind)
}

/// Whether all terms whose sorts depend on that of the name occur only where any sort is allowed.
fn is_free(case: &TestCase, name: BindingId) -> bool {
    // Follow the sort of the name from its uses to the terms around them.
    let mut following = Vec::new();
    if !add_uses(case, name, &mut following) {
        return false;
    }
    let mut done = 0;
    while let Some(&term) = following.get(done) {
        done += 1;
        if following.len() > MOST_TERMS || !follow(case, term, &mut following) {
            return false;
        }
    }
    following.iter().all(|&term| agrees(case, term, &following))
}

/// Adds the terms that are uses of the name. Returns false if a use is no such term, or if there are too many.
fn add_uses(case: &TestCase, name: BindingId, out: &mut Vec<Node>) -> bool {
    let binding = analysis(case).get(name);
    binding.uses.len() <= MOST_TERMS
        && binding.uses.iter().all(|&token| {
            let application = case.parent(token);
            let term = if binding.parameters.is_empty() {
                token
            } else {
                application
            };
            let is_head = term == token || token == term + 1;
            add(out, term);
            is_head && analysis(case).role(term) == Role::Term
        })
}

fn add(terms: &mut Vec<Node>, term: Node) {
    if !terms.contains(&term) {
        terms.push(term);
    }
}

/// Adds the terms whose sorts depend on that of the term. Returns false if the term occurs where its sort matters.
fn follow(case: &TestCase, term: Node, out: &mut Vec<Node>) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let parent = case.parent(term);
    if analysis.role(parent) == Role::Binder {
        let named = bound_head(case, parent).filter(|_| term == parent + 2);
        return named.is_some_and(|id| add_uses(case, id, out));
    }
    if analysis.role(parent) != Role::Term || bound_head(case, parent).is_some() {
        return false;
    }
    let is_at = |place| tree.child(parent, place) == Some(term);
    let is_followed = match tree.head_bytes(parent) {
        b"let" => is_at(2),
        b"!" => is_at(1),
        _ => match generic(case, term) {
            Some((_, generic)) if !generic.is_result => return true,
            generic => generic.is_some(),
        },
    };
    if is_followed {
        add(out, parent);
    }
    is_followed
}

/// The operands of the term around this one, and which of them must have the same sort as this one. None if this one
/// may not have any sort.
fn generic(case: &TestCase, term: Node) -> Option<(Vec<Node>, Generic)> {
    let (tree, parent) = (case.tree(), case.parent(term));
    let operands: Vec<Node> = operands(tree, parent).take(MOST_TERMS + 2).collect();
    let place = operands.iter().position(|&operand| operand == term)?;
    let operator = theory_operator(tree, parent).filter(|_| operands.len() <= MOST_TERMS + 1)?;
    let generic = operator.generic(place, operands.len())?;
    Some((operands, generic))
}

/// Whether the operands that must have the sort of the term are also among those that depend on the name.
fn agrees(case: &TestCase, term: Node, following: &[Node]) -> bool {
    generic(case, term).is_none_or(|(operands, generic)| {
        let mut places = generic.operands.iter();
        places.all(|&place| following.contains(&operands[place]))
    })
}
