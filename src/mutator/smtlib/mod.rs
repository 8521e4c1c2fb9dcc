//! Mutators that know SMT-LIB: its scopes, its sorts and its commands.

mod all_occurrences;
mod bound_terms;
mod check_sat_assuming;
mod constants;
mod introduce_fresh;
mod let_elimination;
mod let_substitution;
mod merge_children;
mod names;
mod push_pop;
mod remove_annotation;
mod replace_by_variable;
mod shape;
mod simplify_logic;
mod simplify_names;
mod simplify_quoted;
mod sort_children;
mod substitute_children;

pub use bound_terms::BoundTerms;
pub use check_sat_assuming::CheckSatAssuming;
pub use constants::Constants;
pub use introduce_fresh::IntroduceFreshVariables;
pub use let_elimination::LetElimination;
pub use let_substitution::LetSubstitution;
pub use merge_children::MergeChildren;
pub use push_pop::PushPop;
pub use remove_annotation::RemoveAnnotation;
pub use replace_by_variable::ReplaceByVariable;
pub use simplify_logic::SimplifyLogic;
pub use simplify_names::SimplifySymbolNames;
pub use simplify_quoted::SimplifyQuotedSymbols;
pub use sort_children::SortChildren;
pub use substitute_children::{SubstituteChildren, SubstituteLargestChild};
