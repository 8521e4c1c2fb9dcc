//! The command line.
//!
//! Invariants: only this module prints, and only this module decides how the program ends. Standard output is for data,
//! standard error for messages. Neither ever gets a control character that smelt did not intend.

mod args;
mod attached;
mod batch_args;
mod bisect_view;
mod cache_args;
mod commands;
mod compare_args;
mod dash;
mod ddsmt;
mod definition;
mod error;
mod escape;
mod examples;
mod exit;
mod fit;
mod fuzz_args;
mod guess;
mod interrupt;
mod numbers;
mod output;
mod progress;
mod report_args;
mod run_options;
mod since;
mod status_view;
mod store;
mod switches;

pub use args::ReduceArgs;
pub use args::{Cli, Command};
pub use definition::{definition, parse};
pub use escape::escape;

use clap::error::ErrorKind;
use std::ffi::OsString;
use std::panic::catch_unwind;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    interrupt::survive_full_files();
    interrupt::explain_lack_of_memory();
    let code = catch_unwind(|| run(&std::env::args_os().collect::<Vec<_>>()));
    // The panic has been reported on standard error.
    ExitCode::from(code.unwrap_or(exit::INTERNAL))
}

fn run(words: &[OsString]) -> u8 {
    let done = match parse(words) {
        Ok(cli) => commands::run(&cli),
        Err(error) => return refuse(&error),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            output::error(&error);
            error.code
        }
    }
}

/// Shows help on standard output, or an error about the command line on standard error.
fn refuse(error: &clap::Error) -> u8 {
    let text = error.render().to_string();
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        return output::data(&text).map_or_else(|error| error.code, |()| exit::DONE);
    }
    output::say(text.trim_end());
    exit::USAGE
}
