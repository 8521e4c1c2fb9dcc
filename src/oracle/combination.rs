//! Several rules combined: all of them, any of them, or not (`interesting` in `smelt.toml`).
//!
//! `interesting = { all = [{ match-out = "unsat" }, { not = { more-than = ["conflicts", 100] } }] }`: a table is a rule
//! by its own options, or has one of the keys `all`, `any` and `not`. A rule is compared with its golden run as ever.
//! Under `any`, a rule that the golden run does not satisfy is left out. Under `not`, nothing is compared: a text on which
//! the rule would be accepted as a golden run is uninteresting, and one on which a limit stopped a run shows nothing.
//! Where the runs leave open whether the rule would be accepted, the outcome is unresolved.

use super::asking::at_least;
use super::entry::{Configured, OracleEntry};
use super::numbering::Numbering;
use super::{
    Answer, Ask, Criterion, Given, Next, NotReproduced, Oracle, Otherwise, Reproduced, Rule,
    RuleError,
};
use crate::command::CommandLine;
use crate::outcome::Outcome;
use std::convert::Infallible;
use std::time::Duration;
use toml::{Table, Value};

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "combination",
    about: "Several rules, combined by `all`, `any` and `not` in smelt.toml",
    options: &[KEY],
    choice: None,
};

/// The key of the expression.
pub(super) const KEY: &str = "interesting";

/// A part that compares streams or failures may need a run's end, which comes later than what a rule about time needs.
const ROOM: u32 = 3;

/// A limit that a rule sets, with room for others. What hangs has no end to wait for.
fn with_room(rule: &Rule, limit: Duration) -> Duration {
    if rule.is_hang() { limit } else { limit * ROOM }
}

/// Rules combined; a rule is an `R`.
#[derive(Clone, Debug)]
pub(super) enum Combined<R> {
    All(Vec<Combined<R>>),
    Any(Vec<Combined<R>>),
    Not(Box<Combined<R>>),
    /// A rule, and which of all solvers are its own.
    Rule(R, Numbering),
}

impl<R> Combined<R> {
    /// The rules in it, in their order.
    pub(super) fn rules(&self) -> Vec<(&R, &Numbering)> {
        match self {
            Combined::All(parts) | Combined::Any(parts) => {
                parts.iter().flat_map(Combined::rules).collect()
            }
            Combined::Not(inner) => inner.rules(),
            Combined::Rule(rule, numbering) => vec![(rule, numbering)],
        }
    }

    /// The same with what becomes of each rule, in their order.
    fn map<S, E, F>(&self, other: &mut F) -> Result<Combined<S>, E>
    where
        F: FnMut(&R, &Numbering) -> Result<(S, Numbering), E>,
    {
        let mut all = |parts: &[Combined<R>]| {
            let parts = parts.iter().map(|part| part.map(other));
            parts.collect::<Result<Vec<_>, E>>()
        };
        Ok(match self {
            Combined::All(parts) => Combined::All(all(parts)?),
            Combined::Any(parts) => Combined::Any(all(parts)?),
            Combined::Not(inner) => Combined::Not(Box::new(inner.map(other)?)),
            Combined::Rule(rule, numbering) => {
                let (rule, numbering) = other(rule, numbering)?;
                Combined::Rule(rule, numbering)
            }
        })
    }

    /// The expression in words, with those of each rule.
    fn in_words(&self, of: &dyn Fn(&R) -> String) -> String {
        let all = |parts: &[Combined<R>]| {
            let words: Vec<String> = parts.iter().map(|part| part.in_words(of)).collect();
            words.join("; ")
        };
        match self {
            Combined::All(parts) => format!("all({})", all(parts)),
            Combined::Any(parts) => format!("any({})", all(parts)),
            Combined::Not(inner) => format!("not({})", inner.in_words(of)),
            Combined::Rule(rule, _) => of(rule),
        }
    }
}

/// An expression as the options have it, whose solvers have no numbers.
type Expression = Combined<Given>;

impl Expression {
    fn of(table: &Table) -> Result<Expression, String> {
        let list = |value: &Value| {
            let parts = value.as_array().filter(|parts| !parts.is_empty());
            let parts = parts.ok_or("`all` and `any` take a list of rules")?;
            let table = |part: &Value| match part.as_table() {
                Some(table) => Expression::of(table),
                None => Err("a rule is a table, such as `{ match-out = \"unsat\" }`".to_owned()),
            };
            parts.iter().map(table).collect::<Result<Vec<_>, String>>()
        };
        let mut keys = table.iter();
        match (keys.next(), keys.next()) {
            (Some((key, value)), None) if key == "all" => Ok(Expression::All(list(value)?)),
            (Some((key, value)), None) if key == "any" => Ok(Expression::Any(list(value)?)),
            (Some((key, value)), None) if key == "not" => {
                let inner = value.as_table().ok_or("`not` takes one rule")?;
                Ok(Expression::Not(Box::new(Expression::of(inner)?)))
            }
            _ => {
                let given = Given::from(table.clone());
                Ok(Expression::Rule(given, Numbering::default()))
            }
        }
    }
}

