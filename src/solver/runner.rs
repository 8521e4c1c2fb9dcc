//! The helper process of a slot, `smelt __runner`. It starts the solvers, so that neither the cost of a start nor the
//! measured memory depends on the size of the driver.
//!
//! Invariants: it has one thread; it opens no file for writing but the one in which starts are counted, so that no
//! program is ever busy because of it; it has its own session and is the subreaper of all that it starts. It learns
//! that the driver is gone only from the end of its control socket; then it kills all descendants, removes the slot's
//! directory and ends. (With `PR_SET_PDEATHSIG` it would die before it could kill anyone.)

use super::clear;
use super::inherited;
use super::process_tree;
use super::run;
use super::start::{Startable, capped, rlimit};
use super::sys;
use super::wire::{Outbox, Request};
use rustix::process::{Resource, getpid, set_child_subreaper, setrlimit, setsid};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::ExitCode;

/// The first argument that makes this program a helper. The second argument is the slot's directory.
pub const RUNNER: &str = "__runner";

/// The largest file that a solver may write.
const LARGEST_FILE: u64 = 1 << 30;

/// Runs the helper. The control socket is its standard input.
pub fn runner_main() -> ExitCode {
    let served = settle().and_then(|()| serve(&control()?));
    process_tree::sweep();
    if served.as_ref().err().is_none_or(is_hang_up) {
        remove_directory();
    }
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Whether the error means that the driver has ended.
fn is_hang_up(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionReset)
}

/// Removes the slot's directory, because the driver is gone. A driver that ends regularly also does so itself.
fn remove_directory() {
    if let Some(directory) = std::env::args_os().nth(2).map(PathBuf::from) {
        let _ = clear::remove_directory(&directory);
        // The directory of the driver is removed with the last one in it.
        if let Some(within) = directory.parent() {
            let _ = std::fs::remove_dir(within);
        }
    }
}

/// Sets up what solvers inherit.
pub(super) fn settle() -> io::Result<()> {
    // In a session of its own, this process does not get Ctrl-C, and the driver can recognize its descendants.
    setsid()?;
    sys::heed_signals();
    set_child_subreaper(Some(getpid()))?;
    inherited::set()?;
    // The limit is one byte and not zero: if core dumps go to a program, only a limit of 1 keeps it from being started.
    cap(Resource::Core, 1)?;
    cap(Resource::Fsize, LARGEST_FILE)?;
    // If memory runs out, the kernel should kill a solver rather than the driver. If it refuses this setting, no harm
    // is done.
    let _ = std::fs::write("/proc/self/oom_score_adj", "500");
    Ok(())
}

/// The socket to the driver, which is the standard input.
pub(super) fn control() -> io::Result<UnixStream> {
    Ok(UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?))
}

fn cap(resource: Resource, most: u64) -> io::Result<()> {
    Ok(setrlimit(resource, rlimit(capped(resource, most, most)))?)
}

fn serve(control: &UnixStream) -> io::Result<()> {
    let mut outbox = Outbox::new(control);
    let events: OwnedFd = sys::child_events()?;
    let mut command = None;
    while let Some(request) = Request::read(&mut &*control)? {
        match request {
            Request::Load(prepared) => command = Some(Startable::new(&prepared)?),
            Request::Run(limits) => {
                let command = command.as_ref().ok_or(io::ErrorKind::InvalidInput)?;
                let done = run::run(command, &limits, control, &events, &mut outbox)?;
                outbox.end(done)?;
                if sys::has_children() {
                    // These cannot be killed, and must not count as processes of the next run.
                    return Err(io::Error::other("processes of a run are left"));
                }
            }
            // These came too late for a run that has ended by itself.
            Request::Interrupt | Request::GoOn => {}
        }
    }
    Ok(())
}
