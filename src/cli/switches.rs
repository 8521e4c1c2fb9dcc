//! Switches of mutators, in the order in which they stand on the command line: `--mutators +a,-b`, `--NAME`,
//! `--no-NAME` and `--disable-all`. The options are made from the list of mutators.

use crate::mutator::MUTATORS;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::sync::LazyLock;

/// `no-NAME` of every mutator, in their order.
static NEGATED: LazyLock<Vec<String>> = LazyLock::new(|| {
    MUTATORS
        .iter()
        .map(|mutator| format!("no-{}", mutator.name()))
        .collect()
});

/// What was switched: `+name` or `-name`, in order; `all` is every mutator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches(pub Vec<String>);

impl Args for Switches {
    fn augment_args(command: Command) -> Command {
        let list = Arg::new("mutators")
            .long("mutators")
            .value_name("±NAME,…")
            .help_heading("How to search")
            .action(ArgAction::Append)
            .allow_hyphen_values(true)
            .help("Switch mutators on (+NAME) or off (-NAME); see `smelt list mutators`")
            .long_help(
                "Switch mutators on (+NAME) or off (-NAME); see `smelt list mutators`\n\n\
                 All are on at first. As in ddSMT, --NAME and --no-NAME switch one mutator and --disable-all switches \
                 off all; what stands later wins: `--disable-all --erase-node` leaves one.",
            );
        let all = Arg::new("disable-all")
            .long("disable-all")
            .help_heading("How to search")
            .action(ArgAction::Count)
            .help("Switch all mutators off; those switched on behind it stay");
        let hidden = |name: &'static str| {
            Arg::new(name)
                .long(name)
                .action(ArgAction::Count)
                .hide(true)
        };
        let on = MUTATORS.iter().map(|mutator| hidden(mutator.name()));
        let off = NEGATED.iter().map(|name| hidden(name));
        command.arg(list).arg(all).args(on).args(off)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Switches::augment_args(command)
    }
}

impl FromArgMatches for Switches {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Switches, clap::Error> {
        let mut found: Vec<(usize, String)> = Vec::new();
        let lists = matches.get_many::<String>("mutators").into_iter().flatten();
        for (list, at) in lists.zip(matches.indices_of("mutators").into_iter().flatten()) {
            found.extend(
                list.split(',')
                    .filter(|name| !name.is_empty())
                    .map(|name| (at, name.to_owned())),
            );
        }
        let mut flag = |id: &str, switch: String| {
            if matches.get_count(id) > 0 {
                // Of several the last counts.
                found.extend(
                    matches
                        .indices_of(id)
                        .and_then(Iterator::max)
                        .map(|at| (at, switch)),
                );
            }
        };
        flag("disable-all", "-all".to_owned());
        for (mutator, negated) in MUTATORS.iter().zip(NEGATED.iter()) {
            flag(mutator.name(), format!("+{}", mutator.name()));
            flag(negated, format!("-{}", mutator.name()));
        }
        found.sort_by_key(|(at, _)| *at);
        Ok(Switches(
            found.into_iter().map(|(_, switch)| switch).collect(),
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Switches::from_arg_matches(matches)?;
        Ok(())
    }
}
