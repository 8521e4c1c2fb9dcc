//! Bit-vectors.

use super::rewrite::{RewriteRule, Rules, rules};
use super::toolkit::capture::keeps_meaning;
use super::toolkit::definition::Definition;
use super::toolkit::literals::{Literals, Simpler};
use super::toolkit::names::{content, token};
use super::toolkit::pieces::{word, words};
use super::toolkit::shape::{declared, index, is_form};
use crate::language::TestCase;
use crate::language::smtlib::{BindingKind, Bits, Parts, analysis, is_taken, operator};
use crate::mutator::proposal::none;
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol, Tree};

/// `(concat #x00 x y)` → `((_ zero_extend 8) (concat x y))`. A pump, because it has more cells.
pub static CONCAT_TO_ZERO_EXTEND: Mutator = Mutator::smtlib("bv-zero-concat", "bv")
    .about("Replace a concatenation with leading zeros by zero_extend")
    .by(rules! {
        "(concat ?z:zero ?x)" => "((_ zero_extend {z}) ?x)",
        "(concat ?z:zero ?x ?y ?w ...)" => "((_ zero_extend {z}) (concat ?x ?y ?w ...))",
    });

/// `(bvnot (bvnot x))`, `(bvneg (bvneg x))` → `x`
pub static DOUBLE_NEGATION: Mutator = Mutator::smtlib("bv-double-negation", "bv")
    .about("Remove two complements or two negations of each other")
    .by(rules! {
        "(bvnot (bvnot ?x))" => "?x",
        "(bvneg (bvneg ?x))" => "?x",
    });

/// `(= #b1 (bvcomp x y))` → `(= x y)`, `(not (= x y))`; with `#b0`, the negation comes first.
pub static ELIM_BVCOMP: Mutator = Mutator::smtlib("bv-elim-bvcomp", "bv")
    .about("Replace a bvcomp that is compared with a constant by an equality")
    .by(rules! {
        "(= #b1 (bvcomp ?x ?y))" => "(= ?x ?y)",
        "(= #b1 (bvcomp ?x ?y))" => "(not (= ?x ?y))",
        "(= #b0 (bvcomp ?x ?y))" => "(not (= ?x ?y))",
        "(= #b0 (bvcomp ?x ?y))" => "(= ?x ?y)",
        "(= #b1 (bvcomp ?u ?v) (bvcomp ?x ?y))" => "(and (= ?u ?v) (= ?x ?y))",
        "(= #b0 (bvcomp ?u ?v) (bvcomp ?x ?y))" => "(and (not (= ?u ?v)) (not (= ?x ?y)))",
        "(= #b1 (bvcomp ?u ?v) (bvcomp ?w ?x) (bvcomp ?y ?z))" => "(and (= ?u ?v) (= ?w ?x) (= ?y ?z))",
        "(= #b0 (bvcomp ?u ?v) (bvcomp ?w ?x) (bvcomp ?y ?z))" => "(and (not (= ?u ?v)) (not (= ?w ?x)) (not (= ?y ?z)))",
    });

/// `((_ extract 1 0) ((_ zero_extend 8) x))` → `((_ extract 1 0) x)`. Only if the width of `x` is known.
pub static EXTRACT_ZERO_EXTEND: Mutator = Mutator::smtlib("bv-extract-zeroextend", "bv")
    .about("Take an extract out of a zero_extend")
    .by(rules! {
        "((_ extract @u @l) ((_ zero_extend @k) ?x))" => "{0:u-l+1}" when "l >= x",
        "((_ extract @u @l) ((_ zero_extend @k) ?x))" => "?x" when "l = 0, u+1 = x",
        "((_ extract @u @l) ((_ zero_extend @k) ?x))" => "((_ extract @u @l) ?x)" when "u < x",
        "((_ extract @u @l) ((_ zero_extend @k) ?x))" => "((_ zero_extend {u-x+1}) ((_ extract {x-1} {l}) ?x))" when "l < x, u >= x",
    });

/// `(ite (= x y) #b1 #b0)` → `(bvcomp x y)`
pub static ITE_TO_BVCOMP: Mutator = Mutator::smtlib("bv-ite-to-bvcomp", "bv")
    .about("Replace an ite over an equality of bit-vectors by bvcomp")
    .by(rules! {
        "(ite (= ?x:bv ?y) #b1 #b0)" => "(bvcomp ?x ?y)",
    });

