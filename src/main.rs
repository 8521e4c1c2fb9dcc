//! The program: everything is in the library.

use std::process::ExitCode;

/// In bytes; what most systems give to a program.
const STACK: usize = 8 << 20;

/// As after a panic of the first thread.
const PANICKED: u8 = 101;

fn main() -> ExitCode {
    // What stands in for a solver must cost as little as can be.
    if let Some(code) = smelt::solver::stand_in_main() {
        return code;
    }
    // The helper of a slot begins before anything else, so that it stays small.
    let first = std::env::args_os().nth(1).unwrap_or_default();
    if first == smelt::solver::RUNNER {
        return smelt::solver::runner_main();
    }
    if first == smelt::solver::PIPELINE {
        return smelt::solver::pipeline_main();
    }
    if first == smelt::solver::SUPERVISOR {
        return smelt::solver::supervisor_main();
    }
    smelt::solver::return_large_blocks();
    // The stack of the first thread is what the calling shell gives, which may be too little.
    let thread = std::thread::Builder::new().stack_size(STACK);
    match thread.spawn(smelt::cli::main) {
        Ok(main) => main.join().unwrap_or(ExitCode::from(PANICKED)),
        Err(_) => smelt::cli::main(),
    }
}
