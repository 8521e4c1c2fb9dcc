//! The driver's side of a helper process.

use super::interrupt::Interrupter;
use super::process_tree;
use super::runner::RUNNER;
use super::stack;
use super::wire::{Done, GO_ON, Reply};
use crate::observation::Stack;
use std::ffi::OsString;
use std::io::{self, BufReader, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// The program to start helpers from; if not set, this program itself.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Starts helpers from this program, which must call [`super::runner_main`], and not from the running one. This is for
/// tests, which run in another program. Only the first call in a process has an effect.
pub fn use_runner(program: &Path) {
    PROGRAM.get_or_init(|| program.to_owned());
}

/// The path of this program, which can also be started as a helper of another kind.
pub(crate) fn this_program() -> OsString {
    match PROGRAM.get() {
        Some(program) => program.clone(),
        None => std::env::current_exe().unwrap_or_else(|_| "/proc/self/exe".into()),
    }
    .into_os_string()
}

/// The file from which this program is started once more: its own image, even if another file has taken its place by
/// now.
pub(super) fn running_program() -> &'static Path {
    PROGRAM
        .get()
        .map_or(Path::new("/proc/self/exe"), PathBuf::as_path)
}

/// A helper process, which is ended and reaped when this is dropped.
#[derive(Debug)]
pub(super) struct Helper {
    child: Child,
    control: BufReader<Watched>,
}

/// The helper gives a sign of life every second. If it is silent for this long, something has stopped it, perhaps a
/// solver.
const SILENCE: Duration = Duration::from_secs(10);

/// The same after the run was interrupted.
const SILENCE_AT_END: Duration = Duration::from_millis(1500);

/// How often a wait for the helper is reconsidered.
const LOOK: Duration = Duration::from_millis(200);

/// The driver's end of the socket. A read fails once the helper has been silent for too long.
#[derive(Debug)]
struct Watched {
    stream: UnixStream,
    interrupter: Interrupter,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut silence = Duration::ZERO;
        loop {
            match self.stream.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return read,
            }
            // Only time in which this process ran counts, so that a stop of the whole session does no harm.
            silence += LOOK;
            let is_ending = self.interrupter.is_interrupted();
            if silence >= if is_ending { SILENCE_AT_END } else { SILENCE } {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }
}

/// A helper's answer to a request for a run.
#[derive(Debug)]
pub(super) enum RunResult {
    /// The solver ran: the result, both streams, and the stack of the last crash.
    Ran(Done, [Vec<u8>; 2], Option<Stack>),
    /// The solver could not be started.
    NotStarted(io::Error),
}

impl Helper {
    /// Starts a helper for the slot with this directory, and connects the interrupter to it.
    pub(super) fn start(directory: &Path, interrupter: &Interrupter) -> io::Result<Helper> {
        let (ours, theirs) = UnixStream::pair()?;
        ours.set_read_timeout(Some(LOOK))?;
        // A request, which may not fit into the socket, is written with the interrupter locked.
        ours.set_write_timeout(Some(SILENCE))?;
        interrupter.connect(ours.try_clone()?);
        let child = Command::new(running_program())
            .arg(RUNNER)
            .arg(directory)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .spawn()?;
        Ok(Helper {
            child,
            control: BufReader::with_capacity(
                64 * 1024,
                Watched {
                    stream: ours,
                    interrupter: interrupter.clone(),
                },
            ),
        })
    }

    /// The helper's process id.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Reads what the helper reports on a run, to the end of the run.
    ///
    /// # Errors
    /// The helper is gone, or is silent for too long.
    pub(super) fn hear(&mut self) -> io::Result<RunResult> {
        let mut streams = [Vec::new(), Vec::new()];
        let mut stack = None;
        loop {
            match Reply::read(&mut self.control)? {
                Reply::Piece(stream, bytes) => streams[stream].extend(bytes),
                Reply::Crashed(crash) => {
                    stack = Some(stack::of(&crash));
                    self.control.get_mut().stream.write_all(&[GO_ON])?;
                }
                Reply::Watching => {}
                Reply::Done(done) => return Ok(RunResult::Ran(done, streams, stack)),
                Reply::NotStarted(errno) => {
                    return Ok(RunResult::NotStarted(io::Error::from_raw_os_error(errno)));
                }
            }
        }
    }

    /// Ends a helper that ended unexpectedly or is silent, and kills what it had started.
    pub(super) fn bury(mut self) {
        process_tree::kill_with_session(&mut self.child);
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        // Closing this end would not be enough, because the interrupter holds the socket too.
        let _ = self.control.get_ref().stream.shutdown(Shutdown::Both);
        process_tree::see_off(&mut self.child);
    }
}
