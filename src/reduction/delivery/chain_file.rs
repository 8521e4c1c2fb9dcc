//! The accepted chain of a result on disk, for a later build of the solver.
//!
//! The file is one zstd frame: a line of JSON, which says what the result was made from, and how long each text is and
//! what its digest is; then the texts, the oldest first, one behind the other. Neighbours have most of their text in
//! common, so the later ones take little. A file that is damaged, or is not of the result that is asked for, counts as
//! none: a chain saves runs, and what a reduction begins with is run first in any case.

use crate::disk::{directory, make_directories, replace};
use crate::event::Provenance;
use crate::input::InputFile;
use crate::reduction::chain::{Chain, MOST};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use zstd::stream::read::Decoder;
use zstd::stream::write::Encoder;

/// Raised when the format changes. A file of another version counts as none.
const VERSION: u32 = 1;

/// zstd's usual level.
const LEVEL: i32 = 3;

/// From this length on, texts are longer than the stretch in which zstd looks for repetitions by itself.
const LONG: usize = 1 << 20;

/// The binary logarithm of the longest such stretch, in bytes; readers refuse a longer one.
const WIDEST: u32 = 27;

/// The longest first line, in bytes.
const LONGEST_HEAD: u64 = 1 << 16;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
    provenance: Provenance,
    texts: Vec<TextHead>,
}

/// What the first line says of a text.
#[derive(Serialize, Deserialize, PartialEq)]
struct TextHead {
    bytes: usize,
    blake3: String,
}

/// Writes the chain of a result with this provenance.
///
/// # Errors
/// The file cannot be written.
pub(in crate::reduction) fn write_chain(
    path: &Path,
    provenance: &Provenance,
    chain: &Chain,
) -> io::Result<()> {
    let texts = || (0..chain.len()).filter_map(|number| chain.text(number));
    let head = Head {
        version: VERSION,
        provenance: provenance.clone(),
        texts: texts().map(|text| TextHead::of(&text)).collect(),
    };
    let mut first = serde_json::to_vec(&head)?;
    first.push(b'\n');
    let mut encoder = Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    // For small texts, zstd then takes a hundredth of the memory, which each case needs once.
    let texts_bytes: usize = head.texts.iter().map(|text| text.bytes).sum();
    encoder.set_pledged_src_size(Some((first.len() + texts_bytes) as u64))?;
    let longest = chain.sizes().max().unwrap_or(0);
    if longest >= LONG {
        encoder.long_distance_matching(true)?;
        encoder.window_log((usize::BITS - longest.leading_zeros()).min(WIDEST))?;
    }
    encoder.write_all(&first)?;
    for text in texts() {
        encoder.write_all(&text)?;
    }
    make_directories(directory(path))?;
    replace(path, &encoder.finish()?)
}

/// The chain of a result with this provenance, of a case whose texts have at most this many bytes; empty if there is none
/// that can be used.
pub(in crate::reduction) fn read_chain(path: &Path, provenance: &Provenance, most: usize) -> Chain {
    let compressed = (most as u64).saturating_mul(MOST as u64) + LONGEST_HEAD;
    let file = InputFile::own(path).at_most(compressed).bytes();
    let chain = file.ok().and_then(|file| read(&file, provenance, most));
    chain.unwrap_or_default()
}

fn read(file: &[u8], provenance: &Provenance, most: usize) -> Option<Chain> {
    let mut texts = BufReader::new(Decoder::new(file).ok()?);
    let mut line = Vec::new();
    let mut first = (&mut texts).take(LONGEST_HEAD);
    first.read_until(b'\n', &mut line).ok()?;
    let head: Head = serde_json::from_slice(&line).ok()?;
    if head.version != VERSION || head.provenance != *provenance || head.texts.len() > MOST {
        return None;
    }
    let mut chain = Chain::default();
    for expected in &head.texts {
        if expected.bytes > most {
            return None;
        }
        let mut text = Vec::new();
        let mut next = (&mut texts).take(expected.bytes as u64);
        next.read_to_end(&mut text).ok()?;
        if TextHead::of(&text) != *expected {
            return None;
        }
        chain.append(&text);
    }
    Some(chain)
}

impl TextHead {
    fn of(text: &[u8]) -> TextHead {
        TextHead {
            bytes: text.len(),
            blake3: blake3::hash(text).to_hex().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read_chain, write_chain};
    use crate::event::Provenance;
    use crate::reduction::chain::Chain;

    fn provenance(source: &str) -> Provenance {
        Provenance {
            source: source.into(),
            ..Provenance::default()
        }
    }

    /// A chain of texts of these lengths.
    fn chain(sizes: &[usize]) -> Chain {
        let mut chain = Chain::default();
        for &size in sizes {
            chain.append(&b"(assert true)\n".repeat(size));
        }
        chain
    }

    #[test]
    fn a_chain_is_read_back_by_its_own_result_only() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a/chain");
        let written = chain(&[200_000, 150_000, 3]);
        write_chain(&path, &provenance("a"), &written).expect("written");
        let length = path.metadata().expect("a file").len();
        assert!(length < 10_000, "{length} bytes");
        let read = read_chain(&path, &provenance("a"), 2_800_000);
        assert!(read.sizes().eq(written.sizes()));
        assert_eq!(read.text(2), written.text(2));
        assert_eq!(read_chain(&path, &provenance("b"), 2_800_000).len(), 0);
        assert_eq!(
            read_chain(&path, &provenance("a"), 2_799_999).len(),
            0,
            "longer than its case"
        );
    }

    #[test]
    fn a_chain_that_is_damaged_anywhere_counts_as_none() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("chain");
        write_chain(&path, &provenance("a"), &chain(&[9, 7, 3])).expect("written");
        let whole = std::fs::read(&path).expect("a file");
        let count = || read_chain(&path, &provenance("a"), 999).len();
        assert_eq!(count(), 3);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            std::fs::write(&path, &damaged).expect("written");
            assert!([0, 3].contains(&count()), "byte {at}");
            std::fs::write(&path, &whole[..at]).expect("written");
            assert!([0, 3].contains(&count()), "cut at {at}");
        }
        std::fs::write(&path, b"no zstd").expect("written");
        assert_eq!(count(), 0);
        std::fs::remove_file(&path).expect("removed");
        assert_eq!(count(), 0);
    }
}
