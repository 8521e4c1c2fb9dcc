//! A random number in the fingerprints of opaque commands, so that their observations are reused for one output only.

use std::fs::File;
use std::io::Read;

/// Draws a number.
pub fn draw() -> std::io::Result<[u8; 32]> {
    let mut nonce = [0; 32];
    File::open("/dev/urandom")?.read_exact(&mut nonce)?;
    Ok(nonce)
}

/// The number in hexadecimal.
pub(super) fn to_text(nonce: [u8; 32]) -> String {
    blake3::Hash::from_bytes(nonce).to_hex().to_string()
}

/// The number that a text in hexadecimal stands for, or none if it is not one.
pub(super) fn of_text(text: &str) -> Option<[u8; 32]> {
    blake3::Hash::from_hex(text.trim()).ok().map(Into::into)
}
