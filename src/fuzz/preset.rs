//! Presets: values of all parameters under one name.

/// A preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Programs as large and as dense as those of the paper.
    Paper,
    /// Small programs with few rules, which show more faults in the same time.
    Sparse,
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 2] = [Preset::Paper, Preset::Sparse];

    /// Its name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Paper => "paper",
            Preset::Sparse => "sparse",
        }
    }

    /// What it is for.
    pub fn about(self) -> &'static str {
        match self {
            Preset::Paper => "As dense as FuzzASP's programs: each atom in heads and bodies",
            Preset::Sparse => {
                "Few rules, many of them of the special kinds: finds more in the same time"
            }
        }
    }
}
