//! The subcommands of `smelt cache` that look at nothing but stores.

use super::examples::{EXPORT_EXAMPLES, GC_EXAMPLES, MERGE_EXAMPLES};
use super::numbers;
use clap::Subcommand;
use std::path::PathBuf;
use std::time::Duration;

/// What can be done with a store.
#[derive(Subcommand, Debug)]
pub enum UpkeepCommand {
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
}
