//! What SMT-LIB knows about a test case: its analysis, and what is derived from the analysis on first use.

use super::heavy_paths::HeavyPaths;
use super::name::spellings;
use super::name_counts::NameCounts;
use super::open_levels::OpenLevels;
use super::short_names::{short_names, unused_names};
use super::weights::Weights;
use super::{Analysis, Binding, BindingId, BindingKind, Role, Sort};
use crate::language::TestCase;
use crate::tree::{Node, Symbol, Tree};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The sort of the result of a function, and those of its parameters.
type FunctionSorts = (Sort, Vec<Sort>);

/// An analysis and what is derived from it: what [`TestCase::analysed`] holds for SMT-LIB.
#[derive(Default)]
pub(super) struct Worked {
    analysis: Analysis,
    /// A short name for each binding that is longer, made on first use.
    short_names: OnceLock<Vec<Option<Symbol>>>,
    /// The shortest name that the text does not contain, made on first use.
    shortest_unused_name: OnceLock<Option<Symbol>>,
    /// The functions by the sort of their results, made on first use.
    functions: OnceLock<FxHashMap<Sort, Vec<BindingId>>>,
    /// The declared functions by the sorts of their results and of their parameters, made on first use.
    functions_by_sorts: OnceLock<FxHashMap<FunctionSorts, Vec<BindingId>>>,
    /// Made on first use.
    weights: OnceLock<Weights>,
    /// Made on first use.
    heavy_paths: OnceLock<HeavyPaths>,
    /// Made on first use.
    name_counts: OnceLock<NameCounts>,
    /// The smallest terms of each sort, made on first use.
    smallest_terms: OnceLock<FxHashMap<Sort, Vec<Node>>>,
    /// Made on first use.
    open_levels: OnceLock<Option<OpenLevels>>,
}

/// At most this many smallest terms are kept for each sort.
const SMALLEST: usize = 2;

impl Worked {
    pub(super) fn of(analysis: Analysis) -> Worked {
        Worked {
            analysis,
            ..Worked::default()
        }
    }

    pub(super) fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    pub(super) fn weights(&self, tree: &Tree) -> &Weights {
        self.weights
            .get_or_init(|| Weights::of(tree, &self.analysis))
    }
}

/// The scopes and sorts of a text.
///
/// # Panics
/// If the text is not SMT-LIB. The mutators and the filter of SMT-LIB are never called on another language.
pub fn analysis(case: &TestCase) -> &Analysis {
    &worked(case).analysis
}

/// A shorter name for a binding; none if no unused name is shorter. The text does not contain the new name, and no
/// other binding gets the same one.
pub(crate) fn short_name(case: &TestCase, id: BindingId) -> Option<Symbol> {
    let worked = worked(case);
    let is_taken = |name: Symbol| is_taken(case, name.bytes());
    let names = worked
        .short_names
        .get_or_init(|| short_names(worked.analysis.bindings(), is_taken));
    names[id as usize]
}

/// Whether any token of the text has this name, with bars or without.
pub(crate) fn is_taken(case: &TestCase, name: &[u8]) -> bool {
    let mut tokens = spellings(name).into_iter();
    tokens.any(|token| case.has_token(token))
}

/// The shortest name that the text does not contain. All edits that use it get the same name, so they must not be joined.
pub(crate) fn shortest_unused_name(case: &TestCase) -> Option<Symbol> {
    let is_taken = |name: Symbol| is_taken(case, name.bytes());
    *worked(case)
        .shortest_unused_name
        .get_or_init(|| unused_names(is_taken).next())
}

/// The functions with parameters that the text declares or defines and whose results have this sort, in the order of
/// the text.
pub fn functions(case: &TestCase, sort: Sort) -> &[BindingId] {
    let worked = worked(case);
    let functions = worked.functions.get_or_init(|| {
        let mut functions: FxHashMap<Sort, Vec<BindingId>> = FxHashMap::default();
        for (id, binding) in (0..).zip(worked.analysis.bindings()) {
            if binding.kind != BindingKind::Sort && !binding.parameters.is_empty() {
                functions.entry(binding.sort).or_default().push(id);
            }
        }
        functions
    });
    functions.get(&sort).map_or(&[], Vec::as_slice)
}

