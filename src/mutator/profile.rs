//! The profile of a mutator: its name, its theory, and who uses it unless a switch says otherwise.

use crate::language::{asp, smtlib};

/// The facts about a mutator that do not depend on a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name in kebab-case. If ddSMT has the mutator, this is ddSMT's name.
    pub name: &'static str,
    /// A description in at most 79 columns.
    pub about: &'static str,
    /// The group that switches the mutator on or off; see [`super::THEORIES`].
    pub theory: &'static str,
    /// The only language that the mutator understands. None if it works on texts of any language.
    pub language: Option<&'static str>,
    /// Which searches use the mutator unless a switch says otherwise.
    pub by_default: ByDefault,
}

/// Which searches use a mutator unless a switch says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByDefault {
    /// All searches.
    On,
    /// Those of thorough strategies, and those that do much for a small result.
    InThoroughSearches,
    /// Those that do much for a small result.
    InDeepSearches,
    /// None.
    Off,
}

impl Profile {
    /// The profile of a mutator that knows SMT-LIB.
    pub(crate) const fn of_smtlib(
        name: &'static str,
        about: &'static str,
        theory: &'static str,
    ) -> Profile {
        Profile {
            language: Some(smtlib::NAME),
            ..Profile::of_any_language(name, about, theory)
        }
    }

    /// The profile of a mutator that knows answer-set programs.
    pub(crate) const fn of_asp(name: &'static str, about: &'static str) -> Profile {
        Profile {
            language: Some(asp::NAME),
            ..Profile::of_any_language(name, about, "asp")
        }
    }

    /// The profile of a mutator that works on texts of any language.
    pub(crate) const fn of_any_language(
        name: &'static str,
        about: &'static str,
        theory: &'static str,
    ) -> Profile {
        Profile {
            name,
            about,
            theory,
            language: None,
            by_default: ByDefault::On,
        }
    }

    /// The same profile for a mutator that `auto` leaves out, because its yield just about pays for its checks.
    pub(crate) const fn for_thorough_searches(self) -> Profile {
        Profile {
            by_default: ByDefault::InThoroughSearches,
            ..self
        }
    }

    /// The same profile for a mutator that only deep searches use, because its yield hardly pays for its checks.
    pub(crate) const fn for_deep_searches(self) -> Profile {
        Profile {
            by_default: ByDefault::InDeepSearches,
            ..self
        }
    }

    /// The same profile for a mutator that is only used where a switch says so, because not everybody wants its results.
    pub(crate) const fn off_by_default(self) -> Profile {
        Profile {
            by_default: ByDefault::Off,
            ..self
        }
    }

    /// Whether the mutator understands texts of this language.
    pub fn understands(&self, language: &str) -> bool {
        self.language.is_none_or(|own| own == language)
    }
}
