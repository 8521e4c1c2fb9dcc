//! Digests of files. A file is read once per process as long as it does not change.

use crate::input::InputFile;
use crate::sync::Mutex;
use memchr::memmem;
use rustc_hash::{FxBuildHasher, FxHashMap};
use rustix::fs::{Stat, fstat, stat};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Identifies a version of a file without reading it: device, inode, size, and the times of the last changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stamp {
    inode: (u64, u64),
    size: i64,
    modified: (i64, u64),
    changed: (i64, u64),
}

impl Stamp {
    /// The stamp of the file at a path; links are followed.
    pub(super) fn of(path: &Path) -> io::Result<Stamp> {
        Ok(Stamp::from(stat(path)?))
    }
}

impl From<Stat> for Stamp {
    fn from(found: Stat) -> Stamp {
        Stamp {
            inode: (found.st_dev, found.st_ino),
            size: found.st_size,
            modified: (found.st_mtime, found.st_mtime_nsec),
            changed: (found.st_ctime, found.st_ctime_nsec),
        }
    }
}

/// What is known about a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Content {
    /// The blake3 digest.
    pub(super) digest: [u8; 32],
    /// Whether the file contains or needs a sanitizer that reserves terabytes of address space.
    pub(super) sanitizer: bool,
}

/// The end of `__asan_init`, `__tsan_init`, `__msan_init` and `__hwasan_init`. A program with such a sanitizer calls
/// one of them when it starts. It is spelled backwards, so that smelt's own program does not contain these names:
/// `smelt answer-sets` is a solver, too.
const NAMES_END: &[u8] = b"tini_nas";

/// The beginnings of these names.
const NAMES_BEGIN: [&[u8]; 4] = [b"__a", b"__t", b"__m", b"__hwa"];

/// The number of bytes that are read at once. They stay in the cache of the processor while they are hashed and
/// searched.
const PIECE: usize = 1 << 17;

/// The number of bytes carried over from one piece to the next, so that names across the boundary are found.
const OVERLAP: usize = 16;

static KNOWN: Mutex<FxHashMap<Stamp, Content>> = Mutex::new(FxHashMap::with_hasher(FxBuildHasher));

/// The stamp and the content of the file at a path; links are followed.
pub(super) fn content(path: &Path) -> io::Result<(Stamp, Content)> {
    let mut file = open_regular(path)?;
    let stamp = Stamp::from(fstat(&file)?);
    let found = KNOWN.lock().get(&stamp).copied();
    if let Some(content) = found {
        return Ok((stamp, content));
    }
    let content = read(&mut file)?;
    KNOWN.lock().insert(stamp, content);
    Ok((stamp, content))
}

/// Opens a file of a solver, of any length.
pub(super) fn open_regular(path: &Path) -> io::Result<File> {
    let (file, _) = InputFile::named(path).at_most(u64::MAX).open()?;
    Ok(file)
}

fn read(from: &mut impl Read) -> io::Result<Content> {
    let names_end: Vec<u8> = NAMES_END.iter().rev().copied().collect();
    let names_end = memmem::Finder::new(&names_end);
    let mut hasher = blake3::Hasher::new();
    let mut sanitizer = false;
    let mut piece = vec![0; PIECE];
    let mut carried = 0;
    loop {
        let n = from.read(&mut piece[carried..])?;
        if n == 0 {
            break;
        }
        let end = carried + n;
        hasher.update(&piece[carried..end]);
        sanitizer |= names_end.find_iter(&piece[..end]).any(|at| {
            let mut begins = NAMES_BEGIN.iter();
            begins.any(|begin| piece[..at].ends_with(begin))
        });
        carried = end.min(OVERLAP);
        piece.copy_within(end - carried..end, 0);
    }
    Ok(Content {
        digest: *hasher.finalize().as_bytes(),
        sanitizer,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns three bytes at a time.
    struct Slowly<'a>(&'a [u8]);

    impl Read for Slowly<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let n = 3.min(into.len());
            self.0.read(&mut into[..n])
        }
    }

    #[test]
    fn a_name_across_two_reads_is_found_and_the_digest_is_of_all() -> io::Result<()> {
        let text = b"xxxx __asan_init yyyy";
        let content = read(&mut Slowly(text))?;
        assert!(content.sanitizer);
        assert_eq!(content.digest, *blake3::hash(text).as_bytes());
        assert!(read(&mut Slowly(b"san_init __hwasan_init"))?.sanitizer);
        assert!(!read(&mut Slowly(b"__asan_exit san_init"))?.sanitizer);
        Ok(())
    }
}
