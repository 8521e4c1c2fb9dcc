//! A table of values by number that only grows. Its blocks double in size, so that no value ever moves and each can be
//! read without a lock.

use std::sync::OnceLock;

/// The number of values in the first block.
const FIRST: usize = 1024;

/// A block of values, each set once.
type Block<T> = Box<[OnceLock<T>]>;

/// A table that only grows. Block `b` holds `FIRST << b` values; together, the blocks have room for all numbers of 32
/// bits.
pub struct Blocks<T>([OnceLock<Block<T>>; 23]);

impl<T> Blocks<T> {
    /// An empty table.
    pub const fn new() -> Self {
        Blocks([const { OnceLock::new() }; 23])
    }

    /// Sets the value of a number, unless it has one already.
    pub fn set(&self, number: u32, value: T) {
        let (block, index) = place(number);
        let values =
            self.0[block].get_or_init(|| (0..FIRST << block).map(|_| OnceLock::new()).collect());
        values[index].get_or_init(|| value);
    }

    /// The value of a number; none if it was not set.
    pub fn get(&self, number: u32) -> Option<&T> {
        let (block, index) = place(number);
        self.0[block].get()?[index].get()
    }
}

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Blocks::new()
    }
}

/// The block of a number, and its index in the block.
fn place(number: u32) -> (usize, usize) {
    let position = number as usize + FIRST;
    let block = (position / FIRST).ilog2() as usize;
    (block, position - (FIRST << block))
}

#[cfg(test)]
mod tests {
    use super::{Blocks, place};

    #[test]
    fn every_number_has_a_place_of_its_own() {
        let table = [
            (0, (0, 0)),
            (1023, (0, 1023)),
            (1024, (1, 0)),
            (3071, (1, 2047)),
            (3072, (2, 0)),
        ];
        for (number, expected) in table {
            assert_eq!(place(number), expected, "{number}");
        }
        assert!(place(u32::MAX).0 < 23);
    }

    #[test]
    fn a_value_is_read_where_it_was_set_and_nowhere_else() {
        let blocks = Blocks::new();
        (0..5000)
            .step_by(2)
            .for_each(|number| blocks.set(number, number));
        for number in 0..5000u32 {
            let expected = number.is_multiple_of(2).then_some(number);
            assert_eq!(blocks.get(number).copied(), expected);
        }
    }
}
