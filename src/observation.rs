//! What a solver run did. Facts only: whether they are interesting is the oracles' to say.

use std::fmt;
use std::time::Duration;

/// How much of a stream is kept whole; of a longer one the first and the last half of this. Bytes.
pub const KEPT: usize = 64 * 1024;

/// One stream of output, as far as it is kept. Everything downstream sees only this, from the first run on,
/// so that a warm store and a cold one agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Bytes that came.
    pub len: u64,
    /// blake3 of all of them.
    pub hash: [u8; 32],
    /// All of it where `len` is at most [`KEPT`], else the first half of [`KEPT`].
    pub head: Vec<u8>,
    /// Empty where `head` is all, else the last half of [`KEPT`].
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

    /// The whole stream, where it was kept whole.
    pub fn whole(&self) -> Option<&[u8]> {
        (self.len <= KEPT as u64).then_some(&self.head)
    }

    /// The first line that says something, as far as it is kept.
    pub fn first_line(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.head);
        let mut lines = text.lines().map(str::trim);
        lines.find(|line| !line.is_empty()).map(str::to_owned)
    }
}

/// Which limit ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// CPU time of the process and all its descendants: a fact that anyone may reuse.
    Cpu,
    /// Wall time: depends on the machine's load, so it is unresolved and never stored.
    Wall,
    /// The CPU clock had not moved for the idle time.
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
    /// Whether someone else ended the run: the system, for want of memory or because it goes down, a service manager,
    /// a user. That tells nothing of the solver.
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
    /// How long the CPU clock may stand still.
    pub idle: Duration,
    /// Address space of each process, in bytes; none: no limit (sanitizers reserve terabytes).
    pub memory: Option<u64>,
    /// Bytes of output, both streams together.
    pub output: u64,
}

impl Limits {
    /// The limits that go with so much CPU time: wall 3 × + 5 s, idle 5 s, memory 4 GiB, output 16 MiB.
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
    /// Largest resident set of a single process, in KiB; the helper's own 2 MB are the floor.
    pub rss_kib: u64,
    /// The limits in force.
    pub limits: Limits,
}

impl Observation {
    /// What this run would have been under another CPU limit; none where that cannot be told and it must be
    /// run again.
    ///
    /// Finished after `t`, it is itself for limits ≥ `t` and a CPU limit hit for limits < `t`. Killed at `T`,
    /// it is a limit hit for limits ≤ `T` and a miss above. Wall kills tell nothing. The memory limit is part
    /// of the key, and the other limits are compared for equality.
    pub fn under(&self, limits: &Limits) -> Option<Observation> {
        if self.limits.idle != limits.idle || self.limits.output != limits.output {
            return None;
        }
        match self.end {
            End::LimitHit(Limit::Wall) => None,
            // Older versions have stored such runs.
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

/// A failure that an observation tells of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// How telling it is: the smaller the more.
    pub rank: FailureRank,
    /// The failure in one line: how the run ended and the first message that tells why. Of a source location
    /// base name and line stay; elsewhere addresses, paths and every number are `#`, quoted input text is `…`.
    pub signature: String,
}

/// Kinds of failure, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureRank {
    /// Ended by a signal or an abort.
    Signal,
    /// A sanitizer's report.
    Sanitizer,
    /// An assertion, fatal or internal error.
    Assertion,
    /// The solver's own word that its answer is wrong.
    OwnWord,
    /// The weakest of those: it hangs on the input's `:status`.
    StatusAnnotation,
}

/// As signatures and reports write it: `exit 1`, `SIGSEGV`, `CPU time limit`.
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

/// Names by POSIX, where solvers end by them.
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