/// `((_ zero_extend 5) ((_ zero_extend 4) x))` → `((_ zero_extend 9) x)`. In a chain, two extensions at a time.
pub static MERGE_EXTEND: Mutator = Mutator::smtlib("bv-merge-extend", "bv")
    .about("Merge nested extensions of the same kind")
    .by(rules! {
        "((_ zero_extend @i) ((_ zero_extend @j) ?x))" => "((_ zero_extend {i+j}) ?x)",
        "((_ sign_extend @i) ((_ sign_extend @j) ?x))" => "((_ sign_extend {i+j}) ?x)",
    });

/// `((_ zero_extend 4) x)`, `((_ sign_extend 4) x)` → `(concat #x0 x)`, which has fewer cells.
pub static EXTEND_TO_CONCAT: Mutator = Mutator::smtlib("bv-extend-to-concat", "bv")
    .about("Replace an extension by a concatenation with zeros")
    .by(rules! {
        "((_ zero_extend @k) ?x)" => "(concat {0:k} ?x)" when "k >= 1",
        "((_ sign_extend @k) ?x)" => "(concat {0:k} ?x)" when "k >= 1",
        "((_ zero_extend @k) ?x)" => "?x" when "k = 0",
        "((_ sign_extend @k) ?x)" => "?x" when "k = 0",
    });

/// `(bvnand x x)` → `(bvnot x)`
pub static REFLEXIVE_NAND: Mutator = Mutator::smtlib("bv-reflexive-nand", "bv")
    .about("Replace a bvnand or bvnor of equal operands by bvnot")
    .by(rules! {
        "(bvnand ?x ?x)" => "(bvnot ?x)",
        "(bvnor ?x ?x)" => "(bvnot ?x)",
    });

/// `(= #b1 (bvand x y))` → `(and (= #b1 x) (= #b1 y))`; with `#b0`, the connective is the dual one. A pump, because it
/// has more cells.
pub static TO_BOOL: Mutator = Mutator::smtlib("bv-to-bool", "bv")
    .about("Replace a bit-wise operator on single bits by a connective")
    .by(rules! {
        "(= #b1 (bvand ?x ...))" => "(and (= #b1 ?x) ...)",
        "(= #b1 (bvor ?x ...))" => "(or (= #b1 ?x) ...)",
        "(= #b1 (bvxor ?x ...))" => "(xor (= #b1 ?x) ...)",
        "(= #b0 (bvand ?x ...))" => "(or (= #b0 ?x) ...)",
        "(= #b0 (bvor ?x ...))" => "(and (= #b0 ?x) ...)",
        "(= #b0 (bvxor ?x ...))" => "(not (xor (= #b1 ?x) ...))",
    });

/// The rules that remove extensions from both sides of a relation.
macro_rules! stripped {
    ($extend:literal: $($relation:literal)+) => {{
        static RULES: Rules = Rules::of(&[$(
            RewriteRule {
                from: concat!("(", $relation, " ((_ ", $extend, " @i) ?x) ((_ ", $extend, " @j) ?y))"),
                to: concat!("(", $relation, " ?x ?y)"),
                when: "i = j",
            },
            RewriteRule {
                from: concat!("(", $relation, " ((_ ", $extend, " @i) ?x) ((_ ", $extend, " @j) ?y))"),
                to: concat!("(", $relation, " ((_ ", $extend, " {i-j}) ?x) ?y)"),
                when: "j < i",
            },
            RewriteRule {
                from: concat!("(", $relation, " ((_ ", $extend, " @i) ?x) ((_ ", $extend, " @j) ?y))"),
                to: concat!("(", $relation, " ?x ((_ ", $extend, " {j-i}) ?y))"),
                when: "i < j",
            },
        )+]);
        &RULES
    }};
}

/// `(bvult ((_ zero_extend 3) x) ((_ zero_extend 5) y))` → `(bvult x ((_ zero_extend 2) y))`
pub static ZERO_EXTEND_PREDICATE: Mutator = Mutator::smtlib("bv-zeroextend-pred", "bv")
    .about("Take zero_extend off both sides of a relation")
    .by(stripped!("zero_extend": "=" "distinct" "bvult" "bvule" "bvugt" "bvuge" "bvslt" "bvsle" "bvsgt" "bvsge"));

