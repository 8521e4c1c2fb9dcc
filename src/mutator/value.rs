//! Mutators as values: a mutator says where it looks and what it proposes there.

use super::at::At;
use super::proposal::{Edits, Proposal, Proposals, none};
use crate::language::{TestCase, asp, smtlib};
use crate::tree::{Edit, Node};

/// A mutator: it proposes simplifications at a node.
///
/// It consists of constants: its functions, and one value that names them. It looks [`at`](Mutator::at) some nodes,
/// perhaps [`only`](Mutator::only) at some of these, and makes one [`edit`](Mutator::edit) or several
/// [`edits`](Mutator::edits) there. Everything else is optional.
pub struct Mutator {
    profile: Profile,
    at: At,
    /// At which of the nodes where it looks the mutator applies. If none is given, it applies at all of them, or where
    /// it makes its only edit.
    only: Option<Test>,
    work: Work,
    /// Whether some edits may make the text larger in the order.
    is_judged: bool,
    at_all_occurrences: Option<Function>,
    pumps: Option<Function>,
    forms: &'static [(&'static str, &'static Mutator)],
}

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

/// The edits that a mutator makes at a node, the most promising first. Each is computed when the iterator reaches it.
pub type Function = for<'a> fn(&'a TestCase, Node) -> Edits<'a>;

/// A condition on a node.
pub type Test = fn(&TestCase, Node) -> bool;

/// The interface of a family of mutators. Each member is a value of the family's type. Their edits may lengthen the
/// text.
pub(super) trait Family: Sync {
    /// Whether the mutator may have edits at the node. This must be cheap.
    fn applies(&self, case: &TestCase, node: Node) -> bool;

    /// The edits at the node.
    fn edits<'a>(&'a self, case: &'a TestCase, node: Node) -> Edits<'a>;

    /// The edits that change this node and all nodes equal to it at once.
    fn edits_at_all_occurrences<'a>(&'a self, _case: &'a TestCase, _node: Node) -> Edits<'a> {
        none()
    }
}

/// What a mutator does at a node.
enum Work {
    Edit(fn(&TestCase, Node) -> Option<Edit>),
    Edits(Function),
    Family(&'static dyn Family),
}

impl Mutator {
    /// A mutator that knows SMT-LIB. Without further calls, it proposes nothing.
    pub const fn smtlib(name: &'static str, theory: &'static str) -> Mutator {
        Mutator::new(name, theory, Some(smtlib::NAME))
    }

    /// A mutator that knows answer-set programs.
    pub const fn asp(name: &'static str) -> Mutator {
        Mutator::new(name, "asp", Some(asp::NAME))
    }

    /// A mutator that works on texts of any language.
    pub const fn of_any_language(name: &'static str, theory: &'static str) -> Mutator {
        Mutator::new(name, theory, None)
    }

    const fn new(
        name: &'static str,
        theory: &'static str,
        language: Option<&'static str>,
    ) -> Mutator {
        Mutator {
            profile: Profile {
                name,
                about: "",
                theory,
                language,
                by_default: ByDefault::On,
                loses_answers: false,
            },
            at: At::Any,
            only: None,
            work: Work::Edit(|_, _| None),
            is_judged: false,
            at_all_occurrences: None,
            pumps: None,
            forms: &[],
        }
    }

    /// The mutator, with this description of at most 79 columns.
    #[must_use]
    pub const fn about(mut self, about: &'static str) -> Mutator {
        self.profile.about = about;
        self
    }

    /// The mutator, used only by some searches unless an option says otherwise.
    #[must_use]
    pub const fn by_default(mut self, by_default: ByDefault) -> Mutator {
        self.profile.by_default = by_default;
        self
    }

    /// The mutator, in whose texts a solver has no answer to check.
    #[must_use]
    pub const fn losing_answers(mut self) -> Mutator {
        self.profile.loses_answers = true;
        self
    }

    /// The mutator, looking only at these nodes.
    #[must_use]
    pub const fn at(mut self, at: At) -> Mutator {
        self.at = at;
        self
    }

    /// The mutator, applying only where this holds among the nodes at which it looks. The test must be cheap, because
    /// it is asked about every node.
    #[must_use]
    pub const fn only(mut self, test: Test) -> Mutator {
        self.only = Some(test);
        self
    }

    /// The mutator, making at most one edit at a node. Unless [`only`](Mutator::only) or [`unasked`](Mutator::unasked)
    /// is called, it applies where it makes one.
    #[must_use]
    pub const fn edit(mut self, edit: fn(&TestCase, Node) -> Option<Edit>) -> Mutator {
        self.work = Work::Edit(edit);
        self
    }

