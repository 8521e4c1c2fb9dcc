//! Switches for mutators, in the order of the command line: `--mutators +a,-b`, `--NAME`, `--no-NAME`, `--THEORY`,
//! `--no-THEORY` and `--disable-all`. The options are generated from the lists of mutators and theories.

use crate::mutator::{MUTATORS, THEORIES};
use clap::builder::Str;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The switches in order: `+name` or `-name`. The name `all` stands for every mutator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches(pub Vec<String>);

/// A flag that may be repeated and that help does not show.
pub(super) fn hidden(name: impl Into<Str>) -> Arg {
    let name = name.into();
    Arg::new(name.clone())
        .long(name)
        .action(ArgAction::Count)
        .help_heading("How to search")
        .hide(true)
}

/// The flag that switches off what a flag of this name switches on.
fn negated(name: &str) -> String {
    format!("no-{name}")
}

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
                 By default all mutators are on but those that hardly ever help. As in ddSMT, --NAME and --no-NAME \
                 switch one mutator, --THEORY and --no-THEORY switch all mutators of a theory (see \
                 `smelt list theories`), and --disable-all switches all of them off. The last switch wins: \
                 `--disable-all --erase-node` uses one mutator.",
            );
        let all = Arg::new("disable-all")
            .long("disable-all")
            .help_heading("How to search")
            .action(ArgAction::Count)
            .help("Switch all mutators off, except those that later options switch on");
        let mutators = MUTATORS.iter().map(|mutator| mutator.name());
        let names = mutators.chain(THEORIES.iter().map(|theory| theory.name));
        let on = names.clone().map(hidden);
        let off = names.map(|name| hidden(negated(name)));
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
        // If a flag is given several times, the last one counts.
        let last = |id: &str| {
            let given = matches.get_count(id) > 0;
            given.then(|| matches.indices_of(id)?.max())?
        };
        let mut flag = |id: &str, switch: String| {
            found.extend(last(id).map(|at| (at, switch)));
        };
        flag("disable-all", "-all".to_owned());
        let mut both = |switch: &str, mutator: &str| {
            flag(switch, format!("+{mutator}"));
            flag(&negated(switch), format!("-{mutator}"));
        };
        for mutator in MUTATORS {
            both(mutator.name(), mutator.name());
        }
        for theory in THEORIES {
            for mutator in theory.mutators() {
                both(theory.name, mutator.name());
            }
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
