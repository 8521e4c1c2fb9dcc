//! Commands as a reader can type them.

use super::words::{CommandWord, classified};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::iter;

/// The words of a command in one line, quoted as a shell reads them. What `env` sets in it may be a secret and is left
/// out.
pub(crate) fn command_line(words: &[OsString]) -> String {
    line(classified(words))
}

/// The same without the program.
pub(crate) fn arguments(words: &[OsString]) -> String {
    line(classified(words).skip(1))
}

/// The same with the solver's name in place of the program.
pub(crate) fn with_name(solver: &str, words: &[OsString]) -> String {
    let program = CommandWord::Program(solver.into());
    line(iter::once(program).chain(classified(words).skip(1)))
}

/// The words of a command that are left in `shorter`, which [`with_name`] has made of some of them; all of them if it
/// is not made of these.
pub(crate) fn left_in(words: &[OsString], solver: &str, shorter: &str) -> Vec<OsString> {
    let mut left: Vec<OsString> = words.first().cloned().into_iter().collect();
    let mut rest = shorter.strip_prefix(&*as_typed(solver.as_ref()));
    for (word, class) in words.iter().zip(classified(words)).skip(1) {
        let next = format!(" {}", line(iter::once(class)));
        let after = rest.and_then(|rest| rest.strip_prefix(&*next));
        if let Some(after) = after.filter(|after| after.is_empty() || after.starts_with(' ')) {
            left.push(word.clone());
            rest = Some(after);
        }
    }
    if rest == Some("") {
        left
    } else {
        words.to_vec()
    }
}

/// The same of a recorded command.
pub(crate) fn shortened(command: &str, solver: &str, shorter: &str) -> String {
    let Ok(words) = shell_words::split(command) else {
        return command.to_owned();
    };
    let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    command_line(&left_in(&words, solver, shorter))
}

fn line(words: impl Iterator<Item = CommandWord>) -> String {
    let words = words.map(|word| match word {
        CommandWord::Program(word) | CommandWord::Argument(word) => as_typed(&word),
        word => word.text(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Words as they can be typed into a shell: quoted where necessary.
pub fn quoted(words: &[impl AsRef<OsStr>]) -> String {
    let words = words.iter().map(|word| as_typed(word.as_ref()));
    words.collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
fn as_typed(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if is_plain(&word) {
        return word.into_owned();
    }
    match shell_words::quote(&word) {
        // It knows nothing of `{a,b}` and `{1..9}`, which stand for several words.
        Cow::Borrowed(word)
            if word.contains('{') && (word.contains(',') || word.contains("..")) =>
        {
            format!("'{word}'")
        }
        quoted => quoted.into_owned(),
    }
}

/// Whether no shell reads a word in another way than as it is: `model_validate=true` needs no quotes, but zsh puts a
/// program in the place of `=name`.
fn is_plain(word: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=,+@%".contains(&byte);
    !word.is_empty() && !word.starts_with('=') && word.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::{arguments, command_line, left_in, quoted, shortened, with_name};
    use std::ffi::OsString;

    #[test]
    fn a_command_can_be_typed_again_but_for_what_env_sets() {
        for (words, line) in [
            (
                &["z3", "model_validate=true", "{}"][..],
                "z3 model_validate=true {}",
            ),
            (&["a b/z3", "it's"], r"'a b/z3' 'it'\''s'"),
            (&["gringo", "{}", "|", "clasp", "<"], "gringo {} | clasp <"),
            (
                &["/usr/bin/env", "-u", "A", "TOKEN=secret", "z3"],
                "/usr/bin/env -u A TOKEN=… z3",
            ),
            (
                &["gringo", "{}", "|", "env", "TOKEN=secret", "clasp", "a=b"],
                "gringo {} | env TOKEN=… clasp a=b",
            ),
            (&[], ""),
        ] {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(command_line(&words), line);
        }
    }

    #[test]
    fn what_env_sets_is_left_out_although_env_is_not_shown() {
        let words = ["/usr/bin/env", "TOKEN=secret", "z3", "a=b", "{}"].map(OsString::from);
        assert_eq!(arguments(&words), "TOKEN=… z3 a=b {}");
        assert_eq!(with_name("z3", &words), "z3 TOKEN=… z3 a=b {}");
        assert_eq!(with_name("my z3", &[]), "'my z3'");
    }

    #[test]
    fn a_shorter_command_is_found_again_in_the_whole_one() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        for (whole, left) in [
            ("/bin/z3 -a b -a c {}", "/bin/z3 -a c {}"),
            ("gringo -x {} | clasp 0", "gringo {} | clasp 0"),
            ("z3 it's a=b", "z3 it's"),
            ("z3 a b", "z3"),
        ] {
            let (whole, left) = (words(whole), words(left));
            let shorter = with_name("a solver", &left);
            assert_eq!(left_in(&whole, "a solver", &shorter), left);
            let recorded = shortened(&command_line(&whole), "a solver", &shorter);
            assert_eq!(recorded, command_line(&left));
        }
        let whole = words("z3 a b");
        assert_eq!(left_in(&whole, "z3", "z3 c"), whole, "another command");
        assert_eq!(left_in(&whole, "z3", "cvc5 a"), whole, "another solver");
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_read_them_in_another_way() {
        for (word, typed) in [
            ("a=b", "a=b"),
            ("=x", "'=x'"),
            ("", "''"),
            ("{}", "{}"),
            ("{a,b}", "'{a,b}'"),
            ("x{1..9}", "'x{1..9}'"),
            ("a b", "'a b'"),
        ] {
            assert_eq!(quoted(&[word]), typed);
        }
        assert_eq!(quoted(&["z3", "=x", "a.smt2"]), "z3 '=x' a.smt2");
    }
}
