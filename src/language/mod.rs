//! Languages: how texts are read and printed, what their parts mean, and what "smaller" means for them.
//!
//! Invariants: a language runs nothing and touches no file. `parse(print(t)) == t`. What a language does not understand
//! is unknown, never an error.

pub mod answer_sets;
pub mod asp;
mod equal;
mod files;
mod highlight;
mod hint;
mod in_place;
mod interface;
mod lines;
mod printed;
mod size;
pub mod smtlib;
mod syntax;
mod table;
mod testcase;

pub(crate) use files::file_argument;
pub use highlight::{TokenKind, VisibleToken};
pub use hint::{Hint, HintDepth, Superfluous};
pub use interface::{FailurePlace, Filter, InnerList, Judgement, Language, RemovableList};
pub use lines::Lines;
pub use size::Size;
pub use syntax::{Analysed, Dialect, ParseError, Parsed, Printed, Syntax};
pub use table::{LANGUAGES, has_code, language};
pub(crate) use table::{
    language_of_extension, language_or_plain, leaves_files, may_gain_code, parse_or_lines,
};
pub use testcase::TestCase;
