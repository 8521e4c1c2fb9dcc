//! Hints: what a solver says about which parts of a text matter for its answer, when asked in another way than by
//! removing them.
//!
//! A hint is never believed. It names the parts that a search tries to remove first; each such candidate is checked
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
    /// This depth, followed by the one to ask about if a solver gives no hint at this depth.
    pub fn and_next(self) -> &'static [HintDepth] {
        match self {
            HintDepth::Inner => &[HintDepth::Inner, HintDepth::Outer],
            HintDepth::Outer => &[HintDepth::Outer],
        }
    }
}

/// The parts of a text that a solver does not need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Superfluous {
    /// Which parts the solver was asked about.
    pub depth: HintDepth,
    /// Those that most likely do not matter, in the order of the text.
    pub nodes: Vec<Node>,
}

/// A question to a solver: a text to run, and how to read the output.
#[derive(Debug)]
pub struct Hint {
    /// The text for the solver.
    pub text: Vec<u8>,
    /// The parts of the test case that the output may name. The output names them by their indices.
    pub parts: Vec<Node>,
    /// Returns the indices of the parts that matter, given the standard output. None if the output says nothing.
    pub matters: fn(&[u8]) -> Option<Vec<usize>>,
}

impl Hint {
    /// The parts that most likely do not matter, given the standard output. None if it says nothing.
    pub fn superfluous(&self, output: &[u8]) -> Option<Vec<Node>> {
        let mut matters = vec![false; self.parts.len()];
        for index in (self.matters)(output)? {
            *matters.get_mut(index)? = true;
        }
        let superfluous = self
            .parts
            .iter()
            .zip(matters)
            .filter(|&(_, matters)| !matters)
            .map(|(&node, _)| node)
            .collect();
        Some(superfluous)
    }
}
