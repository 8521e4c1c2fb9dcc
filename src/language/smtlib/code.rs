//! Finds commands and options that make a solver read or write files.
//!
//! Solvers execute everything before an error, and they differ in what they take for a comment or a string. So the
//! search does not use the tree, but splits the text into tokens, in each of the ways in which a solver may do it.

use crate::language::files::names_file;
use memchr::memmem;

/// Commands that read or write a file.
const COMMANDS: &[&[u8]] = &[
    b"dump",
    b"export-to-dimacs",
    b"get-proof-graph",
    b"include",
    b"load",
    b"save",
];

/// Commands whose keywords are options. In other commands, keywords are attributes, which name no files.
const WITH_OPTIONS: &[&[u8]] = &[
    b"apply",
    b"check-sat-using",
    b"declare-tactic",
    b"eval",
    b"query",
    b"set-option",
    b"simplify",
    b"using-params",
];

/// Whether a text has a command or an option with which a solver touches files.
pub(super) fn touches_files(text: &[u8]) -> bool {
    let has_escapes = memmem::find(text, b"\\\"").is_some();
    let has_blocks = memmem::find(text, b"#|").is_some();
    for escapes in [false, true] {
        for blocks in [false, true] {
            let makes_a_difference = (has_escapes || !escapes) && (has_blocks || !blocks);
            let mut tokens = Tokens {
                text,
                at: 0,
                escapes,
                blocks,
            };
            if makes_a_difference && tokens.touch_files() {
                return true;
            }
        }
    }
    false
}

/// Whether a text made of the tokens of this one may touch files: the name of such a command or option stands anywhere
/// in the text, even in a comment or a string.
pub(super) fn may_touch_files(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    let is_name = |byte: &u8| is_letter(byte) || *byte == b'|';
    let names_file = |at: usize| {
        let name = &text[at + 1..];
        let end = name.iter().position(|byte| !is_name(byte));
        names_file(&self::text(&name[..end.unwrap_or(name.len())]), "file")
    };
    let is_command = |command: &[u8], at: usize| {
        let (before, after) = (&text[..at], &text[at + command.len()..]);
        let before = before.strip_suffix(b"|").unwrap_or(before);
        let is_whole = !after.first().is_some_and(is_letter);
        is_whole && before.trim_ascii_end().ends_with(b"(")
    };
    let has_command = COMMANDS
        .iter()
        .any(|command| memmem::find_iter(text, command).any(|at| is_command(command, at)));
    // Within a name, a colon begins no keyword.
    let begins = |&at: &usize| at == 0 || !is_letter(&text[at - 1]) && text[at - 1] != b':';
    let mut keywords = memchr::memchr_iter(b':', text).filter(begins);
    has_command || keywords.any(names_file)
}

/// A token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Open,
    Close,
    /// A string, a symbol or another word, without its quotes.
    Word(&'a [u8]),
}

/// Splits any text into tokens. A string, symbol or comment that is not closed ends with the text.
struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether a backslash in a string makes the next byte an ordinary one.
    escapes: bool,
    /// Whether `#|` begins a comment, which ends with `|#`.
    blocks: bool,
}

