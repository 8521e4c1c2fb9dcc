//! Where smelt does otherwise than ddSMT 2.0.6, whose own tests are the groups of our conformance tests: each deviation
//! with its reason. A row that no longer deviates in just this way fails.
//!
//! Besides, a text that does not parse is an error instead of an empty one (group 50), and `>>` and `bvshr` are no
//! operators, because no solver knows them (group 52); `parse.rs` and `language/sorts.rs` test these.

use crate::support::candidates;
use smelt::mutator::Mutator;
use smelt::mutator::smtlib::arithmetic::CONSTANTS;
use smelt::mutator::smtlib::boolean::{DE_MORGAN, XOR_CONSTANTS};
use smelt::mutator::smtlib::bv::{EXTRACT_ZERO_EXTEND, NORMALIZE_CONSTANTS, SIMPLIFY_CONSTANTS};
use smelt::mutator::smtlib::{Constants, EVAL_EXTEND};

struct Deviation {
    /// The number of the group.
    group: u8,
    reason: &'static str,
    mutator: &'static dyn Mutator,
    /// The text of an assertion, and the node.
    term: &'static str,
    node: &'static str,
    /// What ddSMT puts in the place of the node.
    theirs: &'static [&'static str],
    /// What smelt puts there.
    ours: &'static [&'static str],
}

const D: &str = "(declare-const x Real) (declare-const v (_ BitVec 4)) (declare-const w (_ BitVec 8)) \
    (declare-const i Int) (declare-const p Bool) (declare-const q Bool)";

const DEVIATIONS: &[Deviation] = &[
    Deviation {
        group: 4,
        reason: "literals get their shortest spelling, and there is a third special value",
        mutator: &Constants,
        term: "(= v #b1011)",
        node: "#b1011",
        theirs: &["(_ bv0 4)", "(_ bv1 4)"],
        ours: &["#x0", "#x1", "#xf"],
    },
    Deviation {
        group: 4,
        reason: "a default does not become another spelling of itself or of the other default",
        mutator: &Constants,
        term: "(= #b0 ((_ extract 0 0) v))",
        node: "#b0",
        theirs: &["(_ bv0 1)", "(_ bv1 1)"],
        ours: &[],
    },
    Deviation {
        group: 4,
        reason: "an assertion of `true` is erased as a whole",
        mutator: &Constants,
        term: "(= x 1.5)",
        node: "(= x 1.5)",
        theirs: &["false", "true"],
        ours: &["false"],
    },
    Deviation {
        group: 4,
        reason: "a constant that decides the term around it is tried in the place of that term",
        mutator: &Constants,
        term: "(or p q)",
        node: "p",
        theirs: &["false", "true"],
        ours: &["false"],
    },
    Deviation {
        group: 21,
        reason: "two negations of each other are left out at once",
        mutator: &DE_MORGAN,
        term: "(not (and p (not q)))",
        node: "(not (and p (not q)))",
        theirs: &["(or (not p) (not (not q)))"],
        ours: &["(or (not p) q)"],
    },
    Deviation {
        group: 21,
        reason: "constants go one after the other, so that the value can stay",
        mutator: &XOR_CONSTANTS,
        term: "(xor true p q true)",
        node: "(xor true p q true)",
        theirs: &["(xor p q)", "(not (xor p q))"],
        ours: &["(xor p q true)"],
    },
    Deviation {
        group: 23,
        reason: "a decimal stays one, because solvers reject integers and `1.` in its place",
        mutator: &CONSTANTS,
        term: "(= x 1.5)",
        node: "1.5",
        theirs: &["1", "1."],
        ours: &["1.0", "0.5"],
    },
    Deviation {
        group: 26,
        reason: "decimals are longer than digits of the other spellings",
        mutator: &NORMALIZE_CONSTANTS,
        term: "(= w #x11)",
        node: "#x11",
        theirs: &["(_ bv17 8)"],
        ours: &[],
    },
    Deviation {
        group: 30,
        reason: "values get their shortest spelling",
        mutator: &EVAL_EXTEND,
        term: "(= w ((_ zero_extend 5) #b011))",
        node: "((_ zero_extend 5) #b011)",
        theirs: &["(_ bv3 8)"],
        ours: &["#x03"],
    },
    Deviation {
        group: 32,
        reason: "values get their shortest spelling",
        mutator: &EXTRACT_ZERO_EXTEND,
        term: "(= #b000 ((_ extract 7 5) ((_ zero_extend 4) v)))",
        node: "((_ extract 7 5) ((_ zero_extend 4) v))",
        theirs: &["(_ bv0 3)"],
        ours: &["#b000"],
    },
    Deviation {
        group: 35,
        reason: "values get their shortest spelling",
        mutator: &SIMPLIFY_CONSTANTS,
        term: "(= w (_ bv4 8))",
        node: "(_ bv4 8)",
        theirs: &["(_ bv2 8)", "(_ bv0 8)", "(_ bv1 8)"],
        ours: &["#x02", "#x00", "#x01"],
    },
];

#[test]
fn smelt_deviates_from_ddsmt_as_this_list_says() {
    for row in DEVIATIONS {
        let text = format!("(assert {})", row.term);
        let with = |new: &&str| text.replacen(row.node, new, 1);
        let ours: Vec<String> = row.ours.iter().map(with).collect();
        let theirs: Vec<String> = row.theirs.iter().map(with).collect();
        let found = candidates(row.mutator, D, &text, row.node);
        assert_eq!(found, ours, "group {}: {}", row.group, row.reason);
        assert_ne!(ours, theirs, "group {}: {}", row.group, row.reason);
    }
}
