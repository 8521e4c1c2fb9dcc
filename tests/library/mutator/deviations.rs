//! Where smelt does otherwise than ddSMT 2.0.6, whose own tests are the groups of our conformance tests: each deviation
//! with its reason. A row that no longer deviates in just this way fails.
//!
//! Besides, a text that does not parse is an error instead of an empty one (group 50), and `>>` and `bvshr` are no
//! operators, because no solver knows them (group 52); `parse.rs` and `language/sorts.rs` test these.

use super::support::{candidates, pumps};
use smelt::mutator::Mutator;
use smelt::mutator::smtlib::arithmetic::{self, SPLIT_NARY_RELATIONS};
use smelt::mutator::smtlib::bitvectors::{
    CONCAT_TO_ZERO_EXTEND, ELIM_BVCOMP, EXTRACT_ZERO_EXTEND, NORMALIZE_CONSTANTS, REDUCE_WIDTH,
    SIMPLIFY_CONSTANTS, TO_BOOL,
};
use smelt::mutator::smtlib::boolean::{DE_MORGAN, IMPLICATIONS, XOR_CONSTANTS};
use smelt::mutator::smtlib::constants;
use smelt::mutator::smtlib::datatypes::REMOVE_CONSTRUCTOR;
use smelt::mutator::smtlib::functions::{ELIMINATE_VARIABLES, INLINE_FUNCTIONS};
use smelt::mutator::smtlib::literals::{EVAL_EXTEND, EXTRACT_CONSTANTS};
use smelt::mutator::smtlib::strings;
use smelt::mutator::smtlib::strings::CONTAINS_TO_CONCAT;

struct Deviation {
    /// The number of the group.
    group: u8,
    reason: &'static str,
    mutator: &'static Mutator,
    /// Whether smelt proposes its candidates only to deep searches.
    are_pumps: bool,
    /// Commands, and a node of them.
    text: &'static str,
    node: &'static str,
    /// What ddSMT makes of the commands.
    theirs: &'static [&'static str],
    /// What smelt makes of them.
    ours: &'static [&'static str],
}

const D: &str = "(declare-const x Real) (declare-const v (_ BitVec 4)) (declare-const w (_ BitVec 8)) \
    (declare-const i Int) (declare-const p Bool) (declare-const q Bool)";

