//! The tokens of a gringo text, as far as predicates can be told from the rest. Comments, strings and scripts are left
//! out.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// The name of a predicate, function or constant.
    Name(&'a [u8]),
    /// A directive or the name of an aggregate, without its `#`.
    Directive(&'a [u8]),
    /// The name of a theory atom or of an external function, without its `&` or `@`.
    Foreign,
    /// A variable, a number or a string.
    Other,
    /// Any other byte that is not a blank.
    Byte(u8),
}

/// The tokens of a text, each with the position behind it.
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(text: &'a [u8]) -> Tokens<'a> {
        Tokens { text, at: 0 }
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Skips to behind the next occurrence of `end`, or to the end of the text.
    fn skip_behind(&mut self, end: &[u8]) {
        let found = memchr::memmem::find(self.rest(), end);
        self.at = found.map_or(self.text.len(), |found| self.at + found + end.len());
    }

    /// Skips a comment in `%* … *%`, which may contain others.
    fn skip_block(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.text.len() {
            let rest = self.rest();
            if rest.starts_with(b"%*") {
                depth += 1;
                self.at += 2;
            } else if rest.starts_with(b"*%") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.at += 1;
            }
        }
    }

    fn skip_string(&mut self) {
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'"' => {
                    self.at += 1;
                    return;
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at = self.text.len();
    }

    /// The letters, digits, underscores and apostrophes from here on.
    fn word(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'');
        let len = rest.iter().position(|byte| !is_part(byte));
        let word = &rest[..len.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn directive(&mut self) -> Token<'a> {
        self.at += 1;
        let word = self.word();
        if word == b"script" {
            self.skip_behind(b"#end");
        }
        Token::Directive(word)
    }

    fn foreign(&mut self) -> Token<'a> {
        self.at += 1;
        self.word();
        Token::Foreign
    }

    fn name_or_variable(&mut self) -> Token<'a> {
        let word = self.word();
        let first = word.iter().find(|byte| !matches!(byte, b'_' | b'\''));
        match first {
            Some(letter) if letter.is_ascii_lowercase() => Token::Name(word),
            _ => Token::Other,
        }
    }

    /// The position behind the token that was read last.
    pub(super) fn position(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'%' if self.rest().starts_with(b"%*") => self.skip_block(),
                b'%' => self.skip_behind(b"\n"),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                b'"' => {
                    self.skip_string();
                    return Some(Token::Other);
                }
                b'#' => return Some(self.directive()),
                b'&' | b'@' => return Some(self.foreign()),
                _ if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'') => {
                    return Some(self.name_or_variable());
                }
                _ => {
                    self.at += 1;
                    return Some(Token::Byte(byte));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, Tokens};

    #[test]
    fn comments_strings_and_scripts_have_no_names() {
        let names = |text: &str| -> Vec<String> {
            let tokens = Tokens::of(text.as_bytes());
            let name = |token| match token {
                Token::Name(name) => Some(String::from_utf8_lossy(name).into_owned()),
                _ => None,
            };
            tokens.filter_map(name).collect()
        };
        let table = [
            ("a:-b,not c'.", vec!["a", "b", "not", "c'"]),
            ("a.%b.\nc.", vec!["a", "c"]),
            ("a.%* b %* c *% d *%e.", vec!["a", "e"]),
            ("a. %* b", vec!["a"]),
            (r#"a("b\"c").d"#, vec!["a", "d"]),
            ("a(\"b", vec!["a"]),
            ("#script (lua) b #end. a.", vec!["a"]),
            ("#sum{X,_y:p(X)}.&diff{a}.@f(x)", vec!["_y", "p", "a", "x"]),
            ("__X _1 1a A", vec![]),
        ];
        for (text, expected) in table {
            assert_eq!(names(text), expected, "{text}");
        }
    }
}
