//! Hints: what a solver tells of a text about which of its parts matter, where its answer alone tells nothing.
//!
//! A hint is never believed. It names the parts that a search tries to take out first; each such candidate is checked
//! like any other.

use crate::tree::Node;

/// Which parts of a text a solver is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintDepth {
    /// All parts, also inside top-level expressions.
    Inner,
    /// Whole top-level expressions only.
    Outer,
}

impl HintDepth {
    /// This depth, and the one to ask about if a solver does not tell about it.
    pub fn and_next(self) -> &'static [HintDepth] {
        match self {
            HintDepth::Inner => &[HintDepth::Inner, HintDepth::Outer],
            HintDepth::Outer => &[HintDepth::Outer],
        }
    }
}

/// What a solver tells of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Superfluous {
    /// Which parts it was asked about.
    pub depth: HintDepth,
    /// Those that most likely do not matter, in the order of the text.
    pub nodes: Vec<Node>,
}

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
