//! What `smelt init` writes can be read, gives each case the solver that was chosen for it, and says what is left.

use super::precedence::Corpus;
use smelt::corpus::{
    Case, CaseOptions, Config, Guess, Guesser, Planned, SolverChoice, discover, plan, starter,
};
use smelt::input::InputFile;
use smelt::solver::installed::{FAMILIES, Installed};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Solvers by name, such as `z3-4.8.7.0`; the family is what stands before the first `-`.
fn solvers(names: &[&str]) -> Vec<Installed> {
    let solver = |name: &&str| {
        let (family, version) = name.split_once('-').unwrap_or((name, ""));
        let mut families = FAMILIES.iter();
        Installed {
            name: (*name).to_owned(),
            family: families
                .find(|known| known.name == family)
                .expect("a family"),
            version: version.trim_start_matches("smt2").to_owned(),
            program: Path::new("/opt/a \"b\"").join(name),
        }
    };
    names.iter().map(solver).collect()
}

fn cases(corpus: &Corpus) -> Vec<Case> {
    discover(&[corpus.path().to_owned()])
        .expect("a corpus")
        .cases
}

/// The solver that each case gets by guessing and by what is written and read again: its name, or nothing.
#[track_caller]
fn guessed(corpus: &Corpus, names: &[&str]) -> Vec<(String, String)> {
    let (cases, solvers) = (cases(corpus), solvers(names));
    let guesser = Guesser::new(&solvers);
    let choose = |case: &Case| {
        let Guess { solver, token, .. } = guesser.guess(case);
        let solver = solver?;
        Some(SolverChoice {
            solver,
            arguments: Vec::new(),
            token,
        })
    };
    let choices: Vec<Option<SolverChoice>> = cases.iter().map(choose).collect();
    let text = text(&cases, &solvers, &choices);
    let got = planned(cases, &text).into_iter().zip(&choices);
    got.map(|(planned, choice)| {
        let name = planned
            .settings
            .map_or(String::new(), |settings| settings.solver.clone());
        let chosen = choice
            .as_ref()
            .map_or("", |choice| &solvers[choice.solver].name);
        assert_eq!(name, chosen, "{}\n{text}", planned.case.id);
        (planned.case.id.into(), name)
    })
    .collect()
}

fn planned(cases: Vec<Case>, text: &str) -> Vec<Planned> {
    let config = Config::parse(Path::new("smelt.toml"), text).expect("a configuration");
    plan(cases, &[Some(config)], &CaseOptions::default(), None).expect("a plan")
}

