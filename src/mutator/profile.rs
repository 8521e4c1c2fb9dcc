//! The profile of a mutator: its name, its theory, and which searches use it by default.

/// The facts about a mutator that do not depend on a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name in kebab-case. If ddSMT has the mutator, this is ddSMT's name.
    pub name: &'static str,
    /// A description in at most 79 columns.
    pub about: &'static str,
    /// The group that switches the mutator on or off; see [`super::THEORIES`].
    pub theory: &'static str,
    /// The only language that the mutator knows. None if it works on texts of any language.
    pub language: Option<&'static str>,
    /// Which searches use the mutator unless an option says otherwise.
    pub by_default: ByDefault,
    /// Whether a solver has no answer to check in what the mutator makes, so that an answer that it has found to be wrong
    /// is not to be had there.
    pub loses_answers: bool,
}

/// Which searches use a mutator unless an option says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByDefault {
    /// All searches.
    On,
    /// Those of thorough strategies, and deep ones (`--effort deep`): the mutator removes just about enough to pay for
    /// its checks.
    InThoroughSearches,
    /// Deep ones (`--effort deep`): the mutator hardly removes enough to pay for its checks.
    InDeepSearches,
    /// The last round of all searches, unless `--ill-formed never` is given: the mutator makes texts that the standard does
    /// not have, though some solvers take them.
    InLastRound,
}

impl Profile {
    /// Whether the mutator works on texts of this language.
    pub fn understands(&self, language: &str) -> bool {
        self.language.is_none_or(|own| own == language)
    }
}
