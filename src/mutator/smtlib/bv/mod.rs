//! Bit-vectors.

mod constants;
mod merge_reduced;
mod merge_shift;
mod reduce_width;
mod rewrites;

pub use constants::{NORMALIZE_CONSTANTS, SIMPLIFY_CONSTANTS};
pub use merge_reduced::MergeReducedWidth;
pub use merge_shift::MergeShift;
pub use reduce_width::ReduceWidth;
pub use rewrites::{
    CONCAT_TO_ZERO_EXTEND, DOUBLE_NEGATION, ELIM_BVCOMP, EXTEND_TO_CONCAT, EXTRACT_ZERO_EXTEND,
    IDENTITIES, ITE_TO_BVCOMP, MERGE_EXTEND, REFLEXIVE_NAND, SIGN_EXTEND_PREDICATE, TO_BOOL,
    ZERO_EXTEND_PREDICATE,
};
