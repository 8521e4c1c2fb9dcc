//! The phases and stages of a strategy that a list names.

use super::CorpusError;
use super::names::unknown;
use crate::search::{PHASES, STRATEGIES, Strategy};
use std::ops::RangeInclusive;

/// The phases of a list such as `1-3,6`; all if there is none.
pub(super) fn known_phases(list: Option<String>) -> Result<Vec<u8>, CorpusError> {
    let Some(list) = list else {
        return Ok(PHASES.collect());
    };
    let mut phases = Vec::new();
    for part in list.split(',') {
        let Some(range) = range(part) else {
            return Err(CorpusError::options(
                format!("`{list}` is no list of phases"),
                "phases have the numbers 1 to 7; give them as in `1-3,6`",
            ));
        };
        phases.extend(range);
    }
    Ok(phases)
}

/// The phases of a part of a list: `6` or `1-3`.
fn range(part: &str) -> Option<RangeInclusive<u8>> {
    let (from, to) = part.split_once('-').unwrap_or((part, part));
    let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    let is_known = PHASES.contains(&from) && PHASES.contains(&to) && from <= to;
    is_known.then_some(from..=to)
}

/// The stages of a list such as `commands,proof`: those of this strategy, or of any if it is not known yet.
pub(super) fn known_stages(
    list: Option<String>,
    strategy: &'static Strategy,
    is_any_strategy: bool,
) -> Result<Option<Vec<String>>, CorpusError> {
    let Some(list) = list else {
        return Ok(None);
    };
    let strategies = if is_any_strategy {
        STRATEGIES
    } else {
        std::slice::from_ref(strategy)
    };
    let mut chosen = Vec::new();
    for name in list.split(',').map(str::trim) {
        let has_it = |strategy: &Strategy| strategy.stages().contains(&name);
        if !strategies.iter().any(has_it) {
            let kind = format!("stage of `{}`", strategy.name);
            return Err(unknown(&kind, name, strategy.stages().into_iter()));
        }
        chosen.push(name.to_owned());
    }
    Ok(Some(chosen))
}
