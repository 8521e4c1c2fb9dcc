//! What identifies a row in a journal and in reports.

use serde::{Deserialize, Serialize};

/// The key of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RowKey {
    /// The case's id.
    pub case: String,
    /// The solver's name.
    pub solver: String,
    /// The strategy's name.
    pub strategy: String,
}
