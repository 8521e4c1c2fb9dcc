//! Builds a tree from left to right. The text and the cells are written together and are canonical by construction.

use super::{Cell, Kind, Node, ROOT, Symbol, Tree};

/// Builds one tree. [`Builder::finish`] closes the lists that are still open.
#[derive(Debug)]
pub struct Builder {
    cells: Vec<Cell>,
    text: Vec<u8>,
    /// The open lists, the innermost one last.
    open: Vec<Node>,
}

impl Default for Builder {
    fn default() -> Self {
        Builder::with_capacity(0, 0)
    }
}

impl Builder {
    /// A builder with room for `cells` cells and `text` bytes of text.
    pub fn with_capacity(cells: usize, text: usize) -> Self {
        let mut builder = Builder {
            cells: Vec::with_capacity(cells + 1),
            text: Vec::with_capacity(text),
            open: Vec::new(),
        };
        builder.cells.push(Cell {
            kind: Kind::list(1),
            off: 0,
            end: 0,
        });
        builder
    }

    /// The node that will be added next.
    pub fn here(&self) -> Node {
        index(self.cells.len())
    }

    /// How many lists are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Opens a list.
    pub fn open(&mut self) {
        self.separate();
        let off = index(self.text.len());
        self.open.push(self.here());
        self.cells.push(Cell {
            kind: Kind::list(1),
            off,
            end: off,
        });
        self.text.push(b'(');
    }

    /// Closes the innermost open list. Does nothing if no list is open.
    pub fn close(&mut self) {
        if let Some(list) = self.open.pop() {
            self.text.push(b')');
            let (here, end) = (self.here(), index(self.text.len()));
            let cell = &mut self.cells[list as usize];
            cell.kind = Kind::list(here - list);
            cell.end = end;
            self.finish_command();
        }
    }

    /// Adds a token.
    pub fn leaf(&mut self, sym: Symbol) {
        self.separate();
        let off = index(self.text.len());
        self.text.extend_from_slice(sym.bytes());
        self.cells.push(Cell {
            kind: Kind::of(sym),
            off,
            end: index(self.text.len()),
        });
        self.finish_command();
    }

    /// Adds a copy of a subtree. For [`ROOT`], adds copies of all top-level expressions.
    pub fn copy(&mut self, tree: &Tree, node: Node) {
        if node == ROOT {
            tree.children(ROOT)
                .for_each(|command| self.copy(tree, command));
            return;
        }
        self.separate();
        let old = tree.cells[node as usize];
        let off = index(self.text.len());
        self.text.extend_from_slice(tree.bytes(node));
        let cells = &tree.cells[node as usize..tree.next(node) as usize];
        self.cells.extend(cells.iter().map(|cell| Cell {
            off: cell.off - old.off + off,
            end: cell.end - old.off + off,
            ..*cell
        }));
        self.finish_command();
    }

    /// The text of `list`, which was closed last, if it has at most `longest` bytes.
    pub fn last_list(&self, list: Node, longest: usize) -> Option<&[u8]> {
        let cell = self.cells[list as usize];
        let is_short = (cell.end - cell.off) as usize <= longest;
        is_short.then(|| &self.text[cell.off as usize..cell.end as usize])
    }

    /// Removes the list that was closed last, or the token that was added last, and everything after it.
    ///
    /// A parser uses this when it finds out at the end of a list that the list is a literal.
    pub fn truncate(&mut self, node: Node) {
        let mut off = self.cells[node as usize].off as usize;
        if !self.open.is_empty() && self.text[off - 1] == b' ' {
            off -= 1;
        }
        self.text.truncate(off);
        self.cells.truncate(node as usize);
    }

    /// The tree.
    pub fn finish(mut self) -> Tree {
        while !self.open.is_empty() {
            self.close();
        }
        let (len, end) = (self.here(), index(self.text.len()));
        self.cells[0] = Cell {
            kind: Kind::list(len),
            off: 0,
            end,
        };
        Tree {
            cells: self.cells.into(),
            text: self.text.into(),
        }
    }

    /// Adds a space, unless the next node is a top-level expression or the first element of a list.
    fn separate(&mut self) {
        if !self.open.is_empty() && self.open.last() != Some(&(self.here() - 1)) {
            self.text.push(b' ');
        }
    }

    /// Ends the line after a top-level expression.
    fn finish_command(&mut self) {
        if self.open.is_empty() {
            self.text.push(b'\n');
        }
    }
}

/// Positions have 32 bits; the parser refuses inputs whose positions might not fit.
fn index(position: usize) -> u32 {
    u32::try_from(position).expect("texts of 4 GiB are refused before they are parsed")
}
