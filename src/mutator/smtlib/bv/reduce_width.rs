//! bv-reduce-bitwidth: defines a bit-vector variable as the extension of a narrower one.

use crate::language::TestCase;
use crate::language::smtlib::{BindingKind, Declares, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::smtlib::names::{bound, content, is_taken, token};
use crate::mutator::smtlib::shape::declared;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// `(declare-const x (_ BitVec 8))` → `(declare-const _x (_ BitVec 2)) (define-fun x () (_ BitVec 8) ((_ zero_extend 6)
/// _x))`, for the widths 1, 2, half and one less. Proposed at the name. A pump, because it adds a definition; the
/// mutators that inline and merge it pay back.
pub struct ReduceWidth;

impl Mutator for ReduceWidth {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "bv-reduce-bitwidth",
                "Define a bit-vector variable by a narrower one",
                "bv",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        width(case, node).is_some_and(|width| width > 1)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let Some(width) = width(case, node) else {
            return none();
        };
        let mut widths = vec![1, 2, width / 2, width - 1];
        widths.retain(|&narrow| 0 < narrow && narrow < width);
        widths.sort_unstable();
        widths.dedup();
        judged(
            case,
            widths
                .into_iter()
                .map(move |narrow| reduced(case, node, width, narrow)),
        )
    }
}

/// The width of the variable that a command at the top level declares with this token.
fn width(case: &TestCase, node: Node) -> Option<u32> {
    let binding = &analysis(case).bindings()[bound(case, node)? as usize];
    let is_variable = binding.kind == BindingKind::Declared && binding.parameters.is_empty();
    let command = case.parent(node);
    let made = declared(case.tree(), command);
    let is_declared = matches!(made, Some(Declares::Constant | Declares::Function));
    let is_own = is_variable && is_declared && case.parent(command) == ROOT;
    binding.sort.width().filter(|_| is_own)
}

fn reduced(case: &TestCase, node: Node, width: u32, narrow: u32) -> Edit {
    let tree = case.tree();
    let name = Piece::Leaf(fresh(case, node));
    let word = |text: &str| Piece::Leaf(Symbol::of(text.as_bytes()));
    let sort = |width: u32| {
        [
            Piece::Open,
            word("_"),
            word("BitVec"),
            word(&width.to_string()),
            Piece::Close,
        ]
    };
    let command = case.parent(node);
    let declare = match declared(tree, command) {
        Some(Declares::Constant) => Piece::Copy(command + 1),
        _ => word("declare-const"),
    };
    let mut pieces = vec![Piece::Open, declare, name];
    pieces.extend(sort(narrow));
    let define = [
        Piece::Close,
        Piece::Enter(command),
        word("define-fun"),
        Piece::Copy(node),
    ];
    pieces.extend(define);
    pieces.extend([Piece::Open, Piece::Close]);
    pieces.extend(sort(width));
    let by = word(&(width - narrow).to_string());
    pieces.extend([
        Piece::Open,
        Piece::Open,
        word("_"),
        word("zero_extend"),
        by,
        Piece::Close,
    ]);
    pieces.extend([name, Piece::Close, Piece::Close]);
    Edit::replace(tree, command, pieces)
}

/// The name with as many `_` before it as it needs to be new.
fn fresh(case: &TestCase, node: Node) -> Symbol {
    let (name, quoted) = content(case.tree().sym(node).bytes());
    let mut fresh = [b"_", name].concat();
    while is_taken(case, &fresh) {
        fresh.insert(0, b'_');
    }
    token(&fresh, quoted)
}
