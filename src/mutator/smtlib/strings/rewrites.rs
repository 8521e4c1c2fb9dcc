//! Rewrites of terms about strings, regular expressions and sequences.

use crate::mutator::Profile;
use crate::mutator::smtlib::rewrite::{Rewrite, rule};

/// `(seq.nth (seq.unit t) i)` → `t`
pub static SEQ_NTH_UNIT: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "seq-nth-unit",
        "Replace an element of a sequence of one element by that element",
        "strings",
    ),
    &[rule("(seq.nth (seq.unit ?x) ?i)", "?x")],
);

/// `(str.indexof s t 0)` → `(- 1)`
pub static INDEX_NOT_FOUND: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "str-index-not-found",
        "Replace an index in a string by that for not found",
        "strings",
    )
    .for_deep_searches(),
    &[
        rule("(str.indexof ?x ...)", "(- 1)"),
        rule("(str.indexof_re ?x ...)", "(- 1)"),
        rule("(seq.indexof ?x ...)", "(- 1)"),
    ],
);

/// `str.replace_all` → `str.replace`, also for regular expressions
pub static REPLACE_ALL: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "str-replace-all",
        "Replace only the first occurrence in a string, not all",
        "strings",
    ),
    &[
        rule("(str.replace_all ?x ...)", "(str.replace ?x ...)"),
        rule("(str.replaceall ?x ...)", "(str.replace ?x ...)"),
        rule("(str.replace_re_all ?x ...)", "(str.replace_re ?x ...)"),
    ],
);

/// `(str.to_int (str.from_int n))` → `n`, `(str.in_re s (str.to_re t))` → `(= s t)`, …
pub static IDENTITIES: Rewrite = Rewrite::new(
    &Profile::of_smtlib(
        "str-identities",
        "Replace a term about strings or sequences by a smaller one",
        "strings",
    ),
    &[
        rule("(str.to_int (str.from_int ?x))", "?x"),
        rule("(str.to.int (int.to.str ?x))", "?x"),
        rule("(str.from_int (str.to_int ?x))", "?x"),
        rule("(int.to.str (str.to.int ?x))", "?x"),
        rule("(str.to_code (str.from_code ?x))", "?x"),
        rule("(str.from_code (str.to_code ?x))", "?x"),
        rule("(str.rev (str.rev ?x))", "?x"),
        rule("(str.len (str.rev ?x))", "(str.len ?x)"),
        rule("(str.contains ?x ?y)", "(= ?x ?y)"),
        rule("(str.prefixof ?x ?y)", "(= ?x ?y)"),
        rule("(str.suffixof ?x ?y)", "(= ?x ?y)"),
        rule("(str.<= ?x ?y)", "(= ?x ?y)"),
        rule("(str.substr ?x 0 (str.len ?x))", "?x"),
        rule("(str.substr ?x ?i 1)", "(str.at ?x ?i)"),
        rule("(str.replace ?x ?x ?y)", "?y"),
        rule("(= (str.++ ?x ?y) (str.++ ?x ?z))", "(= ?y ?z)"),
        rule("(= (str.++ ?y ?x) (str.++ ?z ?x))", "(= ?y ?z)"),
        rule("(= (str.len ?x) (str.len ?y))", "(= ?x ?y)"),
        rule("(= 0 (str.len ?x))", "(= \"\" ?x)"),
        rule("(str.in_re ?x (str.to_re ?y))", "(= ?x ?y)"),
        rule("(str.in.re ?x (str.to.re ?y))", "(= ?x ?y)"),
        rule("(str.in_re ?x (re.comp ?r))", "(not (str.in_re ?x ?r))"),
        rule("(re.comp (re.comp ?r))", "?r"),
        rule("(re.* (re.+ ?r))", "(re.* ?r)"),
        rule("(re.* (re.opt ?r))", "(re.* ?r)"),
        rule("(re.+ (re.opt ?r))", "(re.* ?r)"),
        rule("(re.opt (re.+ ?r))", "(re.* ?r)"),
        rule("(re.union (str.to_re \"\") ?r)", "(re.opt ?r)"),
        rule("(re.++ ?r (re.* ?r))", "(re.+ ?r)"),
        rule("(re.range ?x ?x)", "(str.to_re ?x)"),
        rule("(seq.rev (seq.rev ?x))", "?x"),
        rule("(seq.len (seq.unit ?x))", "1"),
        rule("(seq.len (seq.rev ?x))", "(seq.len ?x)"),
        rule("(seq.contains ?x ?y)", "(= ?x ?y)"),
        rule("(seq.prefixof ?x ?y)", "(= ?x ?y)"),
        rule("(seq.suffixof ?x ?y)", "(= ?x ?y)"),
        rule("(seq.at (seq.unit ?x) 0)", "(seq.unit ?x)"),
        rule("(seq.extract ?x 0 (seq.len ?x))", "?x"),
        rule("(seq.extract ?x ?i 1)", "(seq.at ?x ?i)"),
        rule("(seq.nth (seq.++ (seq.unit ?x) ?y ...) 0)", "?x"),
        rule("(= (seq.unit ?x) (seq.unit ?y))", "(= ?x ?y)"),
        rule("(= (seq.++ ?x ?y) (seq.++ ?x ?z))", "(= ?y ?z)"),
        rule("(= (seq.++ ?y ?x) (seq.++ ?z ?x))", "(= ?y ?z)"),
    ],
);
