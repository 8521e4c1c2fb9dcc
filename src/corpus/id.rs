//! Ids of cases: the path below the root of the corpus, escaped so that it is harmless in a report, on a terminal, and
//! as a path below an output directory.

use crate::event::misleads;
use std::ffi::OsStr;
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path};

/// The longest name in bytes: file systems allow 255, and the suffix of a temporary file must fit too.
const LONGEST: usize = 200;

/// The id of a path. Different paths have different ids. An id is relative, valid UTF-8, and has no component `..` and
/// no control characters. Unusual bytes are written as `%` and two hexadecimal digits.
pub fn case_id(relative: &Path) -> String {
    let names: Vec<String> = relative
        .components()
        .filter_map(|component| match component {
            Component::Normal(name) => Some(escaped(name)),
            _ => None,
        })
        .collect();
    names.join("/")
}

/// A name, escaped and not too long for a file system.
fn escaped(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_bytes().utf8_chunks() {
        for letter in chunk.valid().chars() {
            if is_odd(letter) {
                let mut bytes = [0; 4];
                escape(&mut text, letter.encode_utf8(&mut bytes).as_bytes());
            } else {
                text.push(letter);
            }
        }
        escape(&mut text, chunk.invalid());
    }
    if text.len() <= LONGEST {
        return text;
    }
    // Too long: keep the beginning and the extension, with a digest of the whole name in between.
    let digest = blake3::hash(name.as_bytes()).to_hex();
    let mut end = LONGEST - 40;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let extension = Path::new(&text)
        .extension()
        .and_then(OsStr::to_str)
        .filter(|ext| ext.len() < 8);
    // Escaping never gives `%~`, so a shortened name differs from all others.
    format!(
        "{}%~{}.{}",
        &text[..end],
        &digest[..16],
        extension.unwrap_or("case")
    )
}

fn escape(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(text, "%{byte:02X}");
    }
}

/// Control characters, invisible characters that reorder or hide text, and the `%` of escapes.
fn is_odd(letter: char) -> bool {
    letter == '%' || letter.is_control() || misleads(letter)
}
