//! Numbers in a form that is easy to read.

/// A number with a comma after each group of three digits: `34,382`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A percentage with this many digits after the point. It is rounded, but 0 and 100 are shown only if they are exact.
pub(crate) fn percentage(percent: f64, digits: usize) -> String {
    let step = 0.1_f64.powi(i32::try_from(digits).unwrap_or(0));
    let shown = if percent > 0.0 && percent < 100.0 {
        percent.clamp(step, 100.0 - step)
    } else {
        percent
    };
    format!("{shown:.digits$}")
}

/// A measured number with three decimals, which is more than two runs agree on. What would become 0, or 100, though it is
/// not has as many as it takes, at most nine.
pub(super) fn sensible(number: f64) -> f64 {
    let is = |one: f64, other: f64| (one - other).abs() < 1e-10;
    let is_misleading = |rounded: f64| {
        let mut ends = [0.0, 100.0].into_iter();
        ends.any(|end| is(rounded, end) && !is(number, end))
    };
    let rounded = |decimals| {
        let step = 10_f64.powi(decimals);
        (number * step).round() / step
    };
    let mut forms = (3..=9).map(rounded);
    let telling = forms.find(|form| !is_misleading(*form));
    // There is no `-0`.
    telling.unwrap_or(number) + 0.0
}

#[cfg(test)]
mod tests {
    use super::{percentage, sensible, thousands};

    #[test]
    fn a_measured_number_has_three_decimals_unless_that_says_nothing_or_all() {
        for (number, shown) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.1 + 0.2, "0.3"),
            (-12.5, "-12.5"),
            (96.888_185_654, "96.888"),
            (100.0, "100"),
            (99.999_87, "99.9999"),
            (0.000_123, "0.0001"),
            (1e-12, "0"),
            (1_234_567.891_23, "1234567.891"),
        ] {
            assert_eq!(sensible(number).to_string(), shown);
        }
    }

    #[test]
    fn a_percentage_is_neither_0_nor_100_unless_it_is_exact() {
        for (percent, digits, text) in [
            (0.0, 1, "0.0"),
            (0.004, 1, "0.1"),
            (12.34, 1, "12.3"),
            (12.36, 1, "12.4"),
            (99.94, 1, "99.9"),
            (99.97, 1, "99.9"),
            (100.0, 1, "100.0"),
            (99.97, 0, "99"),
            (0.2, 0, "1"),
            (99.97, 2, "99.97"),
            (-3.0, 1, "-3.0"),
        ] {
            assert_eq!(percentage(percent, digits), text, "{percent}");
        }
    }

    #[test]
    fn groups_of_three_digits_are_separated() {
        for (number, text) in [
            (0, "0"),
            (7, "7"),
            (999, "999"),
            (1_000, "1,000"),
            (34_382, "34,382"),
            (123_456, "123,456"),
            (1_234_567, "1,234,567"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(thousands(number), text);
        }
    }
}
