//! Checks whether a file can be run as an interestingness script. This is done before anything runs, so that the
//! message says what is missing.

use super::executable::Executable;
use rustix::fs::{Access, access};
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a script cannot be run.
#[derive(Debug)]
pub enum ScriptError {
    /// The file does not exist or cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The path is a directory or a device.
    NotAFile(PathBuf),
    /// The file may not be executed.
    NotExecutable(PathBuf),
    /// The file is neither a program nor begins with a `#!` line.
    NoInterpreterLine(PathBuf),
    /// The interpreter in its `#!` line does not exist.
    NoInterpreter(PathBuf, PathBuf),
}

impl ScriptError {
    /// What the user can try.
    pub fn hint(&self) -> String {
        match self {
            ScriptError::Unreadable(..) | ScriptError::NotAFile(_) => {
                "check the path of the script; a relative one starts at the current directory, or at the directory of \
                 the smelt.toml that names it"
                    .to_owned()
            }
            ScriptError::NotExecutable(path) => {
                format!("make it executable with `chmod +x {}`", path.display())
            }
            ScriptError::NoInterpreterLine(_) => {
                "begin the script with a line such as `#!/bin/sh`".to_owned()
            }
            ScriptError::NoInterpreter(..) => {
                "check the first line of the script; a carriage return at its end counts as part of the name".to_owned()
            }
        }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, why) = match self {
            ScriptError::Unreadable(path, error) => {
                return write!(f, "cannot read the script `{}`: {error}", path.display());
            }
            ScriptError::NotAFile(path) => (path, "it is not a file".to_owned()),
            ScriptError::NotExecutable(path) => (path, "it is not executable".to_owned()),
            ScriptError::NoInterpreterLine(path) => (path, "it has no `#!` line".to_owned()),
            ScriptError::NoInterpreter(path, interpreter) => {
                let interpreter = interpreter.display();
                (
                    path,
                    format!("its interpreter `{interpreter}` does not exist"),
                )
            }
        };
        write!(f, "cannot run the script `{}`: {why}", path.display())
    }
}

impl std::error::Error for ScriptError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ScriptError::Unreadable(_, error) => Some(error),
            ScriptError::NotAFile(_)
            | ScriptError::NotExecutable(_)
            | ScriptError::NoInterpreterLine(_)
            | ScriptError::NoInterpreter(..) => None,
        }
    }
}

/// Checks whether a file could be started as a script. A relative path starts at `directory`.
///
/// # Errors
/// The reason if it could not.
pub(crate) fn check_script(script: Option<&OsString>, directory: &Path) -> Result<(), ScriptError> {
    let named = script.map(PathBuf::from).unwrap_or_default();
    let path = directory.join(&named);
    let found = match path.metadata() {
        Ok(found) => found,
        Err(error) => return Err(ScriptError::Unreadable(named, error)),
    };
    if !found.is_file() {
        return Err(ScriptError::NotAFile(named));
    }
    if access(&path, Access::EXEC_OK).is_err() {
        return Err(ScriptError::NotExecutable(named));
    }
    match Executable::of(&path) {
        Err(error) => Err(ScriptError::Unreadable(named, error)),
        Ok(Executable::Other) => Err(ScriptError::NoInterpreterLine(named)),
        Ok(Executable::Script(interpreter, _)) if !interpreter.is_file() => {
            Err(ScriptError::NoInterpreter(named, interpreter))
        }
        Ok(Executable::Script(..) | Executable::Dynamic(_) | Executable::Static) => Ok(()),
    }
}
