//! The filter: tells which candidates no solver would accept, so that they need not be run.
//!
//! What is not understood is unknown, never ill-formed. A name that the golden text uses without a declaration may be
//! built into the solver, but only what it is used as there: `QF_LIA` is a logic, and not a command.

use super::case::analysis;
use super::ill_formed::{FaultCounts, Finding, IllFormed};
use super::judge::judge;
use super::operators::may_be_built_in;
use super::scope::{ScopedName, Space};
use super::{Analysis, Sort};
use crate::language::{Filter, Judgement, TestCase};
use crate::tree::{Edit, Node};
use rustc_hash::FxHashSet;

/// Judges the candidates of one reduction.
#[derive(Debug)]
pub struct WellFormedness {
    /// The names that the golden text binds.
    names: FxHashSet<ScopedName>,
    /// The names that the golden text uses without a declaration, and which we do not know.
    unknown: FxHashSet<ScopedName>,
    /// Whether arrays may be applied like functions: the golden text does so.
    applies: bool,
    /// Whether `Int` and `Real` may mix: the golden text lets them, or does not tell.
    mixes: bool,
    /// Whether attributes of quantifiers may stand anywhere: in the golden text, some do.
    misplaces: bool,
}

impl WellFormedness {
    /// The filter for reductions of this text. What the text declares must stay declared wherever it is used.
    pub fn of(golden: &TestCase) -> WellFormedness {
        WellFormedness {
            names: analysis(golden).names().collect(),
            unknown: unknown(analysis(golden)),
            applies: has(analysis(golden), |finding| {
                matches!(finding, Finding::Applies(_))
            }),
            mixes: !separates(analysis(golden)),
            misplaces: has(analysis(golden), |finding| *finding == Finding::Misplaced),
        }
    }

    /// Why the whole text is ill-formed; none if it is well-formed.
    pub fn whole(&self, case: &TestCase) -> Option<IllFormed> {
        self.faults(case).next().map(|(_, fault)| fault)
    }

    /// Everything that makes a text ill-formed, and where: first what is certain, then undeclared names.
    pub fn faults<'a>(
        &'a self,
        case: &'a TestCase,
    ) -> impl Iterator<Item = (Node, IllFormed)> + 'a {
        let of_kind = |kind: fn(&Finding) -> bool| {
            let faults = analysis(case).faults().iter();
            faults.filter(move |fault| kind(&fault.finding))
        };
        let faults = of_kind(|finding| matches!(finding, Finding::Sure(_)))
            .chain(of_kind(|finding| matches!(finding, Finding::Unbound(_))))
            .chain(of_kind(|finding| matches!(finding, Finding::Applies(_))))
            .chain(of_kind(|finding| matches!(finding, Finding::Mixes(_))))
            .chain(of_kind(|finding| *finding == Finding::Misplaced));
        let faults = faults.filter(|fault| self.counts(&fault.finding, None));
        faults.map(|fault| (fault.node, fault.finding.fault()))
    }

    /// Whether a finding is a fault. `base` may declare names, besides the golden text.
    fn counts(&self, finding: &Finding, base: Option<&TestCase>) -> bool {
        let of_base = |key| base.is_some_and(|base| !analysis(base).named(key).is_empty());
        match finding {
            Finding::Sure(_) => true,
            Finding::Unbound(key) => {
                let is_known = self.unknown.contains(key) || is_known_to_some_solver(*key);
                !is_known || self.names.contains(key) || of_base(*key)
            }
            Finding::Applies(_) => !self.applies,
            Finding::Mixes(_) => !self.mixes,
            Finding::Misplaced => !self.misplaces,
        }
    }

    /// What makes the edited text ill-formed without being a fault of the base already. Faults of the base are
    /// tolerated, because solvers continue after a command that they reject, and many real texts contain some. Looks
    /// only at what the edit changes if that is enough.
    pub fn edited(&self, base: &TestCase, edit: &Edit) -> Option<IllFormed> {
        self.judged(base, edit).0
    }

    /// Like [`WellFormedness::edited`], and about how many cells were looked at.
    fn judged(&self, base: &TestCase, edit: &Edit) -> (Option<IllFormed>, usize) {
        let counts = |finding: &Finding| self.counts(finding, Some(base));
        match judge(base, edit, counts) {
            Some((judged, looked_at)) => (judged.err(), looked_at),
            None => (self.edited_whole(base, edit), base.tree().cells().len()),
        }
    }

    /// Like [`WellFormedness::edited`], from an analysis of the whole edited text.
    pub fn edited_whole(&self, base: &TestCase, edit: &Edit) -> Option<IllFormed> {
        let faults = |analysis: &Analysis| {
            let faults = analysis.faults().iter();
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

/// The names that a text uses without a declaration, and which we do not know.
fn unknown(analysis: &Analysis) -> FxHashSet<ScopedName> {
    let unbound = analysis
        .faults()
        .iter()
        .filter_map(|fault| match fault.finding {
            Finding::Unbound(key) => Some(key),
            Finding::Sure(_) | Finding::Applies(_) | Finding::Mixes(_) | Finding::Misplaced => None,
        });
    unbound.collect()
}

/// Whether some solver has something of this name that the tables do not describe.
fn is_known_to_some_solver((name, space): ScopedName) -> bool {
    space != Space::Command && may_be_built_in(name.bytes())
}

/// Whether a text has a finding of a kind.
fn has(analysis: &Analysis, kind: fn(&Finding) -> bool) -> bool {
    let mut faults = analysis.faults().iter();
    faults.any(|fault| kind(&fault.finding))
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
    let mixes = has(analysis, |finding| matches!(finding, Finding::Mixes(_)));
    !mixes && uses(Sort::INT) && uses(Sort::REAL)
}
