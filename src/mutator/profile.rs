//! What a mutator says of itself: its name, its theory, and the passes in which the strategies use it.

/// The facts about a mutator that do not depend on a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its name: kebab-case, as in ddSMT where it has the mutator.
    pub name: &'static str,
    /// What it does, in at most 79 columns.
    pub about: &'static str,
    /// The group in which it is switched; see [`super::THEORIES`].
    pub theory: &'static str,
    /// The only language whose texts it understands; none for a mutator of any text.
    pub language: Option<&'static str>,
    /// The passes that it is part of, beside the sweep of all mutators, with its turn in each: lower numbers come first.
    /// The numbers of ddSMT's mutators keep the order that they have there.
    pub passes: &'static [(Pass, u8)],
}

/// Passes of ddSMT 2.0's strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The first stage of `ddmin`: top-level expressions.
    Commands,
    /// The second stage of `ddmin`: everything below them.
    Terms,
    /// The second pass of `hierarchical`: what costs few checks.
    Quick,
    /// The third pass of `hierarchical`: what removes most.
    Promising,
    /// Only the last pass of `hierarchical`, and there first: what makes a text easier to read.
    Cosmetic,
}

impl Profile {
    /// Its turn in a pass; none if it is not part of it.
    pub fn turn(&self, pass: Pass) -> Option<u8> {
        let (_, turn) = self.passes.iter().find(|(its, _)| *its == pass)?;
        Some(*turn)
    }

    /// Whether the mutator understands texts of this language.
    pub fn understands(&self, language: &str) -> bool {
        self.language.is_none_or(|own| own == language)
    }
}
