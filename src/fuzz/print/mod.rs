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
pub enum Dialect {
    /// The text of gringo 5 and clingo 5.
    Gringo,
    /// The text of lparse.
    Lparse,
    /// The numeric format of gringo 5.
    Aspif,
    /// The numeric format of lparse and smodels.
    Smodels,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 4] = [
        Dialect::Gringo,
        Dialect::Lparse,
        Dialect::Aspif,
        Dialect::Smodels,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Gringo => "gringo",
            Dialect::Lparse => "lparse",
            Dialect::Aspif => "aspif",
            Dialect::Smodels => "smodels",
        }
    }

    /// What it is, for the help.
    pub fn about(self) -> &'static str {
        match self {
            Dialect::Gringo => "The text that clingo 5 reads",
            Dialect::Lparse => "The older text of lparse",
            Dialect::Aspif => "gringo's numeric format, which clasp reads",
            Dialect::Smodels => "smodels' numeric format",
        }
    }

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Dialect::Gringo => "lp",
            Dialect::Lparse => "lparse",
            Dialect::Aspif => "aspif",
            Dialect::Smodels => "smodels",
        }
    }

    /// The program in this dialect.
    pub fn print(self, program: &Program) -> String {
        match self {
            Dialect::Gringo => text::print(program, &gringo::Gringo),
            Dialect::Lparse => text::print(program, &lparse::Lparse),
            Dialect::Aspif => aspif::print(program),
            Dialect::Smodels => smodels::print(program),
        }
    }
}
