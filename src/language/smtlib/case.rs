//! What SMT-LIB knows about a test case: its analysis, and what is made from that when it is first asked for.

use super::short_names::short_names;
use super::{Analysis, BindingId};
use crate::language::TestCase;
use crate::tree::Symbol;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// What is worked out about a text.
pub(super) struct Worked {
    analysis: Analysis,
    /// A short name for each binding, made when first asked for.
    short_names: OnceLock<FxHashMap<BindingId, Symbol>>,
}

impl Worked {
    pub(super) fn of(analysis: Analysis) -> Worked {
        Worked {
            analysis,
            short_names: OnceLock::new(),
        }
    }
}

/// The scopes and sorts of a text.
///
/// # Panics
/// If the text is not of this language: its mutators and its filter are never asked about another.
pub fn analysis(case: &TestCase) -> &Analysis {
    &worked(case).analysis
}

/// A shorter name for a binding, which the text does not have and no other binding is given.
pub fn short_name(case: &TestCase, id: BindingId) -> Option<Symbol> {
    let worked = worked(case);
    let is_taken = |name| case.has_token(name);
    let names = || short_names(&worked.analysis, is_taken);
    worked.short_names.get_or_init(names).get(&id).copied()
}

fn worked(case: &TestCase) -> &Worked {
    case.analysed().expect("only texts of SMT-LIB come here")
}
