//! Random numbers that are the same on every machine: xoshiro256++, seeded with SplitMix64.
//!
//! The algorithms are fixed, because its seed and its number must give the same program again. All choices are made
//! with whole numbers, so that they do not depend on how a machine rounds.

/// A stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random([u64; 4]);

impl Random {
    /// The stream with this number under a seed. Streams with different numbers are unrelated.
    pub fn of(seed: u64, number: u64) -> Random {
        let mut state = mix(seed) ^ mix(!number).rotate_left(32);
        Random(std::array::from_fn(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mix(state)
        }))
    }

    /// The next number of xoshiro256++.
    fn next(&mut self) -> u64 {
        let Random([a, b, c, d]) = self;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number below `end`, each with the same probability; 0 if `end` is 0. The method is Lemire's ("Fast random
    /// integer generation in an interval", 2019).
    pub fn below(&mut self, end: u32) -> u32 {
        // The result is the high half of a product of 32-bit numbers. The few low halves that would favour some numbers
        // are drawn again.
        let unfair = end.wrapping_neg().checked_rem(end).unwrap_or(0);
        loop {
            let product = u64::from(halves(self.next())[0]) * u64::from(end);
            let [high, low] = halves(product);
            if low >= unfair {
                return high;
            }
        }
    }

    /// A number from `least` to `most`, each with the same probability; `least` if there is none.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        let numbers = most.saturating_sub(least).saturating_add(1);
        least + self.below(numbers)
    }

    /// True with this probability in percent.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

/// The high and the low half of a number.
fn halves(number: u64) -> [u32; 2] {
    [number >> 32, number & u64::from(u32::MAX)].map(|half| u32::try_from(half).unwrap_or_default())
}

/// SplitMix64's finishing function: each bit of the result depends on all bits of the argument.
fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::Random;
    use std::collections::BTreeSet;

    #[test]
    fn the_numbers_are_in_their_range_and_all_of_them_occur() {
        let mut random = Random::of(1, 1);
        for end in [1_u32, 2, 3, 7, 100] {
            let seen: BTreeSet<u32> = (0..2000).map(|_| random.below(end)).collect();
            assert_eq!(seen, (0..end).collect(), "{end}");
        }
        assert_eq!(random.below(0), 0);
        let seen: BTreeSet<u32> = (0..2000).map(|_| random.between(3, 5)).collect();
        assert_eq!(seen, BTreeSet::from([3, 4, 5]));
        assert_eq!(random.between(5, 3), 5);
        assert!((0..100).all(|_| random.chance(100) && !random.chance(0)));
    }

    #[test]
    fn a_stream_depends_on_its_seed_and_its_number_and_stays_the_same() {
        let first = |seed, number| Random::of(seed, number).next();
        let all = [first(0, 0), first(0, 1), first(1, 0), first(1, 1)];
        assert_eq!(BTreeSet::from(all).len(), 4);
        assert_eq!(all[3], first(1, 1));
    }

    #[test]
    fn numbers_are_even() {
        let mut random = Random::of(7, 7);
        let mut counts = [0_u32; 10];
        (0..100_000).for_each(|_| counts[random.below(10) as usize] += 1);
        assert!(
            counts.iter().all(|count| (9_500..10_500).contains(count)),
            "{counts:?}"
        );
    }
}
