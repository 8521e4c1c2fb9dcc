//! Sizes on the command line: `2G`, `500M`, plain bytes.

/// Bytes; K, M, G and T count in powers of 1024.
pub(super) fn parse(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, last)) if last.is_ascii_alphabetic() => {
            (&text[..at], factor(last.to_ascii_uppercase()))
        }
        _ => (text, Some(1)),
    };
    let number = digits.parse::<u64>().ok();
    number
        .zip(unit)
        .and_then(|(number, unit)| number.checked_mul(unit))
        .ok_or_else(|| "a size is a number of bytes, or one with K, M, G or T: 500M".to_owned())
}

fn factor(unit: char) -> Option<u64> {
    match unit {
        'K' => Some(1 << 10),
        'M' => Some(1 << 20),
        'G' => Some(1 << 30),
        'T' => Some(1 << 40),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_number_with_or_without_a_unit() {
        for (text, bytes) in [
            ("", None),
            ("G", None),
            ("-1", None),
            ("1.5G", None),
            ("2GB", None),
            ("5Q", None),
            ("5é", None),
            ("99999999999T", None),
            ("0", Some(0)),
            ("4096", Some(4096)),
            ("3k", Some(3072)),
            ("500M", Some(524_288_000)),
            ("2G", Some(2_147_483_648)),
        ] {
            assert_eq!(parse(text).ok(), bytes, "{text}");
        }
    }
}
