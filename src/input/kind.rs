//! Recognizes files that are no text: programs, archives and other binary data.

use super::compression::Compression;

/// Data with these bytes at this position are no text, but of this kind.
const KINDS: &[(usize, &[u8], &str)] = &[
    (0, b"\x7fELF", "an ELF file, a program or library"),
    (0, b"PK\x03\x04", "a zip archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (0, b"Rar!\x1a\x07", "a rar archive"),
    (257, b"ustar", "a tar archive"),
];

/// This many bytes that occur in no text are tolerated in a file of any size: a string or a comment may hold some.
const TOLERATED: usize = 8;

/// In a longer text, one byte in this many may be such a byte. In random data, about every ninth byte is one.
const ONE_IN: usize = 32;

/// The kind of these data, if they are no text.
pub(super) fn binary(bytes: &[u8]) -> Option<&'static str> {
    for (at, magic, kind) in KINDS {
        if bytes.get(*at..).is_some_and(|rest| rest.starts_with(magic)) {
            return Some(kind);
        }
    }
    if Compression::of(bytes).is_some() {
        return Some("a compressed file in a compressed file");
    }
    let odd = bytes.iter().filter(|byte| is_odd(**byte)).count();
    (odd > TOLERATED && odd * ONE_IN > bytes.len()).then_some("binary data")
}

/// Whether a byte occurs in no text, that is, a control character other than tabs, line and page breaks. A byte above
/// 127 may be part of a character in some encoding.
fn is_odd(byte: u8) -> bool {
    byte.is_ascii_control() && !(b'\t'..=b'\r').contains(&byte)
}
