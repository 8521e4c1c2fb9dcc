//! A result that has made way for another one.

use super::{Provenance, RowKey, Side};
use serde::{Deserialize, Serialize};

/// A result that has made way for another one, and is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    /// The row that it was for.
    pub key: RowKey,
    /// Which of its results it was.
    #[serde(default, skip_serializing_if = "Side::is_usual")]
    pub side: Side,
    /// Its file, below the output directory.
    pub file: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// What it was made from. None if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}
