//! Applies edits: to the text alone, or to the whole tree.

use super::{Builder, Edit, Map, Node, Piece, Splice, Tree};
use std::ops::Range;

/// What is written of the text of an edited tree.
#[derive(Default)]
struct Written {
    /// The text; none if it is only counted.
    text: Option<Vec<u8>>,
    bytes: usize,
    last: Option<u8>,
}

impl Written {
    fn put(&mut self, bytes: &[u8]) {
        if let Some(text) = &mut self.text {
            text.extend_from_slice(bytes);
        }
        self.bytes += bytes.len();
        self.last = bytes.last().copied().or(self.last);
    }

    /// Removes the last byte, which is a separator. Two separators are never adjacent, so that a count need not know the
    /// byte before it.
    fn take_back(&mut self) {
        self.bytes -= 1;
        self.last = match &mut self.text {
            Some(text) => {
                text.pop();
                text.last().copied()
            }
            None => Some(b'x'),
        };
    }
}

impl Tree {
    /// The canonical text of the edited tree. This copies the text once and does not build the tree.
    pub fn spliced(&self, edit: &Edit) -> Vec<u8> {
        let text = Vec::with_capacity(self.text.len() + 64);
        self.splice_to(Some(text), edit).text.unwrap_or_default()
    }

    /// The length of [`Tree::spliced`], counted without copying anything. The time depends only on the edit.
    pub fn spliced_len(&self, edit: &Edit) -> usize {
        self.splice_to(None, edit).bytes
    }

    /// Writes the edited text: the old one with what the splices insert instead of what they remove.
    fn splice_to(&self, text: Option<Vec<u8>>, edit: &Edit) -> Written {
        let mut out = Written {
            text,
            ..Written::default()
        };
        let mut from = 0; // the old text up to here is written
        for splice in edit.splices(self) {
            let at = self
                .cells
                .get(splice.at as usize)
                .map_or(self.text.len(), |cell| cell.off as usize);
            out.put(&self.text[from..at]);
            from = at;
            // A deletion also removes a separator.
            if splice.with.is_empty() {
                if splice.cells > 0 {
                    from = self.cut(&mut out, splice);
                }
                continue;
            }
            let is_top_level = out.last.is_none_or(|last| last == b'\n');
            let between = if is_top_level { b'\n' } else { b' ' };
            self.write(&mut out, splice, between);
            if splice.cells > 0 {
                from = self.text_end(splice);
            } else {
                out.put(&[between]);
            }
        }
        out.put(&self.text[from..]);
        out
    }

    /// Where the text that a splice removes ends.
    fn text_end(&self, splice: &Splice) -> usize {
        let mut node = splice.at;
        while self.next(node) < splice.end() {
            node = self.next(node);
        }
        self.cells[node as usize].end as usize
    }

    /// Drops the text that a splice removes, and one separator. Returns where the old text continues.
    fn cut(&self, out: &mut Written, splice: &Splice) -> usize {
        let end = self.text_end(splice);
        match out.last {
            Some(b' ' | b'\n') => {
                out.take_back();
                end
            }
            _ if matches!(self.text.get(end), Some(b' ' | b'\n')) => end + 1,
            _ => end,
        }
    }

    /// Writes what a splice inserts, without a separator before or after it. `between` separates its top-level pieces.
    fn write(&self, out: &mut Written, splice: &Splice, between: u8) {
        let mut depth = 0;
        let mut fresh = true; // nothing to separate from yet
        for &piece in &splice.with {
            if !fresh && piece != Piece::Close {
                out.put(&[if depth == 0 { between } else { b' ' }]);
            }
            match piece {
                Piece::Open | Piece::Enter(_) => {
                    out.put(b"(");
                    depth += 1;
                }
                Piece::Close => {
                    out.put(b")");
                    depth -= 1;
                }
                Piece::Leaf(sym) => out.put(sym.bytes()),
                Piece::Copy(node) => out.put(self.bytes(node)),
            }
            fresh = matches!(piece, Piece::Open | Piece::Enter(_));
        }
    }

    /// The edited tree, and a map from the nodes of this tree. The time is linear in what is copied.
    pub fn apply(&self, edit: &Edit) -> (Tree, Map) {
        let mut builder = Builder::with_capacity(self.cells.len() + 16, self.text.len() + 64);
        let mut runs = vec![(0, 1, 0)];
        let splices = edit.splices(self);
        self.copy_edited(&mut builder, 1..self.end(), splices, |node, count, to| {
            Map::add(&mut runs, (node, count, to));
        });
        (builder.finish(), Map::of(runs))
    }

    /// Adds a copy of neighbouring nodes of one list, with what these splices, which are sorted and disjoint and need no
    /// further change, change in them.
    pub fn copy_spliced(&self, builder: &mut Builder, nodes: Range<Node>, splices: &[Splice]) {
        self.copy_edited(builder, nodes, splices, |_, _, _| {});
    }

    /// Adds a copy of neighbouring nodes of one list, with what these splices change in them. `copied` is told of the
    /// nodes that are copied: the first one, how many, and what the first one becomes.
    fn copy_edited(
        &self,
        builder: &mut Builder,
        nodes: Range<Node>,
        splices: &[Splice],
        mut copied: impl FnMut(Node, u32, Node),
    ) {
        let mut open: Vec<Node> = Vec::new(); // where the open lists end
        let mut splices = splices.iter().peekable();
        let mut node = nodes.start;
        loop {
            while open.last() == Some(&node) {
                open.pop();
                builder.close();
            }
            if let Some(splice) = splices.next_if(|splice| splice.at <= node) {
                self.put(builder, &mut copied, splice);
                node = node.max(splice.end());
                continue;
            }
            if node >= nodes.end {
                break;
            }
            let end = self.next(node);
            // A list is opened only if something changes inside of it; otherwise it is copied whole.
            let is_changed = splices.peek().is_some_and(|splice| splice.at < end);
            let count = if is_changed { 1 } else { end - node };
            copied(node, count, builder.here());
            if is_changed {
                builder.open();
                open.push(end);
                node += 1;
            } else {
                builder.copy(self, node);
                node = end;
            }
        }
    }

    /// Adds what a splice inserts, and tells of the nodes that are copied.
    fn put(
        &self,
        builder: &mut Builder,
        copied: &mut impl FnMut(Node, u32, Node),
        splice: &Splice,
    ) {
        for &piece in &splice.with {
            match piece {
                Piece::Open => builder.open(),
                Piece::Enter(node) => {
                    copied(node, 1, builder.here());
                    builder.open();
                }
                Piece::Close => builder.close(),
                Piece::Leaf(sym) => builder.leaf(sym),
                Piece::Copy(node) => {
                    copied(node, self.len(node), builder.here());
                    builder.copy(self, node);
                }
            }
        }
    }
}
