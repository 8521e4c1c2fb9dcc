//! The system calls for which there is no safe wrapper. This is the only file with `unsafe`.

#![expect(
    unsafe_code,
    reason = "wait4, signal and the CPU clock of another process have no safe wrapper"
)]

use std::io;
use std::mem::MaybeUninit;
use std::time::Duration;

/// What a process that was waited for had used, including the children that it had waited for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// User and system time.
    pub(super) cpu: Duration,
    /// Largest resident set of a single process, in KiB.
    pub(super) rss_kib: u64,
}

impl Usage {
    /// Adds the usage of another process of the same run: times add up; of the sizes, the largest counts.
    pub(super) fn add(&mut self, other: Usage) {
        self.cpu += other.cpu;
        self.rss_kib = self.rss_kib.max(other.rss_kib);
    }
}

/// The result of waiting without blocking.
#[derive(Clone, Copy, Debug)]
pub(super) enum Waited {
    /// A child had ended and is now reaped: its raw wait status and its usage.
    Reaped(i32, Usage),
    /// There are children, but none has ended.
    Running,
    /// There is no such child.
    NoChild,
}

/// Reaps the child `pid`, or any child for -1, without blocking.
pub(super) fn wait(pid: i32) -> Waited {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: both pointers are to live, writable values of the types that wait4 fills in.
    let reaped = unsafe { libc::wait4(pid, &raw mut status, libc::WNOHANG, usage.as_mut_ptr()) };
    match reaped {
        0 => Waited::Running,
        1.. => {
            // SAFETY: zeroed at first, which is a valid rusage, and filled by wait4 since.
            let usage = unsafe { usage.assume_init() };
            let used = Usage {
                cpu: time(usage.ru_utime) + time(usage.ru_stime),
                rss_kib: u64::try_from(usage.ru_maxrss).unwrap_or(0),
            };
            Waited::Reaped(status, used)
        }
        _ => Waited::NoChild,
    }
}

fn time(time: libc::timeval) -> Duration {
    Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0))
        + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}

/// The CPU time of a live or unreaped process: of all its threads and none of its children.
///
/// # Errors
/// There is no such process.
pub(super) fn cpu_of(pid: i32) -> io::Result<Duration> {
    // Computed as in clock_getcpuclockid(3): the inverted pid and CPUCLOCK_SCHED.
    let clock: libc::clockid_t = (!pid << 3) | 2;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is to a live, writable timespec.
    if unsafe { libc::clock_gettime(clock, &raw mut time) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    ))
}

/// Sets every signal to its default, in this process and thus in those that it starts. Otherwise a solver would ignore
/// what the caller ignores (`nohup` ignores SIGHUP). SIGPIPE is left alone, so that writes report the error.
pub(super) fn heed_signals() {
    for signal in (1..32).filter(|&signal| signal != libc::SIGPIPE) {
        // SAFETY: SIG_DFL runs no code of ours. For SIGKILL and SIGSTOP the call fails, which is harmless.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// The number of `/proc/PID/stat` ticks per second.
pub(super) fn ticks_per_second() -> u64 {
    // SAFETY: sysconf reads no memory of ours.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    u64::try_from(ticks).unwrap_or(100).max(1)
}
