//! Categories of defects. A solver shows at most one of them on a program.

use crate::oracle::FaultKind;

/// A category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Category {
    /// The solver ends in an unexpected way and has no answer.
    Error,
    /// It prints a model that is no answer set.
    InvalidModel,
    /// It finds no answer set where there is one.
    Incorrect,
    /// It reaches its time limit where a trusted solver needs little time.
    Hang,
    /// It calls an answer set optimal that is not.
    WrongOptimum,
    /// It does not print all models.
    MissingModel,
    /// It prints a model that a trusted solver does not print.
    ExtraModel,
    /// It prints a model more often than a trusted solver.
    RepeatedModel,
    /// It counts another number of models than a trusted solver, and not all of them are known.
    OtherNumber,
    /// Its brave or cautious consequences are not those of a trusted solver.
    WrongConsequences,
}

impl Category {
    /// All categories: first the three of the paper, in the order of its tables.
    pub(crate) const ALL: [Category; 10] = [
        Category::Error,
        Category::InvalidModel,
        Category::Incorrect,
        Category::Hang,
        Category::WrongOptimum,
        Category::MissingModel,
        Category::ExtraModel,
        Category::RepeatedModel,
        Category::OtherNumber,
        Category::WrongConsequences,
    ];

    /// Its name in tables and directories.
    pub(crate) fn name(self) -> &'static str {
        self.words().0
    }

    /// Its column in a table of results.
    pub(super) fn heading(self) -> &'static str {
        self.words().1
    }

    /// Its name and its column.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Category::Error => ("error", "errors"),
            Category::InvalidModel => ("invalid-model", "invalid models"),
            Category::Incorrect => ("incorrect", "incorrect"),
            Category::Hang => ("hang", "hangs"),
            Category::WrongOptimum => ("wrong-optimum", "wrong optima"),
            Category::MissingModel => ("missing-model", "missing models"),
            Category::ExtraModel => ("extra-model", "extra models"),
            Category::RepeatedModel => ("repeated-model", "repeated models"),
            Category::OtherNumber => ("other-number", "other numbers"),
            Category::WrongConsequences => ("wrong-consequences", "wrong consequences"),
        }
    }

    /// The category of a difference between two solvers.
    pub(super) fn of(kind: FaultKind) -> Category {
        match kind {
            FaultKind::Unsat => Category::Incorrect,
            FaultKind::Sat => Category::InvalidModel,
            FaultKind::Optimum => Category::WrongOptimum,
            FaultKind::Missing => Category::MissingModel,
            FaultKind::Extra => Category::ExtraModel,
            FaultKind::Repeated => Category::RepeatedModel,
            FaultKind::Number => Category::OtherNumber,
            FaultKind::Unconcluded | FaultKind::Concluded => Category::WrongConsequences,
        }
    }
}