/// The expression of these options, if there is one.
///
/// # Errors
/// In words, what is wrong with it.
pub(super) fn expression(given: &Given) -> Result<Option<Expression>, String> {
    let table: Option<Table> = given.get(KEY);
    table.map(|table| Expression::of(&table)).transpose()
}

/// The rule of a part, and the commands of its other solvers.
pub(super) type Read<'r> = &'r dyn Fn(&Given) -> Result<(Configured, Vec<CommandLine>), RuleError>;

/// The combined rule, and the commands of all other solvers.
///
/// # Errors
/// The expression or one of its rules is wrong.
pub(super) fn read(
    given: &Given,
    read: Read<'_>,
) -> Result<(Configured, Vec<CommandLine>), RuleError> {
    let wrong = |what: String| {
        RuleError::options(
            format!("cannot use `{KEY}`: {what}"),
            "give an expression such as `{ all = [{ match-out = \"unsat\" }, { not = { hangs = true } }] }`",
        )
    };
    let expression = expression(given).map_err(wrong)?;
    let expression = expression.ok_or_else(|| wrong("it is no table".to_owned()))?;
    // The other solvers of the rules so far, and the longest limit that one of them sets.
    let (mut all_others, mut longest) = (Vec::new(), None);
    let combined = expression.map(&mut |given, _| {
        let (Configured { rule, limit }, others) = read(given)?;
        longest = longest.max(limit);
        let first = all_others.len() + 1;
        all_others.extend(others);
        let solvers = std::iter::once(0).chain(first..=all_others.len());
        Ok::<_, RuleError>((rule, Numbering(solvers.collect())))
    })?;
    let configured = Configured {
        rule: Rule::of(combined),
        limit: longest,
    };
    Ok((configured, all_others))
}

impl Combined<Rule> {
    fn any(&self, holds: impl Fn(&Rule) -> bool) -> bool {
        self.rules().into_iter().any(|(rule, _)| holds(rule))
    }
}

impl Criterion for Combined<Rule> {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        let judge = self.map(&mut |rule, numbering| {
            let (oracle, words) = (rule.oracle()?, rule.shown());
            Ok::<_, RuleError>((Judging { oracle, words }, numbering.clone()))
        })?;
        Ok(Box::new(judge))
    }

    fn shown(&self) -> String {
        self.in_words(&|rule| rule.shown())
    }

    fn repeat(&self) -> u32 {
        let repeats = self.rules().into_iter().map(|(rule, _)| rule.repeat());
        repeats.max().unwrap_or(1)
    }

    fn decides_by_time(&self) -> bool {
        self.any(|rule| rule.decides_by_time())
    }

    /// The longest that a rule sets. Without a timeout, it leaves room for the rules that need the end of a run.
    fn limit(&self, timeout: Option<Duration>) -> Option<Duration> {
        let sets = |(rule, _): (&Rule, _)| {
            let limit = rule.limit(timeout).filter(|_| rule.sets_limit());
            limit.map(|limit| match timeout {
                Some(_) => limit,
                None => with_room(rule, limit),
            })
        };
        let longest = self.rules().into_iter().filter_map(sets).max();
        timeout.max(longest)
    }

    fn sets_limit(&self) -> bool {
        self.any(|rule| rule.sets_limit())
    }

    /// The longest that follows for a rule whose second solver is the second one of all, with the same room.
    fn limit_from_second(&self, golden: Duration) -> Option<Duration> {
        let follows = |(rule, numbering): (&Rule, &Numbering)| {
            let limit = rule.limit_from_second(golden);
            let limit = limit.filter(|_| numbering.own(1) == Some(1));
            limit.map(|limit| with_room(rule, limit))
        };
        self.rules().into_iter().filter_map(follows).max()
    }

    fn refuses_lack_of_memory(&self, solver: usize) -> bool {
        let refuses = |(rule, numbering): (&Rule, &Numbering)| {
            let own = numbering.own(solver);
            own.is_none_or(|own| rule.refuses_lack_of_memory(own))
        };
        self.rules().into_iter().all(refuses)
    }

    fn needs_all_models(&self) -> bool {
        self.any(|rule| rule.needs_all_models())
    }

    fn comparing(&self, otherwise: Otherwise<'_>) -> Option<Rule> {
        let combined = self.map(&mut |rule, numbering| {
            let other = rule.comparing(otherwise);
            let rule = other.unwrap_or_else(|| rule.clone());
            Ok::<_, Infallible>((rule, numbering.clone()))
        });
        combined.ok().map(Rule::of)
    }
}

