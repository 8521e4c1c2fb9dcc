//! Whether this process starts its solvers through a stand-in, which counts their runs from outside.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The stand-in, if there is one.
static STAND_IN: OnceLock<PathBuf> = OnceLock::new();

/// From now on, this process starts every solver through this stand-in, which has no command of its own.
pub(crate) fn use_stand_in(stand_in: &Path) {
    STAND_IN.get_or_init(|| stand_in.to_owned());
}

/// The words of a run of a solver: those of the solver, after the stand-in if there is one.
pub(super) fn counted(argv: Vec<OsString>) -> Vec<OsString> {
    let stand_in = STAND_IN.get().map(|path| path.clone().into_os_string());
    stand_in.into_iter().chain(argv).collect()
}
