//! The parameters of the generator. Each is an interval, from which every program draws one number. The number drawn for
//! a length is the greatest one of the program: each body, head or aggregate draws its own. The lower end of an interval
//! that somebody has chosen is the least length; the presets have the least that is possible.
//!
//! The paper on FuzzASP leaves the defaults open; with the values of the preset `paper`, programs become as large as
//! those in its tables. Numbers of rules are relative, so that they fit programs of any size.

use super::{Interval, Preset, ProgramClass, Random};
use std::ops::Index;

/// The parameters, in the order in which they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// n: how many atoms there are.
    Atoms,
    /// f: how many facts, in percent of the atoms.
    Facts,
    /// The least number of normal rules, in percent of the atoms.
    Rules,
    /// `r_h`: the least number of heads in which each atom occurs.
    InHeads,
    /// `r_b`: the least number of bodies in which each atom occurs.
    InBodies,
    /// The greatest number of literals in a body.
    Body,
    /// `p_dn`: the probability of default negation in percent.
    Negation,
    /// The probability of classical negation in percent.
    Classical,
    /// i: how many integrity constraints, in percent of the atoms.
    Constraints,
    /// How many choice rules, in percent of the normal rules.
    ChoiceRules,
    /// How many cardinality rules, in percent of the normal rules.
    CardinalityRules,
    /// How many weight rules, in percent of the normal rules.
    WeightRules,
    /// The greatest number of elements of a choice, cardinality or weight atom.
    Elements,
    /// The greatest weight; each element draws its own from 1 to this.
    Weight,
    /// The probability that one of the two bounds is left out, in percent.
    OpenBounds,
    /// The probability that a weight is left out and therefore is 1, in percent.
    Unweighted,
    /// The probability that a body literal of a cardinality or weight rule is a cardinality or weight atom, in percent.
    Aggregates,
    /// d: how many disjunctive rules, in percent of the normal rules.
    DisjunctiveRules,
    /// `d_a`: the greatest number of atoms in a disjunctive head.
    Heads,
    /// How many minimize statements, each with a priority of its own.
    Minimize,
    /// How many clauses a formula has, in percent of its variables.
    Clauses,
}

/// A parameter with its name, its meaning and its values.
pub struct ParameterEntry {
    /// The parameter.
    pub parameter: Parameter,
    /// The name of its option.
    pub name: &'static str,
    /// The help of its option.
    pub about: &'static str,
    /// The values that can be chosen.
    pub possible: Interval,
    /// The values of the preset `paper`.
    paper: Interval,
    /// The values of the preset `sparse`.
    sparse: Interval,
}

impl ParameterEntry {
    /// The values that each preset has for most classes, in words.
    pub fn defaults(&self) -> String {
        let ParameterEntry { sparse, paper, .. } = self;
        format!("[default: {sparse}; with --preset paper: {paper}]")
    }
}

const fn to(least: u32, most: u32) -> Interval {
    Interval { least, most }
}

const PERCENT: Interval = to(0, 100);
const RELATIVE: Interval = to(0, 10_000);

const fn entry(
    parameter: Parameter,
    name: &'static str,
    about: &'static str,
    [possible, paper, sparse]: [Interval; 3],
) -> ParameterEntry {
    ParameterEntry {
        parameter,
        name,
        about,
        possible,
        paper,
        sparse,
    }
}

/// All parameters, in the order of [`Parameter`].
#[rustfmt::skip]
pub const PARAMETERS: &[ParameterEntry] = &[
    entry(Parameter::Atoms, "atoms", "Atoms", [to(1, 100_000), to(20, 150), to(15, 45)]),
    entry(Parameter::Facts, "facts", "Facts, in % of the atoms", [RELATIVE, to(0, 7), to(0, 7)]),
    entry(Parameter::Rules, "rules", "Least number of normal rules, in % of the atoms", [RELATIVE, to(0, 0), to(60, 150)]),
    entry(Parameter::InHeads, "in-heads", "Each atom is in at least this many heads of facts and normal rules", [to(0, 100), to(1, 2), to(0, 0)]),
    entry(Parameter::InBodies, "in-bodies", "Each atom is in at least this many bodies of normal rules", [to(0, 100), to(1, 2), to(0, 0)]),
    entry(Parameter::Body, "body", "Greatest length of a body; none is shorter than MIN, by default 1", [to(1, 100), to(1, 5), to(1, 4)]),
    entry(Parameter::Negation, "negation", "Default negation of a body literal, in %", [PERCENT, to(20, 65), to(20, 65)]),
    entry(Parameter::Classical, "classical", "Classical negation of an atom, in %", [PERCENT, to(0, 0), to(0, 0)]),
    entry(Parameter::Constraints, "constraints", "Integrity constraints, in % of the atoms", [RELATIVE, to(0, 5), to(0, 5)]),
    entry(Parameter::ChoiceRules, "choice-rules", "Choice rules, in % of the normal rules", [RELATIVE, to(0, 5), to(5, 35)]),
    entry(Parameter::CardinalityRules, "cardinality-rules", "Cardinality rules, in % of the normal rules", [RELATIVE, to(0, 5), to(5, 35)]),
    entry(Parameter::WeightRules, "weight-rules", "Weight rules, in % of the normal rules", [RELATIVE, to(0, 5), to(5, 35)]),
    entry(Parameter::Elements, "elements", "Greatest number of elements of a choice or aggregate; none has fewer than MIN", [to(1, 100), to(2, 8), to(2, 6)]),
    entry(Parameter::Weight, "weight", "Greatest weight", [to(1, 1_000), to(2, 10), to(1, 5)]),
    entry(Parameter::OpenBounds, "open-bounds", "One of the two bounds is left out, in %", [PERCENT, to(20, 60), to(30, 80)]),
    entry(Parameter::Unweighted, "unweighted", "A weight is left out and so is 1, in %", [PERCENT, to(0, 30), to(0, 30)]),
    entry(Parameter::Aggregates, "aggregates", "Aggregates among the body literals of cardinality and weight rules, in %", [PERCENT, to(20, 80), to(20, 80)]),
    entry(Parameter::DisjunctiveRules, "disjunctive-rules", "Disjunctive rules, in % of the normal rules", [RELATIVE, to(0, 5), to(5, 35)]),
    entry(Parameter::Heads, "heads", "Greatest length of a disjunctive head; none is shorter than MIN, by default 2", [to(2, 100), to(2, 6), to(6, 6)]),
    entry(Parameter::Minimize, "minimize", "Minimize statements, each of its own priority", [to(0, 100), to(0, 0), to(0, 0)]),
    entry(Parameter::Clauses, "clauses", "Class cnf: clauses, in % of the variables", [RELATIVE, to(250, 450), to(250, 450)]),
];

