//! The phrases with which solvers report failures, in one table per solver family.
//!
//! A phrase is a regular expression over bytes. The signature consists of its groups, in order; text outside of groups
//! is ignored. A group called `line` is the line number in the file of the group before it. Phrases marked as unseen
//! come from source code or issue reports, not from the output of a release that we ran.

use crate::observation::FailureRank::{
    self, Assertion, OwnWord, Sanitizer, Signal, StatusAnnotation,
};
use regex::bytes::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use std::sync::{LazyLock, OnceLock};

/// What the quotation marks in a message enclose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quotes {
    /// Text of the input, which changes during the reduction.
    Input,
    /// The solver's own source code, which says where it failed.
    Code,
}

/// A row of the tables.
#[derive(Debug)]
pub(super) struct Phrase {
    /// The kind of the failure.
    pub(super) rank: FailureRank,
    /// What its quotation marks enclose.
    pub(super) quotes: Quotes,
    /// Whether this only says that the solver refuses its input or its options, which is no failure.
    pub(super) is_refusal: bool,
    /// A regular expression; `^` and `$` match at line ends.
    pattern: &'static str,
}

const fn phrase(rank: FailureRank, pattern: &'static str) -> Phrase {
    Phrase {
        rank,
        quotes: Quotes::Input,
        is_refusal: false,
        pattern,
    }
}

const fn code(rank: FailureRank, pattern: &'static str) -> Phrase {
    Phrase {
        quotes: Quotes::Code,
        ..phrase(rank, pattern)
    }
}

const fn refusal(pattern: &'static str) -> Phrase {
    Phrase {
        is_refusal: true,
        ..phrase(Assertion, pattern)
    }
}

/// The families. If phrases overlap, the earlier one wins, so the general ones come last.
static FAMILIES: [&[Phrase]; 9] = [
    Z3, CVC, YICES, BOOLECTOR, MATHSAT, POTASSCO, SANITIZERS, RUNTIMES, GENERAL,
];

const Z3: &[Phrase] = &[
    code(
        Assertion,
        r"(ASSERTION VIOLATION)\nFile: ([^\n]*)\nLine: (?P<line>\d+)[^\n]*\n([^\n]*)",
    ),
    // What a check of its own tactics has found, with the formula; its source code begins with a name.
    phrase(Assertion, r"(?i)(failed to verify: )\("),
    code(Assertion, r"(?i)(failed to verify: [^\n]*)"),
    phrase(Assertion, r"(?i)(not implemented yet)"),
    phrase(Assertion, r"(Overflow encountered when expanding [^\n]*)"),
    phrase(OwnWord, r"(an invalid model was generated)"),
    phrase(OwnWord, r"(Invalid proof object)"),
    phrase(StatusAnnotation, r"(check annotation that says (?:un)?sat)"),
];

/// cvc4 and cvc5. Function prototypes are ignored, because the source location says more in fewer words.
const CVC: &[Phrase] = &[
    phrase(
        Assertion,
        r"(Fatal failure) within [^\n]* at ([^\n]*)\n([^\n]*)(?:\n\n([^\n]*))?",
    ),
    // The form of cvc4 up to version 1.6.
    phrase(
        Assertion,
        r"(Internal error detected|Unreachable code reached|Unhandled case encountered|Unimplemented code encountered|Assertion failure)\n[^\n]*\n([^\n]*:\d+):?\n\s*([^\n]*)",
    ),
    phrase(Signal, r"((?:CVC4|cvc5) suffered a segfault)"),
    phrase(Signal, r"((?:CVC4|cvc5) executed an illegal instruction)"),
    phrase(Signal, r"((?:CVC4|cvc5) threw an unhandled exception)"),
];

/// What is in the messages of assertions by which a solver finds its own answer to be wrong. The first two are those of
/// cvc4 and cvc5; the others are in their source code and were not seen.
pub(super) const WRONG_ANSWER: [&str; 5] = [
    "ERRORS SATISFYING ASSERTIONS",
    "Expected result ",
    "checkUnsatCore()",
    "checkSynthSolution()",
    "checkProof()",
];

const YICES: &[Phrase] = &[
    phrase(Assertion, r"(FATAL ERROR: [^\n]*)"),
    phrase(Assertion, r"(BUG detected[^\n]*)"),
    phrase(Assertion, r"(FATAL ERROR)\n\nPlease report"), // unseen
    phrase(Assertion, r"(?:Please report this bug to) (yices-bugs)"), // unseen
];

/// Boolector and Bitwuzla, unseen.
const BOOLECTOR: &[Phrase] = &[
    phrase(OwnWord, r"^\[\w+chkmodel\] ([^\n]*invalid model)"),
    phrase(OwnWord, r"^\[\w+chkfailed\] ([^\n]*)"),
    phrase(Signal, r"^\[[\w>]+\] (CAUGHT SIGNAL) (\d+)"),
];

