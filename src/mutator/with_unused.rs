//! Edits with cleanup: an edit together with the removal of everything that it leaves unused.
//!
//! One candidate replaces many: the deletions of a semantic reducer that repairs what it breaks (DRReduce 2026, stage
//! 2).

use super::asp::settled::with_settled;
use super::smtlib::toolkit::unused::with_all_unused;
use crate::language::{Language, TestCase, asp, smtlib};
use crate::tree::Edit;

/// Joins an edit with the removal of everything that it leaves unused: declarations, definitions and binders of names.
pub type WithUnused = fn(&TestCase, Edit) -> Edit;

/// The function for texts in this language. For a language without one, it returns the edit itself.
pub fn with_unused(language: &dyn Language) -> WithUnused {
    match language.name() {
        smtlib::NAME => with_all_unused,
        asp::NAME => with_settled,
        _ => |_, edit| edit,
    }
}
