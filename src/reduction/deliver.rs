//! Puts a minimized text where it belongs: whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// At most this often is a text synced to the disk while the reduction goes on.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The file of one minimized case.
#[derive(Debug)]
pub(super) struct Delivery {
    path: PathBuf,
    synced: Instant,
}

impl Delivery {
    /// Prepares the file's directory, so that a path that cannot be written fails before the first run.
    ///
    /// # Errors
    /// Where the directory cannot be made or the path is a directory.
    pub(super) fn to(path: &Path) -> io::Result<Delivery> {
        let directory = directory(path);
        fs::create_dir_all(directory)?;
        if path.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        tempfile::Builder::new()
            .prefix(".smelt-")
            .tempfile_in(directory)?;
        Ok(Delivery {
            path: path.to_owned(),
            synced: Instant::now(),
        })
    }

    /// Replaces the file by this text, atomically; synced if the last time was long enough ago.
    ///
    /// # Errors
    /// Whatever keeps the file from being written.
    pub(super) fn improve(&mut self, text: &[u8]) -> io::Result<()> {
        let sync = self.synced.elapsed() >= SYNC_EVERY;
        self.write(text, sync)
    }

    /// Replaces the file for the last time: synced, its directory too.
    ///
    /// # Errors
    /// Whatever keeps the file from being written.
    pub(super) fn finish(&mut self, text: &[u8]) -> io::Result<()> {
        self.write(text, true)?;
        fs::File::open(directory(&self.path))?.sync_all()
    }

    fn write(&mut self, text: &[u8], sync: bool) -> io::Result<()> {
        let mut file = tempfile::Builder::new()
            .prefix(".smelt-")
            .tempfile_in(directory(&self.path))?;
        file.write_all(text)?;
        if sync {
            file.as_file().sync_all()?;
            self.synced = Instant::now();
        }
        readable_by_others(&file)?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// A temporary file is its owner's alone; a result is a file like any other.
fn readable_by_others(file: &tempfile::NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file()
        .set_permissions(fs::Permissions::from_mode(0o644))
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
