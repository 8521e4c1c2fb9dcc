//! Compressed files: how they are recognised and unpacked.

use flate2::bufread::GzDecoder;
use std::ffi::OsStr;
use std::io::{self, BufRead, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The largest text that a compressed file may hold, in bytes. A small file can hold more than fits into memory.
pub const LARGEST: u64 = 256 << 20;

/// The format in which a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// gzip.
    Gzip,
    /// xz.
    Xz,
    /// Zstandard.
    Zstd,
    /// bzip2.
    Bzip2,
}

use Compression::{Bzip2, Gzip, Xz, Zstd};

/// All formats, with the endings of their files.
const COMPRESSIONS: &[(Compression, &str)] =
    &[(Gzip, "gz"), (Xz, "xz"), (Zstd, "zst"), (Bzip2, "bz2")];

impl Compression {
    /// The format of compressed bytes, by how they begin; none if they are not compressed.
    pub(super) fn of(bytes: &[u8]) -> Option<Compression> {
        COMPRESSIONS
            .iter()
            .map(|(compression, _)| *compression)
            .find(|compression| compression.begins(bytes))
    }

    fn begins(self, bytes: &[u8]) -> bool {
        match self {
            Gzip => bytes.starts_with(b"\x1f\x8b\x08"),
            Xz => bytes.starts_with(b"\xfd7zXZ\0"),
            Zstd => bytes.starts_with(b"\x28\xb5\x2f\xfd"),
            // `BZh` alone could begin a text. The block size follows, and then a block or the end of an empty file.
            Bzip2 => {
                let block = bytes.get(4..7);
                bytes.starts_with(b"BZh") && [b"1AY", b"\x17rE"].iter().any(|b| block == Some(*b))
            }
        }
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Gzip => "gzip",
            Xz => "xz",
            Zstd => "zstd",
            Bzip2 => "bzip2",
        }
    }

    /// A reader that unpacks. A file may consist of several compressed files, one after the other.
    pub(super) fn reader<'a>(self, packed: impl BufRead + 'a) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Gzip => Box::new(GzipMembers(Some(GzDecoder::new(packed)))),
            Xz => Box::new(liblzma::read::XzDecoder::new_multi_decoder(packed)),
            Zstd => Box::new(zstd::Decoder::new(packed)?),
            Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(packed)),
        })
    }
}

/// The members of a gzip file, the present one of them; none after the last one. Zeros after a member are padding, such as a
/// tape or a block device adds: gzip(1) ignores them, too.
struct GzipMembers<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let length = member.read(into)?;
            if length > 0 || into.is_empty() {
                return Ok(length);
            }
            let goes_on = skip_zeros(member.get_mut())?;
            let ended = self.0.take().filter(|_| goes_on);
            self.0 = ended.map(|member| GzDecoder::new(member.into_inner()));
        }
        Ok(0)
    }
}

/// Reads up to the first byte that is not zero. Returns whether there is one.
fn skip_zeros(rest: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = rest.fill_buf()?;
        if bytes.is_empty() {
            return Ok(false);
        }
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let has_other = zeros < bytes.len();
        rest.consume(zeros);
        if has_other {
            return Ok(true);
        }
    }
}

/// The path of a file without the ending of compressed files, if it has one.
pub fn plain_name(path: &Path) -> &Path {
    match ending(path) {
        None => path,
        Some(ending) => {
            let name = path.as_os_str().as_bytes();
            let end = name.len() - ending.len() - 1;
            Path::new(OsStr::from_bytes(&name[..end]))
        }
    }
}

/// The ending of compressed files that a path has, without its dot.
pub fn ending(path: &Path) -> Option<&str> {
    let ending = path.extension()?.to_str()?;
    COMPRESSIONS
        .iter()
        .any(|(_, known)| known.eq_ignore_ascii_case(ending))
        .then_some(ending)
}
