//! The interface between a language and everything built on it. Searches, mutators and reports know a language only
//! through this interface.

use super::{Dialect, Hint, HintDepth, Syntax, TestCase, VisibleToken, highlight};
use crate::observation::Observation;
use crate::tree::{Edit, Node, NodeId, Tree};
use std::fmt;
use std::sync::Arc;

/// A language: its name, its files, what is known about its texts, and what solvers print about them. What only some
/// languages have, such as several formats, is by default nothing.
pub trait Language: Syntax {
    /// The name of the language: one word in lower case.
    fn name(&self) -> &'static str;

    /// A description in at most 79 columns.
    fn about(&self) -> &'static str;

    /// The extensions of its files, the most usual one first.
    fn extensions(&self) -> &'static [&'static str];

    /// Texts of a dialect without any content, the smallest first. If a solver fails on one of them, the failure is not
    /// due to its input.
    fn trivial_texts(&self, _dialect: Dialect) -> &'static [&'static [u8]] {
        &[b""]
    }

    /// The lists of top-level expressions from which many elements can be removed at a time, in the order in which they
    /// are to be reduced.
    fn removable_lists(&self) -> &'static [RemovableList];

    /// The elements of a list inside of a top-level expression that are reduced together. None if the node is not such
    /// a list.
    fn inner_list(&self, _case: &TestCase, _list: Node, _which: InnerList) -> Option<Vec<Node>> {
        None
    }

    /// A filter that says which candidates are well-formed when this text is reduced. None if every text is
    /// well-formed.
    fn filter(&self, _golden: &TestCase) -> Option<Arc<dyn Filter>> {
        None
    }

    /// The same for users who keep to the standard: what only some solvers take is ill-formed, unless the golden text has
    /// it, too.
    fn strict_filter(&self, golden: &TestCase) -> Option<Arc<dyn Filter>> {
        self.filter(golden)
    }

    /// The text with line breaks and indentation, for human readers.
    fn pretty(&self, case: &TestCase) -> Vec<u8> {
        case.text().to_vec()
    }

    /// The tokens of any text, in order, as a reader sees them. White space is not among them.
    fn visible_tokens(&self, text: &[u8]) -> Vec<VisibleToken> {
        highlight::lines(text)
    }

    /// Whether its texts may be any bytes, such as those of programs, archives or images.
    fn takes_any_bytes(&self) -> bool {
        false
    }

    /// Whether a text makes a solver do more than the language is for: contains code that the solver would run, or
    /// commands that touch files.
    fn has_code(&self, _text: &[u8]) -> bool {
        false
    }

    /// Whether a text may make a solver write a file whose name it does not choose, such as a trace, into the current
    /// directory.
    fn leaves_files(&self, _text: &[u8]) -> bool {
        false
    }

    /// Whether a candidate made of the tokens of this text may have code, although the text has none. If so, each
    /// candidate is checked with [`Language::has_code`].
    fn may_gain_code(&self, text: &[u8]) -> bool {
        self.has_code(text)
    }

    /// A form that texts share if they differ only in what does not matter, such as names. It need not be a text of the
    /// language.
    fn canonical(&self, case: &TestCase) -> Vec<u8> {
        case.text().to_vec()
    }

    /// Like the canonical form, but with less detail, such as without the values of literals. Texts with the same shape
    /// that make a solver fail probably show the same bug.
    fn shape(&self, case: &TestCase) -> Vec<u8> {
        self.canonical(case)
    }

    /// Whether a text contains what a small one is made of, but for names and values. If so, reducing the text may lead to
    /// the small one. False if that is not known.
    fn contains(&self, _case: &TestCase, _small: &TestCase) -> bool {
        false
    }

    /// The logic that the text names, or its counterpart in the language.
    fn logic(&self, _tree: &Tree) -> Option<String> {
        None
    }

    /// The top-level expressions that set an option of the solver, if the language has such.
    fn options(&self) -> Option<&'static RemovableList> {
        None
    }

    /// Whether a top-level expression states what the solver should answer, and does nothing else. If a failure depends
    /// on it, then most likely because the solver answers something else; then the main content of the text hardly
    /// matters.
    fn states_answer(&self, _tree: &Tree, _node: Node) -> bool {
        false
    }

    /// The formats that a text can be converted to, if the language has several.
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
    /// Says, in words, why it cannot be converted.
    fn convert(&self, _case: &TestCase, _format: &str) -> Result<Vec<u8>, String> {
        Err(format!("`{}` has one format only", self.name()))
    }

    /// The text, limited to the solutions that agree with the `nth` model, counted from 0, that this run has printed.
    /// If no solution is left, the model is wrong. None if the run has not printed this many models, or if the language
    /// cannot limit this text.
    fn with_model(&self, _text: &[u8], _run: &Observation, _nth: usize) -> Option<Vec<u8>> {
        None
    }

    /// The text with commands that make a solver print its models, if the language has such commands.
    fn asking_for_models(&self, _text: &[u8]) -> Option<Vec<u8>> {
        None
    }

    /// Where in a text a solver failed, as far as the output of this run shows.
    fn failure_place(&self, _case: &TestCase, _run: &Observation) -> FailurePlace {
        FailurePlace::default()
    }

    /// The text, limited to the unsatisfiable core that this run has printed as number `nth`, from 0. If it has a
    /// solution, the core is wrong. None if the run has printed fewer, or the text cannot be limited in this way.
    fn with_core(&self, _text: &[u8], _run: &Observation, _nth: usize) -> Option<Vec<u8>> {
        None
    }

    /// The proof that this run has printed, if it has.
    fn proof(&self, _run: &Observation) -> Option<Vec<u8>> {
        None
    }

    /// Whether a solver with this output has refuted the text, that is, says that there is no solution, and can be asked
    /// for hints: which parts of the text are enough for the refutation.
    fn refutes(&self, _output: &[u8]) -> bool {
        false
    }

    /// The question which parts are enough. None if the text cannot be asked about, or there is nothing to learn.
    fn hint(&self, _case: &TestCase, _depth: HintDepth) -> Option<Hint> {
        None
    }

    /// The edit that removes these parts, which a hint has named.
    fn without(&self, _case: &TestCase, _parts: &[Node]) -> Edit {
        Edit::default()
    }
}

