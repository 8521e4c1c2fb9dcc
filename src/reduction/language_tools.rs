//! What the language of a case offers to its reduction.

use crate::corpus::{Effort, IllFormedMode, Settings};
use crate::input::plain_name;
use crate::language::{Filter, LANGUAGES, Language, TestCase, language_of_extension};
use crate::mutator::{ERASE_NODE, Mutator};
use crate::search::{Cancellation, Plan};
use crate::solver::{Deadline, Stop};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The most questions that each search of a deep reduction may ask on detours. Most need far fewer.
const DETOURS: usize = 400;

/// The language of a case, its filter, and the mutators that understand it.
pub(super) struct LanguageTools {
    pub(super) language: &'static dyn Language,
    /// Judges texts against what the golden text declares; none in a language without ill-formed texts.
    filter: Option<Arc<dyn Filter>>,
    /// The mutators that are switched on, in their order.
    pub(super) mutators: Vec<&'static Mutator>,
    /// The mutators that the settings name.
    named: Vec<&'static Mutator>,
    /// The mutators of the last round.
    last_round: Vec<&'static Mutator>,
}

impl LanguageTools {
    /// The tools for reductions of this golden text.
    pub(super) fn of(
        language: &'static dyn Language,
        golden: &TestCase,
        settings: &Settings,
    ) -> LanguageTools {
        LanguageTools {
            language,
            filter: if settings.ill_formed == IllFormedMode::Never {
                language.strict_filter(golden)
            } else {
                language.filter(golden)
            },
            mutators: understanding(language, settings.enabled_mutators()),
            named: understanding(language, settings.named_mutators()),
            last_round: understanding(language, settings.last_round()),
        }
    }

    /// Why a text is ill-formed, if it is.
    pub(super) fn why_ill_formed(&self, case: &TestCase) -> Option<String> {
        self.filter.as_ref()?.why_ill_formed(case)
    }

    /// A remark on a text that only some solvers take, if the original is not of this kind.
    pub(super) fn deviation(&self, case: &TestCase, settings: &Settings) -> Option<String> {
        let what = self.filter.as_ref()?.deviation(case)?;
        let advice = match settings.ill_formed {
            IllFormedMode::Never => "",
            _ => "; `--ill-formed never` keeps to the standard",
        };
        Some(format!(
            "only some solvers take the result ({what}){advice}"
        ))
    }

    /// Whether a search tries to erase each part of the text.
    pub(super) fn erases(&self) -> bool {
        self.mutators
            .iter()
            .any(|mutator| mutator.name() == ERASE_NODE.name())
    }

    /// The plan of a search that ends when work is to end, and at the deadline if there is one.
    pub(super) fn plan(
        &self,
        settings: &Settings,
        stop: &Stop,
        deadline: Option<Arc<Deadline>>,
    ) -> Plan {
        let is_winding_up = stop.cancelled();
        let cancelled = Cancellation::once(move || {
            let is_over = |deadline: &Arc<Deadline>| deadline.has_passed();
            is_winding_up.load(Ordering::Relaxed) || deadline.as_ref().is_some_and(is_over)
        });
        let usual = Plan::new(self.language, self.filter.clone(), self.mutators.clone());
        let plan = Plan {
            named: self.named.clone(),
            last_round: self.last_round.clone(),
            stages: settings.stages.clone().map(Arc::from),
            minimiser: settings.minimiser,
            phases: settings.phases.clone().into(),
            is_quick: settings.effort == Effort::Quick,
            detours: if settings.effort == Effort::Deep {
                DETOURS
            } else {
                0
            },
            ..usual.in_parallel().cancelled_by(cancelled)
        };
        match settings.ill_formed {
            IllFormedMode::Always => plan.unfiltered(),
            IllFormedMode::Never | IllFormedMode::Dialects | IllFormedMode::Last => plan,
        }
    }
}

/// Those of these mutators that understand a language.
fn understanding(
    language: &dyn Language,
    mut mutators: Vec<&'static Mutator>,
) -> Vec<&'static Mutator> {
    mutators.retain(|mutator| mutator.profile().understands(language.name()));
    mutators
}

/// The language that is configured for a case, else that of its extension, else the first of all.
pub(super) fn language_of(settings: &Settings, input: &Path) -> &'static dyn Language {
    let extension = plain_name(input).extension().and_then(OsStr::to_str);
    settings
        .language
        .or_else(|| language_of_extension(extension.unwrap_or_default()))
        .unwrap_or(LANGUAGES[0])
}
