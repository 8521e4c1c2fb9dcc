//! The options that several subcommands have: of a case, and of a run.

use super::ddsmt::Ddsmt;
use super::numbers;
use super::switches::Switches;
use crate::corpus::CaseOptions;
use crate::input::LARGEST_FILE;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Options of several subcommands.
#[derive(Args, Debug)]
pub struct Common {
    /// Options of a case.
    #[command(flatten)]
    pub case: CaseOptions,
    /// Switches for mutators.
    #[command(flatten)]
    pub switches: Switches,
    /// Options of a run.
    #[command(flatten)]
    pub run: RunOptions,
    /// Options of ddSMT. They come last, because they are aliases of options above.
    #[command(flatten)]
    pub ddsmt: Ddsmt,
}

impl Common {
    /// Remarks on the options to print before anything is done, one per line.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.ddsmt.notes.clone();
        let used = self.run.jobs();
        if let Some(jobs) = self.run.jobs.filter(|jobs| *jobs > used) {
            notes.push(format!(
                "this machine cannot run {jobs} jobs well; using {used} instead"
            ));
        }
        notes
    }

    /// The options of cases, including the switches for mutators.
    pub fn options(&self) -> CaseOptions {
        CaseOptions {
            mutators: self.switches.0.clone(),
            ..self.case.clone()
        }
    }
}

/// Options of a run.
#[derive(Args, Debug)]
pub struct RunOptions {
    /// Number of solver runs at the same time [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = numbers::jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// Refuse files of more bytes than this [default: 1G]
    ///
    /// A case that is larger gets a row that says so.
    #[arg(long, value_name = "SIZE", value_parser = numbers::size)]
    pub max_input: Option<u64>,
    /// The verdict store, `none`, or `ro` to only read [default: in the user's cache]
    ///
    /// `ro` only reads the store that would be used otherwise, `ro:PATH` that at PATH. For a file of the name `ro` or `none`,
    /// say `./ro`. Without this option and `--cache-size`, the variables SMELT_CACHE and SMELT_CACHE_SIZE take their places.
    #[arg(long, value_name = "PATH")]
    pub cache: Option<PathBuf>,
    /// Delete the least recently used results if the store is larger [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = numbers::size)]
    pub cache_size: Option<u64>,
    /// Read this configuration instead of the smelt.toml of each DIR
    ///
    /// For a single file, only its `[defaults]` are used: the solver is named on the command line.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print only errors, warnings and how a batch ended
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub quiet: u8,
    /// Show what must stay the same, limits and stages; -vv: each accepted text too
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

impl RunOptions {
    /// How much is printed; 0 is normal.
    pub fn level(&self) -> i16 {
        i16::from(self.verbose) - i16::from(self.quiet)
    }

    /// The largest file that is read, in bytes.
    pub fn max_input(&self) -> u64 {
        self.max_input.unwrap_or(LARGEST_FILE)
    }

    /// The number of solver runs at the same time.
    pub fn jobs(&self) -> NonZeroUsize {
        numbers::usable_jobs(self.jobs)
    }
}
