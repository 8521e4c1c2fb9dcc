//! One run inside the helper: start the solver, read both pipes, watch the clocks, end the run, kill what is left.
//!
//! A single `poll` waits for both pipes, the process and the driver, until the next look at the clocks. However the run
//! ends, the whole process group is killed before its leader is reaped, because the number of the group cannot be
//! reused until then. After that, every process that has left the group is killed.

use super::clock::Clock;
use super::process_tree;
use super::start::{Startable, Started};
use super::sys::{self, Usage};
use super::tracer::Tracer;
use super::wire::{Done, GO_ON, Killed, Outbox};
use crate::observation::{Limit, Limits};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, kill_process_group, pidfd_open};
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// How often the driver gets a sign that the run is watched.
const SIGN: Duration = Duration::from_secs(1);

/// How long to wait for the end of a solver that was killed. Those with much memory take their time.
const DYING: Duration = Duration::from_secs(8);

/// The same if the driver interrupted the run, because it may be waiting to end.
const DYING_AT_ONCE: Duration = Duration::from_secs(1);

/// How long to wait for pipes that other processes keep open after the solver has ended.
const GRACE: Duration = Duration::from_millis(100);

/// Runs the command once. `events` becomes readable when a child has something to report. The inner error is the
/// system's error number for a solver that could not be started.
///
/// # Errors
/// The driver is gone, or the helper cannot watch its child: it must kill everything and end.
pub(super) fn run<'a>(
    command: &Startable,
    limits: &Limits,
    control: &'a UnixStream,
    events: &'a OwnedFd,
    outbox: &mut Outbox<&'a UnixStream>,
) -> io::Result<Result<Done, i32>> {
    let began = Instant::now();
    let started = match command.start(limits) {
        Ok(started) => started,
        Err(error) => return Ok(Err(error.raw_os_error().unwrap_or(0))),
    };
    let Started {
        pid,
        streams,
        is_traced,
        untraced,
    } = started;
    let pid = Pid::from_raw(pid).ok_or(io::ErrorKind::InvalidData)?;
    let mut supervision = Supervision {
        pid: Some(pid),
        process: Some(pidfd_open(pid, PidfdFlags::empty())?),
        streams: streams.map(Some),
        control: Some(control),
        events: is_traced.then(|| events.as_fd()),
        tracer: Tracer::default(),
        outbox,
        room: limits.output,
        killed: Killed::No,
        dies_by: None,
        clock: Clock::new(pid, began, limits),
        ended: began,
        sign: began + SIGN,
    };
    supervision.until_quiet()?;
    let done = supervision.finish(began)?;
    Ok(Ok(Done { untraced, ..done }))
}

struct Supervision<'a, 'b> {
    /// None once it has been reaped: then the number may belong to another process.
    pid: Option<Pid>,
    /// None once it has ended.
    process: Option<OwnedFd>,
    /// None once it is closed.
    streams: [Option<OwnedFd>; 2],
    /// None once the driver is gone.
    control: Option<&'a UnixStream>,
    /// Readable when a traced task has something to report. None if nothing is traced.
    events: Option<BorrowedFd<'a>>,
    tracer: Tracer,
    outbox: &'b mut Outbox<&'a UnixStream>,
    /// How many more bytes of output are allowed.
    room: u64,
    killed: Killed,
    /// When it must have ended, if it was killed.
    dies_by: Option<Instant>,
    clock: Clock,
    /// When the process was seen to have ended.
    ended: Instant,
    /// When the driver next gets a sign that the run is watched.
    sign: Instant,
}

/// The result of `poll`.
#[derive(Default)]
struct PollResult {
    process: bool,
    control: bool,
    events: bool,
    streams: [bool; 2],
}

impl Supervision<'_, '_> {
    /// Waits until the process has ended and the pipes are closed, or the grace period is over.
    fn until_quiet(&mut self) -> io::Result<()> {
        while let Some(timeout) = self.timeout()? {
            let ready = self.wait(timeout.min(SIGN))?;
            self.give_sign()?;
            if ready.control {
                self.hear();
            }
            if ready.events {
                self.attend()?;
            }
            for stream in [0, 1] {
                if ready.streams[stream] {
                    self.read(stream)?;
                }
            }
            if ready.process {
                self.process = None;
                self.ended = Instant::now();
            }
            if self.process.is_some()
                && self.killed == Killed::No
                && let Some(limit) = self.clock.look(Instant::now(), &self.tracer)
            {
                self.kill(Killed::AtLimit(limit));
            }
        }
        Ok(())
    }

    /// Gives the driver a sign that the run is watched, if it is time.
    fn give_sign(&mut self) -> io::Result<()> {
        let now = Instant::now();
        if now < self.sign || self.killed == Killed::Interrupted {
            return Ok(());
        }
        self.sign = now + SIGN;
        self.outbox.watching()
    }

    /// The longest time to wait; none when the run is over.
    ///
    /// # Errors
    /// The process was killed and does not end: it may not be killed, or waits in the kernel.
    fn timeout(&self) -> io::Result<Option<Duration>> {
        let now = Instant::now();
        if self.process.is_some() {
            return match self.dies_by {
                None => Ok(Some(self.clock.next_look().saturating_duration_since(now))),
                Some(by) if now < by => Ok(Some(by - now)),
                Some(_) => Err(io::Error::other("the solver cannot be killed")),
            };
        }
        let left = GRACE.saturating_sub(now - self.ended);
        Ok((self.streams.iter().any(Option::is_some) && left > Duration::ZERO).then_some(left))
    }

