//! The generator of random answer-set programs: what is asked for is what is made, and always the same.

mod dialects;

use clap::ValueEnum;
use smelt::fuzz::{
    BodyLiteral, Head, Interval, Literal, PARAMETERS, Parameter, Parameters, Preset, Program,
    ProgramClass, ProgramDialect, Random, Recipe, Statement,
};
use std::collections::HashMap;

fn recipe(preset: Preset, class: ProgramClass, changes: &[(Parameter, &str)]) -> Recipe {
    let mut parameters = Parameters::of(preset, class);
    for (parameter, interval) in changes {
        let interval = interval.parse::<Interval>().expect("an interval");
        parameters.set(*parameter, interval);
    }
    Recipe {
        class,
        parameters,
        seed: 11,
    }
}

/// The statements of the kinds that the parameters count.
#[derive(Default)]
struct Counts {
    facts: u32,
    normal: u32,
    constraints: u32,
    choices: u32,
    disjunctions: u32,
    aggregates: u32,
    minimize: u32,
    longest_body: usize,
    longest_head: usize,
    /// In how many heads of facts and normal rules an atom is, and in how many places of bodies of normal rules.
    heads: HashMap<u32, u32>,
    bodies: HashMap<u32, u32>,
}

fn counts(program: &Program) -> Counts {
    let mut counts = Counts::default();
    for statement in &program.statements {
        let Statement::Rule { head, body } = statement else {
            counts.minimize += 1;
            continue;
        };
        counts.longest_body = counts.longest_body.max(body.len());
        let has_aggregate = body
            .iter()
            .any(|part| matches!(part, BodyLiteral::Aggregate(_)));
        match head {
            Head::Choice(_) => counts.choices += 1,
            Head::Aggregate(_) => counts.aggregates += 1,
            Head::Atoms(_) if has_aggregate => counts.aggregates += 1,
            Head::Atoms(atoms) if atoms.is_empty() => counts.constraints += 1,
            Head::Atoms(atoms) if atoms.len() > 1 => {
                counts.disjunctions += 1;
                counts.longest_head = counts.longest_head.max(atoms.len());
            }
            Head::Atoms(atoms) => {
                *counts.heads.entry(atoms[0].number).or_default() += 1;
                if body.is_empty() {
                    counts.facts += 1;
                } else {
                    counts.normal += 1;
                }
                for part in body {
                    if let BodyLiteral::Literal(literal) = part {
                        *counts.bodies.entry(literal.atom.number).or_default() += 1;
                    }
                }
            }
        }
    }
    counts
}

/// So many percent of a number, rounded to the nearest.
fn share(percent: u32, of: u32) -> u32 {
    (percent * of + 50) / 100
}

/// The numbers that a program has drawn.
fn drawn(recipe: &Recipe, number: u64) -> impl Fn(Parameter) -> u32 + use<> {
    let drawn = recipe.parameters.draw(&mut Random::of(recipe.seed, number));
    move |parameter| drawn[parameter]
}

#[test]
fn a_program_has_as_many_rules_of_each_kind_as_its_parameters_say() {
    for &preset in Preset::value_variants() {
        for class in [
            ProgramClass::Nlp,
            ProgramClass::Wcp,
            ProgramClass::Dlp,
            ProgramClass::Mixed,
        ] {
            let recipe = recipe(preset, class, &[(Parameter::Minimize, "0:3")]);
            for number in 0..40 {
                let (program, drawn) = (recipe.program(number), drawn(&recipe, number));
                let counts = counts(&program);
                let atoms = drawn(Parameter::Atoms);
                let relative = |parameter| share(drawn(parameter), counts.normal);
                assert_eq!(program.atoms, atoms);
                assert_eq!(counts.facts, share(drawn(Parameter::Facts), atoms));
                assert!(counts.normal >= share(drawn(Parameter::Rules), atoms));
                assert_eq!(
                    counts.constraints,
                    share(drawn(Parameter::Constraints), atoms)
                );
                assert_eq!(counts.minimize, drawn(Parameter::Minimize));
                assert!(counts.longest_body <= drawn(Parameter::Body) as usize);
                let (weights, disjunctions) = match class {
                    ProgramClass::Wcp => (1, 0),
                    ProgramClass::Dlp => (0, 1),
                    ProgramClass::Mixed => (1, 1),
                    ProgramClass::Nlp | ProgramClass::Cnf => (0, 0),
                };
                assert_eq!(counts.choices, weights * relative(Parameter::ChoiceRules));
                let aggregates =
                    relative(Parameter::CardinalityRules) + relative(Parameter::WeightRules);
                assert_eq!(counts.aggregates, weights * aggregates);
                assert_eq!(
                    counts.disjunctions,
                    disjunctions * relative(Parameter::DisjunctiveRules)
                );
                assert!(counts.longest_head <= drawn(Parameter::Heads) as usize);
            }
        }
    }
}

