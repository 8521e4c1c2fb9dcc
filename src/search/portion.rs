//! A place in a long list, of which only a portion is kept.

use std::sync::Arc;

/// How many items are kept, at least.
const LEAST: usize = 4_096;

/// Beyond that, as many as this part of those before them. So listing the next portion again from the first item on
/// takes time linear in the list for all portions together, and a list of ten million items needs little memory.
const PART: usize = 16;

/// A place in a list that can be listed again whenever that is needed, and some neighbouring items; none before they
/// were needed.
#[derive(Clone)]
pub(super) struct Portion<T> {
    /// Index of the current item.
    at: usize,
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
            at: 0,
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
            at: first,
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

    /// The current item; none at the end of the list. `list` lists all items again, if those that are kept are not
    /// enough.
    pub(super) fn current<L: Iterator<Item = T>>(
        &mut self,
        list: impl FnOnce() -> L,
    ) -> Option<&T> {
        if self.peek().is_none() && !self.is_last {
            *self = Portion::from(self.at, list());
        }
        self.peek()
    }

    /// The current item, if it is kept.
    pub(super) fn peek(&self) -> Option<&T> {
        self.items().get(self.at - self.first)
    }

    /// Goes on to the next item.
    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    /// Whether it is known that there is no current item, nor any after it.
    pub(super) fn has_ended(&self) -> bool {
        self.is_last && self.peek().is_none()
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
                assert!(!portion.has_ended());
                assert_eq!(portion.current(list), Some(&index));
                assert!(portion.items().len() <= LEAST.max(length / PART));
                portion.advance();
            }
            assert_eq!(portion.current(list), None);
            assert!(portion.has_ended());
            assert!(
                listed.get() <= 2 * PART * length,
                "{length}: {}",
                listed.get()
            );
        }
    }
}
