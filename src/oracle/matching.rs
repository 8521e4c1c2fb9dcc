//! ddSMT's rule: the exit code is equal unless it is ignored, a matched stream contains its phrase, an ignored stream
//! is not compared, and any other stream equals that of the golden run.
//!
//! With `--same-stack N`, a crash must also have the same N innermost functions on its stack. Streams are compared
//! after normalisation, or byte for byte with `--match exact`. The failure is reported, but not required.

use super::entry::OracleEntry;
use super::place::{Place, crash_sites};
use super::reproduced::{NotReproduced, Reproduced};
use super::same::signature;
use super::single::Compare;
use super::stream::{Matcher, StreamRule, all, of};
use super::which::Which;
use super::{Evidence, MatchRule, RuleError, StreamPattern};
use crate::observation::Stream;
use crate::outcome::Outcome;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "match",
    about: "The output contains a text; exit code and other stream as in the golden run",
    options: &[
        "match-out",
        "match-err",
        "match-out-regex",
        "match-err-regex",
        "ignore-output",
        "ignore-out",
        "ignore-err",
        "ignore-exit",
    ],
    choice: None,
};

pub(super) const EXACT: OracleEntry = OracleEntry {
    name: "exact",
    about: "Exit code and both streams as in the golden run, byte for byte",
    options: &["match"],
    choice: None,
};

/// The rule with its compiled patterns.
#[derive(Debug)]
pub(super) struct Matching {
    exit: bool,
    out: StreamRule,
    err: StreamRule,
    /// How many functions of the stack of a crash must be the same.
    depth: u32,
}

const OUT: &str = "standard output";
const ERR: &str = "standard error";

impl Matching {
    /// The rule for these options.
    pub(super) fn new(rule: &MatchRule) -> Result<Matching, RuleError> {
        if rule.ignore_exit && rule.ignore_out && rule.ignore_err {
            return Err(RuleError::NothingCompared);
        }
        let stream = |ignored, pattern: &Option<StreamPattern>| {
            Ok(match pattern {
                _ if ignored => StreamRule::Ignored,
                Some(pattern) => StreamRule::Contains(Matcher::new(pattern)?),
                None if rule.exact => StreamRule::Exact,
                None => StreamRule::Same,
            })
        };
        Ok(Matching {
            exit: !rule.ignore_exit,
            out: stream(rule.ignore_out, &rule.out)?,
            err: stream(rule.ignore_err, &rule.err)?,
            depth: rule.same_stack.unwrap_or(0),
        })
    }

    /// The rule for runs that show no failure: everything must be as in the golden run, after normalisation.
    pub(super) fn everything() -> Matching {
        Matching {
            exit: true,
            out: StreamRule::Same,
            err: StreamRule::Same,
            depth: 0,
        }
    }

    fn demands(&self, golden: &Evidence) -> Vec<String> {
        let mut demands = Vec::new();
        if self.exit {
            demands.push(format!("the solver ends with {}", golden.observation.end));
        }
        for (stream, rule) in [(OUT, &self.out), (ERR, &self.err)] {
            match rule {
                StreamRule::Ignored => {}
                StreamRule::Contains(matcher) => {
                    demands.push(format!("{stream} contains `{}`", matcher.words()));
                }
                StreamRule::Same => demands.push(format!(
                    "{stream} is the same, except for file names, positions, addresses and times"
                )),
                StreamRule::Exact => demands.push(format!("{stream} is the same, byte for byte")),
            }
        }
        if self.depth > 0 {
            demands.push(format!(
                "a crash is in the same function, the first {} of its stack",
                self.depth
            ));
        }
        demands
    }
}

impl Compare for Matching {
    fn accept(&self, golden: &Evidence, which: Which) -> Result<Reproduced, NotReproduced> {
        contains(&self.out, &golden.observation.out, OUT, which)?;
        contains(&self.err, &golden.observation.err, ERR, which)?;
        Ok(Reproduced::by(golden, self.demands(golden)))
    }

    fn signature(&self, golden: &Evidence, interesting: &Evidence) -> String {
        signature(golden, interesting)
    }

    fn outcome(&self, golden: &Evidence, candidate: &Evidence) -> Outcome {
        let place = match crash_sites(golden, candidate, self.depth) {
            Place::Agrees | Place::Unknown => Outcome::Interesting,
            Place::Differs(outcome) => outcome,
        };
        let (golden, candidate) = (&golden.observation, &candidate.observation);
        all([
            place,
            of(!self.exit || golden.end == candidate.end),
            self.out.outcome(&golden.out, &candidate.out),
            self.err.outcome(&golden.err, &candidate.err),
        ])
    }
}

/// Checks that a stream of the golden run contains what candidates must contain.
fn contains(
    rule: &StreamRule,
    golden: &Stream,
    stream: &'static str,
    which: Which,
) -> Result<(), NotReproduced> {
    match rule {
        StreamRule::Contains(matcher) if matcher.outcome(golden) != Outcome::Interesting => {
            Err(NotReproduced::NoMatch {
                which,
                stream,
                pattern: matcher.words(),
                cut: golden.whole().is_none(),
            })
        }
        StreamRule::Contains(_) | StreamRule::Ignored | StreamRule::Same | StreamRule::Exact => {
            Ok(())
        }
    }
}
