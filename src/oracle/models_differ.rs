//! Two answer-set solvers that differ: in whether there is an answer set, in the optimum, in the models, or in the
//! brave or cautious consequences.
//!
//! Models are compared where both solvers say that they have all of them. If both outputs are kept whole, the models
//! are compared one by one, as sets of atoms, and how often each is printed counts; otherwise only their number is
//! compared. Where something is optimised, only the optimum and the number of optimal models are compared, because the
//! models before the optimum depend on the order of the search. Consequences are compared as sets; if a solver prints
//! models instead, its consequences are those of all its models. The golden runs show what kinds of difference there
//! are, and a candidate must show the most telling of them.

use super::entry::{Choice, Configured, OracleEntry};
use super::fault::{FaultFinder, FaultKind, FoundFault, NoFault, answered};
use super::{Answer, Ask, NotWrong, Rule};
use crate::language::answer_sets::{AnswerClass, Model, Reasoning, Report};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "models-differ",
    about: "Two answer-set solvers differ in answer, optimum, models or consequences",
    options: &["models-differ-from"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "",
        solvers: |given| Ok(given.commands(&["models-differ-from"])),
        read: |_| Ok(Configured::rule(Rule::of(ModelsDiffer))),
    }),
};

/// Two answer-set solvers differ in satisfiability, optimum, models or consequences (`--models-differ-from`). Solver 0
/// is under test, solver 1 is the reference.
#[derive(Clone, Copy, Debug)]
pub struct ModelsDiffer;

impl FaultFinder for ModelsDiffer {
    const ENTRY: OracleEntry = ORACLE;

    const NEEDS_ALL_MODELS: bool = true;

    fn find(&self, answers: &[Answer]) -> Result<FoundFault, NoFault> {
        let ours = answered(answers, Ask::of(0))?;
        let theirs = answered(answers, Ask::of(1))?;
        let kinds = differences(&ours, &theirs);
        let Some(&kind) = kinds.first() else {
            let lacks_models = lacks_models(&ours) || lacks_models(&theirs);
            return Err(NoFault::Sound(NotWrong::Agree {
                // One may have found more models than the other.
                said: if lacks_models {
                    ours.to_string()
                } else {
                    said(&ours)
                },
                lacks_models,
            }));
        };
        let now = format!("{} where the reference says {}", said(&ours), said(&theirs));
        Ok(FoundFault {
            signature: signature(kind, &ours, &theirs),
            demand: format!("{} (now: {now})", demand(kind)),
            kinds,
        })
    }

    /// A candidate is given up as soon as the answer of one solver rules out the difference. The solver that must find
    /// no answer set is asked first: a smaller program is more likely to have some than none, so that answer is lost
    /// first.
    fn ask(&self, kind: FaultKind, answers: &[Answer], next: Ask) -> Option<Ask> {
        let may_show = |solver, kind| match answered(answers, Ask::of(solver)) {
            Ok(report) => may_differ(&report, kind),
            Err(_) => true,
        };
        if !may_show(0, kind) || !may_show(1, seen_from_the_reference(kind)) {
            return None;
        }
        let begins_with_reference = answers.is_empty() && kind == FaultKind::Sat;
        Some(if begins_with_reference {
            Ask::of(1)
        } else {
            next
        })
    }
}

/// The kind of the same difference, seen from the reference.
fn seen_from_the_reference(kind: FaultKind) -> FaultKind {
    match kind {
        FaultKind::Unsat => FaultKind::Sat,
        FaultKind::Sat => FaultKind::Unsat,
        FaultKind::Missing => FaultKind::Extra,
        FaultKind::Extra => FaultKind::Missing,
        FaultKind::Unconcluded => FaultKind::Concluded,
        FaultKind::Concluded => FaultKind::Unconcluded,
        FaultKind::Optimum | FaultKind::Repeated | FaultKind::Number => kind,
    }
}

