//! How a language reads and prints a text, which ranks its tokens have, and what it computes once per text.
//!
//! A [`TestCase`](super::TestCase) needs only this part of a language.

use crate::tree::{Edit, Node, Parents, Symbol, Tree};
use std::any::Any;
use std::fmt;
use std::ops::Range;

/// The result of reading a text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree, without comments.
    pub tree: Tree,
    /// The dialect in which the text was read. The printed text must be read in the same dialect.
    pub dialect: Dialect,
}

/// One of the ways in which a language reads a text: a number whose meaning belongs to the language; 0 is the usual
/// way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dialect(pub u8);

/// Why a text does not belong to a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub what: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl ParseError {
    /// Something is wrong at an offset of a text.
    pub(super) fn at(text: &[u8], at: usize, what: &'static str) -> ParseError {
        let before = &text[..at.min(text.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |found| found + 1);
        ParseError {
            what,
            line: memchr::memchr_iter(b'\n', before).count() + 1,
            column: before.len() - line_start + 1,
        }
    }

    /// Refuses texts that are too large, because positions in a text have 32 bits.
    ///
    /// # Errors
    /// The text has too many bytes.
    pub(super) fn refuse_larger_than_4_gib(bytes: usize) -> Result<(), ParseError> {
        u32::try_from(bytes).map(drop).map_err(|_| ParseError {
            what: "the file is larger than 4 GiB",
            line: 1,
            column: 1,
        })
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError { what, line, column } = self;
        write!(f, "line {line}, column {column}: {what}")
    }
}

impl std::error::Error for ParseError {}

/// The printed text of a tree.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    /// The text.
    pub text: Vec<u8>,
    /// Where the text of each top-level expression begins, and where that of the last one ends. What stands between two
    /// of these places depends on one expression only, and what stands before the first and after the last on none.
    /// Empty if the expressions are not printed like that.
    pub places: Vec<usize>,
}

impl From<Vec<u8>> for Printed {
    fn from(text: Vec<u8>) -> Printed {
        Printed {
            text,
            places: Vec::new(),
        }
    }
}

/// A language's own analysis of a text. Only the language and its mutators look inside.
pub type Analysed = Box<dyn Any + Send + Sync>;

/// How the texts of a language are read and analysed.
pub trait Syntax: Sync + fmt::Debug {
    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong, and where. Except for comments, nothing is dropped silently.
    fn parse(&self, text: &[u8]) -> Result<Parsed, ParseError>;

    /// Reads a text in a known dialect, such as a text that was printed before.
    ///
    /// # Errors
    /// What is wrong, and where.
    fn parse_as(&self, text: &[u8], dialect: Dialect) -> Result<Tree, ParseError>;

    /// The text of a tree in a dialect. None if it is the canonical text of the tree itself.
    fn print(&self, _tree: &Tree, _dialect: Dialect) -> Option<Printed> {
        None
    }

    /// Whether the last line of a canonical text has a line feed in a dialect.
    fn ends_in_line_feed(&self, _dialect: Dialect) -> bool {
        true
    }

    /// The rank of a token in the order of texts: minimal constant 0, other constant 1, symbol 2. At most 3.
    fn rank(&self, token: Symbol) -> u8;

    /// Whether the token is an operator that comes before others of the same length in the order of texts.
    fn is_plain(&self, _token: Symbol) -> bool {
        false
    }

    /// Analyses a text in linear time.
    fn analyse(&self, tree: &Tree) -> Analysed;

    /// How many cells, beginning at `node`, are best removed together, such as those of a keyword and its value. This
    /// is at least the size of the node itself.
    fn cells_to_remove(&self, tree: &Tree, _parent: Node, node: Node) -> u32 {
        tree.len(node)
    }

    /// Whether a list can do without these elements. False if what is left is certainly too short, so that the filter
    /// need not be asked. This must be cheap, however long the list is. `parents` has the parent of each node.
    fn is_removable(
        &self,
        _tree: &Tree,
        _analysed: &Analysed,
        _parents: &Parents,
        _gone: &Range<Node>,
    ) -> bool {
        true
    }

    /// The terms that make up a large part of the text, directly or through names that stand for other terms, the
    /// heaviest first. Their number is bounded, however large the text is. Empty for a language without nested terms.
    fn heavy_terms(&self, _tree: &Tree, _analysed: &Analysed) -> Vec<Node> {
        Vec::new()
    }

    /// The edit that makes an edited tree equal to the tree that its text is read as. None if they are equal already.
    fn normalize(&self, _tree: &Tree, _dialect: Dialect) -> Option<Edit> {
        None
    }
}
