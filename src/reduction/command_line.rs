//! Commands as a reader can type them.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The words that smelt itself understands, and the place of the case. They are not quoted.
const OWN_WORDS: [&str; 3] = ["|", "<", "{}"];

/// The words of a command in one line, quoted as a shell reads them. What `env` sets in it may be a secret and is left out.
pub(super) fn command_line(words: &[OsString]) -> String {
    let is_env = |word: &OsString| Path::new(word).file_name() == Some(OsStr::new("env"));
    let hides = words.first().is_some_and(is_env);
    let words = words.iter().map(|word| {
        let word = word.to_string_lossy();
        match word.split_once('=') {
            Some((name, _)) if hides && !name.starts_with('-') => format!("{name}=…"),
            _ if OWN_WORDS.contains(&&*word) || is_plain(&word) => word.into_owned(),
            _ => shell_words::quote(&word).into_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether no shell reads a word in another way than as it is: `model_validate=true` needs no quotes.
fn is_plain(word: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=,+@%".contains(&byte);
    !word.is_empty() && !word.starts_with('=') && word.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::command_line;
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
            (&[], ""),
        ] {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(command_line(&words), line);
        }
    }
}
