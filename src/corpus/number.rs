//! Parses numbers in options, with messages that say what is expected.

/// A number of seconds, such as `2.5`. Whether a run could take that long is checked later.
///
/// # Errors
/// The text is not a number.
pub fn seconds(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok();
    number
        .filter(|seconds| seconds.is_finite())
        .ok_or_else(|| "expected a number of seconds, such as 2.5".to_owned())
}

/// A whole number of megabytes, such as `4096`.
///
/// # Errors
/// The text is not such a number.
pub fn megabytes(text: &str) -> Result<u64, String> {
    let number = text.trim().parse::<u64>();
    number.map_err(|_| "expected a whole number of MB, such as 4096".to_owned())
}

/// A percentage, such as `10` or `10%`. Whether it makes sense is checked later.
///
/// # Errors
/// The text is not a number.
pub fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').parse::<f64>().ok();
    number
        .filter(|percent| percent.is_finite())
        .ok_or_else(|| "expected a percentage, such as 10".to_owned())
}

/// A whole number of repetitions or functions, such as `3`.
///
/// # Errors
/// The text is not such a number.
pub fn times(text: &str) -> Result<u32, String> {
    let number = text.trim().parse::<u32>();
    number.map_err(|_| "expected a whole number, such as 3".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{megabytes, percent, seconds};

    #[test]
    fn what_is_no_number_is_told_in_words_that_need_no_rust() {
        for wrong in ["", "long", "nan", "inf", "2,5", "10s"] {
            let said = seconds(wrong).expect_err(wrong);
            assert_eq!(said, "expected a number of seconds, such as 2.5", "{wrong}");
        }
        for wrong in ["", "much", "1.5", "-1", "4G"] {
            let said = megabytes(wrong).expect_err(wrong);
            assert_eq!(
                said, "expected a whole number of MB, such as 4096",
                "{wrong}"
            );
        }
        for wrong in ["", "half", "nan", "10 %%"] {
            let said = percent(wrong).expect_err(wrong);
            assert_eq!(said, "expected a percentage, such as 10", "{wrong}");
        }
        assert_eq!((percent("10"), percent("2.5%")), (Ok(10.0), Ok(2.5)));
        assert_eq!((seconds("2.5"), megabytes("4096")), (Ok(2.5), Ok(4096)));
    }
}
