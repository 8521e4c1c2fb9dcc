//! arith-constants: replaces a number by a smaller one.

use crate::language::smtlib::LiteralKind;
use crate::mutator::Profile;
use crate::mutator::smtlib::literals::{Literals, Simpler};
use crate::tree::Symbol;

/// `1234` → `12`, `123`, `617`; `31.415` → `31.0`, `31.4`, `31.41`, `0.415`, `3.415`; `8.0` → `0.0`, `4.0`. A decimal
/// stays a decimal, and numbers of any size are computed digit by digit. 0 and 1 stay.
pub static CONSTANTS: Literals = Literals {
    profile: &Profile::of_smtlib(
        "arith-constants",
        "Replace a number by a smaller one",
        "arithmetic",
    ),
    applies: |token| {
        let is_number = matches!(
            LiteralKind::of(token),
            Some(LiteralKind::Numeral | LiteralKind::Decimal)
        );
        is_number && !matches!(token, b"0" | b"1" | b"0.0" | b"1.0")
    },
    simpler,
};

fn simpler(token: &'static [u8]) -> Simpler {
    let text = std::str::from_utf8(token).unwrap_or_default();
    let mut texts: Vec<String> = match text.split_once('.') {
        None => shorter(text),
        Some((whole, fraction)) if fraction.bytes().all(|digit| digit == b'0') => {
            let shorter = shorter(whole).into_iter().chain([trimmed(whole)]);
            shorter.map(|whole| format!("{whole}.0")).collect()
        }
        Some((whole, fraction)) => {
            let cut = |length: usize| match &fraction[..length] {
                "" => format!("{whole}.0"),
                digits => format!("{whole}.{digits}"),
            };
            let mut lengths = vec![0, fraction.len() / 2, fraction.len() - 1];
            lengths.dedup();
            let halves = ["0", &whole[..whole.len().div_ceil(2)]];
            let halves = halves.map(|whole| format!("{whole}.{fraction}"));
            lengths.into_iter().map(cut).chain(halves).collect()
        }
    };
    let mut seen = vec![text.to_owned()];
    texts.retain(|text| {
        let is_new = !seen.contains(text);
        seen.push(text.clone());
        is_new
    });
    Box::new(texts.into_iter().map(|text| Symbol::of(text.as_bytes())))
}

/// The first half of the digits, the number without its last digit, and half of the number: the smallest first.
fn shorter(digits: &str) -> Vec<String> {
    let digits = trimmed(digits);
    if matches!(&digits[..], "0" | "1") {
        return Vec::new();
    }
    let prefix = |length: usize| trimmed(&digits[..length]);
    let first = (digits.len() > 3).then(|| prefix(digits.len() / 2));
    let rest = [prefix(digits.len() - 1), half(&digits)];
    first.into_iter().chain(rest).collect()
}

/// The digits without leading zeros.
fn trimmed(digits: &str) -> String {
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    }
}

fn half(digits: &str) -> String {
    let mut rest = 0;
    let halved = digits.bytes().map(|digit| {
        let value = rest * 10 + (digit - b'0');
        rest = value % 2;
        char::from(b'0' + value / 2)
    });
    trimmed(&halved.collect::<String>())
}
