//! The program: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    // The helper of a slot begins before anything else, so that it stays small.
    if std::env::args_os()
        .nth(1)
        .is_some_and(|first| first == smelt::solver::RUNNER)
    {
        return smelt::solver::runner_main();
    }
    smelt::cli::main()
}
