//! What is found out about a solver on a program.

use super::Category;

/// What a program shows about a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Assessment {
    /// There is an answer set, and nothing contradicts that.
    Satisfiable,
    /// There is none, and nothing contradicts that.
    Unsatisfiable,
    /// A defect.
    Defect(Defect),
    /// The solver does not understand the program or its command. With its message.
    Refused(String),
    /// It ends without an answer and without a failure.
    Unanswered,
    /// It is not known whether it is right: a limit was reached, or no trusted solver has an answer.
    Undecided,
}

/// A defect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Defect {
    /// Its category.
    pub category: Category,
    /// The defect in one line.
    pub signature: String,
    /// The voters of the solver on this program, by their numbers in the panel; empty if none was asked.
    pub voters: Vec<usize>,
    /// Those among them that show the defect.
    pub against: Vec<usize>,
}

impl Assessment {
    /// The columns of a table: the categories of defects, then everything else.
    pub(super) const COLUMNS: usize = Category::ALL.len() + 5;

    /// The names of the columns after those of the categories.
    pub(super) const OTHERS: [&'static str; 5] = [
        "satisfiable",
        "unsatisfiable",
        "refused",
        "unanswered",
        "undecided",
    ];

    /// The column in which this assessment is counted.
    pub(super) fn column(&self) -> usize {
        let other = |nth: usize| Category::ALL.len() + nth;
        match self {
            Assessment::Defect(defect) => defect.category as usize,
            Assessment::Satisfiable => other(0),
            Assessment::Unsatisfiable => other(1),
            Assessment::Refused(_) => other(2),
            Assessment::Unanswered => other(3),
            Assessment::Undecided => other(4),
        }
    }
}