/// Whether a solver with this report may differ from another in this way.
fn may_differ(ours: &Report, kind: FaultKind) -> bool {
    match kind {
        FaultKind::Unsat => !ours.is_sat(),
        FaultKind::Sat | FaultKind::Extra | FaultKind::Repeated => ours.is_sat(),
        FaultKind::Optimum => ours.class == AnswerClass::Optimum,
        FaultKind::Missing => ours.class != AnswerClass::Optimum,
        FaultKind::Number | FaultKind::Unconcluded | FaultKind::Concluded => true,
    }
}

/// Whether a solver has found some models, and perhaps not all. Where something is optimised, or consequences are printed,
/// models are not compared anyway.
fn lacks_models(report: &Report) -> bool {
    report.class == AnswerClass::Sat
        && report.consequences.is_none()
        && report.number.is_none_or(|number| !number.is_all)
}

/// The answer, and how many models there are.
fn said(report: &Report) -> String {
    match report.number {
        Some(number) if report.class == AnswerClass::Sat => {
            let or_more = if number.is_all { "" } else { " or more" };
            let models = if number.counted == 1 {
                "model"
            } else {
                "models"
            };
            format!("{report}, {}{or_more} {models}", number.counted)
        }
        _ => report.to_string(),
    }
}

/// The difference in one line, without numbers that change during the reduction.
fn signature(kind: FaultKind, ours: &Report, theirs: &Report) -> String {
    match kind {
        FaultKind::Unsat | FaultKind::Sat => format!("{ours} where the reference says {theirs}"),
        FaultKind::Optimum => "wrong optimum".to_owned(),
        FaultKind::Missing => "missing model".to_owned(),
        FaultKind::Extra => "extra model".to_owned(),
        FaultKind::Repeated => "repeated model".to_owned(),
        FaultKind::Number => "another number of models".to_owned(),
        FaultKind::Unconcluded => "missing consequence".to_owned(),
        FaultKind::Concluded => "extra consequence".to_owned(),
    }
}

fn demand(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Unsat => "the solver says unsatisfiable and the reference satisfiable",
        FaultKind::Sat => "the solver says satisfiable and the reference unsatisfiable",
        FaultKind::Optimum => "the solver has another optimum than the reference",
        FaultKind::Missing => "the solver lacks a model of the reference",
        FaultKind::Extra => "the solver has a model that the reference does not have",
        FaultKind::Repeated => "the solver prints a model more often than the reference",
        FaultKind::Number => "the solver has another number of models than the reference",
        FaultKind::Unconcluded => "the solver lacks a consequence of the reference",
        FaultKind::Concluded => "the solver has a consequence that the reference does not have",
    }
}

/// How the answer of a solver contradicts that of another, if it does. Models are not compared.
pub(super) fn contradicts(ours: &Report, theirs: &Report) -> Option<FaultKind> {
    if !ours.is_answered() || !theirs.is_answered() {
        return None;
    }
    match (ours.is_sat(), theirs.is_sat()) {
        (false, true) => Some(FaultKind::Unsat),
        (true, false) => Some(FaultKind::Sat),
        _ => {
            let are_optima =
                ours.class == AnswerClass::Optimum && theirs.class == AnswerClass::Optimum;
            let differ = are_optima && !may_be_equal(&ours.costs, &theirs.costs);
            differ.then_some(FaultKind::Optimum)
        }
    }
}

/// Whether two costs may be the same. Solvers differ in whether they print a priority at which nothing can be paid, and
/// none says which priorities it prints. So of costs with more priorities, some that are zero may be missing in the others.
fn may_be_equal(one: &[String], other: &[String]) -> bool {
    let (long, short) = if one.len() < other.len() {
        (other, one)
    } else {
        (one, other)
    };
    let mut rest = short.iter().peekable();
    let mut spare = long.len() - short.len();
    for cost in long {
        if rest.peek() == Some(&cost) {
            rest.next();
        } else if cost == "0" && spare > 0 {
            spare -= 1;
        } else {
            return false;
        }
    }
    rest.peek().is_none()
}

