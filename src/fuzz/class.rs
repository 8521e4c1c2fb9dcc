//! The classes of programs.

/// What a program consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Normal logic programs: facts, normal rules and integrity constraints.
    Nlp,
    /// Weight constraint programs: normal programs with choice, cardinality and weight rules.
    Wcp,
    /// Disjunctive logic programs: normal programs with disjunctive rules.
    Dlp,
    /// All of these together.
    Mixed,
    /// The translation of random formulas in conjunctive normal form: tight normal programs.
    Cnf,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 5] = [Class::Nlp, Class::Wcp, Class::Dlp, Class::Mixed, Class::Cnf];

    /// Its name on the command line, in files and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Class::Nlp => "nlp",
            Class::Wcp => "wcp",
            Class::Dlp => "dlp",
            Class::Mixed => "mixed",
            Class::Cnf => "cnf",
        }
    }

    /// What it consists of, for the help.
    pub fn about(self) -> &'static str {
        match self {
            Class::Nlp => "Normal programs: facts, normal rules, integrity constraints",
            Class::Wcp => "Normal programs with choice, cardinality and weight rules",
            Class::Dlp => "Normal programs with disjunctive rules",
            Class::Mixed => "Programs with all kinds of rules",
            Class::Cnf => "Translations of random CNF formulas, a baseline that finds little",
        }
    }

    /// Whether there are choice, cardinality and weight rules.
    pub(super) fn has_weights(self) -> bool {
        matches!(self, Class::Wcp | Class::Mixed)
    }

    /// Whether there are disjunctive rules.
    pub(super) fn has_disjunctions(self) -> bool {
        matches!(self, Class::Dlp | Class::Mixed)
    }
}
