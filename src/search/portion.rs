//! A long list, of which only a portion is kept.

use std::sync::Arc;

/// How many items are kept, at least.
const LEAST: usize = 4_096;

/// Beyond that, as many as this part of those before them. So listing the next portion again from the first item on
/// takes time linear in the list for all portions together, and a list of ten million items needs little memory.
const PART: usize = 16;

/// Some neighbouring items of a list that can be listed again whenever that is needed; none before it was needed.
#[derive(Clone)]
pub(super) struct Portion<T> {
    /// Index of the first item that is kept.
    first: usize,
    /// None if there are none: an empty list is made and dropped at almost every node, and counting its owners takes
    /// longer than all else there.
    items: Option<Arc<[T]>>,
    /// Whether no items come after these.
    is_last: bool,
}

impl<T> Default for Portion<T> {
    fn default() -> Portion<T> {
        Portion {
            first: 0,
            items: None,
            is_last: false,
        }
    }
}

impl<T> Portion<T> {
    /// The items from this index on.
    fn from(first: usize, list: impl Iterator<Item = T>) -> Portion<T> {
        let most = LEAST.max(first / PART);
        let mut list = list.skip(first).take(most).peekable();
        let mut portion = Portion {
            first,
            items: list.peek().is_some().then(|| list.collect()),
            is_last: false,
        };
        portion.is_last = portion.items().len() < most;
        portion
    }

    fn items(&self) -> &[T] {
        self.items.as_deref().unwrap_or_default()
    }

    /// The item with this index, which is not smaller than in earlier calls. `list` lists all items again, if those
    /// that are kept are not enough.
    pub(super) fn get<L: Iterator<Item = T>>(
        &mut self,
        index: usize,
        list: impl FnOnce() -> L,
    ) -> Option<&T> {
        if index >= self.end() && !self.is_last {
            *self = Portion::from(index, list());
        }
        self.peek(index)
    }

    /// The item with this index, if it is kept.
    pub(super) fn peek(&self, index: usize) -> Option<&T> {
        self.items().get(index.checked_sub(self.first)?)
    }

    /// Whether the list is known to have no item with this index.
    pub(super) fn is_past(&self, index: usize) -> bool {
        self.is_last && index >= self.end()
    }

    fn end(&self) -> usize {
        self.first + self.items().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn every_item_is_found_and_the_list_is_listed_again_few_times() {
        for length in [0, 1, LEAST - 1, LEAST, LEAST + 1, 100 * LEAST] {
            let listed = Cell::new(0);
            let list = || (0..length).inspect(|_| listed.set(listed.get() + 1));
            let mut portion = Portion::default();
            for index in 0..length {
                assert!(!portion.is_past(index));
                assert_eq!(portion.get(index, list), Some(&index));
                assert!(portion.items().len() <= LEAST.max(length / PART));
            }
            assert_eq!(portion.get(length, list), None);
            assert!(portion.is_past(length));
            assert!(
                listed.get() <= 2 * PART * length,
                "{length}: {}",
                listed.get()
            );
        }
    }
}
