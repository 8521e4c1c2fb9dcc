//! The events of a journal, one a line: the only state of an output directory besides the files themselves.

use super::{Provenance, Row, RowKey, microseconds};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Raised when an older smelt would misread what is written. A newer journal is refused, not guessed at.
pub const JOURNAL_VERSION: u32 = 2;

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A run began. Reports show what was taken up or finished since the last of these.
    Start {
        /// [`JOURNAL_VERSION`] of who wrote it.
        version: u32,
        /// The version of smelt.
        smelt: String,
        /// The number in the fingerprints of opaque commands, in hexadecimal: drawn once for an output.
        #[serde(rename = "salt")] // its name in the file format
        nonce: String,
    },
    /// So many cases were found.
    Planned {
        /// With the finished ones.
        cases: usize,
    },
    /// The last finished row of this key is still valid.
    TakenUp {
        /// Which row.
        key: RowKey,
    },
    /// A reduction was begun.
    Begun {
        /// Which row it is for.
        key: RowKey,
        /// The digest of its configuration, in hexadecimal.
        config: String,
        /// blake3 of the file, in hexadecimal; empty where it could not be read.
        source: String,
    },
    /// A reduction knows its failure and begins to search: from now on the minimized file is its work.
    Searching {
        /// Which row it is for.
        key: RowKey,
        /// Whose work the file is.
        #[serde(flatten)]
        provenance: Provenance,
    },
    /// The CPU time of the golden run was measured: the candidates' limit follows from it.
    #[serde(rename = "golden")] // its name in the file format
    GoldenCpu {
        /// Which row it is for.
        key: RowKey,
        /// blake3 of the file, in hexadecimal.
        source: String,
        /// What identifies the solver's command, in hexadecimal.
        fingerprint: String,
        /// CPU time of the golden run, for each solver.
        #[serde(rename = "cpu_microseconds", with = "microseconds")]
        cpu: Vec<Duration>,
    },
    /// A reduction has ended.
    Finished {
        /// The digest of its configuration, in hexadecimal.
        config: String,
        /// What came of it.
        row: Box<Row>,
    },
}
