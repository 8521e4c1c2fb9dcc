//! The classes of programs.

/// What a program consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProgramClass {
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

impl ProgramClass {
    /// All classes.
    pub const ALL: [ProgramClass; 5] = [
        ProgramClass::Nlp,
        ProgramClass::Wcp,
        ProgramClass::Dlp,
        ProgramClass::Mixed,
        ProgramClass::Cnf,
    ];

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

    /// What it consists of, in the words of the help.
    pub fn about(self) -> &'static str {
        match self {
            ProgramClass::Nlp => "Normal programs: facts, normal rules, integrity constraints",
            ProgramClass::Wcp => "Normal programs with choice, cardinality and weight rules",
            ProgramClass::Dlp => "Normal programs with disjunctive rules",
            ProgramClass::Mixed => "Programs with all kinds of rules",
            ProgramClass::Cnf => {
                "Translations of random CNF formulas, a baseline that finds little"
            }
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
