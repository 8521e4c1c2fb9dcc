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

// The ways in which solvers differ when they split a text into tokens, each as a bit.

/// In a string, a backslash makes the next byte an ordinary one.
const STRING_ESCAPES: u8 = 1 << 0;
/// In a quoted symbol, a backslash makes the next byte an ordinary one, as in z3.
const SYMBOL_ESCAPES: u8 = 1 << 1;
/// In a quoted symbol, a bar behind a backslash is an ordinary byte, even behind two, as in older versions of z3.
const ESCAPED_BARS: u8 = 1 << 2;
/// `#|` begins a comment, which ends with `|#`, as in z3.
const BLOCKS: u8 = 1 << 3;
/// A carriage return ends a comment, as in cvc4.
const RETURNS: u8 = 1 << 4;
/// A word ends before a colon and before a bar.
const SPLITS: u8 = 1 << 5;

const ALL_WAYS: u8 = (1 << 6) - 1;

/// Whether a text has a command or an option with which a solver touches files.
pub(super) fn touches_files(text: &[u8]) -> bool {
    let differing = differing_ways(text);
    let mut ways = (0..=ALL_WAYS).filter(|ways| ways & !differing == 0);
    ways.any(|ways| Tokens { text, at: 0, ways }.touch_files())
}

/// The ways to split this text that may lead to other tokens than the usual one.
fn differing_ways(text: &[u8]) -> u8 {
    let has = |bytes: &[u8]| memmem::find(text, bytes).is_some();
    let ends_no_line = |at: usize| text.get(at + 1) != Some(&b'\n');
    let may_be_in_word = |at: usize| {
        let before = at.checked_sub(1).map(|before| text[before]);
        before.is_some_and(|byte| !is_blank(byte) && !b"()".contains(&byte))
    };
    let ways = [
        (STRING_ESCAPES, has(b"\\\"")),
        (SYMBOL_ESCAPES, has(b"\\|")),
        (ESCAPED_BARS, has(b"\\\\|")),
        (BLOCKS, has(b"#|")),
        (RETURNS, memchr::memchr_iter(b'\r', text).any(ends_no_line)),
        (
            SPLITS,
            memchr::memchr2_iter(b':', b'|', text).any(may_be_in_word),
        ),
    ];
    let differing = ways.iter().filter(|(_, differs)| *differs);
    differing.fold(0_u8, |all, (way, _)| all | way)
}

