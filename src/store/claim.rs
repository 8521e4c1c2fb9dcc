//! Claims: of several processes that share a store, only one at a time works on a case with a solver. The others
//! turn to other cases, or wait and then find the answers in the store.
//!
//! All claims are locks on single bytes of one file beside the store, at an offset that is a hash of the case and
//! the solver. The kernel frees them when their holder ends, however it ends. Each claim opens the file anew, since
//! locks of one open file do not exclude each other. Two pairs that share an offset (one chance in 2^62) only
//! wait for each other. A claim is advice: where none can be had, work goes on without.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::sync::atomic::Ordering;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};

use super::Store;
use super::location::beside;
use crate::key::Fingerprint;

/// What has become of a claim.
#[derive(Debug)]
pub enum Claim<'s> {
    /// The case is ours until this is dropped.
    Held(Claimed<'s>),
    /// Another process works on it, or another claim of this one.
    Busy,
    /// There are no claims here: the store may only be read, or the system refuses.
    Unavailable,
}

/// A case that nobody else works on. When it is dropped, what was inserted so far is committed first: who gets it
/// next finds all of it.
#[derive(Debug)]
#[must_use]
pub struct Claimed<'s> {
    store: &'s Store,
    file: File,
    byte: libc::flock,
}

impl Drop for Claimed<'_> {
    fn drop(&mut self) {
        self.store.flush();
        // Closing alone would leave the lock to a child that another thread is just starting.
        self.byte.l_type = lock_value(libc::F_UNLCK);
        // Where that is refused, closing has to do.
        let _ = fcntl(&self.file, FcntlArg::F_OFD_SETLK(&self.byte));
    }
}

impl Store {
    /// Claims the case with this digest of its source, under this fingerprint. Open a [`Store::session`] after the
    /// claim is held, not before: it then knows what the last holder has left.
    pub fn try_claim(&self, source: &[u8; 32], fingerprint: &Fingerprint) -> Claim<'_> {
        if self.writer.is_none() {
            return Claim::Unavailable;
        }
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(beside(&self.path, ".cases"));
        let Ok(file) = opened else {
            return Claim::Unavailable;
        };
        let byte = byte(source, fingerprint);
        match fcntl(&file, FcntlArg::F_OFD_SETLK(&byte)) {
            Ok(_) => Claim::Held(Claimed {
                store: self,
                file,
                byte,
            }),
            Err(Errno::EAGAIN | Errno::EACCES) => {
                self.shared.others_are_here.store(true, Ordering::Relaxed);
                Claim::Busy
            }
            Err(_) => Claim::Unavailable,
        }
    }
}

/// The byte that stands for a case and a solver.
fn byte(source: &[u8; 32], fingerprint: &Fingerprint) -> libc::flock {
    let mut hasher = blake3::Hasher::new();
    hasher.update(source);
    hasher.update(&fingerprint.0);
    let mut start = [0; 8];
    hasher.finalize_xof().fill(&mut start);
    // The end of the range must be a valid offset too.
    let offset = (u64::from_le_bytes(start) >> 2).cast_signed();
    libc::flock {
        l_type: lock_value(libc::F_WRLCK),
        l_whence: lock_value(libc::SEEK_SET),
        l_start: offset,
        l_len: 1,
        l_pid: 0,
    }
}

/// The constants are wider than the fields that hold them.
fn lock_value(constant: libc::c_int) -> libc::c_short {
    constant.try_into().unwrap_or_default()
}
