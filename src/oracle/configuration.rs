//! Finds the rule for what is interesting from the options of one source.

use super::behaviour;
use super::combination::Combined;
use super::cross_check;
use super::entry::{Choice, Configured, OracleEntry};
use super::{Behaviour, Given, Rule, RuleError, combination, matching};
use crate::command::CommandLine;

/// Whether an option says what is interesting.
pub fn says_rule(oracles: &[OracleEntry], given: &Given) -> bool {
    oracles.iter().any(|oracle| given.has_any(oracle.options))
}

/// Whether this key says what is interesting.
pub fn is_of_rule(oracles: &[OracleEntry], key: &str) -> bool {
    let mut oracles = oracles.iter();
    oracles.any(|oracle| oracle.options.contains(&key))
}

/// The commands of other solvers that options name, with the names of these options, whether they fit together or not.
///
/// # Errors
/// An option from which no command can be read, and why.
pub fn other_solvers(
    oracles: &[OracleEntry],
    given: &Given,
) -> Result<Vec<(&'static str, CommandLine)>, (&'static str, String)> {
    let mut solvers = given.commands(cross_check::COMMANDS);
    for oracle in oracles {
        if let (Some(choice), Some(&option)) = (&oracle.choice, oracle.options.first()) {
            solvers.extend((choice.solvers)(given).map_err(|what| (option, what))?);
        }
    }
    // What is said of a rule in an expression is said of its key.
    let combined = |what: String| (combination::KEY, what);
    let expression = combination::expression(given).map_err(combined)?;
    for (rule, _) in expression.iter().flat_map(Combined::rules) {
        let others = other_solvers(oracles, rule).map_err(|(_, what)| combined(what))?;
        let commands = others.into_iter().map(|(_, command)| command);
        solvers.extend(commands.map(|command| (combination::KEY, command)));
    }
    Ok(solvers)
}

/// The rule according to the options, and the commands of the other solvers that it needs. Options that contradict each
/// other are refused, because any choice between them could be the wrong one.
///
/// # Errors
/// They contradict each other, or one of them is unusable.
pub fn configured(
    oracles: &[OracleEntry],
    given: &Given,
) -> Result<(Configured, Vec<CommandLine>), RuleError> {
    if given.has(combination::KEY) {
        alone(oracles, given)?;
        return combination::read(given, &|rule| configured(oracles, rule));
    }
    // Every contradiction is refused, even between options that the rule in the end does not use.
    let own = behaviour::read(given)?;
    let second = cross_check::read(given)?;
    let choice = choice(oracles, given)?;
    none_is_alone(oracles, given)?;
    let seconds = given.commands(cross_check::COMMANDS);
    let Some(choice) = choice else {
        own.check_patterns()?;
        let rule = Rule::of(Behaviour::new(own, second));
        return Ok((Configured::rule(rule), commands(seconds)));
    };
    let configured = (choice.read)(given)?;
    let solvers = (choice.solvers)(given).unwrap_or_default();
    let others = if solvers.is_empty() { seconds } else { solvers };
    Ok((configured, commands(others)))
}

/// The rules that options choose, each with the option.
fn choices<'a>(
    oracles: &'a [OracleEntry],
    given: &Given,
) -> impl Iterator<Item = (&'static str, &'a Choice)> {
    oracles.iter().filter_map(move |oracle| {
        let option = *oracle.options.first()?;
        let choice = oracle.choice.as_ref()?;
        given.has(option).then_some((option, choice))
    })
}

/// The rule that an option chooses: at most one, without options of another rule. A cross-check may accompany those
/// that judge a single run.
fn choice<'a>(oracles: &'a [OracleEntry], given: &Given) -> Result<Option<&'a Choice>, RuleError> {
    let mut choices = choices(oracles, given);
    let Some((option, choice)) = choices.next() else {
        return if given.has(cross_check::SOLVED_BY) {
            Err(RuleError::options(
                "`solved-by` is given without a rule about time",
                "add `--hangs` or `--slower-than`; `smelt help match` explains each",
            ))
        } else {
            Ok(None)
        };
    };
    let other = if let Some((other, _)) = choices.next() {
        other
    } else if given.has_any(matching::ORACLE.options) {
        "match`, `match-*` or `ignore-*"
    } else if given.has_any(matching::EXACT.options) {
        "match"
    } else if !choice.may_have_second && given.has_any(cross_check::COMMANDS) {
        "cross-check`, `passes-on` or `solved-by"
    } else {
        return Ok(Some(choice));
    };
    Err(RuleError::contradiction(option, other))
}

/// Checks that no other rule is given beside combined ones.
fn alone(oracles: &[OracleEntry], given: &Given) -> Result<(), RuleError> {
    let options = oracles.iter().flat_map(|oracle| oracle.options);
    let mut others = options.filter(|&&option| option != combination::KEY);
    match others.find(|option| given.has(option)) {
        Some(other) => Err(RuleError::contradiction(combination::KEY, other)),
        None => Ok(()),
    }
}

/// Checks that no option is given without the one that chooses its rule.
fn none_is_alone(oracles: &[OracleEntry], given: &Given) -> Result<(), RuleError> {
    for oracle in oracles {
        if let (Some(choice), Some((first, others))) =
            (&oracle.choice, oracle.options.split_first())
            && !given.has(first)
            && let Some(alone) = others.iter().find(|option| given.has(option))
        {
            return Err(RuleError::options(
                format!("`{alone}` is given without `{first}`"),
                choice.missing,
            ));
        }
    }
    cross_check::none_is_alone(given)
}

fn commands(solvers: Vec<(&'static str, CommandLine)>) -> Vec<CommandLine> {
    solvers.into_iter().map(|(_, command)| command).collect()
}
