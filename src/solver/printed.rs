//! A program of the system that prints something for smelt itself, such as `sbatch`.

use std::ffi::OsString;
use std::io;
use std::process::{Command, Stdio};

/// What a program prints, looked for on PATH, without input. What it says on standard error goes where that of smelt goes.
///
/// # Errors
/// It cannot be started, or does not end with 0.
pub(crate) fn printed_by(program: &str, arguments: &[OsString]) -> io::Result<String> {
    let ran = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()?;
    if ran.status.success() {
        return Ok(String::from_utf8_lossy(&ran.stdout).into_owned());
    }
    let status = ran.status;
    Err(io::Error::other(format!("{program} ended with {status}")))
}
