//! The two streams: data, and talk.

use super::error::CliError;
use super::{escape, exit};
use std::io::{self, ErrorKind, IsTerminal, Write};

/// Writes data to standard output. Who stops reading (`| head`) is no error.
pub(super) fn data(text: &str) -> Result<(), CliError> {
    write(escape(text).as_bytes())
}

/// Writes bytes to standard output: as they are into a file or a pipe, escaped to a terminal.
pub(super) fn bytes(bytes: &[u8]) -> Result<(), CliError> {
    if io::stdout().is_terminal() {
        data(&String::from_utf8_lossy(bytes))
    } else {
        write(bytes)
    }
}

fn write(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let message = format!("cannot write to standard output: {error}");
            Err(CliError::new(
                exit::CASES,
                message,
                "check where it is redirected to",
            ))
        }
        _ => Ok(()),
    }
}

/// Says a line on standard error. Nobody listening is no error.
pub(super) fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", escape(line));
}

/// Writes a line over the last one on a terminal; an empty one leaves the line free.
pub(super) fn rewrite(line: &str) {
    let mut err = io::stderr().lock();
    let _ = write!(err, "\r{}\x1b[K", escape(line)).and_then(|()| err.flush());
}
