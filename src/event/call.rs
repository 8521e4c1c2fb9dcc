//! How smelt was called, exactly, so that the call can be repeated.

use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// A call of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The directory in which it was called.
    directory: Word,
    /// The words of the command line, the program first.
    words: Vec<Word>,
}

/// A word of a call. It need not be text; if it is, the journal shows it as such.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Word {
    Text(String),
    Bytes(Vec<u8>),
}

impl Call {
    /// The call with these words in this directory.
    pub fn new(directory: &Path, words: &[OsString]) -> Call {
        Call {
            directory: Word::of(directory.as_os_str()),
            words: words.iter().map(|word| Word::of(word)).collect(),
        }
    }

    /// The directory in which the program was called.
    pub fn directory(&self) -> OsString {
        self.directory.read()
    }

    /// The same call without some options, each of which has a value: the next word, or what is attached to it, as in
    /// `--out=DIR` and `-oDIR`. What is after `--` stays.
    #[must_use]
    pub fn without(&self, options: &[&str]) -> Call {
        let has_attached = |word: &[u8]| {
            options
                .iter()
                .any(|option| match word.strip_prefix(option.as_bytes()) {
                    Some(value) if option.starts_with("--") => value.first() == Some(&b'='),
                    value => value.is_some(),
                })
        };
        let mut words = Vec::new();
        let mut left = self.words.iter();
        while let Some(word) = left.next() {
            let bytes = word.bytes();
            if bytes == b"--" {
                words.push(word.clone());
                words.extend(left.by_ref().cloned());
            } else if options.iter().any(|option| bytes == option.as_bytes()) {
                left.next();
            } else if !has_attached(bytes) {
                words.push(word.clone());
            }
        }
        Call {
            directory: self.directory.clone(),
            words,
        }
    }

    /// The words of the command line, the program first.
    pub fn words(&self) -> Vec<OsString> {
        self.words.iter().map(Word::read).collect()
    }
}

impl Word {
    fn of(word: &OsStr) -> Word {
        word.to_str().map_or_else(
            || Word::Bytes(word.as_bytes().to_vec()),
            |text| Word::Text(text.to_owned()),
        )
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Word::Text(text) => text.as_bytes(),
            Word::Bytes(bytes) => bytes,
        }
    }

    fn read(&self) -> OsString {
        match self {
            Word::Text(text) => text.into(),
            Word::Bytes(bytes) => OsString::from_vec(bytes.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Call;
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    use std::path::Path;

    #[test]
    fn options_with_their_values_are_left_out_of_a_call_before_its_command() {
        let words = "smelt batch --shard 1/2 bugs --costs=out -onight --shards x -- z3 --shard 3";
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let call = Call::new(Path::new("/bugs"), &words).without(&["--shard", "--costs", "-o"]);
        let left: Vec<OsString> = call.words();
        assert_eq!(
            left.join(" ".as_ref()),
            "smelt batch bugs --shards x -- z3 --shard 3"
        );
        let odd = ["-o".into(), OsString::from_vec(vec![0xff]), "bugs".into()];
        let call = Call::new(Path::new("/bugs"), &odd).without(&["-o"]);
        assert_eq!(call.words(), ["bugs"]);
    }

    #[test]
    fn a_call_is_read_as_it_was_written_whether_its_words_are_text_or_not() {
        let words = ["smelt".into(), OsString::from_vec(vec![b'a', 0xff])];
        let call = Call::new(Path::new("/bugs"), &words);
        let written = serde_json::to_string(&call).expect("json");
        assert!(written.contains(r#"["smelt",[97,255]]"#), "{written}");
        let read: Call = serde_json::from_str(&written).expect("a call");
        assert_eq!(
            (read.words(), read.directory()),
            (words.into(), "/bugs".into())
        );
    }
}
