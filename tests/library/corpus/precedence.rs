//! What lies nearer to a case decides before what lies farther away.

use super::words;
use smelt::corpus::{
    CaseOptions, CommandLine, Config, CorpusError, Planned, Settings, discover, plan,
};
use smelt::oracle::{MatchRule, Rule, Same, StreamPattern};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// Two solvers, of which only `free` takes arguments from beside a case.
pub(crate) const ROOT: &str = "
[solver.free]
command = 'free-solver'
arguments = ['-q']
case_arguments = true

[solver.strict]
command = 'strict-solver'

[[case]]
glob = '*'
solver = 'free'
arguments = ['-i']
timeout = 10
";

/// A corpus of one test.
pub(crate) struct Corpus(TempDir);

impl Corpus {
    pub(crate) fn new(files: &[(&str, &str)]) -> Corpus {
        let corpus = Corpus(tempfile::tempdir().expect("a directory"));
        for (name, text) in files {
            corpus.write(name, text);
        }
        corpus
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn config(&self) -> Option<Config> {
        Config::of_directory(self.path()).expect("the root file")
    }

    pub(crate) fn planned(
        &self,
        options: &CaseOptions,
        command: Option<&str>,
    ) -> Result<Vec<Planned>, CorpusError> {
        let found = discover(&[self.path().to_owned()]).expect("a corpus");
        let command = command.map(|command| command.parse::<CommandLine>().expect("a command"));
        plan(found.cases, &[self.config()], options, command.as_ref())
    }

    /// The settings of one case, or why it has none.
    #[track_caller]
    pub(crate) fn settings(&self, id: &str) -> Result<Settings, String> {
        self.settings_by(id, &CaseOptions::default(), None)
    }

    #[track_caller]
    fn settings_by(
        &self,
        id: &str,
        options: &CaseOptions,
        command: Option<&str>,
    ) -> Result<Settings, String> {
        let planned = self.planned(options, command).expect("a plan");
        let case = planned.into_iter().find(|planned| planned.case.id == id);
        let settings = case.unwrap_or_else(|| panic!("no case {id}")).settings;
        settings.map(Arc::unwrap_or_clone)
    }

    /// The timeout of one case in seconds.
    #[track_caller]
    fn timeout(&self, id: &str) -> Option<u64> {
        self.settings(id)
            .expect("settings")
            .timeout
            .map(|time| time.as_secs())
    }
}

#[test]
fn each_source_gives_way_to_a_nearer_one() {
    let corpus = Corpus::new(&[("smelt.toml", ROOT), ("a/b/x.smt2", "(check-sat)")]);
    assert_eq!(corpus.timeout("a/b/x.smt2"), Some(10));
    let nearer = [
        ("a/smelt.toml", "[defaults]\ntimeout = 11"),
        (
            "a/smelt.toml",
            "[[case]]\nglob = 'b/*'\ntimeout = 12\n[defaults]\ntimeout = 11",
        ),
        ("a/b/smelt.toml", "[defaults]\ntimeout = 13"),
        ("a/b/x.smt2", "; smelt: timeout = 14\n(check-sat)"),
        ("a/b/x.smt2.smelt.toml", "timeout = 15"),
    ];
    for (seconds, (name, text)) in (11..).zip(nearer) {
        corpus.write(name, text);
        assert_eq!(corpus.timeout("a/b/x.smt2"), Some(seconds), "{name}");
    }
    let options = CaseOptions {
        timeout: Some(16.0),
        ..CaseOptions::default()
    };
    let settings = corpus.settings_by("a/b/x.smt2", &options, None);
    assert_eq!(
        settings.expect("settings").timeout,
        Some(Duration::from_secs(16))
    );
}

#[test]
fn a_glob_is_relative_to_the_directory_of_its_file() {
    let nested = "[[case]]\nglob = 'b/*.smt2'\ntimeout = 1\n[[case]]\nglob = 'y.smt2'\ntimeout = 2";
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        ("a/smelt.toml", nested),
        ("a/b/x.smt2", ""),
        ("a/b/c/x.smt2", ""),
        ("a/b/c/y.smt2", ""),
        ("b/x.smt2", ""),
    ]);
    assert_eq!(corpus.timeout("a/b/x.smt2"), Some(1));
    assert_eq!(corpus.timeout("a/b/c/x.smt2"), Some(10));
    assert_eq!(
        corpus.timeout("a/b/c/y.smt2"),
        Some(2),
        "by the file's name"
    );
    assert_eq!(corpus.timeout("b/x.smt2"), Some(10), "another directory");
}

