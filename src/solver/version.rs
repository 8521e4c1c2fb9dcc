//! The version that a solver says it has.
//!
//! A program is asked once in the life of this process: what it prints for `--version` belongs to the content of its
//! file. A script is not asked, because it may do anything with that argument, and neither is a program that only starts
//! others, because it would name its own version.

use super::dependencies::{Dependencies, is_interpreter};
use super::executable::Executable;
use super::invocation::Invocation;
use super::slot::{Ran, Slot};
use crate::observation::{End, Limits, Observation, Stream};
use crate::sync::Mutex;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::ffi::OsStr;
use std::time::Duration;

/// The limit on the CPU time of the answer, and on the time that it may use none.
const ANSWER: Duration = Duration::from_secs(2);

/// The longest line that is kept, in bytes.
const LONGEST: usize = 200;

/// Programs that start the program in their arguments.
const LAUNCHERS: [&str; 13] = [
    "env", "timeout", "nice", "ionice", "chrt", "taskset", "numactl", "prlimit", "setarch",
    "setsid", "stdbuf", "time", "nohup",
];

/// The versions of the programs that were asked, by the digests of their files.
static KNOWN: Mutex<FxHashMap<[u8; 32], Option<String>>> =
    Mutex::new(FxHashMap::with_hasher(FxBuildHasher));

/// The first line that the program of a command prints for `--version`; none if it is not asked or has no answer.
pub(crate) fn version(
    invocation: &Invocation,
    dependencies: &Dependencies,
    memory: Option<u64>,
    slot: &mut Slot,
) -> Option<String> {
    let digest = dependencies.program_digest()?;
    let program = invocation.program().canonicalize().ok()?;
    let names = [program.file_name()?, invocation.program().file_name()?];
    if names.into_iter().any(starts_others) {
        return None;
    }
    match Executable::of(&program).ok()? {
        Executable::Dynamic(_) | Executable::Static => {}
        Executable::Script(..) | Executable::Other => return None,
    }
    // Held while the program answers, so that no other thread asks it too.
    let mut known = KNOWN.lock();
    if let Some(version) = known.get(&digest) {
        return version.clone();
    }
    // Without an answer, nothing is known about the program: the next case asks again.
    let version = said(&answer(invocation, memory, slot)?, has_number);
    known.insert(digest, version.clone());
    version
}

/// The first line with a version that any program prints for `--version`, also a script; none if it prints none.
pub fn asked_version(
    invocation: &Invocation,
    memory: Option<u64>,
    slot: &mut Slot,
) -> Option<String> {
    said(&answer(invocation, memory, slot)?, |line| {
        version_words(line).is_some()
    })
}

/// Whether a program with this name only starts others, so that its version says nothing.
pub(crate) fn starts_others(name: &OsStr) -> bool {
    name.to_str()
        .is_some_and(|name| is_interpreter(name) || LAUNCHERS.contains(&name))
}

/// What a program does for `--version`; none if the run gave no usable result.
fn answer(invocation: &Invocation, memory: Option<u64>, slot: &mut Slot) -> Option<Observation> {
    let limits = Limits {
        idle: ANSWER,
        memory,
        ..Limits::of_cpu(ANSWER)
    };
    let argv = [invocation.program().into(), "--version".into()];
    match slot.run_tool(invocation, &argv, &limits).ok()? {
        Ran::Observed(observation) => Some(observation),
        Ran::Unresolved(_) => None,
    }
}

fn has_number(line: &str) -> bool {
    line.bytes().any(|byte| byte.is_ascii_digit())
}

/// The first line of one of the streams of a run that ended well, if it is one that names a version.
fn said(run: &Observation, names_version: impl Fn(&str) -> bool) -> Option<String> {
    if run.end != End::Exited(0) {
        return None;
    }
    let mut line = [&run.out, &run.err]
        .into_iter()
        .filter_map(Stream::first_line)
        .find(|line| names_version(line))?;
    line.truncate(line.floor_char_boundary(LONGEST));
    Some(line)
}

/// The word of a line that is a version: the first that begins with digits and a point, after an optional `v`.
pub fn version_words(line: &str) -> Option<&str> {
    let is_of_version = |c: char| c.is_ascii_alphanumeric() || ".-+_~".contains(c);
    line.split(|c: char| !is_of_version(c)).find_map(|word| {
        let word = word.strip_prefix(['v', 'V']).unwrap_or(word);
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let is_version = digits > 0 && word[digits..].starts_with('.');
        is_version.then(|| word.trim_end_matches(['.', '-', '+', '_', '~']))
    })
}

#[cfg(test)]
mod tests {
    use super::{has_number, said, version_words};
    use crate::observation::{End, Limits, Observation, Stream};
    use std::time::Duration;

    #[test]
    fn a_version_is_the_first_line_with_a_number_of_a_program_that_ends_well() {
        let long = "7".repeat(999);
        for (code, out, err, version) in [
            (
                0,
                "Z3 version 4.8.7 - 64 bit\n",
                "",
                Some("Z3 version 4.8.7 - 64 bit"),
            ),
            (0, "\n  cvc5 1.0.3\nmore", "", Some("cvc5 1.0.3")),
            (0, "", "clasp 3.3", Some("clasp 3.3")),
            (0, "no number here", "", None),
            (1, "z3 4.8", "", None),
            (0, "", "", None),
            (0, &long, "", Some(&long[..200])),
        ] {
            let run = Observation {
                end: End::Exited(code),
                out: Stream::of(out.as_bytes()),
                err: Stream::of(err.as_bytes()),
                cpu: Duration::ZERO,
                wall: Duration::ZERO,
                rss_kib: 0,
                stack: None,
                limits: Limits::of_cpu(Duration::from_secs(1)),
            };
            assert_eq!(said(&run, has_number).as_deref(), version, "{out}{err}");
        }
    }

    #[test]
    fn the_version_in_a_line_is_the_word_that_begins_with_a_number_and_a_point() {
        for (line, version) in [
            ("Z3 version 4.8.7 - 64 bit", Some("4.8.7")),
            ("This is cvc5 version 1.0.3 [git 1]", Some("1.0.3")),
            (
                "This is CVC4 version 1.8-prerelease.",
                Some("1.8-prerelease"),
            ),
            ("clingo version v5.8.0", Some("5.8.0")),
            ("Yices 2.6.4, built 2021", Some("2.6.4")),
            ("64 bits", None),
            ("", None),
            ("version .5", None),
        ] {
            assert_eq!(version_words(line), version, "{line}");
        }
    }
}