/// The declared functions whose results and parameters have the same sorts as those of a function, in the order of the
/// text. Empty if something about the sort of the result is unknown.
pub(crate) fn functions_like<'a>(case: &'a TestCase, function: &Binding) -> &'a [BindingId] {
    let worked = worked(case);
    let functions = worked.functions_by_sorts.get_or_init(|| {
        let mut functions: FxHashMap<_, Vec<BindingId>> = FxHashMap::default();
        for (id, binding) in (0..).zip(worked.analysis.bindings()) {
            let is_function =
                binding.kind == BindingKind::Declared && !binding.parameters.is_empty();
            if is_function && !binding.sort.has_unknown() {
                functions.entry(sorts(binding)).or_default().push(id);
            }
        }
        functions
    });
    functions.get(&sorts(function)).map_or(&[], Vec::as_slice)
}

fn sorts(function: &Binding) -> FunctionSorts {
    (function.sort, function.parameters.clone())
}

/// How many cells of a text become superfluous when a term goes.
pub fn weights(case: &TestCase) -> &Weights {
    worked(case).weights(case.tree())
}

/// The heavy path below a list: the largest term among its elements, then the largest term among the elements of that
/// term, and so on. Of equally large terms, the first is taken. The terms that a list of binders binds count as
/// elements, too. The path ends where no element is a list.
pub(crate) fn heavy_path(case: &TestCase, list: Node) -> impl Iterator<Item = Node> {
    let worked = worked(case);
    let paths = worked
        .heavy_paths
        .get_or_init(|| HeavyPaths::of(case.tree(), &worked.analysis, |node| case.parent(node)));
    paths.below(list)
}

/// How many names the terms of a text use.
pub fn name_counts(case: &TestCase) -> &NameCounts {
    let worked = worked(case);
    worked
        .name_counts
        .get_or_init(|| NameCounts::of(case.tree(), &worked.analysis))
}

/// The two smallest distinct terms of this sort that are lists, the smallest first; fewer if there are not two.
pub(crate) fn smallest_terms(case: &TestCase, sort: Sort) -> &[Node] {
    let worked = worked(case);
    let terms = worked.smallest_terms.get_or_init(|| {
        let (tree, analysis) = (case.tree(), &worked.analysis);
        let mut terms: FxHashMap<Sort, Vec<Node>> = FxHashMap::default();
        for node in (1..tree.end()).filter(|&node| tree.is_list(node)) {
            if analysis.role(node) == Role::Term && analysis.sort(node) != Sort::UNKNOWN {
                add_smallest(terms.entry(analysis.sort(node)).or_default(), tree, node);
            }
        }
        terms
    });
    terms.get(&sort).map_or(&[], Vec::as_slice)
}

/// Adds a term to the smallest ones, which are sorted by size, if it is one of them and not there yet.
fn add_smallest(smallest: &mut Vec<Node>, tree: &Tree, node: Node) {
    let place = smallest.partition_point(|&term| tree.len(term) <= tree.len(node));
    let is_known = |&term: &Node| tree.bytes(term) == tree.bytes(node);
    if place < SMALLEST && !smallest.iter().any(is_known) {
        smallest.insert(place, node);
        smallest.truncate(SMALLEST);
    }
}

/// How many levels of `push` are open at each place of the text. None where [`OpenLevels::of`] cannot say.
pub(super) fn open_levels(case: &TestCase) -> Option<&OpenLevels> {
    let worked = worked(case);
    let levels = worked
        .open_levels
        .get_or_init(|| OpenLevels::of(case.tree(), &worked.analysis, |token| case.places(token)));
    levels.as_ref()
}

fn worked(case: &TestCase) -> &Worked {
    case.analysed().expect("only texts of SMT-LIB come here")
}