/// MathSAT, unseen.
const MATHSAT: &[Phrase] = &[phrase(Assertion, r"^(MathSAT (?:internal )?error: [^\n]*)")];

/// clasp, gringo, clingo and its Python module. The exit code of a syntax error is that of an internal error, so the
/// messages about input and options come first.
const POTASSCO: &[Phrase] = &[
    refusal(
        r"^\*\*\* ERROR: \(\w+\): (?:parsing failed|parse error in line|grounding stopped|too many messages|In context '|[^\n]*(?:could not be opened|unrecognized input format|bad input stream|Can not read|not supported in|unknown option|read failed))",
    ),
    refusal(
        r"^[^\n]*: error: \w+ support not available\n(?:[^\n]*\n)*?\*\*\* ERROR: \(\w+\): fatal error",
    ),
    phrase(Assertion, r"^\*\*\* ERROR: \(\w+\): ([^\n]*)"),
];

const SANITIZERS: &[Phrase] = &[
    code(
        Sanitizer,
        r"(?:ERROR|WARNING): (\w+Sanitizer: [^\n]*?)(?: on (?:unknown )?address[^\n]*| \(pid[^\n]*)?$(?:\n(?:[^\n#=][^\n]*\n|\n)*?\s*#0 0x[0-9a-f]+ (?:in )?([^\n]*))?",
    ),
    code(Sanitizer, r"^([^\s:]+:\d+):\d+: (runtime error: [^\n]*)"),
];

/// Messages of libraries and language runtimes.
const RUNTIMES: &[Phrase] = &[
    code(
        Assertion,
        r"([^\s:]+:\d+): [^\n]*(Assertion [`'][^\n]*' failed)",
    ),
    code(Assertion, r"(Assertion failed: [^\n]*)"),
    code(Assertion, r"(panicked at) ([^\n]*?):?\n([^\n]*)"),
    phrase(Assertion, r"(Fatal error: exception [^\n]*)"),
    code(
        Assertion,
        r#"Exception in thread "[^"\n]*" ([\w.]*Error)[^\n]*(?:\n\s*at ([^\n]*))?"#,
    ),
    code(
        Signal,
        r"(terminate called after throwing an instance of [^\n]*)(?:\n\s*(what\(\): [^\n]*))?",
    ),
    phrase(
        Signal,
        r"((?:malloc|free|realloc|calloc)\(\): [^\n]*|double free or corruption[^\n]*|corrupted (?:size|double-linked)[^\n]*|munmap_chunk\(\): [^\n]*|\*\*\* stack smashing detected \*\*\*|\*\*\* buffer overflow detected \*\*\*)",
    ),
];

const GENERAL: &[Phrase] = &[
    phrase(
        Assertion,
        r"(?i)^[^\n]*?((?:internal|fatal) error(?: detected)?\b[^\n]*)",
    ),
    phrase(
        Assertion,
        r"(?i)^[^\n]*?(assertion (?:violation|failure)[^\n]*)",
    ),
    phrase(Signal, r"(?i)(segmentation fault)"),
    phrase(
        Signal,
        r"(Aborted|Bus error|Illegal instruction|Floating point exception) \(core dumped\)",
    ),
    phrase(OwnWord, r"(?i)(\bunsound\b[^\n]*)"),
];

/// The compiled rows of all families.
pub(super) static TABLE: LazyLock<PhraseTable> = LazyLock::new(PhraseTable::new);

/// The compiled tables.
pub(super) struct PhraseTable {
    /// Each pattern is compiled on first use: a solver shows hardly any of the phrases.
    rows: Vec<(&'static Phrase, OnceLock<Regex>)>,
    /// All patterns at once. Nearly every output contains none of them, which one pass shows.
    any: RegexSet,
}

impl PhraseTable {
    fn new() -> PhraseTable {
        let phrases = || FAMILIES.iter().copied().flatten();
        PhraseTable {
            rows: phrases().map(|phrase| (phrase, OnceLock::new())).collect(),
            any: RegexSetBuilder::new(phrases().map(|phrase| phrase.pattern))
                .unicode(false)
                .multi_line(true)
                .build()
                .expect("the patterns of the table are tested"),
        }
    }

    /// The rows that match in a text, in the order of the tables, with their patterns.
    pub(super) fn in_text(&self, text: &[u8]) -> impl Iterator<Item = (&'static Phrase, &Regex)> {
        self.any.matches(text).into_iter().map(|row| {
            let (phrase, regex) = &self.rows[row];
            (*phrase, regex.get_or_init(|| compiled(phrase.pattern)))
        })
    }
}

fn compiled(pattern: &str) -> Regex {
    RegexBuilder::new(pattern)
        .unicode(false)
        .multi_line(true)
        .build()
        .expect("the patterns of the table are tested")
}
