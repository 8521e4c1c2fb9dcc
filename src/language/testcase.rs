//! A text with everything that is worked out once about it.

use super::equal_subterms::EqualSubterms;
use super::size::{Ranks, compare_further};
use super::{Analysed, Dialect, ParseError, Parsed, Size, Syntax};
use crate::tree::{Edit, Identities, Map, Node, NodeId, Symbol, Tree};
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

/// The smallest text known so far, or the base of a candidate: a tree and its side arrays, made once.
#[derive(Clone, Debug)]
pub struct TestCase(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    syntax: &'static dyn Syntax,
    dialect: Dialect,
    tree: Tree,
    parents: Box<[Node]>,
    identities: Identities,
    ranks: Ranks,
    size: Size,
    hash: [u8; 32],
    analysed: Analysed,
    /// Made when first asked for: most test cases are left before that.
    equal_subterms: OnceLock<EqualSubterms>,
    /// All distinct tokens, made when first asked for.
    tokens: OnceLock<FxHashSet<Symbol>>,
}

impl TestCase {
    /// Works everything out about a text that was read.
    pub fn new(syntax: &'static dyn Syntax, parsed: Parsed) -> TestCase {
        let identities = Identities::of(&parsed.tree);
        TestCase::with_identities(syntax, parsed, identities)
    }

    fn with_identities(
        syntax: &'static dyn Syntax,
        parsed: Parsed,
        identities: Identities,
    ) -> TestCase {
        let Parsed { tree, dialect } = parsed;
        let parents = tree.parents();
        let ranks = Ranks::in_tree(&tree, syntax);
        TestCase(Arc::new(Inner {
            syntax,
            dialect,
            identities,
            size: ranks.size(&tree),
            ranks,
            hash: *blake3::hash(tree.text()).as_bytes(),
            analysed: syntax.analyse(&tree),
            parents,
            equal_subterms: OnceLock::new(),
            tokens: OnceLock::new(),
            tree,
        }))
    }

    /// Another text of the same language, read as this one was.
    ///
    /// # Errors
    /// The text cannot be read so.
    pub fn read(&self, text: &[u8]) -> Result<TestCase, ParseError> {
        let dialect = self.0.dialect;
        let tree = self.0.syntax.parse_as(text, dialect)?;
        Ok(TestCase::new(self.0.syntax, Parsed { tree, dialect }))
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.0.tree
    }

    /// The parent of a node.
    pub fn parent(&self, node: Node) -> Node {
        self.0.parents[node as usize]
    }

    /// The number of cells, from a node on, that are best taken out together with it; at least its own.
    pub fn cells_to_remove(&self, node: Node) -> u32 {
        let parent = self.parent(node);
        self.0.syntax.cells_to_remove(self.tree(), parent, node)
    }

    /// The identity of a node, which it keeps across accepted edits.
    pub fn id(&self, node: Node) -> NodeId {
        self.0.identities.id(node)
    }

    /// The node of this identity; none if it is gone.
    pub fn node(&self, id: NodeId) -> Option<Node> {
        self.0.identities.node(id)
    }

    /// The identities of the nodes that an edit takes out, in the order of the text.
    pub fn removed(&self, edit: &Edit) -> impl Iterator<Item = NodeId> {
        let removed = edit.removed(self.tree()).into_iter().flatten();
        removed.map(|node| self.id(node))
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.0.size
    }

    /// blake3 of its text.
    pub fn hash(&self) -> [u8; 32] {
        self.0.hash
    }

    /// The language's own analysis, if it is of this type: only the language and its mutators know the type.
    pub fn analysed<T: 'static>(&self) -> Option<&T> {
        self.0.analysed.downcast_ref()
    }

    /// The later nodes with a text equal to this one's, in order, if it is the first of them and has at least
    /// three cells; none otherwise.
    pub fn equal_subterms(&self, node: Node) -> impl Iterator<Item = Node> {
        let tree = self.tree();
        let find = || EqualSubterms::of(tree, &self.0.parents);
        // Equal hashes of unequal texts are possible, if hardly so.
        self.0
            .equal_subterms
            .get_or_init(find)
            .after(node)
            .filter(move |&equal| tree.bytes(equal) == tree.bytes(node))
    }

    /// Whether the token stands anywhere in the text.
    pub fn has_token(&self, token: Symbol) -> bool {
        let cells = self.tree().cells().iter();
        let tokens = || cells.map(|cell| cell.sym).collect();
        self.0.tokens.get_or_init(tokens).contains(&token)
    }

    /// Whether the edited text is smaller in the order. How many bytes it has is only asked where that decides.
    pub fn shrinks(&self, edit: &Edit, bytes: impl FnOnce() -> usize) -> bool {
        let (tree, size) = (self.tree(), self.size());
        let edited = self.0.ranks.edited(size, tree, edit);
        let ordering = edited
            .cmp(&(size.cells, size.ranks))
            .then_with(|| (bytes() as u64).cmp(&size.bytes))
            .then_with(|| compare_further(&tree.apply(edit).0, tree));
        ordering.is_lt()
    }

    /// Whether this text is smaller than the other in the order.
    pub fn is_smaller(&self, other: &TestCase) -> bool {
        self.size() < other.size()
            || self.size() == other.size() && compare_further(self.tree(), other.tree()).is_lt()
    }

    /// The edited test case, and where the nodes of this one went. Its tree is what its text reads as.
    pub fn apply(&self, edit: &Edit) -> (TestCase, Map) {
        let syntax = self.0.syntax;
        let (mut tree, mut map) = self.tree().apply(edit);
        if let Some(normalizing) = syntax.normalize(&tree) {
            let (normal, second) = tree.apply(&normalizing);
            (tree, map) = (normal, map.then(&second));
        }
        let identities = self.0.identities.carried(&map, &tree);
        let dialect = self.0.dialect;
        let case = TestCase::with_identities(syntax, Parsed { tree, dialect }, identities);
        (case, map)
    }
}
