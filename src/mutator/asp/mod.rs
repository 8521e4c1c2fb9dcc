//! The mutators of answer-set programs. They work on all formats, because all formats have the same tree.
//!
//! Some are from the phases of DeltaASP (Brummayer and Järvisalo 2010, section 5); the others are smelt's own.

pub mod aggregates;
pub mod atoms;
pub mod derive;
pub mod instances;
pub mod names;
pub mod numbers;
pub mod rules;
pub(super) mod settled;
pub mod terms;
