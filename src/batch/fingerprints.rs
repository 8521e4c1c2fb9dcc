//! The fingerprints of the commands of cases, as they are now.

use super::reduce::Reduce;
use crate::corpus::Settings;
use crate::event::Row;
use crate::reduction::{ReductionContext, fingerprint_parts};
use std::collections::HashMap;
use std::path::Path;

/// The fingerprints of commands; each is determined once per run.
pub(crate) struct Fingerprints<'a> {
    /// By what they depend on.
    known: HashMap<String, Option<String>>,
    reduce: &'a dyn Reduce,
    context: &'a ReductionContext<'a>,
}

impl<'a> Fingerprints<'a> {
    /// None is known yet.
    pub(crate) fn new(
        reduce: &'a dyn Reduce,
        context: &'a ReductionContext<'a>,
    ) -> Fingerprints<'a> {
        Fingerprints {
            known: HashMap::new(),
            reduce,
            context,
        }
    }

    /// Whether the command is still the one that the row was made with, as far as that was recorded. A solver that cannot be
    /// run any more is not: whoever relies on the batch must hear of it.
    pub(super) fn agree(&mut self, row: &Row, settings: &Settings, input: &Path) -> bool {
        let Some(then) = &row.fingerprint else {
            return true;
        };
        let now = self.of(settings, input);
        now.is_some_and(|now| now == then)
    }

    /// The fingerprint of a case's commands, if it can be determined.
    pub(crate) fn of(&mut self, settings: &Settings, input: &Path) -> Option<&str> {
        let known = self.known.entry(fingerprint_parts(settings, input));
        let now = known.or_insert_with(|| self.reduce.fingerprint(settings, input, self.context));
        now.as_deref()
    }
}
