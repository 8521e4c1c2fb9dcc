//! This program once more, as a process that does a part of the work and may die of it.

use super::helper::running_program;
use super::stop::Stop;
use rustix::process::{Pid, Signal, kill_process, set_parent_process_death_signal};
use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The time between two looks at whether the process has ended.
const PAUSE: Duration = Duration::from_millis(20);

/// Runs this program with these arguments, without input or output, and waits for its end. It gets SIGINT when the
/// work of this process is to end.
///
/// # Errors
/// It cannot be started.
pub(crate) fn run_again(words: &[OsString], stop: &Stop) -> io::Result<ExitStatus> {
    let child = Command::new(running_program())
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    wait(child, stop)
}

fn wait(mut child: Child, stop: &Stop) -> io::Result<ExitStatus> {
    let mut is_interrupted = false;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if stop.is_winding_up() && !is_interrupted {
            is_interrupted = true;
            let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
            if let Some(pid) = pid {
                kill_process(pid, Signal::INT)?;
            }
        }
        sleep(PAUSE);
    }
}

/// Makes this process end with the one that started it.
pub(crate) fn end_with_parent() {
    // If it is refused, the process ends when its work does.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}
