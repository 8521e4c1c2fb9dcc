//! Where a comparison of tools keeps texts beside its journal: each case, and what each call has made of it.

use crate::event::Measurement;
use std::path::{Component, Path, PathBuf};

/// Where a case is kept below the output: `originals/CASE`.
pub(crate) fn original_place(case: &str) -> PathBuf {
    plain(&Path::new("originals").join(case))
}

/// Where the result of a call is kept below the output: `results/TOOL/CASE`, that of the second repetition
/// `results/TOOL@2/CASE`.
pub(crate) fn result_place(row: &Measurement) -> PathBuf {
    let directory = match row.repetition {
        0 | 1 => row.tool.clone(),
        later => format!("{}@{later}", row.tool),
    };
    plain(&Path::new("results").join(directory).join(&row.case))
}

/// A journal may come from a stranger: nothing that it names is outside.
fn plain(below: &Path) -> PathBuf {
    let parts = below.components();
    parts
        .filter(|part| matches!(part, Component::Normal(_)))
        .collect()
}
