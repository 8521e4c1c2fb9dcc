//! The sort of each term.

use crate::{case, find};
use smelt::language::smtlib::{Sort, SortKind, analysis, literals};
use smelt::tree::Symbol;

const DECLARATIONS: &str = "(declare-sort U 0)(define-sort W () (_ BitVec 8))\
    (declare-datatypes ((T 0)) (((c (s Int)) (d))))(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))\
    (declare-fun i () Int)(declare-fun r () Real)(declare-fun b () Bool)(declare-fun u () U)(declare-fun t () T)\
    (declare-fun v () (_ BitVec 8))(declare-fun w () W)(declare-fun a () (Array Int Bool))\
    (declare-fun n () (Array Int (Array Int Real)))(declare-fun f (Int) Real)\
    (declare-fun g () (_ FloatingPoint 8 24))(declare-fun h () Float32)(declare-fun k () String)(declare-fun m () RoundingMode)";

/// A term, and its sort as we would write it.
const TABLE: &[(&str, &str)] = &[
    // What is not understood is unknown.
    ("(foo i)", "?"),
    ("(_ foo 1)", "?"),
    ("(and i b)", "?"),
    ("foo", "?"),
    // Core
    ("(and b b)", "Bool"),
    ("(= i r)", "Bool"),
    ("(ite b v w)", "8"),
    ("(ite b i r)", "Real"),
    ("(let ((x v)) (concat x x))", "16"),
    ("(let ((x i)) (let ((x b)) x))", "Bool"),
    ("(forall ((x Int)) b)", "Bool"),
    ("(! i :named name)", "Int"),
    ("(>= i r)", "Bool"),
    // Numbers
    ("(+ i 1)", "Int"),
    ("(+ 1 r)", "Real"),
    ("(- i)", "Int"),
    ("(/ i 2)", "Real"),
    ("(div i 2)", "Int"),
    ("(to_real i)", "Real"),
    ("(to_int r)", "Int"),
    ("(f i)", "Real"),
    // Bit-vectors
    ("(bvadd v w)", "8"),
    ("(bvlshr v v)", "8"),
    ("((_ zero_extend 4) (bvlshr v v))", "12"),
    ("(concat v (bvlshr v v))", "16"),
    ("((_ extract 6 2) v)", "5"),
    ("((_ repeat 3) v)", "24"),
    ("((_ rotate_left 9) v)", "8"),
    ("(bvult v v)", "Bool"),
    ("(bvcomp v v)", "1"),
    ("(bv2nat v)", "Int"),
    ("((_ int2bv 5) i)", "5"),
    ("#x0f", "8"),
    ("(_ bv3 7)", "7"),
    // Arrays
    ("(select a i)", "Bool"),
    ("(select (select n i) 0)", "Real"),
    ("(store a i b)", "(Array Int Bool)"),
    ("((as const (Array Int Bool)) true)", "(Array Int Bool)"),
    // Floating point
    ("(fp.add m g h)", "Float 8 24"),
    ("(fp #b0 ((_ extract 7 0) v) #b101)", "Float 8 4"),
    ("((_ to_fp 5 11) m g)", "Float 5 11"),
    ("((_ fp.to_ubv 4) m g)", "4"),
    ("(fp.isNaN g)", "Bool"),
    ("(_ NaN 8 24)", "Float 8 24"),
    ("RNE", "RoundingMode"),
    // Strings
    ("(str.++ k k)", "String"),
    ("(str.len k)", "Int"),
    ("(str.in_re k re.all)", "Bool"),
    ("(re.* re.all)", "RegLan"),
    // Datatypes
    ("d", "T"),
    ("(c 1)", "T"),
    ("(s t)", "Int"),
    ("((_ is c) t)", "Bool"),
    ("(is-c t)", "Bool"),
    ("(match t (((c x) x) (d 0)))", "Int"),
    ("(as nil (L Int))", "(L Int)"),
    ("u", "U"),
];

fn spell(sort: Sort) -> String {
    match sort.kind() {
        SortKind::Unknown => "?".into(),
        SortKind::Bool => "Bool".into(),
        SortKind::Int => "Int".into(),
        SortKind::Real => "Real".into(),
        SortKind::BitVec(width) => width.to_string(),
        SortKind::Float(exponent, significand) => format!("Float {exponent} {significand}"),
        SortKind::Array(index, element) => format!("(Array {} {})", spell(index), spell(element)),
        SortKind::Other(name, arguments) => {
            let name = String::from_utf8_lossy(name.bytes()).into_owned();
            if arguments.is_empty() {
                return name;
            }
            let arguments: Vec<String> = arguments.into_iter().map(spell).collect();
            format!("({name} {})", arguments.join(" "))
        }
    }
}

#[test]
fn each_term_has_the_sort_that_the_standard_gives_it() {
    for &(term, expected) in TABLE {
        let case = case(&format!("{DECLARATIONS}(simplify {term})"));
        let command = find(&case, &format!("(simplify {term})"), 0);
        let node = case.tree().child(command, 1).unwrap_or_default();
        assert_eq!(spell(analysis(&case).sort(node)), expected, "{term}");
    }
}

#[test]
fn aliases_are_the_sorts_that_they_name() {
    let case = case(DECLARATIONS);
    let sort = |name: &[u8]| {
        let id = analysis(&case).resolve(Symbol::of(name), case.tree().end());
        id.map(|id| analysis(&case).bindings()[id as usize].sort)
    };
    assert_eq!(sort(b"v"), sort(b"w"));
    assert_eq!(sort(b"g"), sort(b"h"));
    assert_ne!(sort(b"u"), sort(b"i"));
}

#[test]
fn constants_are_the_least_in_their_shortest_spelling() {
    let texts = |sort: Sort| -> Vec<String> {
        let symbols = literals(sort);
        symbols
            .iter()
            .map(|symbol| String::from_utf8_lossy(symbol.bytes()).into_owned())
            .collect()
    };
    assert!(texts(Sort::UNKNOWN).is_empty());
    assert!(texts(Sort::named(Symbol::of(b"U"))).is_empty());
    assert_eq!(texts(Sort::BOOL), ["false", "true"]);
    assert_eq!(texts(Sort::INT), ["0", "1"]);
    assert_eq!(texts(Sort::REAL), ["0.0", "1.0"]);
    assert_eq!(texts(Sort::BIT), ["#b0", "#b1"]);
    assert_eq!(texts(Sort::bitvec(4)), ["#x0", "#x1", "#xf"]);
    assert_eq!(texts(Sort::bitvec(3)), ["#b000", "#b001", "#b111"]);
    assert_eq!(
        texts(Sort::bitvec(33)),
        ["(_ bv0 33)", "(_ bv1 33)", "(_ bv8589934591 33)"]
    );
    assert_eq!(
        texts(Sort::bitvec(32)),
        ["#x00000000", "#x00000001", "#xffffffff"]
    );
    assert_eq!(texts(Sort::named(Symbol::of(b"String"))), ["\"\""]);
}
