//! Everything that smelt writes for the user: outputs, journals, reports, findings.
//!
//! Invariants: no link is followed to write, and nothing is written into a file that somebody else has made. A file
//! that is replaced is written beside it under a new name, synced and renamed, so that even after a power cut there is
//! the old text or the new one, never a part. Every operation can be recorded, so that tests can cut the power after
//! each.

mod directories;
mod own_file;
mod record;

pub use directories::directory;
pub(crate) use directories::{beside, free_bytes, lacks_room};
pub(crate) use directories::{check_below, make_directories, sync_directory};
pub(crate) use own_file::{OwnFile, prepare};
pub use own_file::{remove, rename, replace, temporary};
pub(crate) use own_file::{replace_below, replace_with};
pub use record::{Operation, record_to};
