//! Claims: among the processes that share a store, only one at a time works on a case with a solver. The others work on
//! other cases, or wait and then find the answers in the store.
//!
//! All claims are locks on single bytes of one file beside the store, at an offset that is a hash of the case and the
//! solver. The kernel releases a lock when its holder ends, for whatever reason. Each claim opens the file anew,
//! because locks through the same open file do not exclude each other. If two different pairs get the same offset (one
//! chance in 2^62), one waits for the other. Claims are advisory: where they are impossible, work continues without.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::sync::atomic::Ordering;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};

use super::Store;
use crate::disk::beside;
use crate::key::Fingerprint;

/// The result of an attempt to claim a case.
#[derive(Debug)]
pub enum Claim<'s> {
    /// The case is claimed until this value is dropped.
    Held(Claimed<'s>),
    /// Another process has claimed it, or this one for another reduction.
    Busy,
    /// Claims are not possible: the store may only be read, or the system refuses.
    Unavailable,
}

/// A claimed case. When it is dropped, pending insertions are committed first, so that the next holder finds all of
/// them.
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
        // Closing the file alone would leave the lock to a child that another thread is just starting.
        self.byte.l_type = lock_value(libc::F_UNLCK);
        // If that fails, closing the file must suffice.
        let _ = fcntl(&self.file, FcntlArg::F_OFD_SETLK(&self.byte));
    }
}

impl Store {
    /// Claims the case with this source digest and fingerprint. A [`Store::session`] should be opened after the claim
    /// is held, so that it knows what the last holder has inserted.
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
            Ok(_) => {
                self.shared.waits.end(byte.l_start);
                Claim::Held(Claimed {
                    store: self,
                    file,
                    byte,
                })
            }
            Err(Errno::EAGAIN | Errno::EACCES) => {
                self.shared.waits.begin(byte.l_start);
                self.shared.others_are_here.store(true, Ordering::Relaxed);
                Claim::Busy
            }
            Err(_) => Claim::Unavailable,
        }
    }
}

/// The lock on the byte that represents a case and a solver.
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

/// A constant for a field of a lock, which is narrower than the constant's type.
fn lock_value(constant: libc::c_int) -> libc::c_short {
    constant.try_into().unwrap_or_default()
}
