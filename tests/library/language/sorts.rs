//! The sort of each term.

use super::{case, find};
use smelt::language::smtlib::{Sort, analysis, literals};
use smelt::tree::Symbol;

const DECLARATIONS: &str = "(declare-sort U 0)(declare-sort V 1)(define-sort W () (_ BitVec 8))(define-sort M (X) (Array X (V X)))\
    (declare-datatypes ((T 0)) (((c (s Int)) (d))))\
    (declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))\
    (declare-datatypes (X) ((Q (nl) (cn (h1 X) (t1 Q)))))(declare-fun old () (Q Int))\
    (declare-datatype P (par (X Y) ((pair (fst X) (snd Y)))))\
    (declare-fun i () Int)(declare-fun r () Real)(declare-fun b () Bool)(declare-fun u () U)(declare-fun t () T)\
    (declare-fun v () (_ BitVec 8))(declare-fun w () W)(declare-fun a () (Array Int Bool))\
    (declare-fun n () (Array Int (Array Int Real)))(declare-fun f (Int) Real)(declare-fun uu (U U) (V U))\
    (declare-fun g () (_ FloatingPoint 8 24))(declare-fun h () Float32)(declare-fun k () String)(declare-fun m () RoundingMode)\
    (declare-fun l () (L Int))(declare-fun ll () (L (L Bool)))(declare-fun p () (P Bool (L Int)))(declare-fun mm () (M Int))\
    (declare-fun q () (Seq Int))(declare-fun o () (Set Int))(declare-fun e () (Bag U))(declare-fun x () RegLan)\
    (declare-fun ho () (-> Int Int Bool))(declare-fun ff () (_ FiniteField 17))(declare-fun tt () (Tuple Int Bool U))(declare-fun tu () UnitTuple)\
    (declare-fun so () (Set (Tuple Int)))(define-const cc Real 1.0)(define-fun-rec z ((y Int)) Int (z y))";

