//! Applies edits: to the text alone, or to the whole tree.

use super::{Builder, Edit, Map, Node, Piece, Splice, Tree};

impl Tree {
    /// The canonical text of the edited tree. This copies the text once and does not build the tree.
    pub fn spliced(&self, edit: &Edit) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len() + 64);
        let mut from = 0; // where the rest of the old text begins
        for splice in edit.splices(self) {
            let at = self
                .cells
                .get(splice.at as usize)
                .map_or(self.text.len(), |cell| cell.off as usize);
            out.extend_from_slice(&self.text[from..at]);
            from = at;
            if splice.with.is_empty() {
                if splice.cells > 0 {
                    from = self.cut(&mut out, splice);
                }
                continue;
            }
            let top = out.last().is_none_or(|&last| last == b'\n');
            self.write(&mut out, splice, if top { b'\n' } else { b' ' });
            if splice.cells > 0 {
                from = self.text_end(splice);
            } else {
                out.push(if top { b'\n' } else { b' ' });
            }
        }
        out.extend_from_slice(&self.text[from..]);
        out
    }

    /// Where the text that a splice takes out ends.
    fn text_end(&self, splice: &Splice) -> usize {
        let mut node = splice.at;
        while self.next(node) < splice.end() {
            node = self.next(node);
        }
        self.cells[node as usize].end as usize
    }

    /// Drops the text that a splice takes out and one separator. Returns where the old text continues.
    fn cut(&self, out: &mut Vec<u8>, splice: &Splice) -> usize {
        let end = self.text_end(splice);
        match out.last() {
            Some(b' ' | b'\n') => {
                out.pop();
                end
            }
            _ if matches!(self.text.get(end), Some(b' ' | b'\n')) => end + 1,
            _ => end,
        }
    }

    /// Writes what a splice puts in, without a separator before or after it.
    fn write(&self, out: &mut Vec<u8>, splice: &Splice, between: u8) {
        let mut depth = 0;
        let mut fresh = true; // nothing to separate from yet
        for &piece in &splice.with {
            if !fresh && piece != Piece::Close {
                out.push(if depth == 0 { between } else { b' ' });
            }
            match piece {
                Piece::Open | Piece::Enter(_) => {
                    out.push(b'(');
                    depth += 1;
                }
                Piece::Close => {
                    out.push(b')');
                    depth -= 1;
                }
                Piece::Leaf(sym) => out.extend_from_slice(sym.bytes()),
                Piece::Copy(node) => out.extend_from_slice(self.bytes(node)),
            }
            fresh = matches!(piece, Piece::Open | Piece::Enter(_));
        }
    }

    /// The edited tree, and a map from the nodes of this tree. The time is linear in what is copied.
    pub fn apply(&self, edit: &Edit) -> (Tree, Map) {
        let mut builder = Builder::with_capacity(self.cells.len() + 16, self.text.len() + 64);
        let mut runs = vec![(0, 1, 0)];
        let mut open: Vec<Node> = Vec::new(); // where the open lists end
        let mut splices = edit.splices(self).iter().peekable();
        let mut node = 1;
        loop {
            while open.last() == Some(&node) {
                open.pop();
                builder.close();
            }
            if let Some(splice) = splices.next_if(|splice| splice.at <= node) {
                self.put(&mut builder, &mut runs, splice);
                node = node.max(splice.end());
                continue;
            }
            if node >= self.end() {
                break;
            }
            let end = self.next(node);
            let changed = splices.peek().is_some_and(|splice| splice.at < end);
            let count = if changed { 1 } else { end - node };
            runs.push((node, count, builder.here()));
            if changed {
                builder.open();
                open.push(end);
                node += 1;
            } else {
                builder.copy(self, node);
                node = end;
            }
        }
        (builder.finish(), Map::of(runs))
    }

    fn put(&self, builder: &mut Builder, runs: &mut Vec<(Node, u32, Node)>, splice: &Splice) {
        for &piece in &splice.with {
            match piece {
                Piece::Open => builder.open(),
                Piece::Enter(node) => {
                    runs.push((node, 1, builder.here()));
                    builder.open();
                }
                Piece::Close => builder.close(),
                Piece::Leaf(sym) => builder.leaf(sym),
                Piece::Copy(node) => {
                    runs.push((node, self.len(node), builder.here()));
                    builder.copy(self, node);
                }
            }
        }
    }
}
