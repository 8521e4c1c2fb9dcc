//! The dialects in which a program can be written.
//!
//! The text formats print a program as it is. The numeric ones have simpler rules, so `numbered` translates it first.

mod numbered;
mod text;

use super::Program;
use crate::language::asp::{ASPIF, SMODELS};

/// A format of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramDialect {
    /// The text of gringo 5 and clingo 5.
    Gringo,
    /// The text of lparse.
    Lparse,
    /// The numeric format of gringo 5.
    Aspif,
    /// The numeric format of lparse and smodels.
    Smodels,
}

impl ProgramDialect {
    /// All dialects.
    pub const ALL: [ProgramDialect; 4] = [
        ProgramDialect::Gringo,
        ProgramDialect::Lparse,
        ProgramDialect::Aspif,
        ProgramDialect::Smodels,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.words()[0]
    }

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        self.words()[1]
    }

    /// What it is, for the help.
    pub fn about(self) -> &'static str {
        self.words()[2]
    }

    /// Its name, its extension, and what it is.
    fn words(self) -> [&'static str; 3] {
        match self {
            ProgramDialect::Gringo => ["gringo", "lp", "The text that clingo 5 reads"],
            ProgramDialect::Lparse => ["lparse", "lparse", "The older text of lparse"],
            ProgramDialect::Aspif => [
                "aspif",
                "aspif",
                "gringo's numeric format, which clasp reads",
            ],
            ProgramDialect::Smodels => ["smodels", "smodels", "smodels' numeric format"],
        }
    }

    /// The program in this dialect.
    pub fn print(self, program: &Program) -> String {
        match self {
            ProgramDialect::Gringo => text::print(program, &text::GRINGO),
            ProgramDialect::Lparse => text::print(program, &text::LPARSE),
            ProgramDialect::Aspif => numbered::print(program, ASPIF),
            ProgramDialect::Smodels => numbered::print(program, SMODELS),
        }
    }
}
