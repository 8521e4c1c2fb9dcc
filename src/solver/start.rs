//! How the helper starts a solver: in a process group of its own, with its limits in force from its first instruction,
//! and traced before it runs.
//!
//! The process is forked and waits at a gate, which is a pipe, until it is traced; then it becomes the solver. The
//! standard library has a faster way to start a process, but nothing can be done between its fork and its exec.

use super::sys::{self, ForkSettings, ProcessImage};
use super::wire::PreparedCommand;
use crate::observation::Limits;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use std::ffi::{CString, OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::thread::sleep;
use std::time::Duration;

/// Under a lower memory limit, no program can be started; it is set afterwards.
const LEAST_MEMORY: u64 = 64 << 20;

/// How many times a start is tried again, every 10 ms, if another process has the program open for writing.
const BUSY_TRIES: u32 = 20;

/// A command that can be started again and again.
#[derive(Debug)]
pub(super) struct Startable {
    image: ProcessImage,
    /// The file that the solver reads as its standard input.
    stdin: OsString,
    is_traced: bool,
    /// The file in which starts are counted, if there is one.
    launches: Option<File>,
}

/// A process that has become the solver.
#[derive(Debug)]
pub(super) struct Started {
    /// Its id.
    pub(super) pid: i32,
    /// The other ends of its standard output and error.
    pub(super) streams: [OwnedFd; 2],
    /// Whether it is traced.
    pub(super) is_traced: bool,
    /// The system's error number if it should be traced and that is not permitted, else 0.
    pub(super) untraced: i32,
}

impl Startable {
    /// The command in the form in which it is started.
    ///
    /// # Errors
    /// A word contains a zero byte.
    pub(super) fn new(prepared: &PreparedCommand) -> io::Result<Startable> {
        let argv: Vec<CString> = strings(prepared.argv.iter())?;
        let env: Vec<OsString> = prepared
            .env
            .iter()
            .map(|(name, value)| {
                [name.as_os_str(), OsStr::new("="), value]
                    .into_iter()
                    .collect()
            })
            .collect();
        Ok(Startable {
            image: ProcessImage {
                program: argv.first().cloned().unwrap_or_default(),
                argv,
                env: strings(env.iter())?,
                cwd: string(&prepared.cwd)?,
            },
            stdin: prepared.stdin.clone().unwrap_or_else(|| "/dev/null".into()),
            is_traced: prepared.is_traced,
            launches: prepared.launches.as_deref().and_then(open_launches),
        })
    }

    /// Starts the solver under these limits. If another process has the program open for writing, the start is tried
    /// again: a process that was forked elsewhere holds inherited files until its exec.
    ///
    /// # Errors
    /// It cannot be started.
    pub(super) fn start(&self, limits: &Limits) -> io::Result<Started> {
        let mut tries = 0;
        loop {
            match self.start_once(limits) {
                Err(error)
                    if error.kind() == io::ErrorKind::ExecutableFileBusy && tries < BUSY_TRIES =>
                {
                    tries += 1;
                    sleep(Duration::from_millis(10));
                }
                other => return other,
            }
        }
    }

    /// Counts a start. The helper does this because it outlives a driver that is killed, so that no start is missing.
    fn count_launch(&self) {
        if let Some(launches) = &self.launches {
            // If the disk is full, only the driver counts the starts.
            let _ = rustix::io::write(launches, b".");
        }
    }

    fn start_once(&self, limits: &Limits) -> io::Result<Started> {
        // The files of the process, the gate at which it waits, and a pipe for the error if it cannot become the
        // solver.
        let stdin = rustix::fs::open(
            &*self.stdin,
            OFlags::RDONLY | OFlags::CLOEXEC,
            Mode::empty(),
        )?;
        let pipe = || pipe_with(PipeFlags::CLOEXEC);
        let [(out, out_end), (err, err_end)] = [pipe()?, pipe()?];
        let (gate, gate_writer) = pipe()?;
        let (failure, failure_end) = pipe()?;
        let pid = sys::fork_at_gate(
            &self.image,
            &ForkSettings {
                stdio: [stdin.as_fd(), out_end.as_fd(), err_end.as_fd()],
                gate: gate.as_fd(),
                gate_writer: gate_writer.as_fd(),
                failure: failure_end.as_fd(),
                limits: &kernel_limits(limits),
            },
        )?;
        drop((out_end, err_end, failure_end));
        let traced = self.is_traced.then(|| sys::trace(pid));
        // This opens the gate.
        drop(gate_writer);
        if let Some(error) = exec_error(&failure)? {
            sys::wait_for(pid);
            return Err(error);
        }
        self.count_launch();
        restrict(pid, limits);
        let refused = traced.as_ref().and_then(|traced| traced.as_ref().err());
        Ok(Started {
            pid,
            streams: [out, err],
            is_traced: matches!(traced, Some(Ok(()))),
            untraced: refused.and_then(io::Error::raw_os_error).unwrap_or(0),
        })
    }
}

/// Opens the file in which starts are counted. If that is impossible, only the driver counts them.
fn open_launches(path: &OsStr) -> Option<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true).open(path).ok()
}

/// Waits until the process has become the solver; returns the error if it could not.
fn exec_error(failure: &OwnedFd) -> io::Result<Option<io::Error>> {
    let mut number = [0; 4];
    loop {
        return match rustix::io::read(failure, &mut number) {
            Err(Errno::INTR) => continue,
            Err(error) => Err(error.into()),
            Ok(4) => Ok(Some(io::Error::from_raw_os_error(i32::from_ne_bytes(
                number,
            )))),
            Ok(_) => Ok(None),
        };
    }
}

/// The limits that the kernel enforces.
fn kernel_limits(limits: &Limits) -> Vec<(Resource, Rlimit)> {
    // The CPU limit is only a safety net, because the helper watches the CPU time. With the additional second, the
    // kernel does not act first.
    let seconds = limits.cpu.as_secs() + 1 + u64::from(limits.cpu.subsec_nanos() > 0);
    let limited = |resource, soft, hard| (resource, rlimit(capped(resource, soft, hard)));
    let mut all = vec![limited(Resource::Cpu, seconds, seconds + 1)];
    if let Some(memory) = limits.memory.filter(|&memory| memory >= LEAST_MEMORY) {
        all.push(limited(Resource::As, memory, memory));
    }
    all
}

/// Sets a memory limit under which the process could not have been started.
fn restrict(pid: i32, limits: &Limits) {
    if let Some(memory) = limits.memory.filter(|&memory| memory < LEAST_MEMORY) {
        let limit = rlimit(capped(Resource::As, memory, memory));
        // If the process has ended already, no limit is needed.
        let _ = prlimit(Pid::from_raw(pid), Resource::As, limit);
    }
}

/// A limit of the kernel, soft and hard.
pub(super) fn rlimit((soft, hard): (u64, u64)) -> Rlimit {
    Rlimit {
        current: Some(soft),
        maximum: Some(hard),
    }
}

/// These limits, soft and hard, or the helper's own hard limit if that is lower, because it cannot be raised.
pub(super) fn capped(resource: Resource, soft: u64, hard: u64) -> (u64, u64) {
    let own = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    (soft.min(own), hard.min(own))
}

fn strings<'a>(words: impl Iterator<Item = &'a OsString>) -> io::Result<Vec<CString>> {
    words.map(|word| string(word)).collect()
}

fn string(word: &OsStr) -> io::Result<CString> {
    Ok(CString::new(word.as_bytes())?)
}
