//! What the standard does not have, though some solvers take it.

use super::commands::{self, Parts};
use crate::tree::Symbol;

/// Something that only some solvers take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extension {
    /// `(check-sat p)`
    QueryWithFormulas,
    /// `(push)`
    PushWithoutNumber,
    /// `(pop)`
    PopWithoutNumber,
    /// `(declare-var x Int)` outside of SyGuS.
    DeclareVar,
    /// `(declare-sort S)`
    SortWithoutArity,
    /// `(simplify t)`
    Simplify,
    /// `(! t)`
    NoAttributes,
}

impl Extension {
    /// What a command with this name and this number of parts has that the standard has not.
    pub(super) fn of_command(head: Symbol, parts: usize) -> Option<Extension> {
        let extension = match (commands::parts(head)?, parts) {
            (Parts::Formulas, 1..) => Extension::QueryWithFormulas,
            (Parts::Push, 0) => Extension::PushWithoutNumber,
            (Parts::Pop, 0) => Extension::PopWithoutNumber,
            (Parts::Sort, 1) => Extension::SortWithoutArity,
            (Parts::Constant, _) if head.bytes() == b"declare-var" => Extension::DeclareVar,
            (Parts::TermAndAttributes, _) if head.bytes() == b"simplify" => Extension::Simplify,
            _ => return None,
        };
        Some(extension)
    }

    /// What it is, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Extension::QueryWithFormulas => "`check-sat` with formulas",
            Extension::PushWithoutNumber => "`push` without a number",
            Extension::PopWithoutNumber => "`pop` without a number",
            Extension::DeclareVar => "`declare-var`",
            Extension::SortWithoutArity => "`declare-sort` without an arity",
            Extension::Simplify => "`simplify`",
            Extension::NoAttributes => "`!` without an attribute",
        }
    }
}
