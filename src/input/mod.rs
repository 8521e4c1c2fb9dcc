//! Files as users have them: reading a file gives the text that it holds.
//!
//! Invariants: a compressed file counts everywhere as the file that it holds, under its name without the ending; its
//! content decides how it is compressed. UTF-16 is read as UTF-8. Data that are no text are refused, because reducing
//! them as text would mean nothing. Every file is opened by [`InputFile`], which is safe whatever the file has become
//! since it was found. Nothing here knows a language, and nothing is written.

mod compression;
mod encoding;
mod error;
mod file;
mod kind;

pub use compression::{LARGEST, ending, plain_name};
pub use error::InputError;
pub use file::InputFile;
pub(crate) use file::{Directory, LARGEST_FILE, check_length};

use compression::Compression;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The text to work on.
    pub text: Vec<u8>,
    /// The blake3 digest of the bytes that the file holds, before any conversion of characters.
    pub digest: blake3::Hash,
    /// How the text differs from the bytes of the file.
    pub form: Form,
}

/// How a text differs from the bytes of its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Whether the file is compressed.
    pub is_compressed: bool,
    /// Whether its characters were converted from UTF-16.
    pub is_utf16: bool,
}

impl Form {
    /// Whether the text is the bytes of the file.
    pub fn is_verbatim(self) -> bool {
        self == Form::default()
    }
}

/// Reads a file. With `any_bytes`, its content need not be text and is not converted.
///
/// # Errors
/// The file cannot be read or unpacked, or is no text.
pub fn read(file: &InputFile, any_bytes: bool) -> Result<Input, InputError> {
    let (bytes, is_compressed) = unpacked(file)?;
    let digest = blake3::hash(&bytes);
    let utf16 = encoding::utf16(&bytes).filter(|_| !any_bytes);
    let text = match utf16 {
        Some(unit) => encoding::utf8(&bytes, unit).ok_or(InputError::Utf16)?,
        None => bytes,
    };
    if !any_bytes && let Some(kind) = kind::binary(&text) {
        return Err(InputError::Binary(kind));
    }
    let form = Form {
        is_compressed,
        is_utf16: utf16.is_some(),
    };
    Ok(Input { text, digest, form })
}

/// The blake3 digest of the bytes that a file holds, as [`Input::digest`].
///
/// # Errors
/// The file cannot be read or unpacked.
pub fn digest(file: &InputFile) -> Result<blake3::Hash, InputError> {
    Ok(blake3::hash(&unpacked(file)?.0))
}

/// The first bytes that a file holds, at most `longest`; in UTF-8, if they are in UTF-16.
///
/// # Errors
/// The file cannot be read or unpacked.
pub fn head(file: &InputFile, longest: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    held(file)?.take(longest as u64).read_to_end(&mut bytes)?;
    let units = &bytes[..bytes.len() & !1];
    let converted = encoding::utf16(&bytes).and_then(|unit| encoding::utf8(units, unit));
    Ok(converted.unwrap_or(bytes))
}

/// How many bytes a file holds. For a compressed file that holds too many, this is one more than [`LARGEST`].
///
/// # Errors
/// The file cannot be read or unpacked.
pub fn length(file: &InputFile) -> io::Result<u64> {
    if ending(file.path()).is_none() {
        return file.length();
    }
    io::copy(&mut held(file)?.take(LARGEST + 1), &mut io::sink())
}

/// A reader of the bytes that a file holds.
fn held(file: &InputFile) -> io::Result<Box<dyn Read>> {
    let mut file = BufReader::new(file.open()?.0);
    match Compression::of(file.fill_buf()?) {
        None => Ok(Box::new(file)),
        Some(compression) => compression.reader(file),
    }
}

/// The bytes that a file holds, and whether it is compressed.
fn unpacked(file: &InputFile) -> Result<(Vec<u8>, bool), InputError> {
    let packed = file.bytes().map_err(InputError::Read)?;
    let Some(with) = Compression::of(&packed) else {
        return Ok((packed, false));
    };
    let mut held = Vec::new();
    let read = with
        .reader(&*packed)
        .and_then(|reader| reader.take(LARGEST + 1).read_to_end(&mut held));
    match read {
        Ok(_) if held.len() as u64 > LARGEST => Err(InputError::TooLarge(with)),
        Ok(_) => Ok((held, true)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(InputError::CutOff(with)),
        Err(error) => Err(InputError::Damaged(with, error)),
    }
}
