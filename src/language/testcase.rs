//! A text, together with everything that is computed about it only once.

use super::equal::{EqualSubterms, Tokens};
use super::printed::{Patched, PrintedBase};
use super::size::{Ranks, compare_further};
use super::{Analysed, Dialect, ParseError, Parsed, Size, Syntax, in_place};
use crate::tree::{Edit, Identities, Map, Node, NodeId, Parents, ROOT, Symbol, Tree, top_level_at};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The smallest text known so far, or the base of a candidate: a tree and what is known about its nodes.
#[derive(Clone, Debug)]
pub struct TestCase(Arc<TestCaseParts>);

#[derive(Debug)]
struct TestCaseParts {
    syntax: &'static dyn Syntax,
    dialect: Dialect,
    tree: Tree,
    /// The printed text, if it is not the canonical text of the tree.
    printed: Option<PrintedBase>,
    /// Made on first use, as all that a text can do without while it takes the place of another one.
    parents: OnceLock<Parents>,
    /// Made on first use: the top-level expressions.
    top_level: OnceLock<Box<[Node]>>,
    identities: Identities,
    ranks: Ranks,
    size: Size,
    hash: [u8; 32],
    /// Made on first use: by then, the text that was edited is most often gone.
    analysed: OnceLock<Analysed>,
    /// Made on first use: most test cases are never asked for it.
    equal_subterms: OnceLock<EqualSubterms>,
    /// Made on first use.
    tokens: OnceLock<Tokens>,
}

impl TestCase {
    /// Makes a test case from a text that was read.
    pub fn new(syntax: &'static dyn Syntax, parsed: Parsed) -> TestCase {
        let identities = Identities::of(&parsed.tree);
        TestCase::with_identities(syntax, parsed, identities)
    }

    /// Makes a test case whose nodes have these identities.
    fn with_identities(
        syntax: &'static dyn Syntax,
        parsed: Parsed,
        identities: Identities,
    ) -> TestCase {
        let Parsed { tree, dialect } = parsed;
        let ranks = Ranks::in_tree(&tree, syntax);
        let printed = syntax.print(&tree, dialect);
        let printed = printed.map(PrintedBase::new);
        let text = match &printed {
            Some(printed) => &printed.text,
            None => &tree.text()[..canonical_len(syntax, dialect, tree.text().len())],
        };
        TestCase(Arc::new(TestCaseParts {
            syntax,
            dialect,
            identities,
            size: ranks.size(&tree, text.len()),
            ranks,
            hash: *blake3::hash(text).as_bytes(),
            analysed: OnceLock::new(),
            printed,
            parents: OnceLock::new(),
            top_level: OnceLock::new(),
            equal_subterms: OnceLock::new(),
            tokens: OnceLock::new(),
            tree,
        }))
    }

    /// Reads another text in the same language and dialect.
    ///
    /// # Errors
    /// The text cannot be read in this dialect.
    pub fn read(&self, text: &[u8]) -> Result<TestCase, ParseError> {
        let dialect = self.0.dialect;
        let tree = self.0.syntax.parse_as(text, dialect)?;
        Ok(TestCase::new(self.0.syntax, Parsed { tree, dialect }))
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.0.tree
    }

    /// The text, as a solver reads it.
    pub fn text(&self) -> &[u8] {
        if let Some(printed) = &self.0.printed {
            return &printed.text;
        }
        let text = self.tree().text();
        &text[..self.canonical_len(text.len())]
    }

    /// The dialect in which the text was read.
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    /// The text that an edit makes.
    pub fn edited_text(&self, edit: &Edit) -> Vec<u8> {
        match (&self.0.printed, self.patched(edit)) {
            (None, _) => {
                let mut text = self.tree().spliced(edit);
                text.truncate(self.canonical_len(text.len()));
                text
            }
            (Some(_), Some(patched)) => patched.text(),
            (Some(_), None) => self.print(&self.edited_tree(edit)),
        }
    }

    /// The number of bytes of the text that an edit makes.
    pub fn edited_len(&self, edit: &Edit) -> usize {
        match (&self.0.printed, self.patched(edit)) {
            (None, _) => self.canonical_len(self.tree().spliced_len(edit)),
            (Some(_), Some(patched)) => patched.len(),
            (Some(_), None) => self.print(&self.edited_tree(edit)).len(),
        }
    }

    /// How much of the canonical text of a tree, which has this many bytes, is the text.
    fn canonical_len(&self, bytes: usize) -> usize {
        canonical_len(self.0.syntax, self.0.dialect, bytes)
    }

