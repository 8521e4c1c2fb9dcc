//! What a text of a language is made of: how it is read, what its tokens weigh, and what is worked out about it once.
//!
//! This is the part of a language that a [`TestCase`](super::TestCase) itself needs.

use crate::tree::{Edit, Node, Symbol, Tree};
use std::any::Any;
use std::fmt;

/// What was read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree, without comments.
    pub tree: Tree,
    /// How it had to be read; what is printed must be read so again.
    pub dialect: Dialect,
}

/// Which of a language's ways of reading a text is meant: a number of the language's own, 0 for the usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dialect(pub u8);

/// Why a text is not of a language.
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
    /// Positions in a text have 32 bits.
    ///
    /// # Errors
    /// So many bytes are too many.
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
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.what
        )
    }
}

impl std::error::Error for ParseError {}

/// A language's own analysis of one text. Only the language and its mutators look inside.
pub type Analysed = Box<dyn Any + Send + Sync>;

/// How the texts of a language are read and analysed.
pub trait Syntax: Sync + fmt::Debug {
    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong, and where. Nothing is ever left out silently.
    fn parse(&self, text: &[u8]) -> Result<Parsed, ParseError>;

    /// Reads a text in a dialect that is known, as it is of a text that was printed.
    ///
    /// # Errors
    /// What is wrong, and where.
    fn parse_as(&self, text: &[u8], dialect: Dialect) -> Result<Tree, ParseError>;

    /// The rank of a token in the order of texts: minimal constant 0, other constant 1, symbol 2.
    fn rank(&self, token: Symbol) -> u64;

    /// The analysis of a text, in linear time.
    fn analyse(&self, tree: &Tree) -> Analysed;

    /// The number of cells, from a node with this parent on, that are best taken out together with it, such as a keyword
    /// and its value. At least those of the node itself.
    fn cells_to_remove(&self, tree: &Tree, _parent: Node, node: Node) -> u32 {
        tree.len(node)
    }

    /// The edit that makes an edited tree what its text reads as; none where it is that already.
    fn normalize(&self, _tree: &Tree) -> Option<Edit> {
        None
    }
}
