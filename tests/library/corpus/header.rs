//! The comments that a case begins with, whatever bytes they are made of.

use super::precedence::{Corpus, ROOT};
use super::words;
use smelt::corpus::Settings;

/// The settings of a case of these bytes.
fn settings(bytes: impl AsRef<[u8]>) -> Result<Settings, String> {
    let corpus = Corpus::new(&[("smelt.toml", ROOT)]);
    corpus.write("a.smt2", bytes);
    corpus.settings("a.smt2")
}

fn seconds(bytes: impl AsRef<[u8]>) -> Option<u64> {
    let settings = settings(bytes).expect("settings");
    settings.timeout.map(|time| time.as_secs())
}

#[test]
fn only_the_leading_comments_are_headers() {
    let table: [(&[u8], u64); 9] = [
        (b"; smelt: timeout = 3\n(check-sat)", 3),
        (b"\n\n;; smelt: timeout = 3", 3),
        (b"\xef\xbb\xbf; smelt: timeout = 3\r\n(check-sat)\r\n", 3),
        (b"% smelt: timeout = 3\n", 3),
        (b";smelt:timeout=3", 3),
        (b"(check-sat)\n; smelt: timeout = 3\n", 10),
        (b"; smelt timeout = 3\n", 10),
        (b"; not smelt: timeout = 3\n", 10),
        (b"\xff\xfe\0; smelt: timeout = 3\n", 10),
    ];
    for (bytes, expected) in table {
        let text = String::from_utf8_lossy(bytes);
        assert_eq!(seconds(bytes), Some(expected), "{text:?}");
    }
}

#[test]
fn lines_are_put_together_to_one_text() {
    let text = "; smelt: mutators = [\n; a comment\n; smelt:   '-all',\n; smelt: '+erase-node']\n";
    let mutators = settings(text).expect("settings").mutators;
    assert_eq!(
        mutators,
        [("all".to_owned(), false), ("erase-node".to_owned(), true)]
    );
}

#[test]
fn a_header_that_cannot_be_read_names_its_line() {
    let table: [(&[u8], &str); 5] = [
        (
            b"; x\n; smelt: match-out = '\xff'\n",
            "line 2: the `smelt:` header is not UTF-8",
        ),
        (b"\n; smelt: timeout = \x00\n", "line 2"),
        (
            b"; smelt: timeout = 1\n; smelt: timeout = 2\n",
            "line 2: duplicate key",
        ),
        (
            b"; smelt: glob = '*'\n",
            "line 1: `glob` has no effect here",
        ),
        (b"; smelt: strategy = 'best'\n", "unknown strategy `best`"),
    ];
    for (bytes, fragment) in table {
        let why = settings(bytes).expect_err(fragment);
        assert!(
            why.contains(fragment) && why.contains("a.smt2"),
            "`{fragment}` is not in: {why}"
        );
    }
}

#[test]
fn a_huge_header_is_read_up_to_a_bound() {
    let line = "; nothing to see here\n";
    let many = line.repeat(10_000);
    assert_eq!(seconds(format!("; smelt: timeout = 3\n{many}")), Some(3));
    assert_eq!(seconds(format!("{many}; smelt: timeout = 3\n")), Some(10));
    let long = format!("; smelt: match-out = '{}'\n", "x".repeat(1 << 20));
    assert_eq!(
        seconds(long),
        Some(10),
        "a line that does not end within it"
    );
    let deep = format!("; smelt: depends = {}\n", "[".repeat(60_000));
    assert!(settings(deep).is_err());
}

#[test]
fn the_first_command_line_of_cvc5s_tests_gives_arguments() {
    let command = |text: &str| settings(text).expect("settings").command;
    let some =
        "; COMMAND-LINE: --strings-exp 'a b'\n; COMMAND-LINE: --other\n; EXPECT: sat\n; EXIT: 1\n";
    assert_eq!(
        command(some),
        words(&["free-solver", "-q", "-i", "--strings-exp", "a b"])
    );
    let both = "; smelt: arguments = ['-n']\n; COMMAND-LINE: -f\n";
    assert_eq!(
        command(both),
        words(&["free-solver", "-q", "-i", "-f", "-n"])
    );
    for none in [
        "; COMMAND-LINE: 'a\n",
        "; COMMAND-LINE:\n",
        "; EXIT: none\n",
    ] {
        assert_eq!(command(none), words(&["free-solver", "-q", "-i"]), "{none}");
    }
}

#[test]
fn an_argument_that_names_a_file_is_refused_in_a_case() {
    for text in [
        "; COMMAND-LINE: --dump-to=/etc/passwd\n",
        "; COMMAND-LINE: -q --regular-output-channel out\n",
        "; smelt: arguments = ['trace_file_name=x']\n",
    ] {
        let refused = settings(text).expect_err(text);
        assert!(refused.contains("names a file"), "{refused}");
    }
    for text in [
        "; COMMAND-LINE: -o raw-benchmark\n",
        "; COMMAND-LINE: --regular-output-channel=stdout\n",
    ] {
        assert!(settings(text).is_ok(), "{text}");
    }
}
