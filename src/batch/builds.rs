//! The builds of a case, in a run on several builds: the case is worked on with one after the other, in the order in which
//! they are named, and begins with what it has with an earlier one.
//!
//! Which results there are to begin with must not depend on which case was finished first. So no build of a case begins
//! before the earlier ones have ended.

use super::Output;
use super::resume::{self, Past};
use crate::corpus::{Planned, Settings};
use crate::event::{PackedRow, Provenance, Side};
use crate::reduction::ResultOnBuild;
use std::collections::{HashMap, VecDeque};

/// The cases of a run, those of the same file together.
pub(super) struct CaseBuilds<'a>(HashMap<&'a str, Vec<&'a Planned>>);

impl<'a> CaseBuilds<'a> {
    /// Those of these cases.
    pub(super) fn of(planned: impl IntoIterator<Item = &'a Planned>) -> CaseBuilds<'a> {
        let mut builds: HashMap<&str, Vec<&Planned>> = HashMap::new();
        for planned in planned {
            builds.entry(&planned.case.id).or_default().push(planned);
        }
        CaseBuilds(builds)
    }

    /// What each thread works on without a break, in the order of `todo`.
    pub(super) fn in_order(mut self, todo: &[&'a Planned]) -> VecDeque<VecDeque<&'a Planned>> {
        let first = todo
            .iter()
            .filter_map(|planned| self.0.remove(&*planned.case.id));
        first.map(VecDeque::from).collect()
    }

    /// The results of the builds before this one in this run, the latest first.
    pub(super) fn results_before(
        &self,
        settings: &Settings,
        case: &Planned,
        (past, output): (&Past, &Output),
    ) -> Vec<ResultOnBuild> {
        let builds = self.0.get(&*case.case.id).map_or(&[][..], Vec::as_slice);
        let usable = builds
            .iter()
            .filter_map(|build| Some((*build, build.settings.as_ref().ok()?)));
        let before = usable.take_while(|(_, other)| other.solver != settings.solver);
        let mut results: Vec<_> = before
            .filter_map(|(build, other)| {
                let key = resume::key(build, other);
                let row = output.row(&key).filter(PackedRow::is_measured)?.row();
                if row.side() != Side::Usual {
                    return None;
                }
                let (author, place) = (Provenance::of(other.digest(), &row), past.place(&key));
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
