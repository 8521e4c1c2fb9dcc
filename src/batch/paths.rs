//! The paths of files below an output.

use crate::corpus::Settings;
use crate::event::Side;
use crate::language::LANGUAGES;
use std::path::{Component, Path, PathBuf};

/// The directory below the output directory that has the results of a side.
pub(super) fn within(side: Side) -> &'static str {
    match side {
        Side::Usual => "",
        Side::Beside => "changed",
    }
}

/// Where the minimized text with this place goes below the output directory.
pub(super) fn minimized(root: &Path, place: &str, side: Side) -> PathBuf {
    below(&root.join(within(side)).join("minimized"), place)
}

/// Where the trace with this place goes below the output directory.
pub(super) fn trace(root: &Path, place: &str, side: Side) -> PathBuf {
    let traces = root.join(within(side)).join("trace");
    below(&traces, &format!("{place}.csv"))
}

/// The files of a reduction.
pub(super) struct TaskFiles {
    pub(super) minimized: PathBuf,
    pub(super) trace: PathBuf,
    /// The result in another format, if it is wanted.
    pub(super) lifted: Option<PathBuf>,
}

impl TaskFiles {
    /// Those with this place below the output directory, on this side.
    pub(super) fn of(root: &Path, place: &str, side: Side, settings: &Settings) -> TaskFiles {
        let lifted = root.join(within(side)).join("lifted");
        let format = settings.lift.as_ref();
        TaskFiles {
            minimized: minimized(root, place, side),
            trace: trace(root, place, side),
            lifted: format.map(|format| below(&lifted, &format!("{place}.{format}"))),
        }
    }
}

/// Where texts of the result with this place would be in formats that these settings do not ask for.
pub(super) fn unwanted_formats(
    root: &Path,
    place: &str,
    side: Side,
    settings: &Settings,
) -> impl Iterator<Item = PathBuf> {
    let lifted = root.join(within(side)).join("lifted");
    let formats = LANGUAGES.iter().flat_map(|language| language.formats());
    let unwanted = formats.filter(|format| settings.lift.as_deref() != Some(format));
    unwanted.map(move |format| below(&lifted, &format!("{place}.{format}")))
}

/// The path of a named file below a directory. A journal may come from a stranger, so only the ordinary parts of the
/// name count: nothing that a journal names is outside.
pub(super) fn below(directory: &Path, named: &str) -> PathBuf {
    let inner: PathBuf = Path::new(named)
        .components()
        .filter(|part| matches!(part, Component::Normal(_)))
        .collect();
    directory.join(inner)
}
