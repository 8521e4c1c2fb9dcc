//! The marks by which failures are recognized as the same bug.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The marks of a failure. Each is empty if it is not known, or says too little.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BugMarks {
    /// Where the solver crashed: its own innermost function, or the functions of the recursion that overflowed its stack.
    pub place: Option<String>,
    /// What the solver or a sanitizer says is wrong with the solver itself.
    pub message: Option<String>,
    /// A hash of the minimized text without names, values and the order of what may change places.
    pub shape: Option<String>,
}

/// The kinds of marks, the most trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkKind {
    /// Where the solver crashed.
    Place,
    /// What it says is wrong with itself.
    Message,
    /// The shape of the minimized text.
    Shape,
}

impl fmt::Display for MarkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            MarkKind::Place => "crash place",
            MarkKind::Message => "message",
            MarkKind::Shape => "shape",
        })
    }
}

/// How many hexadecimal digits name a group.
const DIGITS: usize = 12;

impl BugMarks {
    /// The most trusted mark: its kind, and the name of the group of all failures that have it. `solver` and
    /// `fingerprint` are those of the row: a mark that may mean something else in another solver counts in the versions of
    /// this one only, and one that may mean something else in another build, in this build only.
    pub(crate) fn group(&self, solver: &str, fingerprint: &str) -> Option<(MarkKind, String)> {
        let (kind, mark) = self.most_trusted()?;
        let within = match kind {
            MarkKind::Place if is_address(mark) => fingerprint,
            MarkKind::Place if mark.contains("::") => "",
            MarkKind::Message if names_line(mark) => "",
            MarkKind::Place | MarkKind::Message | MarkKind::Shape => without_version(solver),
        };
        let name = blake3::hash(format!("{kind:?} {within:?} {mark:?}").as_bytes()).to_hex();
        Some((kind, name[..DIGITS].to_owned()))
    }

    /// Whether they say how the solver fails, and not only on what.
    pub(crate) fn says_failure(&self) -> bool {
        self.place.is_some() || self.message.is_some()
    }

    fn most_trusted(&self) -> Option<(MarkKind, &str)> {
        let marks = [
            (MarkKind::Place, &self.place),
            (MarkKind::Message, &self.message),
            (MarkKind::Shape, &self.shape),
        ];
        marks
            .into_iter()
            .find_map(|(kind, mark)| Some((kind, mark.as_deref()?)))
    }
}

/// The name of a solver without its version, which begins with a digit after a `-`: `z3` for `z3-4.8.7`.
pub(crate) fn without_version(solver: &str) -> &str {
    let version = solver
        .match_indices('-')
        .find(|&(at, _)| solver[at + 1..].starts_with(|next: char| next.is_ascii_digit()));
    version.map_or(solver, |(at, _)| &solver[..at])
}

/// Whether a place is only an offset in a program without symbols and build id, which says nothing in another build.
fn is_address(place: &str) -> bool {
    place.contains("+0x") && !place.contains('@')
}

/// Whether a message names a line of source code, as in `solver.cpp:12`.
fn names_line(message: &str) -> bool {
    message.match_indices(':').any(|(at, _)| {
        let file = message[..at].rsplit(char::is_whitespace).next();
        let has_extension = file.is_some_and(|file| file.contains('.'));
        has_extension && message[at + 1..].starts_with(|next: char| next.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::{BugMarks, MarkKind};

    fn marks(marks: [&str; 3]) -> BugMarks {
        let [place, message, shape] = marks.map(|mark| (!mark.is_empty()).then(|| mark.to_owned()));
        BugMarks {
            place,
            message,
            shape,
        }
    }

    #[test]
    fn the_most_trusted_mark_names_the_group() {
        let kind = |of| marks(of).group("z3", "f").map(|(kind, _)| kind);
        assert_eq!(kind(["", "", ""]), None);
        assert_eq!(kind(["", "", "s"]), Some(MarkKind::Shape));
        assert_eq!(kind(["", "m", "s"]), Some(MarkKind::Message));
        assert_eq!(kind(["p", "m", "s"]), Some(MarkKind::Place));
        let group = |of, solver, build| marks(of).group(solver, build);
        assert_eq!(
            group(["p", "m", "s"], "z3", "f"),
            group(["p", "", ""], "z3", "g")
        );
        assert_ne!(
            group(["p", "", ""], "z3", "f"),
            group(["", "p", ""], "z3", "f")
        );
    }

    #[test]
    fn a_mark_counts_as_far_as_it_means_the_same() {
        // Each mark, and whether it is the same in another solver and in another build of the same one.
        let table = [
            (["smt::theory_seq::expand1", "", ""], true, true),
            (["main", "", ""], false, true),
            (["z3@0123456789abcdef+0x40", "", ""], false, true),
            (["z3+0x40", "", ""], false, false),
            (
                ["", "Assertion failure: theory.cpp:12: x > #", ""],
                true,
                true,
            ),
            (["", "not implemented yet", ""], false, true),
            (["", "at 12:30", ""], false, true),
            (["", "", "0123"], false, true),
        ];
        for (given, in_another_solver, in_another_build) in table {
            let group = |solver, build| marks(given).group(solver, build);
            let here = group("z3", "f");
            assert_eq!(here == group("cvc5", "g"), in_another_solver, "{given:?}");
            assert_eq!(
                here == group("z3-4.8.7", "g"),
                in_another_build,
                "{given:?}"
            );
            assert_eq!(here == group("z3", "g"), in_another_build, "{given:?}");
        }
    }
}