/// Whether a text made of the tokens of this one may touch files: the name of such a command or option stands anywhere
/// in the text, even in a comment or a string.
pub(super) fn may_touch_files(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    let is_quoted = |byte: &u8| is_letter(byte) || *byte == b'|';
    let up_to = |name: &[u8], end: Option<usize>| {
        names_file(&self::text(&name[..end.unwrap_or(name.len())]), "file")
    };
    // A bar may be a part of a keyword or end it.
    let names_file = |at: usize| {
        let name = &text[at + 1..];
        let unquoted = name.strip_prefix(b"|").unwrap_or(name);
        up_to(unquoted, unquoted.iter().position(|byte| !is_letter(byte)))
            || up_to(name, name.iter().position(|byte| !is_quoted(byte)))
    };
    let is_command = |command: &[u8], at: usize| {
        let (before, after) = (&text[..at], &text[at + command.len()..]);
        let before = before.strip_suffix(b"|").unwrap_or(before);
        let is_whole = !after.first().is_some_and(is_letter);
        is_whole && before.iter().rfind(|&&byte| !is_blank(byte)) == Some(&b'(')
    };
    let has_command = COMMANDS
        .iter()
        .any(|command| memmem::find_iter(text, command).any(|at| is_command(command, at)));
    // Some solvers take a colon for the beginning of a keyword even right behind another word.
    let mut keywords = memchr::memchr_iter(b':', text);
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
    /// How the text is split.
    ways: u8,
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
                byte if is_blank(byte) => (1, None),
                b';' => (self.comment_end(rest), None),
                b'#' if self.splits(BLOCKS) && rest.starts_with(b"#|") => {
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
                    let end = self.symbol_end(rest);
                    (end, Some(Token::Word(inside(&rest[..end]))))
                }
                _ => {
                    let end = self.word_end(rest);
                    (end, Some(Token::Word(&rest[..end])))
                }
            };
            self.at += length;
            if token.is_some() {
                return token;
            }
        }
    }

    /// Whether the text is split in this way.
    fn splits(&self, way: u8) -> bool {
        self.ways & way != 0
    }

    /// The length of the comment at the beginning of these bytes.
    fn comment_end(&self, rest: &[u8]) -> usize {
        let is_end = |&byte: &u8| byte == b'\n' || byte == b'\r' && self.splits(RETURNS);
        let end = rest.iter().position(is_end);
        end.map_or(rest.len(), |end| end + 1)
    }

    /// The length of the string at the beginning of these bytes.
    fn string_end(&self, rest: &[u8]) -> usize {
        let escapes = self.splits(STRING_ESCAPES);
        let mut at = 1;
        while let Some(&byte) = rest.get(at) {
            at += match byte {
                b'\\' if escapes => 2,
                b'"' if !escapes && rest.get(at + 1) == Some(&b'"') => 2,
                b'"' => return at + 1,
                _ => 1,
            };
        }
        rest.len()
    }

    /// The length of the quoted symbol at the beginning of these bytes.
    fn symbol_end(&self, rest: &[u8]) -> usize {
        let mut at = 1;
        while let Some(&byte) = rest.get(at) {
            at += match byte {
                b'\\' if self.splits(SYMBOL_ESCAPES) => 2,
                b'|' if rest[at - 1] == b'\\' && self.splits(ESCAPED_BARS) => 1,
                b'|' => return at + 1,
                _ => 1,
            };
        }
        rest.len()
    }

    /// The length of the word at the beginning of these bytes. A keyword may be quoted.
    fn word_end(&self, rest: &[u8]) -> usize {
        let splits = self.splits(SPLITS);
        if splits && rest.starts_with(b":|") {
            return 1 + self.symbol_end(&rest[1..]);
        }
        let blocks = self.splits(BLOCKS);
        let is_end = |&at: &usize| {
            let byte = rest[at];
            is_blank(byte)
                || b"();\"".contains(&byte)
                || splits && b":|".contains(&byte)
                || blocks && rest[at..].starts_with(b"#|")
        };
        (1..rest.len()).find(is_end).unwrap_or(rest.len())
    }
}

/// Whether a byte separates tokens for some solver; for yices, a vertical tab does.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
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
    use super::{may_touch_files, touches_files};

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
            "; a comment\r(set-option :dump-to x)",
            "|\\| |(set-option :dump-to x)|y|",
            "|\\\\| |(set-option :dump-to x)|y|",
            // Nothing or an unusual blank stands between two words.
            "(set-option:dump-to \"x\")",
            "(set-option :dump-to|x|)",
            "(set-option:|dump-to||x|)",
            "(set-option\u{b}:dump-to\u{b}\"x\")",
            "(include|x|)",
            "(set-option :dump-to#||# \"x\")",
            "(include#| a comment |#\"x\")",
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
            "; a comment\r\n; (set-option :dump-to x)\r\n(assert true)",
            "(assert |:dump-to|)(set-info:source |a\\b|)(set-option:model true)",
            "(echo \"(set-option :dump-to x)\")",
            "(assert (! p :trace_file x))(set-option :model true)",
            "(declare-fun include () Bool)(assert (include x))(check-sat-using smt)",
            "(simplify (/ x 2) :flat true)",
        ] {
            assert!(!touches_files(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_text_that_names_such_an_option_or_command_anywhere_may_come_to_touch_files() {
        for text in [
            "(echo \"(set-option :dump-to x)\")",
            "; (set-option:regular-output-channel x)",
            "(assert |a:trace_file_name|)",
            "(echo \"(set-option :regular-output-channel|x|)\")",
            "(echo \"(set-option :|trace_file_name||x|)\")",
            "|(\u{b}include|",
        ] {
            assert!(may_touch_files(text.as_bytes()), "{text}");
        }
        for text in ["(set-option:model true)", "(assert (= include a:b:c))"] {
            assert!(!may_touch_files(text.as_bytes()), "{text}");
        }
    }
}
