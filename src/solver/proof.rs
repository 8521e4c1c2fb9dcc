//! A proof beside the text that it is about, for commands with `{proof}`: checkers that read both. The two are one input,
//! the length of the text before them.

use super::place::{PLACE, filled, has};
use std::ffi::{OsStr, OsString};

/// Stands for the path of the proof, anywhere in a word of the command.
pub(super) const PROOF_PLACE: &str = "{proof}";

/// The name of the proof's file, beside a candidate with this name.
pub(super) const SUFFIX: &str = ".proof";

/// Whether a word of a command has a place for the proof.
pub(super) fn has_proof(word: &OsStr) -> bool {
    has(word, PROOF_PLACE)
}

/// The word with the paths of the candidate and of its proof, beside it, in their places.
pub(super) fn filled_with_proof(word: &OsStr, candidate: &OsStr) -> OsString {
    let mut proof = candidate.to_owned();
    proof.push(SUFFIX);
    let files = [(PLACE, candidate), (PROOF_PLACE, proof.as_os_str())];
    filled(word, &files)
}

/// A text and a proof as one input.
pub(crate) fn with_proof(text: &[u8], proof: &[u8]) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes()[..], text, proof].concat()
}

/// The text and the proof of such an input; none if it is none.
pub(super) fn split(input: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = input.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::{split, with_proof};

    #[test]
    fn a_text_and_its_proof_come_apart_again() {
        for (text, proof) in [
            (&b"(check-sat)"[..], &b"(step)"[..]),
            (b"", b"x"),
            (b"x", b""),
        ] {
            assert_eq!(split(&with_proof(text, proof)), Some((text, proof)));
        }
        assert_eq!(split(b"short"), None);
        assert_eq!(split(&[255; 20]), None);
    }
}
