//! Mangled texts: tokens of known texts that are taken out, doubled, exchanged and mixed.

/// Tokens that are put in.
const TOKENS: &[&[u8]] = &[
    b"()",
    b"(",
    b")",
    b"x",
    b"_",
    b"as",
    b"!",
    b"let",
    b"forall",
    b"match",
    b"par",
    b"0",
    b"1",
    b"-1",
    b"2",
    b"4294967295",
    b"2147483648",
    b"18446744073709551616",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"#b",
    b"#x0",
    b"\"\"",
    b"||",
    b":named",
    b"BitVec",
    b"FloatingPoint",
    b"+zero",
    b"bv0",
    b"Bool",
    b"Int",
    b"#",
    b".",
    b":-",
    b"..",
    b"not",
    b"{",
    b"}",
    b";",
    b",",
    b"\n",
    b"#sum",
    b"|",
    b"~",
    b"@",
    b"3",
    b"5",
    b"8",
];

/// Random numbers that are the same on every run: xorshift.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`; 0 if there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end.max(1)
    }

    fn range(&mut self, end: usize) -> std::ops::Range<usize> {
        let from = self.below(end);
        let most = if self.below(4) == 0 { end } else { 4 };
        from..end.min(from + self.below(most + 1))
    }
}

/// The text with a few random changes. What is put in is from the same text, from `other` or one of the [`TOKENS`].
pub(crate) fn mangled(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let others = pieces(other);
    let mut parts = pieces(text);
    for _ in 0..=random.below(4) {
        let range = random.range(parts.len());
        let new: Vec<&[u8]> = match random.below(6) {
            0 => Vec::new(),
            1 => vec![TOKENS[random.below(TOKENS.len())], b" "],
            2 => parts[random.range(parts.len())].to_vec(),
            3 => others[random.range(others.len())].to_vec(),
            4 => vec![b"()"],
            _ => parts[range.clone()].repeat(2),
        };
        parts.splice(range, new);
    }
    let mut mangled = parts.concat();
    if random.below(16) == 0 && !mangled.is_empty() {
        let at = random.below(mangled.len());
        mangled[at] = u8::try_from(random.below(256)).unwrap_or(0);
    }
    mangled
}

/// The words and the other bytes of a text.
fn pieces(text: &[u8]) -> Vec<&[u8]> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+-.#:|".contains(byte);
    text.chunk_by(|a, b| is_word(a) && is_word(b)).collect()
}
