//! The dialects in which a program can be written.
//!
//! The text formats print a program as it is. The numeric ones have simpler rules, so `numbered` translates it first.

mod numbered;
mod text;

use super::Program;
use crate::language::asp::{ASPIF, SMODELS};
use clap::ValueEnum;

/// A format of programs. Its comment is its help on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgramDialect {
    /// The text that clingo 5 reads
    Gringo,
    /// The older text of lparse
    Lparse,
    /// gringo's numeric format, which clasp reads
    Aspif,
    /// smodels' numeric format
    Smodels,
}

impl ProgramDialect {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ProgramDialect::Gringo => "gringo",
            ProgramDialect::Lparse => "lparse",
            ProgramDialect::Aspif => "aspif",
            ProgramDialect::Smodels => "smodels",
        }
    }

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            ProgramDialect::Gringo => "lp",
            ProgramDialect::Lparse | ProgramDialect::Aspif | ProgramDialect::Smodels => self.name(),
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