/// `(= ((_ sign_extend 3) x) ((_ sign_extend 5) y))` → `(= x ((_ sign_extend 2) y))`
pub static SIGN_EXTEND_PREDICATE: Mutator = Mutator::smtlib("bv-signextend-pred", "bv")
    .about("Take sign_extend off both sides of a relation")
    .by(stripped!("sign_extend": "=" "distinct" "bvult" "bvule" "bvugt" "bvuge" "bvslt" "bvsle" "bvsgt" "bvsge"));

/// `(bvadd x (bvneg y))` → `(bvsub x y)`, `((_ extract 3 2) ((_ extract 7 4) x))` → `((_ extract 7 6) x)`, …
pub static IDENTITIES: Mutator = Mutator::smtlib("bv-identities", "bv")
    .about("Replace a bit-vector term by a smaller equal one")
    .by(rules! {
        "(bvadd ?x (bvneg ?y))" => "(bvsub ?x ?y)",
        "(bvsub ?x (bvneg ?y))" => "(bvadd ?x ?y)",
        "(bvneg (bvsub ?x ?y))" => "(bvsub ?y ?x)",
        "(bvmul (bvneg ?x) (bvneg ?y))" => "(bvmul ?x ?y)",
        "(bvneg (bvnot ?x))" => "(bvadd ?x {1:x})",
        "(bvnot (bvneg ?x))" => "(bvsub ?x {1:x})",
        "(bvnot (bvand ?x ?y))" => "(bvnand ?x ?y)",
        "(bvnot (bvor ?x ?y))" => "(bvnor ?x ?y)",
        "(bvnot (bvxor ?x ?y))" => "(bvxnor ?x ?y)",
        "(bvnot (bvnand ?x ?y))" => "(bvand ?x ?y)",
        "(bvnot (bvnor ?x ?y))" => "(bvor ?x ?y)",
        "(bvnot (bvxnor ?x ?y))" => "(bvxor ?x ?y)",
        "(bvxor (bvnot ?x) (bvnot ?y))" => "(bvxor ?x ?y)",
        "(= (bvnot ?x) (bvnot ?y))" => "(= ?x ?y)",
        "(= (bvneg ?x) (bvneg ?y))" => "(= ?x ?y)",
        "(bvcomp ?x:bit #b1)" => "?x",
        "(bvcomp ?x:bit #b0)" => "(bvnot ?x)",
        "(= #b1 (ite ?c #b1 #b0))" => "?c",
        "(= #b0 (ite ?c #b1 #b0))" => "(not ?c)",
        "(= #b1 (ite ?c #b0 #b1))" => "(not ?c)",
        "(= #b0 (ite ?c #b0 #b1))" => "?c",
        "(= #b1 (bvnot ?x))" => "(= #b0 ?x)",
        "(= #b0 (bvnot ?x))" => "(= #b1 ?x)",
        "(ite (= ?x #b1) #b1 #b0)" => "?x",
        "(not (bvult ?x ?y))" => "(bvuge ?x ?y)",
        "(not (bvule ?x ?y))" => "(bvugt ?x ?y)",
        "(not (bvugt ?x ?y))" => "(bvule ?x ?y)",
        "(not (bvuge ?x ?y))" => "(bvult ?x ?y)",
        "(not (bvslt ?x ?y))" => "(bvsge ?x ?y)",
        "(not (bvsle ?x ?y))" => "(bvsgt ?x ?y)",
        "(not (bvsgt ?x ?y))" => "(bvsle ?x ?y)",
        "(not (bvsge ?x ?y))" => "(bvslt ?x ?y)",
        "((_ extract @u @l) ((_ extract @i @j) ?x))" => "((_ extract {u+j} {l+j}) ?x)",
        "((_ extract @u @l) ((_ sign_extend @k) ?x))" => "?x" when "l = 0, u+1 = x",
        "((_ extract @u @l) ((_ sign_extend @k) ?x))" => "((_ extract @u @l) ?x)" when "u < x",
        "((_ extract @u @l) (concat ?x ?y))" => "?y" when "l = 0, u+1 = y",
        "((_ extract @u @l) (concat ?x ?y))" => "((_ extract @u @l) ?y)" when "u < y",
        "((_ extract @u @l) (concat ?x ?y))" => "?x" when "l = y, u+1 = x+y",
        "((_ extract @u @l) (concat ?x ?y))" => "((_ extract {u-y} {l-y}) ?x)" when "l >= y",
        "(concat ((_ extract @u @m) ?x) ((_ extract @n @l) ?x))" => "((_ extract @u @l) ?x)" when "m = n+1",
        "((_ zero_extend @i) (concat ?z:zero ?x))" => "(concat {0:z+i} ?x)",
        "((_ sign_extend @i) ((_ zero_extend @j) ?x))" => "((_ zero_extend {i+j}) ?x)" when "j >= 1",
        "((_ rotate_left @i) ((_ rotate_right @j) ?x))" => "?x" when "i = j",
        "((_ rotate_right @i) ((_ rotate_left @j) ?x))" => "?x" when "i = j",
        "((_ int2bv @n) (bv2nat ?x))" => "?x" when "n = x",
        "((_ int_to_bv @n) (ubv_to_int ?x))" => "?x" when "n = x",
    });