const DEVIATIONS: &[Deviation] = &[
    Deviation {
        group: 4,
        reason: "literals get their shortest spelling, and there is a third special value",
        mutator: &constants::CONSTANTS,
        are_pumps: false,
        text: "(assert (= v #b1011))",
        node: "#b1011",
        theirs: &["(assert (= v (_ bv0 4)))", "(assert (= v (_ bv1 4)))"],
        ours: &[
            "(assert (= v #x0))",
            "(assert (= v #x1))",
            "(assert (= v #xf))",
        ],
    },
    Deviation {
        group: 4,
        reason: "a default does not become another spelling of itself or of the other default",
        mutator: &constants::CONSTANTS,
        are_pumps: false,
        text: "(assert (= #b0 ((_ extract 0 0) v)))",
        node: "#b0",
        theirs: &[
            "(assert (= (_ bv0 1) ((_ extract 0 0) v)))",
            "(assert (= (_ bv1 1) ((_ extract 0 0) v)))",
        ],
        ours: &[],
    },
    Deviation {
        group: 4,
        reason: "an assertion of `true` is erased as a whole",
        mutator: &constants::CONSTANTS,
        are_pumps: false,
        text: "(assert (= x 1.5))",
        node: "(= x 1.5)",
        theirs: &["(assert false)", "(assert true)"],
        ours: &["(assert false)"],
    },
    Deviation {
        group: 4,
        reason: "a constant that decides the term around it is tried in the place of that term",
        mutator: &constants::CONSTANTS,
        are_pumps: false,
        text: "(assert (or p q))",
        node: "p",
        theirs: &["(assert (or false q))", "(assert (or true q))"],
        ours: &["(assert (or false q))"],
    },
    Deviation {
        group: 11,
        reason: "only names are replaced, and only where they mean the same",
        mutator: &ELIMINATE_VARIABLES,
        are_pumps: false,
        text: "(declare-sort U 0) (declare-fun f () Int) (assert (= (+ f 1) 0))",
        node: "(= (+ f 1) 0)",
        theirs: &["(declare-sort U (+ f 1)) (declare-fun f () Int) (assert (= (+ f 1) (+ f 1)))"],
        ours: &[],
    },
    Deviation {
        group: 11,
        reason: "a variable goes with its declaration",
        mutator: &ELIMINATE_VARIABLES,
        are_pumps: false,
        text: "(declare-const a Int) (declare-const b Int) (assert (= a (* b b)))",
        node: "(= a (* b b))",
        theirs: &["(declare-const a Int) (declare-const b Int) (assert (= (* b b) (* b b)))"],
        ours: &["(declare-const b Int) (assert (= (* b b) (* b b)))"],
    },
    Deviation {
        group: 11,
        reason: "no name is captured",
        mutator: &ELIMINATE_VARIABLES,
        are_pumps: false,
        text: "(declare-const a Int) (declare-const b Int) (assert (= a (+ b 1))) (assert (forall ((b Int)) (> a b)))",
        node: "(= a (+ b 1))",
        theirs: &[
            "(declare-const a Int) (declare-const b Int) (assert (= (+ b 1) (+ b 1))) (assert (forall ((b Int)) \
             (> (+ b 1) b)))",
        ],
        ours: &[],
    },
    Deviation {
        group: 12,
        reason: "an operand may have the name of a parameter, for which ddSMT never ends",
        mutator: &INLINE_FUNCTIONS,
        are_pumps: false,
        text: "(define-fun h ((i Int)) Int (- i)) (assert (= 0 (h (+ i 2))))",
        node: "(h (+ i 2))",
        theirs: &[],
        ours: &["(define-fun h ((i Int)) Int (- i)) (assert (= 0 (- (+ i 2))))"],
    },
    Deviation {
        group: 21,
        reason: "two negations of each other are left out at once",
        mutator: &DE_MORGAN,
        are_pumps: false,
        text: "(assert (not (and p (not q))))",
        node: "(not (and p (not q)))",
        theirs: &["(assert (or (not p) (not (not q))))"],
        ours: &["(assert (or (not p) q))"],
    },
    Deviation {
        group: 21,
        reason: "constants go one after the other, so that the value can stay",
        mutator: &XOR_CONSTANTS,
        are_pumps: false,
        text: "(assert (xor true p q true))",
        node: "(xor true p q true)",
        theirs: &["(assert (xor p q))", "(assert (not (xor p q)))"],
        ours: &["(assert (xor p q true))"],
    },
    Deviation {
        group: 21,
        reason: "implications associate to the right and are no chains",
        mutator: &IMPLICATIONS,
        are_pumps: true,
        text: "(assert (=> p q p))",
        node: "(=> p q p)",
        theirs: &["(assert (and (or (not p) q) (or (not q) p)))"],
        ours: &["(assert (or (not p) (not q) p))"],
    },
    Deviation {
        group: 21,
        reason: "an xor of one operand is the operand",
        mutator: &XOR_CONSTANTS,
        are_pumps: false,
        text: "(assert (xor q true))",
        node: "(xor q true)",
        theirs: &["(assert (xor q))", "(assert (not (xor q)))"],
        ours: &["(assert q)", "(assert (not q))"],
    },
    Deviation {
        group: 23,
        reason: "a decimal stays one, because solvers reject integers and `1.` in its place",
        mutator: &arithmetic::CONSTANTS,
        are_pumps: false,
        text: "(assert (= x 1.5))",
        node: "1.5",
        theirs: &["(assert (= x 1))", "(assert (= x 1.))"],
        ours: &["(assert (= x 1.0))", "(assert (= x 0.5))"],
    },
    Deviation {
        group: 23,
        reason: "indices are no constants",
        mutator: &arithmetic::CONSTANTS,
        are_pumps: false,
        text: "(declare-const u (_ BitVec 32))",
        node: "32",
        theirs: &[
            "(declare-const u (_ BitVec 16))",
            "(declare-const u (_ BitVec 3))",
        ],
        ours: &[],
    },
    Deviation {
        group: 23,
        reason: "large numbers keep their digits; beyond 308 digits, ddSMT fails",
        mutator: &arithmetic::CONSTANTS,
        are_pumps: false,
        text: "(assert (= i 90071992547409930000001))",
        node: "90071992547409930000001",
        theirs: &[
            "(assert (= i 45035996273704968388608))",
            "(assert (= i 9007199254740993677721))",
        ],
        ours: &[
            "(assert (= i 90071992547))",
            "(assert (= i 9007199254740993000000))",
            "(assert (= i 45035996273704965000000))",
        ],
    },
    Deviation {
        group: 24,
        reason: "no solver has the relations `!=` and `<>`",
        mutator: &SPLIT_NARY_RELATIONS,
        are_pumps: true,
        text: "(assert (!= i 1 2))",
        node: "(!= i 1 2)",
        theirs: &["(assert (and (!= i 1) (!= 1 2)))"],
        ours: &[],
    },
    Deviation {
        group: 26,
        reason: "decimals are longer than digits of the other spellings",
        mutator: &NORMALIZE_CONSTANTS,
        are_pumps: false,
        text: "(assert (= w #x11))",
        node: "#x11",
        theirs: &["(assert (= w (_ bv17 8)))"],
        ours: &[],
    },
    Deviation {
        group: 26,
        reason: "the normal spelling is the shortest one",
        mutator: &NORMALIZE_CONSTANTS,
        are_pumps: false,
        text: "(assert (= v (_ bv4 4)))",
        node: "(_ bv4 4)",
        theirs: &[],
        ours: &["(assert (= v #x4))"],
    },
    Deviation {
        group: 27,
        reason: "further operands stay",
        mutator: &CONCAT_TO_ZERO_EXTEND,
        are_pumps: true,
        text: "(assert (= #x0000 (concat #x0 v w)))",
        node: "(concat #x0 v w)",
        theirs: &["(assert (= #x0000 ((_ zero_extend 4) v)))"],
        ours: &["(assert (= #x0000 ((_ zero_extend 4) (concat v w))))"],
    },
    Deviation {
        group: 29,
        reason: "both polarities are tried, as in pyDelta",
        mutator: &ELIM_BVCOMP,
        are_pumps: false,
        text: "(assert (= #b1 (bvcomp v #x3)))",
        node: "(= #b1 (bvcomp v #x3))",
        theirs: &["(assert (= v #x3))"],
        ours: &["(assert (= v #x3))", "(assert (not (= v #x3)))"],
    },
    Deviation {
        group: 29,
        reason: "the constant may come last",
        mutator: &ELIM_BVCOMP,
        are_pumps: false,
        text: "(assert (= (bvcomp v #x3) #b0))",
        node: "(= (bvcomp v #x3) #b0)",
        theirs: &[],
        ours: &["(assert (not (= v #x3)))", "(assert (= v #x3))"],
    },
    Deviation {
        group: 30,
        reason: "values get their shortest spelling",
        mutator: &EVAL_EXTEND,
        are_pumps: false,
        text: "(assert (= w ((_ zero_extend 5) #b011)))",
        node: "((_ zero_extend 5) #b011)",
        theirs: &["(assert (= w (_ bv3 8)))"],
        ours: &["(assert (= w #x03))"],
    },
    Deviation {
        group: 31,
        reason: "hexadecimal constants have bits, too; ddSMT fails",
        mutator: &EXTRACT_CONSTANTS,
        are_pumps: false,
        text: "(assert (= v ((_ extract 3 0) #xf0)))",
        node: "((_ extract 3 0) #xf0)",
        theirs: &[],
        ours: &["(assert (= v #x0))"],
    },
    Deviation {
        group: 32,
        reason: "values get their shortest spelling",
        mutator: &EXTRACT_ZERO_EXTEND,
        are_pumps: false,
        text: "(assert (= #b000 ((_ extract 7 5) ((_ zero_extend 4) v))))",
        node: "((_ extract 7 5) ((_ zero_extend 4) v))",
        theirs: &["(assert (= #b000 (_ bv0 3)))"],
        ours: &["(assert (= #b000 #b000))"],
    },
    Deviation {
        group: 35,
        reason: "values get their shortest spelling",
        mutator: &SIMPLIFY_CONSTANTS,
        are_pumps: false,
        text: "(assert (= w (_ bv4 8)))",
        node: "(_ bv4 8)",
        theirs: &[
            "(assert (= w (_ bv2 8)))",
            "(assert (= w (_ bv0 8)))",
            "(assert (= w (_ bv1 8)))",
        ],
        ours: &[
            "(assert (= w #x02))",
            "(assert (= w #x00))",
            "(assert (= w #x01))",
        ],
    },
    Deviation {
        group: 36,
        reason: "where the bit is zero, the dual connective is equal",
        mutator: &TO_BOOL,
        are_pumps: true,
        text: "(declare-const b (_ BitVec 1)) (declare-const c (_ BitVec 1)) (assert (= #b0 (bvand b c)))",
        node: "(= #b0 (bvand b c))",
        theirs: &[
            "(declare-const b (_ BitVec 1)) (declare-const c (_ BitVec 1)) (assert (and (= #b0 b) (= #b0 c)))",
        ],
        ours: &[
            "(declare-const b (_ BitVec 1)) (declare-const c (_ BitVec 1)) (assert (or (= #b0 b) (= #b0 c)))",
        ],
    },
    Deviation {
        group: 36,
        reason: "where the bit is zero, an xor is negated",
        mutator: &TO_BOOL,
        are_pumps: true,
        text: "(declare-const b (_ BitVec 1)) (declare-const c (_ BitVec 1)) (assert (= #b0 (bvxor b c)))",
        node: "(= #b0 (bvxor b c))",
        theirs: &[
            "(declare-const b (_ BitVec 1)) (declare-const c (_ BitVec 1)) (assert (xor (= #b0 b) (= #b0 c)))",
        ],
        ours: &[
            "(declare-const b (_ BitVec 1)) (declare-const c (_ BitVec 1)) (assert (not (xor (= #b1 b) (= #b1 c))))",
        ],
    },
    Deviation {
        group: 38,
        reason: "a new name is well-formed and not taken yet",
        mutator: &REDUCE_WIDTH,
        are_pumps: true,
        text: "(declare-const |a b| (_ BitVec 2)) (declare-const |_a b| Int)",
        node: "|a b|",
        theirs: &[
            "(declare-const _|a b| (_ BitVec 1)) (define-fun |a b| () (_ BitVec 2) ((_ zero_extend 1) _|a b|)) \
             (declare-const |_a b| Int)",
        ],
        ours: &[
            "(declare-const |__a b| (_ BitVec 1)) (define-fun |a b| () (_ BitVec 2) ((_ zero_extend 1) |__a \
             b|)) (declare-const |_a b| Int)",
        ],
    },
    Deviation {
        group: 43,
        reason: "escapes stay whole",
        mutator: &strings::CONSTANTS,
        are_pumps: false,
        text: "(declare-const s String) (declare-const t String) (assert (= s \"a\"\"b\"))",
        node: "\"a\"\"b\"",
        theirs: &[
            "(declare-const s String) (declare-const t String) (assert (= s \"\"))",
            "(declare-const s String) (declare-const t String) (assert (= s \"a\"\"))",
            "(declare-const s String) (declare-const t String) (assert (= s \"\"b\"))",
            "(declare-const s String) (declare-const t String) (assert (= s \"\"\"b\"))",
            "(declare-const s String) (declare-const t String) (assert (= s \"a\"\"\"))",
        ],
        ours: &[
            "(declare-const s String) (declare-const t String) (assert (= s \"\"))",
            "(declare-const s String) (declare-const t String) (assert (= s \"\"\"b\"))",
            "(declare-const s String) (declare-const t String) (assert (= s \"a\"\"\"))",
        ],
    },
    Deviation {
        group: 46,
        reason: "the names of new constants are no terms",
        mutator: &CONTAINS_TO_CONCAT,
        are_pumps: true,
        text: "(declare-const s String) (declare-const t String) (assert (str.contains (str.++ s t) t))",
        node: "(str.contains (str.++ s t) t)",
        theirs: &[
            "(declare-const (str.++ s t)_prefix String) (declare-const (str.++ s t)_suffix String) \
             (declare-const s String) (declare-const t String) (assert (= (str.++ s t) (str.++ (str.++ s \
             t)_prefix t (str.++ s t)_suffix)))",
        ],
        ours: &[
            "(declare-const s String) (declare-const t String) (declare-const prefix41 String) (declare-const \
             suffix41 String) \
             (assert (= (str.++ s t) (str.++ prefix41 t suffix41)))",
        ],
    },
    Deviation {
        group: 47,
        reason: "the cases for a constructor go with it",
        mutator: &REMOVE_CONSTRUCTOR,
        are_pumps: false,
        text: "(declare-datatype T ((c) (d (s T)))) (declare-const t T) (assert (match t ((c true) ((d x) (= x t)))))",
        node: "(d (s T))",
        theirs: &[
            "(declare-datatype T ((c))) (declare-const t T) (assert (match t ((c true) ((d x) (= x t)))))",
        ],
        ours: &["(declare-datatype T ((c))) (declare-const t T) (assert (match t ((c true))))"],
    },
];

#[test]
fn smelt_deviates_from_ddsmt_as_this_list_says() {
    for row in DEVIATIONS {
        let candidates = if row.are_pumps { pumps } else { candidates };
        let found = candidates(row.mutator, D, row.text, row.node);
        assert_eq!(found, row.ours, "group {}: {}", row.group, row.reason);
        assert_ne!(row.ours, row.theirs, "group {}: {}", row.group, row.reason);
    }
}
