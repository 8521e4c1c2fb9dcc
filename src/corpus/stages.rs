//! The phases and stages of a strategy that a list names.

use super::CorpusError;
use super::names::unknown;
use crate::search::{PHASES, Strategy};

/// The phases of a list such as `1-3,6`; all if there is none.
pub(super) fn known_phases(list: Option<String>) -> Result<Vec<u8>, CorpusError> {
    let Some(list) = list else {
        return Ok(PHASES.collect());
    };
    let range = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        let is_known = PHASES.contains(&from) && PHASES.contains(&to) && from <= to;
        is_known.then_some(from..=to)
    };
    let phases: Option<Vec<_>> = list.split(',').map(range).collect();
    let phases = phases.ok_or_else(|| {
        CorpusError::options(
            format!("`{list}` is no list of phases"),
            "phases have the numbers 1 to 7; give them as in `1-3,6`",
        )
    })?;
    Ok(phases.into_iter().flatten().collect())
}

/// The stages of a list such as `commands,proof`.
pub(super) fn known_stages(
    list: Option<String>,
    strategy: &Strategy,
) -> Result<Option<Vec<String>>, CorpusError> {
    let Some(list) = list else {
        return Ok(None);
    };
    let stages = strategy.stages();
    let known = |name: &str| {
        let names = stages.iter().copied();
        let is_known = stages.contains(&name);
        let unknown = || unknown(&format!("stage of `{}`", strategy.name), name, names);
        is_known.then(|| name.to_owned()).ok_or_else(unknown)
    };
    let chosen: Result<_, _> = list.split(',').map(str::trim).map(known).collect();
    Ok(Some(chosen?))
}
