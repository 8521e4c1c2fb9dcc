//! Switches for mutators, in the order of the command line: `--mutators +a,-b`, `--NAME`, `--no-NAME`, `--THEORY`,
//! `--no-THEORY` and `--disable-all`. The options are generated from the lists of mutators and theories.

use crate::mutator::{MUTATORS, THEORIES};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::sync::LazyLock;

/// `no-NAME` for every mutator, in order.
static NEGATED: LazyLock<Vec<String>> = LazyLock::new(|| {
    MUTATORS
        .iter()
        .map(|mutator| format!("no-{}", mutator.name()))
        .collect()
});

/// `no-THEORY` for every theory, in order.
static NEGATED_THEORIES: LazyLock<Vec<String>> = LazyLock::new(|| {
    THEORIES
        .iter()
        .map(|theory| format!("no-{}", theory.name))
        .collect()
});

/// The switches in order: `+name` or `-name`. The name `all` stands for every mutator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches(pub Vec<String>);

/// A flag that may be repeated and that help does not show.
pub(super) fn hidden(name: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .action(ArgAction::Count)
        .help_heading("How to search")
        .hide(true)
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
        let on = MUTATORS.iter().map(|mutator| hidden(mutator.name()));
        let theories = THEORIES.iter().map(|theory| hidden(theory.name));
        let off = NEGATED
            .iter()
            .chain(NEGATED_THEORIES.iter())
            .map(|name| hidden(name));
        command.arg(list).arg(all).args(on).args(theories).args(off)
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
        for (mutator, negated) in MUTATORS.iter().zip(NEGATED.iter()) {
            flag(mutator.name(), format!("+{}", mutator.name()));
            flag(negated, format!("-{}", mutator.name()));
        }
        for (theory, negated) in THEORIES.iter().zip(NEGATED_THEORIES.iter()) {
            for mutator in theory.mutators() {
                flag(theory.name, format!("+{}", mutator.name()));
                flag(negated, format!("-{}", mutator.name()));
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
