//! Closures of edits: an edit together with everything that is of no use after it.
//!
//! This is one candidate in place of many: the deletions of a semantic reducer that repairs what it breaks (DRReduce
//! 2026, stage 2).

use super::asp::settled::with_settled;
use super::smtlib::toolkit::unused::with_all_unused;
use crate::language::{Language, TestCase, asp, smtlib};
use crate::tree::Edit;

/// Joins an edit with everything that becomes unused by it: declarations, definitions and binders of names.
pub type Closure = fn(&TestCase, Edit) -> Edit;

/// The closures by the names of the languages.
const CLOSURES: &[(&str, Closure)] = &[(smtlib::NAME, with_all_unused), (asp::NAME, with_settled)];

/// The closure of edits of texts in this language. Where nobody knows what is unused, it is the edit itself.
pub fn closure(language: &dyn Language) -> Closure {
    let own = |(name, _): &&(&str, Closure)| *name == language.name();
    let found = CLOSURES.iter().find(own);
    found.map_or(|_, edit| edit, |&(_, closure)| closure)
}
