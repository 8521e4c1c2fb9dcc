//! What a solver run did. These are only facts; the oracles decide whether they are interesting.

mod line;
mod site;
mod stack;

pub(crate) use line::quoted_line;
pub use site::CrashSite;
pub use stack::{Frame, Stack};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A stream of at most this many bytes is kept whole. Of a longer stream, the first and the last `KEPT / 2` bytes are
/// kept.
pub const KEPT: usize = 64 * 1024;

/// One output stream, as far as it is kept. Comparisons use only what is kept, even right after a run, so that runs
/// with a warm and with a cold store give the same results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The length of the stream in bytes.
    pub len: u64,
    /// The blake3 digest of the whole stream.
    pub hash: [u8; 32],
    /// The whole stream if `len` is at most [`KEPT`], else the first `KEPT / 2` bytes.
    pub head: Vec<u8>,
    /// Empty if `head` is the whole stream, else the last `KEPT / 2` bytes.
    pub tail: Vec<u8>,
}

impl Stream {
    /// A stream of exactly these bytes.
    pub fn of(bytes: &[u8]) -> Stream {
        let hash = *blake3::hash(bytes).as_bytes();
        let (head, tail) = if bytes.len() <= KEPT {
            (bytes, &[][..])
        } else {
            (&bytes[..KEPT / 2], &bytes[bytes.len() - KEPT / 2..])
        };
        Stream {
            len: bytes.len() as u64,
            hash,
            head: head.to_vec(),
            tail: tail.to_vec(),
        }
    }

    /// The stream with this length and hash, from the bytes that [`Stream::kept`] returned.
    pub fn of_kept(len: u64, hash: [u8; 32], mut kept: Vec<u8>) -> Stream {
        let tail = if kept.len() as u64 == len {
            Vec::new()
        } else {
            kept.split_off(kept.len() / 2)
        };
        Stream {
            len,
            hash,
            head: kept,
            tail,
        }
    }

    /// The bytes that are kept: the whole stream, or its beginning followed by its end.
    pub fn kept(&self) -> Vec<u8> {
        [&self.head[..], &self.tail].concat()
    }

    /// The whole stream, if it was kept whole.
    pub fn whole(&self) -> Option<&[u8]> {
        (self.len <= KEPT as u64).then_some(&self.head)
    }

    /// The first line that is not blank, in the part that is kept.
    pub fn first_line(&self) -> Option<String> {
        String::from_utf8_lossy(&self.head)
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty())
            .map(str::to_owned)
    }
}

/// A limit that can end a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Limit {
    /// CPU time of the process and all its descendants. A result with this limit may be stored and reused.
    Cpu,
    /// Wall time. It may depend on the load of the machine, so the run is unresolved and is never stored.
    Wall,
    /// Time in which no CPU time was used.
    Idle,
    /// Bytes of output.
    Output,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It exited by itself with this code.
    Exited(i32),
    /// A signal that smelt did not send ended it.
    Signaled(i32),
    /// smelt ended it because it reached this limit.
    LimitHit(Limit),
}

impl End {
    /// Whether the run crashed: it ended itself by a signal, directly or in a shell that reports this as 128 + n.
    ///
    /// Signals that come from outside (KILL, TERM, INT, HUP, QUIT, XCPU) say nothing about the solver. Of the exit
    /// codes above 128, only those for ILL, TRAP, ABRT, BUS, FPE and SEGV count, because programs also use others as
    /// ordinary exit codes.
    pub fn is_crash(self) -> bool {
        match self {
            End::Exited(code) => matches!(code, 132..=136 | 139),
            End::Signaled(_) => !self.is_from_outside(),
            End::LimitHit(_) => false,
        }
    }

    /// Whether something other than the solver and smelt ended the run: a service manager, a user, or a system that is
    /// out of memory or shutting down. Such an end says nothing about the solver. The limit of the kernel on CPU time is
    /// above the one that smelt watches, so where it is reached first, somebody has lowered it, or the kernel counts the
    /// time in which a process only waits.
    pub fn is_from_outside(self) -> bool {
        use libc::{SIGHUP, SIGINT, SIGKILL, SIGQUIT, SIGTERM, SIGXCPU};
        matches!(
            self,
            End::Signaled(SIGHUP | SIGINT | SIGKILL | SIGQUIT | SIGTERM | SIGXCPU)
        )
    }

    /// Whether the run crashed somewhere: by a signal that its own instructions raise, directly or in a shell that
    /// reports this as 128 + n.
    pub fn is_somewhere(self) -> bool {
        let signal = match self {
            End::Exited(code) => code.saturating_sub(128),
            End::Signaled(signal) => signal,
            End::LimitHit(_) => return false,
        };
        FAULTS.contains(&signal)
    }
}

/// The signals that a program gets for what its own instructions do, so that its stack says something about the
/// failure.
pub const FAULTS: [i32; 7] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGABRT,
    libc::SIGTRAP,
    libc::SIGSYS,
];

/// What an observation must contain to answer a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Where the run crashed, if it did.
    pub stack: bool,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time of the whole process tree.
    pub cpu: Duration,
    /// Wall time, without the time in which the run waits for a processor or is held at a crash; a safety net.
    pub wall: Duration,
    /// How long the run may go without using CPU time.
    pub idle: Duration,
    /// Address space of each process, in bytes. None means no limit, because sanitizers reserve terabytes.
    pub memory: Option<u64>,
    /// Bytes of output, both streams taken together.
    pub output: u64,
}