/// `#b00000101` → `#x05`, the shortest spelling; then `(_ bv5 8)`, which is a pump where it is longer.
pub static NORMALIZE_CONSTANTS: Mutator = Mutator::smtlib("bv-norm-constants", "bv")
    .about("Spell a bit-vector constant in its shortest form, or in decimal")
    .by(&Literals(|token| {
        let Some(bits) = Bits::of(token) else {
            return none();
        };
        let shortest = bits.shortest();
        let decimal = bits.decimal().filter(|&decimal| decimal != shortest);
        let spellings = [shortest].into_iter().chain(decimal);
        Box::new(spellings.filter(move |spelling| spelling.bytes() != token))
    }));

/// `#b11001010` → `#x06`, `#x19`, `#x65` (divided by 32, 8 and 2), `#x00`, `#x01`. The constants 0 and 1 stay. A
/// literal with many significant bits first loses half of them.
pub static SIMPLIFY_CONSTANTS: Mutator = Mutator::smtlib("bv-simp-constants", "bv")
    .about("Replace a bit-vector constant by a smaller one")
    .by(&Literals(simpler));

fn simpler(token: &'static [u8]) -> Simpler {
    let Some(bits) = Bits::of(token).filter(|bits| bits.significant() > 1) else {
        return none();
    };
    let half = Some(bits.significant() / 2).filter(|&half| half > 5);
    let shifted = half
        .into_iter()
        .chain([5, 3, 1])
        .map(|by| bits.shifted_right(by))
        .filter(|bits| bits.significant() > 1);
    let zero_and_one = [Bits::zero(bits.width()), Bits::one(bits.width())];
    let simpler = shifted.chain(zero_and_one).map(|bits| bits.shortest());
    let simpler: Vec<Symbol> = simpler.collect();
    Box::new(simpler.into_iter())
}

/// `((_ zero_extend 4) w)`, where `w` is defined as `((_ zero_extend 5) v)`, → `((_ zero_extend 9) v)`.
/// bv-reduce-bitwidth makes chains of such definitions. A pump where the numbers or names become longer.
pub static MERGE_REDUCED_WIDTH: Mutator = Mutator::smtlib("bv-merge-reduced-bw", "bv")
    .about("Merge a zero_extend with that in the definition of its operand")
    .at(At::Term)
    .edit(merged_with_definition)
    .judged();

fn merged_with_definition(case: &TestCase, node: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let (outer, name) = zero_extend(tree, node)?;
    let id = analysis.binding(name)?;
    let definition = Definition::of(case, id)?;
    let is_constant = analysis.get(id).parameters.is_empty();
    let (inner, term) = zero_extend(tree, definition.body).filter(|_| is_constant)?;
    // A long term is left to inline-functions, which bounds what it copies.
    if tree.len(term) > 8 || !keeps_meaning(case, term, &[node], |_| false) {
        return None;
    }
    let by = word(outer.checked_add(inner)?.to_string());
    let head = Piece::changed_list(node + 1, [word("_"), word("zero_extend"), by]);
    let with = Piece::changed_list(node, head.into_iter().chain([Piece::Copy(term)]));
    Some(Edit::replace(tree, node, with))
}

