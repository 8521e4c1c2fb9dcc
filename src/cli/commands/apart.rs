//! A case of a batch in a process of its own: this program once more, with the same words and the hidden `--alone`.

use crate::batch::Apart;
use crate::solver::Stop;
use rustix::process::{Pid, Signal, kill_process, set_parent_process_death_signal};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The option that makes a call work on one case of the run that made it.
const ALONE: &str = "--alone";

/// How often the end of the process is looked for.
const PAUSE: Duration = Duration::from_millis(20);

/// Starts this program once more for a case.
pub(super) struct SameProgram;

impl Apart for SameProgram {
    fn reduce(&self, case: &str, stop: &Stop) -> String {
        match start(case).and_then(|child| wait(child, stop)) {
            Ok(status) => match status.signal() {
                Some(signal) => format!("signal {signal}"),
                None => format!("exit code {}", status.code().unwrap_or(0)),
            },
            Err(error) => format!("an error: {error}"),
        }
    }
}

/// Makes this process end with the one that started it. It is called in that of one case.
pub(super) fn end_with_parent() {
    // If it is refused, the process ends when its case does.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

fn start(case: &str) -> io::Result<Child> {
    let mut words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let verb = words.iter().position(|word| word == "batch");
    let behind = verb.map_or(0, |verb| verb + 1);
    words.splice(behind..behind, [ALONE.into(), case.into()]);
    Command::new("/proc/self/exe")
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// Waits for the end of the process, which is told to end when this one is.
fn wait(mut child: Child, stop: &Stop) -> io::Result<ExitStatus> {
    let mut is_told = false;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if stop.is_winding_up() && !is_told {
            is_told = true;
            let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
            if let Some(pid) = pid {
                kill_process(pid, Signal::INT)?;
            }
        }
        sleep(PAUSE);
    }
}
