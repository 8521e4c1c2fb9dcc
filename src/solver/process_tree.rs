//! The processes of a run, as read from `/proc`: what they have used, and how to kill them.
//!
//! The helper is a subreaper, so that every process of a run is its descendant, however it forks or detaches. It has no
//! other descendants.
//!
//! If `/proc` belongs to another PID namespace, its numbers mean other processes, so it is not used: then only the
//! first process of a run and its group are known.

use super::sys::{self, Usage};
use rustix::process::{Pid, Signal, getpid, kill_process};
use std::fs;
use std::path::PathBuf;
use std::process::Child;
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long [`sweep`] keeps trying.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long a child with a session of its own may take to kill and reap the processes that it has started.
const FAREWELL: Duration = Duration::from_secs(3);

/// The longest time between two looks at whether such a child has ended.
const LONGEST_PAUSE: Duration = Duration::from_millis(200);

/// What a run has used so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeUsage {
    /// The CPU time of all live descendants, and of the children that these have waited for.
    pub(super) cpu: Duration,
    /// Whether a descendant is runnable or waits for a disk. Such a run is not idle, even if its CPU time stands still.
    pub(super) busy: bool,
}

/// Whether `/proc` can be used: whether its numbers are those of this process's namespace.
pub(crate) fn is_readable() -> bool {
    static READABLE: OnceLock<bool> = OnceLock::new();
    *READABLE.get_or_init(|| {
        fs::read_link("/proc/self")
            .ok()
            .and_then(|own| own.to_str()?.parse::<i32>().ok())
            .is_some_and(|own| own == getpid().as_raw_nonzero().get())
    })
}

/// Measures all descendants of this process. If `/proc` cannot be used, measures only the solver's own process, and
/// takes it to be busy.
pub(super) fn measure(solver: Pid) -> TreeUsage {
    if !is_readable() {
        let cpu = sys::cpu_of(solver.as_raw_nonzero().get());
        return TreeUsage {
            cpu: cpu.unwrap_or_default(),
            busy: true,
        };
    }
    let tick = Duration::from_secs(1) / u32::try_from(sys::ticks_per_second()).unwrap_or(100);
    let mut usage = TreeUsage {
        cpu: Duration::ZERO,
        busy: false,
    };
    for pid in descendants() {
        usage.cpu += sys::cpu_of(pid).unwrap_or_default();
        if let Some(stat) = Stat::of(pid) {
            usage.cpu += tick * stat.children_ticks;
            usage.busy |= matches!(stat.state, b'R' | b'D');
        }
    }
    usage
}

/// How long the run has waited for a processor: the longest time of a live thread. It is zero if the kernel does not
/// say.
pub(super) fn waited() -> Duration {
    descendants()
        .into_iter()
        .flat_map(|pid| threads(&pid.to_string()))
        .filter_map(|thread| {
            let line = fs::read_to_string(thread.join("schedstat")).ok()?;
            // Nanoseconds on a processor, nanoseconds in a queue for one, and the number of times.
            let nanoseconds = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
            Some(Duration::from_nanos(nanoseconds))
        })
        .max()
        .unwrap_or_default()
}

/// Kills every descendant of this process.
pub(super) fn kill_descendants() {
    descendants().into_iter().for_each(kill);
}

/// Kills and reaps every descendant of this process; returns what they had used. If there are none, this is one system
/// call. Processes that do not die within two seconds, because they wait in the kernel, are left with SIGKILL pending.
pub(super) fn sweep() -> Usage {
    let mut total = Usage::default();
    let deadline = Instant::now() + PATIENCE;
    while sys::has_children() {
        if let Some(task) = sys::ended(0) {
            total.add(reap(task).unwrap_or_default());
            continue;
        }
        kill_descendants();
        if Instant::now() > deadline {
            break;
        }
        sleep(Duration::from_micros(500));
    }
    total
}

/// Reaps a task that has ended. Returns what it had used; none if that is counted elsewhere: with the process of a
/// thread, or by the parent of a process that is only traced.
pub(super) fn reap(task: i32) -> Option<Usage> {
    let is_own = is_own_process(task);
    let (_, usage) = sys::wait(task)?;
    is_own.then_some(usage)
}

