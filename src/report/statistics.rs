//! What is said of many cases: medians, geometric means, and whether a difference may be chance.

use libm::erfc;

/// The geometric mean of positive values; none without a value.
pub(super) fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u64);
    for value in values {
        sum += value.ln();
        count += 1;
    }
    (count > 0).then(|| (sum / count as f64).exp())
}

/// The value in the middle; of an even number, the mean of the two there.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2)?;
    let lower = values.get((values.len() - 1) / 2)?;
    Some(f64::midpoint(*lower, *upper))
}

/// Up to this many differences, the distribution of the rank sum is computed exactly.
const EXACT: usize = 50;

/// Wilcoxon's signed-rank test: how probable so great a rank sum, in either direction, would be if each difference were
/// as often negative as positive. Differences of 0 say nothing and are left out; without any other one, 1 is returned.
///
/// With at most 50 differences, all signs of the ranks at hand are counted, ties or not. With more, the normal
/// approximation is used, with the correction for ties and none for continuity.
pub(super) fn wilcoxon(differences: impl Iterator<Item = f64>) -> f64 {
    let differences: Vec<f64> = differences
        .filter(|difference| *difference != 0.0)
        .collect();
    let Ranks {
        doubled,
        positive,
        ties,
    } = Ranks::of(differences);
    let count = doubled.len();
    if count == 0 {
        return 1.0;
    }
    if count <= EXACT {
        return exact(&doubled, positive);
    }
    let count = count as f64;
    let mean = count * (count + 1.0) / 4.0;
    let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - ties / 48.0;
    let distance = (positive as f64 / 2.0 - mean).abs() / variance.sqrt();
    erfc(distance / std::f64::consts::SQRT_2)
}

/// The ranks of the sizes of differences. Equal ones have the mean of their ranks, so all are doubled to be whole numbers.
struct Ranks {
    doubled: Vec<usize>,
    /// The sum of those of the positive differences.
    positive: usize,
    /// For each number of equal ones, its cube less itself.
    ties: f64,
}

impl Ranks {
    fn of(mut differences: Vec<f64>) -> Ranks {
        differences.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
        let mut ranks = Ranks {
            doubled: Vec::with_capacity(differences.len()),
            positive: 0,
            ties: 0.0,
        };
        for equal in differences.chunk_by(|one, other| is_equal(one.abs(), other.abs())) {
            let (before, count) = (ranks.doubled.len(), equal.len());
            let rank = 2 * before + count + 1; // twice the mean of before + 1 … before + count
            ranks.positive += rank * equal.iter().filter(|difference| **difference > 0.0).count();
            ranks.doubled.extend(std::iter::repeat_n(rank, count));
            let count = count as f64;
            ranks.ties += count.powi(3) - count;
        }
        ranks
    }
}

/// Whether two sizes are equal but for rounding: 2/1 and 4/2 have the same logarithm.
fn is_equal(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-12 * one.abs().max(other.abs())
}

/// The share of all choices of signs whose sum of positive ranks is at least as far from the middle.
fn exact(ranks: &[usize], positive: usize) -> f64 {
    let total: usize = ranks.iter().sum();
    // At each sum, the share of the signs so far that give it.
    let mut shares = vec![0.0_f64; total + 1];
    shares[0] = 1.0;
    let mut reached = 0;
    for rank in ranks {
        reached += rank;
        for sum in (0..=reached).rev() {
            let with = if sum >= *rank {
                shares[sum - rank]
            } else {
                0.0
            };
            shares[sum] = f64::midpoint(shares[sum], with);
        }
    }
    let smaller = positive.min(total - positive);
    let tail: f64 = shares[..=smaller].iter().sum();
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::{geometric_mean, wilcoxon};

    #[test]
    fn a_rank_sum_is_as_probable_as_scipy_says() {
        let every = |third: i32, modulus: i32, count: i32| {
            let sign = move |nth: i32| if nth % third == 0 { -1 } else { 1 };
            (1..=count).map(move |nth| f64::from(sign(nth) * (nth % modulus + 1)))
        };
        let listed = |differences: &'static [f64]| wilcoxon(differences.iter().copied());
        // scipy.stats.wilcoxon of scipy 1.17.1: `exact`, with ties `PermutationMethod`, and `approx` of more than 50.
        for (probability, expected) in [
            (listed(&[]), 1.0),
            (listed(&[0.0, 0.0]), 1.0),
            (listed(&[1.0, 2.0, 3.0, 4.0, 5.0]), 0.0625),
            (listed(&[1.5, -0.5, 2.0, 3.0, -1.0, 0.0, 4.0]), 0.156_25),
            (
                listed(&[1.0, 1.0, -1.0, 2.0, 2.0, -3.0, 4.0, 5.0, 5.0, -5.0]),
                0.298_828_125,
            ),
            // Darwin's maize: crossed against self-fertilized plants.
            (
                listed(&[
                    6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0,
                    -67.0, 75.0,
                ]),
                0.041_259_765_625,
            ),
            (
                wilcoxon(every(3, 1000, 50).map(|one| one - one.signum())),
                0.026_166_968_171_196_46,
            ),
            (wilcoxon(every(3, 17, 100)), 0.005_276_565_474_397_9),
            (wilcoxon(every(7, 17, 100)), 1.658_149_007_444_592_8e-9),
        ] {
            let error = (probability / expected - 1.0).abs();
            assert!(error < 1e-9, "{probability} instead of {expected}");
        }
    }

    #[test]
    fn equal_ratios_are_ties_whatever_they_are_made_of() {
        let logarithms = [(2.0_f64, 1.0_f64), (3.0, 6.0), (30.0, 10.0)];
        let logarithms = logarithms.map(|(one, other)| one.ln() - other.ln());
        // Ranks 1.5, 1.5 and 3: of 8 choices of signs, 6 are at least as far from the middle.
        let probability = wilcoxon(logarithms.into_iter());
        assert!((probability - 0.75).abs() < 1e-12, "{probability}");
    }

    #[test]
    fn a_mean_of_ratios_is_geometric() {
        let mean = geometric_mean([2.0, 8.0].into_iter()).expect("a mean");
        assert!((mean - 4.0).abs() < 1e-12);
        assert_eq!(geometric_mean(std::iter::empty()), None);
    }
}
