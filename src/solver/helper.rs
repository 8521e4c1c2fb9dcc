//! The driver's end of a helper process.

use super::interrupt::Interrupter;
use super::process_tree;
use super::runner::RUNNER;
use super::wire::{Done, Reply};
use std::io::{self, BufReader};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// The program that helpers are started from; this very program unless said otherwise.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Starts helpers from this program, which calls [`super::runner_main`], instead of from the running one. For
/// tests, whose own program is another; only the first call in a process counts.
pub fn use_runner(program: &Path) {
    PROGRAM.get_or_init(|| program.to_owned());
}

/// A helper process. Ended and reaped when dropped.
#[derive(Debug)]
pub(super) struct Helper {
    child: Child,
    control: BufReader<UnixStream>,
}

/// What a helper answered to a run.
#[derive(Debug)]
pub(super) enum Answer {
    /// It ran.
    Ran(Done, [Vec<u8>; 2]),
    /// It could not be started.
    NotStarted(io::Error),
}

impl Helper {
    /// Starts one for the slot with this directory, and puts it on the interrupter's line.
    pub(super) fn start(directory: &Path, line: &Interrupter) -> io::Result<Helper> {
        let (ours, theirs) = UnixStream::pair()?;
        line.connect(ours.try_clone()?);
        let program = PROGRAM
            .get()
            .map_or(Path::new("/proc/self/exe"), PathBuf::as_path);
        let child = Command::new(program)
            .arg(RUNNER)
            .arg(directory)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .spawn()?;
        Ok(Helper {
            child,
            control: BufReader::with_capacity(64 * 1024, ours),
        })
    }

    /// The helper's process id.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Hears how the run goes, to its end.
    ///
    /// # Errors
    /// The helper is gone.
    pub(super) fn hear(&mut self) -> io::Result<Answer> {
        let mut streams = [Vec::new(), Vec::new()];
        loop {
            match Reply::read(&mut self.control)? {
                Reply::Piece(stream, bytes) => streams[stream].extend(bytes),
                Reply::Done(done) => return Ok(Answer::Ran(done, streams)),
                Reply::NotStarted(errno) => {
                    return Ok(Answer::NotStarted(io::Error::from_raw_os_error(errno)));
                }
            }
        }
    }

    /// Buries a helper that did not end by itself, and kills what it had started.
    pub(super) fn bury(mut self) {
        // Only now is nobody started by it any more; its number stays taken until it is waited for.
        let _ = self.child.kill();
        process_tree::kill_session(self.id());
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        // Not just a close: the interrupter holds the line too.
        let _ = self.control.get_ref().shutdown(Shutdown::Both);
        let _ = self.child.wait();
    }
}
