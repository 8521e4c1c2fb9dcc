//! Sorts, interned: equal sorts are the same value, aliases expanded.
//!
//! The table is one per process and only grows, by the distinct sorts of the corpus. Bit-vectors, by far the most
//! frequent, carry their width in the number itself, so that most questions need no table.

use crate::tree::Symbol;
use rustc_hash::FxHashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

/// An interned sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sort(u32);

/// What a sort is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SortKind {
    /// Not understood: compatible with everything.
    Unknown,
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `(_ BitVec w)`
    BitVec(u32),
    /// `(_ FloatingPoint e s)`, in whatever spelling
    Float(u32, u32),
    /// `(Array i e)`
    Array(Sort, Sort),
    /// Any other: its head (for an indexed one its whole text), and its arguments.
    Other(Symbol, Vec<Sort>),
}

/// The mark of a bit-vector, whose width is in the bits below.
const BITVEC: u32 = 1 << 30;
/// The mark of a sort with an unknown part.
const HAS_UNKNOWN: u32 = 1 << 31;

#[derive(Default)]
struct Table {
    kinds: Vec<SortKind>,
    numbers: FxHashMap<SortKind, Sort>,
}

static TABLE: OnceLock<RwLock<Table>> = OnceLock::new();

impl Sort {
    /// Not understood: compatible with everything.
    pub const UNKNOWN: Sort = Sort(0);
    /// `Bool`
    pub const BOOL: Sort = Sort(1);
    /// `Int`
    pub const INT: Sort = Sort(2);
    /// `Real`
    pub const REAL: Sort = Sort(3);
    /// `(_ BitVec 1)`
    pub const BIT: Sort = Sort(BITVEC | 1);

    /// The sort of this kind.
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

    /// `(_ BitVec width)`; unknown for widths that no solver takes.
    pub fn bitvec(width: u32) -> Sort {
        if width == 0 || width >= BITVEC {
            Sort::UNKNOWN
        } else {
            Sort(BITVEC | width)
        }
    }

    /// A sort without arguments, by name.
    pub fn named(name: Symbol) -> Sort {
        Sort::of(SortKind::Other(name, Vec::new()))
    }

    /// What it is made of.
    pub fn kind(self) -> SortKind {
        match self {
            Sort::UNKNOWN => SortKind::Unknown,
            Sort::BOOL => SortKind::Bool,
            Sort::INT => SortKind::Int,
            Sort::REAL => SortKind::Real,
            Sort(number) if number & BITVEC != 0 => SortKind::BitVec(number & !BITVEC),
            Sort(number) => {
                let table = TABLE.get_or_init(RwLock::default);
                let table = table.read().unwrap_or_else(PoisonError::into_inner);
                let index = (number & !HAS_UNKNOWN) as usize - 4;
                table.kinds.get(index).cloned().unwrap_or(SortKind::Unknown)
            }
        }
    }

    /// The width of a bit-vector.
    pub fn width(self) -> Option<u32> {
        (self.0 & BITVEC != 0).then_some(self.0 & !BITVEC)
    }

    /// Whether it is `Int` or `Real`.
    pub fn is_number(self) -> bool {
        self == Sort::INT || self == Sort::REAL
    }

    /// Whether it or a part of it is not understood.
    pub fn has_unknown(self) -> bool {
        self == Sort::UNKNOWN || self.0 & HAS_UNKNOWN != 0
    }

    /// Whether a term of the one sort may stand where one of the other is expected. `Int` and `Real` mix, as most
    /// solvers have it.
    pub fn fits(self, other: Sort) -> bool {
        self == other
            || self.has_unknown()
            || other.has_unknown()
            || self.is_number() && other.is_number()
    }
}

fn intern(kind: SortKind) -> Sort {
    let has_unknown = match &kind {
        SortKind::Array(index, element) => index.has_unknown() || element.has_unknown(),
        SortKind::Other(_, arguments) => arguments.iter().any(|sort| sort.has_unknown()),
        _ => false,
    };
    let table = TABLE.get_or_init(RwLock::default);
    if let Some(&sort) = table
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .numbers
        .get(&kind)
    {
        return sort;
    }
    let mut table = table.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(&sort) = table.numbers.get(&kind) {
        return sort;
    }
    let number = u32::try_from(table.kinds.len() + 4).unwrap_or(BITVEC);
    if number >= BITVEC {
        return Sort::UNKNOWN;
    }
    let sort = Sort(if has_unknown {
        number | HAS_UNKNOWN
    } else {
        number
    });
    table.kinds.push(kind.clone());
    table.numbers.insert(kind, sort);
    sort
}
