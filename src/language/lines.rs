//! Plain lines: each line is one top-level token without any inner structure. A text is printed as it was, byte for byte:
//! whether its last line has a line feed is its dialect.
//!
//! This language serves for texts that no other language can read. It is also the smallest example of a language.

use super::asp::with_printed_model;
use super::syntax::{Analysed, Dialect, ParseError, Parsed, Syntax};
use super::{Language, RemovableList};
use crate::observation::Observation;
use crate::tree::{Builder, Edit, ROOT, Symbol, Tree};

/// Plain lines.
#[derive(Debug)]
pub struct Lines;

/// The dialect of texts whose last line has no line feed: line feeds separate the lines.
const SEPARATED: Dialect = Dialect(1);

impl Syntax for Lines {
    fn parse(&self, text: &[u8]) -> Result<Parsed, ParseError> {
        let dialect = if text.is_empty() || text.ends_with(b"\n") {
            Dialect::default()
        } else {
            SEPARATED
        };
        self.parse_as(text, dialect)
            .map(|tree| Parsed { tree, dialect })
    }

    fn parse_as(&self, text: &[u8], dialect: Dialect) -> Result<Tree, ParseError> {
        // The canonical text of a tree has a line feed after the last line.
        ParseError::refuse_larger_than_4_gib(text.len() + 1)?;
        let mut builder = Builder::with_capacity(0, text.len() + 1);
        if !text.is_empty() {
            let ended = text.strip_suffix(b"\n").filter(|_| dialect != SEPARATED);
            for line in ended.unwrap_or(text).split(|&byte| byte == b'\n') {
                builder.leaf(Symbol::of(line));
            }
        }
        Ok(builder.finish())
    }

    fn ends_in_line_feed(&self, dialect: Dialect) -> bool {
        dialect != SEPARATED
    }

    /// Without line feeds at the ends of lines, a single empty line is no text.
    fn normalize(&self, tree: &Tree, dialect: Dialect) -> Option<Edit> {
        let only = tree.first(ROOT)?;
        let is_nothing =
            dialect == SEPARATED && tree.next(only) == tree.end() && tree.bytes(only).is_empty();
        is_nothing.then(|| Edit::delete(tree, only))
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
    fn with_model(&self, text: &[u8], run: &Observation, nth: usize) -> Option<Vec<u8>> {
        with_printed_model(text, run, nth)
    }
}
