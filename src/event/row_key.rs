//! What identifies a row in a journal and in reports.

use super::SharedText;
use crate::sync::Mutex;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The key of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RowKey {
    /// The case's id.
    pub case: SharedText,
    /// The solver and search. Rows of many thousand cases share the same few.
    #[serde(
        flatten,
        serialize_with = "SolverSearch::serialize",
        deserialize_with = "shared"
    )]
    pub made_by: Arc<SolverSearch>,
}

/// A solver and a search. Where an old journal does not record `minimiser` and `effort`, they were the usual ones.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SolverSearch {
    /// The solver's name.
    pub solver: SharedText,
    /// The strategy's name.
    pub strategy: SharedText,
    /// The minimiser's name, if it is another one than the strategy's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimiser: Option<SharedText>,
    /// The effort.
    #[serde(default = "usual_effort")]
    pub effort: SharedText,
}

/// All that there are.
static KNOWN: Mutex<BTreeSet<Arc<SolverSearch>>> = Mutex::new(BTreeSet::new());

const USUAL_EFFORT: &str = "normal";

/// The effort where none is recorded.
pub(super) fn usual_effort<T: From<&'static str>>() -> T {
    USUAL_EFFORT.into()
}

impl RowKey {
    /// The name of a directory for the results of this solver and search.
    pub fn directory(&self) -> String {
        self.made_by.directory()
    }

    /// The name of the search.
    pub fn search(&self) -> String {
        self.made_by.search()
    }
}

impl SolverSearch {
    /// The same, which takes memory once.
    pub fn shared(self) -> Arc<SolverSearch> {
        let mut known = KNOWN.lock();
        if let Some(known) = known.get(&self) {
            return Arc::clone(known);
        }
        let shared = Arc::new(self);
        known.insert(Arc::clone(&shared));
        shared
    }

    /// The name of a directory for its results: `z3+hybrid`, `z3+auto+deep`.
    pub fn directory(&self) -> String {
        let name = format!("{}+{}", self.solver, self.search());
        name.replace(['/', '\0'], "_")
    }

    /// The strategy, and what is unusual about the search: `hybrid`, `auto+deep`.
    pub fn search(&self) -> String {
        let mut name = self.strategy.to_string();
        let is_usual = self.effort.is_empty() || self.effort == *USUAL_EFFORT;
        let effort = (!is_usual).then_some(&self.effort);
        for word in self.minimiser.iter().chain(effort) {
            name.push('+');
            name.push_str(word);
        }
        name
    }
}

/// Reads what takes memory once.
fn shared<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<SolverSearch>, D::Error> {
    SolverSearch::deserialize(deserializer).map(SolverSearch::shared)
}

#[cfg(test)]
mod tests {
    use super::RowKey;
    use std::sync::Arc;

    #[test]
    fn an_old_key_is_that_of_the_usual_search_and_a_directory_names_what_is_unusual() {
        let read = |json: &str| serde_json::from_str::<RowKey>(json).expect("a key");
        let old = read(r#"{"case":"a","solver":"b/z3","strategy":"auto"}"#);
        assert_eq!(old.directory(), "b_z3+auto");
        let new =
            r#"{"case":"a","solver":"z3","strategy":"auto","minimiser":"cdd","effort":"deep"}"#;
        assert_eq!(read(new).directory(), "z3+auto+cdd+deep");
        assert_eq!(serde_json::to_string(&read(new)).expect("JSON"), new);
        assert!(Arc::ptr_eq(&read(new).made_by, &read(new).made_by));
    }
}
