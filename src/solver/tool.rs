//! Calls of tools that run solvers themselves, as other reducers do: what to start under which limits, and what became
//! of it. A process of its own watches each call; see `supervisor`.

use super::helper::running_program;
use super::process_tree;
use super::stop::Stop;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The first argument that makes this program a supervisor.
pub const SUPERVISOR: &str = "__supervisor";

/// How often a wait for the end of a call is reconsidered.
const LOOK: Duration = Duration::from_millis(100);

/// A call of a tool.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ToolCall {
    /// The program's path and its arguments.
    pub(crate) argv: Vec<OsString>,
    /// The directory to run in.
    pub(crate) cwd: OsString,
    /// The whole environment.
    pub(crate) env: Vec<(OsString, OsString)>,
    /// The file that gets both output streams.
    pub(crate) said: OsString,
    /// The time after which the tool is ended.
    pub(crate) time: Duration,
    /// The file in which runs of the solver are counted.
    pub(crate) counter: OsString,
    /// The runs after which the tool is ended; none if they are not limited.
    pub(crate) runs: Option<u64>,
}

/// What became of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ToolRun {
    /// How it ended.
    pub(crate) stop: ToolStop,
    /// The time from its start to its end.
    pub(crate) wall: Duration,
    /// The CPU time of all its processes.
    pub(crate) cpu: Duration,
    /// The largest resident set of the tool's first process that was seen, in bytes.
    pub(crate) memory: Option<u64>,
    /// How many processes it left behind, unless it was ended.
    pub(crate) left: usize,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ToolStop {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal that was not sent here.
    Signaled(i32),
    /// At its time limit.
    Time,
    /// At its limit of runs.
    Runs,
    /// At the limit of output.
    Output,
    /// It was not started, for this reason.
    NotStarted(String),
}

/// Makes a call and waits for its end. None: the call was broken off, because work is to end.
///
/// # Errors
/// The call cannot be watched.
pub(crate) fn run_tool(call: &ToolCall, stop: &Stop) -> io::Result<Option<ToolRun>> {
    let (mut ours, theirs) = UnixStream::pair()?;
    ours.set_read_timeout(Some(LOOK))?;
    let mut supervisor = Command::new(running_program())
        .arg(SUPERVISOR)
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let heard = ask(call, &mut ours, stop);
    if heard.is_err() {
        // It may be dead, so that nobody else ends the tool.
        process_tree::kill_with_session(&mut supervisor);
    }
    // The supervisor kills the tool if it is still there.
    let _ = ours.shutdown(Shutdown::Both);
    process_tree::see_off(&mut supervisor);
    heard
}

/// Sends the call and hears what became of it.
fn ask(call: &ToolCall, stream: &mut UnixStream, stop: &Stop) -> io::Result<Option<ToolRun>> {
    let mut message = serde_json::to_vec(call)?;
    message.push(b'\n');
    stream.write_all(&message)?;
    let mut reply = Vec::new();
    let mut buffer = [0; 4096];
    while reply.last() != Some(&b'\n') {
        match stream.read(&mut buffer) {
            Ok(0) => return Err(io::Error::other("what watches the tool has ended")),
            Ok(n) => reply.extend_from_slice(&buffer[..n]),
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                if stop.is_winding_up() {
                    return Ok(None);
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Some(serde_json::from_slice(&reply)?))
}
