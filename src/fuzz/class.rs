//! The classes of programs.

use clap::ValueEnum;

/// What a program consists of. The comment of a class is its help on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ValueEnum)]
pub enum ProgramClass {
    /// Normal programs: facts, normal rules, integrity constraints
    Nlp,
    /// Normal programs with choice, cardinality and weight rules
    Wcp,
    /// Normal programs with disjunctive rules
    Dlp,
    /// Programs with all kinds of rules
    Mixed,
    /// Translations of random CNF formulas, a baseline that finds little
    Cnf,
}

impl ProgramClass {
    /// Its name on the command line, in files and in tables.
    pub fn name(self) -> &'static str {
        match self {
            ProgramClass::Nlp => "nlp",
            ProgramClass::Wcp => "wcp",
            ProgramClass::Dlp => "dlp",
            ProgramClass::Mixed => "mixed",
            ProgramClass::Cnf => "cnf",
        }
    }

    /// Whether there are choice, cardinality and weight rules.
    pub(super) fn has_weights(self) -> bool {
        matches!(self, ProgramClass::Wcp | ProgramClass::Mixed)
    }

    /// Whether there are disjunctive rules.
    pub(super) fn has_disjunctions(self) -> bool {
        matches!(self, ProgramClass::Dlp | ProgramClass::Mixed)
    }
}
