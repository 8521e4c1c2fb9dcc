//! What identifies a row in a journal and in reports.

use super::SharedText;
use serde::{Deserialize, Serialize};

/// The key of a row. Where an old journal does not record `minimiser` and `effort`, they were the usual ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RowKey {
    /// The case's id.
    pub case: SharedText,
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

const USUAL_EFFORT: &str = "normal";

/// The effort where none is recorded.
pub(super) fn usual_effort<T: From<&'static str>>() -> T {
    USUAL_EFFORT.into()
}

impl RowKey {
    /// The name of a directory for the results of this solver and search: `z3+hybrid`, `z3+auto+deep`.
    pub fn directory(&self) -> String {
        let name = format!("{}+{}", self.solver, self.search());
        name.replace(['/', '\0'], "_")
    }

    /// The key of the same solver and search on another case.
    pub(crate) fn with_case(&self, case: SharedText) -> RowKey {
        RowKey {
            case,
            ..self.clone()
        }
    }

    /// Whether the keys differ by their cases at most.
    pub(crate) fn has_search_of(&self, other: &RowKey) -> bool {
        (&self.solver, &self.strategy, &self.minimiser, &self.effort)
            == (
                &other.solver,
                &other.strategy,
                &other.minimiser,
                &other.effort,
            )
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

#[cfg(test)]
mod tests {
    use super::RowKey;

    #[test]
    fn an_old_key_is_that_of_the_usual_search_and_a_directory_names_what_is_unusual() {
        let read = |json: &str| serde_json::from_str::<RowKey>(json).expect("a key");
        let old = read(r#"{"case":"a","solver":"b/z3","strategy":"auto"}"#);
        assert_eq!(old.directory(), "b_z3+auto");
        let new =
            r#"{"case":"a","solver":"z3","strategy":"auto","minimiser":"cdd","effort":"deep"}"#;
        assert_eq!(read(new).directory(), "z3+auto+cdd+deep");
    }
}
