//! The system calls for which there is no safe wrapper. This is the only file with `unsafe`.

#![expect(
    unsafe_code,
    reason = "fork, ptrace, wait4, signals, mallopt and the CPU clock of another process have no safe wrapper"
)]

use rustix::process::{Resource, Rlimit, setrlimit};
use std::ffi::CString;
use std::io;
use std::mem::MaybeUninit;
use std::num::NonZeroUsize;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr;
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
    /// Adds the usage of another process of the same run: CPU times add up, and the larger size counts.
    pub(super) fn add(&mut self, other: Usage) {
        self.cpu += other.cpu;
        self.rss_kib = self.rss_kib.max(other.rss_kib);
    }
}

/// Reaps the child or traced task `pid` if it has ended, without blocking. Returns its raw wait status and its usage.
pub(super) fn wait(pid: i32) -> Option<(i32, Usage)> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let options = libc::WNOHANG | libc::__WALL;
    // SAFETY: both pointers are to live, writable values of the types that wait4 fills in.
    let reaped = unsafe { libc::wait4(pid, &raw mut status, options, usage.as_mut_ptr()) };
    // A tracer also learns of stops.
    if reaped <= 0 || libc::WIFSTOPPED(status) {
        return None;
    }
    // SAFETY: zeroed at first, which is a valid rusage, and filled by wait4 since.
    let usage = unsafe { usage.assume_init() };
    let used = Usage {
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        rss_kib: u64::try_from(usage.ru_maxrss).unwrap_or(0),
    };
    Some((status, used))
}

