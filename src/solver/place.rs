//! Places in the words of a command, where something else is filled in: the path of the candidate replaces `{}`.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The place of the candidate.
pub(crate) const PLACE: &str = "{}";

/// Whether a text has a place for the candidate.
pub(crate) fn has_place(text: &OsStr) -> bool {
    has(text, PLACE)
}

/// Whether a text has such a place.
pub(crate) fn has(text: &OsStr, place: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), place.as_bytes()).is_some()
}

/// The text with each of these places replaced by its value, wherever it is. Values are not searched for places, because
/// the name of a file, or a word of a rule, may look like one.
pub(crate) fn filled(text: &OsStr, values: &[(&str, &OsStr)]) -> OsString {
    let mut rest = text.as_bytes();
    let mut out = Vec::with_capacity(rest.len());
    while let Some((&first, behind)) = rest.split_first() {
        let here = values
            .iter()
            .find(|(place, _)| rest.starts_with(place.as_bytes()));
        if let Some((place, value)) = here {
            out.extend_from_slice(value.as_bytes());
            rest = &rest[place.len()..];
        } else {
            out.push(first);
            rest = behind;
        }
    }
    OsString::from_vec(out)
}
