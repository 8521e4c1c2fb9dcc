//! A case of a batch in a process of its own: this program again, with the same arguments and the hidden `--alone`.

use crate::batch::{Apart, Budget};
use crate::event::Call;
use crate::solver::{Stop, run_again};
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

/// The option that makes a call work on one case of the run that made it.
const ALONE: &str = "--alone";

/// The options that say what the run may spend.
const BUDGET: [&str; 2] = ["--budget-runs", "--budget-cpu"];

/// Starts this program again for a case.
pub(super) struct SameProgram;

impl Apart for SameProgram {
    fn reduce(&self, case: &str, left: Budget, stop: &Stop) -> String {
        let given: Vec<OsString> = std::env::args_os().skip(1).collect();
        match run_again(&words(&given, case, left), stop) {
            Ok(status) => match status.signal() {
                Some(signal) => format!("signal {signal}"),
                None => format!("exit code {}", status.code().unwrap_or(0)),
            },
            Err(error) => format!("an error: {error}"),
        }
    }
}

/// These arguments, with `--alone=CASE` and what is left of the budget after the subcommand.
fn words(given: &[OsString], case: &str, left: Budget) -> Vec<OsString> {
    let [runs, cpu] = BUDGET;
    let added = [
        Some(format!("{ALONE}={case}")),
        left.runs.map(|left| format!("{runs}={left}")),
        left.cpu.map(|left| format!("{cpu}={}", left.as_secs_f64())),
    ];
    // In which directory that was does not matter.
    let call = Call::new(Path::new(""), given).without(&BUDGET);
    let mut words = call.words();
    let verb = words.iter().position(|word| word == "batch");
    let at = verb.map_or(0, |verb| verb + 1);
    words.splice(at..at, added.into_iter().flatten().map(OsString::from));
    words
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::batch::Budget;
    use std::ffi::OsString;
    use std::time::Duration;

    #[test]
    fn a_process_for_one_case_gets_what_is_left_of_the_budget_and_not_all_of_it() {
        let given = "-v batch bugs --budget-runs 9 --budget=1h --budget-cpu=1h -o out -- z3 --budget-runs 9";
        let given: Vec<OsString> = given.split(' ').map(OsString::from).collect();
        let left = Budget {
            time: None,
            runs: Some(4),
            cpu: Some(Duration::from_millis(1500)),
        };
        let told = |left| words(&given, "-a.smt2", left).join(" ".as_ref());
        assert_eq!(
            told(left),
            "-v batch --alone=-a.smt2 --budget-runs=4 --budget-cpu=1.5 bugs --budget=1h -o out -- z3 --budget-runs 9"
        );
        assert_eq!(
            told(Budget::default()),
            "-v batch --alone=-a.smt2 bugs --budget=1h -o out -- z3 --budget-runs 9"
        );
    }
}
