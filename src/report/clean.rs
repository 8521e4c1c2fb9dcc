//! Text of solvers and files for a public report: without paths and names of this machine, and without what could break
//! out of its place.

use crate::event::harmless;
use regex::Regex;
use std::sync::LazyLock;

/// How many characters of a line are shown.
const COLUMNS: usize = 300;

/// The shortest name of a user or a host that is looked for; shorter ones are parts of too many words.
const SHORTEST_NAME: usize = 4;

/// A path from the root or the home directory through another one: what comes before it, and its last part. `/name` says
/// nothing of a machine, and may be no path: `</tag>`.
static PATH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(^|[\s"'`(=:,;<\[{|])~?(?:/[^\s"'`()=:,;<>\[\]{}|/]+)+/([^\s"'`()=:,;<>\[\]{}|/]+)"#,
    )
    .expect("a constant pattern")
});

/// Removes what a public report must not have.
pub(crate) struct Clean {
    /// The names of the user and the host.
    names: Vec<String>,
}

impl Clean {
    /// Removes these names of a user and a host, among other things. Very short ones, and `root`, are kept: they say
    /// nothing.
    pub(crate) fn of(names: impl IntoIterator<Item = String>) -> Clean {
        let says_something = |name: &String| name.len() >= SHORTEST_NAME && name != "root";
        Clean {
            names: names.into_iter().filter(says_something).collect(),
        }
    }

    /// A line: of paths, only the names of the files are left.
    pub(crate) fn line(&self, line: &str) -> String {
        let mut clean = PATH.replace_all(&harmless(line), "$1$2").replace('\n', " ");
        for name in &self.names {
            clean = without_word(&clean, name);
        }
        clean
    }

    /// The first lines of an output, and how many more there are.
    pub(crate) fn lines(&self, output: &[u8], most: usize) -> String {
        let output = String::from_utf8_lossy(output);
        let all = output.trim_end().lines();
        let mut clean: Vec<String> = all.clone().take(most).map(|line| self.cut(line)).collect();
        let more = all.count().saturating_sub(most);
        if more > 0 {
            clean.push(format!("… ({more} more lines)"));
        }
        clean.join("\n")
    }

    fn cut(&self, line: &str) -> String {
        let line = self.line(line);
        match line.char_indices().nth(COLUMNS) {
            Some((at, _)) => format!("{}…", &line[..at]),
            None => line,
        }
    }
}

/// The text of a file as it is shown. Nothing of it is removed, because the failure depends on it.
pub(crate) fn shown(text: &[u8]) -> String {
    harmless(&String::from_utf8_lossy(text))
}

/// The text with `…` in place of a word.
fn without_word(text: &str, word: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut left = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in text.match_indices(word) {
        let end = at + word.len();
        let is_whole = !text[..at].ends_with(is_part) && !text[end..].starts_with(is_part);
        if is_whole {
            left.push_str(&text[from..at]);
            left.push('…');
            from = end;
        }
    }
    left.push_str(&text[from..]);
    left
}

/// A text as a block of code that it cannot leave: its fence is longer than any in the text.
pub(crate) fn fenced(text: &str, marker: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
    let end = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    format!("{fence}{marker}\n{text}{end}{fence}\n")
}

/// How many times a character follows itself at most.
pub(super) fn longest_run(text: &str, wanted: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for letter in text.chars() {
        run = if letter == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::{Clean, fenced};

    #[test]
    fn of_a_path_the_name_of_the_file_is_left_and_names_are_not() {
        let clean = Clean::of(["alice".to_owned(), "lab7-host".to_owned(), "me".to_owned()]);
        for (said, shown) in [
            ("File: /home/alice/z3/src/ast.cpp", "File: ast.cpp"),
            ("--lib=/opt/x/lib.so", "--lib=lib.so"),
            ("in '/tmp/a b'", "in 'a b'"),
            ("~/bugs/a.smt2:12", "a.smt2:12"),
            ("(/ 1 2) a/b", "(/ 1 2) a/b"),
            ("../src/x.cpp", "../src/x.cpp"),
            ("alice@lab7-host: malice", "…@…: malice"),
            ("me\u{1b}[31m\u{202e}", "me\\u{1b}[31m\\u{202e}"),
        ] {
            assert_eq!(clean.line(said), shown);
        }
    }

    #[test]
    fn an_output_is_cut_and_says_so() {
        let clean = Clean::of([]);
        assert_eq!(clean.lines(b"a\nb\nc\nd\n", 2), "a\nb\n… (2 more lines)");
        assert_eq!(clean.lines(b"a\nb\n\n", 2), "a\nb");
        assert_eq!(clean.lines(&[b'x'; 400], 2), "x".repeat(300) + "…");
        assert_eq!(clean.lines(b"", 2), "");
    }

    #[test]
    fn no_text_leaves_its_fence() {
        for (text, shown) in [
            ("a", "```smt2\na\n```\n"),
            ("a\n", "```smt2\na\n```\n"),
            ("```\nb", "````smt2\n```\nb\n````\n"),
            ("``````", "```````smt2\n``````\n```````\n"),
        ] {
            assert_eq!(fenced(text, "smt2"), shown);
        }
    }
}