    /// The printed text with what an edit changes in it. None if nothing is printed, or more than that has to be.
    fn patched(&self, edit: &Edit) -> Option<Patched<'_>> {
        let format = (self.0.syntax, self.0.dialect);
        let printed = self.0.printed.as_ref()?;
        printed.patched(format, (self.tree(), self.top_levels()), edit)
    }

    fn print(&self, tree: &Tree) -> Vec<u8> {
        let printed = self.0.syntax.print(tree, self.0.dialect);
        printed.map_or_else(|| tree.text().to_vec(), |printed| printed.text)
    }

    /// The parent of a node.
    pub fn parent(&self, node: Node) -> Node {
        self.parents().parent(node)
    }

    fn parents(&self) -> &Parents {
        self.0.parents.get_or_init(|| Parents::of(&self.0.tree))
    }

    /// The top-level expression that a node is in, however deep; for [`ROOT`], the root itself.
    pub fn top_level(&self, node: Node) -> Node {
        top_level_at(self.top_levels(), node).unwrap_or(ROOT)
    }

    fn top_levels(&self) -> &[Node] {
        let expressions = || self.0.tree.children(ROOT).collect();
        self.0.top_level.get_or_init(expressions)
    }

    /// How many cells, beginning at a node, are best removed together; at least the size of the node.
    pub fn cells_to_remove(&self, node: Node) -> u32 {
        let parent = self.parent(node);
        self.0.syntax.cells_to_remove(self.tree(), parent, node)
    }

    /// Whether a list can do without these elements. False if what is left is certainly too short.
    pub fn is_removable(&self, gone: &Range<Node>) -> bool {
        let TestCaseParts { syntax, tree, .. } = &*self.0;
        syntax.is_removable(tree, self.analysis(), self.parents(), gone)
    }

    /// The terms that make up a large part of the text, the heaviest first.
    pub fn heavy_terms(&self) -> Vec<Node> {
        let TestCaseParts { syntax, tree, .. } = &*self.0;
        syntax.heavy_terms(tree, self.analysis())
    }

    /// The identity of a node, which accepted edits preserve.
    pub fn id(&self, node: Node) -> NodeId {
        self.0.identities.id(node)
    }

    /// The node with this identity; none if it is gone.
    pub fn node(&self, id: NodeId) -> Option<Node> {
        self.0.identities.node(id)
    }

    /// The identities of the nodes that an edit removes, in the order of the text.
    pub fn removed(&self, edit: &Edit) -> impl Iterator<Item = NodeId> {
        edit.removed(self.tree())
            .flatten()
            .map(|node| self.id(node))
    }

    /// The size of the text.
    pub fn size(&self) -> Size {
        self.0.size
    }

    /// The blake3 digest of the text.
    pub fn hash(&self) -> [u8; 32] {
        self.0.hash
    }

    /// The language's own analysis, if it has the type `T`. Only the language and its mutators know the type.
    pub fn analysed<T: 'static>(&self) -> Option<&T> {
        self.analysis().downcast_ref()
    }

    fn analysis(&self) -> &Analysed {
        let TestCaseParts { syntax, tree, .. } = &*self.0;
        self.0.analysed.get_or_init(|| syntax.analyse(tree))
    }

    /// The later nodes with the same text as `node`, in order. Empty if `node` is not the first of them or has fewer
    /// than three cells.
    pub fn equal_subterms(&self, node: Node) -> impl Iterator<Item = Node> {
        let tree = self.tree();
        self.0
            .equal_subterms
            .get_or_init(|| EqualSubterms::of(tree, self.parents()))
            .after(node)
    }

    /// Whether the token occurs anywhere in the text.
    pub fn has_token(&self, token: Symbol) -> bool {
        !self.places(token).is_empty()
    }

    /// The nodes at which the token occurs, in order.
    pub fn places(&self, token: Symbol) -> &[Node] {
        let tokens = &self.0.tokens;
        tokens.get_or_init(|| Tokens::of(self.tree())).places(token)
    }

    /// The later nodes with the same token as `node`, in order. Empty if `node` is a list or not the first of them.
    pub fn equal_tokens(&self, node: Node) -> impl Iterator<Item = Node> {
        let token = self.tree().sym(node);
        let later = match self.places(token) {
            [first, later @ ..] if *first == node => later,
            _ => &[],
        };
        later.iter().copied()
    }

    /// Whether the edited text is smaller in the order. `bytes` is called only if the number of bytes decides.
    pub fn shrinks(&self, edit: &Edit, bytes: impl FnOnce() -> usize) -> bool {
        let (tree, size) = (self.tree(), self.size());
        let edited = self.0.ranks.edited(size, tree, edit);
        let ordering = edited
            .cmp(&(size.cells, size.ranks))
            .then_with(|| (bytes() as u64).cmp(&size.bytes))
            .then_with(|| {
                let syntax = self.0.syntax;
                in_place::compare(syntax, tree, edit, |node| self.parent(node))
                    .unwrap_or_else(|| compare_further(syntax, &tree.apply(edit).0, tree))
            });
        ordering.is_lt()
    }

    /// Whether the edited text is smaller in the order.
    pub fn is_simplification(&self, edit: &Edit) -> bool {
        self.shrinks(edit, || self.edited_len(edit))
    }

    /// Whether this text is smaller than the other one in the order.
    pub fn is_smaller(&self, other: &TestCase) -> bool {
        self.size() < other.size()
            || self.size() == other.size()
                && compare_further(self.0.syntax, self.tree(), other.tree()).is_lt()
    }

    /// The edited test case. Its tree is the one that its text is read as.
    #[must_use]
    pub fn apply(&self, edit: &Edit) -> TestCase {
        let TestCaseParts {
            syntax, dialect, ..
        } = *self.0;
        let (tree, map) = self.tree().apply(edit);
        let (tree, normalized) = self.normalized(tree);
        let map = match normalized {
            Some(second) => map.then(&second),
            None => map,
        };
        let identities = self.0.identities.carried(&map, &tree);
        drop(map); // it may be large
        TestCase::with_identities(syntax, Parsed { tree, dialect }, identities)
    }

    /// The edited tree, as its text is read.
    pub fn edited_tree(&self, edit: &Edit) -> Tree {
        self.normalized(self.tree().apply(edit).0).0
    }

    /// The tree that the text of a tree is read as, and a map to it if they differ.
    fn normalized(&self, tree: Tree) -> (Tree, Option<Map>) {
        match self.0.syntax.normalize(&tree, self.0.dialect) {
            Some(normalizing) => {
                let (normal, map) = tree.apply(&normalizing);
                (normal, Some(map))
            }
            None => (tree, None),
        }
    }
}

/// How much of the canonical text of a tree, which has this many bytes, is the text in a dialect: all of it, or all but
/// the last line feed.
fn canonical_len(syntax: &dyn Syntax, dialect: Dialect, bytes: usize) -> usize {
    bytes.saturating_sub(usize::from(!syntax.ends_in_line_feed(dialect)))
}