#[test]
fn no_length_is_below_the_lower_end_of_its_interval() {
    let changes = [
        (Parameter::Body, "3:3"),
        (Parameter::Heads, "4:5"),
        (Parameter::Elements, "4:4"),
    ];
    let recipe = recipe(Preset::Sparse, ProgramClass::Mixed, &changes);
    for program in (0..20).map(|number| recipe.program(number)) {
        for statement in &program.statements {
            let Statement::Rule { head, body } = statement else {
                continue;
            };
            assert!(matches!(body.len(), 0 | 3), "{statement:?}");
            match head {
                Head::Atoms(atoms) => {
                    assert!(matches!(atoms.len(), 0 | 1 | 4 | 5), "{statement:?}");
                }
                Head::Choice(atoms) => assert_eq!(atoms.len(), 4),
                Head::Aggregate(aggregate) => assert_eq!(aggregate.elements.len(), 4),
            }
        }
    }
}

#[test]
fn each_atom_is_in_so_many_heads_and_bodies_at_least() {
    let changes = [(Parameter::InHeads, "1:3"), (Parameter::InBodies, "0:4")];
    let recipe = recipe(Preset::Paper, ProgramClass::Nlp, &changes);
    for number in 0..30 {
        let counts = counts(&recipe.program(number));
        let drawn = drawn(&recipe, number);
        for atom in 1..=drawn(Parameter::Atoms) {
            let times = |of: &HashMap<u32, u32>| of.get(&atom).copied().unwrap_or_default();
            assert!(times(&counts.heads) >= drawn(Parameter::InHeads), "x{atom}");
            assert!(
                times(&counts.bodies) >= drawn(Parameter::InBodies),
                "x{atom}"
            );
        }
    }
}

/// The literals of normal rules and the constraints.
fn body_literals(program: &Program) -> Vec<Literal> {
    let mut literals = Vec::new();
    for statement in &program.statements {
        if let Statement::Rule { body, .. } = statement {
            literals.extend(body.iter().filter_map(|part| match part {
                BodyLiteral::Literal(literal) => Some(*literal),
                BodyLiteral::Aggregate(_) => None,
            }));
        }
    }
    literals
}

#[test]
fn negations_are_as_frequent_as_asked_for() {
    for (negation, classical) in [("0", "0"), ("100", "100"), ("30", "60")] {
        let changes = [
            (Parameter::Negation, negation),
            (Parameter::Classical, classical),
        ];
        let recipe = recipe(Preset::Sparse, ProgramClass::Nlp, &changes);
        let literals: Vec<Literal> = (0..200)
            .flat_map(|number| body_literals(&recipe.program(number)))
            .collect();
        let percent = |is: fn(&Literal) -> bool| {
            let found = literals.iter().filter(|literal| is(literal)).count();
            (100.0 * found as f64 / literals.len() as f64).round()
        };
        let near = |measured: f64, asked: &str| {
            let asked = asked.parse::<f64>().expect("a number");
            assert!((measured - asked).abs() <= 2.0, "{measured} for {asked}");
        };
        near(percent(|literal| literal.is_negated), negation);
        near(percent(|literal| literal.atom.is_negated), classical);
    }
}

#[test]
fn aggregates_have_one_bound_at_least_and_no_atom_twice() {
    let recipe = recipe(
        Preset::Sparse,
        ProgramClass::Mixed,
        &[(Parameter::Weight, "3:5")],
    );
    let mut open = [0, 0];
    for program in (0..100).map(|number| recipe.program(number)) {
        for statement in &program.statements {
            let Statement::Rule { head, body } = statement else {
                continue;
            };
            let of_body = body.iter().filter_map(|part| match part {
                BodyLiteral::Aggregate(aggregate) => Some(aggregate),
                BodyLiteral::Literal(_) => None,
            });
            let of_head = match head {
                Head::Aggregate(aggregate) => Some(aggregate),
                Head::Atoms(_) | Head::Choice(_) => None,
            };
            for aggregate in of_body.chain(of_head) {
                let total: u32 = aggregate.elements.iter().map(|(_, weight)| weight).sum();
                let mut atoms: Vec<u32> = aggregate
                    .elements
                    .iter()
                    .map(|(literal, _)| literal.atom.number)
                    .collect();
                atoms.sort_unstable();
                atoms.dedup();
                assert_eq!(atoms.len(), aggregate.elements.len());
                let weights = aggregate.elements.iter().map(|(_, weight)| *weight);
                let most = if aggregate.has_weights { 5 } else { 1 };
                assert!(weights.min() >= Some(1));
                assert!(aggregate.elements.iter().all(|(_, weight)| *weight <= most));
                let (lower, upper) = (aggregate.lower, aggregate.upper);
                assert!(lower.is_some() || upper.is_some());
                assert!(lower.unwrap_or(1) <= upper.unwrap_or(total));
                assert!(lower.unwrap_or(1) >= 1 && upper.unwrap_or(1) <= total);
                open[0] += u32::from(lower.is_none());
                open[1] += u32::from(upper.is_none());
            }
        }
    }
    assert!(open.iter().all(|count| *count > 20), "{open:?}");
}

