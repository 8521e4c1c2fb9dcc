//! Why a file has no text.

use super::compression::{Compression, LARGEST};
use std::fmt;
use std::io;

/// Why a file has no text.
#[derive(Debug)]
pub enum InputError {
    /// The file cannot be read.
    Read(io::Error),
    /// A compressed file ends too early.
    CutOff(Compression),
    /// A compressed file cannot be unpacked.
    Damaged(Compression, io::Error),
    /// A compressed file holds more than [`LARGEST`] bytes.
    TooLarge(Compression),
    /// The file begins like a text in UTF-16, but is not valid.
    Utf16,
    /// The file is no text, but this kind of data.
    Binary(&'static str),
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Read(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                write!(
                    f,
                    "cannot read the file: {error}; `--max-input` allows more"
                )
            }
            InputError::Read(error) => write!(f, "cannot read the file: {error}"),
            InputError::CutOff(with) => {
                write!(f, "cannot unpack the file: it is cut off ({})", with.name())
            }
            InputError::Damaged(with, error) => {
                write!(
                    f,
                    "cannot unpack the file: it is damaged ({}: {error})",
                    with.name()
                )
            }
            InputError::TooLarge(with) => write!(
                f,
                "cannot unpack the file: it holds more than {} MiB ({}); unpack it yourself to reduce it all the same",
                LARGEST >> 20,
                with.name()
            ),
            InputError::Utf16 => write!(
                f,
                "the file begins as UTF-16, but is not valid UTF-16; to reduce it byte by byte all the same, use \
                 `--language lines`"
            ),
            InputError::Binary(what) => write!(
                f,
                "the file is no text, but {what}; to reduce it as lines all the same, use `--language lines`"
            ),
        }
    }
}

impl std::error::Error for InputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            InputError::Read(error) | InputError::Damaged(_, error) => Some(error),
            InputError::CutOff(_)
            | InputError::TooLarge(_)
            | InputError::Utf16
            | InputError::Binary(_) => None,
        }
    }
}
