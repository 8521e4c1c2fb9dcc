//! The command line of `smelt cache`.

use super::examples::{EXPORT_EXAMPLES, GC_EXAMPLES, MERGE_EXAMPLES, VERIFY_EXAMPLES};
use super::numbers;
use super::run_options::Common;
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The subcommands of `smelt cache`.
#[derive(Subcommand, Debug)]
pub enum CacheCommand {
    /// Show what the store contains
    Stats {
        /// The store file [default: in the user's cache directory]
        #[arg(long, value_name = "PATH")]
        cache: Option<PathBuf>,
    },
    /// Shrink the store by deleting the least recently used results
    #[command(after_help = GC_EXAMPLES)]
    Gc {
        /// Largest size in bytes, or with a unit: 500M, 2G (powers of 1024)
        #[arg(long, value_name = "SIZE", value_parser = numbers::size, required_unless_present = "max_age")]
        max_size: Option<u64>,
        /// Delete what no run has used for this time, such as 30d
        #[arg(long, value_name = "TIME", value_parser = numbers::time)]
        max_age: Option<Duration>,
        /// The store file [default: in the user's cache directory]
        #[arg(long, value_name = "PATH")]
        cache: Option<PathBuf>,
    },
    /// Add all results of other stores to a store
    #[command(after_help = MERGE_EXAMPLES)]
    Merge {
        /// Files of stores, or files that were exported; they stay as they are
        #[arg(required = true, value_name = "STORE")]
        stores: Vec<PathBuf>,
        /// The store that gets all results [default: in the user's cache directory]
        #[arg(long, value_name = "PATH")]
        into: Option<PathBuf>,
    },
    /// Write a copy of the store to one file, to be read or imported elsewhere
    #[command(after_help = EXPORT_EXAMPLES)]
    Export {
        /// The new file
        file: PathBuf,
        /// The store file [default: in the user's cache directory]
        #[arg(long, value_name = "PATH")]
        cache: Option<PathBuf>,
    },
    /// Add the results of exported files to the store
    #[command(after_help = EXPORT_EXAMPLES)]
    Import {
        /// Files that were exported; they stay as they are
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The store file [default: in the user's cache directory]
        #[arg(long, value_name = "PATH")]
        cache: Option<PathBuf>,
    },
    /// Check the whole store; exit code 3 if it is damaged or a result is wrong
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Box<VerifyArgs>),
}

/// `smelt cache verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Options of the cases and the run.
    #[command(flatten)]
    pub common: Common,
    /// Run the solver again on this share of the stored results and compare
    ///
    /// The store does not contain the inputs, so the reductions of the DIRs are replayed from it as far as possible.
    #[arg(long, value_name = "P%", value_parser = numbers::share, requires = "directories", help_heading = "Output")]
    pub rerun: Option<f64>,
    /// Directories with cases that were reduced with this store
    #[arg(value_name = "DIR", requires = "rerun")]
    pub directories: Vec<PathBuf>,
    /// The solver of all cases for which no smelt.toml names a solver
    #[arg(last = true, value_name = "COMMAND", requires = "rerun")]
    pub command: Vec<OsString>,
}
