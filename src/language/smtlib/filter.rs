//! The filter: says which candidates no solver, or no strict one, would accept, so that they need not be run.
//!
//! What is not understood is unknown, never ill-formed. A name that the golden text uses without a declaration may be
//! built into the solver, but only as what it is used there: as a term, a sort, a command, or an indexed operator.

use super::binding::{ScopedName, Space};
use super::case::analysis;
use super::ill_formed::{FaultCounts, Finding, IllFormed};
use super::judge::judge;
use super::operators::may_be_built_in;
use super::{Analysis, Sort};
use crate::language::{Filter, Judgement, TestCase};
use crate::tree::{Edit, Node, Symbol};
use rustc_hash::FxHashSet;

/// Judges the candidates of one reduction.
#[derive(Debug)]
pub struct WellFormedness {
    /// The names that the golden text binds.
    names: FxHashSet<ScopedName>,
    /// The names that the golden text uses without a declaration, and that are not in our tables.
    unknown: FxHashSet<ScopedName>,
    /// Whether arrays may be applied like functions: so it is in the golden text.
    applies: bool,
    /// Whether `Int` and `Real` may mix: they do in the golden text, or it does not use both.
    mixes: bool,
    /// Whether attributes of quantifiers may stand anywhere: so it is in the golden text.
    misplaces: bool,
    /// What the golden text has that is not of the standard.
    extensions: FxHashSet<Symbol>,
    /// What other extensions are.
    others: OtherExtensions,
    /// The first fault of the golden text.
    fault: Option<IllFormed>,
}

/// What is done about extensions that the golden text does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OtherExtensions {
    /// Some solver may take them.
    Tolerated,
    /// They are ill-formed.
    Faults,
}

impl WellFormedness {
    /// The filter for reductions of this text. What the text declares must stay declared wherever it is used.
    pub fn of(golden: &TestCase) -> WellFormedness {
        let analysis = analysis(golden);
        let filter = WellFormedness {
            names: analysis.names().collect(),
            unknown: unknown(analysis),
            applies: has(analysis, |fault| matches!(fault, IllFormed::Applies(_))),
            mixes: !separates(analysis),
            misplaces: has(analysis, |fault| *fault == IllFormed::Misplaced),
            extensions: extensions(golden).collect(),
            others: OtherExtensions::Tolerated,
            fault: None,
        };
        let fault = filter.whole(golden);
        WellFormedness { fault, ..filter }
    }

    /// The same for users who keep to the standard: what only some solvers take is ill-formed, unless the golden text has
    /// it, too.
    #[must_use]
    pub fn strict(self) -> WellFormedness {
        WellFormedness {
            others: OtherExtensions::Faults,
            ..self
        }
    }

    /// Why the whole text is ill-formed; none if it is well-formed.
    pub fn whole(&self, case: &TestCase) -> Option<IllFormed> {
        self.faults(case).next().map(|(_, fault)| fault)
    }

