//! What makes a candidate interesting: each oracle's file answers for its own criterion.

use super::{Evidence, MatchRule, Oracle, RuleError};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

/// What makes a candidate interesting, according to the configuration of its case. Its debug output names it in the
/// digest of the settings, so it must have every field, and a change makes the results of earlier runs invalid.
pub trait Criterion: fmt::Debug + Send + Sync {
    /// The oracle that decides by it.
    ///
    /// # Errors
    /// The criterion is unusable: it has a wrong regular expression or an empty pattern, or compares nothing.
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError>;

    /// How `smelt check --explain` shows it, in the words of the options.
    fn shown(&self) -> String;

    /// The default number of runs per text.
    fn repeat(&self) -> u32 {
        1
    }

    /// Whether slow runs are looked for. If so, no run may be ended before its limit.
    fn decides_by_time(&self) -> bool {
        false
    }

    /// Whether the hang is the bug, so that a run that reaches its CPU limit is what is looked for.
    fn is_hang(&self) -> bool {
        false
    }

    /// The CPU limit of the solver under test, given that of `--timeout`; none if a golden run determines it.
    fn limit(&self, timeout: Option<Duration>) -> Option<Duration> {
        timeout
    }

    /// Whether the CPU limit is part of what is looked for, so that the limit comes from where the rule does.
    fn sets_limit(&self) -> bool {
        false
    }

    /// The CPU limit of the solver under test, if the golden time of the second solver determines it.
    fn limit_from_second(&self, _golden: Duration) -> Option<Duration> {
        None
    }

    /// Whether a run of this solver must not be ended by lack of memory. Rules about time do not care how it is spent.
    fn refuses_lack_of_memory(&self, _solver: usize) -> bool {
        !self.decides_by_time()
    }

    /// Whether the command is an interestingness script, which knows the user's file by its name and decides alone.
    fn is_script(&self) -> bool {
        false
    }

    /// Whether the solvers must print all models, as far as their options leave it open.
    fn needs_all_models(&self) -> bool {
        false
    }

    /// The options by which other reducers ask for about the same, and which smelt has too: `--match-out`,
    /// `--match-err`, `--ignore-output` and so on. None if they cannot say it.
    fn shared_options(&self, _golden: &Evidence) -> Option<Vec<String>> {
        None
    }

    /// The same, but what a solver did is compared in another way; none if no solver is compared with its golden run.
    fn comparing(&self, _otherwise: Otherwise<'_>) -> Option<Rule> {
        None
    }
}

/// How the runs of a solver are compared instead, given its number and how they are compared.
pub type Otherwise<'a> = &'a dyn Fn(usize, &MatchRule) -> MatchRule;

/// A criterion as a setting: it can be copied and compared.
#[derive(Clone)]
pub struct Rule(Arc<dyn Criterion>);

impl Rule {
    /// The rule with this criterion.
    pub fn of(criterion: impl Criterion + 'static) -> Rule {
        Rule(Arc::new(criterion))
    }

    /// The same rule, but this number of functions on the stack of a crash are compared, where it compares what the
    /// solver under test did. None changes nothing.
    #[must_use]
    pub fn with_same_stack(self, same_stack: Option<u32>) -> Rule {
        let with_stack = |solver, rule: &MatchRule| MatchRule {
            same_stack: same_stack.filter(|_| solver == 0).or(rule.same_stack),
            ..rule.clone()
        };
        self.comparing(&with_stack).unwrap_or(self)
    }

    /// Two weaker rules, of which one must hold if the same text is run in different directories, where positions and
    /// the file's name may differ. Instead of byte for byte, one compares after normalisation, and the other compares
    /// failures.
    #[must_use]
    pub fn without_positions(&self) -> [Rule; 2] {
        [true, false].map(|whole| {
            self.comparing(&|_, rule| rule.in_place_of_exact(whole))
                .unwrap_or_else(|| self.clone())
        })
    }
}

impl Deref for Rule {
    type Target = dyn Criterion;

    fn deref(&self) -> &Self::Target {
        self.0.as_ref()
    }
}

/// The debug output of the criterion alone, from which the digest of the settings is made.
impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Rules are equal if the digest of the settings does not distinguish them.
impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}
