//! The place of the candidate in the words of a command: `{}`.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The place of the candidate.
pub(crate) const PLACE: &str = "{}";

/// Whether a text has a place for the candidate.
pub(super) fn has_place(text: &OsStr) -> bool {
    memchr::memmem::find(text.as_bytes(), PLACE.as_bytes()).is_some()
}

/// The text with every `{}` replaced by the candidate's path.
pub(super) fn filled(text: &OsStr, candidate: &OsStr) -> OsString {
    filled_at(PLACE, text, candidate)
}

/// The text with every such place replaced by a file's path.
pub(super) fn filled_at(place: &str, text: &OsStr, file: &OsStr) -> OsString {
    let text = text.as_bytes();
    let mut out = Vec::with_capacity(text.len() + file.len());
    let mut rest = 0;
    for at in memchr::memmem::find_iter(text, place.as_bytes()) {
        out.extend_from_slice(&text[rest..at]);
        out.extend_from_slice(file.as_bytes());
        rest = at + place.len();
    }
    out.extend_from_slice(&text[rest..]);
    OsString::from_vec(out)
}
