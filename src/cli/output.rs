//! The two output streams, and the part of a terminal that a display rewrites.

use super::error::CliError;
use super::{escape, exit};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use rustix::fs::OFlags;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::{PoisonError, RwLock};

/// The lines at the bottom of the terminal that are being rewritten, if there are any. Everything else is printed above
/// them.
static DRAWN: RwLock<Option<MultiProgress>> = RwLock::new(None);

/// Writes data to standard output. It is no error if the reader stops reading (`| head`).
pub(super) fn data(text: &str) -> Result<(), CliError> {
    sent(send(escape(text).as_bytes()))
}

/// Writes lines of data to standard output.
pub(super) fn lines(lines: &[String]) -> Result<(), CliError> {
    data(&format!("{}\n", lines.join("\n")))
}

/// Writes bytes to standard output: unchanged to a file or a pipe, escaped to a terminal.
pub(super) fn bytes(bytes: &[u8]) -> Result<(), CliError> {
    sent(result(bytes))
}

/// Writes a report as [`bytes`] does, if it could be made.
pub(super) fn report<E: Display>(report: Result<Vec<u8>, E>) -> Result<(), CliError> {
    bytes(&report.map_err(CliError::unmade)?)
}

/// Writes a long result to standard output while it is made, as [`bytes`] does. A terminal gets it at the end.
pub(super) fn streamed<E: Display>(
    make: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), CliError> {
    if io::stdout().is_terminal() {
        let mut all = Vec::new();
        make(&mut all).map_err(CliError::unmade)?;
        return bytes(&all);
    }
    let mut out = Watched {
        out: BufWriter::new(io::stdout().lock()),
        failure: None,
    };
    let done = make(&mut out);
    let flushed = out.flush();
    match out.failure {
        Some(error) => sent(Err(error)),
        None => done.map_err(CliError::unmade).and(sent(flushed)),
    }
}

/// A writer that remembers why it failed. The error itself may have become another one when its caller returns.
struct Watched<W> {
    out: W,
    failure: Option<io::Error>,
}

impl<W> Watched<W> {
    fn note<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        done.inspect_err(|error| {
            let code = error.raw_os_error();
            let copy = code.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
            self.failure = Some(copy);
        })
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.note(flushed)
    }
}

/// Writes a result to standard output, as [`bytes`] does, but it is an error if nobody reads it.
pub(super) fn result(bytes: &[u8]) -> io::Result<()> {
    if io::stdout().is_terminal() {
        send(escape(&String::from_utf8_lossy(bytes)).as_bytes())
    } else {
        send(bytes)
    }
}

/// Whether standard output was closed when the program began. The standard library has then opened the null device
/// instead, for reading too, which no shell does.
pub(super) fn is_closed() -> bool {
    let is_null = || {
        let null = rustix::fs::stat("/dev/null").ok()?;
        let out = rustix::fs::fstat(io::stdout()).ok()?;
        Some(out.st_rdev == null.st_rdev && out.st_mode == null.st_mode)
    };
    rustix::fs::fcntl_getfl(io::stdout()).is_ok_and(|flags| flags.contains(OFlags::RDWR))
        && is_null() == Some(true)
}

fn send(bytes: &[u8]) -> io::Result<()> {
    above(|| {
        let mut out = io::stdout().lock();
        out.write_all(bytes).and_then(|()| out.flush())
    })
}

/// The error of writing to standard output, if there is one. It is none if the reader stops reading.
pub(super) fn sent(written: io::Result<()>) -> Result<(), CliError> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let message = format!("cannot write to standard output: {error}");
            Err(CliError::new(
                exit::CASES,
                message,
                "check the file or pipe that receives it",
            ))
        }
        _ => Ok(()),
    }
}

/// The number of columns of a line of standard output that does not wrap, if that is a terminal.
pub(super) fn columns() -> Option<usize> {
    io::stdout().is_terminal().then(|| columns_of(io::stdout()))
}

/// One less than the terminal has. One that does not know its width reports 0.
fn columns_of(terminal: impl AsFd) -> usize {
    let size = rustix::termios::tcgetwinsize(terminal);
    match size.map_or(0, |size| usize::from(size.ws_col)) {
        0 => 79,
        columns => columns - 1,
    }
}

/// Prints a line on standard error. It is no error if nobody reads it.
pub(super) fn say(line: &str) {
    above(|| {
        let _ = writeln!(io::stderr().lock(), "{}", escape(line));
    });
}

/// Prints an error and its hint on standard error.
pub(super) fn error(error: &CliError) {
    say(&format!("error: {}", error.message));
    hint((!error.hint.is_empty()).then_some(&*error.hint));
}

/// Prints a hint below an error, if there is one.
pub(super) fn hint(hint: Option<impl Display>) {
    if let Some(hint) = hint {
        say(&format!("\nhint: {hint}"));
    }
}

/// Prints something, above the lines that are rewritten if there are any.
fn above<T>(print: impl FnOnce() -> T) -> T {
    let drawn = DRAWN.read().unwrap_or_else(PoisonError::into_inner);
    match &*drawn {
        Some(drawn) => drawn.suspend(print),
        None => print(),
    }
}

/// Lines at the bottom of the terminal that are rewritten in place. Only one screen exists at a time; when it is
/// dropped, it leaves nothing behind.
pub(super) struct Screen {
    drawn: MultiProgress,
}

impl Screen {
    /// A screen on standard error; none if that is not a terminal, or is one that cannot move the cursor.
    pub(super) fn open() -> Option<Screen> {
        let drawn = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
        if drawn.is_hidden() {
            return None;
        }
        let mut shared = DRAWN.write().unwrap_or_else(PoisonError::into_inner);
        *shared = Some(drawn.clone());
        Some(Screen { drawn })
    }

    /// Adds a line below the others.
    pub(super) fn line(&self) -> ScreenLine {
        let mut bar = ProgressBar::no_length();
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar = bar.with_style(style);
        }
        ScreenLine(self.drawn.add(bar))
    }

    /// The number of columns of a line that does not wrap: one less than the terminal has.
    pub(super) fn width() -> usize {
        columns_of(io::stderr())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let mut shared = DRAWN.write().unwrap_or_else(PoisonError::into_inner);
        *shared = None;
        let _ = self.drawn.clear();
    }
}

/// A line of a [`Screen`]. It disappears when it is dropped.
pub(super) struct ScreenLine(ProgressBar);

impl ScreenLine {
    /// Replaces the line.
    pub(super) fn rewrite(&self, text: &str) {
        self.0.set_message(escape(text).into_owned());
    }
}

impl Drop for ScreenLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