/// The text for a corpus, once as it is and once with its examples switched on: both must be configurations.
#[track_caller]
fn text(cases: &[Case], solvers: &[Installed], choices: &[Option<SolverChoice>]) -> String {
    let text = starter(cases, solvers, choices);
    Config::parse(Path::new("smelt.toml"), &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let example =
        |line: &str| line.contains(" = ") && !line.contains('`') || line.starts_with("# [");
    let on: Vec<&str> = text
        .lines()
        .map(|line| {
            line.strip_prefix("# ")
                .filter(|_| example(line))
                .unwrap_or(line)
        })
        .collect();
    let on = on.join("\n");
    Config::parse(Path::new("smelt.toml"), &on).unwrap_or_else(|error| panic!("{error}\n{on}"));
    text
}

fn choice(solver: usize, arguments: &[&str]) -> SolverChoice {
    SolverChoice {
        solver,
        arguments: arguments
            .iter()
            .map(|&argument| argument.to_owned())
            .collect(),
        token: None,
    }
}

#[test]
fn one_solver_gets_all_cases() {
    let corpus = Corpus::new(&[
        ("a.smt2", ""),
        ("x/b-cvc5.SMT2", ""),
        ("c.sy", ""),
        ("notes.md", ""),
    ]);
    let (cases, solvers) = (cases(&corpus), solvers(&["z3"]));
    let text = text(&cases, &solvers, &vec![Some(choice(0, &[])); 3]);
    assert!(
        text.contains("# Cases found: 3 (2 .smt2, 1 .sy)."),
        "{text}"
    );
    assert!(!text.contains("case_arguments"), "{text}");
    assert_eq!(text.matches("\n[[case]]\nglob = \"*\"\n").count(), 1);
    for planned in planned(cases, &text) {
        let settings = planned.settings.expect("settings");
        assert_eq!(settings.command, ["/opt/a \"b\"/z3"]);
    }
    for (case, solver) in guessed(&corpus, &["z3"]) {
        assert_eq!(solver, "z3", "{case}");
    }
}

#[test]
fn a_solver_is_guessed_from_names_and_headers_and_not_where_several_fit() {
    let installed = ["z3-4.13.0", "z3-4.8.7.0", "cvc5-1.0.3", "cvc4", "cvc4-1.8"];
    let table = [
        // Versions in names: the nearest to the file wins.
        ("z3-4.8.7/a.smt2", "", "z3-4.8.7.0"),
        ("z3-4.8.7/of-z3-4.13.smt2", "", "z3-4.13.0"),
        ("cvc5-1.0.3/crash-z3-99.smt2", "", "cvc5-1.0.3"),
        ("crash-CVC4_1.8-400.smt2", "", "cvc4-1.8"),
        // A version that is not installed, or only looks like one that is.
        ("z3-4.8.70/a.smt2", "", ""),
        ("z3-4.9/a.smt2", "", ""),
        // Names without a version: the only solver of its kind, or the one that has none either.
        ("cvc5/a.smt2", "", "cvc5-1.0.3"),
        ("cvc4/a.smt2", "", "cvc4"),
        ("z3/a.smt2", "", ""),
        ("fuzz3/a.smt2", "", ""),
        // What a case says of itself.
        ("h/line.smt2", "; COMMAND-LINE: -i\n", "cvc5-1.0.3"),
        ("h/comment.smt2", "; found with z3 4.8.7\n", "z3-4.8.7.0"),
        ("h/info.smt2", "(set-info :source |cvc4 1.8|)\n", "cvc4-1.8"),
        ("h/text.smt2", "(assert (= z3 cvc5))\n", ""),
        ("h/none.smt2", "(check-sat)\n", ""),
    ];
    let files: Vec<(&str, &str)> = table.iter().map(|(file, text, _)| (*file, *text)).collect();
    let guessed = guessed(&Corpus::new(&files), &installed);
    assert_eq!(guessed.len(), table.len());
    for (file, _, expected) in table {
        let found = guessed.iter().find(|(case, _)| case == file);
        assert_eq!(found.map(|(_, solver)| &**solver), Some(expected), "{file}");
    }
}

#[test]
fn cases_with_one_solver_share_a_glob() {
    let corpus = Corpus::new(&[
        ("a/1-z3-4.8.7.smt2", ""),
        ("a/2-z3-4.8.7.smt2", ""),
        ("a/b/3-z3-4.8.7.smt2", ""),
        ("c/4-z3-4.8.7.smt2", ""),
        ("c/5-z3-4.8.7.smt2", ""),
        ("c/6-cvc5-1.0.3.smt2", ""),
    ]);
    let (cases, solvers) = (cases(&corpus), solvers(&["z3-4.8.7.0", "cvc5-1.0.3"]));
    let guesser = Guesser::new(&solvers);
    let choices: Vec<Option<SolverChoice>> = cases
        .iter()
        .map(|case| {
            let guess = guesser.guess(case);
            let solver = guess.solver?;
            Some(SolverChoice {
                solver,
                arguments: Vec::new(),
                token: guess.token,
            })
        })
        .collect();
    let text = text(&cases, &solvers, &choices);
    let globs: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("glob = "))
        .collect();
    assert_eq!(
        globs,
        ["\"a/**\"", "\"c/*z3-4.8.7*\"", "\"c/*cvc5-1.0.3*\""],
        "{text}"
    );
}

#[test]
fn many_files_with_solvers_in_their_names_take_no_longer_than_few() {
    let solvers = solvers(&["z3-4.8.7.0", "cvc5-1.0.3"]);
    let case = |number: usize| {
        let name = format!("{number}-{}.smt2", ["z3-4.8.7", "cvc5-1.0.3"][number % 2]);
        Case {
            id: (&name).into(),
            file: InputFile::named(&name),
            relative: Path::new(&name).into(),
            directory: 0,
            bytes: 0,
        }
    };
    let cases: Vec<Case> = (0..20_000).map(case).collect();
    let choice = |number: usize| SolverChoice {
        token: Some(["z3-4.8.7", "cvc5-1.0.3"][number % 2].to_owned()),
        ..choice(number % 2, &[])
    };
    let choices: Vec<_> = (0..20_000).map(|number| Some(choice(number))).collect();
    let begun = Instant::now();
    let text = text(&cases, &solvers, &choices);
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert_eq!(globs_in(&text), ["\"*z3-4.8.7*\"", "\"*cvc5-1.0.3*\""]);
}

/// The globs of a text.
fn globs_in(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines
        .filter_map(|line| line.strip_prefix("glob = "))
        .collect()
}

