//! The dialects in which a program can be written.
//!
//! The text formats print a program as it is. The numeric ones have simpler rules, so `numbered` translates it first.

mod gringo;
mod lparse;
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
        match self {
            ProgramDialect::Gringo => "gringo",
            ProgramDialect::Lparse => "lparse",
            ProgramDialect::Aspif => "aspif",
            ProgramDialect::Smodels => "smodels",
        }
    }

    /// What it is, for the help.
    pub fn about(self) -> &'static str {
        match self {
            ProgramDialect::Gringo => "The text that clingo 5 reads",
            ProgramDialect::Lparse => "The older text of lparse",
            ProgramDialect::Aspif => "gringo's numeric format, which clasp reads",
            ProgramDialect::Smodels => "smodels' numeric format",
        }
    }

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            ProgramDialect::Gringo => "lp",
            ProgramDialect::Lparse => "lparse",
            ProgramDialect::Aspif => "aspif",
            ProgramDialect::Smodels => "smodels",
        }
    }

    /// The program in this dialect.
    pub fn print(self, program: &Program) -> String {
        match self {
            ProgramDialect::Gringo => text::print(program, &gringo::Gringo),
            ProgramDialect::Lparse => text::print(program, &lparse::Lparse),
            ProgramDialect::Aspif => numbered::print(program, ASPIF),
            ProgramDialect::Smodels => numbered::print(program, SMODELS),
        }
    }
}
