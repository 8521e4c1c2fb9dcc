//! A search that offers given edits, one after the other.

use super::world::{erasing, unfiltered};
use smelt::language::TestCase;
use smelt::search::{Candidate, Fed, Search};
use smelt::tree::{Edit, Node, Piece, ROOT, Symbol, Tree};

/// Offers these edits, one after the other. One that changes nothing, or makes the text no smaller, is passed over.
#[derive(Clone)]
pub(crate) struct Offers(pub(crate) Vec<Offer>);

/// An edit of the nodes with given texts.
#[derive(Clone)]
pub(crate) enum Offer {
    /// Deletes these nodes together.
    Without(Vec<&'static str>),
    /// Puts a token in the place of another one.
    Renamed(&'static str, &'static str),
}

impl Offers {
    /// Deletes the nodes with these texts, one after the other.
    pub(crate) fn without_each(texts: &[&'static str]) -> Box<dyn Search> {
        let offers = texts.iter().map(|&text| Offer::Without(vec![text]));
        Box::new(Offers(offers.collect()))
    }
}

impl Offer {
    fn edit(&self, tree: &Tree) -> Edit {
        match self {
            Offer::Without(texts) => {
                let nodes = texts.iter().filter_map(|text| find(tree, text));
                Edit::join(tree, nodes.map(|node| Edit::delete(tree, node)))
            }
            Offer::Renamed(from, to) => find(tree, from).map_or_else(Edit::default, |node| {
                let token = Piece::Leaf(Symbol::of(to.as_bytes()));
                Edit::replace(tree, node, vec![token])
            }),
        }
    }
}

fn find(tree: &Tree, text: &str) -> Option<Node> {
    (ROOT + 1..tree.end()).find(|&node| tree.bytes(node) == text.as_bytes())
}

impl Search for Offers {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        loop {
            let edit = self.0.first()?.edit(current.tree());
            match unfiltered().candidate(current, edit, erasing().name()) {
                Some(candidate) => return Some(candidate),
                None => drop(self.0.remove(0)),
            }
        }
    }

    fn feed(&mut self, _: &Fed) {
        self.0.remove(0);
    }

    fn restart(&mut self) {}
}