/// Waits for the end of a child that has failed to become a program, and reaps it.
pub(super) fn wait_for(pid: i32) {
    loop {
        // SAFETY: a null pointer asks for no status.
        let reaped = unsafe { libc::waitpid(pid, ptr::null_mut(), libc::__WALL) };
        if reaped != -1 || errno() != libc::EINTR {
            return;
        }
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
/// the signals that the caller ignores (`nohup` ignores SIGHUP). SIGPIPE is left alone, so that writes report the
/// error.
pub(super) fn heed_signals() {
    for signal in (1..=libc::SIGRTMAX()).filter(|&signal| signal != libc::SIGPIPE) {
        // SAFETY: SIG_DFL runs no code of ours. For SIGKILL, SIGSTOP and the signals of the C library the call fails,
        // which is harmless.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Blocks of at least this many bytes are large.
#[cfg(target_env = "gnu")]
const LARGE_BLOCK: libc::c_int = 4 << 20;

/// Has the C library give back large blocks to the system as soon as they are freed. Left alone, it soon keeps freed
/// blocks of up to 32 MB, in one place for each thread, and with texts of 20 MB these take 150 MB. As much as it would
/// keep of smaller ones, it may still keep, so that a text of an ordinary size is not paid for twice.
///
/// Threads share such places if there are more of them than processors. Left alone, each thread has its own, up to
/// eight times as many, though most of them only wait.
pub fn return_large_blocks() {
    #[cfg(target_env = "gnu")]
    {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let places = libc::c_int::try_from(processors).unwrap_or(libc::c_int::MAX);
        // SAFETY: mallopt only sets parameters of the allocator.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK);
            libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * LARGE_BLOCK);
            libc::mallopt(libc::M_ARENA_MAX, places);
        }
    }
}

/// Has this process say a last word and end with this code where it would abort: when the system has no memory for it.
pub(crate) fn instead_of_abort(word: &'static str, code: u8) {
    let end = move || {
        // SAFETY: both calls are allowed in a signal handler, and the word lives as long as the process.
        unsafe {
            libc::write(libc::STDERR_FILENO, word.as_ptr().cast(), word.len());
            libc::_exit(code.into());
        }
    };
    // SAFETY: the handler allocates nothing, takes no lock and cannot panic. If it cannot be set, the signal itself
    // says how the program has ended.
    let _ = unsafe { signal_hook::low_level::register(libc::SIGABRT, end) };
}

/// The number of `/proc/PID/stat` ticks per second.
pub(super) fn ticks_per_second() -> u64 {
    // SAFETY: sysconf reads no memory of ours.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    u64::try_from(ticks).unwrap_or(100).max(1)
}

/// The program that a forked process becomes. Everything is allocated before the fork, because a forked process may do
/// little more than make system calls until it executes a program.
#[derive(Debug)]
pub(super) struct ProcessImage {
    /// The program's path.
    pub(super) program: CString,
    /// Its arguments, the program's name first.
    pub(super) argv: Vec<CString>,
    /// Its whole environment, as `NAME=value`.
    pub(super) env: Vec<CString>,
    /// The directory to run in.
    pub(super) cwd: CString,
}

/// The files and limits of a forked process.
#[derive(Debug)]
pub(super) struct ForkSettings<'a> {
    /// Standard input, output and error.
    pub(super) stdio: [BorrowedFd<'a>; 3],
    /// The process waits until the last writer to this pipe has closed it, and becomes the program then.
    pub(super) gate: BorrowedFd<'a>,
    /// The other end of that pipe, which the process must close itself.
    pub(super) gate_writer: BorrowedFd<'a>,
    /// Where it writes the system's error number, four bytes, if it cannot become the program.
    pub(super) failure: BorrowedFd<'a>,
    /// The limits in force from its first instruction.
    pub(super) limits: &'a [(Resource, Rlimit)],
}

/// Forks a process that waits at the gate and then becomes a program, in a process group of its own. Returns its id.
///
/// # Errors
/// The system refuses another process.
pub(super) fn fork_at_gate(image: &ProcessImage, settings: &ForkSettings<'_>) -> io::Result<i32> {
    let pointers = |strings: &[CString]| -> Vec<*const libc::c_char> {
        strings
            .iter()
            .map(|string| string.as_ptr())
            .chain([ptr::null()])
            .collect()
    };
    let (argv, env) = (pointers(&image.argv), pointers(&image.env));
    // SAFETY: the helper has one thread, so that no lock can be held by another one. The child makes system calls only,
    // on memory that was made before, and ends with one of them.
    match unsafe { libc::fork() } {
        0 => unsafe {
            let error = become_program(image, &argv, &env, settings);
            let error = error.to_ne_bytes();
            libc::write(
                settings.failure.as_raw_fd(),
                error.as_ptr().cast(),
                error.len(),
            );
            libc::_exit(127)
        },
        pid @ 1.. => Ok(pid),
        _ => Err(io::Error::last_os_error()),
    }
}

/// What the forked process does. It returns only if it cannot become the program, with the system's error number.
///
/// # Safety
/// The pointers are to null-terminated strings and end with a null pointer; this runs in a process that was forked by
/// one with a single thread.
unsafe fn become_program(
    image: &ProcessImage,
    argv: &[*const libc::c_char],
    env: &[*const libc::c_char],
    settings: &ForkSettings<'_>,
) -> i32 {
    // SAFETY: as above; every pointer is to a live value of the type that the call expects.
    unsafe {
        // Only the parent may hold the gate closed. The process gets its own group, and the default signals.
        libc::close(settings.gate_writer.as_raw_fd());
        libc::setpgid(0, 0);
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        let mut none = MaybeUninit::<libc::sigset_t>::zeroed();
        libc::sigemptyset(none.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), ptr::null_mut());
        for (number, fd) in (0..).zip(&settings.stdio) {
            if libc::dup2(fd.as_raw_fd(), number) < 0 {
                return errno();
            }
        }
        for (resource, limit) in settings.limits {
            // One system call, and no memory.
            let _ = setrlimit(*resource, *limit);
        }
        // The read ends when the parent opens the gate.
        let mut byte = 0u8;
        while libc::read(settings.gate.as_raw_fd(), (&raw mut byte).cast(), 1) < 0
            && errno() == libc::EINTR
        {}
        if libc::chdir(image.cwd.as_ptr()) == 0 {
            libc::execve(image.program.as_ptr(), argv.as_ptr(), env.as_ptr());
        }
        errno()
    }
}

fn errno() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

/// A file that becomes readable when a child of this process has stopped or ended. SIGCHLD is blocked from now on.
///
/// # Errors
/// The system has no such file left.
pub(super) fn child_events() -> io::Result<OwnedFd> {
    let mut set = MaybeUninit::<libc::sigset_t>::zeroed();
    // SAFETY: the set is live and filled by sigemptyset before it is read; the new descriptor is owned by nobody else.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, set.as_ptr(), ptr::null_mut());
        match libc::signalfd(-1, set.as_ptr(), libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) {
            -1 => Err(io::Error::last_os_error()),
            fd => Ok(OwnedFd::from_raw_fd(fd)),
        }
    }
}

/// Takes all that there is to read from the file of [`child_events`].
pub(super) fn drain(events: BorrowedFd<'_>) {
    let mut bytes = [0; 8 * size_of::<libc::signalfd_siginfo>()];
    while rustix::io::read(events, &mut bytes).is_ok_and(|n| n == bytes.len()) {}
}

/// What a child, or a process that this one traces, has to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChildEvent {
    /// It is stopped, with this signal in the low byte and the event of the tracer above it.
    Stopped(i32),
    /// It has ended and is not reaped yet.
    Ended,
}

/// Whether this process has children or traces tasks, including ended ones that are not reaped.
pub(super) fn has_children() -> bool {
    let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
    let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT | libc::__WALL;
    // SAFETY: the pointer is to a live, writable siginfo.
    unsafe { libc::waitid(libc::P_ALL, 0, info.as_mut_ptr(), options) == 0 }
}

