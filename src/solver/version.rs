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
use rustc_hash::FxHashMap;
use std::ffi::OsStr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The limit on the CPU time of the answer, and on the time that it may use none.
const ANSWER: Duration = Duration::from_secs(2);

/// The longest line that is kept, in bytes.
const LONGEST: usize = 200;

/// Programs that start the program in their arguments.
const LAUNCHERS: [&str; 12] = [
    "env", "timeout", "nice", "ionice", "chrt", "taskset", "numactl", "prlimit", "setsid",
    "stdbuf", "time", "nohup",
];

/// The versions of the programs that were asked, by the digests of their files.
static KNOWN: Mutex<Option<FxHashMap<[u8; 32], Option<String>>>> = Mutex::new(None);

/// The first line that the program of a command prints for `--version`; none if it is not asked or has no answer.
pub(crate) fn version(
    invocation: &Invocation,
    dependencies: &Dependencies,
    memory: Option<u64>,
    slot: &mut Slot,
) -> Option<String> {
    let digest = dependencies.program_digest()?;
    let program = invocation.program().canonicalize().ok()?;
    let name = program.file_name().and_then(OsStr::to_str)?;
    let asked_as = invocation.program().file_name().and_then(OsStr::to_str)?;
    let is_launcher = |name: &str| is_interpreter(name) || LAUNCHERS.contains(&name);
    if is_launcher(name) || is_launcher(asked_as) {
        return None;
    }
    match Executable::of(&program).ok()? {
        Executable::Dynamic(_) | Executable::Static => {}
        Executable::Script(..) | Executable::Other => return None,
    }
    // Held while the program answers, so that no other thread asks it too.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(version) = known.get(&digest) {
        return version.clone();
    }
    let limits = Limits {
        idle: ANSWER,
        memory,
        ..Limits::of_cpu(ANSWER)
    };
    let argv = [invocation.program().into(), "--version".into()];
    match slot.run_tool(invocation, &argv, &limits).ok()? {
        Ran::Observed(observation) => {
            let version = said(&observation);
            known.insert(digest, version.clone());
            version
        }
        // This says nothing about the program: the next case asks again.
        Ran::Unresolved(_) => None,
    }
}

/// The version in what a program has printed.
fn said(run: &Observation) -> Option<String> {
    let has_number = |line: &String| line.bytes().any(|byte| byte.is_ascii_digit());
    let line = |stream: &Stream| stream.first_line().filter(has_number);
    let mut line = (run.end == End::Exited(0))
        .then(|| line(&run.out).or_else(|| line(&run.err)))
        .flatten()?;
    line.truncate(line.floor_char_boundary(LONGEST));
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::said;
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
            assert_eq!(said(&run).as_deref(), version, "{out}{err}");
        }
    }
}
