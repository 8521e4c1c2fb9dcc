//! Searches whose answers were in the store already, because another search of the same output had asked for them: their
//! runs and times say little, but their checks are the same with any store.

use super::Rows;
use crate::event::Row;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// A search that another one has gone before on the same cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarmSearch {
    /// The search of this run.
    pub search: String,
    /// The earlier one.
    pub before: String,
    /// How many cases both have reduced.
    pub cases: u64,
    /// The checks of this search on them.
    pub checks: u64,
    /// The checks of the earlier one on them.
    pub checks_before: u64,
}

impl WarmSearch {
    /// The searches of this run, each beside those that earlier runs of the output have made on its cases. Rows that were
    /// taken up do not count.
    pub fn of(now: &Rows, before: &Rows) -> Vec<WarmSearch> {
        let known: HashSet<_> = before.finished_keys().cloned().collect();
        let mut earlier: HashMap<_, Vec<_>> = HashMap::new();
        for row in before.finished().iter().filter(Row::is_measured) {
            let of_case = earlier.entry((row.case.clone(), row.solver.clone()));
            of_case.or_default().push((row.key().search(), row.checks));
        }
        let mut found: BTreeMap<(String, String), WarmSearch> = BTreeMap::new();
        let is_new = |row: &Row| row.is_measured() && !known.contains(&row.key());
        for row in now.current().iter().filter(is_new) {
            let search = row.key().search();
            let of_case = earlier.get(&(row.case.clone(), row.solver.clone()));
            for (before, checks) in of_case.into_iter().flatten() {
                let key = (search.clone(), before.clone());
                let warm = found.entry(key).or_insert_with(|| WarmSearch {
                    search: search.clone(),
                    before: before.clone(),
                    cases: 0,
                    checks: 0,
                    checks_before: 0,
                });
                warm.cases += 1;
                warm.checks += row.checks;
                warm.checks_before += checks;
            }
        }
        found.into_values().collect()
    }
}

impl fmt::Display for WarmSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WarmSearch {
            search,
            before,
            cases,
            checks,
            checks_before,
        } = self;
        let on = if *cases == 1 {
            "1 case".to_owned()
        } else {
            format!("{cases} cases")
        };
        write!(
            f,
            "the store knew answers that `{before}` had asked for, so the runs and times of `{search}` are lower than alone. \
             Checks do not depend on the store: {checks} of `{search}` and {checks_before} of `{before}` on {on}. \
             `smelt compare` gives each search a store of its own"
        )
    }
}
