//! The flat tree, and how to walk it.

use super::Symbol;

/// An index into one tree's cells, in preorder; [`ROOT`] is the list of all top-level expressions.
pub type Node = u32;

/// The list of all top-level expressions. It has no parentheses of its own.
pub const ROOT: Node = 0;

/// What a cell is: a token, or a list with the number of its cells. A token always is one cell, so both fit in 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(u32);

/// The bit that a list has and no token. A text of less than 4 GiB has fewer cells, and no process knows so many tokens.
const IS_LIST: u32 = 1 << 31;

impl Kind {
    /// A list of this many cells, including itself.
    pub(crate) fn list(len: u32) -> Kind {
        Kind(len | IS_LIST)
    }

    /// This token, or a list of one cell.
    pub(crate) fn of(sym: Symbol) -> Kind {
        if sym == Symbol::LIST {
            return Kind::list(1);
        }
        Kind(sym.number())
    }

    /// The token, or [`Symbol::LIST`].
    pub fn sym(self) -> Symbol {
        if self.0 & IS_LIST == 0 {
            Symbol::numbered(self.0)
        } else {
            Symbol::LIST
        }
    }

    /// The number of cells in the subtree, including this one.
    pub fn cells(self) -> u32 {
        if self.0 & IS_LIST == 0 {
            1
        } else {
            self.0 & !IS_LIST
        }
    }
}

/// One token or list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The token, or the length of the list.
    pub kind: Kind,
    /// Where the text of the node begins.
    pub off: u32,
    /// Where the text of the node ends. It is stored because deriving it from the length means descending along the last
    /// children, which would make a walk through deep nesting quadratic.
    pub end: u32,
}

const _: () = assert!(size_of::<Cell>() <= 12);

/// An immutable tree over its own canonical text. In this text, one space separates neighbours, every top-level
/// expression has its own line, and there is no other white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub(super) cells: Box<[Cell]>,
    pub(super) text: Box<[u8]>,
}

impl Tree {
    /// The canonical text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// All cells in preorder, [`ROOT`] first.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// One past the last node: the position of an insertion at the very end.
    pub fn end(&self) -> Node {
        self.next(ROOT)
    }

    /// Whether the node is a list.
    pub fn is_list(&self, node: Node) -> bool {
        self.sym(node) == Symbol::LIST
    }

    /// The node's token, or [`Symbol::LIST`].
    pub fn sym(&self, node: Node) -> Symbol {
        self.cells[node as usize].kind.sym()
    }

    /// The number of cells in the node's subtree, including the node itself.
    pub fn len(&self, node: Node) -> u32 {
        self.cells[node as usize].kind.cells()
    }

    /// Whether there is no top-level expression.
    pub fn is_empty(&self) -> bool {
        self.cells.len() == 1
    }

    /// The first node after the subtree.
    pub fn next(&self, node: Node) -> Node {
        node + self.len(node)
    }

    /// The node's own text; for [`ROOT`], the whole text.
    pub fn bytes(&self, node: Node) -> &[u8] {
        let cell = self.cells[node as usize];
        &self.text[cell.off as usize..cell.end as usize]
    }

    /// The elements of a list, including its head; empty for a token.
    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + Clone {
        let (mut at, end) = (node + 1, self.next(node));
        std::iter::from_fn(move || {
            let child = Some(at).filter(|&at| at < end)?;
            at = self.next(child);
            Some(child)
        })
    }

    /// The `k`-th element of a list, the head being the 0th.
    pub fn child(&self, node: Node, k: usize) -> Option<Node> {
        self.children(node).nth(k)
    }

    /// The elements of a list that has exactly this many, including its head.
    pub fn elements<const N: usize>(&self, list: Node) -> Option<[Node; N]> {
        let mut children = self.children(list);
        let mut elements = [ROOT; N];
        for element in &mut elements {
            *element = children.next()?;
        }
        children.next().is_none().then_some(elements)
    }

    /// The first element of a list; none for a token and for an empty list. In that case, the next cell, if there is
    /// one, does not belong to the node.
    pub fn first(&self, node: Node) -> Option<Node> {
        (self.len(node) > 1).then_some(node + 1)
    }

    /// The head of a list, if it is a token.
    pub fn head(&self, node: Node) -> Option<Symbol> {
        let head = self.sym(self.first(node)?);
        Some(head).filter(|&head| head != Symbol::LIST)
    }

    /// The bytes of the head of a list; empty if the node has no head or its head is a list.
    pub fn head_bytes(&self, node: Node) -> &'static [u8] {
        self.head(node).map_or(b"", Symbol::bytes)
    }

    /// Whether `inner` is `outer` or inside of it.
    pub fn contains(&self, outer: Node, inner: Node) -> bool {
        outer <= inner && inner < self.next(outer)
    }
}
