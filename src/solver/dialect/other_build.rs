//! Whether two signatures are of the same failure although two builds of a solver have shown them.
//!
//! Between builds, more changes than between two inputs: the lines of the source move whenever somebody edits a file, a
//! function without a symbol is named by the identity of its program and an offset, which say nothing about another
//! build, and a compiler that inlines a function makes it a part of its caller. Now and then, a message gets another
//! wording.

use crate::observation::Sighting;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A location in the solver's source, as signatures have it.
static LOCATION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"([A-Za-z_][\w.+-]*):\d+\b").expect("a constant pattern"));

/// What solvers said until some version, and what they say of the same since then.
const REWORDED: [(&str, &str); 1] = [
    // z3, after 4.8.8: `UNREACHABLE()`.
    (
        "UNREACHABLE CODE WAS REACHED",
        "UNEXPECTED CODE WAS REACHED",
    ),
];

/// What a signature says.
struct Signature<'s> {
    /// How the run ended.
    end: &'s str,
    /// Where it crashed, if that is known by name.
    site: Option<&'s str>,
    /// The message, without lines of the source and in its latest wording.
    message: Option<Cow<'s, str>>,
}

/// Whether the failure `now`, of another build, is the one that was seen `then`. They end in the same way, with the same
/// message, apart from lines of the solver's source, and in the same function, as far as functions have names. A function
/// that was called from the other one counts as the same, because in the other build it may be a part of it. Crashes in
/// the same function are the same if one has no message.
pub fn is_same_of_another_build(then: Sighting<'_>, now: Sighting<'_>) -> bool {
    let is_caller = |of: Sighting<'_>, site: &str| of.callers.iter().any(|caller| caller == site);
    let (seen_then, seen_now) = (then, now);
    let (then, now) = (Signature::of(then.signature), Signature::of(now.signature));
    let is_same_site = match (then.site, now.site) {
        (Some(then), Some(now)) => {
            Some(then == now || is_caller(seen_now, then) || is_caller(seen_then, now))
        }
        (None, _) | (_, None) => None,
    };
    let is_silent = then.message.is_none() || now.message.is_none();
    then.end == now.end
        && is_same_site != Some(false)
        && (then.message == now.message || is_same_site == Some(true) && is_silent)
}

impl<'s> Signature<'s> {
    fn of(signature: &'s str) -> Signature<'s> {
        let (head, message) = match signature.split_once(": ") {
            Some((head, message)) => (head, Some(message)),
            None => (signature, None),
        };
        let (end, site) = match head.split_once(" in ") {
            Some((end, site)) => (end, Some(site)),
            None => (head, None),
        };
        Signature {
            end,
            site: site.filter(|site| !site.contains("+0x")),
            message: message.map(|message| reworded(LOCATION.replace_all(message, "$1:#"))),
        }
    }
}

/// The message in its latest wording.
fn reworded(message: Cow<'_, str>) -> Cow<'_, str> {
    match REWORDED.iter().find(|(old, _)| message.contains(old)) {
        Some((old, new)) => message.replace(old, new).into(),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::{Sighting, is_same_of_another_build};

    fn seen<'s>(signature: &'s str, callers: &'s [String]) -> Sighting<'s> {
        Sighting { signature, callers }
    }

    #[test]
    fn a_function_that_the_other_build_has_inlined_into_its_caller_crashes_at_the_same_site() {
        let callers = ["lookup", "parse"].map(str::to_owned);
        let inner = seen("SIGSEGV in copy: x", &callers);
        for (outer, is_same) in [
            ("SIGSEGV in lookup: x", true),
            ("SIGSEGV in parse: x", true),
            ("SIGSEGV in main: x", false),
            ("SIGSEGV in lookup: y", false),
            ("SIGABRT in lookup: x", false),
        ] {
            let outer = seen(outer, &[]);
            assert_eq!(is_same_of_another_build(inner, outer), is_same);
            assert_eq!(is_same_of_another_build(outer, inner), is_same);
        }
    }

    #[test]
    fn a_failure_of_another_build_is_told_by_end_site_and_message() {
        let table = [
            ("exit 1: an invalid model", "exit 1: an invalid model", true),
            ("exit 1: an invalid model", "exit 1: another", false),
            ("exit 1: an invalid model", "exit 1", false),
            ("exit 1", "exit 2", false),
            ("SIGSEGV in f", "SIGSEGV in f", true),
            ("SIGSEGV in f", "SIGSEGV in g", false),
            ("SIGSEGV in f", "SIGABRT in f", false),
            ("SIGSEGV in f: NOT IMPLEMENTED", "SIGSEGV in f", true),
            ("SIGSEGV in f: NOT IMPLEMENTED", "SIGSEGV in f: x", false),
            ("SIGSEGV: NOT IMPLEMENTED", "SIGSEGV", false),
            (
                "exit 114: ASSERTION VIOLATION: a.cpp:116: UNREACHABLE",
                "exit 114: ASSERTION VIOLATION: a.cpp:131: UNREACHABLE",
                true,
            ),
            (
                "exit 114: ASSERTION VIOLATION: a.cpp:116: UNREACHABLE",
                "exit 114: ASSERTION VIOLATION: b.cpp:116: UNREACHABLE",
                false,
            ),
            (
                "exit 114: ASSERTION VIOLATION: a.cpp:116: UNREACHABLE CODE WAS REACHED",
                "exit 114: ASSERTION VIOLATION: a.cpp:118: UNEXPECTED CODE WAS REACHED",
                true,
            ),
            (
                "SIGSEGV in z3@00112233+0x12",
                "SIGSEGV in z3@44556677+0x34",
                true,
            ),
            ("SIGSEGV in z3@00112233+0x12", "SIGSEGV in f", true),
            ("SIGSEGV in z3@00112233+0x12", "SIGSEGV in f: x", false),
            (
                "SIGSEGV in a recursion of f, g",
                "SIGSEGV in a recursion of f, h",
                false,
            ),
            (
                "unsat where the reference says sat",
                "sat where the reference says unsat",
                false,
            ),
        ];
        for (then, now, is_same) in table {
            assert_eq!(
                is_same_of_another_build(seen(then, &[]), seen(now, &[])),
                is_same,
                "{then} | {now}"
            );
            assert_eq!(
                is_same_of_another_build(seen(now, &[]), seen(then, &[])),
                is_same,
                "{now} | {then}"
            );
        }
    }
}