#[test]
fn files_whose_names_have_nothing_in_common_share_a_glob_for_each_solver() {
    let mut names: Vec<String> = (0..40).map(|at| format!("d/case-{at:02}.smt2")).collect();
    names.extend(["d/odd,{one}.smt2", "d/x.sy", "root.smt2", "other.smt2"].map(str::to_owned));
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    let corpus = Corpus::new(&files);
    let (cases, solvers) = (cases(&corpus), solvers(&["z3-4.8.7.0", "cvc5-1.0.3"]));
    let choose = |case: &Case| {
        let number: Option<usize> = case.id.get(7..9).and_then(|digits| digits.parse().ok());
        Some(choice(
            usize::from(number.is_none_or(|at| at % 20 == 7)),
            &[],
        ))
    };
    let choices: Vec<Option<SolverChoice>> = cases.iter().map(choose).collect();
    let written = text(&cases, &solvers, &choices);
    assert_eq!(
        globs_in(&written),
        [
            "\"d/{case-07,case-27,odd[,][{]one[}]}.smt2\"",
            "\"d/x.sy\"",
            "\"d/*\"",
            "\"{other,root}.smt2\""
        ],
        "{written}"
    );
    let expected = choices
        .iter()
        .flatten()
        .map(|choice| &*solvers[choice.solver].name);
    let got = planned(cases.clone(), &written);
    let got = got
        .iter()
        .map(|planned| planned.settings.as_ref().expect("settings").solver.as_str());
    assert!(got.eq(expected), "{written}");
    // Where some have no solver, none is given one by the way.
    let some: Vec<Option<SolverChoice>> = choices
        .iter()
        .enumerate()
        .map(|(at, choice)| choice.clone().filter(|_| at % 3 > 0))
        .collect();
    let written = text(&cases, &solvers, &some);
    assert!(
        globs_in(&written).iter().all(|glob| glob.len() < 110),
        "{written}"
    );
    assert!(globs_in(&written).len() < 12, "{written}");
    for (planned, choice) in planned(cases, &written).iter().zip(&some) {
        let got = planned
            .settings
            .as_ref()
            .ok()
            .map(|settings| &*settings.solver);
        let chosen = choice.as_ref().map(|choice| &*solvers[choice.solver].name);
        assert_eq!(got, chosen, "{}\n{written}", planned.case.id);
    }
}

#[test]
fn case_arguments_are_offered_for_the_solvers_whose_headers_these_are() {
    let corpus = Corpus::new(&[("a.smt2", "; COMMAND-LINE: -i\n")]);
    let (cases, solvers) = (cases(&corpus), solvers(&["z3", "cvc5-1.0.3", "cvc4-1.8"]));
    let text = text(&cases, &solvers, &[Some(choice(1, &[]))]);
    let tables = text.split("\n[solver.");
    let offered: Vec<&str> = tables
        .filter(|table| table.contains("# case_arguments = true"))
        .filter_map(|table| table.split(']').next())
        .collect();
    assert_eq!(offered, ["\"cvc5-1.0.3\"", "\"cvc4-1.8\""], "{text}");
}

#[test]
fn arguments_that_were_chosen_are_those_of_the_case() {
    let corpus = Corpus::new(&[("a.smt2", ""), ("b.smt2", ""), ("x/c.smt2", "")]);
    let (cases, solvers) = (cases(&corpus), solvers(&["z3-4.8.7.0"]));
    let choices = [
        Some(choice(0, &[])),
        Some(choice(0, &["model_validate=true"])),
        Some(choice(0, &["model_validate=true"])),
    ];
    let text = text(&cases, &solvers, &choices);
    let commands: Vec<usize> = planned(cases, &text)
        .into_iter()
        .map(|planned| planned.settings.expect("settings").command.len())
        .collect();
    assert_eq!(commands, [1, 2, 2], "{text}");
}

#[test]
fn what_has_no_solver_yet_is_an_example_to_fill_in() {
    let corpus = Corpus::new(&[
        ("st[r]ings/a.smt2", "; COMMAND-LINE: -i\n"),
        ("quote\"/a.smt2", ""),
        ("line\n[end]\n/a.smt2", ""),
    ]);
    let (cases, solvers) = (cases(&corpus), solvers(&["z3", "cvc5", "yices-smt2"]));
    let text = text(&cases, &solvers, &[None, None, None]);
    for line in [
        "[solver.\"yices-smt2\"]",
        "# Cases without a solver: 3. Remove the `# ` of a block and name one of the solvers above:",
        "# glob = \"st[[]r[]]ings/**\"",
        "# glob = \"*\"",
        "# solver = \"z3\"",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert!(text.contains("headers (found: 1)"), "{text}");
    assert!(!text.contains("\n[[case]]"), "{text}");
}

#[test]
fn nothing_found_makes_a_text_to_fill_in() {
    let text = text(&cases(&Corpus::new(&[])), &[], &[]);
    assert!(text.contains("# Cases found: none."), "{text}");
    assert!(text.contains("# [solver.mine]"), "{text}");
    assert!(text.contains("# solver = \"mine\""), "{text}");
}

#[test]
fn a_solver_whose_path_is_no_text_is_left_out_with_a_word() {
    use std::os::unix::ffi::OsStringExt;
    let mut solvers = solvers(&["z3"]);
    solvers[0].program = PathBuf::from(std::ffi::OsString::from_vec(b"/opt/\xff/z3".to_vec()));
    let cases = cases(&Corpus::new(&[("a.smt2", "")]));
    let text = starter(&cases, &solvers, &[Some(choice(0, &[]))]);
    assert!(text.contains("cannot be written here"), "{text}");
    Config::parse(Path::new("smelt.toml"), &text).expect("a configuration");
}
