//! A text with everything that is worked out once about it.

use super::size::{compare, rank};
use super::smtlib::{self, Analysis, BindingId};
use super::twins::Twins;
use super::{Dialect, Size};
use crate::tree::{Edit, Map, Node, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock};

/// The smallest text known so far, or the base of a candidate: a tree and its side arrays, made once.
#[derive(Clone, Debug)]
pub struct TestCase(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    tree: Tree,
    dialect: Dialect,
    parents: Box<[Node]>,
    ranks_before: Box<[u64]>,
    size: Size,
    hash: [u8; 32],
    analysis: Analysis,
    /// Made when first asked for: most test cases are left before that.
    twins: OnceLock<Twins>,
    /// All distinct tokens, made when first asked for.
    tokens: OnceLock<FxHashSet<Symbol>>,
    /// A short name for each binding, made when first asked for.
    short_names: OnceLock<FxHashMap<BindingId, Symbol>>,
}

impl TestCase {
    /// Works everything out.
    pub fn new(tree: Tree, dialect: Dialect) -> TestCase {
        let parents = tree.parents();
        let mut sum = 0;
        let mut ranks_before: Vec<u64> = Vec::with_capacity(tree.cells().len() + 1);
        for cell in tree.cells() {
            ranks_before.push(sum);
            sum += rank(cell.sym);
        }
        ranks_before.push(sum);
        let analysis = Analysis::of(&tree, &parents);
        TestCase(Arc::new(Inner {
            dialect,
            size: Size::of(&tree),
            hash: *blake3::hash(tree.text()).as_bytes(),
            parents,
            ranks_before: ranks_before.into(),
            analysis,
            twins: OnceLock::new(),
            tokens: OnceLock::new(),
            short_names: OnceLock::new(),
            tree,
        }))
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.0.tree
    }

    /// How it was read.
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    /// The parent of a node.
    pub fn parent(&self, node: Node) -> Node {
        self.0.parents[node as usize]
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.0.size
    }

    /// blake3 of its text.
    pub fn hash(&self) -> [u8; 32] {
        self.0.hash
    }

    /// Its scopes and sorts.
    pub fn analysis(&self) -> &Analysis {
        &self.0.analysis
    }

    /// The later nodes with a text equal to this one's, in order, if it is the first of them and has at least
    /// three cells; none otherwise.
    pub fn twins(&self, node: Node) -> impl Iterator<Item = Node> {
        let (tree, analysis) = (self.tree(), self.analysis());
        let twins = self.0.twins.get_or_init(|| Twins::of(tree, analysis));
        // Equal hashes of unequal texts are possible, if hardly so.
        twins
            .after(node)
            .filter(move |&twin| tree.bytes(twin) == tree.bytes(node))
    }

    /// Whether the token stands anywhere in the text.
    pub fn has_token(&self, token: Symbol) -> bool {
        let cells = self.tree().cells().iter();
        let tokens = || cells.map(|cell| cell.sym).collect();
        self.0.tokens.get_or_init(tokens).contains(&token)
    }

    /// A shorter name for a binding, which the text does not have and no other binding is given.
    pub fn short_name(&self, id: BindingId) -> Option<Symbol> {
        let is_taken = |name| self.has_token(name);
        let names = || smtlib::short_names(self.analysis(), is_taken);
        self.0.short_names.get_or_init(names).get(&id).copied()
    }

    /// Whether the edited text is smaller in the order.
    pub fn shrinks(&self, edit: &Edit, text: &[u8]) -> bool {
        let size = self
            .size()
            .edited(self.tree(), &self.0.ranks_before, edit, text.len());
        size < self.size()
            || size == self.size() && compare(&self.tree().apply(edit).0, self.tree()).is_lt()
    }

    /// Whether this text is smaller than the other in the order.
    pub fn is_smaller(&self, other: &TestCase) -> bool {
        self.size() < other.size()
            || self.size() == other.size() && compare(self.tree(), other.tree()).is_lt()
    }

    /// The edited test case, and where the nodes of this one went. A list that the edit made a literal is one
    /// token in it, as when its text is read.
    pub fn apply(&self, edit: &Edit) -> (TestCase, Map) {
        let (mut tree, mut map) = self.tree().apply(edit);
        if let Some(fold) = smtlib::fold(&tree) {
            let (folded, second) = tree.apply(&fold);
            (tree, map) = (folded, map.then(&second));
        }
        (TestCase::new(tree, self.dialect()), map)
    }
}
