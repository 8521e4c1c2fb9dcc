//! The filter: tells which candidates no solver would take, so that they need not be run.
//!
//! What is not understood is unknown, never ill-formed. A name is undeclared only if the golden text, or the base
//! of a candidate, binds it somewhere: any other may be a solver's own.

use super::edited;
use super::scope::Key;
use crate::language::TestCase;
use crate::tree::{Edit, Node, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Why a text is ill-formed by our reckoning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IllFormed {
    /// The golden text declares the name, and here no declaration is in scope.
    Undeclared(Symbol),
    /// A command, binder, let or application without its parts.
    Shape(&'static str),
    /// Operands of the wrong number or sorts.
    Operands(Symbol),
}

impl std::fmt::Display for IllFormed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |name: &Symbol| String::from_utf8_lossy(name.bytes()).into_owned();
        match self {
            IllFormed::Undeclared(symbol) => write!(f, "`{}` is not declared", name(symbol)),
            IllFormed::Shape(what) => f.write_str(what),
            IllFormed::Operands(head) => write!(
                f,
                "the operands of `{}` have wrong sorts or a wrong number",
                name(head)
            ),
        }
    }
}

/// Judges candidates of one reduction.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The names that the golden text binds.
    names: Arc<FxHashSet<Key>>,
}

impl Filter {
    /// The filter for reductions of this text: what it declares must stay declared where it is used.
    pub fn of(golden: &TestCase) -> Filter {
        Filter {
            names: Arc::new(golden.analysis().names().collect()),
        }
    }

    /// Why the whole text is ill-formed, if it is.
    pub fn whole(&self, case: &TestCase) -> Option<IllFormed> {
        self.faults(case).next().map(|(_, fault)| fault)
    }

    /// All that makes a text ill-formed, and where.
    pub fn faults<'a>(
        &'a self,
        case: &'a TestCase,
    ) -> impl Iterator<Item = (Node, IllFormed)> + 'a {
        faults_among(case, |key| self.names.contains(&key))
    }

    /// What makes the edited text ill-formed that did not make its base so. Faults that the base has already are
    /// tolerated: solvers go on behind a command that they refuse, and many a real case has some. Looks only at what
    /// the edit touches wherever that is enough.
    pub fn edited(&self, base: &TestCase, edit: &Edit) -> Option<IllFormed> {
        let of_base = |key| !base.analysis().named(key).is_empty();
        let is_name = |key| self.names.contains(&key) || of_base(key);
        if let Some(judged) = edited::judge(base, edit, is_name) {
            return judged.err();
        }
        let mut tolerated: FxHashMap<IllFormed, usize> = FxHashMap::default();
        for (_, fault) in faults_among(base, is_name) {
            *tolerated.entry(fault).or_default() += 1;
        }
        let (case, _) = base.apply(edit);
        let mut faults = faults_among(&case, is_name).map(|(_, fault)| fault);
        faults.find(|fault| match tolerated.get_mut(fault) {
            None | Some(0) => true,
            Some(left) => {
                *left -= 1;
                false
            }
        })
    }
}

/// What makes a text ill-formed whose declared names are these.
fn faults_among<'a>(
    case: &'a TestCase,
    is_name: impl Fn(Key) -> bool + 'a,
) -> impl Iterator<Item = (Node, IllFormed)> + 'a {
    let analysis = case.analysis();
    let undeclared = analysis
        .unresolved()
        .iter()
        .filter(move |&&(_, key)| is_name(key))
        .map(|&(node, key)| (node, IllFormed::Undeclared(key.0)));
    analysis.faults().iter().cloned().chain(undeclared)
}
