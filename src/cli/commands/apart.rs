//! A case of a batch in a process of its own: this program again, with the same arguments and the hidden `--alone`.

use crate::batch::Apart;
use crate::solver::{Stop, run_again};
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;

/// The option that makes a call work on one case of the run that made it.
const ALONE: &str = "--alone";

/// Starts this program again for a case.
pub(super) struct SameProgram;

impl Apart for SameProgram {
    fn reduce(&self, case: &str, stop: &Stop) -> String {
        match run_again(&words(case), stop) {
            Ok(status) => match status.signal() {
                Some(signal) => format!("signal {signal}"),
                None => format!("exit code {}", status.code().unwrap_or(0)),
            },
            Err(error) => format!("an error: {error}"),
        }
    }
}

/// The arguments of this call, with `--alone CASE` after the subcommand.
fn words(case: &str) -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let verb = words.iter().position(|word| word == "batch");
    let at = verb.map_or(0, |verb| verb + 1);
    words.splice(at..at, [ALONE.into(), case.into()]);
    words
}
