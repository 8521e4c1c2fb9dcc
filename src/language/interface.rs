//! The interface between a language and everything built on it. Searches, mutators and reports know a language only
//! through this interface.

use super::{Dialect, Hint, HintDepth, Syntax, TestCase};
use crate::observation::{Failure, Observation};
use crate::outcome::Reading;
use crate::tree::{Edit, Node, Tree};
use std::fmt;
use std::sync::Arc;

/// A language: its name, its files, and what is known about its texts.
pub trait Language: Syntax {
    /// The name of the language: one word in lower case.
    fn name(&self) -> &'static str;

    /// A description in at most 79 columns.
    fn about(&self) -> &'static str;

    /// The extensions of its files; the most usual one comes first.
    fn extensions(&self) -> &'static [&'static str];

    /// The part of this language that a test case needs.
    fn syntax(&self) -> &'static dyn Syntax;

    /// Texts of a dialect without any content, the smallest first. If a solver fails on one of them, the failure is not due to its
    /// input.
    fn trivial_texts(&self, _dialect: Dialect) -> &'static [&'static [u8]] {
        &[b""]
    }

    /// The lists from which many elements can be taken out at a time, in the order in which they are to be thinned.
    fn removable_lists(&self) -> &'static [RemovableList];

    /// The elements of a list inside a top-level expression that are thinned together. None if the node is no such
    /// list.
    fn inner_list(&self, _case: &TestCase, _list: Node, _which: InnerList) -> Option<Vec<Node>> {
        None
    }

    /// A filter that tells which candidates are well-formed when this text is reduced. None if every text is
    /// well-formed.
    fn filter(&self, _golden: &TestCase) -> Option<Arc<dyn Filter>> {
        None
    }

    /// The text with line breaks and indentation, for human readers.
    fn pretty(&self, case: &TestCase) -> Vec<u8> {
        case.text().to_vec()
    }

    /// The formats that a text can be converted to.
    fn formats(&self) -> &'static [&'static str] {
        &[]
    }

    /// The format that a text has, if it is one of [`Language::formats`].
    fn format(&self, _case: &TestCase) -> Option<&'static str> {
        None
    }

    /// The text in another format of the language.
    ///
    /// # Errors
    /// In words, why it cannot be converted.
    fn convert(&self, _case: &TestCase, _format: &str) -> Result<Vec<u8>, String> {
        Err(format!("`{}` has one format only", self.name()))
    }

    /// Whether its texts may be any bytes, also of programs, archives or images.
    fn takes_any_bytes(&self) -> bool {
        false
    }

    /// Whether a text contains code that a solver would run, or has it touch files, beyond what the language is for.
    fn has_code(&self, _text: &[u8]) -> bool {
        false
    }

    /// Whether a candidate made of the tokens of this text may have code, although the text has none. If so, each
    /// candidate is asked about.
    fn may_gain_code(&self, text: &[u8]) -> bool {
        self.has_code(text)
    }

    /// A form of the text that is the same for texts that differ only in what does not matter, such as names. It need not
    /// be a text of the language.
    fn canonical(&self, case: &TestCase) -> Vec<u8> {
        case.text().to_vec()
    }

    /// The logic that the text names, or its counterpart in the language.
    fn logic(&self, _tree: &Tree) -> Option<String> {
        None
    }

    /// The top-level expressions behind the one at which the solver stopped, as far as this reading of a run tells; in
    /// order. They most likely do not matter.
    fn behind_failure(&self, _case: &TestCase, _reading: &Reading) -> Vec<Node> {
        Vec::new()
    }

    /// Whether a top-level expression states what the solver should answer, and does nothing else. If a failure needs it,
    /// the failure most likely is that the solver answers something else, so the main content of the text hardly matters.
    fn states_answer(&self, _tree: &Tree, _node: Node) -> bool {
        false
    }

    /// The top-level expression at which the failure shows, if this reading of a run proves it. Without it, the text is
    /// most likely not interesting.
    fn failing_query(&self, _case: &TestCase, _reading: &Reading) -> Option<Node> {
        None
    }

    /// The text, limited to the solutions that agree with the model that this run has printed as number `nth`, from 0.
    /// If no solution is left, the model is wrong. None if the run has not printed so many models, or if the language
    /// cannot limit this text so.
    fn with_model(&self, _text: &[u8], _run: &Observation, _nth: usize) -> Option<Vec<u8>> {
        None
    }

    /// Whether a solver with this output has refuted the text: it says that there is no solution.
    fn refutes(&self, _output: &[u8]) -> bool {
        false
    }

    /// Asks a solver that refutes the text which of its parts are enough for that. None if the language cannot ask, or if
    /// there is nothing to ask.
    fn hint(&self, _case: &TestCase, _depth: HintDepth) -> Option<Hint> {
        None
    }

    /// The edit that takes out these parts, which a hint has named.
    fn without(&self, case: &TestCase, parts: &[Node]) -> Edit {
        let deletions = parts.iter().map(|&node| Edit::delete(case.tree(), node));
        Edit::join(case.tree(), deletions)
    }

    /// What a run and the failures found in its output tell about the place where the solver stopped.
    fn read(&self, _observation: &Observation, _failures: &[Failure]) -> Reading {
        Reading::default()
    }
}

impl fmt::Display for dyn Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The lists inside top-level expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InnerList {
    /// A part of the expression, such as the head of a rule: one of its elements stays.
    Part,
    /// The elements of something smaller, such as an aggregate: all of them may go.
    Elements,
}

/// Top-level expressions of one kind.
#[derive(Clone, Copy, Debug)]
pub struct RemovableList {
    /// Whether a top-level expression is in the list.
    pub holds: fn(&Tree, Node) -> bool,
    /// Whether the elements are the main content of a text, such as assertions or rules.
    pub is_principal: bool,
    /// Whether the last element hardly ever goes, such as the last query of a text.
    pub needs_last: bool,
}

/// Tells which candidates no solver of the language would accept, so that they need not be run.
///
/// Everything that the filter does not understand counts as well-formed.
pub trait Filter: Send + Sync + fmt::Debug {
    /// Why a whole text is ill-formed, in words; none if it is well-formed.
    fn why_ill_formed(&self, case: &TestCase) -> Option<String>;

    /// The nodes that make the text ill-formed.
    fn faulty_nodes(&self, case: &TestCase) -> Vec<Node>;

    /// Why the text that an edit makes is held back, in words; none if it is not.
    fn why_held(&self, base: &TestCase, edit: &Edit) -> Option<String> {
        let is_held = self.judge(base, edit).is_ill_formed;
        is_held.then(|| self.why_ill_formed(&base.apply(edit).0).unwrap_or_default())
    }

    /// Judges the text that an edit makes.
    fn judge(&self, base: &TestCase, edit: &Edit) -> Judgement;
}

/// What a filter says of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether the edit makes the text ill-formed in a way in which the base is not. Faults of the base are tolerated,
    /// because solvers continue after a command that they reject.
    pub is_ill_formed: bool,
    /// How many cells were looked at, about. It is the same number whenever this edit is judged.
    pub looked_at: usize,
}