#[test]
fn the_nearest_source_that_speaks_of_the_rule_decides_it_alone() {
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        (
            "a/smelt.toml",
            "[defaults]\nmatch-err = 'far'\nignore-out = true",
        ),
        ("a/x.smt2", "; smelt: match-out = 'near'\n(check-sat)"),
        ("a/x.smt2.smelt.toml", "timeout = 3"),
    ]);
    let rule = MatchRule {
        out: Some(StreamPattern::Text(b"near".to_vec())),
        ..MatchRule::default()
    };
    let settings = corpus.settings("a/x.smt2").expect("settings");
    assert_eq!(settings.rule, Rule::of(Same(rule)));
}

#[test]
fn a_nearer_source_chooses_the_solver_and_arguments_for_another_are_left_out() {
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        ("x.smt2", ""),
        ("x.smt2.smelt.toml", "solver = 'strict'"),
        ("y.smt2", "; smelt: arguments = ['-y', \"it's\"]"),
    ]);
    let strict = corpus.settings("x.smt2").expect("settings");
    assert_eq!(strict.solver, "strict");
    assert_eq!(strict.command, words(&["strict-solver"]));
    let free = corpus.settings("y.smt2").expect("settings");
    assert_eq!(
        free.command,
        words(&["free-solver", "-q", "-i", "-y", "it's"])
    );
}

#[test]
fn a_solver_that_is_named_beside_a_case_comes_before_the_command() {
    let corpus = Corpus::new(&[
        ("smelt.toml", "[solver.x]\ncommand = 'x'"),
        ("a.smt2", ""),
        ("b.smt2", "; smelt: solver = 'x'"),
    ]);
    let none = CaseOptions::default();
    let solver = |id| {
        let settings = corpus.settings_by(id, &none, Some("z3 -in"));
        settings.expect("settings").solver
    };
    assert_eq!(solver("a.smt2"), "z3");
    assert_eq!(solver("b.smt2"), "x");
}

#[test]
fn what_lies_beside_a_case_counts_without_a_root_file() {
    let corpus = Corpus::new(&[
        ("a/x.smt2", ""),
        ("a/smelt.toml", "[defaults]\ntimeout = 3"),
    ]);
    let none = CaseOptions::default();
    let settings = corpus.settings_by("a/x.smt2", &none, Some("z3"));
    assert_eq!(
        settings.expect("settings").timeout,
        Some(Duration::from_secs(3))
    );
    let without = corpus.settings("a/x.smt2").expect_err("no solver");
    assert!(without.contains("No solver is configured"), "{without}");
}

#[test]
fn a_wrong_nearer_file_fails_its_cases_and_no_others() {
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        ("a/smelt.toml", "[defaults]\n\ntimeuot = 3"),
        ("a/x.smt2", ""),
        ("a/b/x.smt2", ""),
        ("c/x.smt2", ""),
        ("c/x.smt2.smelt.toml", "\ntimeout = 'long'"),
        ("c/y.smt2", ""),
        ("d/x.smt2", ""),
        ("d/x.smt2.smelt.toml", "\ntimeout = 0"),
        ("d/e/x.smt2", ""),
        ("d/e/smelt.toml", "\n[defaults]\nstrategy = 'best'"),
        ("c/z.smt2", "; a comment\n\n; smelt: strategy = 3\n"),
    ]);
    let table = [
        ("a/x.smt2", "a/smelt.toml`: line 3: unknown key `timeuot`"),
        ("a/b/x.smt2", "a/smelt.toml`: line 3"),
        ("c/x.smt2", "c/x.smt2.smelt.toml`: line 2: expected a time"),
        ("c/z.smt2", "c/z.smt2`: line 3: invalid type"),
        ("d/x.smt2", "d/x.smt2.smelt.toml`: `timeout` is 0"),
        (
            "d/e/x.smt2",
            "d/e/smelt.toml`: line 2: unknown strategy `best`",
        ),
    ];
    for (id, fragment) in table {
        let why = corpus.settings(id).expect_err(id);
        assert!(why.contains(fragment), "`{fragment}` is not in: {why}");
    }
    assert!(corpus.settings("c/y.smt2").is_ok());
}

#[test]
fn wrong_options_of_the_command_line_are_no_cases_fault() {
    let corpus = Corpus::new(&[("x.smt2", ""), ("x.smt2.smelt.toml", "bogus = 1")]);
    let options = CaseOptions {
        timeout: Some(0.0),
        ..CaseOptions::default()
    };
    assert!(corpus.planned(&options, Some("z3")).is_err());
}

