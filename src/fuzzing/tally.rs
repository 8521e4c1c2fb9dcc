//! Counts of assessments.

use super::{Assessment, Category};
use crate::fuzz::ProgramClass;

/// How often each assessment was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    columns: [u64; Assessment::COLUMNS],
}

impl Tally {
    /// Counts an assessment.
    pub(super) fn count(&mut self, assessment: &Assessment) {
        self.columns[assessment.column()] += 1;
    }

    /// Adds counts, in the order of the columns.
    fn add(&mut self, counts: &[u64]) {
        for (sum, count) in self.columns.iter_mut().zip(counts) {
            *sum = sum.saturating_add(*count);
        }
    }

    /// The counts in the order of the columns.
    pub(super) fn columns(&self) -> &[u64] {
        &self.columns
    }

    /// How many assessments there are.
    pub(crate) fn total(&self) -> u64 {
        self.columns
            .iter()
            .fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// How many defects of a category there are.
    pub(crate) fn of(&self, category: Category) -> u64 {
        self.columns[category as usize]
    }

    /// How many defects there are.
    pub(crate) fn defects(&self) -> u64 {
        Category::ALL.map(|category| self.of(category)).iter().sum()
    }
}

/// The counts by solver and class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tallies {
    /// The names of the solvers under test.
    pub solvers: Vec<String>,
    /// The classes, each once.
    pub classes: Vec<ProgramClass>,
    /// By class, then by solver.
    counts: Vec<Vec<Tally>>,
    /// Of all solvers and classes.
    pub sum: Tally,
}

impl Tallies {
    /// Nothing counted yet.
    pub(super) fn new(solvers: Vec<String>, mut classes: Vec<ProgramClass>) -> Tallies {
        classes.sort_unstable();
        classes.dedup();
        Tallies {
            counts: vec![vec![Tally::default(); solvers.len()]; classes.len()],
            solvers,
            classes,
            sum: Tally::default(),
        }
    }

    /// The counts of these solvers and classes. What comes in two rows is added up.
    pub(super) fn of_rows(rows: Vec<(String, ProgramClass, Vec<u64>)>) -> Tallies {
        let mut solvers: Vec<String> = Vec::new();
        for (solver, ..) in &rows {
            if !solvers.contains(solver) {
                solvers.push(solver.clone());
            }
        }
        let classes = rows.iter().map(|(_, class, _)| *class).collect();
        let mut tallies = Tallies::new(solvers, classes);
        for (solver, class, counts) in rows {
            let row = tallies.classes.iter().position(|other| *other == class);
            let column = tallies.solvers.iter().position(|other| *other == solver);
            let Some((row, column)) = row.zip(column) else {
                continue;
            };
            tallies.counts[row][column].add(&counts);
            tallies.sum.add(&counts);
        }
        tallies
    }

    /// Counts an assessment of a solver.
    pub(super) fn count(&mut self, solver: usize, class: ProgramClass, assessment: &Assessment) {
        if let Some(row) = self.classes.iter().position(|other| *other == class) {
            self.counts[row][solver].count(assessment);
            self.sum.count(assessment);
        }
    }

    /// The counts of a class, by solver.
    pub(super) fn of(&self, class: ProgramClass) -> impl Iterator<Item = (&str, &Tally)> {
        let row = self.classes.iter().position(|other| *other == class);
        let tallies = row.map_or(&[][..], |row| &self.counts[row]);
        self.solvers.iter().map(String::as_str).zip(tallies)
    }
}
