//! The profile of a mutator: its name, its theory, and the passes in which strategies use it.

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
    /// The passes that use the mutator, apart from the sweep of all mutators, each with the mutator's turn in the pass:
    /// lower numbers come first. Mutators that ddSMT has keep ddSMT's order.
    pub passes: &'static [(Pass, u8)],
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

/// Passes of the strategies. They are ddSMT 2.0's, but for `Declarations` and those of `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The first stage of `ddmin`: top-level expressions.
    Commands,
    /// The second stage of `ddmin`: everything below them.
    Terms,
    /// The third stage of `ddmin`, which ddSMT does not have: top-level expressions together with all that uses them. In
    /// smaller terms, there are fewer of them, and fewer uses.
    Declarations,
    /// The second pass of `hierarchical`: mutators that need few checks.
    Quick,
    /// The third pass of `hierarchical`: the mutators that remove most.
    Promising,
    /// `auto`: the list of the commands. Their elements are removed many at a time.
    Lists,
    /// The coarse search: what takes out only what has no use, whenever many elements of a list are gone. It is never
    /// presumed to fail.
    Cleaning,
    /// `auto`: terms with a large part of the text, one at a time. The heavy forms of all mutators come first.
    Heavy,
    /// `auto`: all nodes, one level of the text after the other, many at a time.
    Levels,
    /// `auto`: what changes tokens or their order only, many at a time.
    Spelling,
    /// `auto`: what saves only bytes and mostly fails. It waits for the sweep over all nodes.
    Late,
    /// `auto`: top-level expressions are replaced by many parts, of which few may matter.
    Expanding,
    /// `deltaasp`, phase 2: one of the two parts of a top-level expression is emptied.
    Emptying,
    /// `deltaasp`, phase 6: single parts become weaker.
    Weakening,
    /// Mutators that make a text easier to read. Only the last pass of `hierarchical` uses them, and uses them first.
    Cosmetic,
}

impl Profile {
    /// The profile of a mutator that knows SMT-LIB.
    pub(crate) const fn of_smtlib(
        name: &'static str,
        about: &'static str,
        theory: &'static str,
        passes: &'static [(Pass, u8)],
    ) -> Profile {
        Profile {
            language: Some(smtlib::NAME),
            ..Profile::of_any_language(name, about, theory, passes)
        }
    }

    /// The profile of a mutator that knows answer-set programs.
    pub(crate) const fn of_asp(
        name: &'static str,
        about: &'static str,
        passes: &'static [(Pass, u8)],
    ) -> Profile {
        Profile {
            language: Some(asp::NAME),
            ..Profile::of_any_language(name, about, "asp", passes)
        }
    }

    /// The profile of a mutator that works on texts of any language.
    pub(crate) const fn of_any_language(
        name: &'static str,
        about: &'static str,
        theory: &'static str,
        passes: &'static [(Pass, u8)],
    ) -> Profile {
        Profile {
            name,
            about,
            theory,
            language: None,
            by_default: ByDefault::On,
            passes,
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

    /// The mutator's turn in a pass. None if the pass does not use it.
    pub fn turn(&self, pass: Pass) -> Option<u8> {
        let (_, turn) = self.passes.iter().find(|(its, _)| *its == pass)?;
        Some(*turn)
    }

    /// Whether a pass uses the mutator.
    pub fn is_in(&self, pass: Pass) -> bool {
        self.turn(pass).is_some()
    }

    /// The stages of `ddmin` that use the mutator, joined by `+`; `-` if there are none.
    pub fn stages(&self) -> String {
        let stages = [
            (Pass::Commands, "commands"),
            (Pass::Terms, "terms"),
            (Pass::Declarations, "declarations"),
        ];
        let used = stages.iter().filter(|(pass, _)| self.is_in(*pass));
        let names: Vec<&str> = used.map(|&(_, name)| name).collect();
        if names.is_empty() {
            "-".to_owned()
        } else {
            names.join("+")
        }
    }

    /// Whether the mutator understands texts of this language.
    pub fn understands(&self, language: &str) -> bool {
        self.language.is_none_or(|own| own == language)
    }
}