#[test]
fn what_is_overruled_is_not_in_the_digest() {
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        ("x.smt2", ""),
        ("x.smt2.smelt.toml", "timeout = 3"),
    ]);
    let digest = || corpus.settings("x.smt2").expect("settings").digest();
    let before = digest();
    corpus.write("smelt.toml", ROOT.replace("10", "20"));
    assert_eq!(digest(), before);
    corpus.write("x.smt2.smelt.toml", "timeout = 4");
    assert_ne!(digest(), before);
}

#[test]
fn a_case_with_the_longest_name_has_no_file_beside_it() {
    let name = format!("{}.smt2", "x".repeat(250));
    let corpus = Corpus::new(&[("smelt.toml", ROOT), (&name, "")]);
    let planned = corpus
        .planned(&CaseOptions::default(), None)
        .expect("a plan");
    assert!(planned[0].settings.is_ok(), "{:?}", planned[0].settings);
}

#[test]
fn a_configuration_that_is_given_replaces_the_root_file_and_nothing_nearer() {
    let corpus = Corpus::new(&[
        ("smelt.toml", "this is no configuration"),
        ("a/smelt.toml", "[defaults]\nmemout = 3"),
        ("a/x.smt2", ""),
    ]);
    let given = Config::parse(Path::new("night.toml"), ROOT).expect("a configuration");
    let found = discover(&[corpus.path().to_owned()]).expect("a corpus");
    let planned = plan(found.cases, &[Some(given)], &CaseOptions::default(), None);
    let planned = planned.expect("a plan").remove(0);
    let settings = planned.settings.expect("settings");
    assert_eq!(
        (settings.solver.as_str(), settings.memory_mb),
        ("free", Some(3))
    );
}

#[test]
fn each_of_several_directories_has_its_own_root() {
    let corpus = Corpus::new(&[
        ("one/smelt.toml", "[solver.x]\ncommand = 'one'"),
        ("one/a/smelt.toml", "[[case]]\nglob = '*'\nsolver = 'x'"),
        ("one/a/x.smt2", ""),
        ("two/smelt.toml", "[solver.x]\ncommand = 'two'"),
        ("two/x.smt2", "; smelt: solver = 'x'"),
        ("smelt.toml", "above the directories given: not read"),
    ]);
    let directories = ["one", "two"].map(|name| corpus.path().join(name));
    let found = discover(&directories).expect("a corpus");
    let configs = directories
        .each_ref()
        .map(|directory| Config::of_directory(directory).expect("a root file"));
    let planned = plan(found.cases, &configs, &CaseOptions::default(), None);
    let commands: Vec<_> = planned
        .expect("a plan")
        .into_iter()
        .map(|planned| planned.settings.expect("settings").command.clone())
        .collect();
    assert_eq!(commands, [words(&["one"]), words(&["two"])]);
}

#[test]
fn what_needs_another_key_may_have_it_from_another_place() {
    for (defaults, solver, near) in [
        ("lift = 'aspif'", "lift-with = 'gringo'", "lift = 'lp'"),
        (
            "strategy = 'hybrid'",
            "stages = 'ddmin terms'",
            "repeat = 2",
        ),
        (
            "repeat = 2",
            "strategy = 'hybrid'",
            "stages = 'ddmin terms'",
        ),
        (
            "reduce-options = true",
            "keep-option = ['-q']",
            "repeat = 2",
        ),
    ] {
        let root = format!(
            "[defaults]\n{defaults}\n[solver.z3]\ncommand = 'z3'\n{solver}\n[[case]]\nglob = '*'\nsolver = 'z3'"
        );
        let corpus = Corpus::new(&[("smelt.toml", &root), ("x.smt2", "(check-sat)")]);
        corpus.write("x.smt2.smelt.toml", near);
        let settings = corpus.settings("x.smt2");
        assert!(settings.is_ok(), "{solver}: {settings:?}");
    }
}

#[test]
fn what_needs_another_key_and_has_it_from_nowhere_is_refused() {
    for (near, why) in [
        (
            "lift-with = 'z3'",
            "`lift-with` is of no use without `lift`",
        ),
        (
            "stages = 'ddmin terms'",
            "unknown stage of `auto` `ddmin terms`",
        ),
        (
            "stages = 'no such stage'",
            "unknown stage of `auto` `no such stage`",
        ),
    ] {
        let root = "[solver.z3]\ncommand = 'z3'\n[[case]]\nglob = '*'\nsolver = 'z3'";
        let corpus = Corpus::new(&[("smelt.toml", root), ("x.smt2", "(check-sat)")]);
        corpus.write("x.smt2.smelt.toml", near);
        let said = corpus.settings("x.smt2").expect_err(near);
        assert!(said.contains(why), "{said}");
    }
}
