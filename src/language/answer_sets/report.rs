//! The kinds of answers of answer-set solvers, and what comes with an answer.

use crate::observation::Limit;
use std::fmt;

/// The kinds of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerClass {
    /// There is an answer set.
    Sat,
    /// There is none.
    Unsat,
    /// There is an answer set, and the last one is optimal.
    Optimum,
    /// The solver did not find out, or its output is not that of an answer-set solver, or contradicts itself.
    #[default]
    Unknown,
    /// The solver reports an error, or exits with a code that means one.
    Error,
    /// A signal ended the run.
    Signal,
    /// A limit ended the run.
    Stopped(Limit),
}

/// A model: its atoms as they are printed. In text, an atom ends at a blank outside of strings and parentheses.
pub type Model = Vec<String>;

/// How many models a solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelCount {
    /// How many it counted.
    pub counted: u64,
    /// Whether there are no others.
    pub is_all: bool,
}

/// Which consequences a solver looks for instead of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reasoning {
    /// The atoms that are in at least one model.
    Brave,
    /// The atoms that are in every model.
    Cautious,
}

/// All consequences of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequences {
    /// Which consequences they are.
    pub reasoning: Reasoning,
    /// The atoms.
    pub atoms: Model,
}

/// What an output says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The answer.
    pub class: AnswerClass,
    /// The models in the order in which they were found, as far as they were printed and kept. Empty if the solver
    /// prints something other than models, as for brave and cautious consequences.
    pub models: Vec<Model>,
    /// How many models the summary counts. None if there is no summary, or if it counts something else, as for brave
    /// and cautious consequences.
    pub number: Option<ModelCount>,
    /// How many of them are optimal, if the solver says so.
    pub optimal: Option<u64>,
    /// The consequences that were printed instead of models, if the solver says that these are all.
    pub consequences: Option<Consequences>,
    /// The costs of the last model, the most important one first; empty if there is nothing to optimise.
    pub costs: Vec<String>,
    /// The first error message.
    pub error: Option<String>,
    /// Whether this is certainly the output of an answer-set solver, whatever it says.
    pub is_known: bool,
}

impl Report {
    /// Whether the solver has an answer: there is an answer set or there is none.
    pub fn is_answered(&self) -> bool {
        self.is_sat() || self.class == AnswerClass::Unsat
    }

    /// Whether there is an answer set.
    pub fn is_sat(&self) -> bool {
        matches!(self.class, AnswerClass::Sat | AnswerClass::Optimum)
    }

    /// Interprets what was read as models as the steps in which the solver has approached the consequences. The last
    /// step shows all of them, if the search is complete and the step has as many atoms as the summary counts.
    pub(super) fn conclude(&mut self, reasoning: Reasoning, counted: Option<u64>) {
        let steps = std::mem::take(&mut self.models);
        let is_all = self.number.take().is_some_and(|number| number.is_all);
        self.consequences = steps
            .into_iter()
            .next_back()
            .filter(|atoms| is_all && counted == Some(atoms.len() as u64))
            .map(|atoms| Consequences { reasoning, atoms });
    }

    /// All models, if the solver says that there are no others and all of them were printed and kept.
    pub fn all_models(&self) -> Option<&[Model]> {
        let number = self.number.filter(|number| number.is_all)?;
        (number.counted == self.models.len() as u64).then_some(&self.models)
    }
}

/// The answer in words.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.class, &self.error) {
            (AnswerClass::Sat, _) => f.write_str("satisfiable"),
            (AnswerClass::Unsat, _) => f.write_str("unsatisfiable"),
            (AnswerClass::Optimum, _) if self.costs.is_empty() => f.write_str("optimum found"),
            (AnswerClass::Optimum, _) => write!(f, "optimum {}", self.costs.join(" ")),
            (AnswerClass::Unknown, _) => f.write_str("unknown"),
            (AnswerClass::Error, Some(message)) => write!(f, "error: {message}"),
            (AnswerClass::Error, None) => f.write_str("error"),
            (AnswerClass::Signal, _) => f.write_str("crash"),
            (AnswerClass::Stopped(limit), _) => write!(f, "{limit} limit"),
        }
    }
}
