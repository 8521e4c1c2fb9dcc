//! The subcommands, one per file.

mod answer_sets;
mod apart;
mod batch;
mod bisect;
mod builds;
mod bundle;
mod cache;
mod cases;
mod check;
mod compare;
mod compare_alone;
mod completions;
mod config;
mod convert;
mod delivered;
mod fuzz;
mod groups;
mod help;
mod import;
mod init;
mod issue;
mod journalled;
mod list;
mod man;
mod merge;
mod minimal;
mod mutations;
mod outputs;
mod papers;
mod preparation;
mod probing;
mod reading;
mod reduce;
mod report;
mod rerun;
mod shard;
mod slurm;
mod status;

use super::args::{CacheCommand, Cli, Command};
use super::error::CliError;
use super::output;

/// Runs a subcommand; returns the exit code.
pub(super) fn run(cli: &Cli) -> Result<u8, CliError> {
    tell_notes(&cli.command);
    match &cli.command {
        Command::Reduce(args) => reduce::run(args),
        Command::Help { words } => help::run(words),
        Command::Batch(args) => batch::run(args),
        Command::Check(args) => check::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Bisect(args) => bisect::run(args),
        Command::Init(args) => init::run(args),
        Command::Import(args) => import::run(args),
        Command::Config { command } => config::run(command),
        Command::Slurm(args) => slurm::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Report(args) => report::run(args),
        Command::Status(args) => status::run(args),
        Command::Groups(args) => groups::run(args),
        Command::Issue(args) => issue::run(args),
        Command::Bundle(args) => bundle::run(args),
        Command::Fuzz { language } => fuzz::run(language),
        Command::Cache { command } => cache::run(command),
        Command::List { what } => list::run(*what),
        Command::Mutations(args) => mutations::run(args),
        Command::Convert(args) => convert::run(args),
        Command::AnswerSets { input } => answer_sets::run(input),
        Command::Completions { shell } => completions::run(*shell),
        Command::Man { directory } => man::run(directory.as_deref()),
    }
}

/// Prints remarks on the options before anything is done.
fn tell_notes(command: &Command) {
    let common = match command {
        Command::Reduce(args) => &args.common,
        Command::Batch(args) => &args.common,
        Command::Check(args) => &args.common,
        Command::Issue(args) => &args.common,
        Command::Compare(args) => &args.common,
        Command::Bisect(args) => &args.common,
        Command::Cache {
            command: CacheCommand::Verify(args),
        } => &args.common,
        _ => return,
    };
    if common.run.level() >= 0 {
        for note in common.notes() {
            output::say(&format!("note: {note}"));
        }
    }
}
