//! The closure of an edit: the edit together with everything that is of no use after it.

use super::asp::settled::with_settled;
use super::smtlib::toolkit::unused::with_all_unused;
use crate::language::TestCase;
use crate::language::smtlib::is_smtlib;
use crate::tree::Edit;

/// The edit, and everything that becomes unused by it, as far as the language of the text knows what is unused:
/// declarations, definitions and binders of names.
///
/// This is one candidate in place of many: the deletions of a semantic reducer that repairs what it breaks (DRReduce
/// 2026, stage 2).
pub fn closed(case: &TestCase, edit: Edit) -> Edit {
    if is_smtlib(case) {
        with_all_unused(case, edit)
    } else {
        with_settled(case, edit)
    }
}
