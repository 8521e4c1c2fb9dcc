//! What a solver run did. These are only facts; the oracles decide whether they are interesting.

use std::fmt;
use std::time::Duration;

/// A stream of up to this many bytes is kept whole. Of a longer one, the first and the last half of this are kept.
pub const KEPT: usize = 64 * 1024;

/// One stream of output, as far as it is kept. Nothing else is ever compared, not even right after a run, so that a
/// warm and a cold store give the same results.
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

    /// The whole stream, if it was kept whole.
    pub fn whole(&self) -> Option<&[u8]> {
        (self.len <= KEPT as u64).then_some(&self.head)
    }

    /// The first line that is not blank, as far as it is kept.
    pub fn first_line(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.head);
        let mut lines = text.lines().map(str::trim);
        lines.find(|line| !line.is_empty()).map(str::to_owned)
    }
}

/// A limit that can end a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// CPU time of the process and all its descendants. Such a result may be stored and reused.
    Cpu,
    /// Wall time. It depends on the load of the machine, so the run is unresolved and never stored.
    Wall,
    /// The time without any use of the CPU.
    Idle,
    /// Bytes of output.
    Output,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It exited by itself with this code.
    Exited(i32),
    /// A signal ended it that smelt had not sent.
    Signaled(i32),
    /// smelt ended it, at this limit.
    LimitHit(Limit),
}

impl End {
    /// Whether somebody else ended the run: the system, because it is out of memory or shutting down, a service
    /// manager, or a user. That says nothing about the solver.
    pub fn is_from_outside(self) -> bool {
        use libc::{SIGHUP, SIGINT, SIGKILL, SIGQUIT, SIGTERM};
        matches!(
            self,
            End::Signaled(SIGHUP | SIGINT | SIGKILL | SIGQUIT | SIGTERM)
        )
    }
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// CPU time of the whole process tree.
    pub cpu: Duration,
    /// Wall time, a safety net.
    pub wall: Duration,
    /// How long the CPU time may stand still.
    pub idle: Duration,
    /// Address space of each process, in bytes; if none, there is no limit (sanitizers reserve terabytes).
    pub memory: Option<u64>,
    /// Bytes of output, both streams together.
    pub output: u64,
}

impl Limits {
    /// The usual limits for this CPU limit: 3 times as much wall time + 5 s, 5 s idle, 4 GiB memory, 16 MiB output.
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
    /// Largest resident set of a single process, in KiB; never below the 2 MB of the helper itself.
    pub rss_kib: u64,
    /// The limits in force.
    pub limits: Limits,
}

impl Observation {
    /// What this run would have been under another CPU limit; none if that is unknown and the solver must run again.
    ///
    /// A run that finished after `t` is the same for limits ≥ `t`, and hits the CPU limit for limits < `t`. A run that
    /// was killed at its limit `T` hits all limits ≤ `T`; for greater limits its result is unknown. A run that the wall
    /// limit ended gives no result. The memory limit is part of the key, and the other limits must be equal.
    pub fn under(&self, limits: &Limits) -> Option<Observation> {
        if self.limits.idle != limits.idle || self.limits.output != limits.output {
            return None;
        }
        match self.end {
            End::LimitHit(Limit::Wall) => None,
            // Older versions of smelt have stored such runs.
            end if end.is_from_outside() => None,
            End::LimitHit(Limit::Cpu) if limits.cpu > self.limits.cpu => None,
            End::LimitHit(Limit::Cpu) => Some(self.clone()),
            _ if self.cpu <= limits.cpu => Some(self.clone()),
            _ => Some(Observation {
                end: End::LimitHit(Limit::Cpu),
                ..self.clone()
            }),
        }
    }
}

/// A failure that an observation shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// How telling it is: the smallest rank tells most.
    pub rank: FailureRank,
    /// The failure in one line: how the run ended, and the first message that tells why. Of source locations, the base
    /// name and the line are kept; other addresses, paths and numbers are `#`, and quoted text of the input is `…`.
    pub signature: String,
    /// Where the message begins: how many bytes of its stream, as far as it is kept, come before it. None for a failure
    /// without a message.
    pub position: Option<u64>,
}

/// The kinds of failures, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureRank {
    /// Ended by a signal or an abort.
    Signal,
    /// A sanitizer's report.
    Sanitizer,
    /// An assertion, fatal or internal error.
    Assertion,
    /// The solver itself reports that its answer is wrong.
    OwnWord,
    /// The weakest such report: it depends on the `:status` annotation of the input.
    StatusAnnotation,
}

/// The form in signatures and reports: `exit 1`, `SIGSEGV`, `CPU time limit`.
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
