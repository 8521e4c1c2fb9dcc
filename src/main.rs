//! The program: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    // The helper of a slot begins before anything else, so that it stays small.
    let first = std::env::args_os().nth(1).unwrap_or_default();
    if first == smelt::solver::RUNNER {
        return smelt::solver::runner_main();
    }
    if first == smelt::solver::PIPELINE {
        return smelt::solver::pipeline_main();
    }
    smelt::cli::main()
}