    /// Waits until something is ready, at most for this long.
    fn wait(&self, timeout: Duration) -> io::Result<PollResult> {
        let mut fds = Vec::with_capacity(5);
        let mut numbers = Vec::with_capacity(5);
        let sources = [
            self.streams[0].as_ref().map(AsFd::as_fd),
            self.streams[1].as_ref().map(AsFd::as_fd),
            self.process.as_ref().map(AsFd::as_fd),
            self.control.map(AsFd::as_fd),
            self.events,
        ];
        for (number, source) in sources.into_iter().enumerate() {
            if let Some(fd) = source {
                fds.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
                numbers.push(number);
            }
        }
        let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
        let is_quiet = match poll(&mut fds, Some(&timeout)) {
            Ok(ready) => ready == 0,
            Err(Errno::INTR) => false,
            Err(error) => return Err(error.into()),
        };
        let mut ready = PollResult {
            // If a stop of a traced task was missed, the task would wait for ever, so all are looked at after a quiet
            // time.
            events: is_quiet && self.events.is_some(),
            ..PollResult::default()
        };
        for (fd, number) in fds.iter().zip(numbers) {
            let is_ready = !fd.revents().is_empty();
            match number {
                0 | 1 => ready.streams[number] = is_ready,
                2 => ready.process = is_ready,
                3 => ready.control = is_ready,
                _ => ready.events |= is_ready,
            }
        }
        Ok(ready)
    }

    /// Handles a message from the driver during a run: that the stack of a crash has been read, or that the run is to
    /// end. If the driver is gone, the run ends as well, and the next read of a request notices that it was the last
    /// one.
    fn hear(&mut self) {
        let mut byte = [0];
        let read = self.control.map(|mut control| control.read(&mut byte));
        if !matches!(read, Some(Ok(1))) {
            self.control = None;
        } else if byte == [GO_ON] {
            return self.tracer.go_on();
        }
        self.kill(Killed::Interrupted);
    }

    /// Handles what the traced tasks report, and reports a crash to the driver.
    fn attend(&mut self) -> io::Result<()> {
        if let Some(events) = self.events {
            sys::drain(events);
        }
        let solver = self.pid.map_or(0, |pid| pid.as_raw_nonzero().get());
        match self.tracer.attend(solver) {
            Some(crash) => self.outbox.crash(&crash),
            None => Ok(()),
        }
    }

    /// Passes on some output, up to the limit.
    fn read(&mut self, stream: usize) -> io::Result<()> {
        let mut bytes = [0; 16 * 1024];
        let Some(fd) = &self.streams[stream] else {
            return Ok(());
        };
        let n = match rustix::io::read(fd, &mut bytes) {
            Ok(0) => {
                self.streams[stream] = None;
                return Ok(());
            }
            Ok(n) => n,
            Err(Errno::INTR) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let taken = n.min(usize::try_from(self.room).unwrap_or(n));
        self.room -= taken as u64;
        if taken > 0 {
            self.outbox.piece(stream, &bytes[..taken])?;
        }
        if taken < n {
            self.kill(Killed::AtLimit(Limit::Output));
        }
        Ok(())
    }

    /// Ends the run with SIGKILL, because solvers print statistics on SIGTERM. Only the first reason counts, but an
    /// interrupt leaves the process less time to end.
    fn kill(&mut self, why: Killed) {
        if self.killed == Killed::No {
            self.killed = why;
            self.kill_group();
            process_tree::kill_descendants();
        }
        let now = Instant::now();
        let by = now
            + match why {
                _ if self.may_not_be_killed() => Duration::ZERO,
                Killed::Interrupted => DYING_AT_ONCE,
                Killed::No | Killed::AtLimit(_) => DYING,
            };
        self.dies_by = Some(self.dies_by.map_or(by, |before| before.min(by)));
    }

    /// Whether the process has become another user's, so that signals do not reach it.
    fn may_not_be_killed(&self) -> bool {
        let killed = self.pid.map(|pid| kill_process(pid, Signal::KILL));
        killed == Some(Err(Errno::PERM))
    }

    fn kill_group(&self) {
        if let Some(pid) = self.pid {
            // The group may have no member left but the dead leader.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Kills what is left, reaps everything and adds up the usage.
    fn finish(&mut self, began: Instant) -> io::Result<Done> {
        self.kill_group();
        let pid = self.pid.take().map(|pid| pid.as_raw_nonzero().get());
        let Some((status, mut usage)) = pid.and_then(sys::wait) else {
            return Err(io::Error::other("the solver's end cannot be told"));
        };
        usage.add(process_tree::sweep());
        usage.add(self.tracer.reaped);
        self.drain()?;
        Ok(self.sum_up(status, usage, began))
    }

    /// Reads what is left in the pipes, when nobody can write to them any more.
    fn drain(&mut self) -> io::Result<()> {
        loop {
            let ready = self.wait(Duration::ZERO)?;
            if ready.control {
                self.hear();
            }
            if ready.streams == [false, false] {
                return Ok(());
            }
            for stream in [0, 1] {
                if ready.streams[stream] {
                    self.read(stream)?;
                }
            }
        }
    }

    fn sum_up(&self, status: i32, usage: Usage, began: Instant) -> Done {
        // The CPU time of processes that nobody has waited for is only known from the look that led to the kill.
        let cpu = match self.killed {
            Killed::AtLimit(Limit::Cpu) => usage.cpu.max(self.clock.spent()),
            _ => usage.cpu,
        };
        Done {
            status,
            killed: self.killed,
            cpu: whole_micros(cpu),
            wall: whole_micros(self.ended - began),
            rss_kib: usage.rss_kib,
            untraced: 0,
        }
    }
}

/// Times are whole microseconds, both here and in the store, so that a warm and a cold store give the same results.
fn whole_micros(time: Duration) -> Duration {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}
