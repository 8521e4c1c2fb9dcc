//! The process that watches a call of a tool, `smelt __supervisor`: it starts the tool in a process group of its own,
//! ends it at its limits, measures it, and leaves nothing of it behind.
//!
//! Like the helper of a slot, it has a session of its own, is the subreaper of all that the tool starts, and learns from
//! its socket that the driver is gone. Unlike a solver, a tool gets the time to write what it has found so far: first it
//! gets SIGINT, and only what is still there after a time of grace is killed.

use super::process_tree::{self, descendants, reap, status_field};
use super::runner::{control, settle};
use super::sys::{self, Usage};
use super::tool::{ToolCall, ToolRun, ToolStop};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The most output of a tool, in bytes.
const MOST_SAID: u64 = 16 << 20;

/// How long a tool may take to write what it has found.
const GRACE: Duration = Duration::from_secs(10);

/// How long processes of a tool may outlive it before they count as left behind.
const FAREWELL: Duration = Duration::from_millis(200);

/// The shortest and the longest time between two looks at a tool. A short call is looked at often, so that it is known
/// how much memory it takes.
const LOOK: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(50)];

/// Runs the supervisor. The socket is its standard input.
pub fn supervisor_main() -> ExitCode {
    let supervised = supervise();
    process_tree::sweep();
    match supervised {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn supervise() -> io::Result<()> {
    settle()?;
    let mut control = control()?;
    let mut line = Vec::new();
    BufReader::new(&control).read_until(b'\n', &mut line)?;
    let call: ToolCall = serde_json::from_slice(&line)?;
    let run = watch(&call, &control)?;
    let mut reply = serde_json::to_vec(&run)?;
    reply.push(b'\n');
    control.write_all(&reply)
}

/// Starts the tool and waits for its end.
///
/// # Errors
/// The driver is gone, or the tool cannot be watched.
fn watch(call: &ToolCall, control: &UnixStream) -> io::Result<ToolRun> {
    let began = Instant::now();
    let said = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&call.said)?;
    let pid = match start(call, &said) {
        Ok(pid) => pid,
        Err(error) => {
            return Ok(ToolRun {
                stop: ToolStop::NotStarted(error.to_string()),
                wall: Duration::ZERO,
                cpu: Duration::ZERO,
                memory: None,
                left: 0,
            });
        }
    };
    let mut watched = Watched {
        call,
        said,
        began,
        pid,
        process: pidfd_open(pid, PidfdFlags::empty())?,
        ended: None,
        memory: None,
        orphans: Usage::default(),
    };
    let (status, mut usage) = watched.until_end(control)?;
    let wall = began.elapsed();
    let left = match watched.ended {
        None => left_behind(),
        Some(_) => 0,
    };
    usage.add(watched.orphans);
    usage.add(process_tree::sweep());
    let status = ExitStatus::from_raw(status);
    let by_itself = match status.signal() {
        Some(signal) => ToolStop::Signaled(signal),
        None => ToolStop::Exited(status.code().unwrap_or(0)),
    };
    Ok(ToolRun {
        stop: watched.ended.map_or(by_itself, |(why, _)| why),
        wall,
        cpu: usage.cpu,
        memory: watched.memory,
        left,
    })
}

fn start(call: &ToolCall, said: &File) -> io::Result<Pid> {
    let (program, arguments) = call.argv.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let child = Command::new(program)
        .args(arguments)
        .current_dir(&call.cwd)
        .env_clear()
        .envs(call.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::from(said.try_clone()?))
        .stderr(Stdio::from(said.try_clone()?))
        .process_group(0)
        .spawn()?;
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    pid.ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// How many processes are still there a moment after the tool has ended.
fn left_behind() -> usize {
    let deadline = Instant::now() + FAREWELL;
    loop {
        let is_alive =
            |pid: &i32| status_field(*pid, "State:").is_some_and(|state| !state.starts_with('Z'));
        let left = descendants().iter().filter(|pid| is_alive(pid)).count();
        if left == 0 || Instant::now() > deadline {
            return left;
        }
        sleep(LOOK[0]);
    }
}

/// A tool that runs.
struct Watched<'a> {
    call: &'a ToolCall,
    said: File,
    began: Instant,
    pid: Pid,
    process: OwnedFd,
    /// Why it was asked to end, and when; none if it was not.
    ended: Option<(ToolStop, Instant)>,
    memory: Option<u64>,
    /// What processes had used that the tool did not wait for.
    orphans: Usage,
}

impl Watched<'_> {
    /// Waits for the end of the tool. Returns its status and what it and its children had used.
    fn until_end(&mut self, control: &UnixStream) -> io::Result<(i32, Usage)> {
        let pid = self.pid.as_raw_nonzero().get();
        loop {
            if let Some(ended) = sys::wait(pid) {
                return Ok(ended);
            }
            self.look();
            self.reap_orphans(pid);
            let pause = (self.began.elapsed() / 50).clamp(LOOK[0], LOOK[1]);
            let timeout = Timespec::try_from(pause).map_err(io::Error::other)?;
            let mut fds = [
                PollFd::new(&self.process, PollFlags::IN),
                PollFd::new(control, PollFlags::IN),
            ];
            match poll(&mut fds, Some(&timeout)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            // The driver says nothing more: it is gone, or has broken the call off.
            if !fds[1].revents().is_empty() {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
        }
    }

    /// Looks at the memory and the limits of the tool.
    fn look(&mut self) {
        let peak = status_field(self.pid.as_raw_nonzero().get(), "VmHWM:");
        let kib = peak.and_then(|peak| peak.strip_suffix(" kB")?.trim().parse::<u64>().ok());
        self.memory = kib.map(|kib| kib << 10).or(self.memory);
        match &self.ended {
            None => {
                if let Some(why) = self.limit() {
                    self.ended = Some((why, Instant::now()));
                    // The group may have ended.
                    let _ = kill_process_group(self.pid, Signal::INT);
                }
            }
            Some((_, since)) if since.elapsed() > GRACE => process_tree::kill_descendants(),
            Some(_) => {}
        }
    }

    /// The limit that it has reached, if any.
    fn limit(&self) -> Option<ToolStop> {
        let runs = || fs::metadata(&self.call.counter).map_or(0, |counter| counter.len());
        let said = || self.said.metadata().map_or(0, |said| said.len());
        if self.call.runs.is_some_and(|most| runs() > most) {
            Some(ToolStop::Runs)
        } else if self.began.elapsed() >= self.call.time {
            Some(ToolStop::Time)
        } else {
            (said() > MOST_SAID).then_some(ToolStop::Output)
        }
    }

    /// Reaps what has ended and has lost its parent.
    fn reap_orphans(&mut self, tool: i32) {
        while let Some(task) = sys::ended(0).filter(|task| *task != tool) {
            self.orphans.add(reap(task).unwrap_or_default());
        }
    }
}
