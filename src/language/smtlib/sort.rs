//! Interned sorts: equal sorts are the same value, and aliases are expanded.
//!
//! Each process has one table, which only grows: it holds the distinct sorts of all texts. The number of a bit-vector
//! sort, by far the most frequent kind, contains the width itself, so most questions do not need the table.
//!
//! A sort may contain variables, for example the sort of a constructor of a parametric datatype. Only `matching`
//! interprets them; for everything else, a variable is a sort that is not understood.

use crate::tree::{Blocks, Symbol};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{OnceLock, PoisonError, RwLock};

/// An interned sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sort(u32);

/// The structure of a sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SortKind {
    /// A sort that is not understood; it is compatible with every sort.
    Unknown,
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `(_ BitVec w)`
    BitVec(u32),
    /// `(_ FloatingPoint e s)`, in any spelling
    Float(u32, u32),
    /// `(Array i e)`
    Array(Sort, Sort),
    /// Any other sort: its head (for an indexed sort, its whole text) and its arguments.
    Other(Symbol, Vec<Sort>),
}

/// The mark of a bit-vector sort. The lower bits are the width.
const BITVEC: u32 = 1 << 30;
/// The mark of a sort with an unknown part.
const HAS_UNKNOWN: u32 = 1 << 31;
/// The mark of a sort with a variable in it. In a bit-vector sort, the bit belongs to the width.
const HAS_VARIABLE: u32 = 1 << 29;

/// The other sorts by number.
static KINDS: Blocks<Interned> = Blocks::new();

/// The other sorts by structure.
static SORTS: OnceLock<RwLock<FxHashMap<SortKind, Sort>>> = OnceLock::new();

/// The number of the first variable.
const VARIABLE: u32 = 4;
/// The numbers below this are those of the fixed sorts and of the variables.
const CONSTANTS: u32 = 16;

/// How many variables there are.
pub(super) const VARIABLES: usize = 12;

/// A sort with more parts than this is not understood: with a few definitions, a text can spell a sort that fills the
/// memory.
const LARGEST: u32 = 1 << 10;

/// A sort in the table.
struct Interned {
    kind: SortKind,
    /// How many sorts it is made of, each counted as often as it occurs.
    parts: u32,
}

impl Sort {
    /// A sort that is not understood; it is compatible with every sort.
    pub const UNKNOWN: Sort = Sort(0);
    /// `Bool`
    pub const BOOL: Sort = Sort(1);
    /// `Int`
    pub const INT: Sort = Sort(2);
    /// `Real`
    pub const REAL: Sort = Sort(3);
    /// `(_ BitVec 1)`
    pub const BIT: Sort = Sort(BITVEC | 1);

    /// The sort with this structure.
    pub fn of(kind: SortKind) -> Sort {
        match kind {
            SortKind::Unknown => Sort::UNKNOWN,
            SortKind::Bool => Sort::BOOL,
            SortKind::Int => Sort::INT,
            SortKind::Real => Sort::REAL,
            SortKind::BitVec(width) => Sort::bitvec(width),
            kind => intern(kind),
        }
    }

    /// `(_ BitVec width)`. Unknown for widths that no solver accepts.
    pub fn bitvec(width: u32) -> Sort {
        if width == 0 || width >= BITVEC {
            Sort::UNKNOWN
        } else {
            Sort(BITVEC | width)
        }
    }

    /// The sort of a parametric datatype, with variables for its parameters.
    pub fn generic(name: Symbol, parameters: usize) -> Sort {
        let variables = (0..parameters).map(Sort::variable).collect();
        Sort::of(SortKind::Other(name, variables))
    }

    /// A sort without arguments, by name.
    pub fn named(name: Symbol) -> Sort {
        Sort::of(SortKind::Other(name, Vec::new()))
    }

    /// The structure of the sort.
    pub fn kind(self) -> SortKind {
        match self {
            Sort::BOOL => SortKind::Bool,
            Sort::INT => SortKind::Int,
            Sort::REAL => SortKind::Real,
            Sort(number) if number & BITVEC != 0 => SortKind::BitVec(number & !BITVEC),
            sort => sort.structure().cloned().unwrap_or(SortKind::Unknown),
        }
    }

