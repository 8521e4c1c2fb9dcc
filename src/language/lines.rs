//! Plain lines: each line is one top-level token without any inner structure.
//!
//! This language serves for texts that no other language can read. It is also the smallest example of a language.

use super::asp::AnswerSetModels;
use super::syntax::{Analysed, Dialect, ParseError, Parsed, Syntax};
use super::{Language, Models, RemovableList};
use crate::tree::{Builder, Symbol, Tree};

/// Plain lines.
#[derive(Debug)]
pub struct Lines;

impl Syntax for Lines {
    fn parse(&self, text: &[u8]) -> Result<Parsed, ParseError> {
        let dialect = Dialect::default();
        self.parse_as(text, dialect)
            .map(|tree| Parsed { tree, dialect })
    }

    fn parse_as(&self, text: &[u8], _dialect: Dialect) -> Result<Tree, ParseError> {
        // A last line without a line feed gets one.
        ParseError::refuse_larger_than_4_gib(text.len() + 1)?;
        let mut builder = Builder::with_capacity(0, text.len() + 1);
        if !text.is_empty() {
            let lines = text.strip_suffix(b"\n").unwrap_or(text);
            for line in lines.split(|&byte| byte == b'\n') {
                builder.leaf(Symbol::of(line));
            }
        }
        Ok(builder.finish())
    }

    fn rank(&self, _token: Symbol) -> u8 {
        0
    }

    fn analyse(&self, _tree: &Tree) -> Analysed {
        Box::new(())
    }
}

impl Language for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn about(&self) -> &'static str {
        "Lines of any text; also for files that their own language cannot parse"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn syntax(&self) -> &'static dyn Syntax {
        &Lines
    }

    fn takes_any_bytes(&self) -> bool {
        true
    }

    fn removable_lists(&self) -> &'static [RemovableList] {
        &[RemovableList {
            holds: |_, _| true,
            is_principal: true,
            needs_last: false,
        }]
    }

    /// Lines may be an answer-set program that smelt cannot parse. No other solver prints models in this form.
    fn models(&self) -> Option<&dyn Models> {
        Some(&AnswerSetModels)
    }
}