impl<'a> Tokens<'a> {
    /// Whether the tokens have a command or an option with which a solver touches files.
    fn touch_files(&mut self) -> bool {
        let mut depth = 0_usize; // how many lists are open
        let mut ends_below = None; // inside a command with options: it ends when fewer lists than this are open
        let mut before = None; // the previous token, and the keyword if it is one
        let mut keyword = None;
        while let Some(token) = self.next() {
            match token {
                Token::Open => depth += 1,
                Token::Close => {
                    depth = depth.saturating_sub(1);
                    ends_below = ends_below.filter(|&least| depth >= least);
                }
                Token::Word(word) if before == Some(Token::Open) => {
                    if COMMANDS.contains(&word) && depth == 1 {
                        return true;
                    }
                    if ends_below.is_none() && WITH_OPTIONS.contains(&word) {
                        ends_below = Some(depth);
                    }
                }
                Token::Word(value) => {
                    let name = keyword.filter(|_| ends_below.is_some());
                    if name.is_some_and(|name| names_file(&text(name), &text(value))) {
                        return true;
                    }
                }
            }
            keyword = match token {
                Token::Word(word) if word.starts_with(b":") => Some(word),
                _ => None,
            };
            before = Some(token);
        }
        false
    }

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
            let (length, token) = match rest[0] {
                byte if byte.is_ascii_whitespace() => (1, None),
                b';' => (until(rest, b'\n'), None),
                b'#' if self.blocks && rest.starts_with(b"#|") => {
                    let end = memmem::find(&rest[2..], b"|#");
                    (end.map_or(rest.len(), |end| end + 4), None)
                }
                b'(' => (1, Some(Token::Open)),
                b')' => (1, Some(Token::Close)),
                b'"' => {
                    let end = self.string_end(rest);
                    (end, Some(Token::Word(inside(&rest[..end]))))
                }
                b'|' => {
                    let end = 1 + until(&rest[1..], b'|');
                    (end, Some(Token::Word(inside(&rest[..end]))))
                }
                _ => {
                    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"();\"".contains(byte);
                    let end = rest.iter().position(is_end).unwrap_or(rest.len());
                    (end, Some(Token::Word(&rest[..end])))
                }
            };
            self.at += length;
            if token.is_some() {
                return token;
            }
        }
    }

    /// The length of the string at the beginning of these bytes.
    fn string_end(&self, rest: &[u8]) -> usize {
        let mut at = 1;
        while let Some(&byte) = rest.get(at) {
            at += match byte {
                b'\\' if self.escapes => 2,
                b'"' if !self.escapes && rest.get(at + 1) == Some(&b'"') => 2,
                b'"' => return at + 1,
                _ => 1,
            };
        }
        rest.len()
    }
}

/// The length up to and including the first such byte.
fn until(rest: &[u8], byte: u8) -> usize {
    memchr::memchr(byte, rest).map_or(rest.len(), |found| found + 1)
}

/// A word without the quotes around it.
fn inside(word: &[u8]) -> &[u8] {
    match word.get(1..).unwrap_or_default() {
        [inside @ .., b'"' | b'|'] => inside,
        unclosed => unclosed,
    }
}

/// A name or a value, without the bars with which a keyword may be quoted.
fn text(word: &[u8]) -> String {
    String::from_utf8_lossy(word).replace('|', "")
}

#[cfg(test)]
mod tests {
    use super::touches_files;

    #[test]
    fn a_text_touches_files_if_it_names_one_in_an_option_or_has_such_a_command() {
        for text in [
            "(set-option :trace true)(set-option :trace_file_name \"x\")",
            "(assert true)(set-option :regular-output-channel out)",
            "(|set-option| :|trace_file_name| |x y|)",
            "(set-option ; a comment\n :dump-to \"x\")",
            "(check-sat-using (using-params smt :solver.smtlib2_log f))",
            "(apply (! simplify :drat.file f))",
            "(simplify t :smtlib2_log x)",
            "(include \"x\")",
            "(get-proof-graph)",
            // Whatever comes behind it, and before an error.
            "(set-option :dump-to \"x",
            ")))(set-option :dump-to \"x\") \"",
            // Hidden from those who read strings and comments in one way only.
            "(echo \"a\\\"\" ) (set-option :dump-to \"x\") ; \"",
            "#| x | y |# (set-option :dump-to x) (declare-const |z| Int)",
        ] {
            assert!(touches_files(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_text_without_such_options_touches_no_files_whatever_else_it_says() {
        for text in [
            "(set-option :produce-models true)(set-info :source |a /b| )(set-info :filename \"x\")",
            "(set-option :regular-output-channel \"stdout\")(set-option :trace true)",
            "(set-option :regular-output-channel \"/dev/null\")",
            "; (set-option :dump-to x)\n(assert true)",
            "(echo \"(set-option :dump-to x)\")",
            "(assert (! p :trace_file x))(set-option :model true)",
            "(declare-fun include () Bool)(assert (include x))(check-sat-using smt)",
            "(simplify (/ x 2) :flat true)",
        ] {
            assert!(!touches_files(text.as_bytes()), "{text}");
        }
    }
}
