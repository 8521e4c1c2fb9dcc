//! Answer-set programs: gringo's and lparse's text formats, ground and non-ground, aspif, and smodels' numeric format.
//!
//! Programs in all formats are read into the same kind of tree, so all mutators work on all of them. A statement is a
//! list; one that is not understood is a single token and can only be removed as a whole. `statement.rs` shows what the
//! lists look like.

mod aggregate;
mod analysis;
mod aspif;
mod atom_names;
mod bounds;
mod canonical;
mod choices;
mod conditions;
mod constants;
mod convert;
mod definitions;
mod draft;
mod elements;
mod excerpt;
mod externals;
mod filter;
mod formats;
mod ground;
mod ground_rule;
mod ground_term;
mod highlight;
mod language;
mod lexer;
mod limited;
mod matched_tokens;
mod normal;
mod numeric;
mod output;
mod print_text;
mod relation;
mod roles;
mod safety;
mod showing;
mod signature;
mod smodels;
mod stable;
mod statement;
mod sums;
mod term;
mod text;
mod tuples;
mod uses;

pub use analysis::{Analysis, analysis, name};
pub use formats::{ASPIF, Asp, GRINGO, LPARSE, NAME, SMODELS};
pub(crate) use ground_rule::Body;
pub use limited::with_model;
pub(super) use limited::with_printed_model;
pub(crate) use numeric::NumericBuilder;
pub use relation::holds;
pub(crate) use relation::{holds_between, is_relation};
pub use roles::{Role, negated, rule};
pub use stable::AnswerSets;
pub(crate) use term::{is_number, is_variable};
pub use term::{number, variable};
pub(crate) use uses::{AtomUse, UseCounts, derives_nothing};
