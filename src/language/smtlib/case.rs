//! What SMT-LIB knows about a test case: its analysis, and what is derived from the analysis on first use.

use super::heavy_paths::HeavyPaths;
use super::idle_levels::IdleLevels;
use super::name_counts::NameCounts;
use super::short_names::short_names;
use super::weights::Weights;
use super::{Analysis, BindingId, BindingKind, Role, Sort};
use crate::language::TestCase;
use crate::tree::{Node, Symbol, Tree};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// What is known about a text.
pub(super) struct Worked {
    analysis: Analysis,
    /// A short name for each binding, made on first use.
    short_names: OnceLock<FxHashMap<BindingId, Symbol>>,
    /// The functions by the sort of their results, made on first use.
    functions: OnceLock<FxHashMap<Sort, Vec<BindingId>>>,
    /// Made on first use.
    weights: OnceLock<Weights>,
    /// Made on first use.
    heavy_paths: OnceLock<HeavyPaths>,
    /// Made on first use.
    name_counts: OnceLock<NameCounts>,
    /// The smallest terms of each sort, made on first use.
    smallest_terms: OnceLock<FxHashMap<Sort, Vec<Node>>>,
    /// Made on first use.
    idle_levels: OnceLock<Option<IdleLevels>>,
}

/// So many smallest terms are kept for each sort.
const SMALLEST: usize = 2;

impl Worked {
    pub(super) fn of(analysis: Analysis) -> Worked {
        Worked {
            analysis,
            short_names: OnceLock::new(),
            functions: OnceLock::new(),
            weights: OnceLock::new(),
            heavy_paths: OnceLock::new(),
            name_counts: OnceLock::new(),
            smallest_terms: OnceLock::new(),
            idle_levels: OnceLock::new(),
        }
    }

    pub(super) fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    pub(super) fn weights(&self, tree: &Tree) -> &Weights {
        let make = || Weights::of(tree, &self.analysis);
        self.weights.get_or_init(make)
    }
}

/// The scopes and sorts of a text.
///
/// # Panics
/// If the text is not SMT-LIB. The mutators and the filter of SMT-LIB are never called on another language.
pub fn analysis(case: &TestCase) -> &Analysis {
    &worked(case).analysis
}

/// A shorter name for a binding. The text does not contain this name, and no other binding gets the same one.
pub(crate) fn short_name(case: &TestCase, id: BindingId) -> Option<Symbol> {
    let worked = worked(case);
    let is_taken = |name| case.has_token(name);
    let names = || short_names(&worked.analysis, is_taken);
    worked.short_names.get_or_init(names).get(&id).copied()
}

/// The functions with parameters that the text declares or defines and whose results have this sort, in order.
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

/// How many cells of a text become superfluous when a term goes.
pub fn weights(case: &TestCase) -> &Weights {
    worked(case).weights(case.tree())
}

/// The heavy path below a list: the largest term among its elements, the largest one among the elements of this, and so
/// on; the first of equally large ones. Terms that a list of binders binds count, too. It ends where no element is a list.
pub(crate) fn heavy_path(case: &TestCase, list: Node) -> impl Iterator<Item = Node> {
    let worked = worked(case);
    let parents = |node| case.parent(node);
    let make = || HeavyPaths::of(case.tree(), &worked.analysis, parents);
    worked.heavy_paths.get_or_init(make).below(list)
}

/// How many names the terms of a text use.
pub fn name_counts(case: &TestCase) -> &NameCounts {
    let worked = worked(case);
    let make = || NameCounts::of(case.tree(), &worked.analysis);
    worked.name_counts.get_or_init(make)
}

/// The smallest terms of this sort that are lists, the smallest first and equal ones once; at most two.
pub(crate) fn smallest_terms(case: &TestCase, sort: Sort) -> &[Node] {
    let worked = worked(case);
    let terms = worked.smallest_terms.get_or_init(|| {
        let (tree, analysis) = (case.tree(), &worked.analysis);
        let mut terms: FxHashMap<Sort, Vec<Node>> = FxHashMap::default();
        for node in (1..tree.end()).filter(|&node| tree.is_list(node)) {
            if analysis.role(node) == Role::Term && analysis.sort(node) != Sort::UNKNOWN {
                let smallest = terms.entry(analysis.sort(node)).or_default();
                let is_larger = |&term: &Node| tree.len(term) > tree.len(node);
                let place = smallest
                    .iter()
                    .position(is_larger)
                    .unwrap_or(smallest.len());
                let is_new = place < SMALLEST
                    && !smallest
                        .iter()
                        .any(|&term| tree.bytes(term) == tree.bytes(node));
                if is_new {
                    smallest.insert(place, node);
                    smallest.truncate(SMALLEST);
                }
            }
        }
        terms
    });
    terms.get(&sort).map_or(&[], Vec::as_slice)
}

/// How many levels of `push` are open where, if nothing is declared in them.
pub(super) fn idle_levels(case: &TestCase) -> Option<&IdleLevels> {
    let worked = worked(case);
    let levels = worked
        .idle_levels
        .get_or_init(|| IdleLevels::of(case.tree(), &worked.analysis));
    levels.as_ref()
}

fn worked(case: &TestCase) -> &Worked {
    case.analysed().expect("only texts of SMT-LIB come here")
}