/// A term, and its sort.
const TABLE: &[(&str, &str)] = &[
    // What is not understood is unknown, and so is what is wrong.
    ("(foo i)", "?"),
    ("((_ foo 1) i)", "?"),
    ("(_ foo 1)", "?"),
    ("(and i b)", "?"),
    ("(not b b)", "?"),
    ("(bvadd v #b1)", "?"),
    ("foo", "?"),
    ("#f1m7", "?"),
    ("(ite b foo foo)", "?"),
    ("(foo.bar b)", "?"),
    // Core
    ("true", "Bool"),
    ("(not b)", "Bool"),
    ("(and b b)", "Bool"),
    ("(and b)", "Bool"),
    ("(xor b b b)", "Bool"),
    ("(=> b b b)", "Bool"),
    ("(implies b foo)", "Bool"),
    ("(= i r)", "Bool"),
    ("(= foo u)", "Bool"),
    ("(distinct u u u)", "Bool"),
    ("(ite b v w)", "(_ BitVec 8)"),
    ("(ite b i r)", "Real"),
    ("(ite b foo t)", "T"),
    ("(ite foo l (as nil (L Int)))", "(L Int)"),
    ("(let ((x v)) (concat x x))", "(_ BitVec 16)"),
    ("(let ((x i)) (let ((x b)) x))", "Bool"),
    ("(let ((i b) (b i)) i)", "Bool"),
    ("(forall ((x Int)) b)", "Bool"),
    ("(exists ((x Int) (y V)) (= x i))", "Bool"),
    ("(! i :named name)", "Int"),
    ("(! (+ r r) :foo 1)", "Real"),
    ("(choice ((x U)) (= x u))", "U"),
    // Finite fields, tuples and special relations
    (
        "(ff.add ff ff (as ff3 (_ FiniteField 17)))",
        "(_ FiniteField 17)",
    ),
    ("(ff.mul ff #f3m17)", "(_ FiniteField 17)"),
    ("(ff.neg ff)", "(_ FiniteField 17)"),
    ("tt", "(Tuple Int Bool U)"),
    ("(ite b tu tuple.unit)", "UnitTuple"),
    ("((_ tuple.update 0) tt i)", "(Tuple Int Bool U)"),
    ("((_ tuple.select 0) tt)", "?"),
    ("(tuple i b)", "?"),
    ("(= tt (tuple i b u))", "Bool"),
    ("(set.union so so)", "(Set (Tuple Int))"),
    ("((_ at-most 1) b b b)", "Bool"),
    // Numbers
    ("12", "Int"),
    ("1.5", "Real"),
    ("(>= i r)", "Bool"),
    ("(>= i i)", "Bool"),
    ("(< i foo)", "Bool"),
    ("(+ i 1)", "Int"),
    ("(+ 1 r)", "Real"),
    ("(+ i foo)", "?"),
    ("(+ foo r)", "Real"),
    ("(* i i i)", "Int"),
    ("(- i)", "Int"),
    ("(- r)", "Real"),
    ("(- 1 i r)", "Real"),
    ("(/ i 2)", "Real"),
    ("(/ r r)", "Real"),
    ("(div i 2)", "Int"),
    ("(mod i 2)", "Int"),
    ("(abs i)", "Int"),
    ("(abs r)", "Real"),
    ("(to_real i)", "Real"),
    ("(to_int r)", "Int"),
    ("(is_int r)", "Bool"),
    ("((_ divisible 3) i)", "Bool"),
    ("(^ i 2)", "Int"),
    ("(^ r 2)", "Real"),
    ("(sin r)", "Real"),
    ("real.pi", "Real"),
    ("((_ iand 4) i i)", "Int"),
    ("(int.pow2 i)", "Int"),
    // Functions
    ("(f i)", "Real"),
    ("(uu u u)", "(V U)"),
    ("(z 1)", "Int"),
    ("cc", "Real"),
    ("f", "(-> Int Real)"),
    ("uu", "(-> U U (V U))"),
    ("ho", "(-> Int Int Bool)"),
    ("(ho i)", "(-> Int Bool)"),
    ("(ho i i)", "Bool"),
    ("((ho i) i)", "?"),
    // Bit-vectors
    ("#x0f", "(_ BitVec 8)"),
    ("#b101", "(_ BitVec 3)"),
    ("(_ bv3 7)", "(_ BitVec 7)"),
    ("(bvadd v w)", "(_ BitVec 8)"),
    ("(bvadd v v v)", "(_ BitVec 8)"),
    ("(bvadd foo v)", "(_ BitVec 8)"),
    ("(bvnot v)", "(_ BitVec 8)"),
    ("(bvlshr v v)", "(_ BitVec 8)"),
    ("(bvxnor v v)", "(_ BitVec 8)"),
    ("((_ zero_extend 4) (bvlshr v v))", "(_ BitVec 12)"),
    ("((_ sign_extend 0) v)", "(_ BitVec 8)"),
    ("(concat v (bvlshr v v))", "(_ BitVec 16)"),
    ("(concat v #b1 v)", "(_ BitVec 17)"),
    ("(concat v foo)", "?"),
    ("((_ extract 6 2) v)", "(_ BitVec 5)"),
    ("((_ extract 6 2) foo)", "(_ BitVec 5)"),
    ("((_ extract 8 2) v)", "?"),
    ("((_ extract 2 3) v)", "?"),
    ("((_ repeat 3) v)", "(_ BitVec 24)"),
    ("((_ rotate_left 9) v)", "(_ BitVec 8)"),
    ("((_ rotate_right 1) v)", "(_ BitVec 8)"),
    ("(bvult v v)", "Bool"),
    ("(bvsge v foo)", "Bool"),
    ("(bvnego v)", "Bool"),
    ("(bvumulo v v)", "Bool"),
    ("(bvsmul_noudfl v v)", "Bool"),
    ("(bvcomp v v)", "(_ BitVec 1)"),
    ("(mkbv true)", "(_ BitVec 1)"),
    ("(mkbv true b (not b))", "(_ BitVec 3)"),
    ("(bvredor v)", "(_ BitVec 1)"),
    ("(bv2nat v)", "Int"),
    ("(ubv_to_int v)", "Int"),
    ("(sbv_to_int v)", "Int"),
    ("((_ int2bv 5) i)", "(_ BitVec 5)"),
    ("((_ int_to_bv 5) 3)", "(_ BitVec 5)"),
    ("(ext_rotate_left v v)", "(_ BitVec 8)"),
    // Arrays
    ("(select a i)", "Bool"),
    ("(select (select n i) 0)", "Real"),
    ("(store a i b)", "(Array Int Bool)"),
    ("(store a r b)", "(Array Int Bool)"),
    ("(select (store a i foo) i)", "Bool"),
    ("((as const (Array Int Bool)) true)", "(Array Int Bool)"),
    ("(select foo i)", "?"),
    ("(select u i)", "?"),
    ("mm", "(Array Int (V Int))"),
    ("(select mm 1)", "(V Int)"),
    // Floating point
    ("(fp.add m g h)", "(_ FloatingPoint 8 24)"),
    ("(fp.add RNE foo h)", "(_ FloatingPoint 8 24)"),
    ("(fp.fma m g g g)", "(_ FloatingPoint 8 24)"),
    ("(fp.rem g g)", "(_ FloatingPoint 8 24)"),
    ("(fp.sqrt roundTowardZero g)", "(_ FloatingPoint 8 24)"),
    (
        "(fp #b0 ((_ extract 7 0) v) #b101)",
        "(_ FloatingPoint 8 4)",
    ),
    ("(fp foo foo foo)", "?"),
    ("((_ to_fp 5 11) m g)", "(_ FloatingPoint 5 11)"),
    ("((_ to_fp 5 11) m r)", "(_ FloatingPoint 5 11)"),
    ("((_ to_fp 5 3) v)", "(_ FloatingPoint 5 3)"),
    ("((_ to_fp 5 11) v)", "?"),
    ("((_ to_fp_unsigned 5 11) m v)", "(_ FloatingPoint 5 11)"),
    ("((_ fp.to_ubv 4) m g)", "(_ BitVec 4)"),
    ("((_ fp.to_sbv 4) m g)", "(_ BitVec 4)"),
    ("(fp.to_real g)", "Real"),
    ("(fp.isNaN g)", "Bool"),
    ("(fp.leq g h g)", "Bool"),
    ("(_ NaN 8 24)", "(_ FloatingPoint 8 24)"),
    ("(_ -zero 8 24)", "(_ FloatingPoint 8 24)"),
    ("(fp #b0 #b10 #b0)", "(_ FloatingPoint 2 2)"),
    ("RNE", "RoundingMode"),
    ("roundNearestTiesToAway", "RoundingMode"),
    // Strings and regular expressions
    ("\"a\"", "String"),
    ("(_ char #x41)", "String"),
    ("(_ Char 65)", "?"),
    ("(str.++ k k)", "String"),
    ("(str.substr k 0 i)", "String"),
    ("(str.at k i)", "String"),
    ("(str.replace k k k)", "String"),
    ("(str.replace_re k x k)", "String"),
    ("(str.from_int i)", "String"),
    ("(int.to.str i)", "String"),
    ("(str.from_code 65)", "String"),
    ("(str.len k)", "Int"),
    ("(str.indexof k k 0)", "Int"),
    ("(str.indexof k k)", "Int"),
    ("(str.to_int k)", "Int"),
    ("(str.to_code k)", "Int"),
    ("(str.< k k k)", "Bool"),
    ("(str.contains k k)", "Bool"),
    ("(str.is_digit k)", "Bool"),
    ("(str.in_re k re.all)", "Bool"),
    ("(str.to_re k)", "RegLan"),
    ("(re.* re.all)", "RegLan"),
    ("(re.++ x x re.none)", "RegLan"),
    ("(re.range k k)", "RegLan"),
    ("((_ re.loop 1 3) x)", "RegLan"),
    ("((_ re.^ 3) x)", "RegLan"),
    ("re.allchar", "RegLan"),
    // Sequences, sets, bags, relations
    ("(seq.unit v)", "(Seq (_ BitVec 8))"),
    ("(seq.unit (seq.unit u))", "(Seq (Seq U))"),
    ("(seq.++ q (seq.unit i))", "(Seq Int)"),
    ("(seq.nth q 0)", "Int"),
    ("(seq.len q)", "Int"),
    ("(seq.extract q 0 1)", "(Seq Int)"),
    ("(seq.len k)", "Int"),
    ("(as seq.empty (Seq U))", "(Seq U)"),
    ("(seq.contains q (seq.unit 1))", "Bool"),
    ("(seq.nth k 0)", "?"),
    ("(set.singleton i)", "(Set Int)"),
    ("(set.union o o)", "(Set Int)"),
    ("(set.insert 1 2 o)", "(Set Int)"),
    ("(set.member 1 o)", "Bool"),
    ("(set.card o)", "Int"),
    ("(set.choose o)", "Int"),
    ("(union o (singleton 1))", "(Set Int)"),
    ("(member i o)", "Bool"),
    ("(as set.empty (Set U))", "(Set U)"),
    ("(bag.count u e)", "Int"),
    ("(bag.union_max e e)", "(Bag U)"),
    // Datatypes
    ("d", "T"),
    ("(c 1)", "T"),
    ("(s t)", "Int"),
    ("((_ is c) t)", "Bool"),
    ("(is-c t)", "Bool"),
    ("(match t (((c x) x) (d 0)))", "Int"),
    ("nil", "(L ?)"),
    ("(as nil (L Int))", "(L Int)"),
    ("(cons u nil)", "(L U)"),
    ("(cons i l)", "(L Int)"),
    ("(cons r l)", "(L Int)"),
    ("(cons i (cons r nil))", "(L Real)"),
    ("(hd l)", "Int"),
    ("(tl (cons v nil))", "(L (_ BitVec 8))"),
    ("(hd (hd ll))", "Bool"),
    ("(h1 (t1 old))", "Int"),
    ("(cn b nl)", "(Q Bool)"),
    ("(pair i b)", "(P Int Bool)"),
    ("(snd (pair i (fst p)))", "Bool"),
    ("(hd (snd p))", "Int"),
    (
        "(match p (((pair x y) (cons x (as nil (L Bool))))))",
        "(L Bool)",
    ),
    ("(match l (((cons x y) y) (nil l)))", "(L Int)"),
    ("(match l ((nil nil) ((cons x y) y)))", "(L Int)"),
    ("(match p (((pair x y) (hd y))))", "Int"),
    ("u", "U"),
    // Separation logic
    ("(sep b b)", "Bool"),
    ("(pto u i)", "Bool"),
];

#[test]
fn each_term_has_the_sort_that_the_standard_gives_it() {
    for &(term, expected) in TABLE {
        let case = case(&format!("{DECLARATIONS}(simplify {term})"));
        let command = find(&case, &format!("(simplify {term})"), 0);
        let node = case.tree().child(command, 1).unwrap_or_default();
        let sort = analysis(&case).sort(node);
        assert_eq!(sort.to_string(), expected, "{term}");
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
