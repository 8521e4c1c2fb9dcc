//! Whether two signatures are of the same failure although two builds of a solver have shown them.
//!
//! Between builds, more changes than between two inputs: the lines of the source move whenever somebody edits a file, and
//! a function without a symbol is named by the identity of its program and an offset, which say nothing about another
//! build.

use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A location in the solver's source, as signatures have it.
static LOCATION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"([A-Za-z_][\w.+-]*):\d+\b").expect("a constant pattern"));

/// What a signature says.
struct Signature<'s> {
    /// How the run ended.
    end: &'s str,
    /// Where it crashed, if that is known by name.
    site: Option<&'s str>,
    /// The message, without lines of the source.
    message: Option<Cow<'s, str>>,
}

/// Whether a failure with the signature `now`, of another build, is the one that `then` names. They end in the same way,
/// with the same message, apart from lines of the solver's source, and in the same function, as far as functions have
/// names. Crashes in the same function are the same if one has no message.
pub fn is_same_of_another_build(then: &str, now: &str) -> bool {
    let (then, now) = (Signature::of(then), Signature::of(now));
    let is_same_site = match (then.site, now.site) {
        (Some(then), Some(now)) => Some(then == now),
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
            message: message.map(|message| LOCATION.replace_all(message, "$1:#")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_same_of_another_build;

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
                is_same_of_another_build(then, now),
                is_same,
                "{then} | {now}"
            );
            assert_eq!(
                is_same_of_another_build(now, then),
                is_same,
                "{now} | {then}"
            );
        }
    }
}
