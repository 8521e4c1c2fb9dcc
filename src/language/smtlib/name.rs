//! Names: the quoted and the unquoted spelling of a symbol are the same name.

use super::operators::is_word;
use crate::tree::Symbol;

/// The name that a token spells; the name of `|x|` is `x`.
pub fn name(token: Symbol) -> Symbol {
    match token.bytes() {
        [b'|', inner @ .., b'|'] if is_simple(inner) => Symbol::of(inner),
        _ => token,
    }
}

/// The token that spells a name with bars.
pub(crate) fn quoted(name: &[u8]) -> Symbol {
    Symbol::of(&[b"|", name, b"|"].concat())
}

/// The tokens that spell a name: without bars and with them.
pub(crate) fn spellings(name: &[u8]) -> [Symbol; 2] {
    [Symbol::of(name), quoted(name)]
}

/// Whether the token can be a name.
pub(crate) fn is_name(token: Symbol) -> bool {
    let bytes = token.bytes();
    match bytes.first() {
        None | Some(b'0'..=b'9' | b'"' | b'#' | b'(' | b':') => false,
        _ => !is_word(token) && !matches!(bytes, b"true" | b"false"),
    }
}

/// Whether the token is a keyword, such as `:named`.
pub(super) fn is_keyword(token: Symbol) -> bool {
    token.bytes().starts_with(b":")
}

/// Whether these bytes are a symbol that needs no bars.
fn is_simple(inner: &[u8]) -> bool {
    let simple = |&byte: &u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    !inner.is_empty()
        && !inner[0].is_ascii_digit()
        && inner.iter().all(simple)
        && !is_word(Symbol::of(inner))
}