impl Limits {
    /// The usual limits for this CPU limit: wall time 3 times the CPU limit + 5 s, 5 s idle, 4 GiB memory, 16 MiB
    /// output.
    pub fn of_cpu(cpu: Duration) -> Limits {
        Limits {
            cpu,
            wall: cpu * 3 + Duration::from_secs(5),
            idle: Duration::from_secs(5),
            memory: Some(4 << 30),
            output: 16 << 20,
        }
    }
}

/// What one solver run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// How it ended.
    pub end: End,
    /// Standard output.
    pub out: Stream,
    /// Standard error.
    pub err: Stream,
    /// CPU time of the process tree.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// The largest resident set of a single process, in KiB. It is never below the 2 MB of smelt's helper process.
    pub rss_kib: u64,
    /// Where it crashed. None if it did not, if the stack could not be taken, or in rows of older versions.
    pub stack: Option<Stack>,
    /// The limits in force.
    pub limits: Limits,
}

impl Observation {
    /// What this run would have done under other limits, as [`Observation::under`] says. None also if the question
    /// needs something that the observation does not contain.
    pub fn answer(&self, limits: &Limits, needs: Needs) -> Option<Observation> {
        let decided = self.under(limits)?;
        let is_known = !needs.stack || decided.stack.is_some() || !decided.end.is_somewhere();
        is_known.then_some(decided)
    }

    /// What this run would have done under other limits. None if that is unknown and the solver must run again.
    ///
    /// A run that finished after `t` seconds of CPU time is the same for limits ≥ `t`, and hits the CPU limit for
    /// limits < `t`. A run that was killed at its limit `T` hits all limits ≤ `T`; for greater limits, its result is
    /// unknown. A run that the wall limit ended gives no result. The memory limit is part of the key of the store, and
    /// the other limits must be equal.
    pub fn under(&self, limits: &Limits) -> Option<Observation> {
        if self.limits.idle != limits.idle || self.limits.output != limits.output {
            return None;
        }
        match self.end {
            End::LimitHit(Limit::Wall) => None,
            // Older versions of smelt stored such runs.
            end if end.is_from_outside() => None,
            End::LimitHit(Limit::Cpu) if limits.cpu > self.limits.cpu => None,
            End::LimitHit(Limit::Cpu) => Some(self.clone()),
            _ if self.cpu <= limits.cpu => Some(self.clone()),
            _ => Some(Observation {
                end: End::LimitHit(Limit::Cpu),
                stack: None,
                ..self.clone()
            }),
        }
    }
}

/// A CPU time rounded up to the next of 0.25, 0.5, 1, 2, 4 … s. Without rounding, a measured time and all that follows
/// from it would vary from run to run.
pub fn rounded_up(cpu: Duration) -> Duration {
    doubled(Duration::from_millis(250), cpu)
}

/// The first time, doubled until it is at least the second one.
pub fn doubled(mut time: Duration, least: Duration) -> Duration {
    while time < least {
        time *= 2;
    }
    time
}

/// A failure that an observation shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// The kind of the failure. The smallest rank is the most serious kind.
    pub rank: FailureRank,
    /// The failure in one line: how the run ended, where it crashed, and the first message that says why. Source
    /// locations keep their base name and line. Other addresses, paths and numbers are replaced by `#`, and quoted text
    /// of the input by `…`.
    pub signature: String,
    /// The message in the signature, if there is one.
    pub message: Option<String>,
    /// Where the run crashed, if this failure is a crash and its place is known.
    pub site: Option<CrashSite>,
    /// Whether the solver has found an answer of its own to be wrong. It then fails at the same place and with the same
    /// message, whatever is wrong with the answer.
    pub is_found_by_itself: bool,
}

/// A failure as a build of a solver has shown it.
#[derive(Clone, Copy)]
pub struct Sighting<'s> {
    /// The failure in one line.
    pub signature: &'s str,
    /// The functions from which the one that crashed was called, the innermost first; empty if they are not known.
    pub callers: &'s [String],
}

impl Failure {
    /// What another build of the solver can be compared with.
    pub fn sighting(&self) -> Sighting<'_> {
        Sighting {
            signature: &self.signature,
            callers: self.site.as_ref().map_or(&[], CrashSite::callers),
        }
    }
}

/// The kinds of failures, the most serious first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureRank {
    /// A crash: the run was ended by a signal or an abort.
    Signal,
    /// A sanitizer's report.
    Sanitizer,
    /// An assertion, fatal or internal error.
    Assertion,
    /// The solver itself reports a wrong answer.
    OwnWord,
    /// The weakest report of a wrong answer: it depends on the `:status` annotation of the input.
    StatusAnnotation,
}

/// The form used in signatures and reports: `exit 1`, `SIGSEGV`, `CPU time limit`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            End::Exited(code) => write!(f, "exit {code}"),
            End::Signaled(signal) => match signal_name(signal) {
                Some(name) => f.write_str(name),
                None => write!(f, "signal {signal}"),
            },
            End::LimitHit(limit) => write!(f, "{limit} limit"),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Cpu => "CPU time",
            Limit::Wall => "wall time",
            Limit::Idle => "idle time",
            Limit::Output => "output",
        })
    }
}

/// The POSIX names of the signals that end solvers.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGHUP => "SIGHUP",
        libc::SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGALRM => "SIGALRM",
        libc::SIGTERM => "SIGTERM",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGSYS => "SIGSYS",
        _ => return None,
    })
}
