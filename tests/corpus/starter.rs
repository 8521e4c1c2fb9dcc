//! What `smelt init` writes can be read, and says what was found.

use crate::nearness::Corpus;
use smelt::corpus::{CaseOptions, Config, discover, plan, starter};
use std::path::{Path, PathBuf};

/// The text for a corpus, once as it is and once with its examples switched on: both must be configurations.
#[track_caller]
fn text(corpus: &Corpus, solvers: &[&str]) -> String {
    let found = discover(&[corpus.path().to_owned()]).expect("a corpus");
    let solvers: Vec<(&str, PathBuf)> = solvers
        .iter()
        .map(|name| (*name, Path::new("/opt/a \"b\"").join(name)))
        .collect();
    let text = starter(&found.cases, &solvers);
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

#[test]
fn one_solver_gets_all_cases() {
    let corpus = Corpus::new(&[
        ("a.smt2", ""),
        ("x/b.SMT2", ""),
        ("c.sy", ""),
        ("notes.txt", ""),
    ]);
    let text = text(&corpus, &["z3"]);
    assert!(
        text.contains("# Cases found: 3 (2 .smt2, 1 .sy)."),
        "{text}"
    );
    assert!(!text.contains("case_arguments"), "{text}");
    let config = Config::parse(Path::new("smelt.toml"), &text).expect("a configuration");
    let found = discover(&[corpus.path().to_owned()]).expect("a corpus");
    let planned = plan(found.cases, &[Some(config)], &CaseOptions::default(), None);
    for planned in planned.expect("a plan") {
        let settings = planned.settings.expect("settings");
        assert_eq!(settings.command, ["/opt/a \"b\"/z3"]);
    }
}

#[test]
fn several_solvers_and_directories_make_examples() {
    let corpus = Corpus::new(&[
        ("st[r]ings/a.smt2", "; COMMAND-LINE: -i\n"),
        ("quote\"/a.smt2", ""),
        ("line\n[end]\n/a.smt2", ""),
    ]);
    let text = text(&corpus, &["z3", "cvc5", "yices-smt2"]);
    for line in [
        "[solver.yices-smt2]",
        "# glob = \"st[[]r[]]ings/**\"",
        "# glob = \"*\"",
        "# solver = \"cvc5\"",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert!(text.contains("headers found: 1;"), "{text}");
    assert!(!text.contains("\n[[case]]"), "{text}");
}

#[test]
fn nothing_found_makes_a_text_to_fill_in() {
    let text = text(&Corpus::new(&[]), &[]);
    assert!(text.contains("# Cases found: none."), "{text}");
    assert!(text.contains("# [solver.mine]"), "{text}");
}