/// Whether a task is a child of this process, and not a thread nor the child of another process that is traced.
fn is_own_process(task: i32) -> bool {
    if !is_readable() {
        // Nothing is traced in this case.
        return true;
    }
    let number = |name: &str| status_field(task, name)?.parse::<i32>().ok();
    let parent = Pid::from_raw(number("PPid:").unwrap_or(0));
    number("Tgid:") == Some(task) && parent == Some(getpid())
}

/// A field of `/proc/PID/status`, such as `PPid:`. None if the task is gone.
pub(super) fn status_field(task: i32, name: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{task}/status")).ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.trim().to_owned())
}

/// Waits for the end of a child that has a session of its own and was told to end, and reaps it. If it takes too long,
/// because something has stopped it, it is killed.
pub(super) fn see_off(child: &mut Child) {
    if !is_reaped_within(child, FAREWELL) {
        kill_with_session(child);
        is_reaped_within(child, FAREWELL);
    }
}

/// Reaps a child if it ends in time.
fn is_reaped_within(child: &mut Child, time: Duration) -> bool {
    let deadline = Instant::now() + time;
    let mut pause = Duration::from_micros(200);
    loop {
        match child.try_wait() {
            Ok(None) if Instant::now() < deadline => {}
            Ok(None) => return false,
            Ok(Some(_)) | Err(_) => return true,
        }
        sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Kills a child that has a session of its own, and what it has started.
pub(super) fn kill_with_session(child: &mut Child) {
    // From here on, it starts no more processes. Its process id stays reserved until it is reaped.
    let _ = child.kill();
    kill_session(child.id());
}

/// Kills every process of a session: the processes of a run whose helper was killed.
fn kill_session(session: u32) {
    if !is_readable() {
        return;
    }
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|&pid| Stat::of(pid).is_some_and(|stat| stat.session == session))
        .for_each(kill);
}

fn kill(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        // The process may have ended already.
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// All descendants of this process, parents before their children.
pub(super) fn descendants() -> Vec<i32> {
    let mut found = if is_readable() {
        children("self")
    } else {
        Vec::new()
    };
    let mut next = 0;
    while let Some(pid) = found.get(next) {
        found.extend(children(&pid.to_string()));
        next += 1;
    }
    found
}

/// The children of a process. Each of its threads has its own list.
fn children(pid: &str) -> Vec<i32> {
    let mut children = Vec::new();
    for thread in threads(pid) {
        if let Ok(list) = fs::read_to_string(thread.join("children")) {
            let pids = list.split_ascii_whitespace().map(str::parse::<i32>);
            children.extend(pids.filter_map(Result::ok));
        }
    }
    children
}

/// The directories of a process's threads.
fn threads(pid: &str) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(format!("/proc/{pid}/task"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|thread| thread.path())
}

/// The fields of `/proc/PID/stat` that are needed here.
struct Stat {
    state: u8,
    session: u32,
    /// User and system time of the children that it has waited for.
    children_ticks: u32,
}

impl Stat {
    fn of(pid: i32) -> Option<Stat> {
        Stat::parse(&fs::read(format!("/proc/{pid}/stat")).ok()?)
    }

    /// Parses the line. The second field, the name, is in parentheses and may contain anything; the later fields are
    /// plain numbers and letters.
    fn parse(stat: &[u8]) -> Option<Stat> {
        let name_end = memchr::memrchr(b')', stat)?;
        let fields = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
        let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<u32>().ok();
        Some(Stat {
            state: *fields.first()?.as_bytes().first()?,
            session: number(3)?,
            children_ticks: number(13)?.saturating_add(number(14)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_in_a_stat_line_may_hold_anything() {
        let line = b"77 (a) R (b 1) S 1 70 69 0 -1 4194304 1 2 3 4 5 6 30 40 20 0 1 0 99";
        let stat = Stat::parse(line).map(|stat| (stat.state, stat.session, stat.children_ticks));
        assert_eq!(stat, Some((b'S', 69, 70)));
    }
}
