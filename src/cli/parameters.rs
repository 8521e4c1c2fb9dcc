//! The options for the parameters of `smelt fuzz`, generated from their table.

use crate::fuzz::{Interval, PARAMETERS, Parameter};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// The parameters that are given on the command line.
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