    /// The mutator, applying wherever it looks. For mutators that need much time to find out whether they make an edit.
    #[must_use]
    pub const fn unasked(self) -> Mutator {
        self.only(|_, _| true)
    }

    /// The mutator, making these edits.
    #[must_use]
    pub const fn edits(mut self, edits: Function) -> Mutator {
        self.work = Work::Edits(edits);
        self
    }

    /// The mutator, making the edits of this member of a family.
    #[must_use]
    pub(super) const fn by(mut self, member: &'static dyn Family) -> Mutator {
        self.work = Work::Family(member);
        self.judged()
    }

    /// The mutator, some of whose edits may make the text larger in the order. These are pumps.
    #[must_use]
    pub const fn judged(mut self) -> Mutator {
        self.is_judged = true;
        self
    }

    /// The mutator, which can also change a node and all nodes equal to it at once.
    #[must_use]
    pub const fn everywhere(mut self, edits: Function) -> Mutator {
        self.at_all_occurrences = Some(edits);
        self
    }

    /// The mutator, with pumps that only a deep search tries: they change the text without making it much larger, so
    /// that simplifications that failed before may succeed after them.
    #[must_use]
    pub const fn pumping(mut self, pumps: Function) -> Mutator {
        self.pumps = Some(pumps);
        self
    }

    /// The mutator, with these forms. A form changes other nodes, or several at once, or proposes what the mutator
    /// leaves to others; see the schedule of the searches.
    #[must_use]
    pub const fn with_forms(
        mut self,
        forms: &'static [(&'static str, &'static Mutator)],
    ) -> Mutator {
        self.forms = forms;
        self
    }

    /// The profile of the mutator.
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The name in the mutator's profile.
    pub const fn name(&self) -> &'static str {
        self.profile.name
    }

    /// Whether the mutator may have proposals at the node. This is cheap, because it is asked about every node.
    pub fn applies(&self, case: &TestCase, node: Node) -> bool {
        self.looks_at(case, node)
            && match self.work {
                _ if self.only.is_some() => true,
                Work::Edit(edit) => edit(case, node).is_some(),
                Work::Edits(_) => true,
                Work::Family(member) => member.applies(case, node),
            }
    }

    /// Whether the mutator looks at the node and its test, if it has one, holds.
    fn looks_at(&self, case: &TestCase, node: Node) -> bool {
        self.at.holds(case, node) && self.only.is_none_or(|holds| holds(case, node))
    }

    /// The proposals at the node, the most promising first. Empty if the mutator does not apply. Each proposal is
    /// computed when the iterator reaches it.
    pub fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.looks_at(case, node) {
            return none();
        }
        match self.work {
            Work::Edit(edit) => self.proposed(case, edit(case, node)),
            Work::Edits(edits) => self.proposed(case, edits(case, node)),
            Work::Family(member) => self.proposed(case, member.edits(case, node)),
        }
    }

    /// Proposals that change this node and all nodes equal to it at once. Empty if the mutator does not support this.
    pub fn proposals_at_all_occurrences<'a>(
        &'a self,
        case: &'a TestCase,
        node: Node,
    ) -> Proposals<'a> {
        match (&self.work, self.at_all_occurrences) {
            _ if !self.looks_at(case, node) => none(),
            (Work::Family(member), _) => {
                self.proposed(case, member.edits_at_all_occurrences(case, node))
            }
            (_, Some(edits)) => self.proposed(case, edits(case, node)),
            (_, None) => none(),
        }
    }

    /// Pumps at the node that only a deep search tries.
    pub fn pumps<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        match self.pumps.filter(|_| self.looks_at(case, node)) {
            Some(pumps) => Box::new(pumps(case, node).map(|edit| Proposal {
                edit,
                is_pump: true,
            })),
            None => none(),
        }
    }

    /// Makes proposals of edits, in the same order. Those that may make the text larger become pumps.
    fn proposed<'a>(
        &'a self,
        case: &'a TestCase,
        edits: impl IntoIterator<Item = Edit, IntoIter: 'a>,
    ) -> Proposals<'a> {
        Box::new(edits.into_iter().map(move |edit| Proposal {
            is_pump: self.is_judged && !case.is_simplification(&edit),
            edit,
        }))
    }

    /// The forms in which the mutator can be used besides its own, by name.
    pub const fn forms(&self) -> &'static [(&'static str, &'static Mutator)] {
        self.forms
    }

    /// The form with this name, if there is one.
    pub fn form(&self, name: &str) -> Option<&'static Mutator> {
        self.forms
            .iter()
            .find(|(form_name, _)| *form_name == name)
            .map(|&(_, form)| form)
    }
}