#[test]
fn the_translation_of_a_formula_has_three_kinds_of_rules() {
    let recipe = recipe(
        Preset::Sparse,
        ProgramClass::Cnf,
        &[(Parameter::Atoms, "7")],
    );
    let program = recipe.program(3);
    let counts = counts(&program);
    let clauses = share(drawn(&recipe, 3)(Parameter::Clauses), 7);
    let literals = clauses * drawn(&recipe, 3)(Parameter::Body);
    assert_eq!(counts.constraints, clauses);
    assert_eq!(counts.normal, 2 * 7 + literals);
    let statements = u32::try_from(program.statements.len());
    assert_eq!(statements, Ok(2 * 7 + clauses + literals));
}

/// If this test fails, programs that were made before cannot be made again: all seeds mean something else.
#[test]
fn the_same_recipe_and_number_always_give_the_same_bytes() {
    let all = |dialect: &ProgramDialect| {
        let mut hasher = blake3::Hasher::new();
        for &class in ProgramClass::value_variants() {
            let changes = [(Parameter::Classical, "0:20"), (Parameter::Minimize, "0:2")];
            let recipe = recipe(Preset::Sparse, class, &changes);
            for number in [0, 1, 2, 1000, u64::MAX] {
                hasher.update(dialect.print(&recipe.program(number)).as_bytes());
            }
        }
        hasher.finalize().to_hex()[..16].to_owned()
    };
    let dialects = ProgramDialect::value_variants().iter();
    let digests: Vec<String> = dialects.map(all).collect();
    assert_eq!(
        digests,
        [
            "0a94f56f812ee2c0",
            "a21cee3b8db9fc4b",
            "54efa8ccc75163f4",
            "321389ef015d5eb2"
        ]
    );
}

#[test]
fn programs_of_different_numbers_and_seeds_differ() {
    let one = recipe(Preset::Sparse, ProgramClass::Mixed, &[]);
    let other = Recipe {
        seed: 12,
        ..one.clone()
    };
    assert_ne!(one.program(1), one.program(2));
    assert_ne!(one.program(1), other.program(1));
    assert_eq!(one.program(1), one.clone().program(1));
}

#[test]
fn recipes_take_turns() {
    let recipes =
        [ProgramClass::Nlp, ProgramClass::Dlp].map(|class| recipe(Preset::Sparse, class, &[]));
    let classes = [0, 1, 2, 5].map(|number| Recipe::in_turn(&recipes, number).class);
    assert_eq!(
        classes,
        [
            ProgramClass::Nlp,
            ProgramClass::Dlp,
            ProgramClass::Nlp,
            ProgramClass::Dlp
        ]
    );
    let name = recipes[1].file_name(7, ProgramDialect::Aspif);
    assert_eq!(name, "dlp-11-000007.aspif");
}

#[test]
fn extreme_parameters_are_no_problem() {
    let least: Vec<(Parameter, String)> = PARAMETERS
        .iter()
        .map(|entry| (entry.parameter, entry.possible.least.to_string()))
        .collect();
    let least: Vec<(Parameter, &str)> = least
        .iter()
        .map(|(parameter, text)| (*parameter, text.as_str()))
        .collect();
    let many = [
        (Parameter::Atoms, "1"),
        (Parameter::InHeads, "100"),
        (Parameter::InBodies, "100"),
        (Parameter::Elements, "100"),
        (Parameter::Heads, "100"),
        (Parameter::DisjunctiveRules, "200"),
        (Parameter::WeightRules, "200"),
    ];
    for &class in ProgramClass::value_variants() {
        for changes in [&least[..], &many] {
            let program = recipe(Preset::Sparse, class, changes).program(0);
            for dialect in ProgramDialect::value_variants() {
                let _ = dialect.print(&program);
            }
        }
    }
}
