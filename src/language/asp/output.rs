//! A text in gringo's or lparse's format while it is being printed.

/// Collects the printed text. It puts a space between two tokens that would otherwise be read as one.
#[derive(Debug, Default)]
pub(super) struct TextWriter(Vec<u8>);

impl TextWriter {
    /// An empty text with room for this many bytes.
    pub(super) fn with_capacity(bytes: usize) -> TextWriter {
        TextWriter(Vec::with_capacity(bytes))
    }

    /// Appends a token.
    pub(super) fn put(&mut self, token: &[u8]) {
        if let (Some(&last), Some(&first)) = (self.0.last(), token.first())
            && merges(last, first)
        {
            self.0.push(b' ');
        }
        self.0.extend_from_slice(token);
    }

    /// Appends the end of a line.
    pub(super) fn end_line(&mut self) {
        self.0.push(b'\n');
    }

    /// How many bytes are written.
    pub(super) fn place(&self) -> usize {
        self.0.len()
    }

    /// The text.
    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Whether a token with this last byte and one with this first byte might be read as one token without a space between
/// them.
fn merges(last: u8, first: u8) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\'';
    let joins = match (last, first) {
        (b':', b'-' | b'~')
        | (b'.', b'.')
        | (b'*', b'*')
        | (b'<' | b'>' | b'=' | b'!', b'<' | b'>' | b'=') => true,
        (b'@' | b'&', _) => is_word(first) && !first.is_ascii_digit(),
        _ => false,
    };
    joins || is_word(last) && is_word(first)
}
