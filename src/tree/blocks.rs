//! A table of values by number that only grows. No value ever moves, so each can be read without a lock.
//!
//! Blocks grow with the table, each group of four to twice the size of those before. So there are few of them, and at most
//! a fifth of the table is room for values to come.

use std::sync::OnceLock;

/// The number of values in the first group of blocks, as a power of two.
const FIRST: u32 = 10;

/// The number of blocks of one size, as a power of two.
const GROUP: u32 = 2;

/// How many blocks have room for all numbers of 32 bits.
const BLOCKS: usize = (33 - FIRST as usize) << GROUP;

/// A block of values, each set once.
type Block<T> = Box<[OnceLock<T>]>;

/// A table that only grows, with room for all numbers of 32 bits.
pub struct Blocks<T>([OnceLock<Block<T>>; BLOCKS]);

impl<T> Blocks<T> {
    /// An empty table.
    pub const fn new() -> Self {
        Blocks([const { OnceLock::new() }; BLOCKS])
    }

    /// Sets the value of a number, unless it has one already.
    pub fn set(&self, number: u32, value: T) {
        let Place { block, index, size } = place(number);
        let values = self.0[block].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        values[index].get_or_init(|| value);
    }

    /// The value of a number; none if it was not set.
    pub fn get(&self, number: u32) -> Option<&T> {
        let Place { block, index, .. } = place(number);
        self.0[block].get()?[index].get()
    }
}

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Blocks::new()
    }
}

/// Where the value of a number is.
struct Place {
    block: usize,
    /// In the block.
    index: usize,
    /// The number of values in the block.
    size: usize,
}

fn place(number: u32) -> Place {
    let position = (1 << FIRST) + number as usize;
    // A group of blocks has the positions with the same highest bit, and the next bits say in which block of it one is.
    let group = position.ilog2();
    let bits = group - GROUP;
    // Shifts and masks, because a division would take longer than all the rest.
    let of_group = (position >> bits) & ((1 << GROUP) - 1);
    Place {
        block: ((group - FIRST) as usize) << GROUP | of_group,
        index: position & ((1 << bits) - 1),
        size: 1 << bits,
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCKS, Blocks, place};

    #[test]
    fn blocks_follow_one_another_without_gaps_up_to_the_last_number() {
        let mut first = 0_u32;
        for block in 0..BLOCKS {
            let size = place(first).size;
            let at = |number| {
                let place = place(number);
                (place.block, place.index)
            };
            assert_eq!(at(first), (block, 0));
            let Some(next) = u32::try_from(size)
                .ok()
                .and_then(|size| first.checked_add(size))
            else {
                assert_eq!(at(u32::MAX), (block, (u32::MAX - first) as usize));
                return;
            };
            assert_eq!(at(next - 1), (block, size - 1));
            first = next;
        }
        panic!("the blocks end before {first}");
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
