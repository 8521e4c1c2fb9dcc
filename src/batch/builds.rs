//! The builds of a case, in a run on several builds: the case is worked on with one after the other, in the order in which
//! they are named, and begins with what it has with an earlier one.
//!
//! Which results there are to begin with must not depend on which case was finished first. So no build of a case begins
//! before the earlier ones have ended.

use super::Output;
use super::resume::{self, Past};
use crate::corpus::{Planned, Settings, several_builds};
use crate::event::{PackedRow, Provenance, Side};
use crate::reduction::ResultOnBuild;
use std::collections::{HashMap, VecDeque};

/// A case on its builds, or on its one solver. A thread works on them without a break.
pub(super) type OnBuilds<'a> = &'a [&'a Planned];

/// The cases to work on, in the order of that of their builds that comes first.
pub(super) fn in_turn<'a, K: Ord>(
    todo: &'a [&'a Planned],
    order: impl Fn(&Planned) -> K,
) -> VecDeque<OnBuilds<'a>> {
    let mut cases: Vec<OnBuilds<'_>> = todo
        .chunk_by(|one, next| one.case.id == next.case.id)
        .collect();
    cases.sort_by_cached_key(|builds| builds.iter().map(|planned| order(planned)).min());
    cases.into()
}

/// The cases of a run that are run on several builds.
pub(super) struct CaseBuilds<'a>(HashMap<&'a str, &'a [Planned]>);

impl<'a> CaseBuilds<'a> {
    /// Those of these cases.
    pub(super) fn of(planned: &'a [Planned]) -> CaseBuilds<'a> {
        CaseBuilds(several_builds(planned).collect())
    }

    /// The results of the builds before this one in this run, the latest first.
    pub(super) fn results_before(
        &self,
        settings: &Settings,
        case: &Planned,
        (past, output): (&Past, &Output),
    ) -> Vec<ResultOnBuild> {
        let builds = self.0.get(&*case.case.id).copied().unwrap_or_default();
        let usable = builds
            .iter()
            .filter_map(|build| Some((build, build.settings.as_ref().ok()?)));
        let before = usable.take_while(|(_, other)| other.solver != settings.solver);
        let mut results: Vec<_> = before
            .filter_map(|(build, other)| {
                let key = resume::key(build, other);
                let row = output.row(&key).filter(PackedRow::is_measured)?.row();
                if row.side() != Side::Usual {
                    return None;
                }
                let (author, place) = (Provenance::of(&other.digest(), &row), past.place(&key));
                Some(ResultOnBuild {
                    path: output.minimized(&place, Side::Usual),
                    chain: output.chain(&place, &author),
                    author,
                })
            })
            .collect();
        results.reverse();
        results
    }
}