    /// Everything that makes a text ill-formed, and where: first what is certain, then undeclared names, then the rest.
    pub fn faults<'a>(
        &'a self,
        case: &'a TestCase,
    ) -> impl Iterator<Item = (Node, IllFormed)> + 'a {
        let kinds: [fn(&IllFormed) -> bool; 6] = [
            |fault| matches!(fault, IllFormed::Shape(_) | IllFormed::Operands(_)),
            |fault| matches!(fault, IllFormed::Undeclared(_)),
            |fault| matches!(fault, IllFormed::Applies(_)),
            |fault| matches!(fault, IllFormed::Mixes(_)),
            |fault| *fault == IllFormed::Misplaced,
            |fault| matches!(fault, IllFormed::Extension(_)),
        ];
        kinds
            .into_iter()
            .flat_map(|is_of_kind| {
                let faults = analysis(case).faults.iter();
                faults.filter(move |fault| is_of_kind(&fault.finding.fault()))
            })
            .filter(|fault| self.counts(&fault.finding, None))
            .map(|fault| (fault.node, fault.finding.fault()))
    }

    /// Whether a finding is a fault. The names that `base` binds must be declared, like those that the golden text
    /// binds.
    fn counts(&self, finding: &Finding, base: Option<&TestCase>) -> bool {
        let of_base = |key| base.is_some_and(|base| !analysis(base).named(key).is_empty());
        let fault = match finding {
            Finding::Unbound(key) => {
                // Some solver may have something of this name that the tables do not describe.
                let &(name, space) = key;
                let may_exist = space != Space::Command && may_be_built_in(name.bytes());
                let is_known = self.unknown.contains(key) || may_exist;
                return !is_known || self.names.contains(key) || of_base(*key);
            }
            Finding::Fault(fault) => fault,
        };
        match fault {
            IllFormed::Shape(_) | IllFormed::Operands(_) | IllFormed::Undeclared(_) => true,
            IllFormed::Applies(_) => !self.applies,
            IllFormed::Mixes(_) => !self.mixes,
            IllFormed::Misplaced => !self.misplaces,
            IllFormed::Extension(extension) => {
                self.others == OtherExtensions::Faults && !self.extensions.contains(extension)
            }
        }
    }

    /// The first fault of the edited text that the base does not have; none if there is no such fault. Faults of the
    /// base are tolerated, because solvers continue after a command that they reject, and many real texts contain some.
    /// Only what the edit changes is looked at, if that is enough.
    pub fn edited(&self, base: &TestCase, edit: &Edit) -> Option<IllFormed> {
        self.judged(base, edit).0
    }

    /// Like [`WellFormedness::edited`], together with the approximate number of cells that were looked at.
    fn judged(&self, base: &TestCase, edit: &Edit) -> (Option<IllFormed>, usize) {
        let counts = |finding: &Finding| self.counts(finding, Some(base));
        match judge(base, edit, counts) {
            Some((judged, looked_at)) => (judged.err(), looked_at),
            None => (self.edited_whole(base, edit), base.tree().cells().len()),
        }
    }

    /// Like [`WellFormedness::edited`], but found by an analysis of the whole edited text.
    pub fn edited_whole(&self, base: &TestCase, edit: &Edit) -> Option<IllFormed> {
        let faults = |analysis: &Analysis| {
            let faults = analysis.faults.iter();
            let findings = faults.map(|fault| fault.finding);
            let findings = findings.filter(|finding| self.counts(finding, Some(base)));
            findings
                .map(|finding| finding.fault())
                .collect::<FaultCounts>()
        };
        let edited = Analysis::of(&base.edited_tree(edit));
        faults(&edited).first_new(&faults(analysis(base))).err()
    }
}

impl Filter for WellFormedness {
    fn why_ill_formed(&self, case: &TestCase) -> Option<String> {
        self.whole(case).map(|fault| fault.to_string())
    }

    fn deviation(&self, case: &TestCase) -> Option<String> {
        let fault = self.whole(case).filter(|_| self.fault.is_none());
        let mut found: Vec<String> = fault.map(|fault| fault.to_string()).into_iter().collect();
        for extension in extensions(case) {
            let words = IllFormed::Extension(extension).to_string();
            if !self.extensions.contains(&extension) && !found.contains(&words) {
                found.push(words);
            }
        }
        (!found.is_empty()).then(|| found.join(", "))
    }

    fn faulty_nodes(&self, case: &TestCase) -> Vec<Node> {
        self.faults(case).map(|(node, _)| node).collect()
    }

    fn why_held(&self, base: &TestCase, edit: &Edit) -> Option<String> {
        self.edited(base, edit).map(|fault| fault.to_string())
    }

    fn judge(&self, base: &TestCase, edit: &Edit) -> Judgement {
        let (fault, looked_at) = self.judged(base, edit);
        Judgement {
            is_ill_formed: fault.is_some(),
            looked_at,
        }
    }
}

/// What a text has that the standard has not, in the order of the text.
fn extensions(case: &TestCase) -> impl Iterator<Item = Symbol> + '_ {
    let faults = analysis(case).faults.iter();
    faults.filter_map(|fault| match fault.finding {
        Finding::Fault(IllFormed::Extension(extension)) => Some(extension),
        _ => None,
    })
}

/// The names that a text uses without a declaration, and that are not in our tables.
fn unknown(analysis: &Analysis) -> FxHashSet<ScopedName> {
    analysis
        .faults
        .iter()
        .filter_map(|fault| match fault.finding {
            Finding::Unbound(key) => Some(key),
            Finding::Fault(_) => None,
        })
        .collect()
}

/// Whether a text may have a fault of a kind.
fn has(analysis: &Analysis, kind: fn(&IllFormed) -> bool) -> bool {
    let mut faults = analysis.faults.iter();
    faults.any(|fault| kind(&fault.finding.fault()))
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
    let mixes = has(analysis, |fault| matches!(fault, IllFormed::Mixes(_)));
    !mixes && uses(Sort::INT) && uses(Sort::REAL)
}
