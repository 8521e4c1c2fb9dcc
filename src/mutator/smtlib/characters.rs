//! The characters of string literals, which must not be cut apart.

/// Where each character of a string ends. An escape sequence and a doubled quote are one character.
pub(super) fn ends_of_characters(content: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    while at < content.len() {
        at += length(&content[at..]);
        ends.push(at);
    }
    ends
}

/// The length of the first character: an escape, or a character in UTF-8, or a byte.
fn length(content: &[u8]) -> usize {
    let is_hexadecimal = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
    match content {
        // In old texts, `\"` is a quote; in new ones, `\` is an ordinary character before a doubled quote.
        [b'\\', b'"', b'"', ..] => 1,
        [b'"', b'"', ..] | [b'\\', b'"' | b'\\', ..] => 2,
        [b'\\', b'u', b'{', rest @ ..] => {
            match rest.iter().take(6).position(|&byte| byte == b'}') {
                Some(digits) if is_hexadecimal(&rest[..digits]) => 3 + digits + 1,
                _ => 1,
            }
        }
        [b'\\', b'u', rest @ ..] if rest.len() >= 4 && is_hexadecimal(&rest[..4]) => 6,
        [b'\\', b'x', rest @ ..] if rest.len() >= 2 && is_hexadecimal(&rest[..2]) => 4,
        [0xc0..=0xff, rest @ ..] => {
            1 + rest.iter().take_while(|&&byte| byte & 0xc0 == 0x80).count()
        }
        _ => 1,
    }
}
