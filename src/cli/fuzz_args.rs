//! The options of `smelt fuzz`.

use super::numbers;
use crate::corpus::CommandLine;
use crate::fuzz::{Interval, PARAMETERS, Parameter, Preset, ProgramClass, ProgramDialect};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use std::ffi::OsString;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// The languages in which random inputs can be generated.
#[derive(Subcommand, Debug)]
pub enum FuzzLanguage {
    /// Random answer-set programs
    #[command(after_help = super::examples::FUZZ_EXAMPLES)]
    Asp(Box<FuzzAspArgs>),
}

/// `smelt fuzz asp`.
#[derive(Args, Debug)]
pub struct FuzzAspArgs {
    /// Classes of programs; several take turns [default: mixed]
    #[arg(
        long,
        value_name = "CLASS",
        value_enum,
        value_delimiter = ',',
        help_heading = "Programs"
    )]
    pub class: Vec<ProgramClass>,
    /// The values of all parameters that are not given
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Preset::Sparse, help_heading = "Programs")]
    pub preset: Preset,
    /// The format of the programs
    #[arg(long, value_name = "NAME", value_enum, default_value_t = ProgramDialect::Gringo, help_heading = "Programs")]
    pub dialect: ProgramDialect,
    /// The same seed gives the same programs
    #[arg(long, value_name = "N", value_parser = numbers::whole, default_value_t = 0, help_heading = "Programs")]
    pub seed: u64,
    /// The number of the first program
    #[arg(long, value_name = "N", value_parser = numbers::whole, default_value_t = 0, help_heading = "Programs")]
    pub first: u64,
    /// End after N programs
    #[arg(long, value_name = "N", value_parser = numbers::positive, help_heading = "Programs")]
    pub count: Option<NonZeroU64>,
    /// End after this time: `60s`, `2h30m`, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = numbers::time, help_heading = "Programs")]
    pub time: Option<Duration>,
    /// Write N programs to `--out`, or a single one to standard output; run nothing
    #[arg(
        long,
        value_name = "N",
        value_parser = numbers::positive,
        conflicts_with_all = ["command", "subject", "trusted", "count", "time"],
        help_heading = "Programs"
    )]
    pub emit: Option<NonZeroU64>,

    /// A solver under test, in addition to COMMAND (repeatable)
    #[arg(long, value_name = "CMD", help_heading = "Solvers")]
    pub subject: Vec<CommandLine>,
    /// A trusted solver (repeatable)
    ///
    /// It checks models and answers. If there are several, more than half of them must contradict a solver. If there is
    /// none, the other solvers under test take its place.
    #[arg(long, value_name = "CMD", help_heading = "Solvers")]
    pub trusted: Vec<CommandLine>,
    /// Options for the solvers under test; each program draws one of several (repeatable)
    ///
    /// The text is split into words as a shell does it. An empty text means no options.
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        help_heading = "Solvers"
    )]
    pub options: Vec<String>,
    /// Compare all models, and how often each is printed
    ///
    /// Commands that run clasp or clingo get `-n 0`, unless they say how many models to look for.
    #[arg(long, help_heading = "Solvers")]
    pub all_models: bool,
    /// Share of the programs whose models are checked [default: 100]
    #[arg(long, value_name = "PERCENT", value_parser = numbers::percent, help_heading = "Solvers")]
    pub check_models: Option<u32>,
    /// CPU time limit of each run, in seconds [default: 5]
    #[arg(long, value_name = "S", value_parser = numbers::time, help_heading = "Solvers")]
    pub timeout: Option<Duration>,
    /// Memory limit of each run, in MB [default: 4096]
    #[arg(long, value_name = "MB", value_parser = numbers::positive, help_heading = "Solvers")]
    pub memout: Option<NonZeroU64>,
    /// Number of solver runs at the same time [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = numbers::jobs, help_heading = "Solvers")]
    pub jobs: Option<NonZeroUsize>,

    /// Directory for failing programs, their smelt.toml and the table fuzz.csv
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Write at most N failing programs of a solver and a category [default: 100]
    #[arg(long, value_name = "N", value_parser = numbers::whole, help_heading = "Output")]
    pub keep: Option<u64>,
    /// Print only errors and results, no progress
    #[arg(short, long, action = clap::ArgAction::Count, help_heading = "Output")]
    pub quiet: u8,
    /// Show each defect as it is found
    #[arg(short, long, action = clap::ArgAction::Count, help_heading = "Output")]
    pub verbose: u8,

    /// Parameters of the generator.
    #[command(flatten)]
    pub parameters: ParameterOptions,
    /// A solver under test and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

impl FuzzAspArgs {
    /// How much is printed; 0 is normal.
    pub fn level(&self) -> i16 {
        i16::from(self.verbose) - i16::from(self.quiet)
    }

    /// The number of solver runs at the same time.
    pub fn jobs(&self) -> NonZeroUsize {
        numbers::usable_jobs(self.jobs)
    }
}

/// The parameters of the generator that are given. Their options are made from the table of parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterOptions(pub Vec<(Parameter, Interval)>);

impl Args for ParameterOptions {
    fn augment_args(command: Command) -> Command {
        command.args(PARAMETERS.iter().map(|entry| {
            Arg::new(entry.name)
                .long(entry.name)
                .value_name("MIN:MAX")
                .value_parser(str::parse::<Interval>)
                .help_heading("Parameters; each program draws a number from MIN to MAX")
                .help(entry.about)
                .long_help(format!("{}\n\n{}", entry.about, entry.defaults()))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ParameterOptions::augment_args(command)
    }
}

impl FromArgMatches for ParameterOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ParameterOptions, clap::Error> {
        let mut given = Vec::new();
        for entry in PARAMETERS {
            let Some(interval) = matches.get_one::<Interval>(entry.name).copied() else {
                continue;
            };
            if !interval.is_within(entry.possible) {
                let message = format!(
                    "`--{} {interval}` is out of range: possible is {}\n",
                    entry.name, entry.possible
                );
                return Err(clap::Error::raw(ErrorKind::ValueValidation, message));
            }
            given.push((entry.parameter, interval));
        }
        Ok(ParameterOptions(given))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ParameterOptions::from_arg_matches(matches)?;
        Ok(())
    }
}