/// The next stop, of any task that this process traces, that no call has reported yet: the task and its status.
pub(super) fn next_stop() -> Option<(i32, i32)> {
    match wait_id(libc::P_ALL, 0, libc::WSTOPPED) {
        Some((task, ChildEvent::Stopped(status))) => Some((task, status)),
        Some((_, ChildEvent::Ended)) | None => None,
    }
}

/// A task that has ended and is not reaped: the given one, or any if 0 is given.
pub(super) fn ended(task: i32) -> Option<i32> {
    let (which, id) = match task {
        0 => (libc::P_ALL, 0),
        task => (libc::P_PID, task.cast_unsigned()),
    };
    match wait_id(which, id, libc::WEXITED | libc::WNOWAIT) {
        Some((task, ChildEvent::Ended)) => Some(task),
        Some((_, ChildEvent::Stopped(_))) | None => None,
    }
}

fn wait_id(which: libc::idtype_t, id: u32, options: i32) -> Option<(i32, ChildEvent)> {
    let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
    let options = options | libc::WNOHANG | libc::__WALL;
    // SAFETY: the pointer is to a live, writable siginfo, zeroed at first, which is a valid one without an event.
    let info = unsafe {
        if libc::waitid(which, id, info.as_mut_ptr(), options) != 0 {
            return None;
        }
        info.assume_init()
    };
    // SAFETY: waitid fills in these fields.
    let (task, status) = unsafe { (info.si_pid(), info.si_status()) };
    let event = match info.si_code {
        libc::CLD_STOPPED | libc::CLD_TRAPPED => ChildEvent::Stopped(status),
        _ => ChildEvent::Ended,
    };
    (task > 0).then_some((task, event))
}

/// Begins to trace a process and all that it will start, without stopping it. If this process ends, the system kills
/// them.
///
/// # Errors
/// The system does not permit it.
pub(super) fn trace(pid: i32) -> io::Result<()> {
    let options = libc::PTRACE_O_EXITKILL
        | libc::PTRACE_O_TRACECLONE
        | libc::PTRACE_O_TRACEFORK
        | libc::PTRACE_O_TRACEVFORK;
    ptrace(libc::PTRACE_SEIZE, pid, options.cast_unsigned() as usize)
}

/// Lets a stopped task go on, with this signal, or without one if it is 0. If the task is gone, there is nothing to do.
pub(super) fn go_on(task: i32, signal: i32) {
    let _ = ptrace(libc::PTRACE_CONT, task, signal.cast_unsigned() as usize);
}

/// Leaves a task stopped that was stopped by a signal such as SIGSTOP, until SIGCONT lets it go on.
pub(super) fn stay_stopped(task: i32) {
    let _ = ptrace(libc::PTRACE_LISTEN, task, 0);
}

/// How the C library declares a request.
#[cfg(target_env = "musl")]
type Request = libc::c_int;
#[cfg(not(target_env = "musl"))]
type Request = libc::c_uint;

fn ptrace(request: Request, task: i32, data: usize) -> io::Result<()> {
    // SAFETY: these requests read and write no memory of this process.
    let result = unsafe { libc::ptrace(request, task, ptr::null_mut::<u8>(), data) };
    if result == -1 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Whether the signal for which a task is stopped was sent with kill(2), which says nothing about the place where the
/// task is.
pub(super) fn was_sent(task: i32) -> bool {
    let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
    // SAFETY: the pointer is to a live, writable siginfo, zeroed at first, which is a valid one.
    let info = unsafe {
        let at = ptr::null_mut::<u8>();
        if libc::ptrace(libc::PTRACE_GETSIGINFO, task, at, info.as_mut_ptr()) == -1 {
            return true;
        }
        info.assume_init()
    };
    info.si_code == libc::SI_USER
}

/// The code segment of a 64-bit program.
#[cfg(target_arch = "x86_64")]
const CODE_OF_64_BITS: u64 = 0x33;

/// The registers of a stopped task that unwinding needs, by their numbers in DWARF: 0 to 15, and 16 for the instruction
/// pointer. None in programs for other processors.
pub(super) fn registers(task: i32) -> Option<[u64; 17]> {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
    {
        let mut regs = MaybeUninit::<libc::user_regs_struct>::zeroed();
        // SAFETY: the pointer is to a live, writable value of the type that the request fills in.
        let regs = unsafe {
            let at = ptr::null_mut::<u8>();
            if libc::ptrace(libc::PTRACE_GETREGS, task, at, regs.as_mut_ptr()) == -1 {
                return None;
            }
            regs.assume_init()
        };
        if regs.cs != CODE_OF_64_BITS {
            return None;
        }
        Some([
            regs.rax, regs.rdx, regs.rcx, regs.rbx, regs.rsi, regs.rdi, regs.rbp, regs.rsp,
            regs.r8, regs.r9, regs.r10, regs.r11, regs.r12, regs.r13, regs.r14, regs.r15, regs.rip,
        ])
    }
    #[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64")))]
    {
        let _ = task;
        None
    }
}
