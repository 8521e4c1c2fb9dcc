//! The numbers of models that are known of the programs in `benchmarks/asp` agree with the definition.

use super::case;
use super::stable_models::Program;

fn models(file: &str) -> usize {
    let path = format!("{}/benchmarks/asp/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a program");
    let program = Program::of(&case(&text)).expect("a small ground program");
    program.stable_models().len()
}

#[test]
fn the_known_numbers_of_models_are_right() {
    let table = [
        ("new/mixed-unsat.aspif", 1),
        ("new/mixed-choice-weight.aspif", 4),
        ("new/weightrec.lp", 3),
        ("new/choice-self.lp", 1),
        ("min/dup-eq0-disj.aspif", 2),
        ("min/segv-transext-choice.aspif", 0),
        ("min/err65-transext-integ.aspif", 1),
        ("min/dup-frumpy-compl-weight.aspif", 3),
        ("min/unsat-transext-no.aspif", 1),
        ("min/invalid-satprepro-choice.aspif", 1),
        ("min/missing-transext-all-335.aspif", 2),
        ("new/invalid-satprepro.lp", 1),
        ("new/canon-dlp.lp", 1),
    ];
    for (file, expected) in table {
        assert_eq!(models(file), expected, "{file}");
    }
}

#[test]
fn each_minimized_program_on_which_a_solver_finds_no_answer_set_has_one() {
    let directory = "benchmarks/runs/2026-11-23-deltaasp/minimized";
    let directory = format!("{}/{directory}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(&directory).expect("a directory");
    let texts = files.map(|file| std::fs::read_to_string(file.expect("a file").path()));
    let mut count = 0;
    for text in texts {
        let text = text.expect("a program");
        let program = Program::of(&case(&text)).expect("a small ground program");
        assert!(!program.stable_models().is_empty(), "{text}");
        count += 1;
    }
    assert_eq!(count, 12);
}
