//! The indented form of a text (`--pretty`), for human readers only; candidates are never printed like this.

use crate::tree::{Node, ROOT, Tree};

/// A list that fits into this many columns stays on one line.
const WIDTH: usize = 80;

/// Lists that nest more deeply than this are not indented further: the size of the text would be quadratic in the
/// depth.
const DEEPEST: usize = 100;

/// The text with line breaks: a list that does not fit on a line has each element on a line of its own, indented by two
/// more blanks than the list. Parsing it gives the same tree.
pub fn pretty(tree: &Tree) -> Vec<u8> {
    let mut out = Vec::with_capacity(tree.text().len() * 2);
    let mut open: Vec<Node> = Vec::new(); // where the broken lists end
    let mut node = 1;
    loop {
        while open.last() == Some(&node) {
            open.pop();
            out.push(b')');
        }
        if node >= tree.end() {
            break;
        }
        let is_first = node == ROOT + 1;
        let is_head = !open.is_empty() && out.last() == Some(&b'(');
        if !is_first && !is_head {
            out.push(b'\n');
            out.resize(out.len() + indentation(open.len()), b' ');
        }
        if tree.is_list(node)
            && tree.len(node) > 1
            && tree.bytes(node).len() + indentation(open.len()) > WIDTH
        {
            out.push(b'(');
            open.push(tree.next(node));
            node += 1;
        } else {
            out.extend_from_slice(tree.bytes(node));
            node = tree.next(node);
        }
    }
    if !tree.is_empty() {
        out.push(b'\n');
    }
    out
}

/// How many blanks come before an element inside this number of broken lists.
fn indentation(lists: usize) -> usize {
    2 * lists.min(DEEPEST)
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::pretty;

    #[test]
    fn an_indented_text_reads_back_as_the_same_tree() {
        let long = "x".repeat(70);
        let text = format!(
            "(set-logic ALL)(assert (and ({long} ({long} |a b|)) () (() {long}) \"a\nb\"))x"
        );
        let tree = parse(text.as_bytes()).map(|parsed| parsed.tree);
        let again = tree
            .as_ref()
            .ok()
            .and_then(|tree| parse(&pretty(tree)).ok())
            .map(|parsed| parsed.tree);
        assert_eq!(tree.ok(), again);
    }

    #[test]
    fn what_fits_a_line_stays_on_it_and_commands_are_not_broken_apart() {
        let tree = parse(b"(assert (= a b)) (check-sat)").map(|parsed| pretty(&parsed.tree));
        assert_eq!(tree, Ok(b"(assert (= a b))\n(check-sat)\n".to_vec()));
    }
}
