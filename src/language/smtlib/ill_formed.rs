//! What can be ill-formed in a text.

use super::scope::ScopedName;
use crate::tree::{Node, Symbol};
use rustc_hash::FxHashMap;

/// Why we consider a text ill-formed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IllFormed {
    /// No declaration of the name is in scope, and the golden text does not use the name without a declaration, either.
    Undeclared(Symbol),
    /// A command or term has the wrong shape, as these words say.
    Shape(Symbol),
    /// Operands of the wrong number or sorts.
    Operands(Symbol),
    /// An array is applied like a function, which the golden text never does.
    Applies(Symbol),
    /// The operands mix `Int` and `Real`, which the golden text never does.
    Mixes(Symbol),
    /// An attribute of a quantifier is not at its body, as it always is in the golden text.
    Misplaced,
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
}

/// Something that may be a fault, and where. It is kept small: a text of unbound names has one for each of its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) node: Node,
    /// The term or command that is faulty. It may be larger than `node`: a term that is not a formula is a fault of the
    /// command that asserts it.
    pub(super) owner: Node,
    pub(super) finding: Finding,
}

/// What may be ill-formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// It is ill-formed, whatever the golden text contains.
    Sure(IllFormed),
    /// A name is unbound and has no known meaning.
    Unbound(ScopedName),
    /// An array with this name is applied like a function.
    Applies(Symbol),
    /// `Int` and `Real` mix in an application with this head.
    Mixes(Symbol),
    /// An attribute of a quantifier is not at its body.
    Misplaced,
}

impl Finding {
    /// The fault, if the finding is one.
    pub(super) fn fault(&self) -> IllFormed {
        match self {
            Finding::Sure(fault) => fault.clone(),
            Finding::Unbound((name, _)) => IllFormed::Undeclared(*name),
            Finding::Applies(name) => IllFormed::Applies(*name),
            Finding::Mixes(head) => IllFormed::Mixes(*head),
            Finding::Misplaced => IllFormed::Misplaced,
        }
    }
}

/// Compares the faults of a text with those that it had before.
///
/// # Errors
/// The first fault that was not there before, or not as often.
pub(super) fn first_new<'a>(
    faults: impl IntoIterator<Item = &'a IllFormed>,
    before: impl IntoIterator<Item = &'a IllFormed>,
) -> Result<(), IllFormed> {
    let mut left: FxHashMap<&IllFormed, usize> = FxHashMap::default();
    for fault in before {
        *left.entry(fault).or_default() += 1;
    }
    let mut faults = faults.into_iter();
    let new = faults.find(|&fault| match left.get_mut(fault) {
        None | Some(0) => true,
        Some(left) => {
            *left -= 1;
            false
        }
    });
    new.map_or(Ok(()), |fault| Err(fault.clone()))
}

impl std::fmt::Display for IllFormed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |name: &Symbol| String::from_utf8_lossy(name.bytes()).into_owned();
        match self {
            IllFormed::Undeclared(symbol) => write!(f, "`{}` is not declared", name(symbol)),
            IllFormed::Shape(words) => f.write_str(&name(words)),
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
                "the operands of `{}` mix `Int` and `Real`, which the original text never does",
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
    !counts(&Finding::Mixes(Symbol::LIST))
}

// See [`Fault`].
const _: () = assert!(size_of::<Fault>() <= 20);
