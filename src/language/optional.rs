//! What only some languages know: formats, models, refutations, hints. Each is a trait that a [`Language`](super::Language)
//! returns if it implements it.

use super::{Hint, HintDepth, TestCase};
use crate::observation::Observation;
use crate::tree::{Edit, Node};

/// Conversions between the formats of a language that has several.
pub trait Conversions: Sync {
    /// The formats that a text can be converted to.
    fn formats(&self) -> &'static [&'static str];

    /// The format that a text has, if it is one of [`Conversions::formats`].
    fn format(&self, case: &TestCase) -> Option<&'static str>;

    /// The text in another format of the language.
    ///
    /// # Errors
    /// Says, in words, why it cannot be converted.
    fn convert(&self, case: &TestCase, format: &str) -> Result<Vec<u8>, String>;
}

/// Models that solvers print, and to which a text can be limited.
pub trait Models: Sync {
    /// The text, limited to the solutions that agree with the `nth` model, counted from 0, that this run has printed.
    /// If no solution is left, the model is wrong. None if the run has not printed this many models, or if the language
    /// cannot limit this text.
    fn with_model(&self, text: &[u8], run: &Observation, nth: usize) -> Option<Vec<u8>>;

    /// The text with commands that make a solver print its models, if the language has such commands.
    fn asking(&self, _text: &[u8]) -> Option<Vec<u8>> {
        None
    }
}

/// What solvers print of how they refute a text.
pub trait Refutations: Sync {
    /// The text, limited to the unsatisfiable core that this run has printed as number `nth`, from 0. If it has a
    /// solution, the core is wrong. None if the run has printed fewer, or the text cannot be limited in this way.
    fn with_core(&self, text: &[u8], run: &Observation, nth: usize) -> Option<Vec<u8>>;

    /// The proof that this run has printed, if it has.
    fn proof(&self, run: &Observation) -> Option<Vec<u8>>;
}

/// Hints by a solver that refutes a text: which parts of the text are enough for the refutation.
pub trait Hints: Sync {
    /// Whether a solver with this output has refuted the text, that is, says that there is no solution.
    fn refutes(&self, output: &[u8]) -> bool;

    /// The question which parts are enough. None if the text cannot be asked about, or there is nothing to learn.
    fn hint(&self, case: &TestCase, depth: HintDepth) -> Option<Hint>;

    /// The edit that removes these parts, which a hint has named.
    fn without(&self, case: &TestCase, parts: &[Node]) -> Edit;
}
