//! `smelt answer-sets` and a trusted solver agree with the definition of stable models on random programs. The test with
//! the solver is ignored unless asked for, because it needs `scripts/solvers` to have been run:
//! `cargo test --test library asp -- --ignored real_solver`.

use super::case;
use super::stable_models::Program;
use smelt::fuzz::{Interval, Parameter, Parameters, Preset, ProgramClass, ProgramDialect, Recipe};
use smelt::language::asp::AnswerSets;
use std::io::Write;
use std::process::{Command, Stdio};

/// So many programs are compared.
const PROGRAMS: usize = 5000;

/// A small program of one of the classes in turn.
fn program(number: u64, dialect: ProgramDialect) -> String {
    let classes = [
        ProgramClass::Nlp,
        ProgramClass::Wcp,
        ProgramClass::Dlp,
        ProgramClass::Mixed,
    ];
    let class = classes[usize::try_from(number % 4).expect("less than four")];
    let mut parameters = Parameters::of(Preset::Sparse, class);
    let atoms: Interval = "3:9".parse().expect("an interval");
    parameters.set(Parameter::Atoms, atoms);
    let recipe = Recipe {
        class,
        parameters,
        seed: 5,
    };
    dialect.print(&recipe.program(number))
}

/// The program without its statements about costs.
fn without_costs(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("#minimize"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The number of models that clingo finds.
pub(crate) fn models_by_clingo(text: &str) -> usize {
    let clingo = concat!(env!("CARGO_MANIFEST_DIR"), "/solvers/clingo-5.8.0");
    let first = text.trim_start();
    let is_numeric =
        first.starts_with("asp ") || first.starts_with(|first: char| first.is_ascii_digit());
    let mut child = Command::new(clingo)
        .arg(if is_numeric {
            "--mode=clasp"
        } else {
            "--mode=clingo"
        })
        .args(["-W", "none", "-n", "0", "-q", "--opt-mode=ignore"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the solver is installed");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(text.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let models = output.lines().find_map(|line| line.strip_prefix("Models"));
    let models = models.and_then(|rest| rest.trim_start_matches([' ', ':']).parse().ok());
    models.unwrap_or_else(|| panic!("{text}: {output}"))
}

#[test]
fn the_answer_sets_of_random_programs_are_their_stable_models_in_every_format() {
    let mut compared = [0; 3];
    for number in 0..400 {
        let models = Program::of(&case(&program(number, ProgramDialect::Gringo)));
        let Some(models) = models.map(|program| program.stable_models().len()) else {
            continue;
        };
        for (dialect, compared) in [
            ProgramDialect::Gringo,
            ProgramDialect::Aspif,
            ProgramDialect::Smodels,
        ]
        .into_iter()
        .zip(&mut compared)
        {
            let text = program(number, dialect);
            if let Ok(found) = AnswerSets::of(&case(&text)) {
                assert_eq!(found.count(), models, "{text}");
                assert_eq!(found.iter().count(), models, "{text}");
                *compared += 1;
            }
        }
    }
    assert!(compared.iter().all(|&count| count > 200), "{compared:?}");
}

#[test]
#[ignore = "needs clingo 5.8.0 in solvers/"]
fn a_real_solver_finds_the_stable_models_of_5000_random_programs() {
    let (mut compared, mut found_by_smelt) = (0, 0);
    for number in 0.. {
        let text = program(number, ProgramDialect::Gringo);
        if let Ok(found) = AnswerSets::of(&case(&without_costs(&text))) {
            assert_eq!(found.count(), models_by_clingo(&text), "{text}");
            found_by_smelt += 1;
        }
        if let Some(program) = Program::of(&case(&text)) {
            assert_eq!(
                program.stable_models().len(),
                models_by_clingo(&text),
                "{text}"
            );
            compared += 1;
        }
        if compared == PROGRAMS {
            // All but those with too many atoms.
            assert!(found_by_smelt > number * 9 / 10, "{found_by_smelt}");
            break;
        }
        assert!(
            number < 4 * PROGRAMS as u64,
            "too few programs are understood: {compared}"
        );
    }
}
