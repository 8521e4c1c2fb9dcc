//! The dialects in which a program can be written.
//!
//! The text formats print a program as it is. The numeric ones have simpler rules, so `ground` translates it first.

mod aspif;
mod gringo;
mod ground;
mod lparse;
mod smodels;
mod text;

use super::Program;

/// A format of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramFormat {
    /// The text of gringo 5 and clingo 5.
    Gringo,
    /// The text of lparse.
    Lparse,
    /// The numeric format of gringo 5.
    Aspif,
    /// The numeric format of lparse and smodels.
    Smodels,
}

impl ProgramFormat {
    /// All dialects.
    pub const ALL: [ProgramFormat; 4] = [
        ProgramFormat::Gringo,
        ProgramFormat::Lparse,
        ProgramFormat::Aspif,
        ProgramFormat::Smodels,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ProgramFormat::Gringo => "gringo",
            ProgramFormat::Lparse => "lparse",
            ProgramFormat::Aspif => "aspif",
            ProgramFormat::Smodels => "smodels",
        }
    }

    /// What it is, for the help.
    pub fn about(self) -> &'static str {
        match self {
            ProgramFormat::Gringo => "The text that clingo 5 reads",
            ProgramFormat::Lparse => "The older text of lparse",
            ProgramFormat::Aspif => "gringo's numeric format, which clasp reads",
            ProgramFormat::Smodels => "smodels' numeric format",
        }
    }

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            ProgramFormat::Gringo => "lp",
            ProgramFormat::Lparse => "lparse",
            ProgramFormat::Aspif => "aspif",
            ProgramFormat::Smodels => "smodels",
        }
    }

    /// The program in this dialect.
    pub fn print(self, program: &Program) -> String {
        match self {
            ProgramFormat::Gringo => text::print(program, &gringo::Gringo),
            ProgramFormat::Lparse => text::print(program, &lparse::Lparse),
            ProgramFormat::Aspif => aspif::print(program),
            ProgramFormat::Smodels => smodels::print(program),
        }
    }
}
