//! Groups of rows that probably show the same bug, and `groups.csv`.

use super::Selection;
use super::data_table::DataTable;
use crate::event::{MarkKind, PackedRow, ReportCell, RowKey, SharedText, Status};
use jiff::Timestamp;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// A group of rows that probably show the same bug, because their failures have the same most trusted mark.
#[derive(Clone, Debug, PartialEq)]
pub struct BugGroup {
    /// The name of the group: the column `group` of its rows.
    pub name: String,
    /// The kind of the mark that they have in common.
    pub by: MarkKind,
    /// The failure of the representative, in one line.
    pub failure: String,
    /// The rows, the smallest result first. The first one represents the group.
    pub members: Vec<GroupMember>,
    /// Where a row of the group was first seen.
    pub first: Option<FirstSeen>,
}

/// A row in a group. Of many thousand cases, a group may have as many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMember {
    /// The size of the result in bytes.
    pub bytes: Option<u64>,
    row: PackedRow,
}

impl GroupMember {
    /// The key of the row.
    pub fn key(&self) -> &RowKey {
        self.row.key()
    }

    /// What became of it.
    pub fn status(&self) -> Status {
        self.row.status()
    }

    /// Its place in the group: finished results first, the smallest of them before others, and rows without a result
    /// last.
    fn place(&self) -> (bool, bool, Option<u64>, &PackedRow) {
        (
            !self.status().is_measured(),
            self.bytes.is_none(),
            self.bytes,
            &self.row,
        )
    }
}

impl PartialOrd for GroupMember {
    fn partial_cmp(&self, other: &GroupMember) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for GroupMember {
    fn cmp(&self, other: &GroupMember) -> Ordering {
        self.place().cmp(&other.place())
    }
}

/// Where a group was first seen in an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstSeen {
    /// When the run began that saw it. None in journals from before this was recorded.
    pub at: Option<Timestamp>,
    /// The number of this run in the journal.
    pub(super) run: usize,
    /// The row; of several in the same run, the first in the order of reports.
    pub key: RowKey,
}

impl BugGroup {
    /// The number of cases in the group. A case that several solvers or searches have reduced counts once.
    pub fn cases(&self) -> usize {
        let mut cases: Vec<&str> = self
            .members
            .iter()
            .map(|member| &*member.key().case)
            .collect();
        cases.sort_unstable();
        cases.dedup();
        cases.len()
    }

    /// The row with the smallest result.
    pub fn representative(&self) -> Option<&GroupMember> {
        self.members.first()
    }
}

/// The groups of these rows: those of most cases first, then those with the smallest results.
pub(super) fn groups(rows: &Selection, firsts: &BTreeMap<SharedText, FirstSeen>) -> Vec<BugGroup> {
    let mut groups: BTreeMap<String, BugGroup> = BTreeMap::new();
    for (row, selected) in rows.selected() {
        let Some((by, name)) = row.marked_group() else {
            continue;
        };
        let group = groups.entry(name.clone()).or_insert_with(|| BugGroup {
            first: firsts.get(&*name).cloned(),
            name,
            by,
            failure: String::new(),
            members: Vec::new(),
        });
        group.members.push(GroupMember {
            bytes: row.bytes_after,
            row: selected.packed().clone(),
        });
    }
    let mut groups: Vec<BugGroup> = groups.into_values().collect();
    for group in &mut groups {
        group.members.sort_unstable();
        if let Some(smallest) = group.members.first() {
            let row = smallest.row.row();
            // Of the original, if there is no result.
            group.failure = row.signature_after.or(row.signature).unwrap_or_default();
        }
    }
    groups.sort_by_cached_key(|group| (Reverse(group.cases()), group.members.first().cloned()));
    groups
}

/// The columns of `groups.csv`.
const COLUMNS: [&str; 10] = [
    "group",
    "by",
    "cases",
    "failure",
    "representative",
    "solver",
    "bytes",
    "first_seen",
    "first_solver",
    "others",
];

/// `groups.csv`: a line for each group.
pub fn groups_table(groups: &[BugGroup]) -> DataTable<'_> {
    DataTable::of(COLUMNS, groups.iter().map(|group| cells(group).to_vec()))
}

fn cells(group: &BugGroup) -> [ReportCell; COLUMNS.len()] {
    let words = |words: Option<String>| words.map_or(ReportCell::Empty, ReportCell::Text);
    let number = |number: Option<u64>| number.map_or(ReportCell::Empty, ReportCell::Count);
    let (smallest, first) = (group.representative(), group.first.as_ref());
    let key = smallest.map(GroupMember::key);
    let others = group.members.iter().skip(1);
    let others = others.map(|member| &*member.key().case);
    let mut others: Vec<&str> = others
        .filter(|&case| key.is_none_or(|key| key.case != case))
        .collect();
    others.sort_unstable();
    others.dedup();
    [
        words(Some(group.name.clone())),
        words(Some(group.by.to_string())),
        number(u64::try_from(group.cases()).ok()),
        words(Some(group.failure.clone())),
        words(key.map(|key| key.case.to_string())),
        words(key.map(|key| key.made_by.solver.to_string())),
        number(smallest.and_then(|member| member.bytes)),
        words(first.and_then(|first| first.at).map(|at| at.to_string())),
        words(first.map(|first| first.key.made_by.solver.to_string())),
        words((!others.is_empty()).then(|| others.join("\n"))),
    ]
}