/// All kinds of differences between what two solvers say about a program, the most telling first. Models and
/// consequences are compared where both solvers say that they have all of them.
pub fn differences(ours: &Report, theirs: &Report) -> Vec<FaultKind> {
    match contradicts(ours, theirs) {
        Some(FaultKind::Unsat) => {
            return vec![FaultKind::Unsat, FaultKind::Missing, FaultKind::Number];
        }
        Some(FaultKind::Sat) => return vec![FaultKind::Sat, FaultKind::Extra, FaultKind::Number],
        Some(kind) => return vec![kind],
        None => {}
    }
    let reasoning = [ours, theirs].map(|report| report.consequences.as_ref());
    if let Some(shown) = reasoning.into_iter().flatten().next() {
        return consequences([ours, theirs], shown.reasoning);
    }
    match (ours.class, theirs.class) {
        (AnswerClass::Optimum, AnswerClass::Optimum) => match (ours.optimal, theirs.optimal) {
            (Some(ours), Some(theirs)) if ours != theirs => vec![FaultKind::Number],
            _ => Vec::new(),
        },
        (AnswerClass::Sat, AnswerClass::Sat) => models(ours, theirs),
        _ => Vec::new(),
    }
}

/// The kinds of differences between the consequences of two solvers, if those of both are known.
fn consequences(reports: [&Report; 2], reasoning: Reasoning) -> Vec<FaultKind> {
    let [Some(ours), Some(theirs)] = reports.map(|report| concluded(report, reasoning)) else {
        return Vec::new();
    };
    let lacks = (!theirs.is_subset(&ours)).then_some(FaultKind::Unconcluded);
    let exceeds = (!ours.is_subset(&theirs)).then_some(FaultKind::Concluded);
    lacks.into_iter().chain(exceeds).collect()
}

/// The consequences that a solver has found, or those of all its models.
fn concluded(report: &Report, reasoning: Reasoning) -> Option<BTreeSet<&String>> {
    if let Some(shown) = &report.consequences {
        return (shown.reasoning == reasoning).then(|| shown.atoms.iter().collect());
    }
    let models = report
        .all_models()
        .filter(|_| report.class == AnswerClass::Sat)?;
    models
        .iter()
        .map(BTreeSet::from_iter)
        .reduce(|some, others: BTreeSet<&String>| match reasoning {
            Reasoning::Brave => &some | &others,
            Reasoning::Cautious => &some & &others,
        })
}

/// The kinds of differences between two complete lists of models.
fn models(ours: &Report, theirs: &Report) -> Vec<FaultKind> {
    let (Some(our_number), Some(their_number)) = (ours.number, theirs.number) else {
        return Vec::new();
    };
    if !our_number.is_all || !their_number.is_all {
        return Vec::new();
    }
    let mut kinds = Vec::new();
    if let (Some(ours), Some(theirs)) = (ours.all_models(), theirs.all_models()) {
        let (ours, theirs) = (counted(ours), counted(theirs));
        let times = |models: &BTreeMap<_, u64>, model: &Vec<&str>| {
            models.get(model).copied().unwrap_or_default()
        };
        if theirs
            .keys()
            .any(|model| times(&ours, model) < times(&theirs, model))
        {
            kinds.push(FaultKind::Missing);
        }
        if ours.keys().any(|model| times(&theirs, model) == 0) {
            kinds.push(FaultKind::Extra);
        }
        if theirs
            .keys()
            .any(|model| times(&ours, model) > times(&theirs, model))
        {
            kinds.push(FaultKind::Repeated);
        }
    }
    if our_number.counted != their_number.counted {
        kinds.push(FaultKind::Number);
    }
    kinds
}

/// How often each model is printed. The order of atoms means nothing.
fn counted(models: &[Model]) -> BTreeMap<Vec<&str>, u64> {
    let mut times = BTreeMap::new();
    for model in models {
        let mut atoms: Vec<&str> = model.iter().map(String::as_str).collect();
        atoms.sort_unstable();
        *times.entry(atoms).or_default() += 1;
    }
    times
}
