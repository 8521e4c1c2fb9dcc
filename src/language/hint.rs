//! Hints: what a solver tells of a text about which of its parts matter, where its answer alone tells nothing.
//!
//! A hint is never believed. It names the parts that a search tries to take out first; each such candidate is checked
//! like any other.

use crate::tree::Node;

/// A text for the solver, and how its output is read.
#[derive(Debug)]
pub struct Hint {
    /// The text.
    pub text: Vec<u8>,
    /// The parts of the test case that the output may name, in the order of their numbers.
    pub parts: Vec<Node>,
    /// The numbers of the parts that matter, by standard output. None if it tells nothing.
    pub matters: fn(&[u8]) -> Option<Vec<usize>>,
}

impl Hint {
    /// The parts that most likely do not matter, by standard output. None if it tells nothing.
    pub fn superfluous(&self, output: &[u8]) -> Option<Vec<Node>> {
        let mut matters = vec![false; self.parts.len()];
        for number in (self.matters)(output)? {
            *matters.get_mut(number)? = true;
        }
        let parts = self.parts.iter().zip(matters);
        Some(
            parts
                .filter(|&(_, matters)| !matters)
                .map(|(&node, _)| node)
                .collect(),
        )
    }
}
