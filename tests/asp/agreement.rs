//! A trusted solver agrees with the definition of stable models on random programs. Ignored unless asked for, because it
//! needs `scripts/solvers` to have been run: `cargo test --test asp -- --ignored real_solver`.

use super::case;
use super::stable_models::Program;
use smelt::fuzz::{Class, Dialect, Interval, Parameter, Parameters, Preset, Recipe};
use std::io::Write;
use std::process::{Command, Stdio};

/// So many programs are compared.
const PROGRAMS: usize = 5000;

/// A small program of one of the classes in turn.
fn program(number: u64) -> String {
    let classes = [Class::Nlp, Class::Wcp, Class::Dlp, Class::Mixed];
    let class = classes[usize::try_from(number % 4).expect("less than four")];
    let mut parameters = Parameters::of(Preset::Sparse, class);
    let atoms: Interval = "3:9".parse().expect("an interval");
    parameters.set(Parameter::Atoms, atoms);
    let recipe = Recipe {
        class,
        parameters,
        seed: 5,
    };
    Dialect::Gringo.print(&recipe.program(number))
}

/// The number of models that clingo finds.
fn models_by_clingo(text: &str) -> usize {
    let clingo = concat!(env!("CARGO_MANIFEST_DIR"), "/solvers/clingo-5.8.0");
    let mut child = Command::new(clingo)
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
#[ignore = "needs clingo 5.8.0 in solvers/"]
fn a_real_solver_finds_the_stable_models_of_5000_random_programs() {
    let mut compared = 0;
    for number in 0.. {
        let text = program(number);
        if let Some(program) = Program::of(&case(&text)) {
            assert_eq!(
                program.stable_models().len(),
                models_by_clingo(&text),
                "{text}"
            );
            compared += 1;
        }
        if compared == PROGRAMS {
            break;
        }
        assert!(
            number < 4 * PROGRAMS as u64,
            "too few programs are understood: {compared}"
        );
    }
}