/// An interval for each parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    intervals: [Interval; PARAMETERS.len()],
    /// The least value of each parameter that is a length.
    least: [u32; PARAMETERS.len()],
}

impl Parameters {
    /// The values of a preset for a class.
    pub fn of(preset: Preset, class: ProgramClass) -> Parameters {
        let interval = |nth: usize| match preset {
            Preset::Paper => PARAMETERS[nth].paper,
            Preset::Sparse => PARAMETERS[nth].sparse,
        };
        let mut values = Parameters {
            intervals: std::array::from_fn(interval),
            least: std::array::from_fn(|nth| PARAMETERS[nth].possible.least),
        };
        // Solvers seldom get small disjunctive programs wrong: it takes more atoms.
        if preset == Preset::Sparse && class == ProgramClass::Dlp {
            values.set(Parameter::Atoms, to(20, 120));
        }
        // Three literals a clause and about 3.5 clauses a variable: some are satisfiable and some are not.
        if class == ProgramClass::Cnf {
            values.set(Parameter::Body, to(3, 4));
        }
        values
    }

    /// Replaces the interval of a parameter. If this is a length, none is below the lower end.
    pub fn set(&mut self, parameter: Parameter, interval: Interval) {
        self.intervals[parameter as usize] = interval;
        self.least[parameter as usize] = interval.least;
    }

    /// A number for each parameter.
    pub fn draw(&self, random: &mut Random) -> Drawn {
        Drawn {
            numbers: self.intervals.map(|interval| interval.draw(random)),
            least: self.least,
        }
    }
}

impl Index<Parameter> for Parameters {
    type Output = Interval;

    fn index(&self, parameter: Parameter) -> &Interval {
        &self.intervals[parameter as usize]
    }
}

/// The number that a program has drawn for each parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    numbers: [u32; PARAMETERS.len()],
    /// The least value of each parameter that is a length.
    least: [u32; PARAMETERS.len()],
}

impl Drawn {
    /// A length: from the least one to the number that the program has drawn.
    pub(super) fn length(&self, parameter: Parameter, random: &mut Random) -> u32 {
        random.between(self.least[parameter as usize], self[parameter])
    }

    /// The percentage of a number that a parameter stands for, rounded to the nearest whole number.
    pub(super) fn share(&self, parameter: Parameter, whole: u32) -> u32 {
        let share = (u64::from(self[parameter]) * u64::from(whole) + 50) / 100;
        u32::try_from(share).unwrap_or(u32::MAX)
    }
}

impl Index<Parameter> for Drawn {
    type Output = u32;

    fn index(&self, parameter: Parameter) -> &u32 {
        &self.numbers[parameter as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{PARAMETERS, Parameters};
    use crate::fuzz::{Preset, ProgramClass, Random};
    use clap::ValueEnum;

    #[test]
    fn the_table_has_the_order_of_the_parameters_and_its_values_are_possible() {
        for (nth, entry) in PARAMETERS.iter().enumerate() {
            assert_eq!(entry.parameter as usize, nth, "{}", entry.name);
            assert!(entry.paper.is_within(entry.possible), "{}", entry.name);
            assert!(entry.sparse.is_within(entry.possible), "{}", entry.name);
        }
    }

    #[test]
    fn every_number_drawn_is_in_its_interval() {
        let mut random = Random::of(3, 4);
        let of_class = |&class: &ProgramClass| {
            let presets = Preset::value_variants().iter();
            presets.map(move |&preset| (preset, class))
        };
        let classes = ProgramClass::value_variants().iter();
        for (preset, class) in classes.flat_map(of_class) {
            let parameters = Parameters::of(preset, class);
            for _ in 0..100 {
                let drawn = parameters.draw(&mut random);
                for entry in PARAMETERS {
                    let (number, interval) = (drawn[entry.parameter], parameters[entry.parameter]);
                    assert!(
                        (interval.least..=interval.most).contains(&number),
                        "{}",
                        entry.name
                    );
                }
            }
        }
    }
}
