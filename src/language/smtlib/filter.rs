//! The filter: tells which candidates no solver would accept, so that they need not be run.
//!
//! What is not understood is unknown, never ill-formed. A name counts as undeclared only if the golden text or the base
//! of the candidate binds it somewhere; any other name may be built into a solver.

use super::case::analysis;
use super::edited;
use super::ill_formed::IllFormed;
use super::scope::Key;
use super::{Analysis, Sort};
use crate::language::{Filter, TestCase};
use crate::tree::{Edit, Node};
use rustc_hash::{FxHashMap, FxHashSet};

/// Judges the candidates of one reduction.
#[derive(Debug)]
pub struct WellFormedness {
    /// The names that the golden text binds.
    names: FxHashSet<Key>,
    /// Whether `Int` and `Real` may mix: the golden text lets them, or does not tell.
    mixes: bool,
}

impl WellFormedness {
    /// The filter for reductions of this text. What the text declares must stay declared wherever it is used.
    pub fn of(golden: &TestCase) -> WellFormedness {
        WellFormedness {
            names: analysis(golden).names().collect(),
            mixes: !separates(analysis(golden)),
        }
    }

    /// Why the whole text is ill-formed; none if it is well-formed.
    pub fn whole(&self, case: &TestCase) -> Option<IllFormed> {
        self.faults(case).next().map(|(_, fault)| fault)
    }

    /// Everything that makes a text ill-formed, and where.
    pub fn faults<'a>(
        &'a self,
        case: &'a TestCase,
    ) -> impl Iterator<Item = (Node, IllFormed)> + 'a {
        faults_among(case, |key| self.names.contains(&key), self.mixes)
    }

    /// What makes the edited text ill-formed without being a fault of the base already. Faults of the base are
    /// tolerated, because solvers continue after a command that they reject, and many real texts contain some. Looks
    /// only at what the edit touches if that is enough.
    pub fn edited(&self, base: &TestCase, edit: &Edit) -> Option<IllFormed> {
        let of_base = |key| !analysis(base).named(key).is_empty();
        let is_name = |key| self.names.contains(&key) || of_base(key);
        if let Some(judged) = edited::judge(base, edit, is_name, self.mixes) {
            return judged.err();
        }
        let mut tolerated: FxHashMap<IllFormed, usize> = FxHashMap::default();
        for (_, fault) in faults_among(base, is_name, self.mixes) {
            *tolerated.entry(fault).or_default() += 1;
        }
        let (case, _) = base.apply(edit);
        let mut faults = faults_among(&case, is_name, self.mixes).map(|(_, fault)| fault);
        faults.find(|fault| match tolerated.get_mut(fault) {
            None | Some(0) => true,
            Some(left) => {
                *left -= 1;
                false
            }
        })
    }
}

impl Filter for WellFormedness {
    fn why_ill_formed(&self, case: &TestCase) -> Option<String> {
        self.whole(case).map(|fault| fault.to_string())
    }

    fn faulty_nodes(&self, case: &TestCase) -> Vec<Node> {
        self.faults(case).map(|(node, _)| node).collect()
    }

    fn is_ill_formed(&self, base: &TestCase, edit: &Edit) -> bool {
        self.edited(base, edit).is_some()
    }
}

/// Whether a text uses names of the sort `Int` and names of the sort `Real` and never mixes them, as some solvers
/// demand.
fn separates(analysis: &Analysis) -> bool {
    let uses = |sort: Sort| {
        let mut bindings = analysis.bindings().iter();
        bindings.any(|binding| {
            let is_of_sort = binding.sort == sort || binding.parameters.contains(&sort);
            is_of_sort && !binding.uses.is_empty()
        })
    };
    analysis.mixes().is_empty() && uses(Sort::INT) && uses(Sort::REAL)
}

/// What makes a text ill-formed, given which names are declared and whether `Int` and `Real` may mix.
fn faults_among<'a>(
    case: &'a TestCase,
    is_name: impl Fn(Key) -> bool + 'a,
    mixes: bool,
) -> impl Iterator<Item = (Node, IllFormed)> + 'a {
    let analysis = analysis(case);
    let undeclared = analysis
        .unresolved()
        .iter()
        .filter(move |&&(_, key)| is_name(key))
        .map(|&(node, key)| (node, IllFormed::Undeclared(key.0)));
    let mixes = analysis.mixes().iter().filter(move |_| !mixes);
    let mixes = mixes.map(|&(node, head)| (node, IllFormed::Mixes(head)));
    analysis
        .faults()
        .iter()
        .cloned()
        .chain(undeclared)
        .chain(mixes)
}
