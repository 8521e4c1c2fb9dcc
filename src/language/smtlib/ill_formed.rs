//! What can be ill-formed in a text.

use super::binding::ScopedName;
use super::commands::{self, Parts};
use crate::tree::Symbol;
use rustc_hash::FxHashMap;

/// Why we consider a text ill-formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllFormed {
    /// No declaration of the name is in scope, and the golden text does not use the name without a declaration, either.
    Undeclared(Symbol),
    /// A command or term has the wrong shape, as these words say.
    Shape(Symbol),
    /// Operands of the wrong number or sorts.
    Operands(Symbol),
    /// An array is applied like a function, which the golden text never does.
    Applies(Symbol),
    /// `Int` and `Real` mix in an application with this head, or in a body or rule of a command with this name, as
    /// they never do in the golden text.
    Mixes(Symbol),
    /// An attribute of a quantifier is not at its body, as it always is in the golden text.
    Misplaced,
    /// Something that the standard does not have, nor the golden text, as these words say; some solvers take it.
    Extension(Symbol),
}

impl IllFormed {
    /// The fault that these words describe.
    pub(super) fn shape(words: &'static str) -> IllFormed {
        IllFormed::Shape(Symbol::of(words.as_bytes()))
    }

    /// The fault of a command without a part that it needs, or of a `pop` without open levels.
    pub(super) fn part_is_missing() -> IllFormed {
        IllFormed::shape("a part of a command is missing")
    }

    /// The fault of a declaration of a name that has the same meaning already.
    pub(super) fn declared_twice() -> IllFormed {
        IllFormed::shape("a name is declared twice")
    }

    /// `(! t)`
    pub(super) fn no_attributes() -> IllFormed {
        IllFormed::Extension(Symbol::of(b"`!` without an attribute"))
    }

    /// What a command with this name and this number of parts has that the standard has not.
    pub(super) fn extension(head: Symbol, parts: usize) -> Option<IllFormed> {
        let words = match (commands::parts(head)?, parts) {
            (Parts::Formulas, 1..) => "`check-sat` with formulas",
            (Parts::Push, 0) => "`push` without a number",
            (Parts::Pop, 0) => "`pop` without a number",
            (Parts::Sort, 1) => "`declare-sort` without an arity",
            // SyGuS has it.
            (Parts::Constant, _) if head.bytes() == b"declare-var" => "`declare-var`",
            (Parts::TermAndAttributes, _) if head.bytes() == b"simplify" => "`simplify`",
            _ => return None,
        };
        Some(IllFormed::Extension(Symbol::of(words.as_bytes())))
    }
}

/// What may be ill-formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// This fault, unless the golden text has something like it and the fault is of a kind that may then be tolerated.
    Fault(IllFormed),
    /// A name is unbound and has no known meaning.
    Unbound(ScopedName),
}

impl Finding {
    /// The fault, if the finding is one.
    pub(super) fn fault(&self) -> IllFormed {
        match self {
            Finding::Fault(fault) => *fault,
            Finding::Unbound((name, _)) => IllFormed::Undeclared(*name),
        }
    }
}

/// How often each fault occurs.
#[derive(Debug, Default)]
pub(super) struct FaultCounts {
    counts: FxHashMap<IllFormed, usize>,
    /// The faults, in the order in which they were first counted.
    order: Vec<IllFormed>,
}

impl FaultCounts {
    /// The first fault that was not there before, or not as often.
    pub(super) fn first_new(&self, before: &FaultCounts) -> Result<(), IllFormed> {
        let is_new = |&&fault: &&IllFormed| self.count(fault) > before.count(fault);
        self.order
            .iter()
            .find(is_new)
            .map_or(Ok(()), |fault| Err(*fault))
    }

    fn count(&self, fault: IllFormed) -> usize {
        self.counts.get(&fault).copied().unwrap_or(0)
    }
}

impl Extend<IllFormed> for FaultCounts {
    fn extend<I: IntoIterator<Item = IllFormed>>(&mut self, faults: I) {
        for fault in faults {
            let count = self.counts.entry(fault).or_insert(0);
            if *count == 0 {
                self.order.push(fault);
            }
            *count += 1;
        }
    }
}

impl FromIterator<IllFormed> for FaultCounts {
    fn from_iter<I: IntoIterator<Item = IllFormed>>(faults: I) -> FaultCounts {
        let mut counts = FaultCounts::default();
        counts.extend(faults);
        counts
    }
}

impl std::fmt::Display for IllFormed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |name: &Symbol| String::from_utf8_lossy(name.bytes()).into_owned();
        match self {
            IllFormed::Undeclared(symbol) => write!(f, "`{}` is not declared", name(symbol)),
            IllFormed::Shape(words) | IllFormed::Extension(words) => f.write_str(&name(words)),
            IllFormed::Operands(head) => write!(
                f,
                "the operands of `{}` have wrong sorts or a wrong number",
                name(head)
            ),
            IllFormed::Applies(array) => write!(
                f,
                "the array `{}` is applied like a function, which the original text never does",
                name(array)
            ),
            IllFormed::Mixes(head) => write!(
                f,
                "`Int` and `Real` mix in `{}`, which they never do in the original text",
                name(head)
            ),
            IllFormed::Misplaced => f.write_str(
                "an attribute of a quantifier is not at its body, as it always is in the original text",
            ),
        }
    }
}

/// Whether `Int` and `Real` may mix, given which findings are faults.
pub(super) fn mixes(counts: impl Fn(&Finding) -> bool) -> bool {
    !counts(&Finding::Fault(IllFormed::Mixes(Symbol::LIST)))
}
