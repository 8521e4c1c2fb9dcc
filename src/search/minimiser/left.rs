//! The elements of a list that have not been removed yet.

use std::ops::Range;
use std::sync::Arc;

/// The indices of the elements that are left, in order. A *place* is an index into these. A clone shares them until an
/// element is removed.
#[derive(Clone, Debug)]
pub(super) struct Left(Arc<Vec<usize>>);

impl Left {
    /// All elements of a list.
    pub(super) fn all(elements: usize) -> Left {
        Left(Arc::new((0..elements).collect()))
    }

    /// How many elements are left.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The elements at these places.
    pub(super) fn subset(&self, places: Range<usize>) -> Vec<usize> {
        self.0[places].to_vec()
    }

    /// Removes the elements at these places.
    pub(super) fn remove(&mut self, places: Range<usize>) {
        Arc::make_mut(&mut self.0).drain(places);
    }
}
