//! What a corpus of somebody else's cases may not say.

use super::precedence::{Corpus, ROOT};
use super::words;
use rustix::fs::{CWD, FileType, mknodat};
use std::os::unix::fs::symlink;
use std::time::Duration;

/// What is refused wherever it stands nearer than the root file, and the reason.
const REFUSED: [(&str, &str); 42] = [
    ("command = ['rm', '-r']", "`command` may only be set in"),
    (
        "case_arguments = true",
        "`case_arguments` may only be set in",
    ),
    ("env = ['SECRET']", "`env` may only be set in"),
    ("cwd = '.'", "`cwd` may only be set in"),
    ("timeout = 601", "`timeout` may be at most 600 here"),
    ("timeout-cc = 1e9", "`timeout-cc` may be at most 600 here"),
    ("script = 'test.sh'", "`script` may only be set in"),
    ("hangs = 601", "`hangs` may be at most 600 here"),
    ("slower-than = 601", "`slower-than` may be at most 600 here"),
    ("idle = 601", "`idle` may be at most 600 here"),
    ("slower-than-factor = [2, 'evil']", "unknown solver `evil`"),
    (
        "slower-than-factor = [2, 'free -x']",
        "`slower-than-factor` may only name",
    ),
    ("repeat = 4294967295", "`repeat` may be at most 100 here"),
    ("memout = 4097", "`memout` may be at most 4096 here"),
    ("solver = 'evil'", "unknown solver `evil`"),
    ("differs-from = 'evil'", "unknown solver `evil`"),
    ("solved-by = 'evil'", "unknown solver `evil`"),
    ("models-differ-from = 'evil'", "unknown solver `evil`"),
    ("invalid-model = 'evil'", "unknown solver `evil`"),
    ("incorrect = 'evil'", "unknown solver `evil`"),
    ("verified-by = 'evil'", "unknown solver `evil`"),
    ("outvoted-by = ['free', 'evil']", "unknown solver `evil`"),
    ("outvoted-by = ['free -x']", "`outvoted-by` may only name"),
    ("reject = ['evil']", "unknown solver `evil`"),
    ("reject = ['free', 'free -x']", "`reject` may only name"),
    (
        "cross-check = 'sh -c id'",
        "`cross-check` may only name a solver",
    ),
    (
        "differs-from = ['free', '-x']",
        "`differs-from` may only name",
    ),
    (
        "reduce-options = true",
        "`reduce-options` may only be set in",
    ),
    ("seeds = 101", "`seeds` may be at most 100 here"),
    ("passes-on = 'evil'", "unknown solver `evil`"),
    ("invalid-core = 'evil'", "unknown solver `evil`"),
    ("proof-checker = 'evil'", "unknown solver `evil`"),
    (
        "more-than-factor = ['x', 2, 'evil']",
        "unknown solver `evil`",
    ),
    (
        "more-memory-than-factor = [2, 'evil']",
        "unknown solver `evil`",
    ),
    (
        "interesting = { all = [{}, { not = { hangs = 601 } }] }",
        "`hangs` may be at most 600 here",
    ),
    // Nothing is left out because it is where no rule belongs.
    (
        "interesting = { any = [[{ hangs = 601 }], 3] }",
        "`hangs` may be at most 600 here",
    ),
    (
        "interesting = { any = [{ not = { differs-from = 'evil' } }] }",
        "unknown solver `evil`",
    ),
    (
        "interesting = { not = { cross-check = ['sh', '-c', 'id'] } }",
        "`interesting` may only name a solver",
    ),
    ("depends = ['/etc/passwd']", "it is outside the corpus"),
    (
        "depends = ['../../../etc/passwd']",
        "cannot use `depends` file",
    ),
    ("depends = ['gone']", "cannot use `depends` file"),
    ("depends = ['.']", "it is not a file"),
];

#[test]
fn programs_environment_and_files_elsewhere_are_refused_beside_a_case() {
    for (line, reason) in REFUSED {
        let corpus = Corpus::new(&[("smelt.toml", ROOT), ("x/a.smt2", ""), ("b.smt2", "")]);
        let nested = [
            ("x/a.smt2.smelt.toml", format!("\n{line}"), "line 2"),
            ("x/a.smt2", format!("\n; smelt: {line}"), "line 2"),
            (
                "x/smelt.toml",
                format!("[[case]]\nglob = '*'\n{line}"),
                "line 3",
            ),
        ];
        for (name, text, place) in nested {
            corpus.write("x/a.smt2", "");
            corpus.write("x/a.smt2.smelt.toml", "");
            corpus.write(name, text);
            let why = corpus.settings("x/a.smt2").expect_err(line);
            for fragment in [name, place, reason] {
                assert!(why.contains(fragment), "`{fragment}` is not in: {why}");
            }
        }
        assert!(corpus.settings("b.smt2").is_ok(), "{line}");
    }
}

