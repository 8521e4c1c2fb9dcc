//! Writes a copy of a store to a single file, which other machines can merge or read.
//!
//! The copy is a store itself: an SQLite database with the same tables, without free pages and without a log.

use std::io;
use std::path::Path;

use super::{Store, StoreError, opening, schema};
use crate::disk::{directory, sync_directory};

impl Store {
    /// Writes a copy of the store as it is now to a new file; returns its size in bytes. Others may go on using the
    /// store.
    ///
    /// # Errors
    /// There is such a file already, or it cannot be written, or the store cannot be read.
    pub fn export(&self, to: &Path) -> Result<u64, StoreError> {
        self.flush();
        let io = StoreError::io("write the copy of the verdict store", to);
        if to.is_symlink() || to.exists() {
            return Err(io(io::ErrorKind::AlreadyExists.into()));
        }
        let directory = directory(to);
        // Written beside its place and renamed: there is the whole copy or none.
        let draft = tempfile::Builder::new()
            .prefix(".smelt-export-")
            .tempfile_in(directory)
            .map_err(io)?;
        let connection = if self.writer.is_some() {
            schema::connect(&self.path)
        } else {
            opening::connect_to_read(&self.path)
        };
        connection
            .and_then(|connection| schema::copy(&connection, draft.path()))
            .map_err(StoreError::sqlite("copy the verdict store", &self.path))?;
        let file = draft
            .persist_noclobber(to)
            .map_err(|error| io(error.error))?;
        file.sync_all().map_err(io)?;
        sync_directory(directory).map_err(io)?;
        file.metadata().map(|found| found.len()).map_err(io)
    }
}