/// Where in a text a solver failed, as far as is known. This never decides whether a text is interesting, but a search
/// may use it to choose what to try next.
#[derive(Clone, Debug, Default)]
pub struct FailurePlace {
    /// The top-level expression at which the failure shows. Without it, the text is most likely not interesting.
    pub at: Option<NodeId>,
    /// The top-level expressions that come after the place at which the solver stopped. They most likely do not matter.
    pub behind: Arc<[NodeId]>,
}

impl fmt::Display for dyn Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kinds of lists inside of top-level expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InnerList {
    /// A part of the expression, such as the head of a rule; at least one element stays.
    Part,
    /// The elements of something smaller, such as an aggregate; all of them may go.
    Elements,
}

/// Top-level expressions of one kind.
#[derive(Clone, Copy, Debug)]
pub struct RemovableList {
    /// Whether a top-level expression is in the list.
    pub holds: fn(&Tree, Node) -> bool,
    /// Whether the elements are the main content of a text, as assertions and rules are.
    pub is_principal: bool,
    /// Whether the last element hardly ever goes, as the last query of a text.
    pub needs_last: bool,
}

/// Says which candidates need not be run: those that no solver of the language would accept, and those that its
/// stricter solvers would not, if the original text has nothing like them.
///
/// Everything that the filter does not understand counts as well-formed.
pub trait Filter: Send + Sync + fmt::Debug {
    /// Why a whole text is ill-formed, in words; none if it is well-formed.
    fn why_ill_formed(&self, case: &TestCase) -> Option<String>;

    /// What in a text only some solvers take, in words, if the original has nothing like it.
    fn deviation(&self, _case: &TestCase) -> Option<String> {
        None
    }

    /// The nodes that make the text ill-formed.
    fn faulty_nodes(&self, case: &TestCase) -> Vec<Node>;

    /// Why the text that an edit makes is held back, in words; none if it is not.
    fn why_held(&self, base: &TestCase, edit: &Edit) -> Option<String> {
        let is_held = self.judge(base, edit).is_ill_formed;
        is_held.then(|| self.why_ill_formed(&base.apply(edit)).unwrap_or_default())
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
    /// The approximate number of cells that were looked at. It is the same whenever this edit is judged.
    pub looked_at: usize,
}
