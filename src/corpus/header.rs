//! Headers: configuration in the comments at the beginning of a case.
//!
//! Each `; smelt: key = value` is a line of TOML. `; COMMAND-LINE:`, `; EXPECT:` and `; EXIT:` are the headers of
//! cvc5's regression tests. A case is third-party input, so any bytes must be accepted. Nothing is read after the first
//! line that is not a comment, nor beyond [`LONGEST`] bytes.

use super::trust::harm;
use crate::input::{self, InputFile};

/// How many bytes of a case are searched for headers.
const LONGEST: usize = 64 << 10;

/// The headers of one case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    /// The TOML of the `smelt:` lines. Each is on the same line as in the case, so that errors name the right line.
    pub(super) toml: String,
    /// The arguments of the first `COMMAND-LINE:`, and its line.
    pub(super) command_line: Option<(usize, Vec<String>)>,
    /// The lines of output that a regression test expects.
    pub(super) expected: Vec<String>,
    /// The lines of error output that it expects.
    pub(super) expected_errors: Vec<String>,
    /// Whether its output is to be changed by a command before it is compared. Such a command is never run.
    pub(super) is_scrubbed: bool,
    /// Remarks on headers that are not used.
    pub(super) notes: Vec<String>,
}

impl Header {
    /// The headers of a file. A file that cannot be read has none; the error is reported when it is reduced.
    pub(super) fn read(file: &InputFile) -> Result<Header, (usize, String)> {
        match input::head(file, LONGEST + 1) {
            Ok(bytes) => Header::parse(&bytes),
            Err(_) => Ok(Header::default()),
        }
    }

    /// The arguments that the headers of a case give to solvers whose headers these are, if they do no harm.
    pub(super) fn arguments(file: &InputFile) -> Option<Vec<String>> {
        let (_, arguments) = Header::read(file).ok()?.command_line?;
        harm(&arguments, false).is_none().then_some(arguments)
    }

    /// The headers of a text; or a line with a malformed header, and what is wrong with it.
    pub(super) fn parse(bytes: &[u8]) -> Result<Header, (usize, String)> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let (bytes, is_cut) = whole_lines(bytes);
        let mut header = Header::default();
        for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            let line = line.trim_ascii();
            match comment(line) {
                Some(comment) => header.take(index + 1, comment)?,
                None if line.is_empty() => {}
                None => return Ok(header),
            }
        }
        if is_cut {
            let what = format!("header: only the first {LONGEST} bytes are read");
            header.notes.push(what);
        }
        Ok(header)
    }

    /// Whether these are headers of a regression test.
    pub(super) fn is_of_a_test(&self) -> bool {
        self.command_line.is_some() || !self.expected.is_empty() || !self.expected_errors.is_empty()
    }

    /// Processes the text of one comment.
    fn take(&mut self, line: usize, comment: &[u8]) -> Result<(), (usize, String)> {
        if let Some(rest) = comment.strip_prefix(b"smelt:") {
            let Ok(rest) = std::str::from_utf8(rest) else {
                return Err((line, "the `smelt:` header is not UTF-8".to_owned()));
            };
            // Empty lines keep the text on the line that it has in the case.
            let lines = self.toml.matches('\n').count() + 1;
            self.toml
                .extend(std::iter::repeat_n('\n', line.saturating_sub(lines)));
            self.toml.push_str(rest.trim_start());
        } else if let Some(rest) = comment.strip_prefix(b"COMMAND-LINE:") {
            self.take_command_line(line, rest);
        } else if let Some(text) = comment.strip_prefix(b"EXPECT:") {
            self.expected.push(text_of(text));
            self.note(line, comment, "the expected output is ignored");
        } else if let Some(text) = comment.strip_prefix(b"EXPECT-ERROR:") {
            self.expected_errors.push(text_of(text));
            self.note(line, comment, "the expected output is ignored");
        } else if comment.starts_with(b"SCRUBBER:") || comment.starts_with(b"ERROR-SCRUBBER:") {
            self.is_scrubbed = true;
            self.note(line, comment, "this command is never run");
        } else if let Some(rest) = comment.strip_prefix(b"EXIT:") {
            let code = std::str::from_utf8(rest).map(|code| code.trim().parse::<i32>());
            let why = match code {
                Ok(Ok(_)) => "the expected exit code is ignored",
                _ => "this is not an exit code",
            };
            self.note(line, comment, why);
        }
        Ok(())
    }

    fn take_command_line(&mut self, line: usize, rest: &[u8]) {
        let whole = [b"COMMAND-LINE:", rest].concat();
        let words = std::str::from_utf8(rest).ok().map(shell_words::split);
        match words {
            Some(Ok(_)) if self.command_line.is_some() => {
                self.note(line, &whole, "only the first one is used");
            }
            Some(Ok(words)) => self.command_line = Some((line, words)),
            _ => self.note(line, &whole, "this cannot be split into words"),
        }
    }

    /// Adds a remark that a header is not used.
    fn note(&mut self, line: usize, comment: &[u8], why: &str) {
        let comment = String::from_utf8_lossy(comment);
        self.notes
            .push(format!("header, line {line}: `{comment}`: {why}"));
    }
}

/// What follows the name of a header.
fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.trim_ascii()).into_owned()
}

/// The text of a line that is a comment in any of the languages.
fn comment(line: &[u8]) -> Option<&[u8]> {
    let mark = line.first().filter(|first| [b';', b'%'].contains(first))?;
    let begin = line.iter().position(|byte| byte != mark);
    Some(line[begin.unwrap_or(line.len())..].trim_ascii_start())
}

/// The complete lines within the first [`LONGEST`] bytes, and whether there are more.
fn whole_lines(bytes: &[u8]) -> (&[u8], bool) {
    if bytes.len() <= LONGEST {
        return (bytes, false);
    }
    let end = memchr::memrchr(b'\n', &bytes[..LONGEST]).unwrap_or(0);
    (&bytes[..end], true)
}
