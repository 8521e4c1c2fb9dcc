//! Random programs with aggregates that may fall, and with conditional literals, keep their answer sets in every format.
//! An independent definition and a trusted solver agree with smelt. The test with the solver is ignored unless asked for,
//! because it needs `scripts/solvers` to have been run: `cargo test --test library asp -- --ignored real_solver`.

use super::agreement::models_by_clingo;
use super::case;
use super::stable_models::Program;
use smelt::language::Language;
use smelt::language::asp::{AnswerSets, Asp};

const WEIGHTS: &[&str] = &["-2", "-1", "0", "1", "2"];

/// Numbers that look random, the same ones each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let high = usize::try_from(self.0 >> 33).expect("31 bits");
        high % end
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    fn atom(&mut self) -> &'static str {
        self.of(&["a", "b", "c", "d"])
    }

    fn any_atom(&mut self) -> &'static str {
        self.of(&["a", "b", "c", "d", "e"])
    }

    fn literal(&mut self) -> String {
        let sign = self.of(&["", "", "not "]);
        format!("{sign}{}", self.any_atom())
    }

    fn literals(&mut self, most: usize) -> String {
        let all: Vec<String> = (0..=self.below(most)).map(|_| self.literal()).collect();
        all.join(",")
    }

    fn bounded(&mut self, kind: &str, elements: &str) -> String {
        let numbers = if kind == "#sum" {
            WEIGHTS
        } else {
            &["0", "1", "2", "3", "4"]
        };
        let bound = self.of(numbers);
        let relation = self.of(&["!=", "!=", "=", "<", "<=", ">", ">="]);
        let left = if self.below(2) == 0 {
            format!("{bound}{relation}")
        } else {
            String::new()
        };
        let right = if left.is_empty() || self.below(4) == 0 {
            format!("{relation}{}", self.below(3))
        } else {
            String::new()
        };
        let sign = self.of(&["", "", "", "not ", "not not "]);
        format!("{sign}{left}{kind}{{{elements}}}{right}")
    }

    fn aggregate(&mut self) -> String {
        let kind = self.of(&["#sum", "#sum", "#count"]);
        let element = |place: usize, random: &mut Random| {
            let weight = random.of(WEIGHTS);
            format!("{weight},{place}:{}", random.literal())
        };
        let elements: Vec<String> = (0..=self.below(3))
            .map(|place| element(place, self))
            .collect();
        self.bounded(kind, &elements.join(";"))
    }

    fn body(&mut self) -> String {
        let mut body = vec![match self.below(5) {
            0 => self.literal(),
            3 | 4 => format!("{}:{}", self.literal(), self.literals(2)),
            _ => self.aggregate(),
        }];
        if self.below(3) == 0 {
            body.insert(0, self.literal());
        }
        body.join("; ")
    }

    fn head(&mut self) -> String {
        match self.below(6) {
            0 => String::new(),
            1 => format!("{}|{}", self.atom(), self.atom()),
            2 => {
                let given = self.of(&["e", "not e", "e,f", "not e,f", "e,not f"]);
                format!("{}:{given};{}", self.atom(), self.atom())
            }
            3 => format!("{{{}}}", self.atom()),
            _ => self.atom().to_owned(),
        }
    }

    fn program(&mut self) -> String {
        let mut rules = vec![format!("{{{};e;f}}.", self.atom())];
        for _ in 0..2 + self.below(3) {
            let head = self.head();
            rules.push(format!("{head}:-{}.", self.body()));
        }
        rules.join(" ")
    }
}

/// The program, and its conversions to each format.
fn converted(text: &str) -> impl Iterator<Item = String> {
    Asp.formats().iter().map(move |format| {
        let converted = Asp.convert(&case(text), format);
        let converted = converted.unwrap_or_else(|why| panic!("{text} to {format}: {why}"));
        String::from_utf8(converted).expect("text")
    })
}

/// The answer sets without the atoms that have no names.
fn named(sets: &AnswerSets) -> Vec<Vec<&str>> {
    let sets = sets.iter().map(|mut atoms| {
        atoms.retain(|atom| !atom.starts_with('x'));
        atoms.sort_unstable();
        atoms
    });
    let mut sets: Vec<_> = sets.collect();
    sets.sort();
    sets
}

#[test]
fn random_aggregates_and_conditions_keep_their_stable_models() {
    let mut random = Random(1);
    let mut compared = 0;
    for _ in 0..600 {
        let text = random.program();
        let expected = Program::of(&case(&text))
            .expect("it is ground")
            .stable_models()
            .len();
        let Ok(found) = AnswerSets::of(&case(&text)) else {
            continue;
        };
        assert_eq!(found.count(), expected, "{text}");
        for form in converted(&text) {
            if let Ok(again) = AnswerSets::of(&case(&form)) {
                assert_eq!(named(&again), named(&found), "{text}: {form}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1500, "{compared}");
}

#[test]
#[ignore = "needs clingo 5.8.0 in solvers/"]
fn a_real_solver_finds_the_stable_models_of_2000_random_programs_in_every_format() {
    let mut random = Random(2);
    for _ in 0..2000 {
        let text = random.program();
        let expected = Program::of(&case(&text))
            .expect("it is ground")
            .stable_models()
            .len();
        assert_eq!(models_by_clingo(&text), expected, "{text}");
        for form in converted(&text) {
            assert_eq!(models_by_clingo(&form), expected, "{text}: {form}");
        }
    }
}
