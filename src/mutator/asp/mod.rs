//! The mutators of answer-set programs. They work on all formats, because all formats have the same tree.
//!
//! The first ones are the phases of DeltaASP (Brummayer and Järvisalo 2010, section 5); the others are ours.

mod aggregates;
mod all_instances;
mod arguments;
mod constants;
mod derive;
mod disjunctions;
mod drop_negation;
mod empty_rule;
mod facts;
mod instances;
mod merge_atoms;
mod names;
mod numbers;
mod other_atom;
mod propositional;
mod renumber;
mod settle;
mod settled;
mod shift_negation;
mod terms;
mod unfold;

pub use aggregates::{AGGREGATE_TO_LITERALS, CHOICE_TO_DISJUNCTION, DROP_BOUND, SUM_TO_COUNT};
pub use all_instances::AllInstances;
pub use arguments::DropArgument;
pub use constants::InlineConstants;
pub use derive::Derive;
pub use disjunctions::DisjunctionToChoice;
pub use drop_negation::DropNegation;
pub use empty_rule::{EMPTY_BODY, EMPTY_HEAD};
pub use instances::Instantiate;
pub use merge_atoms::MergeAtoms;
pub use names::RenameAtoms;
pub use numbers::LowerNumbers;
pub use other_atom::OtherAtom;
pub use propositional::{FlattenAtoms, Propositional};
pub use renumber::{RANK_NUMBERS, SHIFT_NUMBERS};
pub use settle::Settle;
pub use settled::with_settled;
pub use shift_negation::ShiftNegation;
pub use terms::ReplaceByPart;
pub use unfold::Unfold;