    /// The structure of a floating-point sort, of an array, or of a sort with a name of its own.
    pub(super) fn structure(self) -> Option<&'static SortKind> {
        self.interned().map(|interned| &interned.kind)
    }

    fn interned(self) -> Option<&'static Interned> {
        let number = self.0 & !(HAS_UNKNOWN | HAS_VARIABLE);
        let place = number.checked_sub(CONSTANTS)?;
        (self.0 & BITVEC == 0).then(|| KINDS.get(place)).flatten()
    }

    /// Whether the sort has this name, with or without arguments.
    pub(super) fn has_head(self, name: &[u8]) -> bool {
        matches!(self.structure(), Some(SortKind::Other(head, _)) if head.bytes() == name)
    }

    /// The variable with this number; unknown if the number is too large.
    pub(super) fn variable(number: usize) -> Sort {
        match u32::try_from(number) {
            Ok(number) if number < CONSTANTS - VARIABLE => {
                Sort((VARIABLE + number) | HAS_UNKNOWN | HAS_VARIABLE)
            }
            _ => Sort::UNKNOWN,
        }
    }

    /// The number of a variable; none for other sorts.
    pub(super) fn as_variable(self) -> Option<usize> {
        let number = self.0 & !(HAS_UNKNOWN | HAS_VARIABLE);
        let is_variable = self.has_variable() && number < CONSTANTS;
        is_variable.then(|| (number - VARIABLE) as usize)
    }

    /// Whether the sort is a variable or has one in it.
    pub(super) fn has_variable(self) -> bool {
        self.0 & (BITVEC | HAS_VARIABLE) == HAS_VARIABLE
    }

    /// The width of a bit-vector; none for other sorts.
    pub fn width(self) -> Option<u32> {
        (self.0 & BITVEC != 0).then_some(self.0 & !BITVEC)
    }

    /// Whether the sort is `Int` or `Real`.
    pub fn is_number(self) -> bool {
        self == Sort::INT || self == Sort::REAL
    }

    /// Whether the sort or a part of it is not understood.
    pub fn has_unknown(self) -> bool {
        self == Sort::UNKNOWN || self.0 & HAS_UNKNOWN != 0
    }

    /// Whether a term of one sort may stand where a term of the other sort is expected. `Int` and `Real` mix, as in
    /// most solvers.
    pub fn fits(self, other: Sort) -> bool {
        self == other
            || self.has_unknown()
            || other.has_unknown()
            || self.is_number() && other.is_number()
    }

    fn parts(self) -> u32 {
        self.interned().map_or(1, |interned| interned.parts)
    }
}

/// The sort as it is written in SMT-LIB. What is not understood is `?`.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |symbol: Symbol| String::from_utf8_lossy(symbol.bytes());
        match self.kind() {
            SortKind::Unknown => f.write_str("?"),
            SortKind::Bool => f.write_str("Bool"),
            SortKind::Int => f.write_str("Int"),
            SortKind::Real => f.write_str("Real"),
            SortKind::BitVec(width) => write!(f, "(_ BitVec {width})"),
            SortKind::Float(exponent, significand) => {
                write!(f, "(_ FloatingPoint {exponent} {significand})")
            }
            SortKind::Array(index, element) => write!(f, "(Array {index} {element})"),
            SortKind::Other(name, arguments) if arguments.is_empty() => f.write_str(&text(name)),
            SortKind::Other(name, arguments) => {
                write!(f, "({}", text(name))?;
                arguments.iter().try_for_each(|sort| write!(f, " {sort}"))?;
                f.write_str(")")
            }
        }
    }
}

fn intern(kind: SortKind) -> Sort {
    let arguments: &[Sort] = match &kind {
        SortKind::Array(index, element) => &[*index, *element],
        SortKind::Other(_, arguments) => arguments,
        _ => &[],
    };
    let parts = 1 + arguments.iter().map(|sort| sort.parts()).sum::<u32>();
    if parts > LARGEST {
        return Sort::UNKNOWN;
    }
    let marks = arguments.iter().fold(0, |marks, sort| {
        let unknown = if sort.has_unknown() { HAS_UNKNOWN } else { 0 };
        let variable = if sort.has_variable() { HAS_VARIABLE } else { 0 };
        marks | unknown | variable
    });
    let sorts = SORTS.get_or_init(RwLock::default);
    let known = sorts.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(&sort) = known.get(&kind) {
        return sort;
    }
    drop(known);
    let mut sorts = sorts.write().unwrap_or_else(PoisonError::into_inner);
    // Another thread may have been faster.
    if let Some(&sort) = sorts.get(&kind) {
        return sort;
    }
    let number = u32::try_from(sorts.len()).unwrap_or(HAS_VARIABLE);
    if number >= HAS_VARIABLE - CONSTANTS {
        return Sort::UNKNOWN;
    }
    let sort = Sort((number + CONSTANTS) | marks);
    sorts.insert(kind.clone(), sort);
    KINDS.set(number, Interned { kind, parts });
    sort
}
