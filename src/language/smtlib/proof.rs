//! The proof that an SMT solver prints after its answer `unsat`.

use super::parse::{MODERN, parse_as};
use crate::observation::Observation;
use crate::tree::ROOT;

/// The proof: all that comes after the last `unsat`. `get-proof` prints a list of steps; then the steps without the list.
/// None if the output is not kept whole, there is no such answer, or nothing comes after it.
pub fn proof(run: &Observation) -> Option<Vec<u8>> {
    let output = run.out.whole()?;
    let lines = output.split_inclusive(|&byte| byte == b'\n');
    let mut at = 0;
    let mut begin = None;
    for line in lines {
        at += line.len();
        if line.trim_ascii() == b"unsat" {
            begin = Some(at);
        }
    }
    let proof = output[begin?..].trim_ascii();
    let is_nothing = proof.is_empty() || proof.starts_with(b"(error");
    (!is_nothing).then(|| [steps(proof).unwrap_or(proof), b"\n"].concat())
}

/// What is in a list of lists.
fn steps(proof: &[u8]) -> Option<&[u8]> {
    let tree = parse_as(proof, MODERN).ok()?;
    let mut parts = tree.children(ROOT);
    let list = parts.next().filter(|&list| tree.is_list(list))?;
    let is_alone = parts.next().is_none();
    let has_lists = tree.children(list).all(|part| tree.is_list(part));
    let inner = proof.strip_prefix(b"(")?.strip_suffix(b")")?;
    (is_alone && has_lists && !tree.is_empty()).then(|| inner.trim_ascii())
}
