//! An axis: what it shows, how far it goes, and what is written along it.

use plotters::coord::ranged1d::{BoldPoints, DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use std::ops::Range;

/// An axis. Its places are values, or their decimal logarithms.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// What it shows, with the unit.
    pub(super) title: String,
    is_logarithmic: bool,
    pub(super) from: f64,
    pub(super) to: f64,
    /// Places and what is written there.
    pub(super) ticks: Vec<(f64, String)>,
}

/// About how many numbers are written along an axis.
const TICKS: usize = 8;

impl Axis {
    /// An axis of logarithms that has room for these positive values.
    pub(super) fn logarithmic(title: String, values: impl Iterator<Item = f64>) -> Axis {
        let places = values.filter(|value| *value > 0.0).map(f64::log10);
        let (from, to) = bounds(places).unwrap_or((0.0, 1.0));
        let (from, to) = (from.floor(), to.ceil());
        let to = if to > from { to } else { from + 1.0 };
        let step = ((to - from) / TICKS as f64).ceil().max(1.0);
        let powers = std::iter::successors(Some(from), |power| Some(power + step));
        let powers = powers.take_while(|power| *power <= to);
        Axis {
            title,
            is_logarithmic: true,
            from,
            to,
            ticks: powers
                .map(|power| (power, shown(10_f64.powf(power))))
                .collect(),
        }
    }

    /// An axis from 0, or from the least value if that is negative.
    pub(super) fn linear(title: String, values: impl Iterator<Item = f64>) -> Axis {
        let (from, to) = bounds(values).unwrap_or((0.0, 1.0));
        let from = from.min(0.0);
        let to = if to > from { to } else { from + 1.0 };
        let range: RangedCoordf64 = (from..to).into();
        let places = range.key_points(BoldPoints(TICKS));
        Axis {
            title,
            is_logarithmic: false,
            from,
            to,
            ticks: places
                .into_iter()
                .map(|place| (place, shown(place)))
                .collect(),
        }
    }

    /// An axis with names instead of numbers, the first at its end: at the top.
    pub(super) fn names(names: &[String]) -> Axis {
        let last = names.len() as f64;
        let ticks = (0..)
            .zip(names)
            .map(|(nth, name)| (last - f64::from(nth), name.clone()));
        Axis {
            title: String::new(),
            is_logarithmic: false,
            from: 0.5,
            to: last + 0.5,
            ticks: ticks.collect(),
        }
    }

    /// Where a value is.
    pub(super) fn place(&self, value: f64) -> f64 {
        if self.is_logarithmic {
            value.log10().clamp(self.from, self.to)
        } else {
            value.clamp(self.from, self.to)
        }
    }

    /// What is written at a place.
    pub(super) fn label(&self, place: f64) -> String {
        let near = |tick: &&(f64, String)| (tick.0 - place).abs() < 1e-9;
        let tick = self.ticks.iter().find(near);
        tick.map(|(_, label)| label.clone()).unwrap_or_default()
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.from..self.to).map(place, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|(place, _)| *place).collect()
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

/// The least and the greatest of finite values.
fn bounds(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let values = values.filter(|value| value.is_finite());
    values.fold(None, |bounds, value| match bounds {
        None => Some((value, value)),
        Some((least, greatest)) => Some((value.min(least), value.max(greatest))),
    })
}

/// A number on an axis: `0.01`, `500`, `20k`, `3M`.
fn shown(value: f64) -> String {
    let rounded = |value: f64| {
        let text = format!("{value:.6}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if text == "-0" {
            "0".to_owned()
        } else {
            text.to_owned()
        }
    };
    let units = [(1e9, "G"), (1e6, "M"), (1e4, "k")];
    match units.into_iter().find(|(least, _)| value.abs() >= *least) {
        Some((1e4, unit)) => format!("{}{unit}", rounded(value / 1e3)),
        Some((size, unit)) => format!("{}{unit}", rounded(value / size)),
        None => rounded(value),
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, shown};

    #[test]
    fn numbers_on_an_axis_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.01, "0.01"),
            (-500.0, "-500"),
            (1000.0, "1000"),
            (20_000.0, "20k"),
            (3e6, "3M"),
            (1e12, "1000G"),
        ] {
            assert_eq!(shown(value), text);
        }
    }

    #[test]
    fn an_axis_has_room_for_all_values_and_at_least_a_decade() {
        let axis = Axis::logarithmic(String::new(), [3.0, 420.0, f64::NAN, 0.0].into_iter());
        assert_eq!((axis.from, axis.to), (0.0, 3.0));
        assert_eq!(axis.label(2.0), "100");
        let axis = Axis::logarithmic(String::new(), [10.0].into_iter());
        assert_eq!((axis.from, axis.to), (1.0, 2.0));
        let axis = Axis::linear(String::new(), std::iter::empty());
        assert_eq!((axis.from, axis.to), (0.0, 1.0));
    }
}