/// The width that a `zero_extend` adds, and its operand.
fn zero_extend(tree: &Tree, node: Node) -> Option<(u32, Node)> {
    let [head, operand] = tree.elements(node)?;
    let [_, name, by] = tree.elements(head)?;
    let is_extend = is_form(tree, head, b"_") && tree.bytes(name) == b"zero_extend";
    let by = index(tree, by).filter(|_| is_extend)?;
    Some((by, operand))
}

/// `(bvshl (bvshl x #x1) #x2)` → `(bvshl x #x3)`. Only if the sum has the same width.
pub static MERGE_SHIFT: Mutator = Mutator::smtlib("bv-merge-shift", "bv")
    .about("Merge nested shifts by constants")
    .at(At::Term)
    .edit(merged_shifts)
    .judged();

fn merged_shifts(case: &TestCase, node: Node) -> Option<Edit> {
    let tree = case.tree();
    let shift = tree.head(node).filter(|_| node != ROOT)?;
    let is_shift = operator(shift).is_some_and(|operator| operator.adds_up);
    let [_, inner, outer_by] = tree.elements(node).filter(|_| is_shift)?;
    let is_nested = tree.head(inner) == Some(shift);
    let [_, term, inner_by] = tree.elements(inner).filter(|_| is_nested)?;
    let [a, b] = [outer_by, inner_by].map(|by| Bits::of(tree.sym(by).bytes()));
    let (a, b) = (a?, b?);
    let sum = a.number()?.checked_add(b.number()?)?;
    let all = Bits::of_number(sum, a.width());
    let fits = a.width() == b.width() && all.number() == Some(sum);
    let operands = [Piece::Copy(term), Piece::Leaf(all.shortest())];
    let with = Piece::changed_list(node, [Piece::Copy(node + 1)].into_iter().chain(operands));
    fits.then(|| Edit::replace(tree, node, with))
}

/// `(declare-const x (_ BitVec 8))` → `(declare-const _x (_ BitVec 2)) (define-fun x () (_ BitVec 8) ((_ zero_extend 6)
/// _x))`, for the widths 1, 2, half and one less. Proposed at the name. A pump, because it adds a definition; mutators
/// that inline and merge it make up for that.
pub static REDUCE_WIDTH: Mutator = Mutator::smtlib("bv-reduce-bitwidth", "bv")
    .about("Define a bit-vector variable by a narrower one")
    .only(|case, node| width(case, node).is_some_and(|width| width > 1))
    .edits(|case, node| {
        let Some(width) = width(case, node) else {
            return none();
        };
        let mut widths = vec![1, 2, width / 2, width - 1];
        widths.retain(|&narrow| 0 < narrow && narrow < width);
        widths.sort_unstable();
        widths.dedup();
        Box::new(
            widths
                .into_iter()
                .map(move |narrow| reduced(case, node, width, narrow)),
        )
    })
    .judged();

/// The width of the variable that this token names in a declaration at the top level.
fn width(case: &TestCase, node: Node) -> Option<u32> {
    let id = analysis(case).bound_as(node, BindingKind::Declared)?;
    let binding = analysis(case).get(id);
    let is_declared = matches!(
        declared(case, case.parent(node)),
        Some(Parts::Constant | Parts::Function)
    );
    let is_own = binding.parameters.is_empty() && is_declared;
    binding.sort.width().filter(|_| is_own)
}

fn reduced(case: &TestCase, node: Node, width: u32, narrow: u32) -> Edit {
    let tree = case.tree();
    let name = Piece::Leaf(fresh(case, node));
    let sort = |width: u32| words(&["_", "BitVec", &width.to_string()]);
    let command = case.parent(node);
    let declare = match declared(case, command) {
        Some(Parts::Constant) => Piece::Copy(command + 1),
        _ => word("declare-const"),
    };
    let declaration = Piece::list([vec![declare, name], sort(narrow)].concat());
    let extend = words(&["_", "zero_extend", &(width - narrow).to_string()]);
    let body = Piece::list([extend, vec![name]].concat());
    let head = vec![word("define-fun"), Piece::Copy(node)];
    let parts = [head, Piece::list([]), sort(width), body].concat();
    let definition = Piece::changed_list(command, parts);
    Edit::replace(tree, command, [declaration, definition].concat())
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
