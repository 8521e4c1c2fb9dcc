//! Presets: values of all parameters under one name.

use clap::ValueEnum;

/// A preset. Its comment is its help on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// As dense as FuzzASP's programs: each atom in heads and bodies
    Paper,
    /// Few rules, many of them of the special kinds: finds more in the same time
    Sparse,
}

impl Preset {
    /// Its name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Paper => "paper",
            Preset::Sparse => "sparse",
        }
    }
}
