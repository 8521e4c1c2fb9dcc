//! Interestingness scripts: a script replaces the solver's command and decides by its exit code.
//!
//! The most specific source that names a solver or a script decides which it is. A script of a less specific source is
//! then ignored, like arguments for another solver.

use super::source::Source;
use super::{CaseOptions, CorpusError};
use std::ffi::OsString;
use std::path::Path;

/// The name of a source's script in reports, and its command.
pub(super) fn of(source: &Source) -> Option<(String, Vec<OsString>)> {
    let script = source.options.script.as_ref()?;
    let name = script.file_name().unwrap_or(script.as_os_str());
    let mut path = source.base.join(script);
    // A script is a file; it is never looked up on PATH.
    if !path.as_os_str().as_encoded_bytes().contains(&b'/') {
        path = Path::new(".").join(path);
    }
    Some((name.to_string_lossy().into_owned(), vec![path.into()]))
}

/// Removes the script from a source.
pub(super) fn leave_out(source: &mut Source) {
    source.options.script = None;
}

/// Refuses a script and a command on one command line.
pub(super) fn check_alone(options: &CaseOptions, has_command: bool) -> Result<(), CorpusError> {
    if options.script.is_some() && has_command {
        return Err(CorpusError::options(
            "`--script` and a command are both given, but a script replaces the command",
            "leave out one of them; a script starts the solver itself",
        ));
    }
    Ok(())
}
