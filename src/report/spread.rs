//! Average, minimum and maximum of some values.

/// Average, minimum and maximum of some values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    count: u64,
    sum: f64,
    least: f64,
    greatest: f64,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread {
            count: 0,
            sum: 0.0,
            least: f64::INFINITY,
            greatest: f64::NEG_INFINITY,
        }
    }
}

impl Spread {
    /// Adds a value.
    pub(super) fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    /// The average, the minimum and the maximum; none without a value.
    pub(super) fn figures(&self) -> Option<[f64; 3]> {
        (self.count > 0).then(|| [self.sum / self.count as f64, self.least, self.greatest])
    }
}

impl FromIterator<f64> for Spread {
    fn from_iter<T: IntoIterator<Item = f64>>(values: T) -> Spread {
        let mut spread = Spread::default();
        values.into_iter().for_each(|value| spread.add(value));
        spread
    }
}
