//! The events of a journal, one per line. They are the only state of an output directory besides the minimized files.

use super::{Call, Measurement, PackedRow, Provenance, RowKey, Side, Spent, microseconds};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::ops::Not;
use std::time::Duration;

/// Raised when an older smelt would misread the journal. A journal of a newer smelt is refused.
pub(crate) const JOURNAL_VERSION: u32 = 4;

/// An event.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A run began. Reports show the rows that were taken up or finished since the last such event.
    Start {
        /// The `JOURNAL_VERSION` of the smelt that wrote it.
        version: u32,
        /// The version of smelt.
        smelt: String,
        /// The number in the fingerprints of opaque commands, in hexadecimal: drawn once for an output.
        #[serde(rename = "salt")] // its name in the file format
        nonce: String,
        /// How smelt was called. None in journals from before this was recorded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<Call>,
        /// When. None in journals from before this was recorded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Timestamp>,
    },
    /// The cases were found.
    Planned {
        /// The number of cases, including finished ones.
        cases: usize,
        /// Whether a case may have several rows, because it is run on several builds.
        #[serde(default, skip_serializing_if = "Not::not")]
        on_builds: bool,
        /// If they are only a part of all cases, which one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<Part>,
    },
    /// The run is made up of the runs of this many shards, whose journals follow.
    Merged {
        /// The number of shards.
        shards: u32,
    },
    /// A finished row of an earlier run is still valid, and is taken up.
    TakenUp {
        /// The row.
        key: RowKey,
    },
    /// A reduction began.
    Begun {
        /// The row that it is for.
        key: RowKey,
        /// The digest of its configuration, in hexadecimal.
        config: String,
        /// The blake3 digest of the file, in hexadecimal; empty if the file could not be read.
        source: String,
    },
    /// A reduction has reproduced the failure and begins to search: from now on the minimized file is its work.
    Searching {
        /// The row that it is for.
        key: RowKey,
        /// Whose minimized file it is.
        #[serde(default, skip_serializing_if = "Side::is_usual")]
        side: Side,
        /// What the minimized file is made from.
        #[serde(flatten)]
        provenance: Provenance,
    },
    /// A text is about to move from the place of the minimized file, because another one is to be written there.
    SetAside(SetAside),
    /// What the reduction that last began for a row has cost so far, over all its starts.
    Spent {
        /// The row.
        key: RowKey,
        /// The costs.
        #[serde(flatten)]
        spent: Spent,
    },
    /// The CPU time of the golden run was measured; the limit of candidates follows from it.
    #[serde(rename = "golden")] // its name in the file format
    GoldenCpu {
        /// The row that it is for.
        key: RowKey,
        /// The blake3 digest of the file, in hexadecimal.
        source: String,
        /// The fingerprints of the commands, in hexadecimal.
        fingerprint: String,
        /// The CPU time of the golden run for each solver.
        #[serde(rename = "cpu_microseconds", with = "microseconds")]
        cpu: Vec<Duration>,
    },
    /// A process that worked on this reduction alone has ended without a row.
    Died {
        /// The row that it was for.
        key: RowKey,
    },
    /// A comparison of tools began. Reports show the calls that were kept or measured since the last such event.
    Compares {
        /// The tools, each with its command, in order.
        tools: Vec<(String, String)>,
    },
    /// A call of an earlier run is still valid, and is kept.
    Kept {
        /// The case.
        case: String,
        /// The tool.
        tool: String,
        /// The repetition.
        repetition: u32,
    },
    /// A case cannot be compared.
    LeftOut {
        /// The case.
        case: String,
        /// Why, in a sentence.
        why: String,
    },
    /// One call of a tool on a case has ended.
    Measured {
        /// The digest of what the call depends on: the case, its settings, the tool, and the limits.
        config: String,
        /// What it came to.
        measurement: Box<Measurement>,
    },
    /// A reduction has ended.
    Finished {
        /// The digest of its configuration, in hexadecimal.
        config: String,
        /// The result.
        row: PackedRow,
    },
}

/// The part of the cases on which one of several runs works, each with an output of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Which part, from 1.
    pub shard: u32,
    /// The number of parts.
    pub of: u32,
    /// The number of all cases.
    pub all: usize,
    /// The digest of all cases and their settings, in hexadecimal.
    pub corpus: String,
}

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

impl Event {
    /// The row that it is about, if it is about one.
    pub fn key(&self) -> Option<RowKey> {
        match self {
            Event::TakenUp { key }
            | Event::Begun { key, .. }
            | Event::Searching { key, .. }
            | Event::Spent { key, .. }
            | Event::GoldenCpu { key, .. }
            | Event::Died { key } => Some(key.clone()),
            Event::SetAside(result) => Some(result.key.clone()),
            Event::Finished { row, .. } => Some(row.key().clone()),
            Event::Start { .. }
            | Event::Planned { .. }
            | Event::Merged { .. }
            | Event::Compares { .. }
            | Event::Kept { .. }
            | Event::LeftOut { .. }
            | Event::Measured { .. } => None,
        }
    }

    /// Whether it is only written by a comparison of tools.
    pub(crate) fn is_of_comparison(&self) -> bool {
        matches!(
            self,
            Event::Compares { .. }
                | Event::Kept { .. }
                | Event::LeftOut { .. }
                | Event::Measured { .. }
        )
    }

    /// When it happened, if it says so: the start of a run, and the end of a reduction.
    pub(crate) fn time(&self) -> Option<Timestamp> {
        match self {
            Event::Start { at, .. } => *at,
            Event::Finished { row, .. } => row.row().ended,
            Event::Planned { .. }
            | Event::Merged { .. }
            | Event::TakenUp { .. }
            | Event::Begun { .. }
            | Event::Searching { .. }
            | Event::SetAside(_)
            | Event::Spent { .. }
            | Event::GoldenCpu { .. }
            | Event::Died { .. }
            | Event::Compares { .. }
            | Event::Kept { .. }
            | Event::LeftOut { .. }
            | Event::Measured { .. } => None,
        }
    }
}
