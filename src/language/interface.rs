//! The interface between a language and all that is built on it. Whoever searches, reduces or reports knows a language
//! only by this.

use super::{Syntax, TestCase};
use crate::observation::{Failure, Observation};
use crate::outcome::Reading;
use crate::tree::{Edit, Node, Tree};
use std::fmt;
use std::sync::Arc;

/// A language: its name and its files, and what is known of its texts.
pub trait Language: Syntax {
    /// Its name: one word in lower case.
    fn name(&self) -> &'static str;

    /// What it is, in at most 79 columns.
    fn about(&self) -> &'static str;

    /// The extensions of its files, the most usual one first.
    fn extensions(&self) -> &'static [&'static str];

    /// Itself, as what a test case needs of it.
    fn syntax(&self) -> &'static dyn Syntax;

    /// Texts that hold nothing of any case, the smallest first. A solver that fails on one of them does not fail because
    /// of its input.
    fn trivial_texts(&self) -> &'static [&'static [u8]] {
        &[b""]
    }

    /// The lists whose elements can be taken out many at a time, in the order in which they are to be thinned.
    fn removable_lists(&self) -> &'static [RemovableList];

    /// Judges which candidates of a reduction of this text are well-formed; none where every text is.
    fn filter(&self, _golden: &TestCase) -> Option<Arc<dyn Filter>> {
        None
    }

    /// The text with line breaks and indentation for human readers.
    fn pretty(&self, tree: &Tree) -> Vec<u8> {
        tree.text().to_vec()
    }

    /// The logic that the text names, or what takes its place in the language.
    fn logic(&self, _tree: &Tree) -> Option<String> {
        None
    }

    /// What a run, and the failures that were found in its output, tell about the place where the solver stopped.
    fn read(&self, _observation: &Observation, _failures: &[Failure]) -> Reading {
        Reading::default()
    }
}

impl fmt::Display for dyn Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Top-level expressions of one kind.
#[derive(Clone, Copy, Debug)]
pub struct RemovableList {
    /// What its elements are, in the plural.
    pub name: &'static str,
    /// Whether the list holds this top-level expression.
    pub holds: fn(&Tree, Node) -> bool,
    /// Whether its elements are what the text is about, such as assertions or rules.
    pub is_principal: bool,
}

/// Tells which candidates no solver of the language would take, so that they need not be run.
///
/// Whatever is not understood counts as well-formed.
pub trait Filter: Send + Sync + fmt::Debug {
    /// Why a whole text is ill-formed, in words; none if it is well-formed.
    fn why_ill_formed(&self, case: &TestCase) -> Option<String>;

    /// The nodes that make a text ill-formed.
    fn faulty_nodes(&self, case: &TestCase) -> Vec<Node>;

    /// Whether an edit makes a text ill-formed where it was not so before. Faults that the base has already are
    /// tolerated: solvers go on behind a command that they refuse.
    fn is_ill_formed(&self, base: &TestCase, edit: &Edit) -> bool;
}