#[test]
fn a_case_gets_as_much_as_anybody_unasked_and_more_where_the_root_file_grants_it() {
    let corpus = Corpus::new(&[("smelt.toml", ROOT), ("a.smt2", "")]);
    let asks = |limits: &str| {
        corpus.write("a.smt2.smelt.toml", limits);
        corpus
            .settings("a.smt2")
            .map(|settings| (settings.timeout, settings.memory_mb))
    };
    let settings = |seconds, megabytes| Ok((Some(Duration::from_secs(seconds)), Some(megabytes)));
    assert_eq!(asks("timeout = 600\nmemout = 4096"), settings(600, 4096));
    let grants = format!(
        "{ROOT}\n[[case]]\nglob = 'other.smt2'\nsolver = 'strict'\ntimeout = 900\nmemout = 9000\n"
    );
    corpus.write("smelt.toml", &grants);
    assert_eq!(asks("timeout = 900\nmemout = 9000"), settings(900, 9000));
    assert_eq!(asks("timeout-cc = 900").map(|_| ()), Ok(()));
    assert!(asks("timeout = 901").is_err());
    assert!(asks("memout = 9001").is_err());
}

#[test]
fn a_directory_below_the_root_defines_no_solver() {
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        ("x/smelt.toml", "\n[solver.evil]\ncommand = 'evil'"),
        ("x/a.smt2", ""),
    ]);
    let why = corpus.settings("x/a.smt2").expect_err("a solver");
    assert!(
        why.contains("line 2: `[solver.evil]` is only allowed"),
        "{why}"
    );
}

#[test]
fn arguments_are_refused_unless_the_root_file_allows_them_for_the_solver() {
    let arguments = "solver = 'strict'\narguments = ['--dump', '/etc/x y']";
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        ("a.smt2", ""),
        ("a.smt2.smelt.toml", arguments),
        (
            "d/smelt.toml",
            "[[case]]\nglob = '*'\nsolver = 'strict'\narguments = ['-x']",
        ),
        ("d/b.smt2", ""),
        (
            "c.smt2",
            "; COMMAND-LINE: --dump\n; smelt: solver = 'strict'\n",
        ),
    ]);
    let why = corpus.settings("a.smt2").expect_err("arguments");
    assert!(
        why.contains("a.smt2.smelt.toml: the arguments `--dump '/etc/x y'`")
            && why.contains("`case_arguments = true` in `[solver.strict]`"),
        "{why}"
    );
    assert!(corpus.settings("d/b.smt2").is_err());
    let silent = corpus.settings("c.smt2").expect("cvc5's header is ignored");
    assert_eq!(silent.command, words(&["strict-solver"]));
}

#[test]
fn no_argument_of_a_case_begins_another_program() {
    let root = "[solver.free]\ncommand = ['free-solver']\ncase_arguments = true\n\
                [[case]]\nglob = '*'\nsolver = 'free'\nallow-code = true\n";
    let corpus = Corpus::new(&[
        ("smelt.toml", root),
        ("a.smt2", "; COMMAND-LINE: --quiet | touch x\n"),
        ("b.smt2", ""),
        ("b.smt2.smelt.toml", "arguments = ['|', 'touch', 'x']"),
        ("c.smt2", "; COMMAND-LINE: --a='|' --b\n"),
    ]);
    for case in ["a.smt2", "b.smt2"] {
        let why = corpus.settings(case).expect_err("a pipeline");
        assert!(why.contains("`|` would start another program"), "{why}");
    }
    let settings = corpus.settings("c.smt2").expect("a bar in a word");
    assert_eq!(settings.command, words(&["free-solver", "--a=|", "--b"]));
}

#[test]
fn a_solver_of_the_root_file_and_a_file_of_the_corpus_may_be_named() {
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        ("lib.txt", ""),
        ("x/a.smt2", ""),
        (
            "x/a.smt2.smelt.toml",
            "differs-from = 'strict'\ndepends = ['../lib.txt']",
        ),
    ]);
    let settings = corpus.settings("x/a.smt2").expect("settings");
    assert_eq!(settings.others, [words(&["strict-solver"])]);
    assert_eq!(settings.depends, [corpus.path().join("x/../lib.txt")]);
}

#[test]
fn links_out_of_the_corpus_and_pipes_are_not_read() {
    let outside = tempfile::NamedTempFile::new().expect("a file");
    let corpus = Corpus::new(&[
        ("smelt.toml", ROOT),
        ("a.smt2", ""),
        ("x/b.smt2", ""),
        ("c.smt2", ""),
    ]);
    let at = |name: &str| corpus.path().join(name);
    symlink(outside.path(), at("a.smt2.smelt.toml")).expect("a link");
    mknodat(CWD, at("x/smelt.toml"), FileType::Fifo, 0o600.into(), 0).expect("a pipe");
    symlink(outside.path(), at("leak")).expect("a link");
    corpus.write("c.smt2.smelt.toml", "depends = ['leak']");
    let table = [
        ("a.smt2", "it is a link that leaves the corpus"),
        ("x/b.smt2", "it is a pipe, not a regular file"),
        ("c.smt2", "it is outside the corpus"),
    ];
    for (id, reason) in table {
        let why = corpus.settings(id).expect_err(id);
        assert!(why.contains(reason), "`{reason}` is not in: {why}");
    }
}
