//! Edits with what they leave unused: an edit together with everything that is of no use after it.
//!
//! This is one candidate in place of many: the deletions of a semantic reducer that repairs what it breaks (DRReduce
//! 2026, stage 2).

use super::asp::settled::with_settled;
use super::smtlib::toolkit::unused::with_all_unused;
use crate::language::{Language, TestCase, asp, smtlib};
use crate::tree::Edit;

/// Joins an edit with everything that becomes unused by it: declarations, definitions and binders of names.
pub type WithUnused = fn(&TestCase, Edit) -> Edit;

/// The functions by the names of the languages.
const BY_LANGUAGE: &[(&str, WithUnused)] =
    &[(smtlib::NAME, with_all_unused), (asp::NAME, with_settled)];

/// What joins edits of texts in this language with what they leave unused. Where nobody knows what is unused, it is the
/// edit itself.
pub fn with_unused(language: &dyn Language) -> WithUnused {
    let own = |(name, _): &&(&str, WithUnused)| *name == language.name();
    let found = BY_LANGUAGE.iter().find(own);
    found.map_or(|_, edit| edit, |&(_, with_unused)| with_unused)
}
