//! Texts in UTF-16, as some editors of other systems write them.

/// Makes a unit of UTF-16 from two bytes.
pub(super) type ToUnit = fn([u8; 2]) -> u16;

/// How pairs of bytes make units, if this is a text in UTF-16 with a byte order mark.
///
/// The mark alone is not enough, because other data may begin with these bytes. But texts in the languages of solvers
/// begin with an ASCII character, one of whose bytes is 0.
pub(super) fn utf16(bytes: &[u8]) -> Option<ToUnit> {
    match bytes {
        [0xff, 0xfe, _, 0, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, 0, _, ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// A text in UTF-16 with its mark as UTF-8 without it; none if it is not valid.
pub(super) fn utf8(bytes: &[u8], unit: ToUnit) -> Option<Vec<u8>> {
    let (units, rest) = bytes.get(2..)?.as_chunks();
    if !rest.is_empty() {
        return None;
    }
    let text: Result<String, _> = char::decode_utf16(units.iter().copied().map(unit)).collect();
    Some(text.ok()?.into_bytes())
}
