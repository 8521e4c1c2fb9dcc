//! Intervals `MIN:MAX`, from which each program draws one number.

use super::Random;
use std::fmt;
use std::str::FromStr;

/// The whole numbers from `least` to `most`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The smallest number.
    pub least: u32,
    /// The largest number, not below `least`.
    pub most: u32,
}

impl Interval {
    /// Draws a number of the interval, each with the same probability.
    pub fn draw(self, random: &mut Random) -> u32 {
        random.between(self.least, self.most)
    }

    /// Whether the other interval contains all numbers of this one.
    pub fn is_within(self, other: Interval) -> bool {
        other.least <= self.least && self.most <= other.most
    }
}

/// `MIN:MAX`, or a single number, which is then both.
impl FromStr for Interval {
    type Err = String;

    fn from_str(text: &str) -> Result<Interval, String> {
        let expected =
            || "expected MIN:MAX, two whole numbers such as 15:45, or one number".to_owned();
        let (least, most) = text.split_once(':').unwrap_or((text, text));
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| expected());
        let (least, most) = (number(least)?, number(most)?);
        if least > most {
            return Err(format!("the minimum {least} is above the maximum {most}"));
        }
        Ok(Interval { least, most })
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.least, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::Interval;

    #[test]
    fn an_interval_is_two_numbers_in_order_or_one() {
        let read = |text: &str| text.parse::<Interval>().map(|it| (it.least, it.most));
        assert_eq!(read("15:45"), Ok((15, 45)));
        assert_eq!(read("7"), Ok((7, 7)));
        for wrong in ["", ":", "1:", ":2", "3:2", "-1:2", "1:2:3", "1.5", "a:b"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
