//! Recipes: what all programs of a run have in common.

use super::rules::Generator;
use super::{Parameter, Parameters, Program, ProgramClass, ProgramDialect, Random, cnf};

/// How programs of a class are generated.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The class.
    pub class: ProgramClass,
    /// An interval for each parameter.
    pub parameters: Parameters,
    /// The seed.
    pub seed: u64,
}

impl Recipe {
    /// The recipe of the program with this number: the recipes take turns. There must be one.
    pub fn in_turn(recipes: &[Recipe], number: u64) -> &Recipe {
        let turn = number % (recipes.len() as u64).max(1);
        &recipes[usize::try_from(turn).unwrap_or_default()]
    }

    /// The name of a file for the program with this number. It has the class, the seed and the number, with which the
    /// program can be made again.
    pub fn file_name(&self, number: u64, dialect: ProgramDialect) -> String {
        let (class, extension) = (self.class.name(), dialect.extension());
        format!("{class}-{}-{number:06}.{extension}", self.seed)
    }

    /// The program with this number.
    pub fn program(&self, number: u64) -> Program {
        let mut random = Random::of(self.seed, number);
        let drawn = self.parameters.draw(&mut random);
        if self.class == ProgramClass::Cnf {
            return cnf::program(&drawn, &mut random);
        }
        let mut generator = Generator::new(&drawn, &mut random);
        generator.facts();
        generator.normal_rules();
        generator.constraints();
        if self.class.has_weights() {
            generator.weight_constraint_rules();
        }
        if self.class.has_disjunctions() {
            generator.disjunctive_rules();
        }
        for priority in 1..=drawn[Parameter::Minimize] {
            generator.minimize(priority);
        }
        generator.done()
    }
}