/// The oracle.
type Judge = Combined<Judging>;

/// The oracle of a rule.
struct Judging {
    oracle: Box<dyn Oracle>,
    /// The rule in words.
    words: String,
}

impl Judge {
    fn shown(&self) -> String {
        self.in_words(&|judging| judging.words.clone())
    }
}

impl Oracle for Judge {
    fn name(&self) -> &'static str {
        ORACLE.name
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        match self {
            Judge::All(parts) | Judge::Any(parts) => {
                parts.iter().find_map(|part| part.golden_ask(answers))
            }
            Judge::Not(inner) => inner.golden_ask(answers),
            Judge::Rule(Judging { oracle, .. }, numbering) => {
                let ask = oracle.golden_ask(&numbering.answers(answers))?;
                Some(numbering.ask(ask))
            }
        }
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        match self {
            Judge::All(parts) => {
                let all = parts.iter().map(|part| part.accept_golden(golden));
                Ok(together(all.collect::<Result<Vec<_>, _>>()?))
            }
            Judge::Any(parts) => {
                let all = parts.iter().map(|part| part.accept_golden(golden));
                let (accepted, refused): (Vec<_>, Vec<_>) = all.partition(Result::is_ok);
                // That one does not hold says nothing as long as another one is open.
                let refused = refused.into_iter().filter_map(Result::err);
                match refused.min_by_key(shows_absence) {
                    Some(why) if accepted.is_empty() => Err(why),
                    _ => Ok(one_of(accepted.into_iter().flatten().collect())),
                }
            }
            Judge::Not(inner) => match inner.accept_golden(golden) {
                Ok(_) => Err(NotReproduced::Holds(inner.shown())),
                Err(why) if shows_absence(&why) => {
                    let demand = format!("this does not hold: {}", inner.shown());
                    Ok(Reproduced::without_failure(self.shown(), demand))
                }
                Err(why) => Err(why),
            },
            Judge::Rule(Judging { oracle, .. }, numbering) => {
                oracle.accept_golden(&numbering.answers(golden))
            }
        }
    }

    fn signature(&self, golden: &[Answer], interesting: &[Answer]) -> Option<String> {
        match self {
            Judge::All(parts) => parts.first()?.signature(golden, interesting),
            Judge::Any(parts) => {
                let holds = |part: &&Judge| {
                    part.next(golden, interesting) == Next::Outcome(Outcome::Interesting)
                };
                parts.iter().find(holds)?.signature(golden, interesting)
            }
            Judge::Not(_) => Some(self.shown()),
            Judge::Rule(Judging { oracle, .. }, numbering) => {
                let [golden, interesting] =
                    [golden, interesting].map(|answers| numbering.answers(answers));
                oracle.signature(&golden, &interesting)
            }
        }
    }

    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        let next = |part: &Judge| part.next(golden, seen);
        match self {
            Judge::All(parts) => at_least(parts.len(), parts.iter().map(next)),
            Judge::Any(parts) => at_least(1, parts.iter().map(next)),
            Judge::Not(inner) => {
                if self.accept_golden(golden).is_err() {
                    return Ok(Outcome::Uninteresting);
                }
                if let Some(ask) = inner.golden_ask(seen) {
                    return Err(Next::Ask(ask));
                }
                Ok(match inner.accept_golden(seen) {
                    Ok(_) => Outcome::Uninteresting,
                    Err(why) => why.of_opposite(),
                })
            }
            Judge::Rule(Judging { oracle, .. }, numbering) => {
                let own = numbering.answers(golden);
                if oracle.accept_golden(&own).is_err() {
                    return Ok(Outcome::Uninteresting);
                }
                let judged = oracle.judge(&own, &numbering.answers(seen));
                judged.map_err(|next| numbering.next(next))
            }
        }
    }
}

/// Whether the runs show that a rule does not hold.
fn shows_absence(why: &NotReproduced) -> bool {
    why.of_opposite() == Outcome::Interesting
}

/// What golden runs show that satisfy all rules: the first one's failure, and the demands of all.
fn together(all: Vec<Reproduced>) -> Reproduced {
    let mut all = all.into_iter();
    let mut first = all
        .next()
        .unwrap_or_else(|| Reproduced::without_failure(String::new(), String::new()));
    for other in all {
        first.demands.extend(other.all_demands());
    }
    first
}

/// What golden runs show that satisfy one of several rules: the first one's failure, and the demands as alternatives.
fn one_of(accepted: Vec<Reproduced>) -> Reproduced {
    let clauses = |one: &Reproduced| one.all_demands().join(", ");
    let alternatives: Vec<String> = accepted.iter().map(clauses).collect();
    let mut first = together(accepted.into_iter().take(1).collect());
    if alternatives.len() > 1 {
        first.compared = None;
        first.demands = vec![alternatives.join("; or ")];
    }
    first
}
