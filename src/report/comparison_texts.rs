//! The texts that a comparison of tools keeps beside its journal: each case, and what each call has made of it.

use super::page::{ComparedTexts, FileText};
use crate::disk::check_below;
use crate::event::Measurement;
use crate::input::InputFile;
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

/// The texts below this output.
pub(super) struct KeptTexts<'a>(pub(super) &'a Path);

impl KeptTexts<'_> {
    fn read(&self, below: &Path) -> FileText {
        let path = self.0.join(below);
        if check_below(self.0, below).is_err() {
            return FileText::Missing("not shown: there is a link on the way to it".to_owned());
        }
        InputFile::own(path).bytes().map_or_else(
            |error| FileText::Missing(format!("not shown: {error}")),
            FileText::of,
        )
    }
}

impl ComparedTexts for KeptTexts<'_> {
    fn original(&self, case: &str) -> FileText {
        self.read(&original_place(case))
    }

    fn result(&self, row: &Measurement) -> FileText {
        self.read(&result_place(row))
    }
}
