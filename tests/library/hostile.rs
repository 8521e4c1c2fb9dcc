//! Texts of strangers: whatever they contain, smelt neither panics nor believes what they say of their own size.

mod checks;
mod files;
mod findings;
mod mangle;
mod seeds;
pub(crate) mod smtlib_seeds;

use crate::store::made_up;
use mangle::{Random, mangled};
use seeds::SEEDS;
use smelt::language::{LANGUAGES, Language};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many mangled texts are tried for each seed.
const ROUNDS: usize = 2;

/// How many are tried: more if the environment says so.
fn rounds() -> usize {
    let given = std::env::var("SMELT_MANGLE_ROUNDS").ok();
    given
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(ROUNDS)
}

/// Everything that must hold of a text in this language.
fn all(language: &'static dyn Language, text: &[u8], choice: u8) {
    checks::reads_as_printed(language, text);
    checks::has_sound_candidates(language, text);
    checks::reduces_soundly(language, text, choice);
}

/// Fails with all texts of which this does not hold.
fn check_all(seed: usize, holds: impl Fn(&'static dyn Language, &[u8], u8)) {
    let mut failed = Vec::new();
    for (number, &(language, text)) in SEEDS.iter().enumerate() {
        for round in 0..rounds() {
            let mut random = Random::new((number * seed + round) as u64);
            let (_, other) = SEEDS[random.below(SEEDS.len())];
            let text = mangled(text, other, &mut random);
            let language = LANGUAGES[language];
            let choice = u8::try_from(random.below(256)).unwrap_or(0);
            let check = AssertUnwindSafe(|| holds(language, &text, choice));
            if catch_unwind(check).is_err() {
                failed.push(format!("{language} {choice}: b\"{}\"", text.escape_ascii()));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn mangled_texts_are_read_printed_and_reduced_like_any_other() {
    check_all(1_000_003, all);
}

#[test]
fn mangled_texts_are_converted_or_refused() {
    check_all(7_000_003, |_, text, _| checks::converts(text));
}

/// Texts of smelt's own files.
const FILES: &[&[u8]] = &[
    b"[defaults]\ntimeout = 5\nmutators = ['-letter']\n[solver.x]\ncommand = 'x -y'\n[[case]]\nglob = 'a/**'\nsolver = 'x'\n",
    b"; smelt: timeout = 4\n; smelt: depends = ['x']\n; COMMAND-LINE: -f 'a b'\n; EXPECT: sat\n; EXIT: 1\n(check-sat)\n",
    b"{\"event\":\"planned\",\"cases\":3}\n{\"event\":\"start\",\"version\":1,\"nonce\":\"00\"}\n",
];

#[test]
fn mangled_configurations_headers_and_journals_are_taken_or_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    for round in 0..100 * rounds() {
        let mut random = Random::new(round as u64);
        let [file, other] = [0, 1].map(|_| FILES[random.below(FILES.len())]);
        let text = mangled(file, other, &mut random);
        files::configures(&text);
        files::has_headers(directory.path(), &text);
        files::is_journal(directory.path(), &text);
    }
}

/// What other tools say of a case: the convention, and a text of its file.
const DESCRIPTIONS: &[&[u8]] = &[
    b"0; COMMAND-LINE: --produce-models -i\n; EXPECT: unsat\n; EXPECT-ERROR: (error \"x\")\n; EXIT: 1\n(check-sat)\n",
    b"0; EXPECT:\n; EXPECT-ERROR: x\n(check-sat)\n",
    b"1unsat\n(error \"line 1: no\")\n",
    b"2format_version: '2.0'\ninput_files:\n  - case.smt2\nproperties:\n  - property_file: ../sat.prp\n    expected_verdict: false\n",
    br#"3{"case.smt2": {"binary": "free", "args": ["-v:1"], "match": "stderr", "stderr": "a \"text\""}}"#,
];

#[test]
fn mangled_descriptions_of_cases_are_imported_or_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    for round in 0..100 * rounds() {
        let mut random = Random::new(round as u64);
        let [file, other] = [0, 1].map(|_| DESCRIPTIONS[random.below(DESCRIPTIONS.len())]);
        files::imports(directory.path(), file);
        files::imports(directory.path(), &mangled(file, other, &mut random));
    }
}

#[test]
fn changed_rows_of_a_store_give_right_observations_or_none() {
    let rows = files::Rows::new();
    for round in 0..40 * rounds() {
        let mut random = Random::new(round as u64);
        let bytes: Vec<u8> = (0..10)
            .map(|_| u8::try_from(random.below(256)).unwrap_or(0))
            .collect();
        rows.hold(&bytes);
    }
}
